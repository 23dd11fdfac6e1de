import { textOf } from '../markdown/bytes.ts';
import { find } from '../markdown/inline.ts';
import type { Outline } from '../markdown/outline.ts';
import type { Span } from '../text/span.ts';

/** The revision that only the second line of the packages speaks. */
export const REVISION = '2026-07-28';

/** Longer sentences are looked at as far as this on both sides, in bytes. */
const REACH = 400;
const SUBJECT = /\b(?:mcp|model context protocol|protocol|revision|spec|specification)\b/i;
/** Words by which a sentence says something else than that the revision is followed. */
const OTHERWISE =
  /\b(?:not|no|never|cannot|until|before|yet|later|once|unless|instead|unlike|plan(?:s|ned)?|eventually|migrat\w*|upgrad\w*)\b|n['’]t\b/i;

/** Where a text says of itself that it follows the revision; undefined when that is not certain. Fences and comments do not count. */
export function findClaim(bytes: Uint8Array, outline: Outline): Span | undefined {
  for (let from = 0; ; ) {
    const at = find(bytes, REVISION, from, bytes.length);
    if (at === undefined) return undefined;
    from = at + REVISION.length;
    const region = outline.regionAt(at);
    if (region === 'fence' || region === 'comment') continue;
    const sentence = sentenceAround(bytes, at);
    if (SUBJECT.test(sentence) && !OTHERWISE.test(sentence)) return { start: at, end: from };
  }
}

function sentenceAround(bytes: Uint8Array, at: number): string {
  const before = textOf(bytes, { start: Math.max(0, at - REACH), end: at });
  const after = textOf(bytes, { start: at, end: Math.min(bytes.length, at + REACH) });
  const end = /[.!?](?=\s|$)|\r?\n\s*\r?\n|\r?\n#/.exec(after)?.index ?? after.length;
  return before.split(/[.!?]\s|\r?\n[ \t]*\r?\n/).at(-1) + after.slice(0, end);
}
