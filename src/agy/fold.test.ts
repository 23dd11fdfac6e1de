import { expect, test } from 'vitest';
import { foldedNames, foldName } from './fold.ts';

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
