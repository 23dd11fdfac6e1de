import { secretSpans } from '../credentials/index.ts';
import type { Place } from '../engine/finding.ts';
import { escapeControls } from '../text/quote.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import { rangeOf } from './locate.ts';
import { characterWidth } from './width.ts';

/** One line of a file as it may be shown, and the part that a finding is about. */
export interface Frame {
  readonly line: number;
  readonly text: string;
  /** UTF-16 indices in the text; empty at the end of a line. */
  readonly marked: Span;
  /** Spaces, then carets; as wide on a terminal as the text they stand below. */
  readonly marks: string;
}

/** Columns of a terminal that a frame takes at most, the mark of a cut included. */
const WIDTH = 100;
/** Columns shown before the first caret when a line is cut. */
const LEAD = 30;
const MASK = '***';

interface Cell {
  /** UTF-16 index in the line where the cell begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  readonly width: number;
}

/** The first line of a finding's range, every credential in it masked; nothing for text that cannot be shown. */
export function frameOf(place: Place): Frame | undefined {
  if (place.source === undefined) return undefined;
  const { start, end } = rangeOf(place);
  const view = viewOf(place.source);
  const from = view.lineStarts[start.line - 1] as number;
  const until = lineEnd(place.source.text, view.lineStarts[start.line] ?? place.source.text.length, from);
  const first = start.column - 1;
  const last = end.line === start.line ? end.column - 1 : until - from;
  const cells = cut(
    cellsOf(
      place.source.text,
      { start: from, end: until },
      secretsAround(view, place.source.text, from + first),
      windowOf(first, until - from),
    ),
    first,
  );
  if (cells === undefined) return undefined;
  const text = textOf(cells);
  if (text.trim() === '') return undefined;
  const before = cells.filter((cell) => cell.end <= first);
  const marked = cells.filter((cell) => cell.end > first && cell.start < Math.max(last, first + 1));
  const marks = ' '.repeat(widthOf(before)) + '^'.repeat(Math.max(1, widthOf(marked)));
  const markedFrom = textOf(before).length;
  return {
    line: start.line,
    text,
    marked: { start: markedFrom, end: markedFrom + textOf(marked).length },
    marks,
  };
}

interface TextView {
  /** UTF-16 indices. */
  readonly lineStarts: readonly number[];
  /** The secrets of the parts that were asked for, by the number of the part. */
  readonly secrets: Map<number, readonly Span[]>;
}

const views = new WeakMap<SourceFile, TextView>();

function viewOf(source: SourceFile): TextView {
  const known = views.get(source);
  if (known !== undefined) return known;
  const view = { lineStarts: lineStartsOf(source.text), secrets: new Map() };
  views.set(source, view);
  return view;
}

/** A longer text is looked through in parts: a frame shows a line of it. */
const PART = 512 * 1024;
/** So much before and after a part is looked at with it. No credential is longer. */
const MARGIN = 64 * 1024;

/** The secrets in the part of a text that a place lies in, and around it. */
function secretsAround({ secrets }: TextView, text: string, at: number): readonly Span[] {
  const part = Math.floor(at / PART);
  const known = secrets.get(part);
  if (known !== undefined) return known;
  const start = lineStartBefore(text, part * PART - MARGIN);
  const around = text.slice(start, (part + 1) * PART + MARGIN);
  const found = secretSpans(around).map((span) => ({ start: span.start + start, end: span.end + start }));
  // What began before may be a credential as long as that.
  if (start > 0 && text[start - 1] !== '\n') {
    const end = start + Math.max(0, around.search(/["'\n]/));
    while (found[0] !== undefined && found[0].start <= end) found.shift();
    found.unshift({ start, end: Math.max(end, start + 1) });
  }
  secrets.set(part, found);
  return found;
}

/** The start of the line that holds `at`; `at` itself where that is far away. */
function lineStartBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const end = text.slice(Math.max(0, at - MARGIN), at).lastIndexOf('\n');
  return end === -1 ? at : Math.max(0, at - MARGIN) + end + 1;
}

/** A loop and no pattern: a file may be millions of line ends. */
function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}

function lineEnd(text: string, next: number, from: number): number {
  let end = next;
  while (end > from && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return end;
}

/** The part of a line worth turning into cells: a line may be megabytes long. */
function windowOf(first: number, length: number): Span {
  return { start: Math.max(0, first - 2 * WIDTH), end: Math.min(length, first + 2 * WIDTH) };
}

function cellsOf(text: string, line: Span, secrets: readonly Span[], window: Span): Cell[] | undefined {
  const cells: Cell[] = [];
  let i = line.start + window.start;
  const end = line.start + window.end;
  let secret = firstAfter(secrets, i);
  while (i < end) {
    const span = secrets[secret];
    if (span !== undefined && span.start <= i) {
      const stop = Math.min(span.end, line.end);
      cells.push({ start: i - line.start, end: stop - line.start, shown: MASK, width: MASK.length });
      i = Math.max(stop, i + 1);
      secret++;
      continue;
    }
    const code = text.codePointAt(i) as number;
    if (code === 0) return undefined;
    const char = String.fromCodePoint(code);
    const shown = code === 9 ? '  ' : escapeControls(char);
    const width = shown === char ? characterWidth(char) : shown.length;
    cells.push({ start: i - line.start, end: i - line.start + char.length, shown, width });
    i += char.length;
  }
  return cells;
}

/** The index of the first span that ends after `at`. */
function firstAfter(spans: readonly Span[], at: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Fits cells into the width of a frame, with the first marked cell in it. */
function cut(cells: Cell[] | undefined, first: number): Cell[] | undefined {
  if (cells === undefined || widthOf(cells) <= WIDTH) return cells;
  let start = Math.max(
    0,
    cells.findIndex((cell) => cell.end > first),
  );
  let lead = 0;
  while (start > 0 && lead + (cells[start - 1] as Cell).width <= LEAD) lead += (cells[--start] as Cell).width;
  const kept: Cell[] = [];
  if (start > 0) kept.push(ellipsis((cells[start] as Cell).start));
  let width = widthOf(kept);
  for (const cell of cells.slice(start)) {
    width += cell.width;
    if (width > WIDTH - 1) {
      kept.push(ellipsis(cell.start));
      break;
    }
    kept.push(cell);
  }
  return kept;
}

function ellipsis(at: number): Cell {
  return { start: at, end: at, shown: '…', width: 1 };
}

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ shown }) => shown).join('');
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
