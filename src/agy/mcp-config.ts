import { type JsonSyntaxError, parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonKind, JsonMember, NodeId } from '../json/tree.ts';
import { MCP_WRAPPER } from './facts.ts';
import { decodeServer, type LoadedServer, type LoaderSettings } from './mcp-server.ts';
import { type Effect, jsonPointer, type ProblemPlace } from './types.ts';

export type { Connection, LoadedServer, LoaderSettings, ServerFields } from './mcp-server.ts';

/** What is wrong, what the loader does about it, and where. */
export type McpProblem = { readonly effect: Effect; readonly place: ProblemPlace } & (
  | { readonly code: 'syntax'; readonly error: JsonSyntaxError }
  | { readonly code: 'root-type' | 'servers-type'; readonly found: JsonKind }
  | {
      readonly code: 'no-servers';
      /** Why there are none: the root or the wrapper is null, or the wrapper is not there. */
      readonly because: 'null-root' | 'null-wrapper' | 'no-wrapper';
      /** The key that looks like the wrapper, decoded; a bare map of servers looks like one without a wrapper. */
      readonly lookalike?: string;
      /** The key under the lookalike that holds the servers, decoded: `servers` in `{"mcp": {"servers": {…}}}`. */
      readonly inner?: string;
      readonly bareMap: boolean;
    }
);

/** A value that a later spelling of the same key replaced whole; the loader checks its syntax and nothing else. */
export interface ReplacedServer {
  readonly name: string;
  readonly key: NodeId;
  readonly node: NodeId;
  /** What replaced it: a later server of its name, or a later wrapper. */
  readonly by: 'server' | 'wrapper';
  /** As it would have loaded. */
  readonly server: LoadedServer;
}

/** What agy makes of one `mcp_config.json`. */
export interface McpConfig {
  /** `fatal`: no session starts. `inert`: read, no server in it. */
  readonly state: 'fatal' | 'inert' | 'loaded';
  /** Absent when the bytes are not JSON. */
  readonly doc?: JsonDoc;
  /** The keys that lead to the servers. */
  readonly wrapper: readonly string[];
  /** The servers that count, in file order of the spelling that counts; dropped ones are among them. */
  readonly servers: readonly LoadedServer[];
  /** In file order; made whenever it is asked for, since hardly anybody asks. */
  readonly replaced: readonly ReplacedServer[];
  /** Problems of the file; those of a server are in the server. */
  readonly problems: readonly McpProblem[];
}

/**
 * Reads a file as agy 1.1.26 does. The root and the map of servers keep the last of several equal keys, compared
 * exactly; each server that is left is decoded into a struct (see `decodeServer`).
 */
export function emulateMcpConfig(bytes: Uint8Array, settings: LoaderSettings): McpConfig {
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) {
    const { offset } = parsed.error;
    const span = { start: offset, end: Math.min(offset + 1, bytes.length) };
    return {
      state: 'fatal',
      wrapper: WRAPPER,
      servers: [],
      replaced: [],
      problems: [{ code: 'syntax', effect: 'session-fatal', error: parsed.error, place: { span } }],
    };
  }
  const { doc } = parsed;
  const nothing = { doc, wrapper: WRAPPER, servers: [], replaced: [] };
  const rootKind = doc.kind(doc.root);
  const rootPlace = { span: doc.span(doc.root), pointer: '' };
  if (rootKind === 'null') {
    return { ...nothing, state: 'inert', problems: [noServers('null-root', rootPlace, false)] };
  }
  if (rootKind !== 'object') {
    const problem = {
      code: 'root-type',
      effect: 'session-fatal',
      found: rootKind,
      place: rootPlace,
    } as const;
    return { ...nothing, state: 'fatal', problems: [problem] };
  }

  const wrappers = wrappersOf(doc);
  const wrapper = wrappers.at(-1);
  if (wrapper === undefined) return { ...nothing, state: 'inert', problems: [missingWrapper(doc)] };
  const wrapperKind = doc.kind(wrapper.value);
  const place = { span: doc.span(wrapper.value), field: MCP_WRAPPER, pointer: jsonPointer(MCP_WRAPPER) };
  return {
    doc,
    wrapper: WRAPPER,
    state: wrapperKind === 'object' ? 'loaded' : wrapperKind === 'null' ? 'inert' : 'fatal',
    servers: serversOf(doc, wrapper.value, settings),
    get replaced() {
      return [...replacedIn(doc, wrappers, settings)];
    },
    problems:
      wrapperKind === 'object'
        ? []
        : wrapperKind === 'null'
          ? [noServers('null-wrapper', place, false)]
          : [{ code: 'servers-type', effect: 'session-fatal', found: wrapperKind, place }],
  };
}

/** Every spelling of the key that is read, in file order: the last one counts. */
export function wrappersOf(doc: JsonDoc): readonly JsonMember[] {
  const wrappers: JsonMember[] = [];
  doc.forEachMember(doc.root, (key, value) => {
    if (doc.text(key) === MCP_WRAPPER) wrappers.push({ key, value });
  });
  return wrappers;
}

const WRAPPER: readonly string[] = [MCP_WRAPPER];

/** Of a map of servers those that count: of equal names the last, in the order of the spellings that count. */
export function serversOf(doc: JsonDoc, map: NodeId, settings: LoaderSettings): readonly LoadedServer[] {
  const servers: LoadedServer[] = [];
  lastMembers(doc, map).forEach(({ key, value }, name) => {
    servers.push(decodeServer(doc, name, key, value, settings));
  });
  return servers;
}

function lastMembers(doc: JsonDoc, map: NodeId): ReadonlyMap<string, JsonMember> {
  const last = new Map<string, JsonMember>();
  doc.forEachMember(map, (key, value) => {
    const name = doc.text(key);
    // Taken out first, so that a server stands where the spelling that counts stands.
    last.delete(name);
    last.set(name, { key, value });
  });
  return last;
}

/** What does not count of the servers in all spellings of the wrapper, in file order. */
export function* replacedIn(
  doc: JsonDoc,
  wrappers: readonly JsonMember[],
  settings: LoaderSettings,
): Generator<ReplacedServer> {
  const counting = wrappers.at(-1);
  const last = counting === undefined ? undefined : lastMembers(doc, counting.value);
  for (const wrapper of wrappers) {
    const by = wrapper === counting ? 'server' : 'wrapper';
    for (const { key, value } of doc.members(wrapper.value)) {
      const name = doc.text(key);
      if (by === 'server' && last?.get(name)?.key === key) continue;
      yield { name, key, node: value, by, server: decodeServer(doc, name, key, value, settings) };
    }
  }
}

function noServers(
  because: 'null-root' | 'null-wrapper' | 'no-wrapper',
  place: ProblemPlace,
  bareMap: boolean,
  found: { readonly lookalike?: string; readonly inner?: string } = {},
): McpProblem {
  return { code: 'no-servers', effect: 'file-inert', because, place, bareMap, ...found };
}

/** Names under which other hosts keep their servers, folded; the wrapper in another case is one of them. */
const WRAPPERS_ELSEWHERE: ReadonlySet<string> = new Set([
  'mcpservers',
  'mcp_servers',
  'mcp-servers',
  'mcpserver',
  'servers',
  'server',
  'mcp',
  'context_servers',
]);

/** Where the wrapper is missing: the key that looks like it, else the first key, else the opening brace. */
function missingWrapper(doc: JsonDoc): McpProblem {
  let first: NodeId | undefined;
  let bare: NodeId | undefined;
  for (const { key, value } of doc.members(doc.root)) {
    first ??= key;
    const name = doc.text(key);
    if (WRAPPERS_ELSEWHERE.has(name.toLowerCase())) {
      const inner = innerWrapper(doc, value);
      const found = inner === undefined ? { lookalike: name } : { lookalike: name, inner };
      return noServers('no-wrapper', { span: doc.span(key), pointer: jsonPointer(name) }, false, found);
    }
    if (bare === undefined && looksLikeServer(doc, value)) bare = key;
  }
  const at = bare ?? first;
  if (at === undefined) {
    const { start } = doc.span(doc.root);
    return noServers('no-wrapper', { span: { start, end: start + 1 }, pointer: '' }, false);
  }
  const name = doc.text(at);
  const place = { span: doc.span(at), pointer: jsonPointer(name) };
  return bare === undefined
    ? noServers('no-wrapper', place, false)
    : noServers('no-wrapper', place, true, { lookalike: name });
}

/** Settings of an editor hold the servers a level deeper. A server may have such a name, too. */
function innerWrapper(doc: JsonDoc, outer: NodeId): string | undefined {
  for (const { key, value } of doc.members(outer)) {
    const name = doc.text(key);
    if (!WRAPPERS_ELSEWHERE.has(name.toLowerCase()) || looksLikeServer(doc, value)) continue;
    for (const { value: server } of doc.members(value)) if (looksLikeServer(doc, server)) return name;
  }
  return undefined;
}

const CONNECTION_KEYS: ReadonlySet<string> = new Set(['command', 'url', 'serverurl', 'httpurl']);

function looksLikeServer(doc: JsonDoc, node: NodeId): boolean {
  for (const { key } of doc.members(node)) if (CONNECTION_KEYS.has(doc.text(key).toLowerCase())) return true;
  return false;
}
