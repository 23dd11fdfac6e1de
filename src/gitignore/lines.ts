import type { Span } from '../text/span.ts';

/** A pattern of a `.gitignore` file, and its line without the line end. */
export interface IgnoreLine {
  readonly pattern: string;
  readonly span: Span;
}

/** Larger ones are no lists that somebody wrote; a hundred lines take two thousand bytes. */
const MAX_BYTES = 256 * 1024;

const LF = 0x0a;
const CR = 0x0d;

const decoder = new TextDecoder();

/** The patterns of a `.gitignore` file in their order; none of a file over 256 KiB. */
export function ignoreLines(bytes: Uint8Array): readonly IgnoreLine[] {
  const lines: IgnoreLine[] = [];
  if (bytes.length > MAX_BYTES) return lines;
  for (let start = 0; start < bytes.length; ) {
    const lineEnd = bytes.indexOf(LF, start);
    const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
    let end = lineEnd === -1 ? bytes.length : lineEnd;
    if (bytes[end - 1] === CR && end > start) end--;
    // The decoder takes a byte-order mark off, as git does.
    const pattern = decoder.decode(bytes.subarray(start, end));
    if (pattern.trim() !== '' && !pattern.startsWith('#')) lines.push({ pattern, span: { start, end } });
    start = next;
  }
  return lines;
}

/** A name that no pattern means by itself: what covers it covers everything. */
const ANY_NAME = 'any name';

/**
 * Tells at little cost whether a line may make git ignore a directory of some name, or all that is in it; a line too many
 * does no harm.
 * @param name undefined for the directory that the `.gitignore` file lies in
 */
export function mayCoverName({ pattern }: IgnoreLine, name: string = ANY_NAME): boolean {
  return !pattern.startsWith('!') && segmentsOf(pattern).some((segment) => mayMatch(segment, name));
}

/**
 * The same for a directory at some path.
 * @param path names from the folder of the `.gitignore` file to the directory, its own last
 */
export function mayCoverPath({ pattern }: IgnoreLine, path: readonly string[]): boolean {
  const names = [...path, ANY_NAME];
  return segmentsOf(pattern).every((segment) => names.some((name) => mayMatch(segment, name)));
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.split('/').flatMap((segment) => (segment.trim() === '' ? [] : [segment.trimEnd()]));
}

/** What stands before the first character with a meaning, and after the last one. */
const ENDS = /^([^*?[\\]*)(?:.*[*?\]\\])?(.*)$/s;

function mayMatch(segment: string, name: string): boolean {
  if (!/[*?[\\]/.test(segment)) return segment === name;
  const [, head = '', tail = ''] = ENDS.exec(segment) ?? [];
  return name.startsWith(head) && (segment.includes('\\') || name.endsWith(tail));
}
