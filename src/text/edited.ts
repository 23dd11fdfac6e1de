import { inFileOrder, type TextEdit } from './edit.ts';
import type { Span } from './span.ts';

const encoder = new TextEncoder();

/** Bytes of the file as it was read, or bytes that were put in: a character for each, which costs far less than an array. */
type Piece = Span | string;

/** What stands in the place of a span of the file as it was read. */
export interface Change {
  readonly at: Span;
  readonly bytes: Uint8Array;
}

/**
 * A file with edits in it, and edits of these again: it knows what is left of the bytes that were read. Immutable, and
 * each step takes time in proportion to the edits so far.
 */
export class EditedFile {
  readonly original: Uint8Array;
  readonly #pieces: readonly Piece[];
  #bytes: Uint8Array | undefined;

  constructor(original: Uint8Array, pieces: readonly Piece[] = [{ start: 0, end: original.length }]) {
    this.original = original;
    this.#pieces = pieces;
  }

  /** The file as it is now. */
  get bytes(): Uint8Array {
    this.#bytes ??= this.#join(this.#pieces);
    return this.#bytes;
  }

  /**
   * Edits the file as it is now; of two insertions at one place the first one given comes first. Throws a `RangeError`
   * when edits overlap or lie outside the file.
   */
  edit(edits: readonly TextEdit[]): EditedFile {
    const pieces: Piece[] = [];
    const keep = (piece: Piece): void => addTo(pieces, piece);
    const rest = new Rest(this.#pieces);
    for (const { at, text } of inFileOrder(edits)) {
      if (at.start < rest.at || at.end < at.start) {
        throw new RangeError(`the edit from ${at.start} to ${at.end} overlaps another`);
      }
      rest.take(at.start - rest.at, keep);
      rest.take(at.end - rest.at, () => {});
      if (text !== '') keep(binary(text));
    }
    rest.take(Number.POSITIVE_INFINITY, keep);
    return new EditedFile(this.original, pieces);
  }

  /** What is new, in file order; together with what lies between it is the file as it is now. */
  changes(): readonly Change[] {
    const changes: Change[] = [];
    let from = 0;
    let added = '';
    for (const piece of [...this.#pieces, { start: this.original.length, end: this.original.length }]) {
      if (typeof piece === 'string') {
        added = piece;
        continue;
      }
      if (piece.start > from || added !== '') {
        changes.push({ at: { start: from, end: piece.start }, bytes: this.#join([added]) });
      }
      added = '';
      from = piece.end;
    }
    return changes;
  }

  #join(pieces: readonly Piece[]): Uint8Array {
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
    let at = 0;
    for (const piece of pieces) {
      if (typeof piece === 'string')
        for (let i = 0; i < piece.length; i++) bytes[at + i] = piece.charCodeAt(i);
      else bytes.set(this.original.subarray(piece.start, piece.end), at);
      at += lengthOf(piece);
    }
    return bytes;
  }
}

/** Pieces that are read from left to right. */
class Rest {
  /** How many bytes were read. */
  at = 0;
  readonly #pieces: readonly Piece[];
  #index = 0;
  /** How many bytes of the next piece were read. */
  #within = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Reads so many bytes, or all that are left when there is no end to them. */
  take(count: number, use: (piece: Piece) => void): void {
    for (let left = count; left > 0; ) {
      const piece = this.#pieces[this.#index];
      if (piece === undefined) {
        if (left === Number.POSITIVE_INFINITY) return;
        throw new RangeError(`an edit leaves the file by ${left} bytes`);
      }
      const length = lengthOf(piece) - this.#within;
      const taken = Math.min(left, length);
      if (taken > 0) use(slice(piece, this.#within, this.#within + taken));
      this.at += taken;
      left -= taken;
      if (taken < length) this.#within += taken;
      else {
        this.#index++;
        this.#within = 0;
      }
    }
  }
}

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.end - piece.start;
}

function slice(piece: Piece, start: number, end: number): Piece {
  return typeof piece === 'string'
    ? piece.slice(start, end)
    : { start: piece.start + start, end: piece.start + end };
}

/** Puts a piece at the end; what follows on what is there becomes one with it. */
function addTo(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof last === 'string' && typeof piece === 'string') pieces[pieces.length - 1] = last + piece;
  else if (typeof last === 'object' && typeof piece === 'object' && last.end === piece.start) {
    pieces[pieces.length - 1] = { start: last.start, end: piece.end };
  } else pieces.push(piece);
}

/** The bytes of a text, a character for each. */
function binary(text: string): string {
  const bytes = encoder.encode(text);
  if (bytes.length === text.length) return text;
  let written = '';
  for (const byte of bytes) written += String.fromCharCode(byte);
  return written;
}
