import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../test/checkout.ts';
import { type TreeEntry, temporaryFolder, tempTree } from '../test/helpers.ts';
import fc, { runs } from '../test/property.ts';
import { createFiles } from '../workspace/files.ts';
import { type Changes, readChanges } from './changes.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

/** Without the examples of hooks that git puts into every new repository. */
const BARE = ['-c', 'init.templateDir='];
const ENV = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null' };

function repository(tree: Tree, ...options: string[]): string {
  const top = tempTree(tree);
  git(top, ...BARE, 'init', '--quiet', '--initial-branch=main', ...options);
  commit(top);
  return top;
}

function commit(top: string): void {
  git(top, 'add', '--all');
  git(top, 'commit', '--quiet', '--allow-empty', '--message=More');
}

function copyOf(top: string): string {
  const copy = temporaryFolder();
  cpSync(top, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function changesIn(top: string, revision = 'HEAD'): Changes {
  const files = createFiles();
  const changes = readChanges([top], { revision, environment: ENV, files, known: () => undefined });
  if ('problems' in changes) throw new Error(JSON.stringify(changes.problems));
  return changes;
}

/** The final answer: what git ignores is known by then. */
function answer(changes: Changes, what: 'content' | 'kind' | 'listing' | 'below', path: string): boolean {
  for (;;) {
    const differs = changes[what](path);
    if (!changes.settle()) return differs;
  }
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const BASE: Tree = {
  'a/x': 'one\n',
  'a/y': 'two\n',
  'a-b/x': 'three\n',
  'b/c/d/x': 'four\n',
  run: { content: '#!/bin/sh\n', mode: 0o755 },
  link: { symlink: 'a/x' },
  folder: { symlink: 'a' },
  '.gitignore': '*.log\nbuild/\n',
};

describe('what is asked', () => {
  /** What was done, and of each path whether content, kind, listing and what lies below differ (c, k, l, b). */
  const cases: readonly [string, (top: string) => void, Readonly<Record<string, string>>][] = [
    ['nothing', () => {}, { 'a/x': '', a: '', '': '', run: '', link: '', none: '', 'none/x': '' }],
    [
      'other contents',
      (top) => appendFileSync(join(top, 'a/x'), '!'),
      { 'a/x': 'c', a: 'b', 'a-b': '', '': 'b', 'a/y': '' },
    ],
    ['a file that was touched', (top) => write(join(top, 'a/x'), 'one\n'), { 'a/x': '', a: '' }],
    [
      'staged contents, taken back in the tree',
      (top) => {
        write(join(top, 'a/x'), 'other\n');
        git(top, 'add', '--all');
        write(join(top, 'a/x'), 'one\n');
      },
      { 'a/x': '', a: '' },
    ],
    [
      'staged contents',
      (top) => {
        write(join(top, 'a/x'), 'other\n');
        git(top, 'add', '--all');
      },
      { 'a/x': 'c', a: 'b' },
    ],
    ['a new file', (top) => write(join(top, 'a/new'), ''), { 'a/new': 'ck', a: 'lb', '': 'b', 'a-b': '' }],
    ['a new folder', (top) => write(join(top, 'n/m/x'), ''), { 'n/m/x': 'ck', n: 'cklb', '': 'lb', a: '' }],
    [
      'a new file that is staged',
      (top) => {
        write(join(top, 'a/new.log'), '');
        git(top, 'add', '--force', 'a/new.log');
      },
      { 'a/new.log': 'ck', a: 'lb' },
    ],
    ['an ignored file', (top) => write(join(top, 'a/x.log'), ''), { 'a/x.log': '', a: '', '': '' }],
    ['an ignored folder', (top) => write(join(top, 'build/x'), ''), { 'build/x': '', build: '', '': '' }],
    ['a file that is gone', (top) => rmSync(join(top, 'a/x')), { 'a/x': 'ck', a: 'lb', '': 'b' }],
    [
      'a folder that is gone',
      (top) => rmSync(join(top, 'b'), { recursive: true }),
      { b: 'cklb', 'b/c': 'cklb', 'b/c/d/x': 'ck', '': 'lb' },
    ],
    [
      'a file under another name',
      (top) => renameSync(join(top, 'a/x'), join(top, 'a/z')),
      { 'a/x': 'ck', 'a/z': 'ck', a: 'lb' },
    ],
    [
      'a folder in the place of a file',
      (top) => {
        rmSync(join(top, 'a/x'));
        write(join(top, 'a/x/y'), '');
      },
      { 'a/x': 'cklb', 'a/x/y': 'ck', a: 'lb' },
    ],
    [
      'a file in the place of a folder',
      (top) => {
        rmSync(join(top, 'b/c'), { recursive: true });
        write(join(top, 'b/c'), '');
      },
      { 'b/c': 'cklb', 'b/c/d/x': 'ck', b: 'lb' },
    ],
    ['a mark that allows to execute', (top) => chmodSync(join(top, 'a/x'), 0o755), { 'a/x': 'c', a: 'b' }],
    ['such a mark taken away', (top) => chmodSync(join(top, 'run'), 0o644), { run: 'c' }],
    [
      'a mark for others, of which git knows nothing',
      (top) => chmodSync(join(top, 'a/x'), 0o654),
      { 'a/x': '' },
    ],
    [
      'such marks on a file system without them',
      (top) => {
        git(top, 'config', 'core.fileMode', 'false');
        chmodSync(join(top, 'run'), 0o644);
      },
      { run: '' },
    ],
    [
      'a link to something else',
      (top) => {
        rmSync(join(top, 'link'));
        symlinkSync('a/y', join(top, 'link'));
      },
      { link: 'c', '': 'b' },
    ],
    [
      'a file in the place of a link',
      (top) => {
        rmSync(join(top, 'link'));
        write(join(top, 'link'), 'a/x');
      },
      { link: 'ck', '': 'lb' },
    ],
    ['line ends that git did not write', (top) => write(join(top, 'a/x'), 'one\r\n'), { 'a/x': 'c' }],
    [
      'line ends that git writes, by its configuration',
      (top) => {
        git(top, 'config', 'core.autocrlf', 'true');
        write(join(top, 'a/x'), 'one\r\n');
        write(join(top, 'a/y'), 'twos\r\n');
      },
      { 'a/x': '', 'a/y': 'c' },
    ],
    [
      'line ends that git writes, by its attributes',
      (top) => {
        write(join(top, '.gitattributes'), 'x eol=crlf\n');
        write(join(top, 'a/x'), 'one\r\n');
        write(join(top, 'a/y'), 'two\r\n');
      },
      { 'a/x': '', 'a/y': 'c' },
    ],
  ];

  const base = repository(BASE);
  // Few files to copy, and to remove.
  git(base, 'gc', '--quiet');
  test.skipIf(process.platform === 'win32').each(cases)('%s', (_, change, expected) => {
    const top = copyOf(base);
    change(top);
    const changes = changesIn(top);
    const got = Object.fromEntries(
      Object.keys(expected).map((path) => {
        const kinds = (['content', 'kind', 'listing', 'below'] as const).filter((what) =>
          answer(changes, what, join(top, path)),
        );
        return [path, kinds.map((what) => what[0]).join('')];
      }),
    );
    expect(got).toEqual(expected);
  });

  test('several revisions', () => {
    const top = repository(BASE);
    write(join(top, 'a/x'), 'other\n');
    commit(top);
    git(top, 'checkout', '--quiet', '-b', 'side');
    write(join(top, 'a/y'), 'other\n');
    commit(top);
    const differing = (revision: string): readonly string[] =>
      ['a/x', 'a/y', 'a-b/x'].filter((path) => answer(changesIn(top, revision), 'content', join(top, path)));
    expect(differing('HEAD')).toEqual([]);
    expect(differing('main')).toEqual(['a/y']);
    expect(differing('main~1')).toEqual(['a/x', 'a/y']);
    git(top, 'checkout', '--quiet', 'main~1');
    expect(differing('side')).toEqual(['a/x', 'a/y']);
  });

  test('names of whatever bytes', () => {
    const top = repository({});
    const odd = ['new\nline', 'tab\t"quotes"', 'back\\slash', 'ä🍎', ' blank '];
    for (const name of odd) write(join(top, name), 'x');
    commit(top);
    for (const name of odd) expect(answer(changesIn(top), 'content', join(top, name))).toBe(false);
    for (const name of odd) write(join(top, name), 'y');
    for (const name of odd) expect(answer(changesIn(top), 'content', join(top, name))).toBe(true);
    for (const name of odd) rmSync(join(top, name));
    write(join(top, '.gitignore'), 'ignored*\n');
    for (const name of odd) write(join(top, `ignored ${name}`), '');
    const changes = changesIn(top);
    for (const name of odd) expect(answer(changes, 'content', join(top, `ignored ${name}`))).toBe(false);
    expect(answer(changes, 'listing', top)).toBe(true);
  });

  test.runIf(process.platform === 'linux')('a name that is not UTF-8', () => {
    const top = repository({});
    const name = Buffer.concat([Buffer.from(`${top}/`), Buffer.from([0x61, 0xff])]);
    writeFileSync(name, 'x');
    commit(top);
    const changes = changesIn(top);
    expect([changes.content(name), changes.listing(top), changes.below(top)]).toEqual([false, false, false]);
    writeFileSync(name, 'y');
    const now = changesIn(top);
    expect([now.content(name), now.listing(top), now.below(top)]).toEqual([true, false, true]);
  });

  test('a file too large to be kept in memory', () => {
    const large = Buffer.alloc(9 * 1024 * 1024, 'x');
    const top = repository({ large });
    expect(answer(changesIn(top), 'content', join(top, 'large'))).toBe(false);
    large[large.length - 1] = 0;
    writeFileSync(join(top, 'large'), large);
    expect(answer(changesIn(top), 'content', join(top, 'large'))).toBe(true);
  });

  test('a pipe in the place of a file is not opened', () => {
    const top = repository(BASE);
    rmSync(join(top, 'a/x'));
    git(top, '-c', 'alias.pipe=!mkfifo a/x', 'pipe');
    expect(answer(changesIn(top), 'content', join(top, 'a/x'))).toBe(true);
  });
});

test('says what git says, on any tree', () => {
  const names = ['a', 'b', 'a/x', 'a/y', 'b/x', 'a-b', 'a.log', 'b/y.log', 'c/d/x', 'c'];
  const tree = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('', 'x', 'x\n'), { maxKeys: 5 });
  const trees = fc.array(fc.record({ before: tree, staged: tree, now: tree }), {
    minLength: 40,
    maxLength: 40,
  });

  fc.assert(
    fc.property(trees, (all) => {
      const top = temporaryFolder();
      const place = (when: 'before' | 'staged' | 'now'): void => {
        for (const [index, { [when]: files }] of all.entries()) {
          rmSync(join(top, `${index}`), { recursive: true, force: true });
          for (const [name, text] of Object.entries(files)) {
            const isFolder = Object.keys(files).some((other) => other.startsWith(`${name}/`));
            if (!isFolder) write(join(top, `${index}`, name), text);
          }
        }
      };
      git(top, ...BARE, 'init', '--quiet');
      write(join(top, '.gitignore'), '*.log\n');
      place('before');
      git(top, 'add', '--all', '--force');
      git(top, 'commit', '--quiet', '--message=Then');
      place('staged');
      git(top, 'add', '--all');
      place('now');
      const changes = changesIn(top);
      const asked = all.flatMap((_, index) => names.map((name) => `${index}/${name}`));
      const ask = (): readonly string[] => asked.filter((path) => changes.content(join(top, path)));
      while ([ask(), changes.settle()].includes(true));
      const ours = ask();
      // What is staged counts for nothing but for what is ignored; so the tree as it is, staged, is what we compare.
      git(top, 'add', '--all');
      const tracked = git(top, 'ls-tree', '-r', '--name-only', 'HEAD').split('\n');
      const there = tracked.filter(
        (path) => existsSync(join(top, path)) && lstatSync(join(top, path)).isFile(),
      );
      if (there.length > 0) git(top, 'add', '--force', '--', ...there);
      const theirs = git(top, 'diff', '--cached', '--name-only', '--no-renames', 'HEAD').split('\n');
      expect(theirs.length).toBeGreaterThan(20);
      // A folder that is new or gone has no line of its own with git.
      const isFolder = (path: string): boolean =>
        !theirs.includes(path) && theirs.some((one) => one.startsWith(`${path}/`));
      expect(ours.filter((path) => !isFolder(path))).toEqual(asked.filter((path) => theirs.includes(path)));
    }),
    { numRuns: runs(2), endOnFailure: true },
  );
});

describe('repositories of every kind', () => {
  test('a worktree', () => {
    const top = repository(BASE);
    const side = join(temporaryFolder(), 'side');
    git(top, 'worktree', 'add', '--quiet', side);
    write(join(side, 'a/x'), 'other\n');
    const real = realpathSync(side);
    expect(['a/x', 'a/y'].map((path) => answer(changesIn(real), 'content', join(real, path)))).toEqual([
      true,
      false,
    ]);
    expect(answer(changesIn(top), 'content', join(top, 'a/x'))).toBe(false);
  });

  test('a shallow clone, which says that it is one', () => {
    const origin = repository(BASE);
    write(join(origin, 'a/x'), 'other\n');
    commit(origin);
    const old = git(origin, 'rev-parse', 'HEAD~1');
    const clone = join(temporaryFolder(), 'clone');
    git(origin, ...BARE, 'clone', '--quiet', '--depth=1', `file://${origin}`, clone);
    write(join(clone, 'a/y'), 'other\n');
    expect(['a/x', 'a/y'].map((path) => answer(changesIn(clone), 'content', join(clone, path)))).toEqual([
      false,
      true,
    ]);
    const request = { environment: ENV, files: createFiles(), known: () => undefined };
    expect(readChanges([clone], { ...request, revision: old })).toEqual({
      problems: [{ top: clone, problem: { ok: false, code: 'missing', shallow: true } }],
    });
  });

  test('a partial clone fetches nothing', () => {
    const origin = repository(BASE);
    write(join(origin, 'a/x'), 'other\n');
    commit(origin);
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    const blobless = join(temporaryFolder(), 'blobless');
    git(origin, ...BARE, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, blobless);
    expect(
      ['a/x', 'a/y'].map((path) => answer(changesIn(blobless, 'HEAD~1'), 'content', join(blobless, path))),
    ).toEqual([true, false]);
    const treeless = join(temporaryFolder(), 'treeless');
    git(origin, ...BARE, 'clone', '--quiet', '--filter=tree:0', `file://${origin}`, treeless);
    const request = { environment: ENV, files: createFiles(), known: () => undefined };
    const result = readChanges([treeless], { ...request, revision: 'HEAD~1' });
    expect('problems' in result && result.problems[0]?.problem.code).toMatch(/^(?:failed|missing)$/);
  });

  test('one with names of 64 digits', () => {
    const top = repository(BASE, '--object-format=sha256');
    write(join(top, 'a/x'), 'other\n');
    expect(['a/x', 'a/y', 'link'].map((path) => answer(changesIn(top), 'content', join(top, path)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a submodule, from outside and from inside', () => {
    const inner = repository(BASE);
    const outer = repository({ z: '' });
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    commit(outer);
    const sub = join(outer, 'sub');
    const of = (changes: Changes, ...paths: string[]): readonly boolean[] =>
      paths.map((path) => answer(changes, 'content', join(sub, path)));
    expect(of(changesIn(outer), 'a/x', 'a/y', '')).toEqual([false, false, false]);
    write(join(sub, 'a/x'), 'other\n');
    expect(of(changesIn(outer), 'a/x', 'a/y')).toEqual([true, false]);
    expect(of(changesIn(sub), 'a/x', 'a/y')).toEqual([true, false]);
    // The commit that the outer repository has there is what counts, not the one that is checked out.
    git(sub, 'commit', '--quiet', '--all', '--message=In');
    expect(of(changesIn(outer), 'a/x', 'a/y')).toEqual([true, false]);
    expect(of(changesIn(sub), 'a/x', 'a/y')).toEqual([false, false]);
    expect(answer(changesIn(outer), 'listing', outer)).toBe(false);
    // One whose commit is not there is new as a whole.
    git(outer, 'update-index', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    git(outer, 'commit', '--quiet', '--message=Elsewhere');
    expect(of(changesIn(outer), 'a/x', 'a/y')).toEqual([true, true]);
  });

  test('one inside of another that knows nothing of it is new, unless it is ignored', () => {
    const outer = repository({ '.gitignore': '/ignored/\n' });
    for (const name of ['new', 'ignored']) {
      write(join(outer, name, 'x'), '');
      git(join(outer, name), ...BARE, 'init', '--quiet');
      commit(join(outer, name));
    }
    const changes = changesIn(outer);
    expect(answer(changes, 'content', join(outer, 'new', 'x'))).toBe(true);
    expect(answer(changes, 'content', join(outer, 'ignored', 'x'))).toBe(false);
  });

  test('what lies in none has nothing to differ from', () => {
    const changes = changesIn(repository(BASE));
    expect(answer(changes, 'content', join(tempTree({ x: '' }), 'x'))).toBe(false);
  });

  test('all problems are told at once', () => {
    const good = repository(BASE);
    const request = { revision: 'nope', environment: ENV, files: createFiles(), known: () => undefined };
    expect(readChanges([good, tempTree({ '.git/': '' })], request)).toMatchObject({
      problems: [{ problem: { code: 'missing' } }, { problem: { code: 'failed' } }],
    });
    expect(readChanges([good], { ...request, environment: {} })).toMatchObject({
      problems: [{ problem: { code: 'no-git' } }],
    });
    expect(readChanges([Buffer.from([0x2f, 0xff])], request)).toMatchObject({
      problems: [{ problem: { code: 'odd-name' } }],
    });
  });
});

test('what was read already is not read again', () => {
  const top = repository(BASE);
  const bytes = new TextEncoder().encode('one\n');
  const files = { ...createFiles(), read: () => expect.fail('read again') };
  const changes = readChanges([top], { revision: 'HEAD', environment: ENV, files, known: () => bytes });
  if ('problems' in changes) throw new Error('no revision');
  expect([changes.content(join(top, 'a/x')), changes.content(join(top, 'a/y'))]).toEqual([false, true]);
});
