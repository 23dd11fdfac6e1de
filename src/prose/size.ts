import type { Markdown } from '../markdown/index.ts';
import type { Span } from '../text/span.ts';
import { type Amount, amountOf, type Includes, writtenPath } from './includes.ts';

/** How much of a body there is. */
export interface Size extends Amount {
  /** The line, or the include, in which the limit is crossed. */
  readonly cut: Span;
}

/** The size of a body as it stands in the file, when it has more bytes than `limit`. */
export function sizeOver(limit: number, { head }: Markdown, bytes: Uint8Array): Size | undefined {
  const body = { start: head.bodyStart, end: bytes.length };
  if (body.end - body.start <= limit) return undefined;
  return { ...amountOf(bytes, body), cut: lineAt(bytes, body.start + limit, body.start) };
}

/**
 * The size of a body with its includes put in, when it has more than `limit` bytes or characters. A body without
 * includes that is short enough costs nothing.
 */
export function expandedSizeOver(
  limit: number,
  unit: keyof Amount,
  { head, outline }: Markdown,
  bytes: Uint8Array,
  followed: Includes,
): Size | undefined {
  const body = { start: head.bodyStart, end: bytes.length };
  const { includes } = outline;
  if (includes.length === 0 && body.end - body.start <= limit) return undefined;
  const sum = { bytes: 0, characters: 0 };
  let cut: Span | undefined;
  let at = body.start;
  const add = (amount: Amount, place: (rest: number) => Span): void => {
    const rest = limit - sum[unit];
    sum.bytes += amount.bytes;
    sum.characters += amount.characters;
    if (sum[unit] > limit) cut ??= place(rest);
  };
  const addText = (end: number): void => {
    const start = at;
    add(amountOf(bytes, { start, end }), (rest) =>
      lineAt(bytes, offsetOf(bytes, start, rest, unit), body.start),
    );
  };
  for (const include of includes) {
    const target = followed.target(writtenPath(bytes, include));
    if (target.state !== 'found') continue;
    addText(include.span.start);
    add(followed.amount(target), () => include.span);
    at = include.span.end;
  }
  addText(body.end);
  return cut === undefined ? undefined : { ...sum, cut };
}

/** The place behind so many bytes or characters. */
function offsetOf(bytes: Uint8Array, start: number, count: number, unit: keyof Amount): number {
  if (unit === 'bytes') return start + count;
  let i = start;
  for (let left = count; i < bytes.length; i++) {
    if (((bytes[i] as number) & 0xc0) !== 0x80 && left-- === 0) break;
  }
  return i;
}

/** The line that a byte stands in, without blanks before it; from `first` on. */
function lineAt(bytes: Uint8Array, offset: number, first: number): Span {
  const at = Math.min(offset, bytes.length - 1);
  let start = at;
  while (start > first && !endsLine(bytes[start - 1])) start--;
  let end = at;
  while (end < bytes.length && !endsLine(bytes[end])) end++;
  return { start, end };
}

function endsLine(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}
