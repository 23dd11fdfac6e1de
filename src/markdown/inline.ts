import type { Span } from '../text/span.ts';
import { BACKTICK, CR, LF, standsAt } from './bytes.ts';
import type { HtmlComment, Include } from './outline.ts';

const BACKSLASH = 0x5c;
const LESS = 0x3c;
const AT = 0x40;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;

/** So many parts of one kind are listed. Nobody writes as many; millions of them would fill the memory. */
const MAX_PARTS = 100_000;

export interface InlineTarget {
  readonly comments: HtmlComment[];
  readonly codeSpans: Span[];
  readonly includes: Include[];
}

/** Finds code, comments and includes in a paragraph: what begins first hides what is in it. Linear. */
export function scanInline(bytes: Uint8Array, { start, end }: Span, into: InlineTarget): void {
  const runs = backtickRuns(bytes, start, end);
  let noComment = false;
  let i = start;
  while (i < end) {
    const byte = bytes[i];
    if (byte === BACKTICK) {
      const length = runLength(bytes, i, end);
      const close = runs.after(length, i + length);
      if (close !== undefined) add(into.codeSpans, { start: i, end: close + length });
      i = close === undefined ? i + length : close + length;
    } else if (byte === BACKSLASH) i += 2;
    else if (byte === LESS && !noComment && standsAt(bytes, i, '<!--')) {
      const close = find(bytes, '-->', i + 4, end);
      noComment = close === undefined;
      if (close !== undefined)
        add(into.comments, { span: { start: i, end: close + 3 }, content: { start: i + 4, end: close } });
      i = close === undefined ? i + 4 : close + 3;
    } else if (byte === AT && bytes[i + 1] === BRACKET_OPEN) {
      const include = includeAt(bytes, i, end);
      if (include !== undefined) add(into.includes, include);
      i = include === undefined ? i + 2 : include.span.end;
    } else i++;
  }
}

export function add<T>(list: T[], part: T): void {
  if (list.length < MAX_PARTS) list.push(part);
}

/** Where ASCII text stands first; the search ends at `end`. */
export function find(bytes: Uint8Array, text: string, from: number, end: number): number | undefined {
  for (let i = from; i + text.length <= end; i++) if (standsAt(bytes, i, text)) return i;
  return undefined;
}

function runLength(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && bytes[i] === BACKTICK) i++;
  return i - at;
}

/** Where a run of exactly so many backticks stands next: a code span is closed by one as long as it was opened with. */
function backtickRuns(
  bytes: Uint8Array,
  start: number,
  end: number,
): { after(length: number, from: number): number | undefined } {
  const byLength = new Map<number, number[]>();
  for (let i = start; i < end; i++) {
    if (bytes[i] !== BACKTICK) continue;
    const length = runLength(bytes, i, end);
    const places = byLength.get(length);
    if (places === undefined) byLength.set(length, [i]);
    else places.push(i);
    i += length - 1;
  }
  const next = new Map<number, number>();
  return {
    // Asked with ascending places, so that each list is gone through once.
    after(length, from) {
      const places = byLength.get(length);
      if (places === undefined) return undefined;
      let index = next.get(length) ?? 0;
      while (index < places.length && (places[index] as number) < from) index++;
      next.set(length, index);
      return places[index];
    },
  };
}

/** Neither the label nor the path runs over a bracket of its own kind, so no byte is looked at more than twice. */
function includeAt(bytes: Uint8Array, at: number, end: number): Include | undefined {
  let i = at + 2;
  while (i < end && !stopsLabel(bytes[i] as number)) i++;
  if (bytes[i] !== BRACKET_CLOSE || i + 1 >= end || bytes[i + 1] !== PAREN_OPEN) return undefined;
  const start = i + 2;
  i = start;
  while (i < end && !stopsPath(bytes[i] as number)) i++;
  if (i >= end || bytes[i] !== PAREN_CLOSE || i === start) return undefined;
  return { span: { start: at, end: i + 1 }, path: { start, end: i } };
}

function stopsLabel(byte: number): boolean {
  return byte === BRACKET_CLOSE || byte === BRACKET_OPEN || byte === LF || byte === CR;
}

function stopsPath(byte: number): boolean {
  return byte === PAREN_CLOSE || byte === PAREN_OPEN || byte === LF || byte === CR;
}
