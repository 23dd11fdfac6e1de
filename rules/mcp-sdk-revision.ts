import {
  type ContextView,
  calls,
  defineRule,
  entryPath,
  type FileRef,
  fileWithSource,
  findClaim,
  type Gathered,
  type McpConfigView,
  type McpJsonView,
  type RawFinding,
  type RelatedPlace,
  type SdkDependency,
  type Span,
  type Surroundings,
  sdkDependencies,
  sdkImports,
  spanInText,
} from '../src/rule.ts';

interface ClaimArgs extends Record<string, string | number> {
  readonly manifest: string;
  readonly dependency: string;
}

const MOVE =
  'Move the server to @modelcontextprotocol/server 2.x and start it with serveStdio or createMcpHandler, or let the text name the revision that the server speaks.';

export default defineRule({
  id: 'mcp-sdk-revision',
  summary:
    'A package whose context claims MCP revision 2026-07-28 must be built and started with what speaks it',
  category: 'mcp',
  repositoryTypes: ['any'],
  kinds: ['workspace', 'context', 'mcp-config', 'mcp-json'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim:
        'Version 1.x of @modelcontextprotocol/sdk speaks the revisions of 2025 and older; 2.x of @modelcontextprotocol/server speaks 2026-07-28 through serveStdio and createMcpHandler alone.',
      source: 'the documentation of the TypeScript SDK',
      level: 'documented',
    },
    {
      claim:
        'serveStdio is exported by @modelcontextprotocol/server/stdio, and core-internal is not for use from outside.',
      source: 'the documentation of the TypeScript SDK',
      level: 'documented',
    },
  ],
  messages: {
    'old-line': {
      severity: 'warning',
      scope: 'repository',
      consequence: 'value-literal',
      text: (a: ClaimArgs) =>
        `This text claims MCP revision 2026-07-28, and ${a.manifest} depends on ${a.dependency}, which ends at the revisions of 2025; a client that insists on the newer one gets no session`,
      help: () => MOVE,
    },
    'both-lines': {
      severity: 'warning',
      scope: 'repository',
      consequence: 'value-literal',
      text: (a: ClaimArgs) =>
        `This text claims MCP revision 2026-07-28, and ${a.manifest} depends on ${a.dependency} beside the 2.x packages; what still uses it speaks the revisions of 2025`,
      help: () =>
        'Finish the move: take the 1.x package out of the dependencies when nothing imports it any more.',
    },
    'old-transport': {
      severity: 'warning',
      scope: 'repository',
      consequence: 'value-literal',
      text: (a: { entry: string }) =>
        `This text claims MCP revision 2026-07-28, and ${a.entry} starts its server with StdioServerTransport, which speaks the revisions of 2025 with the 2.x packages too`,
      help: () =>
        'Start it with serveStdio from @modelcontextprotocol/server/stdio and a function that makes a new server for every call.',
    },
    'internal-import': {
      severity: 'warning',
      scope: 'file',
      consequence: 'unportable',
      text: (a: { server: string }) =>
        `The script of server "${a.server}" imports @modelcontextprotocol/core-internal, which is not for use from outside and may change with every release; then the server no longer starts`,
      help: () => 'Import what you need from @modelcontextprotocol/server or @modelcontextprotocol/core.',
    },
    'root-import': {
      severity: 'warning',
      scope: 'file',
      consequence: 'server-inert',
      text: (a: { server: string }) =>
        `The script of server "${a.server}" imports serveStdio from @modelcontextprotocol/server, which does not export it; the server does not start`,
      help: () => 'Import serveStdio from @modelcontextprotocol/server/stdio.',
    },
  },

  gather: (view) => (view.kind === 'context' ? claimOf(view) : startsOf(view)),

  check(view, { report, gathered }) {
    return view.kind === 'workspace' && gathered.length > 0 ? findings() : [];

    function* findings(): Iterable<RawFinding> {
      const entries = entriesOf(gathered);
      for (const { server, file, imports, text, bytes } of entries) {
        for (const { specifier, names, start, end } of imports) {
          const at = spanInText(bytes, text, start, end);
          if (at === undefined) continue;
          if (/^@modelcontextprotocol\/core-internal(?:\/|$)/.test(specifier)) {
            yield report('internal-import', at, { server }, { server, file });
          } else if (specifier === '@modelcontextprotocol/server' && names.includes('serveStdio')) {
            yield report('root-import', at, { server }, { server, file });
          }
        }
      }
      for (const { file, digest, reported } of gathered) {
        if (digest.kind !== 'claim' || !reported) continue;
        for (const manifest of manifestsFor(file, digest, entries)) yield* judge(manifest, digest.at, file);
      }
    }

    function* judge({ ref, bytes, entries: own }: Manifest, at: RawFinding['at'], file: FileRef) {
      const { old, new: current } = sdkDependencies(bytes);
      const place = (dependency: SdkDependency): readonly RelatedPlace[] => [
        { message: 'the dependency', at: dependency.at, file: fileWithSource(ref, bytes) },
      ];
      if (old !== undefined) {
        const args = { manifest: ref.path, dependency: `${old.name} ${old.range}` };
        const id = current === undefined ? 'old-line' : 'both-lines';
        yield report(id, at, args, { file, related: place(old) });
      } else if (current !== undefined) {
        const starter = own.find(
          ({ text }) => calls(text, 'StdioServerTransport') && !calls(text, 'serveStdio'),
        );
        if (starter !== undefined) {
          const related = [{ message: 'the script', at: { start: 0, end: 0 }, file: starter.file }];
          yield report('old-transport', at, { entry: starter.file.path }, { file, related });
        }
      }
    }
  },
});

/** A context file that says which revision its package speaks. */
interface Claim {
  readonly kind: 'claim';
  readonly at: Span;
  /** Whether the file lies in a customization root, and is about the folder that holds it. */
  readonly inRoot: boolean;
  readonly surroundings: Surroundings;
}

function claimOf({ source, markdown, place }: ContextView): Claim | undefined {
  const at = findClaim(source.bytes, markdown.outline);
  if (at === undefined) return undefined;
  return { kind: 'claim', at, inRoot: place.owner === 'root', surroundings: place.surroundings };
}

/** A file with servers that are started by the path of a script. */
interface Starts {
  readonly kind: 'mcp-config' | 'mcp-json';
  readonly scripts: readonly { readonly server: string; readonly path: string }[];
  readonly surroundings: Surroundings;
}

function startsOf({ kind, config, place }: McpConfigView | McpJsonView): Starts | undefined {
  const scripts: { server: string; path: string }[] = [];
  for (const server of config.servers) {
    const path = entryPath(server);
    if (path !== undefined) scripts.push({ server: server.name, path });
  }
  return scripts.length === 0 ? undefined : { kind, scripts, surroundings: place.surroundings };
}

type Digests = readonly Gathered<Claim | Starts>[];

/** The script of a server. */
interface Entry {
  readonly server: string;
  readonly file: FileRef;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly imports: ReturnType<typeof sdkImports>;
  readonly surroundings: Surroundings;
}

/** Scripts that import the SDK and that a linted file starts; each once. */
function entriesOf(gathered: Digests): readonly Entry[] {
  const entries = new Map<string, Entry>();
  const ofKind = (kind: Starts['kind']) =>
    gathered.flatMap(({ digest, reported }) => (reported && digest.kind === kind ? [digest] : []));
  for (const { scripts, surroundings } of [...ofKind('mcp-config'), ...ofKind('mcp-json')]) {
    for (const { server, path } of scripts) {
      for (const from of ['repository', 'folder'] as const) {
        const ref = surroundings.file(path, from);
        const read =
          ref === undefined || entries.has(ref.absolute) ? undefined : surroundings.read(path, from);
        if (ref === undefined || read === undefined) continue;
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes);
        entries.set(ref.absolute, {
          server,
          file: fileWithSource(ref, read.bytes),
          bytes: read.bytes,
          text,
          imports: sdkImports(text),
          surroundings,
        });
        break;
      }
    }
  }
  return [...entries.values()].filter(({ imports }) => imports.length > 0);
}

/** A `package.json`, and the scripts that belong to it. */
interface Manifest {
  readonly ref: FileRef;
  readonly bytes: Uint8Array;
  readonly entries: readonly Entry[];
}

/** From the repository root; '' for the root itself. */
function folderOf({ repositoryPath }: FileRef, { inRoot }: Claim): string {
  const directory = above(repositoryPath);
  return inRoot ? above(directory) : directory;
}

function above(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The package that a context file stands in, and those of the scripts below its folder. */
function manifestsFor(file: FileRef, claim: Claim, entries: readonly Entry[]): readonly Manifest[] {
  const found = new Map<string, Manifest>();
  const folder = folderOf(file, claim);
  const { surroundings } = claim;
  const add = (from: Surroundings, directory: string, entry: Entry | undefined): boolean => {
    const path = directory === '' ? 'package.json' : `${directory}/package.json`;
    const ref = from.file(path, 'repository');
    const known = ref === undefined ? undefined : found.get(ref.absolute);
    const bytes = known?.bytes ?? from.read(path, 'repository')?.bytes;
    if (ref === undefined || bytes === undefined) return false;
    const more = entry === undefined ? [] : [entry];
    found.set(ref.absolute, { ref, bytes, entries: [...(known?.entries ?? []), ...more] });
    return true;
  };
  add(surroundings, folder, undefined);
  const root = surroundings.file('', 'repository')?.absolute;
  for (const entry of entries) {
    if (entry.surroundings.file('', 'repository')?.absolute !== root) continue;
    let at = above(entry.file.repositoryPath);
    while (
      (at === folder || folder === '' || at.startsWith(`${folder}/`)) &&
      !add(entry.surroundings, at, entry)
    ) {
      if (at === folder) break;
      at = above(at);
    }
  }
  return [...found.values()];
}
