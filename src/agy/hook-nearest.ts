import { HOOK_EVENT_NAMES, type HookEvent } from './hook-facts.ts';

/** Words by which an event of no host can be told, after everything but letters is gone; the first that fits counts. */
const WORDS: readonly (readonly [RegExp, HookEvent])[] = [
  [/session(?:start|begin|open|init)|(?:start|begin|open|init)(?:of)?session/, 'SessionStart'],
  [/(?:pre|before).*tool|tool.*(?:pre|before)/, 'PreToolUse'],
  [/(?:post|after).*tool|tool.*(?:post|after)/, 'PostToolUse'],
  [/(?:pre|before).*(?:invo[ck]|model|prompt|request|llm)/, 'PreInvocation'],
  [/(?:post|after).*(?:invo[ck]|model|response|llm)/, 'PostInvocation'],
  [/^(?:on)?(?:agent|turn)?(?:stop|stopped|finish|finished|done)$/, 'Stop'],
];

/** Longer names mean no event of anybody's. */
const LONGEST = 60;

/** The event of Antigravity that a name most likely means, by its words; undefined when none suggests itself. */
export function nearestEvent(name: string): HookEvent | undefined {
  if (name.length > LONGEST) return undefined;
  const letters = name.toLowerCase().replace(/[^a-z]+/g, '');
  const same = HOOK_EVENT_NAMES.find((event) => event.toLowerCase() === letters);
  return same ?? WORDS.find(([words]) => words.test(letters))?.[1];
}
