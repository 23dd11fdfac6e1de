import { expect, test } from 'vitest';
import fc from '../test/property.ts';
import { escapeControls, escapeForJson, escapeLines, printable, truncate } from './quote.ts';

test.each([
  ['plain, ä and 😀', 'plain, ä and 😀'],
  ['a\u001b[31mb', 'a\\u001b[31mb'],
  ['a\nb\tc\rd', 'a\\nb\\tc\\rd'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['\u0085\u009b\u007f', '\\u0085\\u009b\\u007f'],
  ['\u200bzero\u2028line', '\\u200bzero\\u2028line'],
  ['\ud83d alone', '\\ud83d alone'],
  ['\u{e0041}', '\\u{e0041}'],
  ['\ufffe and \uffff, but \ufffd', '\\ufffe and \\uffff, but \ufffd'],
])('%j is shown as %j', (text, expected) => {
  expect(escapeControls(text)).toBe(expected);
});

test('of several lines each is escaped, and ends with LF', () => {
  expect(escapeLines('a\tb\r\nc\rd\n\u202ee')).toBe('a\\tb\nc\nd\n\\u202ee');
});

test('a name is cut to eighty units, never inside a pair', () => {
  expect(printable('n'.repeat(80))).toBe('n'.repeat(80));
  expect(printable('n'.repeat(81))).toBe(`${'n'.repeat(79)}…`);
  expect(truncate(`${'n'.repeat(78)}😀😀`)).toBe(`${'n'.repeat(78)}…`);
});

test('escaped JSON means the same and carries nothing raw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = escapeForJson(JSON.stringify({ text }, null, 2));
      expect(JSON.parse(json)).toEqual({ text });
      // All that is escaped for people is escaped here, too, but for the line ends between values.
      expect(escapeControls(json.replaceAll('\n', ''))).toBe(json.replaceAll('\n', ''));
      expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/);
    }),
  );
});
