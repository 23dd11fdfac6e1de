import { defaultRuleConfig } from '../config/defaults.ts';
import type { Config, RuleConfig } from '../config/load.ts';
import { compareVersions } from '../config/version.ts';
import type { AnyRule, MessageSpec, Severity } from '../rule.ts';

/** What the command line says about rules. */
export interface Selection {
  /** `--rule`: these and no others. */
  readonly only: readonly string[];
  /** `--skip-rule` */
  readonly skip: readonly string[];
}

export interface RuleState {
  readonly on: boolean;
  /** Whether additions newer than a pinned version run, too. */
  readonly whole: boolean;
  /** Why, as half a sentence for `explain`. */
  readonly reason: string;
}

/** Whether a rule runs here. `auto` is answered by the files: a rule without a file of its kinds has nothing to do. */
export function ruleState(rule: AnyRule, config: Config, selection: Selection): RuleState {
  const { enabled } = ruleConfig(rule, config);
  const on = (reason: string, whole = false): RuleState => ({ on: true, whole, reason });
  const off = (reason: string): RuleState => ({ on: false, whole: false, reason });
  if (selection.skip.includes(rule.id)) return off('left out by --skip-rule');
  if (selection.only.includes(rule.id)) return on('asked for by --rule', true);
  if (selection.only.length > 0) return off('not among the rules asked for by --rule');
  if (enabled === false) return off('switched off (enabled: false)');
  if (enabled === true && config.origin('rules', rule.id, 'enabled') !== 'default') {
    return on('switched on (enabled: true)', true);
  }
  if (config.version !== undefined && compareVersions(rule.since, config.version) > 0) {
    return off(`newer (${rule.since}) than the pinned version ${config.version}`);
  }
  return on(
    enabled === 'auto' ? 'it runs wherever a file of its kinds is found (enabled: auto)' : 'on by default',
  );
}

/** Whether a kind of finding is part of the rule as pinned. */
export function messageRuns(spec: Pick<MessageSpec, 'since'>, config: Config, state: RuleState): boolean {
  const { version } = config;
  return (
    state.whole ||
    version === undefined ||
    spec.since === undefined ||
    compareVersions(spec.since, version) <= 0
  );
}

/** A configured severity holds for every finding of the rule; null or absent, each keeps its own. */
export function severityOf(rule: AnyRule, spec: MessageSpec, config: Config): Severity {
  return config.rules.get(rule.id)?.severity ?? spec.severity;
}

/** A rule's block as it is effective; the defaults where there is no configuration file. */
export function ruleConfig(rule: AnyRule, config: Config): RuleConfig {
  return config.rules.get(rule.id) ?? defaultRuleConfig(rule);
}

/** From mild to severe. */
const LADDER: readonly Severity[] = ['info', 'warning', 'error'];

/** Whether a finding of this severity makes the run fail. */
export function fails(severity: Severity, failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && LADDER.indexOf(severity) >= LADDER.indexOf(failOn);
}
