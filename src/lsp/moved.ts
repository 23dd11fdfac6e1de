import { Buffer } from 'node:buffer';
import type { Finding } from '../engine/finding.ts';
import type { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';

/** What of one text is not in another: everything between the longest beginning and the longest end that they share. */
export function changedSpans(
  before: Uint8Array,
  now: Uint8Array,
): { readonly before: Span; readonly now: Span } {
  const shorter = Math.min(before.length, now.length);
  const start = longest(shorter, (from, to) => same(before.subarray(from, to), now.subarray(from, to)));
  const end = longest(shorter - start, (from, to) =>
    same(
      before.subarray(before.length - to, before.length - from),
      now.subarray(now.length - to, now.length - from),
    ),
  );
  return { before: { start, end: before.length - end }, now: { start, end: now.length - end } };
}

/** How many units from 0 on are the same; pieces that were found to be the same are not compared again. */
function longest(limit: number, isSame: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

interface Located {
  readonly source?: SourceFile;
  readonly span: Span;
}

/** Follows places of a file into the file as it is now. */
export class Mover {
  readonly #now: SourceFile;
  readonly #moves = new WeakMap<SourceFile, (span: Span) => Span>();

  constructor(now: SourceFile) {
    this.#now = now;
  }

  /** The place in the file as it is now; a place without a source stays. */
  place<T extends Located>(place: T): T {
    const { source, span } = place;
    if (source === undefined || source === this.#now) return place;
    let move = this.#moves.get(source);
    if (move === undefined) {
      move = moveBetween(changedSpans(source.bytes, this.#now.bytes));
      this.#moves.set(source, move);
    }
    return { ...place, source: this.#now, span: move(span) };
  }

  /** A finding about the file, with the places that lie in it as well. */
  finding(finding: Finding): Finding {
    if (finding.source === this.#now) return finding;
    const related = finding.related.map((place) => (place.file === undefined ? this.place(place) : place));
    // Its edits are those of the file as it was.
    const { fix: _, ...rest } = { ...this.place(finding), related };
    return rest;
  }
}

/** What lies in the change lies in what took its place. */
function moveBetween({ before, now }: ReturnType<typeof changedSpans>): (span: Span) => Span {
  const shift = now.end - before.end;
  const start = (offset: number): number =>
    offset < before.start ? offset : offset >= before.end ? offset + shift : now.start;
  const end = (offset: number): number =>
    offset <= before.start ? offset : offset >= before.end ? offset + shift : now.end;
  return (span) => {
    const moved = { start: start(span.start), end: end(span.end) };
    return moved.end < moved.start ? { start: moved.start, end: moved.start } : moved;
  };
}
