import { describe, expect, test } from 'vitest';
import { pairs, plain } from '../test/json-values.ts';
import fc, { runs } from '../test/property.ts';
import { tolerantDoc } from './tolerant.ts';
import type { NodeId } from './tree.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string): unknown {
  const doc = tolerantDoc(bytesOf(text));
  return doc === undefined ? undefined : plain(doc);
}

test.each<[string, string, unknown]>([
  ['a last comma', '{"a":1,}', { pairs: [['a', 1]] }],
  ['no comma', '{"a":1 "b":2}', { pairs: [['a', 1], ['b', 2]] }], // biome-ignore format: a table
  ['no comma in a list', '[1 2]', [1, 2]],
  ['an object not closed', '{"a":{"b":"c"', { pairs: [['a', { pairs: [['b', 'c']] }]] }],
  ['a list not closed', '{"a":[1,2', { pairs: [['a', [1, 2]]] }],
  ['no value', '{"a":,"b":1}', { pairs: [['a', null], ['b', 1]] }], // biome-ignore format: a table
  ['neither colon nor value', '{"a","b":1}', { pairs: [['a', null], ['b', 1]] }], // biome-ignore format: a table
  ['a string broken off at its line', '{"a":"x\n,"b":1}', { pairs: [['a', 'x'], ['b', 1]] }], // biome-ignore format: a table
  ['a string that ends in a backslash', '{"a":"x\\\\"}', { pairs: [['a', 'x\\']] }],
  ['a quote that is escaped at the end', '{"a":"x\\"', { pairs: [['a', 'x"']] }],
  ['a file that ends in a string', '{"a":"x', { pairs: [['a', 'x']] }],
  ['a file that ends in a string of other letters', '{"é":"ü\\n', { pairs: [['é', 'ü\n']] }],
  ['a file that ends in a key', '{"a":1,"xy', { pairs: [['a', 1], ['xy', null]] }], // biome-ignore format: a table
  ['a file that ends in a quote', '{"a":"', { pairs: [['a', '']] }],
  ['a key in the place of a value', '{"a": "b" : "c", "d": 1}', { pairs: [['a', null], ['d', 1]] }], // biome-ignore format: a table
  ['a missing element', '["a",,"b"]', ['a', null, 'b']],
  ['the first element missing', '[,"b"]', [null, 'b']],
  ['several elements missing', '["a",,,,"b"]', ['a', null, 'b']],
  ['an element that is no value', '["a", $b, "c"]', ['a', null, 'c']],
  ['comments', '/* a */{"a":1 // b\n}', { pairs: [['a', 1]] }],
  ['a second document', '{"a":1}{"b":2}', { pairs: [['a', 1]] }],
  ['keys that are repeated', '{"a":1,"a":2,}', { pairs: [['a', 1], ['a', 2]] }], // biome-ignore format: a table
  ['other letters', '{"é":"ü",}', { pairs: [['é', 'ü']] }],
  ['a byte-order mark', '\ufeff[1]', [1]],
  ['nothing', '', undefined],
  ['a word', 'servers', undefined],
])('%s', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

describe('whatever stands in the file', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"é"',
      '1',
      'true',
      '\\',
      '\n',
      ' ',
      '//',
      '/*',
      'x',
    ),
    { maxLength: 40 },
  );

  test('the tree is whole, and its places lie in the file', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = bytesOf(parts.join(''));
        const doc = tolerantDoc(bytes);
        if (doc === undefined) return;
        const pending: { node: NodeId; start: number; end: number }[] = [
          { node: doc.root, start: 0, end: bytes.length },
        ];
        let seen = 0;
        for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
          const { start, end } = doc.span(one.node);
          expect(start).toBeGreaterThanOrEqual(one.start);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(bytes.length);
          seen++;
          for (const item of doc.items(one.node)) pending.push({ node: item, start, end });
          for (const { key, value } of doc.members(one.node)) {
            expect(doc.kind(key)).toBe('string');
            pending.push({ node: key, start, end }, { node: value, start, end });
          }
        }
        expect(seen).toBe(doc.size);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const doc = tolerantDoc(bytes);
        if (doc !== undefined) plain(doc);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('JSON is read as JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const doc = tolerantDoc(bytesOf(text));
        // An object keeps one of several equal keys, and sorts those that are numbers.
        fc.pre(
          !/"\d+":|__proto__/.test(text) &&
            new Set(text.match(/"[^"]*":/g)).size === (text.match(/"[^"]*":/g) ?? []).length,
        );
        fc.pre(!/-0(?![.\d])/.test(text));
        expect(doc && plain(doc)).toEqual(pairs(JSON.parse(text)));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('brackets nested as deeply as can be', () => {
    for (const count of [1000, 10_001, 1_000_000]) {
      const doc = tolerantDoc(bytesOf('['.repeat(count)));
      expect(doc === undefined || doc.size === count).toBe(true);
    }
  });
});
