import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { SourceFile } from '../text/source.ts';
import { changedSpans, Mover } from './moved.ts';

const source = (text: string): SourceFile => new SourceFile('a', new TextEncoder().encode(text));

test.each([
  ['abc', 'abc', '', ''],
  ['abc', 'axc', 'b', 'x'],
  ['abc', 'abxc', '', 'x'],
  ['abc', 'ac', 'b', ''],
  ['aaa', 'aaaa', '', 'a'],
  ['', 'x', '', 'x'],
  ['x', '', 'x', ''],
])('changedSpans(%s, %s)', (before, now, gone, come) => {
  const change = changedSpans(source(before).bytes, source(now).bytes);
  expect(before.slice(change.before.start, change.before.end)).toBe(gone);
  expect(now.slice(change.now.start, change.now.end)).toBe(come);
});

test('what is outside of the change is the same, whatever the texts', () => {
  const bytes = fc.uint8Array({ max: 3, maxLength: 40 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const { before, now } = changedSpans(a, b);
      expect(a.slice(0, before.start)).toEqual(b.slice(0, now.start));
      expect(a.slice(before.end)).toEqual(b.slice(now.end));
      expect(before.start <= before.end && now.start <= now.end).toBe(true);
    }),
  );
});

describe('Mover', () => {
  test.each([
    ['before the change', 'ab', [0, 2]],
    ['behind it', 'gh', [8, 10]],
    ['around it', 'bcdefg', [1, 9]],
    ['in it', 'd', [3, 6]],
    ['over its start', 'bcd', [1, 6]],
  ])('a place %s', (_, text, [start, end]) => {
    const file = 'abcdefgh';
    const mover = new Mover(source('abcXYZefgh'));
    const at = file.indexOf(text);
    expect(mover.place({ source: source(file), span: { start: at, end: at + text.length } }).span).toEqual({
      start,
      end,
    });
  });

  test('a place without a text stays', () => {
    expect(new Mover(source('x')).place({ span: { start: 0, end: 0 } })).toEqual({
      span: { start: 0, end: 0 },
    });
  });
});
