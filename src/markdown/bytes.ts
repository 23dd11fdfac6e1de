import type { Span } from '../text/span.ts';

export const LF = 0x0a;
export const CR = 0x0d;
export const TAB = 0x09;
export const SPACE = 0x20;
export const DASH = 0x2d;
export const BACKTICK = 0x60;

/** Where the line at `start` ends, its line end left out. Lines end at LF, CRLF and a lone CR. */
export function lineEnd(bytes: Uint8Array, start: number, limit: number = bytes.length): number {
  let i = start;
  while (i < limit && bytes[i] !== LF && bytes[i] !== CR) i++;
  return i;
}

/** Where the next line starts. */
export function nextLine(bytes: Uint8Array, end: number, limit: number = bytes.length): number {
  if (end >= limit) return limit;
  return bytes[end] === CR && bytes[end + 1] === LF ? Math.min(end + 2, limit) : end + 1;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** The span without the blanks at its ends. */
export function trimmed(bytes: Uint8Array, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && isBlank(bytes[from])) from++;
  while (to > from && isBlank(bytes[to - 1])) to--;
  return { start: from, end: to };
}

const BOM = [0xef, 0xbb, 0xbf];

/** 3 behind a byte-order mark, else 0. */
export function textStart(bytes: Uint8Array): number {
  return BOM.every((byte, i) => bytes[i] === byte) ? BOM.length : 0;
}

/** Whether ASCII text stands at a place. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function textOf(bytes: Uint8Array, { start, end }: Span): string {
  return decoder.decode(bytes.subarray(start, end));
}
