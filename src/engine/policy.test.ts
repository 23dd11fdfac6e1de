import { describe, expect, test } from 'vitest';
import { interpret } from '../config/interpret.ts';
import { IssueLog } from '../config/issues.ts';
import type { Config } from '../config/load.ts';
import { parseYaml } from '../config/yaml.ts';
import { type AnyRule, defineRule, type MessageSpec, type Severity } from '../rule.ts';
import { fails, messageRuns, ruleState, type Selection, severityOf } from './policy.ts';

const said: MessageSpec = {
  severity: 'warning',
  scope: 'file',
  consequence: 'policy',
  text: () => 'Said',
  help: () => 'Fine.',
};
const added: MessageSpec = { ...said, since: '0.21.0' };

function rule(enabled: AnyRule['enabled'], since = '0.20.0'): AnyRule {
  return defineRule({
    id: 'orchard-gate',
    summary: 'Made up',
    category: 'mcp',
    repositoryTypes: ['any'],
    kinds: ['mcp-config'],
    severity: 'warning',
    enabled,
    since,
    fixable: false,
    options: {},
    evidence: [],
    messages: { said, added },
    *check() {},
  });
}

function configOf(yaml: string, ofRule: AnyRule): Config {
  const { root, problems } = parseYaml(yaml);
  const issues = new IssueLog();
  const source =
    root === undefined ? undefined : { path: '/o/.skillsaw.yaml', shown: '.skillsaw.yaml', root };
  const config = interpret(source, '/o', [ofRule], '1.0.0', issues);
  expect([...problems, ...issues.problems('')]).toEqual([]);
  return config;
}

const NONE: Selection = { only: [], skip: [] };
const THIS: Selection = { only: ['orchard-gate'], skip: [] };
const OTHER: Selection = { only: ['kiln-door'], skip: [] };
const WITHOUT: Selection = { only: [], skip: ['orchard-gate'] };

/** Whether the rule runs, and whether what it learned in 0.21.0 does. */
type Answer = 'off' | 'on' | 'on, without additions';

function answer(enabled: AnyRule['enabled'], yaml: string, selection: Selection, since?: string): Answer {
  const made = rule(enabled, since);
  const config = configOf(yaml, made);
  const state = ruleState(made, config, selection);
  expect(state.reason).not.toBe('');
  if (!state.on) return 'off';
  expect(messageRuns(said, config, state)).toBe(true);
  return messageRuns(added, config, state) ? 'on' : 'on, without additions';
}

describe('whether a rule runs', () => {
  const block = (enabled: string, version?: string): string =>
    `${version === undefined ? '' : `version: "${version}"\n`}rules: { orchard-gate: { enabled: ${enabled} } }\n`;
  const pinned = (version: string): string => `version: "${version}"\n`;

  test.each<[AnyRule['enabled'], string, Selection, Answer]>([
    ['auto', '', NONE, 'on'],
    [true, '', NONE, 'on'],
    [false, '', NONE, 'off'],
    [false, '', THIS, 'on'],
    ['auto', '', OTHER, 'off'],
    ['auto', '', WITHOUT, 'off'],
    ['auto', block('false'), NONE, 'off'],
    ['auto', block('false'), THIS, 'on'],
    [false, block('true'), NONE, 'on'],
    [false, block('true'), WITHOUT, 'off'],
    [false, block('auto'), NONE, 'on'],
    [true, block('auto'), NONE, 'on'],
    ['auto', pinned('0.19.9'), NONE, 'off'],
    ['auto', pinned('0.20.0'), NONE, 'on, without additions'],
    ['auto', pinned('0.21.0'), NONE, 'on'],
    ['auto', pinned('0.100.0'), NONE, 'on'],
    [true, pinned('0.19.9'), NONE, 'off'],
    ['auto', block('auto', '0.19.9'), NONE, 'off'],
    ['auto', block('true', '0.19.9'), NONE, 'on'],
    [true, block('true', '0.20.0'), NONE, 'on'],
    [false, block('true', '0.19.9'), NONE, 'on'],
    ['auto', block('false', '0.19.9'), THIS, 'on'],
    ['auto', pinned('0.20.0'), THIS, 'on'],
  ])('default %s, %j, %j: %s', (enabled, yaml, selection, expected) => {
    expect(answer(enabled, yaml, selection)).toBe(expected);
  });

  test('versions compare by number', () => {
    expect(answer('auto', pinned('0.9.0'), NONE, '0.10.0')).toBe('off');
    expect(answer('auto', pinned('0.10.0'), NONE, '0.9.0')).toBe('on, without additions');
  });
});

describe('severity', () => {
  test.each<[string, Severity]>([
    ['', 'warning'],
    ['rules: { orchard-gate: { severity: null } }', 'warning'],
    ['rules: { orchard-gate: { severity: } }', 'warning'],
    ['rules: { orchard-gate: { severity: error } }', 'error'],
    ['rules: { orchard-gate: { severity: info } }', 'info'],
  ])('%j', (yaml, expected) => {
    const made = rule('auto');
    expect(severityOf(made, said, configOf(yaml, made))).toBe(expected);
  });

  const failing: Readonly<Record<Severity | 'never', readonly Severity[]>> = {
    info: ['info', 'warning', 'error'],
    warning: ['warning', 'error'],
    error: ['error'],
    never: [],
  };
  test.each(Object.entries(failing))('--fail-on %s fails for %j', (failOn, expected) => {
    const all: readonly Severity[] = ['info', 'warning', 'error'];
    expect(all.filter((severity) => fails(severity, failOn as Severity | 'never'))).toEqual(expected);
  });
});
