import type { JsonDoc, NodeId } from '../json/tree.ts';

/**
 * The way from the root to any value of a document: keys decoded, and indices. Made for many questions about one
 * document: it is read once, and an answer costs as much as the path is long.
 */
export function nodePaths(doc: JsonDoc): (node: NodeId) => readonly (string | number)[] {
  const parents = new Uint32Array(doc.size);
  const indices = new Uint32Array(doc.size);
  for (let container = doc.root; container < doc.size; container++) {
    for (const { value } of doc.members(container)) parents[value] = container;
    let index = 0;
    for (const item of doc.items(container)) {
      parents[item] = container;
      indices[item] = index++;
    }
  }
  return (node) => {
    const path: (string | number)[] = [];
    for (let at = node; at !== doc.root; at = parents[at] as number) {
      const inObject = doc.kind(parents[at] as number) === 'object';
      // A key stands right before its value.
      path.push(inObject ? doc.text(at - 1) : (indices[at] as number));
    }
    return path.reverse();
  };
}
