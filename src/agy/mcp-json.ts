import { type JsonSyntaxError, type ParseResult, parseJson } from '../json/parse.ts';
import type { JsonDoc, JsonKind, JsonMember, NodeId } from '../json/tree.ts';
import { MCP_WRAPPER } from './facts.ts';
import { type ReplacedServer, replacedIn, serversOf } from './mcp-config.ts';
import type { LoadedServer } from './mcp-server.ts';
import { jsonPointer, type ProblemPlace } from './types.ts';

/** What keeps a host from reading the file, or one server of it. */
export type McpJsonProblem =
  | { readonly code: 'syntax'; readonly error: JsonSyntaxError }
  | { readonly code: 'root-type' | 'servers-type'; readonly found: JsonKind; readonly place: ProblemPlace }
  | {
      readonly code: 'server-type';
      readonly server: string;
      readonly found: JsonKind;
      readonly place: ProblemPlace;
    };

/** What a `.mcp.json` holds. */
export interface McpJson {
  /** Absent when the bytes are no JSON, comments and trailing commas allowed. */
  readonly doc?: JsonDoc;
  /** The keys that lead to the servers; none for a bare map. */
  readonly wrapper: readonly string[];
  /** The servers that count, in file order; one that is no object has no fields. */
  readonly servers: readonly LoadedServer[];
  /** What a later spelling of the same key replaced; made whenever it is asked for. */
  readonly replaced: readonly ReplacedServer[];
  readonly problems: readonly McpJsonProblem[];
}

/** The key under which Visual Studio keeps the servers of this file. Whether it takes comments there is not known. */
const OTHER_WRAPPER = 'servers';

/** Members of a bare map that are notes for people or programs, and no servers. */
const NOTE = /^(?:[$_]|\/\/|description$|inputs$|version$)/;

/**
 * Reads a `.mcp.json`. Antigravity does not read it; several other hosts do, each in its own way. So this reads what they agree on: strict
 * JSON, and in it a map of servers, each an object, under `mcpServers` or without a wrapper. Of equal keys the last counts.
 * The fields are decoded as agy decodes them, which sees no fewer of them than any host does.
 */
export function readMcpJson(bytes: Uint8Array): McpJson {
  const text = withoutMark(bytes);
  const parsed = parseJson(text, { dialect: 'strict' });
  const lenient = parsed.ok ? parsed : parseJson(text, { dialect: 'jsonc' });
  const content = lenient.ok ? contentOf(lenient.doc) : NOTHING;
  const syntax = syntaxProblems(parsed, content.wrapper);
  return syntax.length === 0 ? content : { ...content, problems: [...syntax, ...content.problems] };
}

const NOTHING: McpJson = { wrapper: [], servers: [], replaced: [], problems: [] };

/** Most hosts take a byte-order mark off before they parse. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return bytes;
  // Spaces in its place keep every offset.
  return bytes.slice().fill(0x20, 0, 3);
}

/** What no host can be known to refuse is no problem. */
function syntaxProblems(parsed: ParseResult, wrapper: readonly string[]): readonly McpJsonProblem[] {
  if (parsed.ok || wrapper[0] === OTHER_WRAPPER || parsed.error.expected === 'less-depth') return [];
  return [{ code: 'syntax', error: parsed.error }];
}

/** The servers that a document holds, and what is wrong with its shape. */
export function contentOf(doc: JsonDoc): McpJson {
  const rootKind = doc.kind(doc.root);
  if (rootKind !== 'object') {
    const place = { span: doc.span(doc.root), pointer: '' };
    return { ...NOTHING, doc, problems: [{ code: 'root-type', found: rootKind, place }] };
  }
  const members = [...doc.members(doc.root)];
  const under = (name: string): JsonMember[] => members.filter(({ key }) => doc.text(key) === name);
  for (const name of [MCP_WRAPPER, OTHER_WRAPPER]) {
    const maps = under(name);
    const last = maps.at(-1);
    if (last === undefined) continue;
    const kind = doc.kind(last.value);
    if (kind === 'object') return serversIn(doc, [name], maps);
    if (name === OTHER_WRAPPER) continue;
    const place = { span: doc.span(last.value), field: name, pointer: jsonPointer(name) };
    return { ...NOTHING, doc, wrapper: [name], problems: [{ code: 'servers-type', found: kind, place }] };
  }
  return serversIn(doc, [], [{ key: doc.root, value: doc.root }]);
}

/** @param maps one for each spelling of the wrapper; the last counts */
function serversIn(doc: JsonDoc, wrapper: readonly string[], maps: readonly JsonMember[]): McpJson {
  const settings = { extraAuthProviderTypes: [] };
  const bare = wrapper.length === 0;
  const map = (maps.at(-1) as JsonMember).value;
  const all = serversOf(doc, map, settings);
  const servers = bare ? all.filter(({ name }) => !NOTE.test(name)) : all;
  return {
    doc,
    wrapper,
    servers,
    get replaced() {
      return [...replacedIn(doc, maps, settings)];
    },
    problems: servers.flatMap(({ name, node }) => serverProblem(doc, wrapper, name, node)),
  };
}

function serverProblem(
  doc: JsonDoc,
  wrapper: readonly string[],
  name: string,
  node: NodeId,
): readonly McpJsonProblem[] {
  const found = doc.kind(node);
  if (found === 'object') return [];
  const place = { span: doc.span(node), pointer: jsonPointer(...wrapper, name) };
  return [{ code: 'server-type', server: name, found, place }];
}
