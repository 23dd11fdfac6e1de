import { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import type { FileRef } from './place.ts';

/** A file that a rule has read beside the one under check, so that a finding can show a place in it. */
export function fileWithSource(ref: FileRef, bytes: Uint8Array): FileRef {
  return { ...ref, source: new SourceFile(ref.path, bytes) };
}

/**
 * The bytes of a piece of decoded text; undefined where bytes that are no UTF-8, or a mark at the front, have moved the text.
 * @param start in UTF-16 units, like `end`
 */
export function spanInText(bytes: Uint8Array, text: string, start: number, end: number): Span | undefined {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length !== bytes.length) return undefined;
  const from = encoder.encode(text.slice(0, start)).length;
  return { start: from, end: from + encoder.encode(text.slice(start, end)).length };
}
