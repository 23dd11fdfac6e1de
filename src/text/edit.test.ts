import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, deletion, insertion, type TextEdit } from './edit.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const apply = (text: string, ...edits: TextEdit[]): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(applyEdits(encode(text), edits));

test.each<[string, string, TextEdit[], string]>([
  ['nothing', 'abc', [], 'abc'],
  ['insertions at both ends', 'abc', [insertion(3, '>'), insertion(0, '<')], '<abc>'],
  ['a deletion', 'abc', [deletion(1, 2)], 'ac'],
  ['a replacement', 'abc', [{ at: { start: 1, end: 2 }, text: '😀' }], 'a😀c'],
  ['bytes, not characters', 'é😀x', [deletion(2, 6)], 'éx'],
  ['a byte-order mark', '\ufeffx', [deletion(0, 3)], 'x'],
  ['neighbours', 'abc', [deletion(1, 2), deletion(0, 1)], 'c'],
  ['an insertion before a deletion', 'abc', [deletion(1, 2), insertion(1, 'B')], 'aBc'],
  ['two insertions at one place', 'ab', [insertion(1, '1'), insertion(1, '2')], 'a12b'],
])('%s', (_, text, edits, expected) => {
  expect(apply(text, ...edits)).toBe(expected);
});

test.each<[string, TextEdit[]]>([
  ['overlap', [deletion(0, 2), deletion(1, 3)]],
  ['an insertion inside a deletion', [deletion(0, 2), insertion(1, 'x')]],
  ['past the end', [insertion(4, 'x')]],
  ['before the start', [insertion(-1, 'x')]],
  ['backwards', [deletion(2, 1)]],
])('refuses %s', (_, edits) => {
  expect(() => apply('abc', ...edits)).toThrow(RangeError);
});

test('leaves every byte outside the edits as it is, text or not', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.array(fc.nat()), fc.string(), (bytes, picks, text) => {
      const cuts = [...new Set(picks.map((pick) => pick % (bytes.length + 1)))].sort((a, b) => a - b);
      const edits: TextEdit[] = [];
      const kept: Uint8Array[] = [];
      let from = 0;
      for (let i = 0; i + 1 < cuts.length; i += 2) {
        const [start, end] = [cuts[i] as number, cuts[i + 1] as number];
        edits.push({ at: { start, end }, text });
        kept.push(bytes.subarray(from, start), encode(text));
        from = end;
      }
      kept.push(bytes.subarray(from));
      expect(applyEdits(bytes, edits.reverse())).toEqual(new Uint8Array(Buffer.concat(kept)));
    }),
  );
});
