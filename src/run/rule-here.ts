import type { Config } from '../config/load.ts';
import { maskText } from '../credentials/index.ts';
import { ruleConfig, ruleState } from '../engine/policy.ts';
import { plural } from '../report/report.ts';
import type { AnyRule } from '../rule.ts';
import type { RuleSource } from '../rule-source.ts';
import { createFiles } from '../workspace/files.ts';
import { discover } from '../workspace/workspace.ts';
import { compilePatterns } from './configuration.ts';
import { UsageError } from './errors.ts';
import { noSuchRule } from './usage.ts';

/** What a rule is set to, and where that comes from. */
export interface RuleSetting {
  readonly key: string;
  readonly value: unknown;
  /** `default`, or `file:line`. */
  readonly origin: string;
}

/** A rule in a directory; public in the JSON formats. */
export interface RuleHere {
  readonly on: boolean;
  /** Why it is on or off, in half a sentence. */
  readonly reason: string;
  readonly settings: readonly RuleSetting[];
}

/** The rule of an id; throws `UsageError` when there is none. @param lister see `noSuchRule` */
export async function ruleNamed(id: string, source: RuleSource, lister?: string): Promise<AnyRule> {
  const [rule] = await source.named([id]);
  if (rule === undefined) throw new UsageError([noSuchRule(id, source.ids, lister)]);
  return rule;
}

/**
 * Whether a rule runs in a directory and how it is set there, without what looks like a credential.
 * @param within real path of a directory that nothing outside of is read
 */
export async function ruleHere(
  rule: AnyRule,
  config: Config,
  cwd: string,
  within?: string,
): Promise<RuleHere> {
  return { ...(await stateHere(rule, config, cwd, within)), settings: settingsOf(rule, config) };
}

function settingsOf(rule: AnyRule, config: Config): readonly RuleSetting[] {
  const { options, ...common } = ruleConfig(rule, config);
  const ignore = common.ignore.map(({ line: _, ...entry }) => entry);
  return Object.entries({ ...common, ignore, ...options }).map(([key, value]) => ({
    key,
    value: masked(value),
    origin: config.origin('rules', rule.id, key),
  }));
}

/** A value as it may be shown: a configuration may name a credential to say that it is none. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]));
}

/** Whether the rule runs in the directory, and why. */
async function stateHere(
  rule: AnyRule,
  config: Config,
  cwd: string,
  within: string | undefined,
): Promise<{ readonly on: boolean; readonly reason: string }> {
  const { on, reason } = ruleState(rule, config, { only: [], skip: [] });
  if (!on) return { on, reason };
  const excluded = await compilePatterns(config.exclude, config.directory);
  const { files: all } = discover({ paths: [], cwd, excluded }, createFiles(within));
  const files = all.filter(({ kind }) => rule.kinds.includes(kind));
  const found =
    files.length === 0
      ? 'no file of its kinds lies below this directory, so it has nothing to do'
      : `${plural(files.length, 'file')} of its kinds below this directory`;
  return { on, reason: `${reason}; ${found}` };
}
