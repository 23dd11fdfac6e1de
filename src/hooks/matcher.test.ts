import { expect, test } from 'vitest';
import { escapedPipe } from './matcher.ts';

test.each([
  ['a|b', -1],
  ['a\\|b', 1],
  ['a\\\\|b', -1],
  ['a\\\\\\|b', 3],
  ['[\\|]', -1],
  ['[a]\\|b', 3],
  ['\\[\\|', 2],
  ['', -1],
  ['\\', -1],
])('%s: %i', (matcher, at) => {
  expect(escapedPipe(matcher)).toBe(at);
});
