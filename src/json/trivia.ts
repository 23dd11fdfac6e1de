import type { Span } from '../text/span.ts';

const SLASH = 0x2f;
const STAR = 0x2a;
const LF = 0x0a;
const CR = 0x0d;

/** What may stand between two tokens of JSON: space, tab, LF, CR. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LF || byte === CR || byte === 0x09;
}

export function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** The first byte from `at` on that is not blank. */
export function afterBlank(bytes: Uint8Array, at: number): number {
  let i = at;
  while (isBlank(bytes[i])) i++;
  return i;
}

/** Where the blank bytes begin that end at `at`. */
export function beforeBlank(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i > 0 && isBlank(bytes[i - 1])) i--;
  return i;
}

/** The comment of JSONC that begins at a byte, without the line end; undefined where none does, or it does not close. */
export function commentAt(bytes: Uint8Array, at: number): Span | undefined {
  if (bytes[at] !== SLASH) return undefined;
  let end = at + 2;
  if (bytes[at + 1] === SLASH) {
    while (end < bytes.length && !isLineEnd(bytes[end])) end++;
    return { start: at, end };
  }
  if (bytes[at + 1] !== STAR) return undefined;
  while (end < bytes.length && !(bytes[end] === STAR && bytes[end + 1] === SLASH)) end++;
  return end < bytes.length ? { start: at, end: end + 2 } : undefined;
}

/** The first byte from `at` on that is neither blank nor part of a comment. */
export function afterTrivia(bytes: Uint8Array, at: number): number {
  let i = afterBlank(bytes, at);
  for (let comment = commentAt(bytes, i); comment !== undefined; comment = commentAt(bytes, i)) {
    i = afterBlank(bytes, comment.end);
  }
  return i;
}
