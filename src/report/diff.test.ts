import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../test/helpers.ts';
import fc, { runs } from '../test/property.ts';
import { SECRETS, secret } from '../test/secrets.ts';
import { deletion, insertion, type TextEdit } from '../text/edit.ts';
import { EditedFile } from '../text/edited.ts';
import { unifiedDiff } from './diff.ts';

function edited(text: string | Uint8Array, ...edits: TextEdit[]): EditedFile {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return new EditedFile(bytes).edit(edits);
}

/** What `git apply` makes of a file when it is given a diff. */
function applied(
  path: string,
  bytes: Uint8Array,
  diff: string,
  folder = temporaryFolder(),
): Uint8Array | string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: folder, input: diff, encoding: 'utf8' });
  return status === 0 ? new Uint8Array(readFileSync(file)) : stderr;
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

test('nothing changes', () => {
  expect(unifiedDiff('a', edited('x'))).toEqual({ text: '', exact: true });
});

test('the changed line with three lines around it', () => {
  const text = numbered(9);
  expect(unifiedDiff('a/b.json', edited(text, insertion(text.indexOf('5'), 'V'))).text).toBe(
    [
      '--- a/a/b.json',
      '+++ b/a/b.json',
      '@@ -2,7 +2,7 @@',
      ' line 2',
      ' line 3',
      ' line 4',
      '-line 5',
      '+line V5',
      ' line 6',
      ' line 7',
      ' line 8',
      '',
    ].join('\n'),
  );
});

test('lines far apart are hunks of their own', () => {
  const text = numbered(30);
  const { text: diff } = unifiedDiff(
    'a',
    edited(
      text,
      insertion(0, 'new\n'),
      deletion(text.indexOf('line 8'), text.indexOf('line 9')),
      insertion(text.length, 'end'),
    ),
  );
  expect(diff.match(/^@@.*$/gm)).toEqual(['@@ -1,3 +1,4 @@', '@@ -5,7 +6,6 @@', '@@ -28,3 +28,4 @@']);
  expect(diff).toMatch(/\+end\n\\ No newline at end of file\n$/);
});

describe('git apply takes it', () => {
  test.each<[string, string, TextEdit[]]>([
    ['a byte-order mark', '\ufeff{\n}\n', [deletion(0, 3)]],
    ['no line end at the end', '{"a": 1,}', [deletion(7, 8)]],
    ['a line end put at the end', 'a\nb', [insertion(3, '\n')]],
    ['a line end taken from the end', 'a\nb\n', [deletion(3, 4)]],
    ['CRLF', '{\r\n  "a": 1,\r\n}\r\n', [deletion(11, 12)]],
    ['CRLF without the last one', '{\r\n  "a": 1,\r\n}', [deletion(11, 12)]],
    ['one long line', `[${'1,'.repeat(1000)}2]`, [insertion(1, '"')]],
    ['all of it', 'a\n', [deletion(0, 2)]],
    ['something out of nothing', '', [insertion(0, 'a\nb')]],
    ['tabs and text of the world', '\t"é": "😀"\n\t"漢字"\n', [insertion(2, 'ü')]],
    ['two changes on a line', 'abc\n', [deletion(0, 1), insertion(3, 'd')]],
    ['two lines made one', 'a\nb\nc\n', [deletion(1, 2)]],
    ['lines before the first', 'a\n', [insertion(0, 'x\ny\n')]],
  ])('%s', (_, text, edits) => {
    const file = edited(text, ...edits);
    const diff = unifiedDiff('x.json', file);
    expect(diff.exact).toBe(true);
    expect(applied('x.json', file.original, diff.text)).toEqual(file.bytes);
  });

  test.each([
    'with spaces/a file.json',
    'é/漢字 😀.json',
    'quo"te\\back\u202e\u007f\n.json',
    'tab\there.json',
  ])('for %j, inside a repository and its folders too', (path) => {
    const file = edited('{"a": 1}\n', insertion(6, '"'), insertion(7, '"'));
    const { text } = unifiedDiff(path, file);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]/);
    expect(applied(path, file.original, text)).toEqual(file.bytes);
    const repository = temporaryFolder();
    spawnSync('git', ['init', '-q'], { cwd: repository });
    mkdirSync(join(repository, 'below'));
    expect(applied(path, file.original, text, join(repository, 'below'))).toEqual(file.bytes);
  });

  test('for any text and edits', () => {
    const folder = temporaryFolder();
    const line = fc.constantFrom('', 'a', '{', '  "b": 1,', 'é', '\t');
    const texts = fc
      .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n'))), line)
      .map(([lines, last]) => lines.map((parts) => parts.join('')).join('') + last);
    const cases = texts.chain((text) => {
      const { length } = new TextEncoder().encode(text);
      return fc
        .tuple(fc.array(fc.nat(length)), fc.infiniteStream(fc.constantFrom('', 'x', '\n', 'y\n', '\nz')))
        .map(([picks, words]) => {
          const bytes = new TextEncoder().encode(text);
          // No character is cut in two, and no line end.
          const cuts = [...new Set(picks)]
            .filter((at) => ((bytes[at] ?? 0) & 0xc0) !== 0x80 && !(bytes[at - 1] === 13 && bytes[at] === 10))
            .sort((a, b) => a - b);
          const edits: TextEdit[] = [];
          for (let i = 0; i + 1 < cuts.length; i += 2) {
            const at = { start: cuts[i] as number, end: cuts[i + 1] as number };
            edits.push({ at, text: words.next().value as string });
          }
          return edited(bytes, ...edits);
        });
    });
    fc.assert(
      fc.property(cases, (file) => {
        const diff = unifiedDiff('x', file);
        if (diff.text === '') return;
        expect(diff.exact).toBe(true);
        expect(applied('x', file.original, diff.text, folder)).toEqual(file.bytes);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('what must not be shown', () => {
  test('a credential is masked in every line and in the name, and the diff says that it is not exact', () => {
    const text = `{\n"a": 1,\n"GITHUB_TOKEN": "${secret('github-pat')}",\n"PASSWORD": "${secret('password')}"}`;
    const diff = unifiedDiff(`${secret('slack-bot')}.json`, edited(text, insertion(0, ' ')));
    for (const value of SECRETS) expect(diff.text).not.toContain(value);
    expect(diff.text.match(/\*\*\*/g)).toHaveLength(4);
    expect(diff.exact).toBe(false);
  });

  test('a secret over several lines leaves as many lines', () => {
    const key = [
      '-----BEGIN RSA ',
      'PRIVATE KEY-----\n',
      'MIIEpAIBAAKCAQEA\n'.repeat(3),
      '-----END RSA ',
      'PRIVATE KEY-----\n',
    ].join('');
    const diff = unifiedDiff('x', edited(`a\n${key}b\n`, insertion(0, ' ')));
    expect(diff.text).not.toContain('MIIEpAIB');
    expect(diff.text.split('\n').filter((line) => line.startsWith(' ')).length).toBe(3);
  });

  test('what a terminal acts upon is escaped', () => {
    const diff = unifiedDiff('x', edited('a\u001b[31m\u202eb\rc\r\n', insertion(0, ' ')));
    expect(diff.text).toContain('-a\\u001b[31m\\u202eb\\rc\r\n');
    expect(diff.exact).toBe(false);
  });

  test('bytes that are no text are no exact diff', () => {
    expect(unifiedDiff('x', edited(new Uint8Array([0xff, 0x0a]), insertion(0, ' '))).exact).toBe(false);
  });

  test('what lies outside the lines shown does not matter', () => {
    const text = `${numbered(9)}"PASSWORD": "${secret('password')}"\n`;
    expect(unifiedDiff('x', edited(text, insertion(0, ' '))).exact).toBe(true);
  });
});

test('a hundred thousand changes', () => {
  const line = '{"a": 1}\n\n\n\n\n\n\n\n';
  const edits = Array.from({ length: 100_000 }, (_, i) => insertion(i * line.length + 6, '"'));
  const { text } = unifiedDiff('x', edited(line.repeat(100_000), ...edits));
  expect(text.match(/^@@/gm)).toHaveLength(100_000);
});
