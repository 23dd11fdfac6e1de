import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { deletion, insertion, type TextEdit } from './edit.ts';
import { EditedFile } from './edited.ts';
import { spanMover } from './moved.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const apply = (text: string, ...edits: TextEdit[]): string =>
  decode(new EditedFile(encode(text)).edit(edits).bytes);

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

/** Edits that do not overlap, for a file of some length. */
const editsFor = (length: number): fc.Arbitrary<TextEdit[]> =>
  fc
    .record({ picks: fc.array(fc.nat(length)), texts: fc.infiniteStream(fc.string({ maxLength: 3 })) })
    .map(({ picks, texts }) => {
      const cuts = [...picks].sort((a, b) => a - b);
      const edits: TextEdit[] = [];
      for (let i = 0; i + 1 < cuts.length; i += 2) {
        const at = { start: cuts[i] as number, end: cuts[i + 1] as number };
        if (edits.at(-1)?.at.end !== at.start) edits.push({ at, text: texts.next().value as string });
      }
      return edits;
    });

const steps = fc.uint8Array({ maxLength: 40 }).chain((bytes) =>
  editsFor(bytes.length).chain((first) => {
    const once = new EditedFile(bytes).edit(first);
    return editsFor(once.bytes.length).map((second) => ({ bytes, first, once, second }));
  }),
);

/** The slow and certain way. */
function byHand(bytes: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  let result = Buffer.from(bytes);
  for (const { at, text } of [...edits].sort((a, b) => b.at.start - a.at.start)) {
    result = Buffer.concat([result.subarray(0, at.start), encode(text), result.subarray(at.end)]);
  }
  return new Uint8Array(result);
}

test('edits of edits are edits, and every byte outside them is as it was', () => {
  fc.assert(
    fc.property(steps, ({ bytes, first, once, second }) => {
      expect(once.bytes).toEqual(byHand(bytes, first));
      const twice = once.edit([...second].reverse());
      expect(twice.bytes).toEqual(byHand(once.bytes, second));
      let rebuilt = Buffer.alloc(0);
      let from = 0;
      for (const { at, bytes: added } of twice.changes()) {
        rebuilt = Buffer.concat([rebuilt, bytes.subarray(from, at.start), added]);
        from = at.end;
      }
      expect(new Uint8Array(Buffer.concat([rebuilt, bytes.subarray(from)]))).toEqual(twice.bytes);
    }),
  );
});

test('a hundred thousand edits, ten times over', () => {
  const line = '{"a": 1}\n';
  let file = new EditedFile(encode(line.repeat(100_000)));
  for (let pass = 0; pass < 10; pass++) {
    const width = line.length + pass;
    file = file.edit(Array.from({ length: 100_000 }, (_, i) => insertion(i * width + 6, '-')));
  }
  expect(decode(file.bytes)).toBe('{"a": ----------1}\n'.repeat(100_000));
  expect(file.changes()).toHaveLength(100_000);
});

describe('where a span is after edits', () => {
  test.each<[string, string, TextEdit[], string]>([
    ['moved by what comes before', 'ab[cd]', [insertion(0, 'xx'), deletion(1, 2)], 'xxa[cd]'],
    ['not by what comes after', '[ab]cd', [deletion(2, 4)], '[ab]'],
    ['what is put in at its ends belongs to it', 'a[b]c', [insertion(1, '"'), insertion(2, '"')], 'a["b"]c'],
    ['an end that is replaced', 'a[bc]d', [{ at: { start: 2, end: 4 }, text: 'XY' }], 'a[bXY]'],
    ['a start that is replaced', 'a[bc]d', [{ at: { start: 0, end: 2 }, text: 'XY' }], '[XYc]d'],
    ['all of it is gone', 'a[bc]d', [deletion(0, 4)], '[]'],
    ['what begins where a deletion ends', 'ab[c]', [deletion(1, 2)], 'a[c]'],
    ['what ends where a deletion begins', '[a]bc', [deletion(1, 2)], '[a]c'],
    ['empty', 'ab[]c', [insertion(1, 'x')], 'axb[]c'],
  ])('%s', (_, marked, edits, expected) => {
    const at = marked.indexOf('[');
    const text = marked.replace(/[[\]]/g, '');
    const { start, end } = spanMover(edits)({ start: at, end: marked.indexOf(']') - 1 });
    const edited = apply(text, ...edits);
    expect(`${edited.slice(0, start)}[${edited.slice(start, end)}]${edited.slice(end)}`).toBe(expected);
  });

  test('what no edit touches holds the same bytes', () => {
    fc.assert(
      fc.property(steps, fc.nat(), fc.nat(), ({ bytes, first, once }, a, b) => {
        const [start, end] = [a % (bytes.length + 1), b % (bytes.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const moved = spanMover(first)({ start, end });
        expect(moved.end).toBeGreaterThanOrEqual(moved.start);
        expect(moved.end).toBeLessThanOrEqual(once.bytes.length);
        if (first.some(({ at }) => at.start <= end && at.end >= start)) return;
        expect(once.bytes.subarray(moved.start, moved.end)).toEqual(bytes.subarray(start, end));
      }),
    );
  });
});
