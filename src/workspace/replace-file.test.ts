import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
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
