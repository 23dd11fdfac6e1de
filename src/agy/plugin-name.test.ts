import { describe, expect, test } from 'vitest';
import { installableName, installProblem } from './plugin-name.ts';

describe('installProblem', () => {
  test.each(['kiln', 'Kiln-2_b', '-', '_', '0', 'a'.repeat(300)])('%j can be installed', (name) => {
    expect(installProblem(name)).toBeUndefined();
  });

  test.each([
    ['', 'empty', ''],
    ['.kiln', 'leading-dot', '.'],
    ['.', 'leading-dot', '.'],
    ['kiln.v2', 'character', '.'],
    ['Kitchen Garden', 'white-space', ' '],
    ['kiln\n', 'white-space', '\n'],
    [' kiln', 'white-space', ' '],
    ['kiln\u00a0', 'white-space', '\u00a0'],
    ['@pottery/kiln', 'character', '@'],
    ['\u7a91', 'character', '\u7a91'],
    ['kiln😀', 'character', '😀'],
    ['kiln\0', 'character', '\0'],
    ['k\u0131ln', 'character', '\u0131'],
  ])('%j cannot: %s', (name, code, character) => {
    expect(installProblem(name)).toEqual({ code, character });
  });
});

describe('installableName', () => {
  test.each([
    ['Kitchen Garden', 'Kitchen-Garden'],
    ['@pottery/kiln', 'pottery-kiln'],
    ['.kiln', 'kiln'],
    ['kiln\n', 'kiln'],
    ['kiln - v2', 'kiln---v2'],
    ['\u7a91', ''],
    ['', ''],
  ])('%j → %j', (name, expected) => {
    expect(installableName(name)).toBe(expected);
  });

  test('what it gives can be installed', () => {
    for (const name of ['a b', '..a', 'é', 'x/y/z', ' - ']) {
      const better = installableName(name);
      if (better !== '') expect(installProblem(better)).toBeUndefined();
    }
  });
});
