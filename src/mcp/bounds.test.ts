import { describe, expect, it } from 'vitest';
import { bounded, boundedLines, pathText } from './bounds.ts';

describe('bounded', () => {
  it.each<[readonly string[], number, number, number, number]>([
    [[], 3, 100, 0, 0],
    [['a', 'b'], 3, 100, 2, 0],
    [['a', 'b', 'c', 'd'], 3, 100, 3, 1],
    [['a', 'b'], 3, 6, 2, 0],
    [['a', 'b'], 3, 5, 1, 1],
    [['too long', 'b'], 3, 5, 0, 2],
  ])('%j, at most %i and %i characters', (items, most, room, kept, omitted) => {
    expect(bounded(items, most, room)).toEqual({ kept: items.slice(0, kept), omitted });
  });
});

describe('boundedLines', () => {
  it.each<[string, number, string, number]>([
    ['', 5, '', 0],
    ['a\nb\n', 4, 'a\nb\n', 0],
    ['a\nb\n', 3, 'a\n', 1],
    ['a\nb', 2, 'a\n', 1],
    ['a\nb\nc\n', 3, 'a\n', 2],
    ['abcdef', 3, '', 1],
    ['a\nbcdef\n', 1, '', 2],
  ])('%j in %i', (text, room, kept, omitted) => {
    expect(boundedLines(text, room)).toEqual({ text: kept, omitted });
  });
});

it('a path is escaped and has an end', () => {
  expect(pathText('a\u202eb\n')).toBe('a\\u202eb\\n');
  expect(pathText('x'.repeat(5000))).toHaveLength(1024);
});
