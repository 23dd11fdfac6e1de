import { expect, test } from 'vitest';
import { parseJson } from './parse.ts';

const docOf = (text: string) => {
  const parsed = parseJson(new TextEncoder().encode(text), { dialect: 'strict' });
  if (!parsed.ok) throw new Error(text);
  return parsed.doc;
};

test.each([
  ['{"kiln": "fire"}', true],
  ['{"kiln": ["the fire is out"]}', true],
  ['{"fire": 1}', true],
  ['{"kiln": "ash"}', false],
  ['{}', false],
  // What is escaped, or no ASCII, may be anything.
  ['{"kiln": "f\\u0069re"}', true],
  ['{"kiln": "a\\nb"}', true],
  ['{"kiln": "\u00e9"}', true],
])('mayHold: %s', (text, expected) => {
  expect(docOf(text).mayHold(/fire/)).toBe(expected);
});
