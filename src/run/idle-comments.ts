import type { IdleComment } from '../engine/lint.ts';
import { suggest } from '../text/suggest.ts';
import { shownWord } from './errors.ts';

/**
 * Why a comment kept nothing quiet, and what to do.
 * @param ids of all rules
 */
export function idleText({ path, line, word, ruleId }: IdleComment, ids: readonly string[]): string {
  const place = `${shownWord(path)}:${line}: skillsaw-${word}`;
  if (ruleId === undefined) return `${place} names no rule; write the id of one behind it`;
  const id = shownWord(ruleId);
  if (!ids.includes(ruleId)) {
    const hint = suggest(ruleId, ids);
    return `${place}: there is no rule ${id}${hint === undefined ? '' : `; did you mean ${hint}?`}`;
  }
  return word === 'enable'
    ? `${place} ${id} stands behind no skillsaw-disable of that rule; delete it`
    : `${place} ${id} keeps nothing quiet; delete it`;
}
