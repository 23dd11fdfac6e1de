import {
  argumentPlace,
  argumentsOf,
  type DangerId,
  defineRule,
  detailsOf,
  type JsonDoc,
  type LoadedServer,
  loadArgumentDangers,
  type McpConfigView,
  type McpJsonView,
  type RawFinding,
  someArgument,
} from '../src/rule.ts';

/** What starts the servers of a file, in words. */
const CLIENTS = { 'mcp-config': 'Antigravity', 'mcp-json': 'its client' } as const;

interface DangerArgs extends Record<string, string | number> {
  readonly client: (typeof CLIENTS)[keyof typeof CLIENTS];
  readonly server: string;
  readonly what: string;
  readonly more: number;
}

const message = (id: DangerId) =>
  ({
    severity: 'warning',
    scope: 'server',
    consequence: 'dangerous',
    text: (a: DangerArgs) => {
      const more = a.more === 0 ? '' : ` (and ${a.more} more ${a.more === 1 ? 'danger' : 'dangers'})`;
      return `Server "${a.server}", when started, ${a.what}${more}; ${a.client} runs it with the rights of its user`;
    },
    help: () => HELP[id],
  }) as const;

const HELP: Readonly<Record<DangerId, string>> = {
  'fetch-and-run':
    'Start an installed program, or a package with its version; what an address serves can change after the review.',
  'decode-and-run':
    'Write the code in plain text into a file of the repository, so that it can be read in a review.',
  'broad-delete': 'Take it out; a server has nothing to delete when it is started.',
  'outside-write':
    'Keep to files of the repository; what belongs into a user’s own configuration is theirs to put there.',
  exfiltration: 'Take it out, and look at where the file came from.',
  'remote-shell': 'Take it out, and look at where the file came from.',
};

export default defineRule({
  id: 'mcp-dangerous-command',
  summary:
    'A server must not be started by a line that runs code from elsewhere or touches what lies outside',
  category: 'security',
  repositoryTypes: ['any'],
  kinds: ['mcp-config', 'mcp-json'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'Antigravity starts the command of a server with its arguments, without a shell in between.',
      source: 'reported for the command-line program',
      level: 'reported',
    },
    {
      claim: 'What a line does is read off the line itself; nothing is run.',
      source: 'a property of this rule, not of Antigravity',
      level: 'measured',
    },
  ],
  messages: {
    'fetch-and-run': message('fetch-and-run'),
    'decode-and-run': message('decode-and-run'),
    'broad-delete': message('broad-delete'),
    'outside-write': message('outside-write'),
    exfiltration: message('exfiltration'),
    'remote-shell': message('remote-shell'),
  },

  check({ kind, config: { doc, servers, wrapper } }: McpConfigView | McpJsonView, { report }) {
    const suspects = servers.filter((server) => !isPlainStart(server));
    return doc === undefined || suspects.length === 0 ? [] : judge(doc);

    async function judge(document: JsonDoc): Promise<readonly RawFinding[]> {
      const findings: RawFinding[] = [];
      const dangersOfArguments = await loadArgumentDangers();
      for (const server of suspects) {
        const argv = argumentsOf(server).map(({ value }) => value);
        const [first, ...more] = argv.length === 0 ? [] : dangersOfArguments(argv);
        if (first === undefined) continue;
        const { name } = server;
        const place = argumentPlace(document, server, first.argument, wrapper);
        const args = { client: CLIENTS[kind], server: name, what: first.what, more: more.length };
        findings.push(report(first.id, place.span, args, { server: name, ...detailsOf(place) }));
      }
      return findings;
    }
  },
});

const PLAIN_WORD = /^[\w@%+=:,./-]*$/;
const LAUNCHER = /^(?:npx|node|bunx?|deno|uvx?|python3?|docker|podman|[\w.-]*mcp[\w.-]*)$/;

/**
 * Whether a server starts as nearly all do: a launcher of packages or a program of its own, with words that hold no code.
 * Nothing of that is a danger, and the reader of command lines need not be loaded.
 */
export function isPlainStart(server: Pick<LoadedServer, 'fields'>): boolean {
  if (someArgument(server, isOdd)) return false;
  const { command, args = [] } = server.fields;
  const program = command?.value ?? '';
  return program === '' || args.length === 0 || LAUNCHER.test(program.slice(program.lastIndexOf('/') + 1));
}

function isOdd(word: string): boolean {
  return !PLAIN_WORD.test(word);
}
