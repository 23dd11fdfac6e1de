import { AUTH_PROVIDER_TYPES, MCP_FIELDS, MCP_WRAPPER, type McpField } from '../agy/facts.ts';
import type { McpConfig, McpProblem } from '../agy/mcp-config.ts';
import type { ServerProblem } from '../agy/mcp-server.ts';
import { quoteValue, renameKey, replaceValue, wrapMembers } from '../json/edit.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import type { Fix, TextEdit } from '../text/edit.ts';
import { booleanWord } from './words.ts';

/** For servers that stand outside the wrapper, or under a key that is none; undefined where something else is among them. */
export function wrapperFix(
  { doc }: McpConfig,
  { place, bareMap }: Extract<McpProblem, { code: 'no-servers' }>,
): Fix | undefined {
  const key = doc?.nodeAt(place.span.start);
  if (doc === undefined || key === undefined) return undefined;
  if (!holdsOnlyServers(doc, bareMap ? doc.root : key + 1)) return undefined;
  return bareMap
    ? {
        kind: 'suggested',
        title: `Put the servers into ${MCP_WRAPPER}`,
        edits: wrapMembers(doc, doc.root, MCP_WRAPPER),
      }
    : {
        kind: 'suggested',
        title: `Rename the key to ${MCP_WRAPPER}`,
        edits: renameKey(doc, key, MCP_WRAPPER),
      };
}

/** For all the values that a problem of a server is about; undefined where one of them would have to be guessed. */
export function serverFix(
  { doc }: McpConfig,
  { code, field, place, others }: ServerProblem,
): Fix | undefined {
  if (doc === undefined || field === undefined) return undefined;
  const edits: TextEdit[] = [];
  let first = '';
  for (const { span } of [place, ...others]) {
    const node = doc.nodeAt(span.start);
    const value = node === undefined ? undefined : mended(doc, node, code, field);
    if (value === undefined) return undefined;
    first ||= value.written;
    edits.push(...value.edits);
  }
  const spelled = place.field ?? field;
  if (code !== 'member-type') return { kind: 'safe', title: `Write ${spelled} as ${first}`, edits };
  const what = others.length === 0 ? spelled : `the values of ${field}`;
  return { kind: 'safe', title: `Put ${what} in double quotes`, edits };
}

interface MendedValue {
  /** What it becomes, where that is known from the start. */
  readonly written: string;
  readonly edits: readonly TextEdit[];
}

function mended(
  doc: JsonDoc,
  node: NodeId,
  code: ServerProblem['code'],
  field: McpField,
): MendedValue | undefined {
  const kind = doc.kind(node);
  if (code === 'member-type') {
    const scalar = kind === 'number' || kind === 'true' || kind === 'false';
    return scalar ? { written: '', edits: quoteValue(doc, node) } : undefined;
  }
  if (kind !== 'string') return undefined;
  const json = code === 'auth-provider' ? providerNamed(doc.text(node)) : booleanFor(field, doc.text(node));
  return json === undefined ? undefined : { written: json, edits: replaceValue(doc, node, json) };
}

function booleanFor(field: McpField, text: string): string | undefined {
  return MCP_FIELDS[field].type === 'boolean' ? booleanWord(text) : undefined;
}

/** The value of authProviderType that another spelling stands for; its name in the protocol is one. */
function providerNamed(text: string): string | undefined {
  const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
  const spelled = bare(text).replace(/^mcpauthprovidertype/, '');
  const provider = AUTH_PROVIDER_TYPES.find((name) => bare(name) === spelled);
  return provider === undefined ? undefined : `"${provider}"`;
}

function holdsOnlyServers(doc: JsonDoc, object: NodeId): boolean {
  return !doc.isEmpty(object) && [...doc.members(object)].every(({ value }) => looksLikeServer(doc, value));
}

const CONNECTIONS: ReadonlySet<string> = new Set(['command', 'url', 'serverurl']);

function looksLikeServer(doc: JsonDoc, node: NodeId): boolean {
  for (const { key } of doc.members(node)) if (CONNECTIONS.has(doc.text(key).toLowerCase())) return true;
  return false;
}
