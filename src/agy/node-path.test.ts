import { expect, test } from 'vitest';
import { parseJson } from '../json/parse.ts';
import { nodePaths } from './node-path.ts';

test('every string of a document has its way from the root', () => {
  const text = '{"a":{"x":["s0",{"y":"s1"},["s2","s3"]],"\\u0062":"s4"},"":"s5","a":"s6"}';
  const parsed = parseJson(new TextEncoder().encode(text), { dialect: 'strict' });
  if (!parsed.ok) throw new Error('no JSON');
  const { doc } = parsed;
  const pathOf = nodePaths(doc);
  const found: Record<string, readonly (string | number)[]> = {};
  for (let node = 0; node < doc.size; node++) {
    if (doc.kind(node) === 'string' && /^s\d$/.test(doc.text(node))) found[doc.text(node)] = pathOf(node);
  }
  expect(found).toEqual({
    s0: ['a', 'x', 0],
    s1: ['a', 'x', 1, 'y'],
    s2: ['a', 'x', 2, 0],
    s3: ['a', 'x', 2, 1],
    s4: ['a', 'b'],
    s5: [''],
    s6: ['a'],
  });
  expect(pathOf(doc.root)).toEqual([]);
});
