import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../dev/build.ts';
import { importsOf } from '../dev/imports.ts';
import { breaches, partOf } from '../dev/layers.ts';

function sourceFiles(): readonly string[] {
  return ['src', 'rules'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

test('every import goes in the direction of the design', () => {
  const files = sourceFiles();
  expect(files).toContain('src/rule.ts');
  const found = files.flatMap((file) =>
    breaches(file, importsOf(file, readFileSync(join(PROJECT, file), 'utf8'))),
  );
  expect(found).toEqual([]);
});

describe('importsOf', () => {
  test.each<[string, string[]]>([
    ["import a from './a.ts';", ['./a.ts']],
    ["import type { A } from './a.ts';", ['./a.ts']],
    ["import { type A } from './a.ts';", ['./a.ts']],
    ["import './a.ts';", ['./a.ts']],
    ["export { a } from './a.ts';", ['./a.ts']],
    ["export type { A } from './a.ts';", ['./a.ts']],
    ["export * from './a.ts';", ['./a.ts']],
    ["export * as a from './a.ts';", ['./a.ts']],
    ["const a = await import('./a.ts');", ['./a.ts']],
    ["function f() { return import('./a.ts'); }", ['./a.ts']],
    ["type A = import('./a.ts').A;", ['./a.ts']],
    ['await import(name);', ['<computed>']],
    ["import { a, b } from './a.ts'; export { c } from './a.ts';", ['./a.ts']],
    ["const text = `import './a.ts';`; // import './b.ts'", []],
  ])('%s', (source, expected) => {
    expect(importsOf('x.ts', source)).toEqual(expected);
  });

  test('refuses what does not parse', () => {
    expect(() => importsOf('x.ts', 'import {')).toThrow(/^x\.ts: /);
  });
});

describe('partOf', () => {
  test.each<[string, string | undefined]>([
    ['src/json/parse.ts', 'json'],
    ['src/cli/commands/lint.ts', 'cli'],
    ['src/rule.ts', 'rule'],
    ['src/config/shape.ts', 'config/shape'],
    ['src/config/load.ts', 'config'],
    ['rules/index.ts', 'rules'],
    ['bin/skillsaw.js', undefined],
  ])('%s is in %s', (file, part) => {
    expect(partOf(file)).toBe(part);
  });
});

describe('breaches', () => {
  test.each<[string, string]>([
    ['src/json/parse.ts', '../text/span.ts'],
    ['src/json/explain.ts', 'jsonc-parser'],
    ['src/rule.ts', './config/shape.ts'],
    ['rules/a.ts', '../src/rule.ts'],
    ['rules/index.ts', './a.ts'],
    ['src/config/load.ts', '../rule.ts'],
    ['src/config/load.ts', 'node:fs'],
    ['src/yaml/compose.ts', 'yaml'],
    ['src/workspace/globs.ts', 'fast-glob'],
    ['src/engine/lint.ts', '../workspace/walk.ts'],
    ['src/engine/lint.ts', 'node:crypto'],
    ['src/git/run.ts', 'node:child_process'],
    ['src/git/changes.ts', '../workspace/files.ts'],
    ['src/report/text.ts', '../engine/finding.ts'],
    ['src/cli/main.ts', '../report/text.ts'],
    ['src/dev/build.ts', 'rolldown'],
    ['src/test/helpers.ts', '../dev/build.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(breaches(file, [specifier])).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['src/text/span.ts', '../json/parse.ts', 'text may not know json'],
    ['src/credentials/mask.ts', '../json/tree.ts', 'credentials may not know json'],
    ['src/config/shape.ts', '../rule.ts', 'config/shape may not know rule'],
    ['src/rule.ts', './config/load.ts', 'rule may not know config'],
    ['rules/a.ts', '../src/json/tree.ts', 'rules may not know json'],
    ['src/workspace/walk.ts', '../rule.ts', 'workspace may not know rule'],
    ['src/engine/lint.ts', '../report/text.ts', 'engine may not know report'],
    ['src/report/text.ts', '../cli/args.ts', 'report may not know cli'],
    ['src/report/text.ts', '../config/load.ts', 'report may not know config'],
    ['src/cli/main.ts', '../dev/build.ts', 'cli may not know dev'],
    ['src/cli/main.ts', '../../package.json', 'cli may not know what lies outside src and rules'],
    ['src/agy/fold.ts', 'node:util', "agy is to be free of Node's modules"],
    ['src/engine/lint.ts', 'node:fs', 'engine is not to touch the file system'],
    ['src/report/html.ts', 'fs/promises', 'report is not to touch the file system'],
    ['src/run/since.ts', 'node:child_process', 'only src/git/run.ts starts other programs'],
    ['src/git/revision.ts', 'child_process', 'only src/git/run.ts starts other programs'],
    ['src/git/run.ts', '../engine/lint.ts', 'git may not know engine'],
    ['src/cli/main.ts', 'commander', 'imports commander, which only src/cli/args.ts may'],
    [
      'src/workspace/walk.ts',
      'fast-glob/out/index.js',
      'imports fast-glob, which only src/workspace/globs.ts may',
    ],
    ['src/cli/main.ts', 'rolldown', 'imports rolldown, which has no place in src/dev/layers.ts'],
    ['src/cli/main.ts', '<computed>', 'imports <computed>, which has no place in src/dev/layers.ts'],
    ['src/novel/a.ts', './b.ts', 'has no place in src/dev/layers.ts'],
  ])('%s may not import %s', (file, specifier, problem) => {
    const found = breaches(file, [specifier]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${file}: `);
    expect(found[0]).toContain(problem);
  });
});
