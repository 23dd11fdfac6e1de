import type { AnyRule, Messages, Severity } from '../rule.ts';

/** Mild first. */
const LADDER: readonly Severity[] = ['info', 'warning', 'error'];

/** The severities that a rule's findings have by default, severest first. */
export function severitiesOf(rule: AnyRule): readonly Severity[] {
  const messages: Messages = rule.messages;
  const used = new Set(Object.values(messages).map(({ severity }) => severity));
  return LADDER.filter((severity) => used.has(severity)).reverse();
}

/** What lists and pages say of a rule; public in the JSON formats. */
export function ruleJson(rule: AnyRule) {
  return {
    id: rule.id,
    summary: rule.summary,
    category: rule.category,
    repositoryTypes: rule.repositoryTypes,
    files: rule.kinds,
    severity: rule.severity,
    severities: severitiesOf(rule),
    enabled: rule.enabled,
    fixable: rule.fixable,
    since: rule.since,
  };
}
