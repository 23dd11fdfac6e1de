import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import type { TextEdit } from '../text/edit.ts';
import { EditedFile } from '../text/edited.ts';
import {
  insertAfter,
  liftItems,
  quoteValue,
  removeMember,
  renameKey,
  replaceValue,
  wrapMembers,
} from './edit.ts';
import { parseJson } from './parse.ts';
import type { JsonDoc, JsonMember } from './tree.ts';

function docOf(text: string): JsonDoc {
  const parsed = parseJson(new TextEncoder().encode(text), { dialect: 'jsonc' });
  if (!parsed.ok) throw new Error(`no JSON: ${text}`);
  return parsed.doc;
}

function edited(text: string, edit: (doc: JsonDoc) => readonly TextEdit[]): string {
  const doc = docOf(text);
  return new TextDecoder().decode(new EditedFile(doc.bytes).edit(edit(doc)).bytes);
}

const member = (doc: JsonDoc, name: string): JsonMember => {
  const found = [...doc.members(doc.root)].find(({ key }) => doc.text(key) === name);
  if (found === undefined) throw new Error(`no member ${name}`);
  return found;
};

test('quotes a value as it is spelled', () => {
  expect(edited('{"a": -0.50e+2 }', (doc) => quoteValue(doc, member(doc, 'a').value))).toBe(
    '{"a": "-0.50e+2" }',
  );
});

test('replaces a value and renames a key', () => {
  expect(edited('{"a" : [1, 2]}', (doc) => replaceValue(doc, member(doc, 'a').value, 'true'))).toBe(
    '{"a" : true}',
  );
  expect(edited('{"a" : [1, 2]}', (doc) => renameKey(doc, member(doc, 'a').key, 'q"'))).toBe(
    '{"q\\"" : [1, 2]}',
  );
});

describe('a member taken out', () => {
  test.each<[string, string]>([
    ['{"x": 1}', '{}'],
    ['{ "x": 1 }', '{}'],
    ['{"x": 1, "b": 2}', '{"b": 2}'],
    ['{"a": 1, "x": {"b": [1]}, "c": 2}', '{"a": 1, "c": 2}'],
    ['{"a": 1, "x": 1}', '{"a": 1}'],
    ['{"a":1,"x":1}', '{"a":1}'],
    ['{\n  "a": 1,\n  "x": 1\n}\n', '{\n  "a": 1\n}\n'],
    ['{\r\n\t"x": 1,\r\n\t"b": 2\r\n}', '{\r\n\t"b": 2\r\n}'],
    ['{\n  "a": 1,\n  "x": 1,\n}', '{\n  "a": 1,\n}'],
    ['{\n  "x": 1,\n}', '{}'],
    ['{"x": 1 /* of x */, "b": 2}', '{ /* of x */"b": 2}'],
    ['{"a": 1, // of a\n  "x": 1}', '{"a": 1, // of a\n  }'],
    ['{ // note\n  "x": 1, // of x\n}', '{ // note\n  // of x\n}'],
  ])('%j', (text, expected) => {
    const result = edited(text, (doc) => removeMember(doc, member(doc, 'x').key));
    expect(result).toBe(expected);
    docOf(result);
  });
});

describe('a member put in', () => {
  test.each<[string, string]>([
    ['{"a": 1}', '{"a": 1, "n": true}'],
    ['{"a":1,"b":2}', '{"a":1,"n":true,"b":2}'],
    ['{"b": 0, "a": {"c": 1}, "d": 2}', '{"b": 0, "a": {"c": 1}, "n": true, "d": 2}'],
    ['{ "a" : 1 }', '{ "a" : 1, "n" : true }'],
    ['{\n  "a": 1\n}', '{\n  "a": 1,\n  "n": true\n}'],
    ['{\r\n\t"a": 1,\r\n\r\n\t"b": 2\r\n}', '{\r\n\t"a": 1,\r\n\t"n": true,\r\n\r\n\t"b": 2\r\n}'],
    ['{\r"a"\r:\r1}', '{\r"a"\r:\r1,\r"n": true}'],
  ])('%j', (text, expected) => {
    expect(edited(text, (doc) => insertAfter(doc, member(doc, 'a').key, 'n', 'true'))).toBe(expected);
  });
});

describe('members wrapped', () => {
  test.each<[string, string]>([
    ['{}', '{}'],
    ['{"a": 1}', '{"w": {"a": 1}}'],
    ['{"a":1,"b":2}', '{"w":{"a":1,"b":2}}'],
    ['{ "a": 1 }', '{ "w": { "a": 1 } }'],
    [
      '{\n  "a": {\n    "b": 1\n  },\n\n  "c": 2\n}\n',
      '{\n  "w": {\n    "a": {\n      "b": 1\n    },\n\n    "c": 2\n  }\n}\n',
    ],
    ['{\r\n\t"a": [\r\n\t]\r\n}', '{\r\n\t"w": {\r\n\t\t"a": [\r\n\t\t]\r\n\t}\r\n}'],
    ['  {\n    "a": 1 }', '  {\n    "w": {\n      "a": 1\n    } }'],
    ['{\n"a": [\n1]\n}', '{\n"w": {\n"a": [\n1]\n}\n}'],
  ])('%j', (text, expected) => {
    expect(edited(text, (doc) => wrapMembers(doc, doc.root, 'w'))).toBe(expected);
  });
});

describe('items lifted', () => {
  test.each<[string, string]>([
    ['[{"h": []}]', '[{"h": []}]'],
    ['[{"m": "*", "h": [{"c": 1}, {"c": 2}]}, {"c": 3}]', '[{"c": 1}, {"c": 2}, {"c": 3}]'],
    ['[\n  {\n    "h": [\n      {\n        "c": 1\n      }\n    ]\n  }\n]', '[\n  {\n    "c": 1\n  }\n]'],
    ['[{\n  "h": [{\n    "c": 1\n  }]\n}]', '[{\n  "c": 1\n}]'],
    ['[\r\n\t{"h": [\r\n\t\t1,\r\n\t\t2\r\n\t]}\r\n]', '[\r\n\t1,\r\n\t2\r\n]'],
  ])('%j', (text, expected) => {
    const result = edited(text, (doc) => {
      const list = [...doc.members(doc.root + 1)].find(({ key }) => doc.text(key) === 'h');
      return liftItems(doc, doc.root + 1, list?.value ?? 0);
    });
    expect(result).toBe(expected);
  });
});

describe('for any document', () => {
  const blank = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', '\n\n    ');
  const objects = fc
    .record({
      names: fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 }),
      blanks: fc.infiniteStream(blank),
      pick: fc.nat(),
    })
    .map(({ names, blanks, pick }) => {
      const gap = (): string => blanks.next().value as string;
      const members = names.map(
        (name, i) => `${gap()}${JSON.stringify(name)}${gap()}:${gap()}[${gap()}${i}]${gap()}`,
      );
      return { text: `${gap()}{${members.join(',')}}${gap()}`, names, at: pick % names.length };
    });
  const value = (names: readonly string[]): object =>
    Object.fromEntries(names.map((name) => [name, [names.indexOf(name)]]));

  test('a member goes and the others stay, in their order', () => {
    fc.assert(
      fc.property(objects, ({ text, names, at }) => {
        const result = edited(text, (doc) =>
          removeMember(doc, ([...doc.members(doc.root)][at] as JsonMember).key),
        );
        const all = value(names) as Record<string, unknown>;
        delete all[names[at] as string];
        expect(JSON.stringify(JSON.parse(result))).toBe(JSON.stringify(all));
      }),
    );
  });

  test('a member comes right behind its neighbour', () => {
    fc.assert(
      fc.property(objects, ({ text, names, at }) => {
        const result = edited(text, (doc) =>
          insertAfter(doc, ([...doc.members(doc.root)][at] as JsonMember).key, 'new"one', 'null'),
        );
        const doc = docOf(result);
        const keys = [...doc.members(doc.root)].map(({ key }) => doc.text(key));
        expect(keys).toEqual([...names.slice(0, at + 1), 'new"one', ...names.slice(at + 1)]);
      }),
    );
  });

  test('wrapping changes nothing inside', () => {
    fc.assert(
      fc.property(objects, ({ text, names }) => {
        const result = edited(text, (doc) => wrapMembers(doc, doc.root, 'w'));
        expect(JSON.stringify(JSON.parse(result))).toBe(JSON.stringify({ w: value(names) }));
      }),
    );
  });
});

test('hostile indentation and lines without number cost nothing', () => {
  const wide = `{${' '.repeat(1_000_000)}"a": 1, ${'"b": [],\n'.repeat(100_000)}"c": 1}`;
  const doc = docOf(wide);
  expect(wrapMembers(doc, doc.root, 'w')).toHaveLength(2);
  const [{ text = '' } = {}] = insertAfter(doc, doc.root + 1, 'n', '1');
  expect(text.length).toBeLessThan(1000);
  const far = docOf(`[${'{"h":[1]},'.repeat(50_000)}1]`);
  for (const item of far.items(far.root)) if (far.kind(item) === 'object') liftItems(far, item, item + 2);
});
