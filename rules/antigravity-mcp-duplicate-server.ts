import {
  defineRule,
  eachLoadedTogether,
  type FileRef,
  type Gathered,
  isManifestFolder,
  type JsonDoc,
  jsonPointer,
  type LoadedServer,
  type Located,
  type McpConfigView,
  type NamedServer,
  type NodeId,
  type PluginManifestView,
  type RawFinding,
  type RelatedPlace,
  type SessionFolder,
  type Span,
} from '../src/rule.ts';

const WRAPPER = 'mcpServers';

/** Nobody reads more places of one name. */
const MAX_OTHERS = 10;

export default defineRule({
  id: 'antigravity-mcp-duplicate-server',
  summary: 'A server must stand once in a file, and once in the files that are loaded together',
  category: 'mcp',
  repositoryTypes: ['antigravity', 'antigravity-plugin'],
  kinds: ['mcp-config', 'plugin-manifest', 'workspace'],
  severity: 'warning',
  enabled: 'auto',
  since: '0.20.0',
  fixable: false,
  options: {},
  evidence: [
    {
      claim: 'A repeated wrapper or server replaces the earlier one whole; its fields do not merge.',
      source: 'the command-line program in an empty home',
      version: '1.1.26',
      level: 'measured',
    },
    {
      claim:
        'A session loads what lies in the customization roots of its folder and of those above, up to the repository root, with their plugins.',
      source: 'the command-line program in an empty home',
      version: '1.1.25',
      level: 'measured',
    },
    {
      claim:
        'What becomes of one name in several of these files is not documented: both servers were seen to start, and of two plugins both to be renamed.',
      source: 'reports of users',
      level: 'reported',
    },
  ],
  messages: {
    'server-replaced': {
      severity: 'info',
      scope: 'server',
      consequence: 'server-replaced',
      text: (a: { server: string }) =>
        `Server "${a.server}" stands in this file more than once; Antigravity takes the last one and nothing of the others`,
      help: () => 'Take the others out, or give them names of their own.',
    },
    'wrapper-replaced': {
      severity: 'info',
      scope: 'file',
      consequence: 'server-replaced',
      text: () =>
        `${WRAPPER} stands in this file more than once; Antigravity takes the last one and no server of the others`,
      help: () => `Put all servers into one ${WRAPPER}.`,
    },
    'same-server': {
      severity: 'warning',
      scope: 'server',
      consequence: 'duplicate',
      text: (a: { server: string; other: string; what: string }) =>
        `Server "${a.server}" has the same ${a.what} as "${a.other}"; Antigravity loads both, and every tool is there twice`,
      help: () => 'Take one of them out.',
    },
    'loaded-together': {
      severity: 'warning',
      scope: 'server',
      consequence: 'duplicate',
      text: (a: { server: string; other: string; more: number }) =>
        `Server "${a.server}" stands in ${a.other}${a.more === 0 ? '' : ' and other files'} as well, and Antigravity loads them together; which of the servers counts is not documented, and all may start`,
      help: () => 'Keep it in one of the files, or give each its own name.',
    },
  },

  gather: (view) =>
    view.kind === 'mcp-config' ? serversToLoad(view) : isOff(view) ? 'plugin-off' : undefined,

  check(view, { report, gathered }) {
    if (view.kind === 'workspace') return gathered.length < 2 ? [] : [...acrossFiles()];
    if (view.kind !== 'mcp-config') return [];
    const { doc, servers, state } = view.config;
    if (doc === undefined || state === 'fatal') return [];
    const findings: RawFinding[] = [];
    repeated(doc, servers);
    equal(doc, servers);
    return findings;

    function repeated(doc: JsonDoc, servers: readonly LoadedServer[]): void {
      const wrappers = keysNamed(doc, WRAPPER);
      const last = wrappers.at(-1);
      if (last === undefined) return;
      if (wrappers.length > 1) {
        const where = { pointer: jsonPointer(WRAPPER), related: replaced(doc, wrappers) };
        findings.push(report('wrapper-replaced', doc.span(last), {}, where));
      }
      for (const { name: server, keys } of repeatedKeys(doc, last + 1, servers.length)) {
        const where = { server, pointer: jsonPointer(WRAPPER, server), related: replaced(doc, keys) };
        findings.push(report('server-replaced', doc.span(keys.at(-1) as NodeId), { server }, where));
      }
    }

    function equal(doc: JsonDoc, servers: readonly LoadedServer[]): void {
      const candidates = alike(servers);
      if (candidates.length === 0) return;
      const firsts = new Map<string, LoadedServer>();
      for (const server of candidates) {
        const key = definition(server);
        const first = firsts.get(key);
        if (first === undefined) {
          firsts.set(key, server);
          continue;
        }
        const { name, connection } = server;
        const what = connection.kind === 'remote' ? 'address' : 'command and arguments';
        const related = [{ message: `"${first.name}"`, at: doc.span(first.key) }];
        const where = { server: name, pointer: jsonPointer(WRAPPER, name), related };
        findings.push(
          report('same-server', doc.span(server.key), { server: name, other: first.name, what }, where),
        );
      }
    }

    function* acrossFiles(): Generator<RawFinding> {
      for (const [{ name: server, at, file }, others] of holders(entriesOf(gathered))) {
        const [first, ...more] = others;
        if (first === undefined) continue;
        const related = [...others].map(
          (other): RelatedPlace => ({ message: `"${server}" as well`, at: other.at, file: other.file }),
        );
        const where = { server, pointer: jsonPointer(WRAPPER, server), related, file };
        const args = { server, other: first.file.path, more: more.length };
        yield report('loaded-together', at, args, where);
      }
    }
  },
});

function keysNamed(doc: JsonDoc, name: string): readonly NodeId[] {
  const keys: NodeId[] = [];
  doc.forEachMember(doc.root, (key) => {
    if (doc.text(key) === name) keys.push(key);
  });
  return keys;
}

/** The keys of an object that stand there more than once, by their names. @param names how many there are, each counted once */
function repeatedKeys(
  doc: JsonDoc,
  object: NodeId,
  names: number,
): readonly { readonly name: string; readonly keys: readonly NodeId[] }[] {
  let count = 0;
  doc.forEachMember(object, () => count++);
  if (count === names) return [];
  const byName = new Map<string, NodeId[]>();
  doc.forEachMember(object, (key) => {
    const name = doc.text(key);
    const keys = byName.get(name);
    if (keys === undefined) byName.set(name, [key]);
    else keys.push(key);
  });
  return [...byName].filter(([, keys]) => keys.length > 1).map(([name, keys]) => ({ name, keys }));
}

/** The places of all keys but the last one, which counts. */
function replaced(doc: JsonDoc, keys: readonly NodeId[]): readonly RelatedPlace[] {
  return keys
    .slice(0, Math.min(keys.length - 1, MAX_OTHERS))
    .map((key) => ({ message: 'replaced', at: doc.span(key) }));
}

/** The servers that run, of which another one starts the same program or has the same address; mostly there are none. */
function alike(servers: readonly LoadedServer[]): readonly LoadedServer[] {
  if (servers.length < 2) return [];
  const targets = new Set<string>();
  const again = new Set<string>();
  for (const server of servers) {
    if (!runs(server)) continue;
    const before = targets.size;
    if (targets.add(target(server)).size === before) again.add(target(server));
  }
  return again.size === 0 ? [] : servers.filter((server) => runs(server) && again.has(target(server)));
}

function runs({ state, connection }: LoadedServer): boolean {
  return state === 'loaded' && connection.kind !== 'none';
}

function target({ connection }: LoadedServer): string {
  if (connection.kind === 'remote') return connection.url.value;
  return connection.kind === 'stdio' ? connection.command.value : '';
}

/** All that tells two servers apart. */
function definition(server: LoadedServer): string {
  const { args, env, headers, cwd, oauth, authProviderType, disabledTools } = server.fields;
  const { kind } = server.connection;
  return JSON.stringify([
    kind,
    target(server),
    kind === 'stdio' ? (args ?? []).map(({ value }) => value) : [],
    inOrder(env),
    inOrder(headers),
    [cwd, oauth?.clientId, oauth?.clientSecret, authProviderType].map((one) => one?.value),
    (disabledTools ?? []).map(({ value }) => value),
  ]);
}

function inOrder(map: ReadonlyMap<string, Located<string>> = new Map()): readonly (readonly string[])[] {
  return [...map].map(([name, { value }]) => [name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What is kept of a file: the servers that load, and the folders of the sessions that load them. */
interface ServersToLoad {
  readonly folders: readonly SessionFolder[];
  readonly servers: readonly { readonly name: string; readonly at: Span }[];
}

function serversToLoad({ config: { doc, servers }, place }: McpConfigView): ServersToLoad | undefined {
  const loaded = servers.filter(({ state }) => state === 'loaded');
  const folders = loaded.length === 0 ? [] : place.loadedFrom;
  if (doc === undefined || folders.length === 0) return undefined;
  return { folders, servers: loaded.map(({ name, key }) => ({ name, at: doc.span(key) })) };
}

/** A plugin of which Antigravity loads nothing. */
function isOff({ manifest: { state, disabled } }: PluginManifestView): boolean {
  return state !== 'loaded' || disabled?.value === true;
}

type Digests = readonly Gathered<ServersToLoad | 'plugin-off'>[];

/** A server in a file of a customization root or a plugin. */
interface Entry extends NamedServer {
  readonly at: Span;
  readonly file: FileRef;
  readonly reported: boolean;
}

function entriesOf(gathered: Digests): readonly Entry[] {
  const off = new Set<string>();
  for (const { file, digest } of gathered) if (digest === 'plugin-off') off.add(pluginOf(file));
  const entries: Entry[] = [];
  gathered.forEach(({ file, digest, reported }, order) => {
    if (digest === 'plugin-off' || (off.size > 0 && off.has(folderOf(file.absolute)))) return;
    const { folders, servers } = digest;
    for (const { name, at } of servers) entries.push({ name, at, file, reported, order, folders });
  });
  return entries;
}

/** The folder of the plugin that a manifest belongs to. */
function pluginOf({ absolute }: FileRef): string {
  const folder = folderOf(absolute);
  return isManifestFolder(folder.slice(folderOf(folder).length + 1)) ? folderOf(folder) : folder;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
}

/**
 * Which servers share their name with others that are loaded together with them. Of two it is the one whose file comes
 * later, unless nothing is reported about that file.
 */
function holders(entries: readonly Entry[]): ReadonlyMap<Entry, ReadonlySet<Entry>> {
  const found = new Map<Entry, Set<Entry>>();
  eachLoadedTogether(entries, MAX_OTHERS + 1, (earlier, later) => {
    const holder = later.reported ? later : earlier;
    if (!holder.reported) return;
    const others = found.get(holder) ?? new Set();
    if (others.size < MAX_OTHERS) others.add(holder === later ? earlier : later);
    found.set(holder, others);
  });
  return found;
}
