import type { Span } from './span.ts';

/** A place for people: `line` and `column` from 1, `column` in UTF-16 units, `offset` in bytes from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Turns byte offsets into lines and columns. Lines end at LF, CRLF or a lone CR. Columns count UTF-16 units of
 * the text as Node decodes it, so a byte-order mark is one column and a broken sequence is one U+FFFD.
 */
export class LineIndex {
  readonly #bytes: Uint8Array;
  readonly #starts: number[] = [0];
  /** The last answer: asking in ascending order on one long line stays linear. */
  #last = { lineStart: 0, offset: 0, column: 1 };

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === LF || (byte === CR && bytes[i + 1] !== LF)) this.#starts.push(i + 1);
    }
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The bytes of a line (from 1) without its line end; an empty span past the last line. */
  lineSpan(line: number): Span {
    const start = this.#starts[line - 1] ?? this.#bytes.length;
    let end = this.#starts[line] ?? this.#bytes.length;
    if (end > start && line < this.#starts.length) {
      if (this.#bytes[end - 1] === LF) end--;
      if (end > start && this.#bytes[end - 1] === CR) end--;
    }
    return { start, end };
  }

  /** The place of a byte offset; offsets outside the file are moved to its nearest end. */
  position(offset: number): Position {
    const at = Math.min(Math.max(offset, 0), this.#bytes.length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    const lineStart = this.#starts[low] as number;
    const resumable = this.#last.lineStart === lineStart && this.#last.offset <= at;
    // Inside a character there is no column to go on from.
    const from =
      resumable && ((this.#bytes[this.#last.offset] ?? 0) & 0xc0) !== 0x80
        ? this.#last
        : { lineStart, offset: lineStart, column: 1 };
    const column = from.column + utf16Length(this.#bytes, from.offset, at);
    this.#last = { lineStart, offset: at, column };
    return { line: low + 1, column, offset: at };
  }

  range(span: Span): Range {
    return { start: this.position(span.start), end: this.position(span.end) };
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function utf16Length(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && (bytes[i] as number) < 0x80) i++;
  return i - start + (i < end ? decoder.decode(bytes.subarray(i, end)).length : 0);
}
