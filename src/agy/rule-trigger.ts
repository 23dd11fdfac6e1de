import { suggest } from '../text/suggest.ts';
import { RULE_TRIGGERS, type RuleTrigger } from './prose-facts.ts';

/** What other hosts, and people, call the same; letters alone, lower case. */
const SAME: ReadonlyMap<string, RuleTrigger> = new Map<string, RuleTrigger>([
  ...RULE_TRIGGERS.map((trigger) => [trigger.replace('_', ''), trigger] as const),
  ['always', 'always_on'],
  ['alwaysapply', 'always_on'],
  ['alwaysactive', 'always_on'],
  ['auto', 'model_decision'],
  ['automatic', 'model_decision'],
  ['model', 'model_decision'],
  ['modeldecides', 'model_decision'],
  ['modeldriven', 'model_decision'],
  ['agent', 'model_decision'],
  ['agentdecision', 'model_decision'],
  ['agentrequested', 'model_decision'],
  ['agentdecides', 'model_decision'],
  ['intelligent', 'model_decision'],
  ['globs', 'glob'],
  ['globpattern', 'glob'],
  ['filepattern', 'glob'],
  ['filematch', 'glob'],
  ['file', 'glob'],
  ['files', 'glob'],
  ['pattern', 'glob'],
  ['autoattached', 'glob'],
  ['user', 'manual'],
  ['never', 'manual'],
  ['ondemand', 'manual'],
  ['mention', 'manual'],
]);

const TRIGGERS: ReadonlyMap<string, RuleTrigger> = new Map(
  RULE_TRIGGERS.map((trigger) => [trigger, trigger]),
);

/** Longer words mean no trigger of anybody's. */
const LONGEST = 40;

/** The trigger that a word most likely means; undefined when none suggests itself. */
export function nearestTrigger(word: string): RuleTrigger | undefined {
  if (word.length > LONGEST) return undefined;
  const letters = word.toLowerCase().replace(/[^a-z]+/g, '');
  return SAME.get(letters) ?? TRIGGERS.get(suggest(word, RULE_TRIGGERS) ?? '');
}

/** A key of another host for what `trigger` says, or `trigger` misspelt. */
export interface TriggerKey {
  readonly key: string;
  /** The host that reads it; absent for a slip. */
  readonly host?: string;
  /** What to write, where the key and its value tell. */
  readonly instead?: RuleTrigger;
}

/** Keys by which other hosts say when a rule holds. */
const FOREIGN_KEYS: ReadonlyMap<string, { readonly host: string; readonly instead?: RuleTrigger }> = new Map([
  ['alwaysApply', { host: 'Cursor' }],
  ['inclusion', { host: 'Kiro' }],
  ['fileMatchPattern', { host: 'Kiro', instead: 'glob' }],
  ['applyTo', { host: 'GitHub Copilot', instead: 'glob' }],
  ['paths', { host: 'Claude Code', instead: 'glob' }],
]);

/**
 * The key of a rule without `trigger` that was most likely meant for it.
 * @param keys of the head in its order, with their values where those are words
 */
export function triggerKey(keys: ReadonlyMap<string, string | undefined>): TriggerKey | undefined {
  for (const [key, value] of keys) {
    if (suggest(key, ['trigger']) !== undefined) {
      const instead = value === undefined ? undefined : nearestTrigger(value);
      return { key, ...(instead === undefined ? {} : { instead }) };
    }
  }
  for (const [key, value] of keys) {
    const foreign = FOREIGN_KEYS.get(key);
    if (foreign === undefined) continue;
    const instead = foreign.instead ?? foreignValue(value, keys);
    return { key, host: foreign.host, ...(instead === undefined ? {} : { instead }) };
  }
  return undefined;
}

/** What the value of a key of another host comes to. */
function foreignValue(
  value: string | undefined,
  keys: ReadonlyMap<string, string | undefined>,
): RuleTrigger | undefined {
  if (value === 'true') return 'always_on';
  if (value !== 'false') return value === undefined ? undefined : nearestTrigger(value);
  return keys.get('globs') ? 'glob' : keys.get('description') ? 'model_decision' : 'manual';
}
