import {
  argumentPlace,
  argumentsOf,
  defineRule,
  detailsOf,
  installedPackages,
  type JsonDoc,
  judgeStarts,
  type LoadedServer,
  type McpConfigView,
  namedVersion,
  packagesOf,
  type RawFinding,
  type RelatedPlace,
  type Start,
  type StartedPackage,
  someArgument,
} from '../src/rule.ts';

interface PackageArgs extends Record<string, string | number> {
  readonly server: string;
  /** The program that fetches it. */
  readonly by: string;
  /** As spelled. */
  readonly spec: string;
  /** How a version is written. */
  readonly pinned: string;
  /** 1 when -y is missing as well. */
  readonly asks: number;
}

const pin = (a: PackageArgs): string =>
  `Name a version (${a.pinned})${a.asks === 1 ? ', put -y in front of it' : ''}, and raise it when you have looked at the new one.`;

/** Words by which one of the programs is told; a server without any of them starts none. */
const LAUNCHER = /(?<![\w-])(?:npx|pnpx|bunx?|npm|pnpm|yarn|uvx?|pipx|docker|podman|nerdctl)(?![\w-])/i;

export default defineRule({
  id: 'mcp-unpinned-package',
  summary: 'A package or image that a server is started from should name its version',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: ['mcp-config'],
  severity: 'info',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim:
        'Without a version, npx, uvx and docker take what the registry or their own store calls the latest.',
      source: 'the documentation of npm, uv and Docker',
      level: 'documented',
    },
    {
      claim: 'npx asks before it installs a package, unless -y is given or there is no terminal.',
      source: 'the documentation of npm exec',
      level: 'documented',
    },
  ],
  messages: {
    'no-version': {
      severity: 'info',
      scope: 'server',
      consequence: 'unpinned',
      text: (a: PackageArgs) =>
        `Server "${a.server}" starts ${a.spec} without a version; which one ${a.by} takes is settled whenever Antigravity starts the server`,
      help: pin,
    },
    'moving-tag': {
      severity: 'info',
      scope: 'server',
      consequence: 'unpinned',
      text: (a: PackageArgs & { tag: string }) =>
        `Server "${a.server}" starts ${a.spec}; "${a.tag}" moves from version to version, and Antigravity starts the one it stands for that day`,
      help: pin,
    },
    'asks-first': {
      severity: 'info',
      scope: 'server',
      consequence: 'unpinned',
      text: (a: PackageArgs) =>
        `Server "${a.server}" starts ${a.spec} by ${a.by} without -y; it may ask before it installs the package, and in a server that Antigravity starts nobody answers`,
      help: () => 'Put -y in front of the package.',
    },
  },

  check({ config: { doc, servers, wrapper }, place }: McpConfigView, { report }) {
    if (doc === undefined) return [];
    const suspects = servers.flatMap((server): readonly Suspect[] => {
      if (server.connection.kind !== 'stdio' || isSettled(server)) return [];
      if (!someArgument(server, (word) => LAUNCHER.test(word))) return [];
      return [{ server, argv: argumentsOf(server).map(({ value }) => value) }];
    });
    return suspects.length === 0 ? [] : judgeStarts(suspects, judge);

    function judge(suspect: Suspect, starts: readonly Start[]): readonly RawFinding[] {
      const [first, ...others] = starts.flatMap((start) => defectsOf(suspect, start));
      if (first === undefined) return [];
      const { server } = suspect;
      const at = ({ argument }: Defect) => argumentPlace(doc as JsonDoc, server, argument, wrapper);
      const place = at(first);
      const related = others.map(
        (other): RelatedPlace => ({ message: `${other.args.spec} as well`, at: at(other).span }),
      );
      return [
        report(first.id, place.span, first.args, { server: server.name, ...detailsOf(place), related }),
      ];
    }

    function defectsOf({ server }: Suspect, { invocation, argumentOf }: Start): readonly Defect[] {
      return packagesOf(invocation).flatMap((pack) => {
        const version = namedVersion(pack);
        const asks = pack.asks && !consents(server);
        if (pack.settled || version.state === 'unknown' || isInstalled(pack)) return [];
        if (version.state === 'fixed' && !asks) return [];
        const tag = version.state === 'open' ? (version.tag ?? '') : '';
        const id = version.state === 'fixed' ? 'asks-first' : tag === '' ? 'no-version' : 'moving-tag';
        const { spec, word } = pack;
        const args = {
          server: server.name,
          by: invocation.name,
          spec,
          pinned: pinned(pack),
          tag,
          asks: Number(asks),
        };
        return [{ id, args, argument: argumentOf(word) }];
      });
    }

    function isInstalled({ prefersInstalled, name, spec }: StartedPackage): boolean {
      return prefersInstalled && name === spec && installedPackages(place.surroundings).has(name);
    }
  },
});

/** Whether a server is started as it should be in the form that nearly all have, which spares it a closer look. */
function isSettled({ fields: { command, args = [] } }: LoadedServer): boolean {
  if (command?.value !== 'npx' || args[0]?.value !== '-y') return false;
  return /^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/.test(args[1]?.value ?? '');
}

interface Suspect {
  readonly server: LoadedServer;
  readonly argv: readonly string[];
}

interface Defect {
  readonly id: 'no-version' | 'moving-tag' | 'asks-first';
  readonly args: PackageArgs & { readonly tag: string };
  readonly argument: number;
}

/** npm takes its options from the environment, too. */
function consents({ fields: { env } }: LoadedServer): boolean {
  for (const [name, { value }] of env ?? []) {
    if (name.toLowerCase() === 'npm_config_yes') return value !== 'false';
  }
  return false;
}

/** How a version is written behind a package. */
function pinned({ from, name, spec }: StartedPackage): string {
  if (from === 'image') return `${name}:1.2.3, or a digest`;
  const isGit = /(?:^|@ ?)(?:git|https?:|bitbucket:|gist:)|^[\w.-]+\//.test(spec);
  if (isGit) return from === 'npm' ? 'a commit behind #' : 'a commit behind @';
  return from === 'npm' ? `${name}@1.2.3` : `${name}==1.2.3`;
}
