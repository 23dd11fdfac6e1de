import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { PROJECT } from '../dev/build.ts';
import { loadedWith, type Manifest, packageFolder, packageOf } from '../dev/manifest.ts';

/** What every run loads before it does anything. Raise it with open eyes: it is paid on every start. */
const START_UP_BYTES = 400_000;
/** The entry, what it stands for, and the bundler's own helpers. Finding a file costs more than reading it. */
const START_UP_FILES = 3;

/** Packages that most runs do without. */
const ON_DEMAND: readonly string[] = [
  'yaml',
  'fast-glob',
  'micromatch',
  'picomatch',
  'jsonc-parser',
  'toml-eslint-parser',
  'ignore',
];

function read(): Manifest {
  expect(inject('buildFailure')).toBe('');
  return JSON.parse(readFileSync(join(PROJECT, 'dist', 'manifest.json'), 'utf8')) as Manifest;
}

describe('the built program', () => {
  test('loads no package at start that a plain run does not need', () => {
    const manifest = read();
    const modules = loadedWith(manifest, manifest.entry).flatMap(
      (name) => manifest.chunks[name]?.modules ?? [],
    );
    expect(modules).toContain('src/cli/entry.ts');
    const packages = new Set(modules.map(packageOf));
    expect(ON_DEMAND.filter((name) => packages.has(name))).toEqual([]);
    expect(modules.filter((module) => /baseline/.test(module))).toEqual([]);
  });

  test('stays within its budget at start', () => {
    const manifest = read();
    const files = loadedWith(manifest, manifest.entry);
    expect(files.length, files.join()).toBeLessThanOrEqual(START_UP_FILES);
    const bytes = files.map((name) => manifest.chunks[name]?.bytes ?? 0);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(START_UP_BYTES);
  });

  test('holds no validator of JSON Schemas', () => {
    const modules = Object.values(read().chunks).flatMap((chunk) => chunk.modules);
    expect(modules).toContain('src/mcp/shims.ts');
    expect(modules.filter((module) => /\bajv|cfWorker/i.test(module))).toEqual([]);
  });

  test('names every bundled package and its licence', () => {
    const modules = Object.values(read().chunks).flatMap((chunk) => chunk.modules);
    const packages = new Set(modules.map(packageOf).filter((name) => name !== undefined));
    expect(packages).toContain('commander');
    const notices = readFileSync(join(PROJECT, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\S+\nLicence: \S/gm)].map((match) => match[1]);
    expect([...new Set(named)].sort()).toEqual([...packages].sort());
  });
});

describe('loadedWith', () => {
  const chunk = (...imports: string[]) => ({ bytes: 1, imports, dynamicImports: ['lazy.cjs'], modules: [] });
  test('follows what is loaded at once, circles included, and nothing that is loaded on demand', () => {
    const chunks = {
      'a.cjs': chunk('b.cjs'),
      'b.cjs': chunk('c.cjs'),
      'c.cjs': chunk('a.cjs'),
      'lazy.cjs': chunk(),
    };
    expect(loadedWith({ entry: 'a.cjs', chunks }, 'a.cjs')).toEqual(['a.cjs', 'b.cjs', 'c.cjs']);
  });
});

describe('packageOf', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['src/cli/entry.ts', undefined, undefined],
    ['node_modules/yaml/dist/index.js', 'yaml', 'node_modules/yaml'],
    ['node_modules/@a/b/c.js', '@a/b', 'node_modules/@a/b'],
    ['/p/node_modules/a/node_modules/b/c.js', 'b', '/p/node_modules/a/node_modules/b'],
  ])('%s', (module, name, folder) => {
    expect(packageOf(module)).toBe(name);
    expect(packageFolder(module)).toBe(folder);
  });
});
