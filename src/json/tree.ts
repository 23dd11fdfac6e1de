import type { Span } from '../text/span.ts';
import { asciiText, decodeString } from './decode.ts';

/** A node of a document: an index into its tables. Cheap to keep, and meaningless in another document. */
export type NodeId = number;

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** The order is the encoding in the `kinds` table. */
export const KINDS: readonly JsonKind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

const OBJECT = KINDS.indexOf('object');
const STRING = KINDS.indexOf('string');

/** One member of an object, in file order; a repeated key makes several members. */
export interface JsonMember {
  readonly key: NodeId;
  readonly value: NodeId;
}

/** Numbers in the row of a node: its kind, and these. */
export const START = 1;
export const END = 2;
/** The node after a node's whole subtree. */
export const NEXT = 3;
export const ROW = 4;

/**
 * The concrete tree of a JSON document, a row of numbers for each node, in document order: a container stands before what
 * it holds, an object's children alternate key, value. Sixteen bytes a node, so that a file at the size cap
 * stays far below what one object a token would cost.
 */
export class JsonDoc {
  readonly bytes: Uint8Array;
  readonly #rows: Uint32Array;
  readonly size: number;
  /** The whole document when it is ASCII, as nearly all are: a piece of it costs next to nothing. */
  #ascii: string | false | undefined;
  /** The same where in addition nothing is escaped. */
  #literal: string | false | undefined;

  /** @param rows those of `size` nodes; more memory may follow */
  constructor(bytes: Uint8Array, rows: Uint32Array, size: number) {
    this.bytes = bytes;
    this.#rows = rows;
    this.size = size;
  }

  readonly root: NodeId = 0;

  /** The whole document as text when all of it is ASCII, else false. */
  get ascii(): string | false {
    this.#ascii ??= asciiText(this.bytes);
    return this.#ascii;
  }

  kind(node: NodeId): JsonKind {
    return KINDS[this.#rows[node * ROW] as number] as JsonKind;
  }

  span(node: NodeId): Span {
    return { start: this.start(node), end: this.end(node) };
  }

  start(node: NodeId): number {
    return this.#rows[node * ROW + START] as number;
  }

  end(node: NodeId): number {
    return this.#rows[node * ROW + END] as number;
  }

  /** The node that begins at a byte offset; undefined where none does. */
  nodeAt(offset: number): NodeId | undefined {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low < this.size && this.start(low) === offset ? low : undefined;
  }

  /** The container that holds a node, which is not the root; takes time in proportion to what stands before the node in it. */
  holderOf(node: NodeId): NodeId {
    let holder = node - 1;
    while (this.after(holder) <= node) holder--;
    return holder;
  }

  /** The first node after a node and all it holds. */
  after(node: NodeId): NodeId {
    return this.#rows[node * ROW + NEXT] as number;
  }

  /** Whether a container holds nothing; false for anything else. */
  isEmpty(node: NodeId): boolean {
    return (this.#rows[node * ROW] as number) <= 1 && this.after(node) === node + 1;
  }

  /** The members of an object in file order, repeated keys included; nothing for any other node. */
  *members(object: NodeId): Generator<JsonMember> {
    const rows = this.#rows;
    if (rows[object * ROW] !== OBJECT) return;
    const end = rows[object * ROW + NEXT] as number;
    for (let key = object + 1; key < end; key = rows[(key + 1) * ROW + NEXT] as number) {
      yield { key, value: key + 1 };
    }
  }

  /** The same as `members` for the places where every file comes by: no object is made for a member. */
  forEachMember(object: NodeId, use: (key: NodeId, value: NodeId) => void): void {
    const rows = this.#rows;
    if (rows[object * ROW] !== OBJECT) return;
    const end = rows[object * ROW + NEXT] as number;
    for (let key = object + 1; key < end; key = rows[(key + 1) * ROW + NEXT] as number) use(key, key + 1);
  }

  /** The same as `items`, for the same places. */
  forEachItem(array: NodeId, use: (item: NodeId) => void): void {
    if (this.kind(array) !== 'array') return;
    const end = this.after(array);
    for (let item = array + 1; item < end; item = this.after(item)) use(item);
  }

  /** The elements of an array in file order; nothing for any other node. */
  *items(array: NodeId): Generator<NodeId> {
    if (this.kind(array) !== 'array') return;
    const end = this.after(array);
    for (let item = array + 1; item < end; item = this.after(item)) yield item;
  }

  /**
   * Whether a pattern may match any string or key of the document: one look at the whole text, which spares looking at them
   * one by one. The pattern must ask for nothing at its ends but what a quote fulfils, too.
   */
  mayHold(pattern: RegExp): boolean {
    const { ascii } = this;
    this.#literal ??= ascii !== false && !ascii.includes('\\') && ascii;
    return this.#literal === false || pattern.test(this.#literal);
  }

  /**
   * The value of a string or key as Go's decoder gives it: escapes resolved, every invalid byte and every lone
   * surrogate one U+FFFD. The raw text of a number, `true`, `false` or `null`.
   */
  text(node: NodeId): string {
    const rows = this.#rows;
    const at = node * ROW;
    const quote = rows[at] === STRING ? 1 : 0;
    const start = (rows[at + START] as number) + quote;
    const end = (rows[at + END] as number) - quote;
    const { ascii } = this;
    if (ascii === false) return decodeString(this.bytes, start, end);
    const text = ascii.slice(start, end);
    return text.includes('\\') ? decodeString(this.bytes, start, end) : text;
  }
}
