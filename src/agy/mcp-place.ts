import type { JsonDoc, NodeId } from '../json/tree.ts';
import { MCP_WRAPPER } from './facts.ts';
import { jsonPointer, type Located, type ProblemPlace } from './types.ts';

/**
 * Where a value of a server stands.
 * @param index of an element of a list; such a value has no key of its own
 * @param wrapper the keys that lead to the servers
 */
export function valuePlace(
  doc: JsonDoc,
  server: string,
  { node, key, field }: Located<unknown>,
  index?: number,
  wrapper: readonly string[] = [MCP_WRAPPER],
): ProblemPlace {
  const own = index ?? doc.text(key as NodeId);
  if (field === undefined) {
    return { span: doc.span(node), field: `${own}`, pointer: jsonPointer(...wrapper, server, own) };
  }
  const outer = doc.text(field);
  return {
    span: doc.span(node),
    field: index === undefined ? `${outer}.${own}` : `${outer}[${index}]`,
    pointer: jsonPointer(...wrapper, server, outer, own),
  };
}

/**
 * Where a key of a server stands.
 * @param outer the key of the object that it stands in, when it is not the server itself
 */
export function keyPlace(doc: JsonDoc, server: string, key: NodeId, outer?: NodeId): ProblemPlace {
  const name = doc.text(key);
  const path = outer === undefined ? [name] : [doc.text(outer), name];
  return { span: doc.span(key), field: path.join('.'), pointer: jsonPointer(MCP_WRAPPER, server, ...path) };
}
