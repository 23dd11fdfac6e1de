import type { JsonDoc, NodeId } from '../json/tree.ts';
import { placeIn } from './hook-problems.ts';
import { nodePaths } from './node-path.ts';
import type { ProblemPlace } from './types.ts';

/** Where a value of a hooks file stands. */
export interface HookPlace extends ProblemPlace {
  /** The hook it belongs to; absent for a value at the top, which is no hook's. */
  readonly hook?: string;
}

/** Finds the place of any value of a hooks file, whatever the shape of the file; made for many questions. */
export function hookPlaces(doc: JsonDoc): (node: NodeId) => HookPlace {
  let pathOf: ReturnType<typeof nodePaths> | undefined;
  return (node) => {
    pathOf ??= nodePaths(doc);
    const [name = '', ...rest] = pathOf(node);
    const place = placeIn(String(name), rest, doc.span(node));
    return rest.length === 0 ? place : { ...place, hook: String(name) };
  };
}
