import type { Span } from '../text/span.ts';
import { textOf } from './bytes.ts';
import type { Outline, Section } from './outline.ts';

/** What a section says, in a form that compares. */
export class SectionText {
  readonly section: Section;
  /** The heading's text, white space folded; '' without one. */
  readonly title: string;
  /** The text below the heading with white space folded and every list marker written as `-`. */
  readonly body: string;
  #words: number | undefined;

  constructor(section: Section, title: string, body: string) {
    this.section = section;
    this.title = title;
    this.body = body;
  }

  /** Whether there is any word in the body. */
  get saysAnything(): boolean {
    return SAYS_ANYTHING.test(this.body);
  }

  /** How many words the body has; counted when somebody asks, for most sections stand in one file alone. */
  get words(): number {
    this.#words ??= countWords(this.body);
    return this.#words;
  }
}

const SAYS_ANYTHING = /[\p{L}\p{N}]/u;

/** The sections of a file as they compare with those of another, in file order; empty ones included. */
export function sectionTexts(bytes: Uint8Array, { sections }: Outline): readonly SectionText[] {
  return sections.map((section) => {
    const title = section.heading === undefined ? '' : folded(textOf(bytes, section.heading.text));
    const body = folded(textOf(bytes, section.body).replace(LIST_MARKER, '- '));
    return new SectionText(section, title, body);
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
  // Single spaces, of which there may be millions, stay as they are.
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}

/** Chinese and Japanese are written without spaces, so each of their characters counts as a word. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(WORD)) if (SAYS_ANYTHING.test(word)) count++;
  return count;
}
