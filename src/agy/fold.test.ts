import { expect, test } from 'vitest';
import { foldedNames, foldName, foldPattern } from './fold.ts';

test.each([
  ['Command', 'command'],
  ['SERVERURL', 'serverurl'],
  ['\u017ferverUrl', 'serverurl'],
  ['di\u017fabled', 'disabled'],
  ['\u212aey', 'key'],
])('%j folds to %j', (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

test.each([
  ['ß is not ss', 'diſßabled'],
  ['dotless i', 'ar\u0131gs'],
  ['capital I with a dot', 'd\u0130sabled'],
  ['fullwidth letters', '\uff43ommand'],
  ['a combining mark', 'command\u0301'],
  ['white space', 'command '],
])('%s matches no field', (_, name) => {
  const fieldOf = foldedNames(['command', 'args', 'disabled']);
  expect(fieldOf(name)).toBeUndefined();
});

test.each([
  ['disabled', ['disabled', 'DISABLED', 'di\u017fabled'], ['d\u0131sabled', 'disabled ', 'disable']],
  ['key', ['\u212aey'], ['\uff4bey']],
  ['include_only', ['Include_Only'], ['includeOnly', 'include-only']],
])('the pattern of %s is true of every spelling and of nothing else', (name, spellings, others) => {
  const pattern = new RegExp(foldPattern(name), 'u');
  for (const spelling of spellings) expect([spelling, pattern.test(spelling)]).toEqual([spelling, true]);
  for (const other of others) expect([other, pattern.test(other)]).toEqual([other, false]);
});
