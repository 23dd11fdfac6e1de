import { describe, expect, test } from 'vitest';
import { atMark } from '../test/at-mark.ts';
import { type JsonPlace, jsonPlace } from './json-place.ts';

function placeAt(marked: string): JsonPlace {
  const { shown, offset } = atMark(marked);
  return jsonPlace(shown.source.bytes, offset);
}

describe('jsonPlace', () => {
  test.each<[string, Partial<JsonPlace>]>([
    ['|', { role: 'none', path: [] }],
    ['{|', { role: 'key', path: [] }],
    ['{|}', { role: 'key', path: [] }],
    ['{ |"a": 1}', { role: 'key', key: 'a', colon: true }],
    ['{"a|b": 1}', { role: 'key', key: 'ab', colon: true }],
    ['{"a|', { role: 'key', key: 'a', colon: false }],
    ['{ab|', { role: 'key', key: 'ab', colon: false }],
    ['{"a"|: 1}', { role: 'key', key: 'a' }],
    ['{"a":|}', { role: 'value', key: 'a' }],
    ['{"a": |}', { role: 'value', key: 'a' }],
    ['{"a": tr|}', { role: 'value', key: 'a' }],
    ['{"a": "x|"}', { role: 'value', key: 'a' }],
    ['{"a": "x|', { role: 'value', key: 'a' }],
    ['{"a": 1, |}', { role: 'key', path: [], siblings: ['a'] }],
    ['{"a": 1 |}', { role: 'none' }],
    ['{"a": {"b": [1, {"c|"', { role: 'key', path: ['a', 'b', 1], key: 'c' }],
    ['{"a": {"b": [1, |2]}}', { role: 'item', path: ['a', 'b'] }],
    ['{"a": {"b": 1}, "c": {|}}', { role: 'key', path: ['c'] }],
    // A comma that is missing, a key that follows, a bracket that does not fit.
    ['{"a": "x"\n "b|": 1}', { role: 'key', key: 'b', siblings: ['a'] }],
    ['{"a" "b|"', { role: 'key', key: 'b' }],
    ['{|, "b": 1}', { role: 'key', siblings: ['b'] }],
    ['}]{"a|', { role: 'key', key: 'a', path: [] }],
    ['{"a": 1, "|": 2, "b": 3}', { role: 'key', key: '', siblings: ['a', 'b'] }],
    ['{"a\\u0062|": 1}', { role: 'key', key: 'ab' }],
    ['{"é🦀": {"k|"', { role: 'key', path: ['é🦀'], key: 'k' }],
    ['// a "b|"\n{}', { role: 'none' }],
    ['{ /* | */ }', { role: 'none' }],
  ])('%s', (marked, expected) => {
    expect(placeAt(marked)).toMatchObject(expected);
  });

  test('survives anything', () => {
    const hostile = ['['.repeat(200_000), '{"a":'.repeat(200_000), '"', '\\', '\0\ud800', '}'.repeat(1000)];
    for (const text of hostile) {
      expect(jsonPlace(new TextEncoder().encode(text), text.length >> 1).siblings).toBeDefined();
    }
  });
});
