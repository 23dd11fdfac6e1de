import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { PROJECT } from '../dev/build.ts';
import type { Finding } from '../engine/finding.ts';
import { rangeOf } from '../report/locate.ts';
import { inFixture, lintTree } from './lint-tree.ts';

/** A line of `expected.json`: what is found, and where, as `line:column-line:column`. */
interface Expected {
  readonly file: string;
  readonly rule: string;
  readonly finding: string;
  readonly severity: string;
  readonly at: string;
  readonly server?: string;
  readonly field?: string;
  /** Places of related findings, where there are any. */
  readonly related?: readonly string[];
  /** The kind of its fix, where it has one. */
  readonly fix?: string;
}

const FIXTURES = join(PROJECT, 'fixtures', 'rules');

function place(finding: Parameters<typeof rangeOf>[0]): string {
  const { start, end } = rangeOf(finding);
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
}

function expectation(finding: Finding): Expected {
  const { server, field, related, fix } = finding;
  return {
    file: finding.path,
    rule: finding.ruleId,
    finding: finding.messageId,
    severity: finding.severity,
    at: place(finding),
    ...(server === undefined ? {} : { server }),
    ...(field === undefined ? {} : { field }),
    ...(related.length === 0 ? {} : { related: related.map(place) }),
    ...(fix === undefined ? {} : { fix: fix.kind }),
  };
}

const cases = RULES.flatMap(({ id }) =>
  readdirSync(join(FIXTURES, id)).map((name) => ({ id, name, path: join(FIXTURES, id, name) })),
);

describe.each(cases.filter(({ name }) => name.startsWith('good-')))('$id/$name', ({ path }) => {
  test('is silent for every rule', async () => {
    expect((await inFixture(path, lintTree)).map(expectation)).toEqual([]);
  });
});

describe.each(cases.filter(({ name }) => name.startsWith('bad-')))('$id/$name', ({ path }) => {
  test('gives exactly what is expected', async () => {
    const expected: readonly Expected[] = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8'));
    expect((await inFixture(path, lintTree)).map(expectation)).toEqual(expected);
  });
});

test('a fixture is good or bad, and only bad ones expect something', () => {
  for (const { name, path } of cases) {
    expect(name).toMatch(/^(?:good|bad)-[a-z-]+$/);
    expect(existsSync(join(path, 'expected.json')), path).toBe(name.startsWith('bad-'));
  }
});

test('every kind of finding of every rule is met in a fixture', () => {
  const met = cases
    .filter(({ name }) => name.startsWith('bad-'))
    .flatMap(({ path }): Expected[] => JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')))
    .map(({ rule, finding }) => `${rule} ${finding}`);
  const all = RULES.flatMap(({ id, messages }) => Object.keys(messages).map((message) => `${id} ${message}`));
  expect([...new Set(met)].sort()).toEqual(all.sort());
});

test('a rule is called fixable when some of what its fixtures show can be mended', () => {
  const fixable = cases
    .filter(({ name }) => name.startsWith('bad-'))
    .flatMap(({ path }): Expected[] => JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')))
    .flatMap(({ rule, fix }) => (fix === undefined ? [] : [rule]));
  expect([...new Set(fixable)].sort()).toEqual(
    RULES.flatMap((rule) => (rule.fixable ? [rule.id] : [])).sort(),
  );
});
