import type { JsonDoc, JsonKind, NodeId } from '../json/tree.ts';
import { MCP_FIELDS, type McpField } from './facts.ts';
import type { LoadedServer, LoaderSettings, ServerFields } from './mcp-config.ts';
import { oauthFieldNamed, watchServer } from './mcp-server.ts';

/**
 * What a spelling did. `created`: the first value of the field. `replaced`: took the place of an earlier one. `merged`: put its
 * members to those of an earlier one. `cleared`: `null`. `refused`: a wrong type, which drops the server in the end. `unread`: no
 * field of a server.
 */
export type SpellingEffect = 'created' | 'replaced' | 'merged' | 'cleared' | 'refused' | 'unread';

/** One spelling of a key in a server, and what became of it. */
export interface TracedSpelling {
  readonly key: NodeId;
  readonly value: NodeId;
  /** Absent for a key that is not read. */
  readonly field?: McpField;
  readonly effect: SpellingEffect;
  /** The key of the spelling whose value it replaced, cleared or merged with. */
  readonly earlier?: NodeId;
  /** Members of a map that were not there before, and members that took the place of earlier ones. */
  readonly added: readonly string[];
  readonly overwritten: readonly string[];
  /** The members or elements that were refused; none when it is the value as a whole. */
  readonly refused: readonly { readonly name: string | number; readonly found: JsonKind }[];
}

/** How a server that is an object was decoded: every spelling in the order in which it applied. */
export function traceServer(
  doc: JsonDoc,
  server: Pick<LoadedServer, 'name' | 'key' | 'node'>,
  settings: LoaderSettings,
): readonly TracedSpelling[] {
  const trace: TracedSpelling[] = [];
  /** The last spelling that put something into a field. */
  const last = new Map<McpField, NodeId>();
  watchServer(doc, server, settings, ({ key, value, field }, held) => {
    const nothing = { added: [], overwritten: [], refused: [] };
    if (field === undefined) {
      return () => trace.push({ key, value, effect: 'unread', ...nothing });
    }
    const before = held.refused(field);
    const there = held.fields[field] !== undefined;
    const members = namesIn(doc, field, value, held.fields);
    return () => {
      const isRefused = held.refused(field) > before;
      const effect = isRefused ? 'refused' : effectOf(doc.kind(value), field, there);
      const refused = isRefused ? refusedIn(doc, field, value) : [];
      const earlier = there ? last.get(field) : undefined;
      trace.push({
        key,
        value,
        field,
        effect,
        ...(earlier === undefined ? {} : { earlier }),
        ...members,
        refused,
      });
      if (effect === 'cleared') last.delete(field);
      // A value that was refused as a whole leaves what was there.
      else if (!isRefused || refused.length > 0 || !there) last.set(field, key);
    };
  });
  return trace;
}

function effectOf(kind: JsonKind, field: McpField, there: boolean): SpellingEffect {
  if (kind === 'null') return 'cleared';
  if (!there) return 'created';
  const { type } = MCP_FIELDS[field];
  return type === 'string-map' || type === 'oauth' ? 'merged' : 'replaced';
}

/** The names in a map that are taken, by whether they are there already. */
function namesIn(
  doc: JsonDoc,
  field: McpField,
  value: NodeId,
  fields: ServerFields,
): Pick<TracedSpelling, 'added' | 'overwritten'> {
  if (field !== 'env' && field !== 'headers' && field !== 'oauth') return { added: [], overwritten: [] };
  const isThere = (name: string): boolean =>
    field === 'oauth' ? Object.hasOwn(fields.oauth ?? {}, name) : fields[field]?.has(name) === true;
  const names = new Set<string>();
  doc.forEachMember(value, (key, member) => {
    const name = nameIn(field, doc.text(key));
    // A null is "" in a map, and nothing at all in `oauth`.
    const isNothing = field === 'oauth' && doc.kind(member) === 'null';
    if (name !== undefined && (!isNothing || isThere(name))) names.add(name);
  });
  return {
    added: [...names].filter((name) => !isThere(name)),
    overwritten: [...names].filter(isThere),
  };
}

/** How a member counts; undefined for one that is not read. */
function nameIn(field: McpField, spelled: string): string | undefined {
  return field === 'oauth' ? oauthFieldNamed(spelled) : spelled;
}

function refusedIn(doc: JsonDoc, field: McpField, value: NodeId): TracedSpelling['refused'] {
  const refused: { name: string | number; found: JsonKind }[] = [];
  const add = (name: string | number, node: NodeId): void => {
    const found = doc.kind(node);
    if (found !== 'string' && found !== 'null') refused.push({ name, found });
  };
  const { type } = MCP_FIELDS[field];
  if (type === 'string-map' || type === 'oauth') {
    doc.forEachMember(value, (key, member) => {
      const name = nameIn(field, doc.text(key));
      if (name !== undefined) add(name, member);
    });
  } else if (type === 'string-list') {
    let index = 0;
    for (const item of doc.items(value)) add(index++, item);
  }
  return refused;
}
