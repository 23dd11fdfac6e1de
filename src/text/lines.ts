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

/** How many bytes there are, roughly, between two places whose columns are remembered. */
const STEP = 512;

/**
 * Turns byte offsets into lines and columns. Lines end at LF, CRLF or a lone CR. Columns count UTF-16 units of
 * the text as Node decodes it, so a byte-order mark is one column and a broken sequence is one U+FFFD. However long
 * the lines and in whatever order the questions come, an answer costs next to nothing.
 */
export class LineIndex {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  /** Places, ascending, and how many UTF-16 units stand before them; made when a long line is asked about. */
  #steps: { readonly offsets: number[]; readonly units: number[] } | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    let lines = 1;
    for (let i = 0; i < bytes.length; i++) if (endsLine(bytes, i)) lines++;
    this.#starts = new Uint32Array(lines);
    for (let i = 0, line = 1; line < lines; i++) if (endsLine(bytes, i)) this.#starts[line++] = i + 1;
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
    const line = lastUpTo(this.#starts, at);
    const lineStart = this.#starts[line] as number;
    const units =
      at - lineStart <= STEP
        ? utf16Length(this.#bytes, lineStart, at)
        : this.#unitsBefore(at) - this.#unitsBefore(lineStart);
    return { line: line + 1, column: units + 1, offset: at };
  }

  /** UTF-16 units from the start of the file. */
  #unitsBefore(at: number): number {
    this.#steps ??= stepsOf(this.#bytes);
    const { offsets, units } = this.#steps;
    const step = lastUpTo(offsets, at);
    return (units[step] as number) + utf16Length(this.#bytes, offsets[step] as number, at);
  }

  range(span: Span): Range {
    return { start: this.position(span.start), end: this.position(span.end) };
  }
}

function endsLine(bytes: Uint8Array, i: number): boolean {
  const byte = bytes[i];
  return byte === LF || (byte === CR && bytes[i + 1] !== LF);
}

/** The index of the last of ascending numbers that is at most `at`; the first number is always one of them. */
function lastUpTo(ascending: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function stepsOf(bytes: Uint8Array): { readonly offsets: number[]; readonly units: number[] } {
  const offsets = [0];
  const units = [0];
  for (let from = 0, count = 0; from + STEP < bytes.length; ) {
    let to = from + STEP;
    // No character may be cut in two. After three continuation bytes in a row, none goes on.
    while (to < from + STEP + 3 && ((bytes[to] ?? 0) & 0xc0) === 0x80) to++;
    count += utf16Length(bytes, from, to);
    offsets.push(to);
    units.push(count);
    from = to;
  }
  return { offsets, units };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function utf16Length(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && (bytes[i] as number) < 0x80) i++;
  return i - start + (i < end ? decoder.decode(bytes.subarray(i, end)).length : 0);
}
