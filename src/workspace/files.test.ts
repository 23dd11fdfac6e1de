import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody } from '../test/as-nobody.ts';
import { tempTree } from '../test/helpers.ts';
import { createFiles, MAX_FILE_BYTES, readToEnd } from './files.ts';

const posix = process.platform !== 'win32';

/** What reading a path in a repository gives: the text, or the code of the problem. */
function outcome(root: string, path: string): string {
  const result = createFiles().read(join(root, path), root);
  return result.ok ? `= ${new TextDecoder().decode(result.bytes)}` : result.problem.code;
}

describe('read', () => {
  it.each([
    ['a.json', '= here'],
    ['empty.json', '= '],
    ['none.json', 'missing'],
    ['none/a.json', 'missing'],
    ['a.json/b.json', 'missing'],
    ['folder', 'not-a-file'],
    ['inside.json', '= here'],
    ['inside-twice.json', '= here'],
    ['out.json', 'escaping-link'],
    ['out-absolute.json', 'escaping-link'],
    ['out-and-back.json', '= here'],
    ['out-broken.json', 'escaping-link'],
    ['broken.json', 'broken-link'],
    ['self.json', 'broken-link'],
    ['loop-a.json', 'broken-link'],
    ['to-folder.json', 'not-a-file'],
    ['link-folder/deep.json', '= deep'],
    ['link-out/secret.json', 'escaping-link'],
    ['device.json', 'escaping-link'],
    ['a\0b.json', 'io'],
  ])('%s: %s', (path, expected) => {
    const base = tempTree({
      'repo/a.json': 'here',
      'repo/empty.json': '',
      'repo/folder/deep.json': 'deep',
      'outside/secret.json': 'secret',
      'repo/inside.json': { symlink: 'a.json' },
      'repo/inside-twice.json': { symlink: 'inside.json' },
      'repo/out.json': { symlink: '../outside/secret.json' },
      'outside/back.json': { symlink: '../repo/a.json' },
      'repo/out-and-back.json': { symlink: '../outside/back.json' },
      'repo/out-broken.json': { symlink: '../outside/none.json' },
      'repo/broken.json': { symlink: 'none.json' },
      'repo/self.json': { symlink: 'self.json' },
      'repo/loop-a.json': { symlink: 'loop-b.json' },
      'repo/loop-b.json': { symlink: 'loop-a.json' },
      'repo/to-folder.json': { symlink: 'folder' },
      'repo/link-folder': { symlink: 'folder' },
      'repo/link-out': { symlink: '../outside' },
      'repo/device.json': { symlink: '/dev/zero' },
    });
    symlinkSync(join(base, 'outside', 'secret.json'), join(base, 'repo', 'out-absolute.json'));
    expect(outcome(join(base, 'repo'), path)).toBe(expected);
  });

  it('refuses one byte more than the cap, and takes the cap itself', () => {
    const root = tempTree({ 'fits.json': '', 'big.json': '' });
    truncateSync(join(root, 'fits.json'), MAX_FILE_BYTES);
    truncateSync(join(root, 'big.json'), MAX_FILE_BYTES + 1);
    const fits = createFiles().read(join(root, 'fits.json'), root);
    expect(fits.ok && fits.bytes.length).toBe(MAX_FILE_BYTES);
    expect(outcome(root, 'big.json')).toBe('too-large');
  });

  it('reads nothing twice, whatever path leads there', () => {
    const root = tempTree({ 'a.json': 'first', 'b.json': { symlink: 'a.json' } });
    const files = createFiles();
    files.read(join(root, 'a.json'), root);
    writeFileSync(join(root, 'a.json'), 'second');
    for (const name of ['a.json', 'b.json']) {
      const again = files.read(join(root, name), root);
      expect(again.ok && new TextDecoder().decode(again.bytes)).toBe('first');
    }
  });

  it('keeps what the walk saw where it is said that somebody asks again, and nothing else of it', () => {
    const root = tempTree({ 'a.json': 'a', 'b.json': 'b', 'link.json': { symlink: 'a.json' } });
    const files = createFiles();
    const kept = files.readIn(root, 'a.json', root, 'file', 'again');
    expect(files.readIn(root, 'a.json', root, 'file', 'again')).toBe(kept);
    for (const name of ['a.json', 'link.json']) expect(files.read(join(root, name), root)).toBe(kept);
    expect(files.readIn(root, 'b.json', root, 'file')).not.toBe(files.readIn(root, 'b.json', root, 'file'));
  });

  it('asks for containment before the cache answers', () => {
    const base = tempTree({ 'one/a.json': 'x', 'two/link.json': { symlink: '../one/a.json' } });
    const files = createFiles();
    expect(files.read(join(base, 'one/a.json'), base).ok).toBe(true);
    expect(files.read(join(base, 'two/link.json'), join(base, 'two')).ok).toBe(false);
  });

  it('keeps a bounded amount of contents', () => {
    const names = Array.from({ length: 10 }, (_, i) => `${i}.json`);
    const root = tempTree(Object.fromEntries(names.map((name) => [name, ''])));
    for (const name of names) truncateSync(join(root, name), MAX_FILE_BYTES);
    const files = createFiles();
    const read = () => names.map((name) => files.read(join(root, name), root));
    const first = read();
    const kept = read().filter((result, i) => result === first[i]);
    expect(kept).toHaveLength(8);
  });

  it('gives standard input under a name that need not exist', () => {
    const root = tempTree({ 'a.json': 'disk' });
    const files = createFiles();
    files.overlay(join(root, 'a.json'), new TextEncoder().encode('typed'));
    files.overlay(join(root, 'new/folder/b.json'), new TextEncoder().encode('new'));
    files.overlay(join(root, 'c.json'), new Uint8Array(MAX_FILE_BYTES + 1));
    const text = (path: string) => {
      const result = files.read(join(root, path), root);
      return result.ok ? new TextDecoder().decode(result.bytes) : result.problem.code;
    };
    expect(text('a.json')).toBe('typed');
    expect(text('new/folder/b.json')).toBe('new');
    expect(text('c.json')).toBe('too-large');
  });

  it.skipIf(!posix)('neither waits for a named pipe nor opens a device', () => {
    const root = tempTree({});
    execFileSync('mkfifo', [join(root, 'pipe.json')]);
    symlinkSync('pipe.json', join(root, 'link.json'));
    const result = createFiles().read(join(root, 'pipe.json'), root);
    expect(result).toEqual({
      ok: false,
      problem: { code: 'not-a-file', detail: 'this is a named pipe, not a file' },
    });
    expect(outcome(root, 'link.json')).toBe('not-a-file');
    const device = createFiles().read('/dev/zero', '/dev');
    expect(device).toMatchObject({ ok: false, problem: { detail: 'this is a device, not a file' } });
  });

  it.skipIf(!posix)('does not take a socket for a file', async () => {
    const root = tempTree({});
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(root, 's.json'), done));
    const result = createFiles().read(join(root, 's.json'), root);
    server.close();
    expect(result).toMatchObject({ ok: false, problem: { detail: 'this is a socket, not a file' } });
  });

  it.skipIf(!posix)('says when a file or its folder is closed to the user', () => {
    const root = tempTree({
      'closed.json': { content: 'x', mode: 0 },
      'folder/a.json': 'x',
      'folder/': { mode: 0 },
    });
    expect(asNobody(() => outcome(root, 'closed.json'))).toBe('permission');
    expect(asNobody(() => outcome(root, 'folder/a.json'))).toBe('permission');
  });

  it.skipIf(process.platform !== 'linux')('believes a file system that gives no sizes', () => {
    expect(outcome('/proc/sys/kernel', 'ostype')).toBe('= Linux\n');
  });

  it.skipIf(process.platform !== 'linux')('follows a link to a name that is not UTF-8', () => {
    const root = tempTree({});
    const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]);
    writeFileSync(odd, 'odd');
    symlinkSync(Buffer.from([0x66, 0xff]), join(root, 'a.json'));
    expect(outcome(root, 'a.json')).toBe('= odd');
  });
});

describe('readToEnd', () => {
  it.each([
    [5, 5, true],
    [5, 4, false],
    [5, 9, false],
    [0, 0, true],
    [0, 3, false],
  ])('%i bytes there, %i seen before: %s', (there, seen, whole) => {
    const root = tempTree({ a: 'x'.repeat(there) });
    const descriptor = openSync(join(root, 'a'), 'r');
    try {
      const bytes = readToEnd(descriptor, seen);
      expect(bytes?.length).toBe(whole ? there : undefined);
    } finally {
      closeSync(descriptor);
    }
  });
});

describe('followLink', () => {
  const base = tempTree({
    'a/kiln/fire.sh': '',
    'a/kiln/deep/x': '',
    'a/link': { symlink: 'kiln' },
    'a/kiln/out': { symlink: '../../outside' },
    'a/gone': { symlink: 'nothing' },
    'outside/x': '',
  });
  const root = join(base, 'a');

  it('gives the same with and without what the walk saw, and tells what lies there when it knows', () => {
    const plain = createFiles();
    const walked = createFiles();
    for (const directory of ['a', 'a/kiln', 'a/kiln/deep', 'outside']) {
      walked.knowGit(join(base, directory), false);
    }
    const followed = (path: string) => {
      const target = walked.followLink(join(base, path), root);
      const known = target.state === 'inside' ? target.kind : undefined;
      const { kind: _, ...rest } = { kind: undefined, ...target };
      expect(plain.followLink(join(base, path), root)).toMatchObject(rest);
      return [target.state, known].join(' ').trim();
    };
    const paths = [
      '',
      '/kiln',
      '/kiln/deep',
      '/kiln/fire.sh',
      '/link',
      '/link/deep',
      '/kiln/out',
      '/gone',
      '/no',
    ];
    expect(paths.map((path) => followed(`a${path}`))).toEqual([
      'inside directory',
      'inside directory',
      'inside directory',
      'inside file',
      'inside',
      'inside',
      'escaping',
      'broken',
      'broken',
    ]);
    expect(followed('outside')).toBe('escaping');
  });
});

describe('repositoryRoot', () => {
  it.each([
    ['', undefined],
    ['work', 'work'],
    ['work/a/b', 'work'],
    ['work/module', 'work/module'],
    ['work/module/x', 'work/module'],
  ])('of %j is %j', (directory, expected) => {
    const base = tempTree({
      'work/a/b/c': '',
      'work/module/.git': 'gitdir: elsewhere',
      'work/module/x/y': '',
    });
    mkdirSync(join(base, 'work/.git'));
    const files = createFiles();
    const found = files.repositoryRoot(join(base, directory));
    if (expected !== undefined) expect(found).toBe(join(base, expected));
    else expect(found === undefined || !String(found).startsWith(base)).toBe(true);
    expect(files.repositoryRoot(join(base, directory))).toBe(found);
  });

  it.each([
    ['work/a', 'work/a'],
    ['work/a/b', 'work/a'],
    ['work/a/module/x', 'work/a/module'],
    ['work', 'work/a'],
    ['', 'work/a'],
    ['work/other', 'work/a'],
  ])('of %j, where nothing outside of work/a is read, is %j', (directory, expected) => {
    const base = tempTree({ 'work/.git/HEAD': '', 'work/a/module/.git': '', 'work/a/module/x/y': '' });
    const found = createFiles(join(base, 'work/a')).repositoryRoot(join(base, directory));
    expect(found).toBe(join(base, expected));
  });
});
