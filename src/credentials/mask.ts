import type { TextSpan } from './hit.ts';
import { secretSpans } from './spans.ts';

/** What stands in the place of a secret; its length says nothing. */
const MASK = '***';

/** A finding says a name several times; one that is longer than names are is masked once. */
const LONG = 4096;
const MOST_KEPT = 4;
const kept = new Map<string, string>();

/** A text fit to be shown: every secret in it is replaced by `***`, all else stays. Whole texts, not pieces of one. */
export function maskText(text: string): string {
  if (text.length < LONG) return masked(text);
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size === MOST_KEPT) kept.clear();
  const result = masked(text);
  kept.set(text, result);
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
