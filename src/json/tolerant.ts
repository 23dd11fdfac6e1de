import { type JSONVisitor, type ParseErrorCode, visit } from 'jsonc-parser';
import { asciiView } from '../text/ascii-view.ts';
import { decodeString } from './decode.ts';
import { JsonDoc, KINDS, type NodeId } from './tree.ts';
import { afterBlank } from './trivia.ts';

const OBJECT = KINDS.indexOf('object');
const ARRAY = KINDS.indexOf('array');
const STRING = KINDS.indexOf('string');
const NUMBER = KINDS.indexOf('number');
const TRUE = KINDS.indexOf('true');
const FALSE = KINDS.indexOf('false');
const NULL = KINDS.indexOf('null');

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The package has it as an enumeration that is gone when types are erased. */
const VALUE_EXPECTED: ParseErrorCode.ValueExpected = 4;

/**
 * What can be made out of bytes that are no JSON: comments, commas too many or too few, brackets that do not close, a
 * string broken off. Everything has its place in the file. What stands inside a mistake may be missing, or stand under
 * the wrong key, so nobody may conclude from the shape of it. Undefined when nothing can be made out, and for brackets
 * nested too deeply for the parser.
 */
export function tolerantDoc(bytes: Uint8Array): TolerantDoc | undefined {
  const tree = new TolerantTree(bytes);
  try {
    // Byte by byte, so that every index is an offset; the strings are decoded from the bytes.
    visit(asciiView(bytes), tree.visitor, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return tree.finish();
}

/** What was made out of a file. */
export class TolerantDoc extends JsonDoc {
  /** The string in which the file ends: nobody knows what the rest of it would be. */
  readonly cut: NodeId | undefined;

  constructor(bytes: Uint8Array, tables: ConstructorParameters<typeof JsonDoc>[1], cut: NodeId | undefined) {
    super(bytes, tables);
    this.cut = cut;
  }

  override text(node: NodeId): string {
    // No quote stands behind it.
    if (node !== this.cut) return super.text(node);
    return decodeString(this.bytes, this.start(node) + 1, this.end(node));
  }
}

/** The tables of a tree, filled from what a parser tells that goes on after mistakes. */
class TolerantTree {
  readonly #bytes: Uint8Array;
  readonly #kinds: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #next: number[] = [];
  readonly #open: NodeId[] = [];
  /** A key stands before, and its value has not come yet. */
  #keyWaits = false;
  #cut: NodeId | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  readonly visitor: JSONVisitor = {
    onObjectBegin: (offset) => this.#begin(OBJECT, offset),
    onArrayBegin: (offset) => this.#begin(ARRAY, offset),
    onObjectEnd: (offset, length) => this.#end(OBJECT, offset + length),
    onArrayEnd: (offset, length) => this.#end(ARRAY, offset + length),
    onObjectProperty: (_, offset, length) => {
      this.#supplyValue();
      this.#addString(offset, length);
      this.#keyWaits = true;
    },
    onLiteralValue: (value, offset, length) => {
      if (!this.#takesValue()) return;
      const kind = kindOf(value);
      if (kind !== STRING) this.#add(kind, offset, offset + length);
      // What a colon follows is the next key: the value before it is missing.
      else if (this.#keyWaits && this.#bytes[afterBlank(this.#bytes, offset + length)] === COLON) return;
      else this.#addString(offset, length);
      this.#keyWaits = false;
    },
    // Else what comes next would stand in the place of what is missing.
    onError: (error, offset) => {
      if (error === VALUE_EXPECTED && this.#kinds[this.#open.at(-1) ?? -1] === ARRAY)
        this.#supplyItem(offset);
    },
  };

  finish(): TolerantDoc | undefined {
    while (this.#open.length > 0) this.#close(this.#bytes.length);
    const size = this.#kinds.length;
    if (size === 0) return undefined;
    const tables = {
      kinds: Uint8Array.from(this.#kinds),
      starts: Uint32Array.from(this.#starts),
      ends: Uint32Array.from(this.#ends),
      next: Uint32Array.from(this.#next),
      size,
    };
    return new TolerantDoc(this.#bytes, tables, this.#cut);
  }

  /** Whether a value has a place here: the document has one, and a member needs a key. */
  #takesValue(): boolean {
    const top = this.#open.at(-1);
    if (top === undefined) return this.#kinds.length === 0;
    return this.#kinds[top] === ARRAY || this.#keyWaits;
  }

  #begin(kind: number, offset: number): boolean {
    if (!this.#takesValue()) return false;
    this.#keyWaits = false;
    this.#open.push(this.#add(kind, offset, offset + 1));
    return true;
  }

  #end(kind: number, end: number): void {
    // What was left open inside ends here, too.
    if (!this.#open.some((node) => this.#kinds[node] === kind)) return;
    while (this.#kinds[this.#open.at(-1) as NodeId] !== kind) this.#close(end);
    this.#close(end);
  }

  #close(end: number): void {
    this.#supplyValue();
    const node = this.#open.pop() as NodeId;
    this.#ends[node] = Math.min(end, this.#bytes.length);
    this.#next[node] = this.#kinds.length;
  }

  /** A key without a value gets null: in the tree the two alternate. */
  #supplyValue(): void {
    if (!this.#keyWaits) return;
    this.#keyWaits = false;
    const at = this.#ends.at(-1) as number;
    this.#add(NULL, at, at);
  }

  /** Null for what is missing or cannot be read in a list; several in a row get one, so that there are no more nodes than words. */
  #supplyItem(at: number): void {
    const last = this.#kinds.length - 1;
    if (this.#kinds[last] === NULL && this.#starts[last] === this.#ends[last]) return;
    this.#add(NULL, at, at);
  }

  #addString(offset: number, length: number): void {
    const end = this.#afterString(offset, length);
    const node = this.#add(STRING, offset, end);
    if (end > this.#bytes.length) this.#cut = node;
  }

  #add(kind: number, start: number, end: number): NodeId {
    const node = this.#kinds.length;
    this.#kinds.push(kind);
    this.#starts.push(start);
    this.#ends.push(Math.min(end, this.#bytes.length));
    this.#next.push(node + 1);
    return node;
  }

  /** The tree takes a quote off both ends, so a string that is broken off is given the byte behind it. */
  #afterString(offset: number, length: number): number {
    const end = offset + length;
    let backslashes = 0;
    while (backslashes < length - 2 && this.#bytes[end - 2 - backslashes] === BACKSLASH) backslashes++;
    return length > 1 && this.#bytes[end - 1] === QUOTE && backslashes % 2 === 0 ? end : end + 1;
  }
}

function kindOf(value: unknown): number {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'number') return NUMBER;
  if (value === null) return NULL;
  return value === true ? TRUE : FALSE;
}
