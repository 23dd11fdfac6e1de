import type { JsonDoc, NodeId } from '../json/tree.ts';

/** A tree as plain values; objects become lists of pairs, so that repeated keys show. */
export function plain(doc: JsonDoc, node: NodeId = doc.root): unknown {
  switch (doc.kind(node)) {
    case 'object':
      return { pairs: [...doc.members(node)].map(({ key, value }) => [doc.text(key), plain(doc, value)]) };
    case 'array':
      return [...doc.items(node)].map((item) => plain(doc, item));
    case 'string':
      return doc.text(node);
    case 'number':
      return Number(doc.text(node));
    case 'null':
      return null;
    default:
      return doc.kind(node) === 'true';
  }
}

/** What `JSON.parse` gives with objects as lists of pairs; equal keys are gone there, so inputs must not repeat any. */
export function pairs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pairs);
  if (value === null || typeof value !== 'object') return value;
  return { pairs: Object.entries(value).map(([key, member]) => [key, pairs(member)]) };
}
