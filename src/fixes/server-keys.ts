import { MCP_FIELDS } from '../agy/facts.ts';
import { foldedNames } from '../agy/fold.ts';
import { renameKey, replaceValue } from '../json/edit.ts';
import type { JsonDoc, NodeId } from '../json/tree.ts';
import type { Fix } from '../text/edit.ts';

const fieldNamed = foldedNames(Object.keys(MCP_FIELDS));

/** For `enabled: false`, which Antigravity does not read; undefined where something else says whether the server is on. */
export function switchFix(doc: JsonDoc, server: NodeId, key: NodeId): Fix | undefined {
  if (doc.kind(key + 1) !== 'false' || holds(doc, server, 'disabled')) return undefined;
  const edits = [...renameKey(doc, key, 'disabled'), ...replaceValue(doc, key + 1, 'true')];
  return { kind: 'suggested', title: 'Write "disabled": true in its place', edits };
}

/** For an address under a key of another program; undefined where it is none, or another one may be meant. */
export function addressFix(doc: JsonDoc, server: NodeId, key: NodeId): Fix | undefined {
  const isAddress = doc.kind(key + 1) === 'string' && /^(?:https?|wss?):\/\//i.test(doc.text(key + 1));
  if (!isAddress || ['serverUrl', 'url', 'command'].some((name) => holds(doc, server, name)))
    return undefined;
  return { kind: 'suggested', title: 'Rename the key to serverUrl', edits: renameKey(doc, key, 'serverUrl') };
}

function holds(doc: JsonDoc, server: NodeId, field: string): boolean {
  for (const { key } of doc.members(server)) if (fieldNamed(doc.text(key)) === field) return true;
  return false;
}
