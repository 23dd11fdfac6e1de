import type { Span } from '../text/span.ts';
import { asciiText, decodeString } from './decode.ts';

/** A node of a document: an index into its tables. Cheap to keep, and meaningless in another document. */
export type NodeId = number;

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** The order is the encoding in the `kinds` table. */
export const KINDS: readonly JsonKind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

const STRING = KINDS.indexOf('string');

/** One member of an object, in file order; a repeated key makes several members. */
export interface JsonMember {
  readonly key: NodeId;
  readonly value: NodeId;
}

/**
 * The concrete tree of a JSON document, in four parallel tables in document order: a container stands before what
 * it holds, an object's children alternate key, value. Thirteen bytes a node, so that a file at the size cap
 * stays far below what one object a token would cost.
 */
export class JsonDoc {
  readonly bytes: Uint8Array;
  readonly #kinds: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** The node after a node's whole subtree. */
  readonly #next: Uint32Array;
  readonly size: number;
  /** The whole document when it is ASCII, as nearly all are: a piece of it costs next to nothing. */
  #ascii: string | false | undefined;
  /** The same where in addition nothing is escaped. */
  #literal: string | false | undefined;

  constructor(
    bytes: Uint8Array,
    tables: { kinds: Uint8Array; starts: Uint32Array; ends: Uint32Array; next: Uint32Array; size: number },
  ) {
    this.bytes = bytes;
    this.#kinds = tables.kinds;
    this.#starts = tables.starts;
    this.#ends = tables.ends;
    this.#next = tables.next;
    this.size = tables.size;
  }

  readonly root: NodeId = 0;

  kind(node: NodeId): JsonKind {
    return KINDS[this.#kinds[node] as number] as JsonKind;
  }

  span(node: NodeId): Span {
    return { start: this.#starts[node] as number, end: this.#ends[node] as number };
  }

  start(node: NodeId): number {
    return this.#starts[node] as number;
  }

  end(node: NodeId): number {
    return this.#ends[node] as number;
  }

  /** The node that begins at a byte offset; undefined where none does. */
  nodeAt(offset: number): NodeId | undefined {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low < this.size && this.#starts[low] === offset ? low : undefined;
  }

  /** The container that holds a node, which is not the root; takes time in proportion to what stands before the node in it. */
  holderOf(node: NodeId): NodeId {
    let holder = node - 1;
    while ((this.#next[holder] as number) <= node) holder--;
    return holder;
  }

  /** The first node after a node and all it holds. */
  after(node: NodeId): NodeId {
    return this.#next[node] as number;
  }

  /** Whether a container holds nothing; false for anything else. */
  isEmpty(node: NodeId): boolean {
    return (this.#kinds[node] as number) <= 1 && this.#next[node] === node + 1;
  }

  /** The members of an object in file order, repeated keys included; nothing for any other node. */
  *members(object: NodeId): Generator<JsonMember> {
    if (this.kind(object) !== 'object') return;
    const end = this.#next[object] as number;
    for (let key = object + 1; key < end; key = this.#next[key + 1] as number) {
      yield { key, value: key + 1 };
    }
  }

  /** The same as `members` for the places where every file comes by: no object is made for a member. */
  forEachMember(object: NodeId, use: (key: NodeId, value: NodeId) => void): void {
    if (this.kind(object) !== 'object') return;
    const end = this.after(object);
    for (let key = object + 1; key < end; key = this.after(key + 1)) use(key, key + 1);
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
    const end = this.#next[array] as number;
    for (let item = array + 1; item < end; item = this.#next[item] as number) yield item;
  }

  /**
   * Whether a pattern may match any string or key of the document: one look at the whole text, which spares looking at them
   * one by one. The pattern must ask for nothing at its ends but what a quote fulfils, too.
   */
  mayHold(pattern: RegExp): boolean {
    this.#ascii ??= asciiText(this.bytes);
    this.#literal ??= this.#ascii !== false && !this.#ascii.includes('\\') && this.#ascii;
    return this.#literal === false || pattern.test(this.#literal);
  }

  /**
   * The value of a string or key as Go's decoder gives it: escapes resolved, every invalid byte and every lone
   * surrogate one U+FFFD. The raw text of a number, `true`, `false` or `null`.
   */
  text(node: NodeId): string {
    const quote = this.#kinds[node] === STRING ? 1 : 0;
    const start = (this.#starts[node] as number) + quote;
    const end = (this.#ends[node] as number) - quote;
    this.#ascii ??= asciiText(this.bytes);
    if (this.#ascii === false) return decodeString(this.bytes, start, end);
    const text = this.#ascii.slice(start, end);
    return text.includes('\\') ? decodeString(this.bytes, start, end) : text;
  }
}
