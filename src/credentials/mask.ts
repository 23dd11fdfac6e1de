import type { TextSpan } from './hit.ts';
import { secretSpans } from './spans.ts';

/** What stands in the place of a secret; its length says nothing. */
const MASK = '***';

/** A result that is worth keeping: names and paths are said again and again, in one finding and in thousands. */
interface Kept {
  /** Texts up to this length, in UTF-16 units. */
  readonly longest: number;
  readonly most: number;
  readonly results: Map<string, string>;
}

const SHORT: Kept = { longest: 256, most: 512, results: new Map() };
/** One that is longer than names are is masked once for the few times that a finding says it. */
const LONG: Kept = { longest: Number.POSITIVE_INFINITY, most: 4, results: new Map() };

/** A text fit to be shown: every secret in it is replaced by `***`, all else stays. Whole texts, not pieces of one. */
export function maskText(text: string): string {
  const { most, results } = text.length <= SHORT.longest ? SHORT : LONG;
  const known = results.get(text);
  if (known !== undefined) return known;
  if (results.size === most) results.clear();
  const result = masked(text);
  results.set(text, result);
  return result;
}

function masked(text: string): string {
  return maskSpans(text, secretSpans(text));
}

/** A text with some places of it masked, which stand in order and apart. */
export function maskSpans(text: string, secrets: readonly TextSpan[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of secrets) {
    result += text.slice(from, start) + MASK;
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}
