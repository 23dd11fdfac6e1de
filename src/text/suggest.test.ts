import { expect, test } from 'vitest';
import fc from '../test/property.ts';
import { suggest } from './suggest.ts';

const KEYS = ['version', 'fail-on', 'strict', 'exclude', 'rules'];
const IDS = [
  'antigravity-mcp-valid',
  'mcp-valid-json',
  'antigravity-hooks-valid',
  'antigravity-hooks-effect',
];

test.each<[string, readonly string[], string | undefined]>([
  ['exlude', KEYS, 'exclude'],
  ['excldue', KEYS, 'exclude'],
  ['failon', KEYS, 'fail-on'],
  ['fail_on', KEYS, 'fail-on'],
  ['Rules', KEYS, 'rules'],
  ['rule', KEYS, 'rules'],
  ['--strit', KEYS, 'strict'],
  ['bread', KEYS, undefined],
  ['', KEYS, undefined],
  ['x', KEYS, undefined],
  ['antigravity-mcp-vaild', IDS, 'antigravity-mcp-valid'],
  ['antigravity-hook-valid', IDS, 'antigravity-hooks-valid'],
  ['hooks-effect', IDS, 'antigravity-hooks-effect'],
  // In several, so none is meant more than the others.
  ['hooks', IDS, undefined],
  ['warn', ['error', 'warning', 'info'], 'warning'],
  ['err', ['error', 'warning', 'info'], 'error'],
  ['thic', ['thin', 'thick'], 'thick'],
  ['off', ['error', 'warning', 'info'], undefined],
  ['x'.repeat(100_000), IDS, undefined],
  ['__proto__', KEYS, undefined],
])('%s', (word, candidates, expected) => {
  expect(suggest(word, candidates)).toBe(expected);
});

test('the nearest wins, and among equals the first', () => {
  expect(suggest('oven-door', ['oven-doors', 'oven-dooor', 'oven-poor'])).toBe('oven-doors');
  expect(suggest('oven-dor', ['oven-floor', 'oven-door'])).toBe('oven-door');
});

test('a candidate is its own best suggestion', () => {
  fc.assert(
    fc.property(fc.constantFrom(...IDS), (id) => {
      expect(suggest(id, IDS)).toBe(id);
    }),
  );
});

test('one swapped pair or one letter too many is found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...IDS), fc.nat(), (id, seed) => {
      const at = seed % (id.length - 1);
      const swapped = id.slice(0, at) + id.charAt(at + 1) + id.charAt(at) + id.slice(at + 2);
      expect(suggest(swapped, IDS)).toBe(id);
      expect(suggest(`${id.slice(0, at)}q${id.slice(at)}`, IDS)).toBe(id);
    }),
  );
});
