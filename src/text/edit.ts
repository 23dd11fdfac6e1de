import type { Span } from './span.ts';

/**
 * New text in the place of a span of a file as it was read: an empty span inserts, an empty text deletes. The text is
 * the program's own and never made of values in the file; what is to be kept of them stays where it is.
 */
export interface TextEdit {
  readonly at: Span;
  readonly text: string;
}

/** How a defect can be mended. */
export interface Fix {
  /** `safe`: what was meant is beyond doubt. `suggested`: it needs somebody who looks at it. */
  readonly kind: 'safe' | 'suggested';
  /** What it does, as an instruction without a full stop: "Put the value in double quotes". */
  readonly title: string;
  /** All of them or none; no two overlap. */
  readonly edits: readonly TextEdit[];
}

export function insertion(offset: number, text: string): TextEdit {
  return { at: { start: offset, end: offset }, text };
}

export function deletion(start: number, end: number): TextEdit {
  return { at: { start, end }, text: '' };
}

/** In the order of the file; of edits that begin at one place, the insertion first. */
export function inFileOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
}
