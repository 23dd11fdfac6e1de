import type { JsonDoc, NodeId } from '../json/tree.ts';

/** A Go slice: its memory outlives its length, and the next array is decoded into that memory. */
export interface Slice<T> {
  memory: T[];
  length: number;
}

export function newSlice<T>(): Slice<T> {
  return { memory: [], length: 0 };
}

export function elementsOf<T>(slice: Slice<T>): readonly T[] {
  return slice.length === slice.memory.length ? slice.memory : slice.memory.slice(0, slice.length);
}

/**
 * Decodes an array as Go's `encoding/json` does: every element over what its place in the memory holds, so that what it
 * does not name keeps the value of an earlier array. An empty array gets fresh memory.
 */
export function fillSlice<T>(
  doc: JsonDoc,
  slice: Slice<T>,
  array: NodeId,
  fresh: (node: NodeId) => T,
  decode: (old: T, node: NodeId, index: number) => T,
): void {
  if (doc.isEmpty(array)) {
    slice.memory = [];
    slice.length = 0;
    return;
  }
  let index = 0;
  doc.forEachItem(array, (item) => {
    slice.memory[index] = decode(slice.memory[index] ?? fresh(item), item, index);
    index++;
  });
  slice.length = index;
}
