import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { From, Look, Surroundings } from '../kinds/index.ts';
import { asNobody } from '../test/as-nobody.ts';
import { type TreeEntry, temporaryFolder, tempTree } from '../test/helpers.ts';
import { createFiles, MAX_FILE_BYTES } from './files.ts';
import { createSurroundings } from './surroundings.ts';

const posix = process.platform !== 'win32';

/** The surroundings of `.agents` in a repository that lies in a folder with other things in it. */
function around(entries: Readonly<Record<string, TreeEntry>>): { base: string; surroundings: Surroundings } {
  const base = tempTree({ 'repo/.agents/hooks.json': '{}', 'outside/secret.md': 'x', ...entries });
  return { base, surroundings: at(base) };
}

function at(base: string): Surroundings {
  const folder = join(base, 'repo/.agents');
  return createSurroundings({
    files: createFiles(),
    folder,
    absolute: folder,
    repositoryRoot: join(base, 'repo'),
    cwd: join(base, 'repo'),
  });
}

const TREE: Readonly<Record<string, TreeEntry>> = {
  'repo/kiln/fire.sh': { content: 'fire', mode: 0o755 },
  'repo/kiln/notes.md': 'hot',
  'repo/to-kiln': { symlink: 'kiln' },
  'repo/to-nothing': { symlink: 'gone' },
  'repo/to-itself': { symlink: 'to-itself' },
  'repo/to-outside': { symlink: '../outside' },
  'repo/to-outside-nothing': { symlink: '../gone' },
  'repo/to-absolute': { symlink: '/gone/kiln' },
  'repo/twice': { symlink: 'to-outside' },
  'repo/.agents/link.md': { symlink: '../kiln/notes.md' },
};

describe('look', () => {
  const { base, surroundings } = around(TREE);

  it.each<[string, From, Look]>([
    ['hooks.json', 'folder', 'file'],
    ['.', 'folder', 'directory'],
    ['', 'folder', 'directory'],
    ['./hooks.json', 'folder', 'file'],
    ['link.md', 'folder', 'file'],
    ['../kiln', 'folder', 'directory'],
    ['../kiln/../kiln/notes.md', 'folder', 'file'],
    ['..', 'folder', 'directory'],
    ['kiln', 'folder', 'missing'],
    ['kiln', 'repository', 'directory'],
    ['kiln/', 'repository', 'directory'],
    ['kiln/notes.md/x', 'repository', 'missing'],
    ['kiln/gone/x', 'repository', 'missing'],
    ['to-kiln/notes.md', 'repository', 'file'],
    ['to-nothing', 'repository', 'missing'],
    ['to-nothing/x', 'repository', 'missing'],
    ['to-itself', 'repository', 'missing'],
    ['../..', 'folder', 'outside'],
    ['../../outside/secret.md', 'folder', 'outside'],
    ['../../repo/kiln', 'folder', 'directory'],
    ['..', 'repository', 'outside'],
    ['/', 'repository', 'outside'],
    ['/etc/passwd', 'folder', 'outside'],
    ['to-outside', 'repository', 'outside'],
    ['to-outside/secret.md', 'repository', 'outside'],
    ['to-outside/gone', 'repository', 'outside'],
    ['to-outside-nothing', 'repository', 'outside'],
    ['to-outside-nothing/x', 'repository', 'outside'],
    ['to-absolute', 'repository', 'outside'],
    ['twice/secret.md', 'repository', 'outside'],
    ['twice/gone', 'repository', 'outside'],
    ['~/kiln', 'repository', 'missing'],
    ['kiln\0', 'repository', 'unclear'],
    [`${'kiln/../'.repeat(1000)}kiln`, 'repository', 'unclear'],
    ['x'.repeat(300), 'repository', 'missing'],
  ])('%.60s from the %s: %s', (path, from, expected) => {
    expect(surroundings.look(path, from)).toBe(expected);
  });

  it('takes an absolute path into the repository', () => {
    expect(surroundings.look(join(base, 'repo/kiln'), 'folder')).toBe('directory');
  });

  it.skipIf(!posix)('does not wait for a pipe, and does not take it for a file', () => {
    execFileSync('mkfifo', [join(base, 'repo/pipe')]);
    expect(surroundings.look('pipe', 'repository')).toBe('unclear');
    expect(surroundings.read('pipe', 'repository')).toBeUndefined();
    expect(surroundings.list('pipe', 'repository')).toEqual([]);
  });

  it.skipIf(!posix)('does not say of what is closed that it is missing', () => {
    const { base } = around({ 'repo/closed/a.md': 'x', 'repo/closed/': { mode: 0 } });
    const seen = asNobody(() => {
      const surroundings = at(base);
      return [
        surroundings.look('closed', 'repository'),
        surroundings.look('closed/a.md', 'repository'),
        surroundings.read('closed/a.md', 'repository'),
        surroundings.list('closed', 'repository'),
      ];
    });
    expect(seen).toEqual(['directory', 'unclear', undefined, []]);
  });
});

describe('read', () => {
  const { base, surroundings } = around(TREE);
  const text = (path: string, from: From = 'repository'): string | undefined => {
    const file = surroundings.read(path, from);
    return file === undefined ? undefined : new TextDecoder().decode(file.bytes);
  };

  it.each<[string, From, string | undefined]>([
    ['kiln/notes.md', 'repository', 'hot'],
    ['link.md', 'folder', 'hot'],
    ['to-kiln/notes.md', 'repository', 'hot'],
    ['kiln', 'repository', undefined],
    ['gone', 'repository', undefined],
    ['to-outside/secret.md', 'repository', undefined],
    ['../../outside/secret.md', 'folder', undefined],
    ['kiln/notes.md\0', 'repository', undefined],
  ])('%s from the %s', (path, from, expected) => {
    expect(text(path, from)).toBe(expected);
  });

  it('gives no file over the cap', () => {
    writeFileSync(join(base, 'repo/huge'), '');
    truncateSync(join(base, 'repo/huge'), MAX_FILE_BYTES + 1);
    expect(surroundings.look('huge', 'repository')).toBe('file');
    expect(text('huge')).toBeUndefined();
  });

  it.skipIf(!posix)('tells whether a file may be executed', () => {
    expect(surroundings.read('kiln/fire.sh', 'repository')?.executable).toBe(true);
    expect(surroundings.read('kiln/notes.md', 'repository')?.executable).toBe(false);
  });

  it('gives the bytes as they are', () => {
    const bytes = Uint8Array.from([0xff, 0x00, 0xfe]);
    const { surroundings } = around({ 'repo/odd': bytes });
    expect(surroundings.read('odd', 'repository')?.bytes).toEqual(bytes);
  });
});

test('list tells names and kinds, sorted, and follows no link', () => {
  const { surroundings } = around(TREE);
  expect(surroundings.list('..', 'folder')).toEqual([
    { name: '.agents', kind: 'directory' },
    { name: 'kiln', kind: 'directory' },
    ...['to-absolute', 'to-itself', 'to-kiln', 'to-nothing', 'to-outside', 'to-outside-nothing', 'twice'].map(
      (name) => ({ name, kind: 'link' }),
    ),
  ]);
  for (const path of ['kiln/notes.md', 'gone', 'to-outside', '..', 'a\0']) {
    expect(surroundings.list(path, 'repository')).toEqual([]);
  }
});

test('file names a place for a report, whether it is there or not', () => {
  const { base, surroundings } = around(TREE);
  expect(surroundings.file('../kiln/gone.md', 'folder')).toEqual({
    absolute: join(base, 'repo/kiln/gone.md'),
    path: 'kiln/gone.md',
    repositoryPath: 'kiln/gone.md',
  });
  expect(surroundings.file('.', 'repository')).toMatchObject({ path: '.', repositoryPath: '.' });
  expect(surroundings.file('../..', 'folder')).toBeUndefined();
  expect(surroundings.file('/etc', 'folder')).toBeUndefined();
  expect(surroundings.file('x'.repeat(5000), 'folder')).toBeUndefined();
});

describe.skipIf(process.platform !== 'linux')('a folder whose name is not UTF-8', () => {
  const root = temporaryFolder();
  const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]);
  mkdirSync(Buffer.concat([folder, Buffer.from('/kiln')]), { recursive: true });
  writeFileSync(Buffer.concat([folder, Buffer.from('/kiln/notes.md')]), 'hot');
  const surroundings = createSurroundings({
    files: createFiles(),
    folder,
    absolute: folder.toString(),
    repositoryRoot: root,
    cwd: root,
  });

  it.each<[string, Look]>([
    ['kiln', 'directory'],
    ['./kiln//notes.md', 'file'],
    ['gone', 'missing'],
    ['kiln/../kiln', 'unclear'],
  ])('%s: %s', (path, expected) => {
    expect(surroundings.look(path, 'folder')).toBe(expected);
  });
});

test('a path that goes up and down without end takes no time', () => {
  const { surroundings } = around({});
  const path = `${'a/'.repeat(1_000_000)}${'b/../'.repeat(1_000_000)}c`;
  const start = performance.now();
  expect(surroundings.look(path, 'repository')).toBe('unclear');
  expect(surroundings.file(path, 'repository')).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(1000);
});
