import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newRule, Refusal } from '../dev/new-rule.ts';
import { ruleIds, rulesIndex } from '../dev/rules-index.ts';
import { mustRun, projectFiles } from './checkout.ts';
import { PROJECT, runCommand, tempTree } from './helpers.ts';

const INDEX_OF_TWO = `import type { AnyRule } from '../src/rule.ts';
import orchardFull from './orchard-full.ts';
import vineLow from './vine-low.ts';

/** Every rule, in order of its id. */
export const RULES: readonly AnyRule[] = [orchardFull, vineLow];
`;

describe('rulesIndex', () => {
  test('sorts, and imports each default export by a name of its own', () => {
    expect(rulesIndex(['vine-low', 'orchard-full'])).toBe(INDEX_OF_TWO);
  });

  test('breaks a list that does not fit into a line', () => {
    const ids = Array.from({ length: 9 }, (_, i) => `a-rather-long-name-${i}`);
    expect(rulesIndex(ids)).toContain('[\n  aRatherLongName0,\n  aRatherLongName1,\n');
  });

  test('is what rules/index.ts holds', () => {
    expect(readFileSync(join(PROJECT, 'rules', 'index.ts'), 'utf8')).toBe(rulesIndex(ruleIds(PROJECT)));
  });
});

describe('newRule', () => {
  const project = () =>
    tempTree({ 'package.json': '{"version": "9.8.7"}', 'rules/vine-low.ts': "  kinds: ['mcp-config'],\n" });

  test('makes the four places of a rule and refreshes the list', () => {
    const root = project();
    const written = newRule(root, 'orchard-full');
    expect(written).toEqual([
      'rules/orchard-full.ts',
      'rules/orchard-full.test.ts',
      'fixtures/rules/orchard-full/good-other-name/.agents/mcp_config.json',
      'fixtures/rules/orchard-full/bad-example/.agents/mcp_config.json',
      'fixtures/rules/orchard-full/bad-example/expected.json',
      'docs/rules/orchard-full.md',
      'rules/index.ts',
      'src/cli/rule-list.ts',
    ]);
    expect(written.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(readFileSync(join(root, 'rules/index.ts'), 'utf8')).toBe(INDEX_OF_TWO);
    expect(readFileSync(join(root, 'rules/orchard-full.ts'), 'utf8')).toContain("since: '9.8.7'");
  });

  test.each([
    '',
    'orchard',
    'Orchard-full',
    'orchard_full',
    '../orchard-full',
    'orchard-',
    '-full',
    'a--b',
    '1-a',
    'a-b.c',
  ])('refuses the id "%s"', (id) => {
    const root = project();
    expect(() => newRule(root, id)).toThrow(Refusal);
    expect(ruleIds(root)).toEqual(['vine-low']);
  });

  test.each(['rules/orchard-full.ts', 'rules/orchard-full.test.ts', 'docs/rules/orchard-full.md'])(
    'refuses to overwrite %s, and writes nothing',
    (path) => {
      const root = project();
      mkdirSync(join(root, 'docs', 'rules'), { recursive: true });
      writeFileSync(join(root, path), 'mine');
      expect(() => newRule(root, 'orchard-full')).toThrow(`${path} exists already`);
      expect(readFileSync(join(root, path), 'utf8')).toBe('mine');
      expect(existsSync(join(root, 'fixtures'))).toBe(false);
      expect(existsSync(join(root, 'rules', 'index.ts'))).toBe(false);
    },
  );
});

describe('npm run new-rule, in a copy of the project', () => {
  test('gives a rule that typechecks, passes the linter and its tests, and has a page', {
    timeout: 120_000,
  }, () => {
    const copy = projectFiles();
    symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
    const made = mustRun('npm', ['run', '--silent', 'new-rule', '--', 'orchard-full'], { cwd: copy });
    expect(made.stdout).toContain('rules/orchard-full.ts\n');
    const again = runCommand('npm', ['run', '--silent', 'new-rule', '--', 'orchard-full'], { cwd: copy });
    expect(again.stderr).toContain('exists already');
    expect(again.status).toBe(2);

    mustRun('npm', ['run', 'typecheck'], { cwd: copy });
    const files = ['rules/orchard-full.ts', 'rules/orchard-full.test.ts', 'rules/index.ts'];
    // The copy is no repository, so there is no ignore file to read.
    mustRun('npx', ['biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files], { cwd: copy });
    mustRun('npx', ['vitest', 'run', 'rules/orchard-full', 'src/test/fixtures'], { cwd: copy });
    mustRun('npm', ['run', 'docs'], { cwd: copy });
    const page = readFileSync(join(copy, 'docs/rules/orchard-full.md'), 'utf8');
    expect(page).toContain('Server "example": what is wrong');
  });
});
