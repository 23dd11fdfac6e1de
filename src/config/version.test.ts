import { describe, expect, test } from 'vitest';
import { compareVersions, isVersion } from './version.ts';

describe('compareVersions', () => {
  test.each<[string, string, number]>([
    ['0.20.0', '0.20.0', 0],
    ['0.9.0', '0.20.0', -1],
    ['0.20.1', '0.20.0', 1],
    ['1.0.0', '0.99.99', 1],
    ['0.20.0-rc.1', '0.20.0', -1],
    ['0.20.0-rc.2', '0.20.0-rc.10', -1],
    ['0.20.0-alpha', '0.20.0-alpha.1', -1],
    ['0.20.0-1', '0.20.0-alpha', -1],
    ['0.20.0-alpha', '0.20.0-beta', -1],
    ['0.20.0-rc.1', '0.20.0-rc.1', 0],
  ])('%s, %s', (a, b, expected) => {
    expect(Math.sign(compareVersions(a, b))).toBe(expected);
    expect(Math.sign(compareVersions(b, a)) + expected).toBe(0);
  });

  test('refuses what is no version', () => {
    expect(() => compareVersions('0.20', '0.20.0')).toThrow(RangeError);
    expect(() => compareVersions('0.20.0', 'latest')).toThrow(RangeError);
  });
});

test.each<[string, boolean]>([
  ['0.20.0', true],
  ['10.0.1', true],
  ['0.20', false],
  ['01.2.3', false],
  ['v0.20.0', false],
  ['0.20.0-rc.1', false],
  ['0.20.0 ', false],
  ['1.2.99999999999999999999', false],
])('isVersion(%s)', (text, expected) => {
  expect(isVersion(text)).toBe(expected);
});
