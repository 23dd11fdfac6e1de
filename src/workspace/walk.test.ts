import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { asNobody } from '../test/as-nobody.ts';
import { temporaryFolder, tempTree } from '../test/helpers.ts';
import fc, { runs } from '../test/property.ts';
import { compileExclude } from './exclude.ts';
import { GLOB_OPTIONS } from './globs.ts';
import { join as joinRaw, type RawPath, shown } from './raw-path.ts';
import { walk } from './walk.ts';

const posix = process.platform !== 'win32';

interface Walked {
  readonly files: string[];
  readonly directories: string[];
  readonly problems: string[];
}

/** What a walk comes to, relative to its start. */
function walked(start: string, enter: (path: RawPath) => boolean = () => true): Walked {
  const result: Walked = { files: [], directories: [], problems: [] };
  const short = (path: RawPath): string => shown(path).slice(start.length + 1);
  walk(start, {
    enter,
    directory: (path, entries) => {
      result.directories.push(short(path));
      for (const entry of entries) {
        if (!entry.isDirectory()) result.files.push(short(joinRaw(path, entry.name)));
      }
    },
    unreadable: (path, problem) => result.problems.push(`${short(path)} ${problem.code}`),
  });
  for (const list of Object.values(result)) list.sort();
  return result;
}

it('enters hidden directories, and never the pruned ones', () => {
  const pruned = ['node_modules', '.git', '.hg', '.svn', '.venv', '.tox', '.cache', '.direnv'];
  const root = tempTree({
    'a.json': '',
    '.hidden/b.json': '',
    'node_modules2/c.json': '',
    ...Object.fromEntries(pruned.map((name) => [`deep/${name}/x.json`, ''])),
    'other/.git': 'a file',
  });
  expect(walked(root).files).toEqual(['.hidden/b.json', 'a.json', 'node_modules2/c.json', 'other/.git']);
});

it('asks before it enters', () => {
  const root = tempTree({ 'keep/a': '', 'drop/b': '', 'keep/drop/c': '' });
  expect(walked(root, (path) => !shown(path).endsWith('drop')).files).toEqual(['keep/a']);
});

it('follows no link to a directory, so that no loop holds it up', () => {
  const root = tempTree({
    'a/b/file': '',
    'a/b/up': { symlink: '..' },
    'a/self': { symlink: 'self' },
    'a/out': { symlink: '/' },
    'a/inside': { symlink: 'b' },
  });
  expect(walked(root).directories).toEqual(['', 'a', 'a/b']);
});

it('goes as deep as a path can be', () => {
  const root = temporaryFolder();
  const deep = Array.from({ length: 400 }, (_, i) => `d${i % 10}`).join('/');
  mkdirSync(join(root, deep), { recursive: true });
  writeFileSync(join(root, deep, 'end'), '');
  const result = walked(root);
  expect(result.directories).toHaveLength(401);
  expect(result.files).toEqual([`${deep}/end`]);
});

it.skipIf(process.platform !== 'linux')('goes below names that are not UTF-8', () => {
  const root = temporaryFolder();
  const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x6f, 0xff, 0x64])]);
  mkdirSync(Buffer.concat([odd, Buffer.from('/inner')]), { recursive: true });
  writeFileSync(Buffer.concat([odd, Buffer.from('/inner/file')]), '');
  // A name that really holds U+FFFD, and looks the same.
  mkdirSync(join(root, 'o\ufffdd'));
  writeFileSync(join(root, 'o\ufffdd', 'other'), '');
  const result = walked(root);
  expect(result.files).toEqual(['o\ufffdd/inner/file', 'o\ufffdd/other']);
  expect(result.problems).toEqual([]);
});

it.skipIf(!posix)('says which directories it cannot read, and goes on', () => {
  const root = tempTree({
    'closed/': { mode: 0 },
    'list/only/x': '',
    'list/': { mode: 0o444 },
    'open/a': '',
  });
  const result = asNobody(() => walked(root));
  expect(result.files).toEqual(['open/a']);
  expect(result.problems).toEqual(['closed permission', 'list/only permission']);
});

it('calls a start that is gone neither found nor unreadable', () => {
  expect(walked(join(temporaryFolder(), 'none'))).toEqual({ files: [], directories: [], problems: [] });
});

it.skipIf(!posix)('passes pipes by', () => {
  const root = tempTree({ 'a/x': '' });
  execFileSync('mkfifo', [join(root, 'a/pipe')]);
  expect(walked(root).files).toEqual(['a/pipe', 'a/x']);
});

describe('differential: the same files as fast-glob', () => {
  const name = fc.constantFrom(
    'a',
    'b',
    '.c',
    'node_modules',
    '.git',
    '.venv',
    'd e',
    '[f]',
    'ünd',
    '.agents',
  );
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
  const tree = fc.record({
    files: fc.array(path, { maxLength: 25 }),
    links: fc.array(fc.tuple(path, fc.constantFrom('.', '..', '../..', '/', 'a', 'none')), { maxLength: 5 }),
  });
  const exclude = fc.constantFrom('a', 'a/**', '**/b/**', '*/a', '.c/**', '**/x', 'd e/*', '.agents');

  function build(files: readonly string[], links: readonly (readonly [string, string])[]): string {
    const root = temporaryFolder();
    const attempt = (path: string, make: (absolute: string) => void): void => {
      const absolute = join(root, path);
      try {
        mkdirSync(join(absolute, '..'), { recursive: true });
        make(absolute);
      } catch {
        // A file where a directory should be: the tree goes without it.
      }
    };
    for (const path of files) attempt(`${path}/x`, (absolute) => writeFileSync(absolute, ''));
    for (const [path, target] of links) attempt(`${path}/l`, (absolute) => symlinkSync(target, absolute));
    return root;
  }

  it('on generated trees', () => {
    fc.assert(
      fc.property(tree, fc.option(exclude), ({ files, links }, pattern) => {
        const root = build(files, links);
        const excluded = pattern === null ? () => false : compileExclude([pattern], root);
        const ours = walked(root, (directory) => !excluded(shown(directory))).files.filter(
          (file) => !excluded(join(root, file)),
        );
        const theirs = fastGlob.sync('**', {
          ...GLOB_OPTIONS,
          cwd: root,
          onlyFiles: false,
          markDirectories: true,
          // fast-glob's own ignore has no notion of "and everything below"; both spellings say it.
          ignore: [...GLOB_OPTIONS.ignore, ...(pattern === null ? [] : [pattern, `${pattern}/**`])],
        });
        expect(ours).toEqual(theirs.filter((path) => !path.endsWith('/')).sort());
      }),
      { numRuns: runs(100) },
    );
  });
});
