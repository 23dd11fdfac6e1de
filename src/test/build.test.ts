import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../dev/build.ts';
import { thirdPartyNotices } from '../dev/notices.ts';
import { mustRun } from './checkout.ts';
import { PROJECT, tempTree } from './helpers.ts';

const ENTRY = `import pc from 'picocolors';
import { SHARED } from './shared.ts';
export async function run(): Promise<void> {
  const { read } = await import('./lazy.ts');
  console.log(pc.reset(''), read(SHARED));
}
`;

function project(files: Readonly<Record<string, string>>): string {
  const root = tempTree({ 'package.json': '{"type": "module"}', 'dist/left-over.cjs': '', ...files });
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

const LAZY = `import { parse } from 'yaml';
import { SHARED } from './shared.ts';
export const read = (text: string) => parse(text + SHARED.slice(0, 0));
`;

const small = () =>
  project({
    'src/cli/entry.ts': ENTRY,
    'src/cli/lazy.ts': LAZY,
    'src/cli/shared.ts': "export const SHARED = 'a: 1';\n",
  });

function contents(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(root, 'dist'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, 'dist', name), 'utf8')]));
}

describe('build', () => {
  test('empties dist, splits off what is loaded on demand and nothing else, and the result runs', async () => {
    const root = small();
    await build(root);
    const names = readdirSync(join(root, 'dist')).sort();
    expect(names).toEqual(['THIRD-PARTY-NOTICES.txt', 'entry.cjs', 'lazy.cjs', 'manifest.json']);
    cpSync(join(PROJECT, 'bin'), join(root, 'bin'), { recursive: true });
    expect(mustRun(process.execPath, [join(root, 'bin', 'skillsaw.js')]).stdout).toContain('{ a: 1 }');
  });

  test('gives the same bytes twice', async () => {
    const root = small();
    await build(root);
    const first = contents(root);
    await build(root);
    expect(contents(root)).toEqual(first);
  });

  test.each([
    ['a package that is not there', "import 'no-such-package-anywhere';\nexport const run = () => {};\n"],
    ['a file that is not there', "import './no-such-file.ts';\nexport const run = () => {};\n"],
  ])('fails on %s, and leaves the last build alone', async (_, entry) => {
    const root = project({ 'src/cli/entry.ts': entry });
    await expect(build(root)).rejects.toThrow(/no-such/);
    expect(readdirSync(join(root, 'dist'))).toEqual(['left-over.cjs']);
  });

  test('says nothing when it is run as a command', () => {
    const root = small();
    cpSync(join(PROJECT, 'src', 'dev'), join(root, 'src', 'dev'), { recursive: true });
    const { stdout, stderr } = mustRun('npx', ['tsx', 'src/dev/build.ts'], { cwd: root });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
    expect(readdirSync(join(root, 'dist'))).toContain('manifest.json');
  });
});

describe('thirdPartyNotices', () => {
  const root = tempTree({
    'node_modules/b/package.json':
      '{"name": "b", "version": "1.0.0", "license": "MIT", "author": {"name": "Bo"}}',
    'node_modules/b/LICENSE.md': 'Text of b\r\nsecond line\r\n',
    'node_modules/@a/a/package.json': '{"name": "@a/a", "version": "2.0.0", "license": "ISC"}',
    'node_modules/bare/package.json': '{"name": "bare", "version": "3.0.0"}',
  });

  test('names each package once, sorted, with its licence text', () => {
    const modules = ['src/x.ts', 'node_modules/b/i.js', 'node_modules/b/j.js', 'node_modules/@a/a/i.js'];
    expect(thirdPartyNotices(modules.map((module) => join(root, module)))).toBe(
      [
        'The built program contains code of these packages.',
        '@a/a 2.0.0\nLicence: ISC',
        'b 1.0.0\nLicence: MIT\nAuthor: Bo\n\nText of b\nsecond line\n',
      ].join(`\n\n${'-'.repeat(78)}\n\n`),
    );
  });

  test('refuses a package without a licence', () => {
    expect(() => thirdPartyNotices([join(root, 'node_modules/bare/i.js')])).toThrow('bare names no licence');
  });
});
