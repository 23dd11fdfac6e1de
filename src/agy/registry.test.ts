import { describe, expect, it } from 'vitest';
import fc from '../test/property.ts';
import { keepRegistry, loadRegistry, looksLikeRegistry, type Registry } from './registry.ts';
import { unreadKeys } from './registry-keys.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const load = (text: string): Registry => loadRegistry(bytes(text));

/** The entries in a form that is easy to write down. */
function plain(registry: Registry): unknown[] {
  return registry.entries.map(({ path, includeOnly, exclude }) => ({
    path: path?.value,
    ...(includeOnly.length === 0 ? {} : { only: includeOnly.map((name) => name.value) }),
    ...(exclude.length === 0 ? {} : { not: exclude.map((name) => name.value) }),
  }));
}

describe('what loads', () => {
  it.each([
    ['null', []],
    ['{}', []],
    ['{"entries": null}', []],
    ['{"entries": []}', []],
    ['{"entries": [{"path": "kits/loom"}]}', [{ path: 'kits/loom' }]],
    ['{"entries": [{}]}', [{ path: undefined }]],
    ['{"entries": [null]}', [{ path: undefined }]],
    ['{"entries": [{"path": null}]}', [{ path: '' }]],
    ['// why\n{"entries": [{"path": "a",},], /* so */}', [{ path: 'a' }]],
    [
      '{"ENTRIES": [{"Path": "a", "Include_Only": ["x"], "EXCLUDE": ["y"]}]}',
      [{ path: 'a', only: ['x'], not: ['y'] }],
    ],
    ['{"entrie\u017f": [{"path": "a"}]}', [{ path: 'a' }]],
    ['{"entries": [{"path": "a", "includeOnly": 5, "note": {}}], "$schema": 1}', [{ path: 'a' }]],
    ['{"entries": [{"path": "a", "exclude": [null, "y"]}]}', [{ path: 'a', not: ['', 'y'] }]],
    ['{"entries": [{"path": "a", "path": "b"}]}', [{ path: 'b' }]],
    ['{"entries": [{"path": "a", "path": null}]}', [{ path: 'a' }]],
  ])('%s', (text, entries) => {
    const registry = load(text);
    expect(registry.problems).toEqual([]);
    expect(registry.state).toBe('loaded');
    expect(plain(registry)).toEqual(entries);
  });
});

describe('a repeated list is decoded into the memory of the earlier one', () => {
  it.each([
    ['[{"path": "a"}]', '[{}]', [{ path: 'a' }]],
    ['[{"path": "a"}]', '[null]', [{ path: 'a' }]],
    ['[{"path": "a"}, {"path": "b"}]', '[{"path": "c"}]', [{ path: 'c' }]],
    ['[{"path": "a"}]', 'null', []],
    ['[{"path": "a", "exclude": ["x", "y"]}]', '[{"exclude": ["z"]}]', [{ path: 'a', not: ['z'] }]],
    [
      '[{"path": "a", "exclude": ["x", "y"]}]',
      '[{"exclude": [null, null]}]',
      [{ path: 'a', not: ['x', 'y'] }],
    ],
    ['[{"path": "a", "exclude": ["x"]}]', '[{"exclude": []}]', [{ path: 'a' }]],
  ])('%s then %s', (first, second, entries) => {
    expect(plain(load(`{"entries": ${first}, "entries": ${second}}`))).toEqual(entries);
  });

  it('elements past the length come back, until an empty list or null forgets them', () => {
    const three = '"entries": [{"path": "a"}, {"path": "b"}], "entries": [{"path": "c"}]';
    expect(plain(load(`{${three}, "entries": [{}, {}]}`))).toEqual([{ path: 'c' }, { path: 'b' }]);
    expect(plain(load(`{${three}, "entries": [], "entries": [{}, {}]}`))).toEqual([
      { path: undefined },
      { path: undefined },
    ]);
    expect(plain(load(`{${three}, "entries": null, "entries": [{}, {}]}`))).toEqual([
      { path: undefined },
      { path: undefined },
    ]);
  });
});

describe('what skips the file', () => {
  it.each([
    ['[]', 'array', 'object', '[]', ''],
    ['"x"', 'string', 'object', '"x"', ''],
    ['{"entries": {}}', 'object', 'array', '{}', '/entries'],
    ['{"Entries": 5}', 'number', 'array', '5', '/Entries'],
    ['{"entries": ["kits/loom"]}', 'string', 'object', '"kits/loom"', '/entries/0'],
    ['{"entries": [{"path": ["a"]}]}', 'array', 'string', '["a"]', '/entries/0/path'],
    ['{"entries": [{}, {"exclude": "x"}]}', 'string', 'array', '"x"', '/entries/1/exclude'],
    ['{"entries": [{"include_only": [true]}]}', 'true', 'string', 'true', '/entries/0/include_only/0'],
    ['{"entries": 5, "entries": []}', 'number', 'array', '5', '/entries'],
    ['{"inherits": "up.json"}', 'string', 'array', '"up.json"', '/inherits'],
    ['{"inherits": [{"path": false}]}', 'false', 'string', 'false', '/inherits/0/path'],
  ])('%s', (text, found, wanted, at, pointer) => {
    const registry = load(text);
    expect(registry.state).toBe('skipped');
    const [problem, ...others] = registry.problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'wrong-type', found, wanted, effect: 'file-lost' });
    expect(text.slice(problem?.place.span.start, problem?.place.span.end)).toBe(at);
    expect(problem?.place.pointer).toBe(pointer);
  });

  it.each(["{'entries': []}", '{entries: []}', '{"entries": [NaN]}', '', '{"entries": []} x'])(
    'syntax: %s',
    (text) => {
      const registry = load(text);
      expect(registry.state).toBe('skipped');
      expect(registry.problems.map((problem) => problem.code)).toEqual(['syntax']);
    },
  );

  it('names a place as spelled', () => {
    expect(load('{"Entries": [{"Exclude": ["a", 1]}]}').problems[0]?.place.field).toBe(
      'Entries[0].Exclude[1]',
    );
  });
});

it('keeps where every value stands', () => {
  const text = '{"entries": [{"path": "a", "include_only": ["b"]}], "inherits": [{"path": "up.json"}]}';
  const { doc, entries, inherits } = load(text);
  const at = (node: number | undefined): string => {
    const span = doc?.span(node as number);
    return text.slice(span?.start, span?.end);
  };
  expect(at(entries[0]?.path?.node)).toBe('"a"');
  expect(at(entries[0]?.path?.key)).toBe('"path"');
  expect(at(entries[0]?.includeOnly[0]?.node)).toBe('"b"');
  expect(at(entries[0]?.node)).toBe('{"path": "a", "include_only": ["b"]}');
  expect(at(inherits[0]?.path?.node)).toBe('"up.json"');
});

describe('whose file it is', () => {
  it.each([
    ['{"entries": 1}', true, true],
    ['{"Inherits": []}', true, true],
    ['[{"path": "a"}, {"path": "b", "x": 1}]', true, false],
    ['[{"path": "a"}, 5]', false, false],
    ['[]', false, false],
    ['{}', false, false],
    ['null', false, false],
    ['{"skills": []}', false, false],
    ['{"entries": [', true, false],
    ["{'entries': []}", false, false],
    ['{"name": ', false, false],
  ])('%s', (text, looks, keys) => {
    expect(looksLikeRegistry(load(text), bytes(text))).toBe(looks);
    expect(load(text).holdsLists).toBe(keys);
  });
});

it('loads whatever JSON holds, without throwing, and agrees with its own problems', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom('entries', 'inherits', 'ENTRIES'), (value, key) => {
      const registry = load(`{"${key}": ${value}}`);
      expect(registry.state === 'skipped').toBe(registry.problems.length > 0);
    }),
  );
});

it('finds all keys read only where none is taken for another one', () => {
  const key = fc.constantFrom(
    'path',
    'Path',
    'paths',
    'exclude',
    'include_only',
    'include',
    'entries',
    'inherits',
    'note',
  );
  const value = fc.constantFrom('"a"', 'null', '[]', '["a"]');
  const object = fc.array(fc.tuple(key, value), { maxLength: 3 }).map((all) => {
    return `{${all.map(([k, v]) => `"${k}": ${v}`).join(', ')}}`;
  });
  const list = fc.array(object, { maxLength: 2 }).map((all) => `[${all.join(', ')}]`);
  const member = fc.tuple(key, fc.oneof(list, value)).map(([k, v]) => `"${k}": ${v}`);
  fc.assert(
    fc.property(fc.array(member, { maxLength: 3 }), (members) => {
      const { doc, state, allKeysRead } = load(`{${members.join(', ')}}`);
      if (doc === undefined || state === 'skipped' || !allKeysRead) return;
      expect([...unreadKeys(doc)]).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

it('gives what was kept for the very same bytes, and for no others', () => {
  const content = bytes('{"entries": []}');
  const registry = loadRegistry(content);
  expect(loadRegistry(content)).not.toBe(registry);
  keepRegistry(content, registry);
  expect(loadRegistry(content)).toBe(registry);
  expect(loadRegistry(content.slice())).not.toBe(registry);
});
