import { describe, expect, test } from 'vitest';
import { readToml, type TomlValue } from './read.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The entries as `key.key = value`, all as they stand in the file. */
function entries(text: string | Uint8Array): string[] | undefined {
  const bytes = typeof text === 'string' ? encode(text) : text;
  const at = ({ start, end }: { start: number; end: number }): string =>
    new TextDecoder().decode(bytes.subarray(start, end));
  return readToml(bytes)?.map(
    ({ path, value }) => `${path.map(({ span }) => at(span)).join('.')} = ${at(value.span)}`,
  );
}

const values = (text: string): TomlValue[] | undefined => readToml(encode(text))?.map(({ value }) => value);

describe('every way to a value', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['a comment', '# a = 1', []],
    ['a key', 'a = 1', ['a = 1']],
    ['dots', 'a.b.c = 1', ['a.b.c = 1']],
    ['quotes', '"a b".\'c\' = "x"', ['"a b".\'c\' = "x"']],
    ['a table', '[a.b]\nc = 1\nd = 2\n[e]\nf = 3', ['a.b.c = 1', 'a.b.d = 2', 'e.f = 3']],
    ['braces', 'a = { b = 1, c = { d.e = 2 }, f = 3 }', ['a.b = 1', 'a.c.d.e = 2', 'a.f = 3']],
    ['lines in braces', 'a = {\n  b = 1,\n}', ['a.b = 1']],
    ['an empty table', '[a]\n[b]\nc = {}', []],
    ['a list of tables', '[[a]]\nb = 1\n[c]\nd = 1', ['c.d = 1']],
    ['line ends of Windows', '[a]\r\nb = 1\r\n', ['a.b = 1']],
    ['a byte-order mark', '\ufeff"ä" = "\u{1f600}"', ['"ä" = "\u{1f600}"']],
    [
      'characters of every length',
      '"é中\u{1f600}" = "\u{1f600}x"\nb = 1',
      ['"é中\u{1f600}" = "\u{1f600}x"', 'b = 1'],
    ],
  ])('%s', (_, text, expected) => {
    expect(entries(text)).toEqual(expected);
  });

  test('what a value is', () => {
    const span = expect.anything();
    expect(
      values('a = "x\\ny"\nb = 1_0\nc = 1.5\nd = true\ne = 2026-01-02\nf = ["x", 2, [3], { g = 4 }]'),
    ).toEqual([
      { scalar: 'x\ny', span },
      { scalar: 10, span },
      { scalar: 1.5, span },
      { scalar: true, span },
      { span },
      { items: [{ scalar: 'x', span }, { scalar: 2, span }, { span }, { span }], span },
    ]);
  });
});

describe('what a program would refuse has no values', () => {
  test.each<[string, string | Uint8Array]>([
    ['an open string', 'a = "x'],
    ['a key twice', 'a = 1\na = 2'],
    ['a table that is a value', 'a = 1\n[a]\nb = 1'],
    ['a NUL', 'a = "\0"'],
    ['JSON', '{"a": 1}'],
    ['broken UTF-8', Uint8Array.from([0x61, 0x3d, 0x22, 0xc3, 0x22])],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x61, 0x00])],
  ])('%s', (_, text) => {
    expect(entries(text)).toBeUndefined();
  });
});

describe('hostile documents', () => {
  test.each<[string, string]>([
    ['10,001 lists', `a = ${'['.repeat(10_001)}${']'.repeat(10_001)}`],
    ['10,001 braces', `a = ${'{ a = '.repeat(10_001)}1${' }'.repeat(10_001)}`],
    ['open lists', `a = ${'['.repeat(100_000)}`],
    ['more than 128 KiB', `a = 1\n${'#\n'.repeat(65_536)}`],
    ['8 MiB', '# '.repeat(4_194_304)],
  ])('%s: no values, or none that are missed', (_, text) => {
    const start = performance.now();
    expect(entries(text)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test('what lies deeper than anybody looks is left out, and not copied', () => {
    const head = `[${'a.'.repeat(30_000)}a]\n`;
    const members = Array.from({ length: 2000 }, (_, i) => `k${i} = 1\n`).join('');
    expect(entries(`b = 1\n${head}${members}`)).toEqual(['b = 1']);
    expect(entries(`${'a.'.repeat(20)}b = 1\nc = 2`)).toEqual(['c = 2']);
  });
});
