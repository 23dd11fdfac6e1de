import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TreeEntry, tempTree } from '../test/helpers.ts';
import { replaceFile } from './replace-file.ts';

const NEW = new TextEncoder().encode('new\n');

describe('replaceFile', () => {
  test('makes a file', () => {
    const root = tempTree({ 'a/': '' });
    expect(replaceFile(join(root, 'a', 'x'), NEW)).toBeUndefined();
    expect(readFileSync(join(root, 'a', 'x'), 'utf8')).toBe('new\n');
    expect(readdirSync(join(root, 'a'))).toEqual(['x']);
  });

  test.skipIf(process.platform === 'win32')('takes the place of a file, which keeps its mode', () => {
    const root = tempTree({ x: { content: 'old and longer\n', mode: 0o640 } });
    const before = statSync(join(root, 'x')).ino;
    expect(replaceFile(join(root, 'x'), NEW)).toBeUndefined();
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('new\n');
    const { mode, ino } = statSync(join(root, 'x'));
    expect(mode & 0o7777).toBe(0o640);
    // Whoever had the old one open goes on to read the old one.
    expect(ino).not.toBe(before);
    expect(readdirSync(root)).toEqual(['x']);
  });

  const refused: readonly [string, Readonly<Record<string, TreeEntry>>, string, RegExp][] = [
    ['a link to a file', { y: 'old\n', x: { symlink: 'y' } }, 'x', /^this is a link, and nothing is written/],
    ['a link that leads nowhere', { x: { symlink: '../z' } }, 'x', /^this is a link/],
    ['a directory', { 'x/': '' }, 'x', /^this is a directory, not a file$/],
    ['a file in a directory that is not there', {}, 'a/x', /^the directory of this file does not exist$/],
    ['a file below a file', { a: '' }, 'a/x', /^the directory of this file does not exist$/],
  ];
  test.each(refused)('refuses %s, and changes nothing', (_, tree, path, detail) => {
    const root = tempTree(tree);
    const before = readdirSync(root);
    expect(replaceFile(join(root, path), NEW)?.detail).toMatch(detail);
    expect(readdirSync(root)).toEqual(before);
    if (before.includes('y')) expect(readFileSync(join(root, 'y'), 'utf8')).toBe('old\n');
    if (before.includes('x') && 'y' in tree) expect(readlinkSync(join(root, 'x'))).toBe('y');
  });
});

describe.skipIf(process.platform === 'win32')('a file that must still be what it was', () => {
  const OLD = new TextEncoder().encode('old\n');
  const CHANGED = 'this file changed after it was read';

  test('is replaced when it is', () => {
    const root = tempTree({ x: 'old\n' });
    expect(replaceFile(join(root, 'x'), NEW, OLD)).toBeUndefined();
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('new\n');
  });

  test.each<[string, (path: string) => void]>([
    ['other bytes', (path) => writeFileSync(path, 'odd\n')],
    ['more bytes', (path) => writeFileSync(path, 'old\nmore\n')],
    ['fewer bytes', (path) => writeFileSync(path, '')],
  ])('is left alone when it holds %s', (_, change) => {
    const root = tempTree({ x: 'old\n' });
    const path = join(root, 'x');
    change(path);
    const before = readFileSync(path);
    expect(replaceFile(path, NEW, OLD)).toEqual({ code: 'changed', detail: CHANGED });
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(root)).toEqual(['x']);
  });

  test.each<[string, (path: string, elsewhere: string) => void, RegExp]>([
    ['a pipe', (path) => spawnSync('mkfifo', [path]), /^this is a named pipe, not a file$/],
    ['a directory', (path) => mkdirSync(path), /^this is a directory, not a file$/],
    [
      'a link to the same bytes',
      (path, elsewhere) => symlinkSync(join(elsewhere, 'y'), path),
      /^this is a link/,
    ],
    ['a link to itself', (path) => symlinkSync('x', path), /^this is a link/],
  ])('is left alone when %s has taken its place', (_, put, detail) => {
    const root = tempTree({ x: 'old\n' });
    const elsewhere = tempTree({ y: 'old\n' });
    rmSync(join(root, 'x'));
    put(join(root, 'x'), elsewhere);
    expect(replaceFile(join(root, 'x'), NEW, OLD)?.detail).toMatch(detail);
    expect(readdirSync(root)).toEqual(['x']);
    expect(readFileSync(join(elsewhere, 'y'), 'utf8')).toBe('old\n');
  });

  test('is left alone, and not made anew, when it is gone', () => {
    const root = tempTree({});
    expect(replaceFile(join(root, 'x'), NEW, OLD)?.code).toMatch(/^(?:changed|missing)$/);
    expect(readdirSync(root)).toEqual([]);
  });

  test('nothing is written where its directory has become a link', () => {
    const elsewhere = tempTree({ x: 'old\n' });
    const root = tempTree({ a: { symlink: elsewhere } });
    expect(replaceFile(join(root, 'a', 'x'), NEW, OLD)).toEqual({ code: 'changed', detail: CHANGED });
    expect(readFileSync(join(elsewhere, 'x'), 'utf8')).toBe('old\n');
    expect(readdirSync(elsewhere)).toEqual(['x']);
  });

  test('nobody may write it: it is left alone', () => {
    const root = tempTree({ x: { content: 'old\n', mode: 0o444 } });
    expect(replaceFile(join(root, 'x'), NEW, OLD)).toEqual({
      code: 'permission',
      detail: 'this file is read-only',
    });
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('old\n');
  });
});
