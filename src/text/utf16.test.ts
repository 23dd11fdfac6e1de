import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { byteOffsets } from './utf16.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('byteOffsets', () => {
  test.each<[string, string, number, number]>([
    ['ASCII', 'abc', 2, 2],
    ['behind two bytes', 'éx', 1, 2],
    ['behind three', '€x', 1, 3],
    ['behind an astral character', '😀x', 2, 4],
    ['inside one', 'a😀', 2, 1],
    ['the end', 'aé', 2, 3],
    ['past the end', 'aé', 9, 3],
    ['before the start', 'aé', -1, 0],
    ['past the end of ASCII', 'ab', 9, 2],
  ])('%s', (_, text, unit, expected) => {
    const bytes = encode(text);
    expect(byteOffsets(bytes, 0, bytes.length)(unit)).toBe(expected);
  });

  test('agrees with the decoder, whatever the bytes', () => {
    const piece = fc.oneof(
      fc.constantFrom('x', '\n', 'é', '€', '😀', '\ufeff').map(encode),
      fc.uint8Array({ minLength: 1, maxLength: 5 }),
      fc
        .constantFrom([0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0x80])
        .map((some) => Uint8Array.from(some)),
    );
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    fc.assert(
      fc.property(fc.array(piece), fc.nat(4), (pieces, before) => {
        const part = Buffer.concat(pieces);
        const bytes = new Uint8Array(Buffer.concat([Buffer.alloc(before, 'é'), part]));
        const offset = byteOffsets(bytes, before, bytes.length);
        const text = decoder.decode(part);
        let unit = 0;
        for (const character of text) {
          const at = offset(unit);
          unit += character.length;
          expect(decoder.decode(bytes.subarray(at, offset(unit)))).toBe(character);
        }
        expect(offset(unit)).toBe(bytes.length);
      }),
    );
  });
});
