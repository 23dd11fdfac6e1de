import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { IssueLog } from '../config/issues.ts';
import type { ConfigNode, OptionSet } from '../config/shape.ts';
import { compareVersions, isVersion } from '../config/version.ts';
import { generateDocs } from '../dev/generate-docs.ts';
import { lazyRules, ruleIds, rulesIndex } from '../dev/rules-index.ts';
import { BUILTIN_FINDINGS } from '../engine/builtin.ts';
import { FILE_KINDS } from '../kinds/index.ts';
import type { Messages } from '../rule.ts';
import { VERSION } from '../version.ts';
import { PROJECT, tempTree } from './helpers.ts';
import { runSource } from './lint-tree.ts';
import { DROPPED, FATAL, LEAKING } from './projects.ts';

const read = (...path: string[]): string => readFileSync(join(PROJECT, ...path), 'utf8');

test('the version is that of the package', () => {
  expect(VERSION).toBe(JSON.parse(read('package.json')).version);
  expect(isVersion(VERSION)).toBe(true);
});

test('the list of rules is what is generated for the files that are there', () => {
  expect(read('rules', 'index.ts')).toBe(rulesIndex(ruleIds(PROJECT)));
  expect(read('src', 'cli', 'rule-list.ts')).toBe(lazyRules(PROJECT));
  expect(RULES.map(({ id }) => id)).toEqual(ruleIds(PROJECT));
});

describe('one id, four places, and no other', () => {
  const ids = RULES.map(({ id }) => id);
  test.each<[string, string]>([
    ['rules', '.ts'],
    ['rules', '.test.ts'],
    ['fixtures/rules', ''],
    ['docs/rules', '.md'],
  ])('%s/ID%s', (folder, ending) => {
    const names = readdirSync(join(PROJECT, folder)).filter((name) => name !== 'index.ts');
    const here = names.filter((name) =>
      ending === '.ts' ? !name.endsWith('.test.ts') : name.endsWith(ending),
    );
    expect(here.sort()).toEqual(ids.map((id) => id + ending).sort());
  });
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const messages: Messages = rule.messages;
  const options: OptionSet = rule.options;

  test('has an id and names in kebab-case, and no id of the engine', () => {
    for (const name of [id, ...Object.keys(messages), ...Object.keys(options), rule.category]) {
      expect(name).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
    }
    expect(Object.keys(BUILTIN_FINDINGS)).not.toContain(id);
  });

  test('has kinds that there are, and a summary of one line without a full stop', () => {
    const kinds: readonly string[] = [...FILE_KINDS.map(({ name }) => name), 'workspace'];
    expect(rule.kinds.length).toBeGreaterThan(0);
    for (const kind of rule.kinds) expect(kinds).toContain(kind);
    expect(rule.summary).toMatch(/^[^\n]{10,110}[^.\n]$/);
    expect(rule.repositoryTypes.length).toBeGreaterThan(0);
  });

  test('has the versions of releases, and no addition as old as itself', () => {
    expect(compareVersions(rule.since, VERSION)).toBeLessThanOrEqual(0);
    for (const { since } of [...Object.values(messages), ...Object.values(options)]) {
      if (since === undefined) continue;
      expect(compareVersions(since, rule.since)).toBeGreaterThan(0);
      expect(compareVersions(since, VERSION)).toBeLessThanOrEqual(0);
    }
  });

  test('has good and bad fixtures', () => {
    const names = readdirSync(join(PROJECT, 'fixtures', 'rules', id));
    for (const kind of ['good-', 'bad-']) {
      expect(names.filter((name) => name.startsWith(kind)).length, kind).toBeGreaterThan(0);
    }
  });

  test('has a page with every part', () => {
    const page = read('docs', 'rules', `${id}.md`);
    expect(page).toMatch(new RegExp(`^# ${id}\\n`));
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(
      expect.arrayContaining([
        'What',
        'Why',
        'What is not reported',
        'How to fix',
        'Configuration',
        'Evidence',
      ]),
    );
  });

  test('says where its claims are known from; an error of Antigravity is measured or documented', () => {
    expect(rule.evidence.length).toBeGreaterThan(0);
    for (const { claim, source } of rule.evidence) {
      expect(claim).toMatch(/\.$/);
      expect(source).not.toBe('');
    }
    const loud = Object.values(messages).some(({ severity }) => severity === 'error');
    const firm = rule.evidence.some(({ level }) => level !== 'reported');
    if (id.startsWith('antigravity-') && (loud || rule.severity === 'error')) expect(firm).toBe(true);
  });

  test('has the severity of its severest message', () => {
    const ladder = ['info', 'warning', 'error'];
    const severities = Object.values(messages).map(({ severity }) => ladder.indexOf(severity));
    expect(ladder[Math.max(...severities)]).toBe(rule.severity);
  });

  const entries = Object.entries(options);
  test('has options with names of their own, and defaults that the options themselves accept', () => {
    for (const [name, { shape, default: fallback, summary }] of entries) {
      expect(['enabled', 'severity', 'exclude', 'ignore', 'reason', 'path', 'at']).not.toContain(name);
      expect(summary).not.toBe('');
      expect(fallback).toBeDefined();
      const issues = new IssueLog();
      expect(shape.parse(nodeOf(fallback), issues)).toEqual(fallback);
      expect(issues.problemCount).toBe(0);
    }
  });

  test.each(entries)('refuses rubbish for the option %s', (_, { shape }) => {
    const rubbish: readonly unknown[] = [
      { a: 1 },
      'an \u0000 orchard',
      -1.5,
      [['x']],
      [{ a: 'x' }],
      [7],
      [null],
    ];
    for (const value of rubbish) {
      const issues = new IssueLog();
      shape.parse(nodeOf(value), issues);
      expect({ value, problems: issues.problemCount }).toEqual({
        value,
        problems: expect.toSatisfy((n: number) => n > 0),
      });
    }
  });
});

/** A value as the YAML reader hands it on. */
function nodeOf(value: unknown): ConfigNode {
  const place = { line: 1, column: 1 };
  if (value === null) return { kind: 'null', place };
  if (typeof value === 'boolean') return { kind: 'boolean', place, value };
  if (typeof value === 'number') return { kind: 'number', place, source: String(value) };
  if (typeof value === 'string') return { kind: 'string', place, value };
  if (Array.isArray(value)) return { kind: 'list', place, items: value.map(nodeOf) };
  const entries = Object.entries(value as object).map(([name, inner]) => ({
    key: { name, place },
    value: nodeOf(inner),
  }));
  return { kind: 'map', place, entries };
}

test('the page about fixing names every rule that has fixes', () => {
  const page = read('docs', 'fixing.md');
  const named = [...page.matchAll(/\(rules\/([a-z-]+)\.md\)/g)].map(([, id]) => id);
  expect([...new Set(named)].sort()).toEqual(RULES.flatMap((rule) => (rule.fixable ? [rule.id] : [])).sort());
});

test('the docs are what is generated from the code', async () => {
  const generated = await generateDocs(PROJECT);
  const stale = [...generated].filter(
    ([path, text]) => !existsSync(join(PROJECT, path)) || read(path) !== text,
  );
  expect(stale.map(([path]) => `${path}: run npm run docs`)).toEqual([]);
});

test('the example configuration changes nothing', async () => {
  const tree = {
    '.git/': '',
    'a/.agents/mcp_config.json': DROPPED,
    'b/.agents/mcp_config.json': LEAKING,
    'c/.agents/mcp_config.json': FATAL,
    'd/.agents/mcp_config.json/': '',
  };
  const report = (cwd: string) => runSource(['lint', '--format', 'json'], cwd, PROJECT);
  const without = await report(tempTree(tree));
  expect(without).toMatchObject({ stderr: '', status: 1 });
  expect(JSON.parse(without.stdout).findings).toHaveLength(4);
  expect(await report(tempTree({ ...tree, '.skillsaw.yaml': read('.skillsaw.yaml.example') }))).toEqual(
    without,
  );
});
