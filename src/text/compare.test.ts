import { expect, it } from 'vitest';
import fc from '../test/property.ts';
import { compareText } from './compare.ts';

it('compares like the UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  expect(compareText('\ufffd', '😀')).toBeLessThan(0);
  expect(compareText('a', 'ab')).toBeLessThan(0);
});
