import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import fc, { runs } from '../test/property.ts';
import type { ConfigNode } from './shape.ts';
import { parseYaml } from './yaml.ts';

/** A node as plain data, scalars as they are, maps as pairs. */
function plain(node: ConfigNode | undefined): unknown {
  if (node === undefined) return undefined;
  switch (node.kind) {
    case 'null':
      return null;
    case 'number':
      return { number: node.source };
    case 'list':
      return node.items.map(plain);
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key.name, plain(value)]));
    default:
      return node.value;
  }
}

function said(text: string): readonly string[] {
  return parseYaml(text).problems.map(({ place, message }) => `${place.line}:${place.column}: ${message}`);
}

describe('values', () => {
  test.each<[string, unknown]>([
    ['', null],
    ['# nothing\n', null],
    ['---\n', null],
    ['\ufeffa: b\n', { a: 'b' }],
    ['a: b\r\nc: d\r\n', { a: 'b', c: 'd' }],
    ['a: b\rc: d\r', { a: 'b', c: 'd' }],
    ['a: [yes, no, on, off, true, ~]', { a: ['yes', 'no', 'on', 'off', true, null] }],
    ['a: [0.20, 0x1F, 1e3, .inf]', { a: ['0.20', '0x1F', '1e3', '.inf'].map((number) => ({ number })) }],
    ['a: 0.20.0', { a: '0.20.0' }],
    ['a: "0.20"', { a: '0.20' }],
    ['a: 2026-01-01', { a: '2026-01-01' }],
    ['%YAML 1.1\n---\na: yes', { a: 'yes' }],
    ['true: 1\n2: x', { true: { number: '1' }, 2: 'x' }],
    ['{a, b: }', { a: null, b: null }],
    ['? a\n', { a: null }],
    ['a: !!str 5', { a: '5' }],
    ['a: &x [b, c]\nd: *x', { a: ['b', 'c'], d: ['b', 'c'] }],
    ['&k a: *k', { a: 'a' }],
    ['a: |\n  b\n  c\n', { a: 'b\nc\n' }],
    ['__proto__: 1', Object.fromEntries([['__proto__', { number: '1' }]])],
    ['a: 1\n...\n', { a: { number: '1' } }],
  ])('%j', (text, expected) => {
    const { root, problems } = parseYaml(text);
    expect(problems).toEqual([]);
    expect(plain(root)).toEqual(expected);
  });
});

test('places are lines and UTF-16 columns', () => {
  const { root } = parseYaml('"🌿": [a,\r\n  "é", b]\n');
  expect(root?.kind).toBe('map');
  const entry = root?.kind === 'map' ? root.entries[0] : undefined;
  expect(entry?.key.place).toEqual({ line: 1, column: 1 });
  expect(entry?.value.place).toEqual({ line: 1, column: 7 });
  expect(entry?.value.kind === 'list' ? entry.value.items.map(({ place }) => place) : []).toEqual([
    { line: 1, column: 8 },
    { line: 2, column: 3 },
    { line: 2, column: 8 },
  ]);
});

test('a byte-order mark is one column', () => {
  const { root } = parseYaml('\ufeffa: b');
  expect(root?.kind === 'map' ? root.entries[0]?.value.place : undefined).toEqual({ line: 1, column: 5 });
});

test('an alias stands in its own place, what is in it where it is written', () => {
  const { root } = parseYaml('a: &x [b]\nc: *x\n');
  const node = root?.kind === 'map' ? root.entries[1]?.value : undefined;
  expect(node?.place).toEqual({ line: 2, column: 4 });
  expect(node?.kind === 'list' ? node.items[0]?.place : undefined).toEqual({ line: 1, column: 8 });
});

describe('what is not YAML is told once, with its place', () => {
  test.each<[string, string, string]>([
    ['a:\n\tb: c\n', '2:1', 'a tab indents'],
    ['a:\n  b: 1\n c: 2\n', '3:2', 'indented differently'],
    ['a: [b\nc: d\n', '2:1', 'is not closed before this'],
    ['a: {b: c\n', '2:1', 'is not closed before this'],
    ['a: "b\nc: d\n', '1:4', 'this quote is never closed'],
    ['x: "y"\na: \'b\n', '2:4', 'this quote is never closed'],
    ['a: b: c\n', '1:4', 'put the value in quotes'],
    ['a: - b\n', '1:4', 'the line of its key'],
    ['a:b\nc: d\n', '1:1', 'is a colon with a space after it missing?'],
    ['a: b\nword\n', '2:1', 'a colon with a space after it is missing'],
    ['a: @x\n', '1:4', 'cannot start with "@"'],
    ['a: %x\n', '1:4', 'cannot start with "%"'],
    ['a: "\\q"\n', '1:5', 'no escape'],
    ['a: ]\n', '1:4', '"]" cannot stand here'],
    ['- a\nb: c\n', '2:1', '"b" cannot stand here'],
    ['a: {b}/**\n', '1:7', '"/**" cannot stand here; a value with special characters must be in quotes'],
    ['a: *\n', '1:4', 'must be in quotes'],
    ['a: !keep/** x\n', '1:4', '"!keep/**" is a tag'],
    ['a: !!js/function "x"\n', '1:4', 'is a tag'],
    ['a: !!set {b}\n', '1:4', 'is a tag'],
    ['? [a]\n: b\n', '1:3', 'plain text'],
    ['%KILN\n---\na: 1', '1:1', 'directive'],
    ['a: b\n---\nc: d\n', '2:1', 'a second document'],
    ['a: "b"#c\n', '1:7', 'a space is missing'],
    ['[a b: c, d e\n', '2:1', 'not closed'],
  ])('%j', (text, place, message) => {
    const { root, problems } = parseYaml(text);
    expect(root).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(said(text)[0]).toContain(`${place}: `);
    expect(said(text)[0]).toContain(message);
  });
});

describe('what is YAML and means nothing is told, all of it', () => {
  test.each<[string, readonly string[]]>([
    [
      'a: 1\nb: 2\na: 3\nb: 4\n',
      [
        '3:1: the key "a" stands here a second time; the first is in line 1',
        '4:1: the key "b" stands here a second time; the first is in line 2',
      ],
    ],
    ['{a: 1, "a": 2}', ['1:8: the key "a" stands here a second time; the first is in line 1']],
    [
      'exclude: [*.json]',
      ['1:11: "*.json" is an alias of nothing above it; a value that starts with * must be in quotes'],
    ],
    [
      'exclude:\n  - **/x\n',
      ['2:5: "**/x" is an alias of nothing above it; a value that starts with * must be in quotes'],
    ],
    [
      'a: &x [*x]',
      ['1:8: "*x" is an alias of nothing above it; a value that starts with * must be in quotes'],
    ],
    ['a: &x {c: d}\nb:\n  <<: *x\n', ['3:3: merge keys (<<) are not supported; write the keys out']],
  ])('%j', (text, expected) => {
    expect(said(text)).toEqual(expected);
    expect(parseYaml(text).root).toBeDefined();
  });

  test('the first of two equal keys stays', () => {
    expect(plain(parseYaml('a: 1\na: 2').root)).toEqual({ a: { number: '1' } });
  });
});

test('control characters of the file are escaped', () => {
  expect(said('"\\e[31m": 1\n"\\e[31m": 2')).toEqual([
    '2:1: the key "\\u001b[31m" stands here a second time; the first is in line 1',
  ]);
});

describe('hostile text', () => {
  const MIB = 1 << 20;
  const rising = (line: string) => {
    let text = '';
    for (let i = 0; text.length < MIB; i++) text += ' '.repeat(i) + line;
    return text;
  };
  const numbered = (start: string, end: string) => {
    let text = start;
    for (let i = 0; text.length < MIB; i++) text += `k${i}${end}`;
    return text;
  };
  const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let i = 1; i < 30; i++) bomb.push(`a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);

  test.each<[string, string, string]>([
    [
      '10,000 levels of lists',
      '['.repeat(10_000) + ']'.repeat(10_000),
      '1:65: this is nested more than 64 levels',
    ],
    ['a file of dashes', '- '.repeat(MIB / 2), 'levels deep'],
    ['a file of braces', '{a: '.repeat(MIB / 4), 'levels deep'],
    ['a staircase', rising('a:\n'), 'levels deep'],
    ['documents', '---\n'.repeat(MIB / 4), '2:1: a second document'],
    ['aliases of aliases', bomb.join('\n'), 'too many aliases'],
    ['aliases in a row', `a: &a x\nb: [${'*a,'.repeat(10_000)}]`, '2:305: there are too many aliases'],
    ['anchors in a row', '&a '.repeat(10_000), 'not valid YAML'],
    ['errors that nest', 'a: b: c\n'.repeat(MIB / 8), 'levels deep'],
    ['errors side by side', 'a: @\n'.repeat(10_000), '1:4: a value cannot start'],
    ['tags', 'a: !x\n'.repeat(10_000), '1:4: '],
    ['closing brackets', ']'.repeat(MIB), '1:1: '],
    ['an open quote', `a: "${'x\n'.repeat(MIB / 2)}`, '1:4: this quote is never closed'],
    ['a mebibyte of keys', numbered('', ':\n'), 'too long'],
    ['a mebibyte of keys in braces', `${numbered('{', ',')}}`, 'too long'],
    ['a mebibyte of items', '- x\n'.repeat(MIB / 4), 'too long'],
    ['a mebibyte of comments', '#\n'.repeat(MIB / 2), 'too long'],
    ['a mebibyte of aliases', `a: &a x\nb: [${'*a,'.repeat(MIB / 3)}]`, 'too long'],
    ['a mebibyte of anchors', '&a '.repeat(MIB / 3), 'too long'],
    ['a mebibyte of errors', 'a: @\n'.repeat(MIB / 5), 'too long'],
  ])('%s', (_, text, message) => {
    const started = performance.now();
    const problems = said(text);
    expect(problems.length).toBe(1);
    expect(problems[0]).toContain(message);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('ten thousand keys or items are no problem', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `k${index}: v\n`).join('');
    for (const text of [keys, '- x\n'.repeat(10_000)]) expect(parseYaml(text).problems).toEqual([]);
  });
});

test('nothing is printed whatever the environment says', () => {
  const code = "import('./src/config/yaml.ts').then(({ parseYaml }) => parseYaml('a: [b]'))";
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '-e', code], {
    env: { ...process.env, LOG_TOKENS: '1', LOG_STREAM: '1' },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test('never throws, and every place lies in the text', () => {
  const bits = [
    ': ',
    '- ',
    '\n',
    '  ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '#',
    '&a',
    '*a',
    '!',
    '|',
    '>',
    '%',
    '@',
  ];
  const soup = fc
    .array(
      fc.oneof(
        fc.constantFrom(...bits, '\t', '? ', '---', '...', '<<', '\r', '\ufeff', 'key', '\\'),
        fc.string(),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => {
      const lines = text.split(/\r\n|\r|\n/);
      const { root, problems } = parseYaml(text);
      if (root === undefined) expect(problems).toHaveLength(1);
      for (const { place, message } of problems) {
        expect(place.column).toBeGreaterThanOrEqual(1);
        expect(place.column).toBeLessThanOrEqual((lines[place.line - 1]?.length ?? -1) + 2);
        expect(message).not.toMatch(/[\u0000-\u001f]/);
      }
    }),
    { numRuns: runs(2000) },
  );
});
