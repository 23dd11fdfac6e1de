import { describe, expect, test } from 'vitest';
import fc, { runs } from '../test/property.ts';
import { textOf } from './bytes.ts';
import { plainMarkdown, readMarkdown } from './document.ts';
import { findHead, type Head, type HeadBlock, type HeadNode, headEntry } from './head.ts';
import { readSimpleHead } from './simple-head.ts';
import { readYamlHead } from './yaml-head.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const headOf = async (text: string): Promise<Head> => (await readMarkdown(encode(text))).head;

/** A value as plain data, with its text in the file. */
function plain(bytes: Uint8Array, node: HeadNode): unknown {
  switch (node.kind) {
    case 'null':
      return null;
    case 'number':
      return { number: node.source };
    case 'list':
      return node.items.map((item) => plain(bytes, item));
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key.name, plain(bytes, value)]));
    default:
      return node.value;
  }
}

async function values(text: string): Promise<unknown> {
  const head = await headOf(text);
  if (head.state !== 'read') return head.state;
  return Object.fromEntries(head.entries.map(({ key, value }) => [key.name, plain(encode(text), value)]));
}

describe('where a head is', () => {
  test.each<[string, string, string]>([
    ['---\na: b\n---\nbody', 'read', 'body'],
    ['---\na: b\n---', 'read', ''],
    ['---  \r\na: b\r\n---\t\r\nbody', 'read', 'body'],
    ['---\ra: b\r---\rbody', 'read', 'body'],
    ['\ufeff---\na: b\n---\nbody', 'read', 'body'],
    ['---\n---\nbody', 'read', 'body'],
    ['---\n# a remark\n---\n', 'read', ''],
    ['', 'absent', ''],
    ['# Title\n', 'absent', '# Title\n'],
    ['----\na: b\n----\n', 'absent', '----\na: b\n----\n'],
    ['--- a\n---\n', 'absent', '--- a\n---\n'],
    [' ---\na: b\n---\n', 'absent', ' ---\na: b\n---\n'],
    ['---\na: b\n', 'unclosed', '---\na: b\n'],
    ['---\na: b\n --- \n', 'unclosed', '---\na: b\n --- \n'],
    ['---', 'unclosed', '---'],
    ['---\n- a\n---\nbody', 'no-map', 'body'],
    ['---\n"a"\n---\nbody', 'broken', 'body'],
  ])('%j', async (text, state, body) => {
    const head = await headOf(text);
    expect(head.state).toBe(state);
    expect(text.slice(text.startsWith('\ufeff') ? 1 : 0).endsWith(body)).toBe(true);
    expect(textOf(encode(text), { start: head.bodyStart, end: encode(text).length })).toBe(body);
  });

  test.each<[string, string | undefined]>([
    ['\n\n---\na: b\n---\n', '---\na: b\n---'],
    ['<!-- note -->\n---\nkey-one:\n---\n', '---\nkey-one:\n---'],
    ['# Title\n\n---\n\ntext\n\n---\n', undefined],
    ['text\n---\nNote: a line\n', undefined],
    [`${'\n'.repeat(20)}---\na: b\n---\n`, undefined],
  ])('one that comes too late: %j', async (text, expected) => {
    const head = await headOf(text);
    const late = head.state === 'absent' ? head.late : undefined;
    expect(late && textOf(encode(text), late)).toBe(expected);
  });

  test('is passed over in a file that has none', () => {
    expect(plainMarkdown(encode('---\na: [\n---\n# Kiln')).outline.headings).toHaveLength(1);
    expect(plainMarkdown(encode('---\na: [\n---\n# Kiln')).head).toEqual({ state: 'absent', bodyStart: 13 });
  });
});

describe('values', () => {
  test.each<[string, unknown]>([
    ['a: plain words, and (more) of them', { a: 'plain words, and (more) of them' }],
    ['a: "in quotes: yes"', { a: 'in quotes: yes' }],
    ["a: 'in quotes # too'", { a: 'in quotes # too' }],
    ["a: 'it''s'", { a: "it's" }],
    ['a: "\\u00e9\\n"', { a: 'é\n' }],
    ['a: true\nb: False\nc: yes', { a: true, b: false, c: 'yes' }],
    [
      'a: 12\nb: 1.5\nc: 1.2.3\nd: 2026-11-01',
      { a: { number: '12' }, b: { number: '1.5' }, c: '1.2.3', d: '2026-11-01' },
    ],
    ['a:\nb: ~\nc: null', { a: null, b: null, c: null }],
    ['a: http://kiln.example/x', { a: 'http://kiln.example/x' }],
    ['a: kiln # a remark', { a: 'kiln' }],
    ['a: kiln#1', { a: 'kiln#1' }],
    ['a: one\n  two\nb: c', { a: 'one two', b: 'c' }],
    ['a: >-\n  one\n  two\nb: c', { a: 'one two', b: 'c' }],
    ['a: |\n  one: two\n', { a: 'one: two\n' }],
    ['a: [b, "c d"]', { a: ['b', 'c d'] }],
    ['a:\n  - b\n  - c: d', { a: ['b', { c: 'd' }] }],
    ['a:\n- b', { a: ['b'] }],
    ['a: {b: c}', { a: { b: 'c' } }],
    ['a: &x b\nc: *x', { a: 'b', c: 'b' }],
    ['"a b": c', { 'a b': 'c' }],
    ['1: a', { 1: 'a' }],
    ['a: é — ✓', { a: 'é — ✓' }],
    ['a: !shape round', { a: 'round' }],
    ['__proto__: a', Object.fromEntries([['__proto__', 'a']])],
  ])('%j', async (yaml, expected) => {
    expect(await values(`---\n${yaml}\n---\n`)).toEqual(expected);
    expect(await values(`\ufeff---\r\n${yaml.replaceAll('\n', '\r\n')}\r\n---\r\n`)).toEqual(
      JSON.parse(JSON.stringify(expected)),
    );
  });

  test('and their places, in bytes', async () => {
    const text = '---\nname: kiln\nnote: "é"\nlist: [ü, "ö"]\nempty:\nlast: x\n---\n';
    const bytes = encode(text);
    const head = await headOf(text);
    if (head.state !== 'read') throw new Error(head.state);
    expect(textOf(bytes, head.span)).toBe(text.trimEnd());
    const places = head.entries.map(({ key, value }) => [textOf(bytes, key.span), textOf(bytes, value.span)]);
    expect(places).toEqual([
      ['name', 'kiln'],
      ['note', '"é"'],
      ['list', '[ü, "ö"]'],
      ['empty', 'empty'],
      ['last', 'x'],
    ]);
    const list = headEntry(head, 'list')?.value;
    expect(list?.kind === 'list' ? list.items.map(({ span }) => textOf(bytes, span)) : []).toEqual([
      'ü',
      '"ö"',
    ]);
  });
});

describe('why a head is no YAML', () => {
  test.each<[string, string, string, string?, string?]>([
    [
      'a: Read tables: heights and times',
      'colon',
      'Read tables: heights and times',
      'a',
      'Read tables: heights and times',
    ],
    ['n: x\na: Use when: b\nc: d', 'colon', 'Use when: b', 'a', 'Use when: b'],
    ['a: ends with:', 'colon', 'ends with:', 'a', 'ends with:'],
    ['a: "the "best" kiln"', 'quotes', '"the "best" kiln"', 'a', '"the "best" kiln"'],
    ["a: 'it's hot'", 'quotes', "'it's hot'", 'a', "'it's hot'"],
    ['a: "best" kiln', 'quotes', '"best" kiln', 'a', '"best" kiln'],
    ['a: "never closed\nb: c', 'unclosed-quote', '"never closed', 'a', '"never closed'],
    ["a: 'never closed", 'unclosed-quote', "'never closed", 'a', "'never closed"],
    ['globs: **/*.ts', 'star', '**/*.ts', 'globs', '**/*.ts'],
    ['globs: *.ts, *.tsx', 'star', '*.ts, *.tsx', 'globs', '*.ts, *.tsx'],
    ['globs: *', 'star', '*', 'globs', '*'],
    ['a: @kiln/clay', 'sign', '@kiln/clay', 'a', '@kiln/clay'],
    ['a: `kiln`', 'sign', '`kiln`', 'a', '`kiln`'],
    ['a: %5', 'sign', '%5', 'a', '%5'],
    ['a: - b', 'sign', '- b', 'a', '- b'],
    ['a: [draft] Fires the kiln', 'bracket', '[draft] Fires the kiln', 'a', '[draft] Fires the kiln'],
    ['a: [b, c\nd: e', 'bracket', '[b, c', 'a', '[b, c'],
    ['a: {{name}} kiln', 'bracket', '{{name}} kiln', 'a', '{{name}} kiln'],
    ['a:\n\t- b', 'tab', '\t'],
    ['a:\n  b: c\n\td: e', 'tab', '\t'],
    ['a: b\n c: d', 'indent', 'c: d'],
    ['  a: b\nc: d', 'indent', 'a: b'],
    ['a: b\njust words\nc: d', 'no-colon', 'just words'],
    ['just words', 'no-colon', 'just words'],
    ['a: b\nc:d', 'no-blank', 'c:d', 'c'],
    ['a: b\nc: d\na: e', 'repeated-key', 'a', 'a'],
    ['a: 1\nx: *a', 'star', '*a', 'x', '*a'],
  ])('%j', async (yaml, cause, at, key, value) => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const text = `---\né: x\n${yaml}\n---\n`.replaceAll('\n', lineEnd);
      const head = await headOf(text);
      if (head.state !== 'broken') throw new Error(head.state);
      const { fault } = head;
      const bytes = encode(text);
      expect({
        cause: fault.cause,
        at: textOf(bytes, fault.at),
        key: fault.key,
        value: fault.value && textOf(bytes, fault.value),
      }).toEqual({ cause, at, key, value });
    }
  });

  test('anything else has a place as well', async () => {
    for (const yaml of ['a: "\\x"', '? [a]\n: b', '%no', 'a: b\n...\nc: d', '\u0000', 'a: &', 'a: |x\n  b']) {
      const text = `---\n${yaml}\n---\n`;
      const head = await headOf(text);
      if (head.state !== 'broken') continue;
      expect(head.fault.at.start).toBeGreaterThanOrEqual(4);
      expect(head.fault.at.end).toBeLessThanOrEqual(text.length);
    }
  });
});

test('the simple reader agrees with the reader of YAML wherever it reads anything', () => {
  const word = fc.constantFrom(
    'kiln',
    'clay',
    'true',
    'Null',
    '12',
    '1.5',
    '0x1f',
    '1e3',
    '.inf',
    '-',
    '~',
    '*',
    '&a',
    '!b',
    '|',
    '>',
    '%',
    '@',
    '`',
    '"',
    "'",
    '""',
    '"a"',
    "'b'",
    '\\',
    ':',
    'a:',
    ':b',
    '#',
    '#c',
    'd#',
    '[',
    ']',
    '{',
    '}',
    ',',
    'é',
    '😀',
    '\ufeff',
    '\u0085',
    '\u2028',
    '\t',
    '\u0000',
    '\u007f',
    '?',
    '<<',
    'yes',
    '...',
    '---',
  );
  const value = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  const key = fc.constantFrom(
    'name',
    'description',
    'a-b',
    '1',
    '_x',
    'true',
    'tools',
    '- a',
    ' b',
    '"q"',
    '#',
    '',
  );
  const line = fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(key, fc.constantFrom(': ', ':  ', ':', ' : ', ':\t'), value)
        .map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '# remark', ' ', '  more', '- item', '#\u0001') },
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, lineEnd) => {
      const bytes = encode(`---${lineEnd}${lines.join(lineEnd)}${lineEnd}---${lineEnd}`);
      const block = findHead(bytes);
      if ('state' in block) return;
      const entries = readSimpleHead(bytes, block.content);
      if (entries === undefined) return;
      read++;
      const { span, bodyStart } = block;
      expect(readYamlHead(bytes, block)).toEqual({ state: 'read', span, bodyStart, entries });
    }),
    { numRuns: runs(20_000) },
  );
  expect(read).toBeGreaterThan(1000);
});

test('whatever the bytes: never throws, and every place lies in the head', async () => {
  const piece = fc.oneof(
    fc
      .constantFrom(
        'a: ',
        'b',
        '\n',
        '\r',
        '- ',
        '[',
        '{',
        '"',
        "'",
        '*a',
        '&a ',
        '|',
        '>',
        '\t',
        '  ',
        'é',
        '😀',
        '#',
        ': ',
        '!t ',
      )
      .map(encode),
    fc.uint8Array({ maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const bytes = new Uint8Array(Buffer.concat([encode('---\n'), ...pieces, encode('\n---\nbody')]));
      const { head } = await readMarkdown(bytes);
      if (!('span' in head)) return;
      expect(head.span.start).toBe(0);
      expect(head.bodyStart).toBeLessThanOrEqual(bytes.length);
      if (head.state !== 'broken') return;
      const { at, value = at } = head.fault;
      for (const { start, end } of [at, value]) {
        expect(start).toBeGreaterThanOrEqual(4);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(head.span.end);
      }
    }),
    { numRuns: runs(3000) },
  );
});

const MIB = 1 << 20;

test.each<[string, string, string]>([
  ['keys', 'key: value\n', 'broken'],
  ['list items', '- a\n', 'broken'],
  ['open lists', '[', 'broken'],
  ['open maps', '{a: ', 'broken'],
  ['deeper and deeper keys', '? ', 'broken'],
  ['quotes', '"a" ', 'broken'],
  ['blanks', ' ', 'broken'],
  ['aliases', '- *a\n', 'broken'],
])('a head of a megabyte of %s is read in linear time', async (_, piece) => {
  const text = `---\na: &a\n${piece.repeat(MIB / piece.length)}\n---\n`;
  const start = performance.now();
  await headOf(text);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('aliases stand for so much and no more', async () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
  for (const [above, name] of ['ab', 'bc', 'cd', 'de', 'ef'].map((pair) => [...pair]))
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${above}`).join(',')}]`);
  const head = await headOf(`---\n${bomb.join('\n')}\n---\n`);
  expect(head.state === 'broken' && head.fault.cause).toBe('too-large');
});

test('a block of the two is what either reader is given', () => {
  const block = findHead(encode('---\na: b\n---\nc')) as HeadBlock;
  expect(block).toEqual({ span: { start: 0, end: 12 }, content: { start: 4, end: 9 }, bodyStart: 13 });
});
