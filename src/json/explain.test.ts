import { describe, expect, test } from 'vitest';
import { explainSyntax, type SyntaxCause } from './explain.ts';
import { parseJson } from './parse.ts';

function explain(bytes: Uint8Array) {
  const result = parseJson(bytes, { dialect: 'strict' });
  if (result.ok) throw new Error('that is JSON');
  return explainSyntax(bytes, result.error);
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The input; where the mistake begins and ends in bytes; its cause; what is said to stand there. */
test.each<[string, number, number, SyntaxCause, string]>([
  ['', 0, 0, 'empty-file', 'a file without content'],
  [' \r\n', 3, 3, 'empty-file', 'a file without content'],
  ['\ufeff{}', 0, 3, 'byte-order-mark', 'a UTF-8 byte-order mark (EF BB BF)'],
  ['{"a":1} \ufeff', 8, 11, 'invisible-space', 'a byte-order mark (U+FEFF)'],
  ['{ // x\n}', 2, 4, 'comment', 'a comment'],
  ['{"a":1} /* x */', 8, 10, 'comment', 'a comment'],
  ['{"a":1 # x\n}', 7, 8, 'comment', 'a comment that begins with #'],
  ['{"a":1,}', 7, 8, 'trailing-comma', '`}`'],
  ['[1,\n]', 4, 5, 'trailing-comma', '`]`'],
  ['[1,,2]', 3, 4, 'extra-comma', '`,`'],
  ['[,1]', 1, 2, 'extra-comma', '`,`'],
  ['{"a":1 "b":2}', 7, 10, 'missing-comma', 'a string'],
  ['[1 2]', 3, 4, 'missing-comma', 'a number'],
  ['{"a" "b"}', 5, 8, 'missing-colon', 'a string'],
  ['{"a"}', 4, 5, 'missing-value', '`}`'],
  ['{"a":}', 5, 6, 'missing-value', '`}`'],
  ["{'a':1}", 1, 2, 'single-quotes', "`'`"],
  ['{"a":\'b\'}', 5, 6, 'single-quotes', "`'`"],
  ['{\u201ca\u201d:1}', 1, 4, 'curly-quotes', 'a curly quote (U+201C)'],
  ['{mcpServers:{}}', 1, 11, 'bare-key', '`mcpServers`'],
  ['{"a":letmein}', 5, 12, 'bare-word', 'a bare word'],
  ['{"a":NaN}', 5, 8, 'not-a-number', '`NaN`'],
  ['{"a":-Infinity}', 6, 14, 'not-a-number', '`Infinity`'],
  ['{"a":nan}', 6, 8, 'not-a-number', 'a bare word'],
  ['{"a":True}', 5, 9, 'other-case-literal', '`True`'],
  ['{"a":nULL}', 6, 9, 'other-case-literal', 'a bare word'],
  ['[01]', 2, 3, 'number-form', 'a number'],
  ['[1.]', 3, 4, 'number-form', '`]`'],
  ['[.5]', 1, 2, 'number-form', '`.`'],
  ['[+5]', 1, 2, 'number-form', '`+`'],
  ['["abc', 5, 5, 'unclosed-string', 'the end of the file inside a string'],
  ['["abc\n"]', 5, 6, 'unclosed-string', 'the end of the line inside a string'],
  ['["a\tb"]', 3, 4, 'control-character', 'a raw control character (0x09) inside a string'],
  ['["C:\\tools\\mcp"]', 11, 12, 'bad-escape', '`m`'],
  ['["\\u00g0"]', 6, 7, 'bad-escape', '`g`'],
  ['["\\u12', 6, 6, 'bad-escape', 'the end of the file'],
  ['{} {}', 3, 4, 'text-after-value', '`{`'],
  ['{"a":[1}', 7, 8, 'wrong-bracket', '`}`'],
  ['{"a":[1', 7, 7, 'unclosed-container', 'the end of the file'],
  ['{\u00a0"a":1}', 1, 3, 'invisible-space', 'a no-break space (U+00A0)'],
  ['{\n<<<<<<< ours\n}', 2, 3, 'conflict-marker', '`<`'],
  [`${'['.repeat(10_001)}`, 10_000, 10_001, 'too-deep', 'one more opening bracket'],
])('%j', (text, start, end, cause, found) => {
  expect(explain(encode(text))).toMatchObject({ start, end, cause, found });
});

describe('bytes that no text editor shows', () => {
  test.each<[string, number[], SyntaxCause]>([
    ['UTF-16 little endian with its mark', [0xff, 0xfe, 0x7b, 0], 'utf-16'],
    ['UTF-16 big endian with its mark', [0xfe, 0xff, 0, 0x7b], 'utf-16'],
    ['UTF-16 little endian without', [0x7b, 0, 0x7d, 0], 'utf-16'],
    ['UTF-16 big endian without', [0, 0x7b, 0, 0x7d], 'utf-16'],
    ['a NUL between values', [0x7b, 0x20, 0x20, 0x20, 0x20, 0, 0x7d], 'nul-byte'],
  ])('%s', (_, bytes, cause) => {
    expect(explain(new Uint8Array(bytes)).cause).toBe(cause);
  });
});

test('the open bracket or quote is pointed at', () => {
  expect(explain(encode('{"a": ["b'))).toMatchObject({ open: 7 });
  expect(explain(encode('{"a": ["b"'))).toMatchObject({ open: 6 });
  expect(explain(encode('{"a": ["b"}'))).toMatchObject({ open: 6 });
});
