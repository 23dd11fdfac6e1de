import type { Place } from '../engine/finding.ts';
import type { Range } from '../text/lines.ts';

const START = { line: 1, column: 1, offset: 0 };

/** Lines and columns of a place; the start of the file where there is nothing to count in. */
export function rangeOf({ source, span }: Place): Range {
  return source === undefined ? { start: START, end: START } : source.lines.range(span);
}
