import { describe, expect, test } from 'vitest';
import { git } from '../test/checkout.ts';
import { tempTree } from '../test/helpers.ts';
import fc from '../test/property.ts';
import { readRevision, revisionOf } from './revision.ts';
import { findGit, type Git } from './run.ts';

const ID = 'a'.repeat(40);
const listing = (paths: readonly string[], mode = '100644 blob'): Buffer =>
  Buffer.from(
    [...paths]
      .sort()
      .map((path) => `${mode} ${ID}\t${path}\0`)
      .join(''),
    'latin1',
  );

describe('a listing', () => {
  test('tells files, programs, links and submodules', () => {
    const lines = [
      `100644 blob ${ID}\ta`,
      `100755 blob ${ID}\tb`,
      `120000 blob ${ID}\tc`,
      `160000 commit ${ID}\td`,
      `100664 blob ${ID}\te`,
    ];
    const revision = revisionOf(Buffer.from(`${lines.join('\0')}\0`));
    const at = (path: string) => {
      const entry = revision.entry(path);
      return `${entry?.kind} ${entry?.executable}`;
    };
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map(at)).toEqual([
      'file false',
      'file true',
      'link false',
      'repository false',
      'file false',
      'undefined undefined',
    ]);
  });

  test('may be empty', () => {
    const revision = revisionOf(Buffer.alloc(0));
    expect(revision.kind('')).toBe('directory');
    expect(revision.kind('a')).toBeUndefined();
    expect([...revision.namesIn('')]).toEqual([]);
    expect(revision.below('a')).toEqual([]);
  });

  test('has paths with anything in them', () => {
    const odd = ['a\nb', 'tab\there', '\xff\xfe', 'a b/c"d'];
    const revision = revisionOf(listing(odd));
    expect(odd.map((path) => revision.entry(path)?.id)).toEqual(odd.map(() => ID));
    expect(revision.kind('a b')).toBe('directory');
  });

  test('answers as a plain search does', () => {
    // Characters around the slash, in whose order a mistake would show.
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '0'), minLength: 1, maxLength: 2 });
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), path, (some, asked) => {
        const paths = [...new Set(some)].filter((one) => !some.some((other) => other.startsWith(`${one}/`)));
        const revision = revisionOf(listing(paths));
        for (const directory of ['', asked]) {
          const prefix = directory === '' ? '' : `${directory}/`;
          const inside = paths.filter((one) => one.startsWith(prefix)).sort();
          expect(revision.below(directory)).toEqual(inside);
          const names = new Map(
            inside.map((one) => {
              const rest = one.slice(prefix.length);
              return [rest.replace(/\/.*/, ''), rest.includes('/') ? 'directory' : 'file'];
            }),
          );
          expect([...revision.namesIn(directory)].sort()).toEqual([...names].sort());
        }
        const kind = paths.includes(asked)
          ? 'file'
          : paths.some((one) => one.startsWith(`${asked}/`))
            ? 'directory'
            : undefined;
        expect(revision.kind(asked)).toBe(kind);
      }),
    );
  });
});

describe('reading', () => {
  const top = tempTree({ 'a/x': '1', 'sub/.git/': '' });
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null' };
  const gitAt = (place: string): Git => findGit(place, env) as Git;
  git(top, '-c', 'init.templateDir=', 'init', '--quiet', '--initial-branch=main');
  git(top, 'add', '--all');
  git(top, 'commit', '--quiet', '--message=One');
  git(top, 'tag', '--annotate', '--message=x', 'v1');

  test.each(['HEAD', 'main', 'v1', 'HEAD^{tree}', git(top, 'rev-parse', 'HEAD'), 'main@{0}'])(
    '%s',
    (name) => {
      const result = readRevision(gitAt(top), top, name);
      expect(result.ok && [...result.revision.namesIn('')]).toEqual([['a', 'directory']]);
    },
  );

  test.each([
    'nope',
    'HEAD~1',
    'HEAD:a/x',
    '^HEAD',
    'HEAD..main',
    '0'.repeat(40),
    'a b',
    'main\nHEAD',
    '$(id)',
    '*',
  ])('there is no revision %j', (name) => {
    expect(readRevision(gitAt(top), top, name)).toEqual({ ok: false, code: 'missing', shallow: false });
  });

  test('a folder that is not the top of what git finds there', () => {
    const sub = `${top}/sub`;
    expect(readRevision(gitAt(sub), sub, 'HEAD')).toEqual({ ok: false, code: 'not-the-top' });
  });

  test('a folder where git finds nothing', () => {
    const bare = tempTree({ '.git/': '' });
    expect(readRevision(gitAt(bare), bare, 'HEAD')).toMatchObject({
      code: 'failed',
      said: expect.stringContaining('not a git repository'),
    });
  });

  test('a repository without a commit', () => {
    const fresh = tempTree({});
    git(fresh, '-c', 'init.templateDir=', 'init', '--quiet');
    expect(readRevision(gitAt(fresh), fresh, 'HEAD')).toMatchObject({ code: 'missing' });
  });

  test('git that is killed', () => {
    const silent: Git = () => ({ ok: false, stdout: Buffer.alloc(0), said: 'no answer within 60 seconds' });
    expect(readRevision(silent, top, 'HEAD')).toEqual({
      ok: false,
      code: 'failed',
      said: 'no answer within 60 seconds',
    });
  });
});
