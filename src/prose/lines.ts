import type { Span } from '../text/span.ts';

export interface WordLine<W extends string> {
  readonly word: W;
  readonly at: Span;
}

/** Lines that hold one of some words of ASCII and nothing else but blanks. */
export function* wordLines<W extends string>(
  bytes: Uint8Array,
  start: number,
  words: readonly W[],
): Iterable<WordLine<W>> {
  for (let at = start; at < bytes.length; at++) {
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
    let end = at;
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++;
    for (const word of words) {
      if (isWord(bytes, at, end, word)) yield { word, at: { start: at, end: at + word.length } };
    }
    at = end;
  }
}

function isWord(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start < word.length) return false;
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  for (let i = start + word.length; i < end; i++) if (bytes[i] !== 0x20 && bytes[i] !== 0x09) return false;
  return true;
}
