import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { LineIndex } from './lines.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('positions', () => {
  test.each<[string, string, number, number, number]>([
    ['start of an empty file', '', 0, 1, 1],
    ['LF', 'a\nb', 2, 2, 1],
    ['the LF itself belongs to its line', 'a\nb', 1, 1, 2],
    ['CRLF is one line end', 'a\r\nb', 3, 2, 1],
    ['between CR and LF', 'a\r\nb', 2, 1, 3],
    ['lone CR', 'a\rb', 2, 2, 1],
    ['CR at the end of the file', 'a\r', 2, 2, 1],
    ['LF CR is two line ends', 'a\n\rb', 3, 3, 1],
    ['end of a file without a line end', 'ab', 2, 1, 3],
    ['a tab is one column', '\tx', 1, 1, 2],
    ['two bytes, one unit', 'äx', 2, 1, 2],
    ['an astral character is two units', '😀x', 4, 1, 3],
    ['a byte-order mark is one column', '\ufeffx', 3, 1, 2],
    ['past the end', 'ab\n', 99, 2, 1],
    ['before the start', 'ab', -1, 1, 1],
  ])('%s', (_, text, offset, line, column) => {
    expect(new LineIndex(encode(text)).position(offset)).toMatchObject({ line, column });
  });

  test('a broken sequence counts as Node decodes it', () => {
    const bytes = new Uint8Array([0xe2, 0x82, 0x41]);
    expect(new LineIndex(bytes).position(2)).toMatchObject({ line: 1, column: 2 });
  });

  test('the order of questions does not change the answers', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(line, fc.constantFrom('\n', '\r\n', '\r'))),
        fc.infiniteStream(fc.nat()),
        (parts, picks) => {
          const bytes = encode(parts.join(''));
          const index = new LineIndex(bytes);
          for (let i = 0; i < 20; i++) {
            const offset = (picks.next().value as number) % (bytes.length + 1);
            expect(index.position(offset)).toEqual(new LineIndex(bytes).position(offset));
          }
        },
      ),
    );
  });

  test('columns on a long line are those of the text before, whatever the bytes', () => {
    const piece = fc.oneof(
      fc.constantFrom('x', '\u00e9', '\u20ac', '\u{1f600}').map(encode),
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.array(fc.nat()), (pieces, picks) => {
        const part = Buffer.concat(pieces).filter((byte) => byte !== 0x0a && byte !== 0x0d);
        const bytes = new Uint8Array(Buffer.concat(Array.from({ length: 300 }, () => part)));
        const index = new LineIndex(bytes);
        for (const pick of picks) {
          const offset = pick % (bytes.length + 1);
          const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, offset));
          expect(index.position(offset).column).toBe(before.length + 1);
        }
      }),
    );
  });

  test('many questions about one long line stay linear, in any order', () => {
    const bytes = encode('\u00e9'.repeat(400_000));
    const index = new LineIndex(bytes);
    for (let offset = 0; offset < bytes.length; offset += 8) {
      index.position(offset);
      index.position(bytes.length - offset);
    }
    expect(index.position(bytes.length)).toMatchObject({ line: 1, column: 400_001 });
  });
});

test.each<[string, number, string]>([
  ['one\r\ntwo\rthree\nfour', 1, 'one'],
  ['one\r\ntwo\rthree\nfour', 2, 'two'],
  ['one\r\ntwo\rthree\nfour', 3, 'three'],
  ['one\r\ntwo\rthree\nfour', 4, 'four'],
  ['one\n', 2, ''],
  ['one\n', 9, ''],
])('lineSpan of %j, line %i', (text, line, expected) => {
  const bytes = encode(text);
  const { start, end } = new LineIndex(bytes).lineSpan(line);
  expect(new TextDecoder().decode(bytes.subarray(start, end))).toBe(expected);
});
