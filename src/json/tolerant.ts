import { type JSONVisitor, type ParseErrorCode, visit } from 'jsonc-parser';
import { asciiView } from '../text/ascii-view.ts';
import { TreeBuilder } from './builder.ts';
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

  constructor(bytes: Uint8Array, rows: Uint32Array, size: number, cut: NodeId | undefined) {
    super(bytes, rows, size);
    this.cut = cut;
  }

  override text(node: NodeId): string {
    // No quote stands behind it.
    if (node !== this.cut) return super.text(node);
    return decodeString(this.bytes, this.start(node) + 1, this.end(node));
  }
}

/** A tree, built from what a parser tells that goes on after mistakes. */
class TolerantTree {
  readonly #bytes: Uint8Array;
  readonly #tree = new TreeBuilder();
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
      if (error === VALUE_EXPECTED && this.#kindOf(this.#open.at(-1)) === ARRAY) this.#supplyItem(offset);
    },
  };

  finish(): TolerantDoc | undefined {
    while (this.#open.length > 0) this.#close(this.#bytes.length);
    const { size } = this.#tree;
    return size === 0 ? undefined : new TolerantDoc(this.#bytes, this.#tree.finish(), size, this.#cut);
  }

  #kindOf(node: NodeId | undefined): number | undefined {
    return node === undefined ? undefined : this.#tree.kind(node);
  }

  /** Whether a value has a place here: the document has one, and a member needs a key. */
  #takesValue(): boolean {
    const top = this.#open.at(-1);
    if (top === undefined) return this.#tree.size === 0;
    return this.#tree.kind(top) === ARRAY || this.#keyWaits;
  }

  #begin(kind: number, offset: number): boolean {
    if (!this.#takesValue()) return false;
    this.#keyWaits = false;
    this.#open.push(this.#add(kind, offset, offset + 1));
    return true;
  }

  #end(kind: number, end: number): void {
    // What was left open inside ends here, too.
    if (!this.#open.some((node) => this.#tree.kind(node) === kind)) return;
    while (this.#kindOf(this.#open.at(-1)) !== kind) this.#close(end);
    this.#close(end);
  }

  #close(end: number): void {
    this.#supplyValue();
    const node = this.#open.pop() as NodeId;
    this.#tree.close(node, Math.min(end, this.#bytes.length));
  }

  /** A key without a value gets null: in the tree the two alternate. */
  #supplyValue(): void {
    if (!this.#keyWaits) return;
    this.#keyWaits = false;
    const at = this.#tree.end(this.#tree.size - 1);
    this.#add(NULL, at, at);
  }

  /** Null for what is missing or cannot be read in a list; several in a row get one, so that there are no more nodes than words. */
  #supplyItem(at: number): void {
    const last = this.#tree.size - 1;
    if (this.#tree.kind(last) === NULL && this.#tree.start(last) === this.#tree.end(last)) return;
    this.#add(NULL, at, at);
  }

  #addString(offset: number, length: number): void {
    const end = this.#afterString(offset, length);
    const node = this.#add(STRING, offset, end);
    if (end > this.#bytes.length) this.#cut = node;
  }

  #add(kind: number, start: number, end: number): NodeId {
    return this.#tree.add(kind, start, Math.min(end, this.#bytes.length));
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
