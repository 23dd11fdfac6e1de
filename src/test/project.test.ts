import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../dev/build.ts';
import { IMPORTER } from '../dev/layers.ts';
import { VERSION } from '../version.ts';

interface PackageJson {
  readonly version: string;
  readonly dependencies?: unknown;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const text = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const pkg = JSON.parse(text('package.json')) as PackageJson;

describe('the package', () => {
  test('has the version that the program tells', () => {
    expect(VERSION).toBe(pkg.version);
  });

  test('names every package that the program imports, and asks its users for none', () => {
    expect(Object.keys(IMPORTER).filter((name) => !(name in pkg.devDependencies))).toEqual([]);
    expect(pkg.dependencies).toBeUndefined();
  });

  test('has a lock file without download addresses', () => {
    const lock = text('package-lock.json');
    expect(lock).toContain('"integrity"');
    expect(lock).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });

  test('has a launcher and a CI script that can be executed', () => {
    for (const path of ['bin/skillsaw.js', '.ci/run']) {
      expect(statSync(join(PROJECT, path)).mode & 0o111, path).toBe(0o111);
    }
  });

  test('packs with a silent build', () => {
    // A hook manager reads the tarball's name from standard output; a script's banner would be taken for it.
    expect(text('.npmrc')).toMatch(/^foreground-scripts=false$/m);
  });
});

describe('the pre-commit hook', () => {
  const source = /files: \|\n((?: {4}.*\n)+)/.exec(text('.pre-commit-hooks.yaml'))?.[1] ?? '';
  // Python's verbose mode drops white space; nothing else in the pattern is Python's own.
  const pattern = new RegExp(source.replace(/\s+/g, '').replace('(?x)', ''));

  test.each([
    '.agents/mcp_config.json',
    'a/b/.agents/rules/naming.md',
    '.agent/anything',
    '_agents/hooks.json',
    '_agent/skills.json',
    'mcp_config.json',
    'plugins/grapes/plugin.json',
    'x/workflows.json',
    'GEMINI.md',
    'docs/AGENTS.md',
    '.mcp.json',
    '.skillsaw.yaml',
    'sub/.skillsaw.yml',
    '.skillsaw-baseline.json',
  ])('runs for %s', (path) => {
    expect(path).toMatch(pattern);
  });

  test.each([
    'README.md',
    'package.json',
    'src/agents/a.ts',
    'my.agents/a.md',
    'old_mcp_config.json',
    'mcp_config.json.bak',
    'skillsaw.yaml',
    'GEMINI.mdx',
  ])('does not run for %s', (path) => {
    expect(path).not.toMatch(pattern);
  });
});
