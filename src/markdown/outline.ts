import type { Span } from '../text/span.ts';
import { scanBlocks } from './blocks.ts';

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** The line, or the lines of a heading that is underlined, without the last line end. */
  readonly span: Span;
  /** What it says, without its marks. */
  readonly text: Span;
}

export interface Section {
  /** Absent for what stands before the first heading. */
  readonly heading?: Heading;
  /** From the heading's line to the next heading of any level. */
  readonly span: Span;
  /** The same without the heading. */
  readonly body: Span;
}

export interface CodeFence {
  /** From the first mark to the end of the closing line, or to where its container ends. */
  readonly span: Span;
  /** The lines between, the last line end included. */
  readonly content: Span;
  /** What follows the opening mark, such as `sh`. */
  readonly info: Span;
}

export interface HtmlComment {
  /** From `<!--` to `-->`; to the end of the file when it is never closed. */
  readonly span: Span;
  readonly content: Span;
}

/** `@[label](path)`: what Antigravity replaces by the content of the file. */
export interface Include {
  readonly span: Span;
  readonly path: Span;
}

/** What a place in a file is: text that is read as such, a line of a fenced block, code in a line, a comment. */
export type Region = 'prose' | 'fence' | 'code' | 'comment';

/** The structure of a markdown file; every list in file order. What stands in a fence, in code or in a comment is in no other list. */
export interface Outline {
  readonly headings: readonly Heading[];
  readonly fences: readonly CodeFence[];
  readonly comments: readonly HtmlComment[];
  /** Between backticks in a line of text, the backticks included. */
  readonly codeSpans: readonly Span[];
  readonly includes: readonly Include[];
  readonly sections: readonly Section[];
  regionAt(offset: number): Region;
}

/**
 * Reads the structure of markdown in one pass: fences (nested in lists and quotations as well), headings at the top
 * level, comments, code in a line, includes. Not a full reader of markdown, but linear for any bytes. Indented code counts
 * as text.
 * @param start where the text begins, behind a head
 */
export function outlineOf(bytes: Uint8Array, start: number): Outline {
  const { headings, fences, comments, codeSpans, includes } = scanBlocks(bytes, start);
  let sections: readonly Section[] | undefined;
  return {
    headings,
    fences,
    comments,
    codeSpans,
    includes,
    get sections() {
      sections ??= sectionsOf(headings, start, bytes.length);
      return sections;
    },
    regionAt(offset) {
      if (holds(fences, offset, ({ span }) => span)) return 'fence';
      if (holds(comments, offset, ({ span }) => span)) return 'comment';
      return holds(codeSpans, offset, (span) => span) ? 'code' : 'prose';
    },
  };
}

function sectionsOf(headings: readonly Heading[], start: number, end: number): readonly Section[] {
  const first = headings[0]?.span.start ?? end;
  const before = { start, end: first };
  const sections: Section[] = first > start ? [{ span: before, body: before }] : [];
  for (const [index, heading] of headings.entries()) {
    const to = headings[index + 1]?.span.start ?? end;
    sections.push({
      heading,
      span: { start: heading.span.start, end: to },
      body: { start: heading.span.end, end: to },
    });
  }
  return sections;
}

function holds<T>(ascending: readonly T[], offset: number, spanOf: (one: T) => Span): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, end } = spanOf(ascending[middle] as T);
    if (offset < start) high = middle - 1;
    else if (offset >= end) low = middle + 1;
    else return true;
  }
  return false;
}
