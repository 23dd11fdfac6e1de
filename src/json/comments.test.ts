import { expect, test } from 'vitest';
import { lineComments } from './comments.ts';

test.each<[string, string[]]>([
  ['{} // end', ['// end']],
  ['// a\n{ // b\r\n} // c\r// d', ['// a', '// b', '// c', '// d']],
  ['{"a": "// no"}', []],
  ['{"a": "\\"// no"} // yes', ['// yes']],
  ['/* // no */ {} // yes', ['// yes']],
  ['/* // never closed', []],
  ['"never closed // no\n// yes', ['// yes']],
  ['https://no', ['//no']],
  ['/', []],
  ['', []],
])('%j', (text, expected) => {
  const bytes = new TextEncoder().encode(text);
  const found = lineComments(bytes).map(({ start, end }) =>
    new TextDecoder().decode(bytes.subarray(start, end)),
  );
  expect(found).toEqual(expected);
});
