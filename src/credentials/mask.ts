import { secretSpans } from './spans.ts';

/** What stands in the place of a secret; its length says nothing. */
const MASK = '***';

/** A text fit to be shown: every secret in it is replaced by `***`, all else stays. Whole texts, not pieces of one. */
export function maskText(text: string): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of secretSpans(text)) {
    masked += text.slice(from, start) + MASK;
    from = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}
