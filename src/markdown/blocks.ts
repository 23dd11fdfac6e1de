import type { Span } from '../text/span.ts';
import { BACKTICK, DASH, isBlank, lineEnd, nextLine, SPACE, standsAt, TAB, trimmed } from './bytes.ts';
import { add, find, scanInline } from './inline.ts';
import type { CodeFence, Heading, HtmlComment, Include } from './outline.ts';

const TILDE = 0x7e;
const HASH = 0x23;
const EQUALS = 0x3d;
const STAR = 0x2a;
const PLUS = 0x2b;
const DOT = 0x2e;
const UNDERSCORE = 0x5f;
const PAREN_CLOSE = 0x29;
const GREATER = 0x3e;

interface Blocks {
  readonly headings: readonly Heading[];
  readonly fences: readonly CodeFence[];
  readonly comments: readonly HtmlComment[];
  readonly codeSpans: readonly Span[];
  readonly includes: readonly Include[];
}

/** A fence that is open. */
interface OpenFence {
  readonly mark: number;
  readonly length: number;
  readonly start: number;
  readonly info: Span;
  readonly contentStart: number;
  /** Columns of the list item that it stands in; a line that begins before them ends it. */
  readonly column: number;
  /** How many `>` stand before it. */
  readonly quotes: number;
}

/** The start of a line: what contains it, and where its own text begins. */
interface Prefix {
  readonly quotes: number;
  /** Of the text, counted from the quotation marks. */
  readonly column: number;
  readonly at: number;
}

/** One pass over the lines, with no more memory of them than what is open. */
export function scanBlocks(bytes: Uint8Array, start: number): Blocks {
  return new Scanner(bytes).run(start);
}

class Scanner {
  readonly #bytes: Uint8Array;
  readonly headings: Heading[] = [];
  readonly fences: CodeFence[] = [];
  readonly comments: HtmlComment[] = [];
  readonly codeSpans: Span[] = [];
  readonly includes: Include[] = [];
  #fence: OpenFence | undefined;
  /** Columns at which the text of the open list items begins, ascending. */
  #items: number[] = [];
  #quotes = 0;
  /** Lines of text that belong together; `top`: in no list and no quotation. */
  #paragraph: { readonly start: number; readonly top: boolean; end: number } | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  run(start: number): Blocks {
    const bytes = this.#bytes;
    let at = start;
    while (at < bytes.length) {
      const end = lineEnd(bytes, at);
      const next = nextLine(bytes, end);
      at =
        this.#fence === undefined ? this.#line(at, end, next) : this.#fenceLine(this.#fence, at, end, next);
    }
    this.#flush();
    if (this.#fence !== undefined) this.#closeFence(this.#fence, bytes.length, bytes.length);
    return this;
  }

  /** Gives the place where to go on. */
  #line(start: number, end: number, next: number): number {
    const prefix = this.#prefix(start, end);
    if (prefix.at === end) {
      this.#flush();
      return next;
    }
    if (prefix.quotes !== this.#quotes) {
      this.#flush();
      this.#quotes = prefix.quotes;
      this.#items = [];
    }
    this.#leaveItems(prefix.column);
    if (this.#underline(prefix, end)) return next;
    if (this.#isBreak(prefix.at, end)) {
      this.#flush();
      return next;
    }
    const { at, column } = this.#enterItems(prefix, end);
    const inItem = this.#items.at(-1) ?? 0;
    const byte = this.#bytes[at];
    if (byte === BACKTICK || byte === TILDE) {
      const fence = this.#opensFence({ ...prefix, at, column: inItem }, end, next);
      if (fence !== undefined) {
        this.#flush();
        this.#fence = fence;
        return next;
      }
    }
    if (column - inItem < 4) {
      if (byte === HASH && this.#heading(start, at, end)) return next;
      if (standsAt(this.#bytes, at, '<!--')) return this.#comment(at);
    }
    this.#addToParagraph(start, end);
    return next;
  }

  /** Quotation marks and blanks. */
  #prefix(start: number, end: number): Prefix {
    const bytes = this.#bytes;
    let at = start;
    let quotes = 0;
    let column = 0;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte === SPACE) column++;
      else if (byte === TAB) column += 4 - (column % 4);
      else if (byte === GREATER && column < 4) {
        quotes++;
        column = isBlank(bytes[at + 1]) ? -1 : 0;
      } else break;
    }
    return { quotes, column: Math.max(column, 0), at };
  }

  #leaveItems(column: number): void {
    while (this.#items.length > 0 && (this.#items.at(-1) as number) > column) this.#items.pop();
  }

  /** Goes into the list items that begin in a line, of which there may be several. */
  #enterItems(prefix: Prefix, end: number): { readonly at: number; readonly column: number } {
    const bytes = this.#bytes;
    let { at, column } = prefix;
    for (;;) {
      const width = markerWidth(bytes, at, end);
      if (width === 0 || column - (this.#items.at(-1) ?? 0) >= 4) return { at, column };
      let text = at + width;
      let textColumn = column + width;
      while (text < end && isBlank(bytes[text])) {
        textColumn += bytes[text] === TAB ? 4 - (textColumn % 4) : 1;
        text++;
      }
      const blanks = textColumn - column - width;
      this.#flush();
      this.#items.push(blanks === 0 || blanks > 4 ? column + width + 1 : textColumn);
      at = text;
      column = textColumn;
    }
  }

  /** Three or more of one of `-`, `*`, `_`, blanks between them or not. */
  #isBreak(at: number, end: number): boolean {
    const mark = this.#bytes[at];
    if (mark !== DASH && mark !== STAR && mark !== UNDERSCORE) return false;
    let count = 0;
    for (let i = at; i < end; i++) {
      if (this.#bytes[i] === mark) count++;
      else if (!isBlank(this.#bytes[i])) return false;
    }
    return count >= 3;
  }

  /** A line of `=` or `-` below text makes it a heading. */
  #underline({ quotes, column, at }: Prefix, end: number): boolean {
    const paragraph = this.#paragraph;
    const mark = this.#bytes[at];
    if (paragraph === undefined || !paragraph.top || quotes > 0 || column >= 4) return false;
    if (mark !== EQUALS && mark !== DASH) return false;
    let i = at;
    while (i < end && this.#bytes[i] === mark) i++;
    while (i < end && isBlank(this.#bytes[i])) i++;
    if (i < end) return false;
    const { start } = paragraph;
    const text = trimmed(this.#bytes, { start, end: paragraph.end });
    this.#flush();
    add(this.headings, { level: mark === EQUALS ? 1 : 2, span: { start, end }, text });
    return true;
  }

  #heading(start: number, at: number, end: number): boolean {
    const bytes = this.#bytes;
    let i = at;
    while (i < end && bytes[i] === HASH) i++;
    const level = i - at;
    if (level > 6 || (i < end && !isBlank(bytes[i]))) return false;
    this.#flush();
    const line = { start, end };
    const text = withoutClosingMarks(bytes, trimmed(bytes, { start: i, end }));
    if (this.#items.length === 0 && this.#quotes === 0) add(this.headings, { level, span: line, text });
    scanInline(bytes, text, this);
    return true;
  }

  #opensFence({ at, column, quotes }: Prefix, end: number, next: number): OpenFence | undefined {
    const bytes = this.#bytes;
    const mark = bytes[at] as number;
    let i = at;
    while (i < end && bytes[i] === mark) i++;
    if (i - at < 3) return undefined;
    const info = trimmed(bytes, { start: i, end });
    if (mark === BACKTICK && bytes.subarray(info.start, info.end).includes(BACKTICK)) return undefined;
    return { mark, length: i - at, start: at, info, contentStart: next, column, quotes };
  }

  #fenceLine(fence: OpenFence, start: number, end: number, next: number): number {
    const { at, column, quotes } = this.#prefix(start, end);
    const blank = at === end;
    if (quotes < fence.quotes || (!blank && fence.quotes === 0 && column < fence.column)) {
      this.#closeFence(fence, start, start);
      return this.#line(start, end, next);
    }
    let i = at;
    while (i < end && this.#bytes[i] === fence.mark) i++;
    const length = i - at;
    while (i < end && isBlank(this.#bytes[i])) i++;
    if (length >= fence.length && i === end) this.#closeFence(fence, start, end);
    return next;
  }

  #closeFence({ start, info, contentStart }: OpenFence, contentEnd: number, end: number): void {
    const content = { start: contentStart, end: Math.max(contentStart, contentEnd) };
    add(this.fences, { span: { start, end: Math.max(end, info.end) }, content, info });
    this.#fence = undefined;
  }

  /** A comment that begins a line goes on over empty lines, to its end or to that of the file. */
  #comment(at: number): number {
    const bytes = this.#bytes;
    this.#flush();
    const close = find(bytes, '-->', at + 4, bytes.length);
    const end = close === undefined ? bytes.length : close + 3;
    add(this.comments, { span: { start: at, end }, content: { start: at + 4, end: close ?? end } });
    const rest = lineEnd(bytes, end);
    scanInline(bytes, { start: end, end: rest }, this);
    return nextLine(bytes, rest);
  }

  #addToParagraph(start: number, end: number): void {
    if (this.#paragraph === undefined) {
      this.#paragraph = { start, end, top: this.#items.length === 0 && this.#quotes === 0 };
    } else this.#paragraph.end = end;
  }

  #flush(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = undefined;
    if (paragraph !== undefined) scanInline(this.#bytes, paragraph, this);
  }
}

/** Bytes of a list marker that something or nothing follows; 0 where there is none. */
function markerWidth(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at];
  let i = at;
  if (byte === DASH || byte === STAR || byte === PLUS) i++;
  else {
    while (i < end && i - at < 9 && isDigit(bytes[i] as number)) i++;
    if (i === at || (bytes[i] !== DOT && bytes[i] !== PAREN_CLOSE)) return 0;
    i++;
  }
  return i >= end || isBlank(bytes[i]) ? i - at : 0;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** `# Title ##` says "Title". */
function withoutClosingMarks(bytes: Uint8Array, { start, end }: Span): Span {
  let i = end;
  while (i > start && bytes[i - 1] === HASH) i--;
  if (i > start && !isBlank(bytes[i - 1])) return { start, end };
  return trimmed(bytes, { start, end: i });
}
