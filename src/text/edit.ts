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

/** Ascending; of edits that begin at one place, the insertion first. */
export function compareEdits(a: TextEdit, b: TextEdit): number {
  return a.at.start - b.at.start || a.at.end - b.at.end;
}

/**
 * The bytes after all edits; two insertions at one place are written in the order given. Throws a `RangeError` when
 * edits overlap or lie outside the bytes.
 */
export function applyEdits(bytes: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { at, text } of [...edits].sort(compareEdits)) {
    if (at.start < from || at.end < at.start || at.end > bytes.length) {
      throw new RangeError(`the edit from ${at.start} to ${at.end} overlaps another or leaves the file`);
    }
    parts.push(bytes.subarray(from, at.start), encoder.encode(text));
    from = at.end;
  }
  parts.push(bytes.subarray(from));
  const edited = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    edited.set(part, at);
    at += part.length;
  }
  return edited;
}
