import { expect, test } from 'vitest';
import { oneEdit } from './one-edit.ts';

test.each<[string, string, boolean]>([
  ['comand', 'command', true],
  ['commmand', 'command', true],
  ['commend', 'command', true],
  ['commnad', 'command', true],
  ['ommand', 'command', true],
  ['commands', 'command', true],
  ['comnd', 'command', false],
  ['cmmoand', 'command', false],
  ['dnammoc', 'command', false],
  ['', 'a', true],
  ['', 'ab', false],
])('%s and %s', (a, b, expected) => {
  expect(oneEdit(a, b)).toBe(expected);
  expect(oneEdit(b, a)).toBe(expected);
});
