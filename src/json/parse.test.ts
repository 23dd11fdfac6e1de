import { describe, expect, test } from 'vitest';
import { pairs, plain } from '../test/json-values.ts';
import fc, { runs } from '../test/property.ts';
import { type Dialect, type Expected, MAX_DEPTH, parseJson } from './parse.ts';
import type { NodeId } from './tree.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string | Uint8Array, dialect: Dialect = 'strict') =>
  parseJson(typeof text === 'string' ? encode(text) : text, { dialect });

function read(text: string | Uint8Array, dialect: Dialect = 'strict'): unknown {
  const result = parse(text, dialect);
  if (!result.ok) throw new Error(`${result.error.expected} at ${result.error.offset}`);
  return plain(result.doc);
}

describe('what is read', () => {
  test.each<[string, unknown]>([
    ['null', null],
    [' \t\r\n1\n', 1],
    ['-0', -0],
    ['1e400', Number.POSITIVE_INFINITY],
    ['0.5E-3', 0.0005],
    ['"\\u0041\\n\\/\\""', 'A\n/"'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"\u007f\u0085\u2028\ufeff"', '\u007f\u0085\u2028\ufeff'],
    ['[]', []],
    ['[1,[2,[]],{}]', [1, [2, []], { pairs: [] }]],
    [
      '{"a":1,"a":2,"\\u0061":3}',
      {
        pairs: [
          ['a', 1],
          ['a', 2],
          ['a', 3],
        ],
      },
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each<[string, string, string]>([
    ['a lone high surrogate', '\\ud83d', '\ufffd'],
    ['a lone low surrogate', '\\ude00', '\ufffd'],
    ['high, then a letter', '\\ud83dA', '\ufffdA'],
    ['high, then another escape', '\\ud83d\\u0041', '\ufffdA'],
    ['high, high, low', '\\ud83d\\ud83d\\ude00', '\ufffd😀'],
  ])('%s', (_, content, expected) => {
    expect(read(`"${content}"`)).toBe(expected);
  });

  test.each<[string, number[], string]>([
    ['a cut sequence: one U+FFFD a byte', [0xe2, 0x82], '\ufffd\ufffd'],
    ['an encoded surrogate', [0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    ['an overlong slash', [0xc0, 0xaf], '\ufffd\ufffd'],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    ['the largest code point', [0xf4, 0x8f, 0xbf, 0xbf], '\u{10ffff}'],
    ['a stray continuation between letters', [0x61, 0x80, 0x62], 'a\ufffdb'],
  ])('bytes that are not UTF-8: %s', (_, bytes, expected) => {
    expect(read(new Uint8Array([0x22, ...bytes, 0x22]))).toBe(expected);
  });

  test('a very long string with escapes', () => {
    const text = '\\u00e9x'.repeat(300_000);
    expect(read(`"${text}"`)).toBe('éx'.repeat(300_000));
  });
});

describe('the first byte that cannot stand there', () => {
  test.each<[string, number, Expected]>([
    ['', 0, 'value'],
    [' \n ', 3, 'value'],
    ['\ufeff{}', 0, 'value'],
    ['\u00a0{}', 0, 'value'],
    ['\u000b1', 0, 'value'],
    ['{} x', 3, 'end'],
    ['{}{}', 2, 'end'],
    ['[1,]', 3, 'value'],
    ['[,1]', 1, 'value-or-close'],
    ['[1 2]', 3, 'comma-or-bracket'],
    ['[1}', 2, 'comma-or-bracket'],
    ['{"a":1,}', 7, 'key'],
    ['{a:1}', 1, 'key-or-close'],
    ["{'a':1}", 1, 'key-or-close'],
    ['{"a" 1}', 5, 'colon'],
    ['{"a":}', 5, 'value'],
    ['{"a":1 "b":2}', 7, 'comma-or-brace'],
    ['{"a":1', 6, 'comma-or-brace'],
    ['{"a"', 4, 'colon'],
    ['[', 1, 'value-or-close'],
    ['{ // note\n}', 2, 'key-or-close'],
    ['01', 1, 'end'],
    ['[01]', 2, 'comma-or-bracket'],
    ['.5', 0, 'value'],
    ['[1.]', 3, 'digit'],
    ['[1e]', 3, 'digit'],
    ['[1e+]', 4, 'digit'],
    ['+1', 0, 'value'],
    ['-', 1, 'digit'],
    ['-Infinity', 1, 'digit'],
    ['NaN', 0, 'value'],
    ['nul', 3, 'literal'],
    ['[nulL]', 4, 'literal'],
    ['True', 0, 'value'],
    ['"abc', 4, 'string-end'],
    ['"a\nb"', 2, 'string-end'],
    ['"a\u0000b"', 2, 'string-end'],
    ['"a\\x41"', 3, 'escape'],
    ['"a\\', 3, 'escape'],
    ['"\\u12g4"', 5, 'hex-digit'],
    ['"\\u12', 5, 'hex-digit'],
  ])('%j at byte %i', (text, offset, expected) => {
    const result = parse(text);
    expect(result.ok ? 'no error' : { offset: result.error.offset, expected: result.error.expected }).toEqual(
      {
        offset,
        expected,
      },
    );
  });

  test('the bracket that is still open is named', () => {
    const result = parse('{"a": [1, 2');
    expect(result.ok ? undefined : result.error.openAt).toBe(6);
  });
});

describe('JSONC', () => {
  test.each<[string, unknown]>([
    ['{ // note\n "a": [1, 2,], }', { pairs: [['a', [1, 2]]] }],
    ['/* first */ [ /* in */ 1 /**/ ] // last', [1]],
    ['// only\r\n1', 1],
  ])('%j', (text, expected) => {
    expect(read(text, 'jsonc')).toEqual(expected);
  });

  test.each<[string, number, Expected]>([
    ['/* open', 7, 'comment-end'],
    ['[1,,]', 3, 'value-or-close'],
    ['{,}', 1, 'key-or-close'],
    ["['a']", 1, 'value-or-close'],
    ['{a:1}', 1, 'key-or-close'],
    ['[NaN]', 1, 'value-or-close'],
    ['\ufeff[]', 0, 'value'],
    ['/ 1', 0, 'value'],
  ])('%j is none, at byte %i', (text, offset, expected) => {
    const result = parse(text, 'jsonc');
    expect(result.ok ? 'no error' : { offset: result.error.offset, expected: result.error.expected }).toEqual(
      {
        offset,
        expected,
      },
    );
  });
});

describe('depth', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test('ten thousand levels are read, to the last one', () => {
    const result = parse(nested(MAX_DEPTH));
    if (!result.ok) throw new Error('refused');
    expect(result.doc.size).toBe(MAX_DEPTH);
    expect(result.doc.span(MAX_DEPTH - 1)).toEqual({ start: MAX_DEPTH - 1, end: MAX_DEPTH + 1 });
  });

  test('one more is an error at its bracket, wherever it stands', () => {
    for (const [text, offset] of [
      [nested(MAX_DEPTH + 1), MAX_DEPTH],
      [`{"a":${nested(MAX_DEPTH)}}`, 5 + MAX_DEPTH - 1],
      [nested(1_000_000), MAX_DEPTH],
    ] as const) {
      const result = parse(text);
      expect(result.ok ? 'no error' : result.error).toMatchObject({ offset, expected: 'less-depth' });
    }
  });

  test('brackets side by side do not add up', () => {
    expect(parse(`[${Array(20_000).fill('[]').join(',')}]`).ok).toBe(true);
  });
});

describe('properties', () => {
  test('agrees with JSON.parse on what is JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 2), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(read(spaced)).toEqual(pairs(JSON.parse(spaced)));
      }),
    );
  });

  test('agrees with JSON.parse on what is none', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '0',
      '.',
      'e',
      'null',
      'true',
      ' ',
      '\\',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(parse(text).ok).toBe(valid);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('never throws, and an error lies inside the file', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom<Dialect>('strict', 'jsonc'),
        (bytes, dialect) => {
          const result = parse(bytes, dialect);
          if (!result.ok) expect(result.error.offset).toBeLessThanOrEqual(bytes.length);
        },
      ),
    );
  });

  test('spans nest, and the tokens with the gaps between them are the file', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const result = parse(text);
        if (!result.ok) throw new Error('refused');
        const { doc } = result;
        const bytes = encode(text);
        let rebuilt = '';
        let at = 0;
        const copy = (end: number): void => {
          rebuilt += new TextDecoder().decode(bytes.subarray(at, end));
          at = end;
        };
        const visit = (node: NodeId): void => {
          const { start, end } = doc.span(node);
          expect(start).toBeGreaterThanOrEqual(at);
          const gap = new TextDecoder().decode(bytes.subarray(at, start));
          expect(gap).toMatch(/^[\s,:]*$/);
          copy(start);
          const children =
            doc.kind(node) === 'object'
              ? [...doc.members(node)].flatMap(({ key, value }) => [key, value])
              : [...doc.items(node)];
          if (children.length > 0) copy(start + 1);
          for (const child of children) {
            expect(doc.span(child).end).toBeLessThan(end);
            visit(child);
          }
          copy(end);
        };
        visit(doc.root);
        copy(bytes.length);
        expect(rebuilt).toBe(text);
      }),
    );
  });
});
