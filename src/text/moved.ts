import { inFileOrder, type TextEdit } from './edit.ts';
import type { Span } from './span.ts';

const encoder = new TextEncoder();

/** Tells where the spans of a file are after edits that do not overlap; each answer is a binary search. */
export function spanMover(edits: readonly TextEdit[]): (span: Span) => Span {
  const sorted = inFileOrder(edits);
  /** For each edit: how far what comes after it has moved. */
  const shifts: number[] = [];
  let shift = 0;
  for (const { at, text } of sorted) {
    shift += encoder.encode(text).length - (at.end - at.start);
    shifts.push(shift);
  }
  const before = (index: number): number => (index === 0 ? 0 : (shifts[index - 1] as number));

  /** How many edits lie before an offset; with `after`, what is put in right there does, too. */
  function count(offset: number, after: boolean): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { start, end } = (sorted[middle] as TextEdit).at;
      const lies = end < offset || (end === offset && (start < end || after));
      if (lies) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return ({ start, end }) => {
    const first = count(start, false);
    const open = sorted[first];
    const cut = open !== undefined && open.at.start < start;
    const last = count(end, true);
    const closed = sorted[last];
    const cutEnd = closed !== undefined && closed.at.start < end;
    return {
      // What begins inside a span that was replaced begins with the replacement, and what ends there ends with it.
      start: (cut ? open.at.start : start) + before(first),
      end: cutEnd ? closed.at.end + (shifts[last] as number) : end + before(last),
    };
  };
}
