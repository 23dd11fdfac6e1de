import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scrubbedEnv, temporaryFolder } from '../test/helpers.ts';
import fc, { runs } from '../test/property.ts';
import { createRulings } from './ruling.ts';

type Files = Readonly<Record<string, string>>;

/** Files by their folder, outermost first. */
function rulings(files: Files) {
  const folders = Object.keys(files).sort((a, b) => a.length - b.length);
  return createRulings(
    folders.map((folder) => ({ folder, bytes: new TextEncoder().encode(files[folder] ?? '') })),
  );
}

describe('what git ignores', () => {
  test.each<[Files, string, string | undefined]>([
    [{}, '.agents/', undefined],
    [{ '': '' }, '.agents/', undefined],
    [{ '': '.agents' }, '.agents/', '.agents/ by .agents of '],
    [{ '': '.agents/' }, '.agents/', '.agents/ by .agents/ of '],
    [{ '': '.agents/' }, '.agents', undefined],
    [{ '': '.agents/' }, '.agents/mcp_config.json', '.agents/ by .agents/ of '],
    [{ '': '/.agents' }, 'kiln/.agents/', undefined],
    [{ '': '.agents' }, 'kiln/.agents/', 'kiln/.agents/ by .agents of '],
    [{ '': 'kiln/' }, 'kiln/.agents/', 'kiln/ by kiln/ of '],
    [{ '': '.agents/*' }, '.agents/', undefined],
    [{ '': '.agents/*' }, '.agents/hooks.json', '.agents/hooks.json by .agents/* of '],
    [{ '': '.agents/*\n!.agents/skills' }, '.agents/skills/', undefined],
    [{ '': '.agents\n!.agents' }, '.agents/', undefined],
    [{ '': '.AGENTS' }, '.agents/', undefined],
    [{ '': '# .agents\n\n.agents  \r\n' }, '.agents/', '.agents/ by .agents   of '],
    [{ '': 'a', kiln: '.agents' }, 'kiln/.agents/', 'kiln/.agents/ by .agents of kiln'],
    [{ '': '.agents', kiln: '!.agents' }, 'kiln/.agents/', undefined],
    [{ '': '!.agents', kiln: '.agents' }, 'kiln/.agents/', 'kiln/.agents/ by .agents of kiln'],
    [{ '': '', '.agents': '*' }, '.agents/', undefined],
    [{ '': '', '.agents': '*' }, '.agents/rules/', '.agents/rules/ by * of .agents'],
    // One file ignores the directory, another takes it back: what holds for the things in it is not told.
    [{ '': '.agents', kiln: '!.agents' }, 'kiln/.agents/hooks.json', undefined],
    // Nothing takes back what lies in a directory that is ignored.
    [{ '': '.agents', '.agents': '!hooks.json' }, '.agents/hooks.json', '.agents/ by .agents of '],
  ])('%j, %s', (files, path, expected) => {
    const ruling = rulings(files).ignoring(path);
    expect(ruling && `${ruling.at} by ${ruling.line.pattern} of ${ruling.file.folder}`).toBe(expected);
  });

  test('the line that counts is the last one', () => {
    const ruling = rulings({ '': '.agents\n\n.a*\nx' }).ignoring('.agents/');
    expect(ruling?.line).toEqual({ pattern: '.a*', span: { start: 9, end: 12 } });
  });
});

/** With the slash, git would match it as well. */
const bare = (path: string): string => path.replace(/\/$/, '');

test('git says the same', () => {
  const folder = temporaryFolder();
  const env = scrubbedEnv({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' });
  execFileSync('git', ['init', '-q', folder], { env });
  const name = fc.constantFrom('a', 'b', '.agents', '*', '.*', '**', 'a*', '[a-b]', '?');
  const pattern = fc
    .tuple(fc.boolean(), fc.boolean(), fc.array(name, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(
      ([not, anchored, names, directory]) =>
        `${not ? '!' : ''}${anchored ? '/' : ''}${names.join('/')}${directory ? '/' : ''}`,
    );
  const content = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));
  const paths = ['a/', 'a/.agents/', 'a/.agents/b', 'a/b', '.agents/', '.agents/a/', '.agents/a/b'];
  for (const path of paths) mkdirSync(dirname(join(folder, `${path}x`)), { recursive: true });
  fc.assert(
    fc.property(content, content, (outer, inner) => {
      writeFileSync(join(folder, '.gitignore'), outer);
      writeFileSync(join(folder, 'a', '.gitignore'), inner);
      const { ignoring } = rulings({ '': outer, a: inner });
      const { stdout } = spawnSync('git', ['-C', folder, 'check-ignore', '--no-index', ...paths.map(bare)], {
        env,
        encoding: 'utf8',
      });
      const ignored = new Set(stdout.split('\n'));
      // Silence is right wherever it cannot be told.
      for (const path of paths)
        if (ignoring(path) !== undefined)
          expect({ path, ignored: ignored.has(bare(path)) }).toEqual({ path, ignored: true });
      for (const path of paths.filter((one) => !one.startsWith('a/'))) {
        expect({ path, ignored: ignoring(path) !== undefined }).toEqual({
          path,
          ignored: ignored.has(bare(path)),
        });
      }
    }),
    { numRuns: runs(80) },
  );
});

test('hostile patterns take no time', () => {
  const start = performance.now();
  const long = 'a'.repeat(255);
  for (const pattern of [
    `${'*a'.repeat(100)}b`,
    `${'a*'.repeat(100)}b`,
    `${'**/'.repeat(200)}b`,
    `${'?*'.repeat(50)}b`,
    `${'[a-z]*'.repeat(50)}b`,
  ]) {
    expect(rulings({ '': pattern }).ignoring(`${long}/${long}/${long}/.agents/`)).toBeUndefined();
  }
  rulings({ '': '*a\n'.repeat(80_000) }).ignoring(`${long}/.agents/`);
  expect(performance.now() - start).toBeLessThan(20_000);
});
