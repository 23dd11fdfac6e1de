import type { Span } from '../text/span.ts';
import { textOf } from './bytes.ts';
import type { Outline, Section } from './outline.ts';

/** What a section says, in a form that compares. */
export interface SectionText {
  readonly section: Section;
  /** The heading's text, white space folded; '' without one. */
  readonly title: string;
  /** The text below the heading with white space folded and every list marker written as `-`. */
  readonly body: string;
  readonly words: number;
}

/** The sections of a file as they compare with those of another, in file order; empty ones included. */
export function sectionTexts(bytes: Uint8Array, { sections }: Outline): readonly SectionText[] {
  return sections.map((section) => {
    const title = section.heading === undefined ? '' : folded(textOf(bytes, section.heading.text));
    const body = folded(textOf(bytes, section.body).replace(LIST_MARKER, '- '));
    return { section, title, body, words: countWords(body) };
  });
}

/** Where a section begins for a reader: at its heading, or at the first thing that it says. */
export function headOfSection(bytes: Uint8Array, { heading, body }: Section): Span {
  if (heading !== undefined) return heading.span;
  let start = body.start;
  while (start < body.end && (bytes[start] as number) <= 0x20) start++;
  let end = start;
  while (end < body.end && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++;
  return { start, end };
}

/** At the start of a line; a marker is followed by a blank. */
const LIST_MARKER = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/gm;

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Chinese and Japanese are written without spaces, so each of their characters counts as a word. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(WORD)) if (/[\p{L}\p{N}]/u.test(word)) count++;
  return count;
}
