import { describe, expect, test } from 'vitest';
import { cutTo, padEnd, textWidth, widest, wrap } from './width.ts';

const WAVE = '波';
/** One column: a letter and a mark on it. */
const MARKED = 'e\u0301';

describe('textWidth', () => {
  test.each<[string, number]>([
    ['', 0],
    ['kiln', 4],
    [WAVE.repeat(3), 6],
    [MARKED.repeat(3), 3],
    ['\u{1f30a}', 2],
  ])('%j', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('cutTo', () => {
  test.each<[string, number, string]>([
    ['', 3, ''],
    ['kiln', 4, 'kiln'],
    ['kilns', 4, 'kil…'],
    [WAVE.repeat(2), 4, WAVE.repeat(2)],
    [WAVE.repeat(3), 4, `${WAVE}…`],
    [WAVE.repeat(3), 5, `${WAVE.repeat(2)}…`],
    [MARKED.repeat(4), 4, MARKED.repeat(4)],
    [MARKED.repeat(5), 4, `${MARKED.repeat(3)}…`],
    ['\u{1f30a}\u{1f30a}', 3, '\u{1f30a}…'],
  ])('%j to %i', (text, width, expected) => {
    expect(cutTo(text, width)).toBe(expected);
    expect(textWidth(cutTo(text, width))).toBeLessThanOrEqual(width);
  });

  test('marks without end', () => {
    expect(cutTo(`k${'\u0301'.repeat(1_000_000)}`, 10).length).toBeLessThan(60);
  });
});

test('padEnd', () => {
  expect([padEnd('kiln', 6), padEnd(WAVE, 4), padEnd('kilns', 3)]).toEqual(['kiln  ', `${WAVE}  `, 'kilns']);
});

test('widest', () => {
  expect(widest('LINE', ['1', '20000'], 10)).toBe(5);
  expect(widest('LINE', [], 10)).toBe(4);
  expect(widest('SERVER', ['x'.repeat(50)], 20)).toBe(20);
  expect(widest('SERVER', ['x'.repeat(50)], 2)).toBe(6);
});

describe('wrap', () => {
  test.each<[string, number, readonly string[]]>([
    ['', 10, ['']],
    ['one two three', 20, ['one two three']],
    ['one two three', 7, ['one two', 'three']],
    ['abcdefghij klm', 4, ['abcd', 'efgh', 'ij', 'klm']],
    [`${WAVE.repeat(3)} a`, 4, [WAVE.repeat(2), `${WAVE} a`]],
  ])('%j in %i columns', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});
