import { describe, expect, test } from 'vitest';
import type { FileKindName } from '../kinds/index.ts';
import { loadLoaders } from '../kinds/loaders.ts';
import { surroundingsOf } from '../test/rules.ts';
import { SourceFile } from '../text/source.ts';
import { type Directives, readDirectives } from './directives.ts';
import { mayHoldDirectives } from './marks.ts';

async function directivesIn(text: string, kind: FileKindName = 'rule'): Promise<Directives | undefined> {
  const load = (await loadLoaders([kind])).get(kind);
  const source = new SourceFile('kiln.md', new TextEncoder().encode(text));
  const place = { owner: 'root', loadedFrom: [], surroundings: surroundingsOf({}) } as const;
  const view = await load?.(source, place, { extraAuthProviderTypes: [] });
  return view === undefined ? undefined : readDirectives(view);
}

/** The lines of a text, from 1, in which a rule is kept quiet at the first character. */
async function quiet(text: string, kind?: FileKindName, rule = 'a-rule'): Promise<number[]> {
  const directives = await directivesIn(text, kind);
  const { lines } = new SourceFile('', new TextEncoder().encode(text));
  const all = Array.from({ length: lines.lineCount }, (_, index) => index + 1);
  return all.filter((line) => directives?.silences(rule, lines.lineSpan(line)) === true);
}

const HEAD = '---\ntrigger: always_on\n---\n';

describe('markdown', () => {
  test.each<[string, string, number[]]>([
    ['the next line', 'a\n<!-- skillsaw-disable-next-line a-rule -->\nb\nc', [3]],
    ['behind text, of several rules', 'a <!-- skillsaw-disable-next-line b-rule, a-rule -->\nb', [2]],
    [
      'of a comment over lines, the one behind it',
      '<!--\nskillsaw-disable-next-line\na-rule\n-->\nb\nc',
      [5],
    ],
    ['no blank line is passed over', '<!-- skillsaw-disable-next-line a-rule -->\n\nb', [2]],
    ['CRLF', '<!-- skillsaw-disable-next-line a-rule -->\r\nb\r\nc', [2]],
    ['CR', '<!-- skillsaw-disable-next-line a-rule -->\rb\rc', [2]],
    ['another rule', '<!-- skillsaw-disable-next-line b-rule -->\nb', []],
    ['the last line', 'a\n<!-- skillsaw-disable-next-line a-rule -->', []],
    ['from here on, its own line included', '<!-- skillsaw-disable a-rule -->\nb\n', [1, 2, 3]],
    ['up to there', 'a\n<!-- skillsaw-disable a-rule -->\nb\n<!-- skillsaw-enable a-rule -->\nc', [2, 3, 4]],
    [
      'for one rule of two',
      '<!-- skillsaw-disable a-rule b-rule -->\n<!-- skillsaw-enable b-rule -->\nc',
      [1, 2, 3],
    ],
    ['in a fence it is an example', '```\n<!-- skillsaw-disable a-rule -->\n```\nb', []],
    ['in code as well', '`<!-- skillsaw-disable a-rule -->`\nb', []],
    ['other words', '<!-- skillsaw-disable-line a-rule -->\n<!-- skillsaw a-rule -->\nb', []],
    ['not at the start', '<!-- see skillsaw-disable a-rule -->\nb', []],
    ['behind a head', `${HEAD}<!-- skillsaw-disable-next-line a-rule -->\nb`, [5]],
  ])('%s', async (_, text, expected) => {
    expect(await quiet(text)).toEqual(expected);
    expect(await quiet(text, 'context')).toEqual(expected);
  });
});

describe('in a head', () => {
  test.each<[string, string, number[]]>([
    ['the next line', '---\n# skillsaw-disable-next-line a-rule\ntrigger: x\n---\n', [3]],
    ['from the top of the file on', '---\n# skillsaw-disable a-rule\ntrigger: x\n---\nb', [1, 2, 3, 4, 5]],
    [
      'up to there',
      '---\n# skillsaw-disable a-rule\n# skillsaw-enable a-rule\ntrigger: x\n---\nb',
      [1, 2, 3],
    ],
    [
      'on into the body',
      '---\n# skillsaw-disable a-rule\n---\nb\n<!-- skillsaw-enable a-rule -->\nc',
      [1, 2, 3, 4, 5],
    ],
    ['in a head that is broken', '---\n# skillsaw-disable a-rule\na: b: c\n---\n', [1, 2, 3, 4, 5]],
    ['indented', '---\na:\n  # skillsaw-disable-next-line a-rule\n  - b\n---\n', [4]],
    ['not behind a value', '---\na: b # skillsaw-disable a-rule\n---\n', []],
    ['no head, no comment', '# skillsaw-disable a-rule\nb', []],
  ])('%s', async (_, text, expected) => {
    expect(await quiet(text)).toEqual(expected);
  });
});

describe('registries', () => {
  test.each<[string, string, number[]]>([
    ['the next line', '{\n  // skillsaw-disable-next-line a-rule\n  "a": 1,\n  "b": 2\n}', [3]],
    ['behind a value', '{\n"a": 1, // skillsaw-disable-next-line a-rule\n"b": 2\n}', [3]],
    ['a part', '{ // skillsaw-disable a-rule\n"a": 1, // skillsaw-enable a-rule\n"b": 2\n}', [2]],
    ['not in a string', '{\n"// skillsaw-disable a-rule": 1,\n"b": 2\n}', []],
    ['not in a comment of the other form', '{\n/* skillsaw-disable a-rule */\n"b": 2\n}', []],
    ['in a file that does not parse', '{\n// skillsaw-disable-next-line a-rule\n"a": NaN,\n', [3]],
  ])('%s', async (_, text, expected) => {
    expect(await quiet(text, 'registry')).toEqual(expected);
  });
});

test('comments that kept nothing quiet are told, in the order of the file', async () => {
  const text = [
    '<!-- skillsaw-disable-next-line a-rule -->',
    'a',
    '<!-- skillsaw-disable-next-line b-rule, c-rule -->',
    'b',
    '<!-- skillsaw-disable a-rule -->',
    'c',
    '<!-- skillsaw-enable a-rule -->',
    '<!-- skillsaw-enable d-rule -->',
    '<!-- skillsaw-disable -->',
  ].join('\n');
  const directives = await directivesIn(text);
  const at = (line: string) => ({
    start: text.indexOf(`\n${line}\n`) + 1,
    end: text.indexOf(`\n${line}\n`) + 2,
  });
  expect(directives?.silences('b-rule', at('b'))).toBe(true);
  expect(directives?.silences('a-rule', at('c'))).toBe(true);
  expect(directives?.idle()).toEqual([
    { word: 'disable-next-line', ruleId: 'a-rule', line: 1 },
    { word: 'disable-next-line', ruleId: 'c-rule', line: 3 },
    { word: 'enable', ruleId: 'd-rule', line: 8 },
    { word: 'disable', line: 9 },
  ]);
});

test('a file without any has none', async () => {
  expect(await directivesIn(`${HEAD}text`)).toBeUndefined();
  expect(await directivesIn('x <!-- skillsaw-something -->')).toBeUndefined();
  expect(mayHoldDirectives('rule', new TextEncoder().encode('<!-- skillsaw-disable a -->'))).toBe(true);
  expect(mayHoldDirectives('rule', new TextEncoder().encode('skillsaw'))).toBe(false);
  expect(mayHoldDirectives('mcp-config', new TextEncoder().encode('// skillsaw-disable a'))).toBe(false);
});

test('a hostile file is read in linear time', async () => {
  for (const piece of [
    '<!-- skillsaw-disable a-rule -->\n',
    `<!-- skillsaw-disable ${'a '.repeat(5000)}-->`,
  ]) {
    const start = performance.now();
    const directives = await directivesIn(piece.repeat(Math.ceil((2 << 20) / piece.length)));
    for (let i = 0; i < 1000; i++) directives?.silences('a-rule', { start: i, end: i });
    expect(directives?.idle().length).toBeLessThanOrEqual(1000);
    expect(performance.now() - start).toBeLessThan(5000);
  }
});
