import { describe, expect, test } from 'vitest';
import { patternProblem, pointerProblem } from './patterns.ts';

describe('patternProblem', () => {
  test.each([
    'vendor/**',
    '**/*.min.json',
    './examples',
    'a/..b/c..d',
    '{tide,moss}/*.json',
    '!(keep)/**',
    'name \\[old\\]/*',
    '[a-z]*/?.json',
    'möwe/🌿',
    '...',
    '@(a|b)/c',
  ])('%s is fine', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  test.each<[string, string]>([
    ['', 'it is empty'],
    ['  ', 'it is empty'],
    ['/srv/bakery', 'it is absolute'],
    ['C:/bakery', 'it is absolute'],
    ['c:\\bakery', 'it is absolute'],
    ['\\\\host\\share', 'it is absolute'],
    ['~/bakery', '~ is not expanded'],
    ['!vendor', 'negated'],
    ['..', '.. leads out'],
    ['../x', '.. leads out'],
    ['a/../b', '.. leads out'],
    ['a\\..\\b', '.. leads out'],
    ['vendor\\lib', 'separated by /'],
    ['+(a|aa)b', 'repeats'],
    ['*(a|*(b))', 'repeats'],
    ['{1..100000000}', 'ranges'],
    ['{a,b}'.repeat(30), 'groups'],
    [`{${'a,'.repeat(60)}}`, 'alternatives'],
    ['*a*a*a*a*a*a*a*b', 'between two /'],
    [`${'**/'.repeat(20)}x`, 'times **'],
    ['a'.repeat(301), 'longer than'],
  ])('%s is refused', (pattern, problem) => {
    expect(patternProblem(pattern)).toContain(problem);
  });
});

describe('pointerProblem', () => {
  test.each(['', '/', '/mcpServers/kiln/env', '/a~1b/~0', '/0/ /é'])('%j is fine', (pointer) => {
    expect(pointerProblem(pointer)).toBeUndefined();
  });

  test.each<[string, string]>([
    ['mcpServers/kiln', 'a pointer starts with /'],
    ['$.mcpServers', 'a pointer starts with /'],
    ['#/mcpServers', 'a pointer starts with /'],
    ['/a~', '~0'],
    ['/a~2b', '~0'],
  ])('%j is refused', (pointer, problem) => {
    expect(pointerProblem(pointer)).toContain(problem);
  });
});
