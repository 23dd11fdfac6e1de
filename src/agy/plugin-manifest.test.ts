import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { emulatePluginManifest, type PluginManifest } from './plugin-manifest.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const load = (text: string): PluginManifest => emulatePluginManifest(encode(text));

/** The fields that count, as plain values. */
function fields({ name, description, logo, disabled }: PluginManifest): Record<string, unknown> {
  const all = Object.entries({ name, description, logo, disabled });
  return Object.fromEntries(all.flatMap(([field, at]) => (at === undefined ? [] : [[field, at.value]])));
}

/** Problems as `code text-at-the-place field`. */
function problems(bytes: Uint8Array): string[] {
  return emulatePluginManifest(bytes).problems.map(({ code, place: { span, field } }) =>
    [
      code,
      Buffer.from(bytes.subarray(span.start, span.end)).toString('latin1'),
      ...(field === undefined ? [] : [field]),
    ].join(' '),
  );
}

describe('what loads', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['nothing', '{}', {}],
    [
      'all fields',
      '{"name":"kiln","description":"Fires pots","logo":"kiln.svg","disabled":true}',
      {
        name: 'kiln',
        description: 'Fires pots',
        logo: 'kiln.svg',
        disabled: true,
      },
    ],
    ['disabled: false is a value', '{"disabled":false}', { disabled: false }],
    ['null is absent', '{"name":null,"description":null,"logo":null,"disabled":null}', {}],
    ['an empty string is absent', '{"name":"","description":"","logo":""}', {}],
    ['an escape in a key', '{"n\\u0061me":"kiln"}', { name: 'kiln' }],
    ['letter case counts', '{"Name":5,"DISABLED":"x","Logo":[]}', {}],
    ['no folding', '{"di\u017fabled":"x","na\\u004de":1}', {}],
    [
      'unknown keys of any type',
      '{"version":"1.4.0","author":{"name":5},"keywords":[1,null],"hooks":{}}',
      {},
    ],
    ['unknown keys repeated', '{"x":1,"x":2,"name":"kiln","x":null}', { name: 'kiln' }],
    ['known names repeated below an unknown key', '{"author":{"name":1,"name":2,"disabled":""}}', {}],
    ['names of the language', '{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}', {}],
    ['the name of an extension', '{"[kiln.glaze]":1,"@type":2}', {}],
    ['a huge number in an unknown key', '{"x":1e400}', {}],
    ['a whole pair of escapes', '{"name":"\\ud83d\\uDE00"}', { name: '😀' }],
    ['an escaped backslash before u', '{"name":"\\\\ud800"}', { name: '\\ud800' }],
    ['U+FFFD itself', '{"name":"\ufffd\\ufffd"}', { name: '\ufffd\ufffd' }],
    ['DEL, C1, U+2028 in a string', '{"name":"\u007f\u0085\u2028"}', { name: '\u007f\u0085\u2028' }],
    ['any name at all', '{"name":"Kitchen Garden\\n"}', { name: 'Kitchen Garden\n' }],
    ['depth up to the limit', `{"x":${'['.repeat(9_999)}${']'.repeat(9_999)}}`, {}],
  ])('%s', (_, text, expected) => {
    const manifest = load(text);
    expect(manifest.problems).toEqual([]);
    expect(manifest.state).toBe('loaded');
    expect(fields(manifest)).toEqual(expected);
  });
});

describe('what is no plugin', () => {
  test.each<[string, string, string[]]>([
    ['an empty file', '', ['syntax ']],
    ['a comment', '{/* x */}', ['syntax /']],
    ['a last comma', '{"name":"kiln",}', ['syntax }']],
    ['NaN', '{"x":NaN}', ['syntax N']],
    ['single quotes', "{'name':1}", ["syntax '"]],
    ['text after the value', '{} {}', ['syntax {']],
    ['an exponent without digits', '{"x":1e}', ['syntax }']],
    ['depth past the limit', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, ['syntax [']],
    ['a null document', 'null', ['root-type null']],
    ['a list', '[{"name":"kiln"}]', ['root-type [{"name":"kiln"}]']],
    ['a string', '"kiln"', ['root-type "kiln"']],
    ['a number for a string', '{"name":42}', ['field-type 42 name']],
    ['a boolean for a string', '{"description":true}', ['field-type true description']],
    ['a list for a string', '{"logo":["a"]}', ['field-type ["a"] logo']],
    ['an object for a string', '{"name":{}}', ['field-type {} name']],
    ['a string for a boolean', '{"disabled":"true"}', ['field-type "true" disabled']],
    ['an empty string for a boolean', '{"disabled":""}', ['field-type "" disabled']],
    ['a number for a boolean', '{"disabled":1}', ['field-type 1 disabled']],
    ['a field twice', '{"name":"a", "name" :"b"}', ['repeated-field "name" name']],
    ['twice the same value', '{"disabled":true,"disabled":true}', ['repeated-field "disabled" disabled']],
    ['twice null', '{"logo":null,"logo":null}', ['repeated-field "logo" logo']],
    ['twice through an escape', '{"name":"a","n\\u0061me":"b"}', ['repeated-field "n\\u0061me" name']],
    ['the second is not looked at', '{"name":"a","name":5}', ['repeated-field "name" name']],
    ['the first is', '{"name":5,"name":"a"}', ['field-type 5 name', 'repeated-field "name" name']],
    [
      'several problems, in file order',
      '{"x":"\\ud800","logo":1,"name":"a","disabled":0,"name":"b"}',
      [
        'lone-surrogate \\ud800 x',
        'field-type 1 logo',
        'field-type 0 disabled',
        'repeated-field "name" name',
      ],
    ],
    ['half a character, first half', '{"description":"a\\uD83D!"}', ['lone-surrogate \\uD83D description']],
    ['half a character, second half', '{"description":"\\udc00"}', ['lone-surrogate \\udc00 description']],
    ['two first halves', '{"x":"\\ud800\\ud83d\\ude00"}', ['lone-surrogate \\ud800 x']],
    ['the halves in the wrong order', '{"x":"\\ude00\\ud83d"}', ['lone-surrogate \\ude00 x']],
    ['a first half before another escape', '{"x":"\\ud83d\\n"}', ['lone-surrogate \\ud83d x']],
    ['a first half before an escaped backslash', '{"x":"\\ud83d\\\\ude00"}', ['lone-surrogate \\ud83d x']],
    ['in a key', '{"a\\ud800":1}', ['lone-surrogate \\ud800 a\ufffd']],
    ['in a nested key', '{"author":{"\\udfff":1}}', ['lone-surrogate \\udfff author.\ufffd']],
    ['deep below an unknown key', '{"a":{"b":[0,{"c":"\\ud800"}]}}', ['lone-surrogate \\ud800 a.b[1].c']],
  ])('%s', (_, text, expected) => {
    expect(load(text).state).toBe('no-plugin');
    expect(problems(encode(text))).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['a byte-order mark', '\xef\xbb\xbf{}', ['syntax \xef']],
    ['UTF-16', '\xff\xfe{\0}\0', ['syntax \xff']],
    ['bytes outside a string', '{}\xe9', ['syntax \xe9']],
    ['Latin-1', '{"description":"caf\xe9 x"}', ['invalid-utf8 \xe9 description']],
    ['in a key', '{"\xff":1}', ['invalid-utf8 \xff \ufffd']],
    ['in an unknown value', '{"author":["a","\xc0\x80"]}', ['invalid-utf8 \xc0\x80 author[1]']],
    ['a sequence cut off', '{"name":"\xe2\x82"}', ['invalid-utf8 \xe2\x82 name']],
    ['an encoded surrogate', '{"name":"\xed\xa0\x80!"}', ['invalid-utf8 \xed\xa0\x80 name']],
    ['past the last code point', '{"name":"\xf4\x90\x80\x80"}', ['invalid-utf8 \xf4\x90\x80\x80 name']],
    ['both flaws', '{"a":"\\ud800","b":"\xff"}', ['lone-surrogate \\ud800 a', 'invalid-utf8 \xff b']],
  ])('%s', (_, text, expected) => {
    expect(problems(latin1(text))).toEqual(expected);
  });
});

describe('what goes with a problem', () => {
  test('the other places of a field that stands more than once', () => {
    const text = '{"name":1, "name":2, "name":3, "name":4}';
    const repeated = load(text).problems.find(({ code }) => code === 'repeated-field');
    expect(repeated).toMatchObject({
      field: 'name',
      first: { start: 1, end: 7 },
      place: { span: { start: 11, end: 17 }, pointer: '/name' },
      others: [
        { start: 21, end: 27 },
        { start: 31, end: 37 },
      ],
    });
  });

  test('how often a flaw of the text is there', () => {
    const bytes = latin1('{"a\xff\xff":"\xe9t\xe9","b":"\\ud800\\ud800"}');
    expect(emulatePluginManifest(bytes).problems).toMatchObject([
      { code: 'invalid-utf8', more: 2 },
      { code: 'lone-surrogate', more: 1 },
    ]);
  });

  test('what was found and what is wanted', () => {
    expect(load('{"disabled":"no","logo":[]}').problems).toMatchObject([
      { field: 'disabled', found: 'string', wanted: 'boolean', effect: 'plugin-lost' },
      { field: 'logo', found: 'array', wanted: 'string', effect: 'plugin-lost' },
    ]);
  });

  test('a pointer with decoded keys', () => {
    const [problem] = load('{"a/b":{"\\u0078~":["\\ud800"]}}').problems;
    expect(problem?.place).toMatchObject({ pointer: '/a~1b/x~0/0', field: 'a/b.x~[0]' });
  });

  test('a flaw at the greatest depth has a place too', () => {
    const [problem] = load(`{"x":${'['.repeat(9_999)}"\\ud800"${']'.repeat(9_999)}}`).problems;
    expect(problem?.place.pointer).toBe(`/x${'/0'.repeat(9_999)}`);
  });
});

test('a refused manifest still shows what would have counted', () => {
  const manifest = load('{"name":"kiln","logo":7,"disabled":true,"name":"oven","version":1}');
  expect(manifest.state).toBe('no-plugin');
  expect(fields(manifest)).toEqual({ name: 'kiln', disabled: true });
  expect(manifest.unknown.map(({ name }) => name)).toEqual(['version']);
});

test('values, blanks and unknown keys have their places', () => {
  const text = '{"name":"kiln","logo":"","disabled":null,"hooks":"./hooks.json","hooks":1}';
  const { doc, name, blank, unknown } = load(text);
  const at = (node: number | undefined): string => {
    const span = doc?.span(node as number);
    return text.slice(span?.start, span?.end);
  };
  expect([at(name?.key), at(name?.node)]).toEqual(['"name"', '"kiln"']);
  expect(blank.map(({ field, because, key, node }) => [field, because, at(key), at(node)])).toEqual([
    ['logo', 'empty', '"logo"', '""'],
    ['disabled', 'null', '"disabled"', 'null'],
  ]);
  expect(unknown.map((field) => [field.name, at(field.key), at(field.node)])).toEqual([
    ['hooks', '"hooks"', '"./hooks.json"'],
    ['hooks', '"hooks"', '1'],
  ]);
});

describe('properties', () => {
  const key = fc.constantFrom('name', 'description', 'logo', 'disabled', 'Name', 'version', 'n\\u0061me');
  const value = fc.constantFrom('"kiln"', '""', 'null', 'true', '1', '[]', '{"name":1}', '"\\ud800"');
  const member = fc.tuple(key, value).map(([k, v]) => `"${k}":${v}`);

  test('the state follows from the problems, which lie in the file and in its order', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members) => {
        const text = `{${members.join(',')}}`;
        const { state, problems: found } = load(text);
        expect(state === 'loaded').toBe(found.length === 0);
        const starts = found.map(({ place }) => place.span.start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        for (const { place } of found) expect(place.span.end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('a text of ASCII alone has the flaws that it has beside other text', () => {
    const piece = fc.constantFrom('a', '\\\\', '\\n', '\\u0061', '\\ud83d', '\\uDE00', '\\\\u');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const flaws = (text: string) =>
          load(text).problems.map(({ code, place }) => [code, place.span.start]);
        const text = `{"x":"${pieces.join('')}"`;
        expect(flaws(`${text}}`)).toEqual(flaws(`${text},"\u00e9":1}`));
      }),
      { numRuns: 1000 },
    );
  });

  test('bytes of any kind are read without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (inside) => {
        const bytes = Uint8Array.from([...encode('{"name":"'), ...inside, ...encode('"}')]);
        const { state, problems: found } = emulatePluginManifest(bytes);
        expect(state === 'loaded').toBe(found.length === 0);
      }),
    );
  });

  test('a document without flaws in its text is refused exactly for its known fields', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(load(`{"other":${json}}`).problems.filter(({ code }) => code !== 'lone-surrogate')).toEqual(
          [],
        );
      }),
    );
  });
});
