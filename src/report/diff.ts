import { maskText, secretSpans } from '../credentials/index.ts';
import type { EditedFile } from '../text/edited.ts';
import { escapeActive, escapeControls } from '../text/quote.ts';

/** Unchanged lines around what changes. */
const CONTEXT = 3;
const LF = 0x0a;
const MASK = '***';

/** The changes of one file as a unified diff. */
export interface Diff {
  /** Empty when nothing changes. */
  readonly text: string;
  /** Whether all of it stands there as it is, so that `git apply` takes it: nothing is masked or escaped. */
  readonly exact: boolean;
}

/** Lines of the file before and after that differ; the end is not part of it. */
interface Block {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * What `git diff` would show, in the form that is applied from the directory that the path starts at. Every credential
 * is masked, and what a terminal must not get raw is escaped.
 * @param path as reports show it
 */
export function unifiedDiff(path: string, file: EditedFile): Diff {
  const before = new Lines(file.original);
  const after = new Lines(file.bytes);
  const blocks = blocksOf(file, before, after);
  if (blocks.length === 0) return { text: '', exact: true };
  const name = maskText(path);
  const parts = [headOf('---', name), headOf('+++', name)];
  for (const hunk of hunksOf(blocks)) parts.push(hunkText(hunk, before, after));
  return { text: parts.join(''), exact: name === path && before.exact && after.exact };
}

/** The changes by whole lines. Where only a part of a line changes, all of it does. */
function blocksOf(file: EditedFile, before: Lines, after: Lines): readonly Block[] {
  const blocks: Block[] = [];
  let shift = 0;
  for (const { at, bytes } of file.changes()) {
    const start = at.start + shift;
    const end = start + bytes.length;
    shift += bytes.length - (at.end - at.start);
    const whole = before.beginsAt(at.end) && after.beginsAt(end);
    const rest = whole ? 0 : 1;
    const block = {
      oldStart: before.lineOf(at.start),
      oldEnd: Math.min(before.count, before.lineOf(at.end) + rest),
      newStart: after.lineOf(start),
      newEnd: Math.min(after.count, after.lineOf(end) + rest),
    };
    const last = blocks.at(-1);
    if (last === undefined || block.oldStart > last.oldEnd) blocks.push(block);
    else blocks[blocks.length - 1] = { ...last, oldEnd: block.oldEnd, newEnd: block.newEnd };
  }
  return blocks;
}

/** Blocks whose context would touch, together. */
function hunksOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const hunks: Block[][] = [];
  let last: Block | undefined;
  for (const block of blocks) {
    if (last === undefined || block.oldStart - last.oldEnd > 2 * CONTEXT) hunks.push([]);
    hunks.at(-1)?.push(block);
    last = block;
  }
  return hunks;
}

function hunkText(blocks: readonly Block[], before: Lines, after: Lines): string {
  const first = blocks[0] as Block;
  const last = blocks.at(-1) as Block;
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, before.count - last.oldEnd);
  const parts = [
    `@@ -${range(first.oldStart - lead, last.oldEnd + trail)} +${range(first.newStart - lead, last.newEnd + trail)} @@\n`,
  ];
  let at = first.oldStart - lead;
  const until = (end: number): void => {
    for (; at < end; at++) parts.push(before.shown(' ', at));
  };
  for (const { oldStart, oldEnd, newStart, newEnd } of blocks) {
    until(oldStart);
    for (; at < oldEnd; at++) parts.push(before.shown('-', at));
    for (let i = newStart; i < newEnd; i++) parts.push(after.shown('+', i));
  }
  until(last.oldEnd + trail);
  return parts.join('');
}

/** Start and count; of no lines, the start is the line before. */
function range(start: number, end: number): string {
  return `${start === end ? start : start + 1},${end - start}`;
}

/** A file line by line as `git` counts them: they end at LF alone. */
class Lines {
  readonly count: number;
  /** Whether every line that was shown stood there as it is. */
  exact = true;
  readonly #bytes: Uint8Array;
  readonly #starts: readonly number[];
  #masked: readonly string[] | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const starts = [0];
    for (let i = bytes.indexOf(LF); i !== -1; i = bytes.indexOf(LF, i + 1)) starts.push(i + 1);
    this.#starts = starts;
    this.count = this.beginsAt(bytes.length) ? starts.length - 1 : starts.length;
  }

  beginsAt(offset: number): boolean {
    return offset === 0 || this.#bytes[offset - 1] === LF;
  }

  /** The line that an offset lies on. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A line with its mark, and what `git` says where the last one does not end. */
  shown(mark: ' ' | '-' | '+', line: number): string {
    this.#masked ??= masked(decoder.decode(this.#bytes)).split(/(?<=\n)/);
    const text = escapeLine(this.#masked[line] as string);
    if (this.exact && text !== this.#raw(line)) this.exact = false;
    return mark + (text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`);
  }

  /** A line as it is; undefined when it is not UTF-8. */
  #raw(line: number): string | undefined {
    try {
      return strict.decode(this.#bytes.subarray(this.#starts[line], this.#starts[line + 1]));
    } catch {
      return undefined;
    }
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** The text without its secrets, and with all its lines: a secret may go over several. */
function masked(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of secretSpans(text)) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]+/g, MASK));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function escapeLine(line: string): string {
  const end = line.endsWith('\r\n') ? line.length - 2 : line.length;
  return escapeActive(line.slice(0, end)) + line.slice(end);
}

/**
 * A path as the head of a diff has it. `git` takes a name that does not show as itself in the quotes of C, and one with
 * spaces when a tab ends it.
 */
function headOf(mark: '---' | '+++', path: string): string {
  const name = `${mark === '---' ? 'a' : 'b'}/${path.replace(/^\//, '')}`;
  const quoted = [...name].map(inQuotes).join('');
  return `${mark} ${quoted === name ? name : `"${quoted}"`}${name.includes(' ') ? '\t' : ''}\n`;
}

function inQuotes(char: string): string {
  if (char === '"' || char === '\\') return `\\${char}`;
  if (escapeControls(char) === char) return char;
  return [...new TextEncoder().encode(char)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
