import type { AnyRule } from '../rule.ts';
import type { Config } from './interpret.ts';
import type { RuleConfig } from './schema.ts';
import { defaultsOf } from './shape.ts';

/** The configuration of a run without a file. It names no rule: each has its own defaults, see `defaultRuleConfig`. */
export function defaultConfig(directory: string, repository?: string): Config {
  const found = repository === undefined ? {} : { repository };
  return { directory, ...found, failOn: 'error', exclude: [], rules: new Map(), origin: () => 'default' };
}

/** A rule's block when no file says anything about it. */
export function defaultRuleConfig(rule: Pick<AnyRule, 'enabled' | 'options'>): RuleConfig {
  return {
    enabled: rule.enabled,
    severity: null,
    exclude: [],
    ignore: [],
    options: defaultsOf(rule.options),
  };
}
