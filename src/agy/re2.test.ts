import { describe, expect, it, test } from 'vitest';
import fc from '../test/property.ts';
import { re2Problem } from './re2.ts';

test.each([
  '',
  'kiln',
  '^kiln-.*$',
  'a|b|',
  '|',
  '()',
  '(|a)*',
  '(?:)*',
  '^*',
  'colou?r',
  'a*?b+?c??d{2}?',
  'a(?i)*',
  'a{2}b{2,}c{2,5}',
  'a{0}',
  'a{1000}',
  'a{',
  'a{,3}',
  'a{01}',
  'a{1,x}',
  '(?:a{10}){100}',
  '(?:a{0}){1000}',
  '(?:a{0,}){1000}',
  '(?i)a(?-i)b(?im-sU:c)',
  '(?P<name_1>a)(?<other>b)',
  '[a-z]',
  '[]a]',
  '[^]a]',
  '[a-]',
  '[-a]',
  '[a-\\x{1f600}]',
  '[[:alpha:][:^digit:]]',
  '[[:]',
  '[\\d\\pL\\P{Greek}\\]]',
  '\\p{^Lu}\\p{Any}\\pN',
  '\\A\\b\\B\\z',
  '\\d\\D\\s\\S\\w\\W',
  '\\a\\f\\n\\r\\t\\v\\0\\07\\12\\377',
  '\\x41\\x{41}',
  '\\.\\-\\_\\/',
  '\\Q*+?[\\E',
  '\\Q(',
  '\u00fc\u{1f600}+',
])('compiles: %s', (pattern) => {
  expect(re2Problem(pattern)).toBeUndefined();
});

describe('is refused', () => {
  test.each<[string, number, RegExp]>([
    ['*', 0, /nothing before/],
    ['*-draft', 0, /nothing before/],
    ['a|*', 2, /nothing before/],
    ['(+a)', 1, /nothing before/],
    ['(?i)*', 4, /nothing before/],
    ['{2}', 0, /nothing before/],
    ['a**', 2, /without a group/],
    ['a{2}{3}', 4, /without a group/],
    ['a???', 3, /without a group/],
    ['a*+', 2, /possessive \*\+/],
    ['a{2}+', 4, /possessive \{2\}\+/],
    ['a{1001}', 1, /1000 at most/],
    ['a{999999999999}', 1, /1000 at most/],
    ['a{2,1}', 1, /larger than the second/],
    ['(?:a{10}){101}', 9, /together/],
    ['(?:(?:a{10}){10}b){11}', 18, /together/],
    ['(?:a{10,}){101}', 10, /together/],
    ['(a', 0, /not closed/],
    ['(?:a|(b)', 0, /not closed/],
    ['a)', 1, /closes nothing/],
    ['[a', 0, /not closed with \]/],
    ['[]', 0, /not closed with \]/],
    ['[z-a]', 1, /ends before/],
    ['[\u{1f600}-a]', 1, /ends before/],
    ['[a-\\d]', 3, /escape \\d is not known/],
    ['[[:letters:]]', 1, /no character class/],
    ['[\\b]', 1, /escape \\b/],
    ['(?=a)', 0, /look-ahead/],
    ['(?!a)', 0, /look-ahead/],
    ['(?<=a)', 0, /look-behind/],
    ['x(?<!a)', 1, /look-behind/],
    ['(?>a)', 0, /atomic/],
    ['(?#a)', 0, /comment/],
    ['(?|a)', 0, /branch reset/],
    ['(?(1)a)', 0, /condition/],
    ['(?R)', 0, /recursion/],
    ['(?&a)', 0, /recursion/],
    ['(?P>a)', 0, /recursion/],
    ['(?P=a)', 0, /back-reference/],
    ['(?x)a', 0, /not known/],
    ['(?i-)', 0, /not known/],
    ['(?', 0, /not known/],
    ['(?P<a-b>c)', 4, /letters, digits and _/],
    ['(?<>c)', 3, /letters, digits and _/],
    ['(?P<a', 0, /not closed with >/],
    ['(a)\\1', 3, /back-reference \\1/],
    ['\\k<a>', 0, /back-reference \\k/],
    ['\\8', 0, /back-reference \\8/],
    ['a\\', 1, /backslash/],
    ['\\Z', 0, /escape \\Z/],
    ['\\u00fc', 0, /escape \\u/],
    ['\\\u00fc', 0, /escape is not known/],
    ['\\x4', 0, /two hexadecimal/],
    ['\\x{', 0, /hexadecimal/],
    ['\\x{}', 0, /hexadecimal/],
    ['\\x{110000}', 0, /no character/],
    ['\\pA', 0, /no class/],
    ['\\p{}', 0, /no class/],
    ['\\p{Lu', 0, /not closed with \}/],
    ['('.repeat(1001) + ')'.repeat(1001), 1000, /1000 deep/],
    ['(?:a'.repeat(1001), 4000, /1000 deep/],
    [`${'('.repeat(1000)}a${')'.repeat(1000)}`, 2000, /1000 deep/],
  ])('%.40s', (pattern, at, why) => {
    const problem = re2Problem(pattern);
    expect(problem?.at).toBe(at);
    expect(problem?.why).toMatch(why);
  });
});

it('stands by itself: characters that mean nothing are taken, and every answer lies in the pattern', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab(){}[]|*+?^$.\\-:,<>=!Pi1dx') }), (pattern) => {
      const problem = re2Problem(pattern);
      if (problem === undefined) return;
      expect(problem.at).toBeGreaterThanOrEqual(0);
      expect(problem.at).toBeLessThan(pattern.length);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[\w -]*$/), (pattern) => {
      expect(re2Problem(pattern)).toBeUndefined();
    }),
  );
});

test.each(['[[:', '(', 'a*', '(a*)*|', '\\Q', '(?i)', '(?P<a', '\\p{', 'a{1,', '(a|', '[a-'])(
  'a long run of %s takes linear time',
  (piece) => {
    const time = (count: number): number => {
      const pattern = piece.repeat(count);
      const start = performance.now();
      re2Problem(pattern);
      return performance.now() - start;
    };
    time(20_000);
    // Ten times as long; a square would be a hundred. The floor keeps out the grain of the clock and a busy machine.
    expect(time(200_000)).toBeLessThan(40 * Math.max(time(20_000), 50));
  },
);
