import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { secret } from '../test/secrets.ts';
import { type BaselineEntry, inFileOrder } from './baseline.ts';
import { parseBaseline, renderBaseline } from './baseline-file.ts';

const PRINT = '0123456789abcdef0123456789abcdef';
const ENTRY: BaselineEntry = { path: 'a', rule: 'r', kind: 'k', fingerprint: PRINT };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `line:column message` of each problem. */
function problems(content: string | Uint8Array): readonly string[] {
  const parsed = parseBaseline(typeof content === 'string' ? bytes(content) : content);
  return parsed.ok ? [] : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const entryWith = (members: object): string =>
  `{"schemaVersion": 1, "entries": [\n${JSON.stringify({ ...ENTRY, ...members })}]}`;

describe('the file', () => {
  test('has one line for each entry', () => {
    const entries = [{ ...ENTRY, path: 'b', server: 'kiln "9"', field: 'env.A' }, ENTRY];
    expect(renderBaseline(entries)).toBe(`{
  "schemaVersion": 1,
  "entries": [
    { "path": "a", "rule": "r", "kind": "k", "fingerprint": "${PRINT}" },
    { "path": "b", "rule": "r", "kind": "k", "server": "kiln \\"9\\"", "field": "env.A", "fingerprint": "${PRINT}" }
  ]
}
`);
  });

  test('may have none', () => {
    expect(renderBaseline([])).toBe('{\n  "schemaVersion": 1,\n  "entries": []\n}\n');
    expect(parseBaseline(bytes(renderBaseline([])))).toEqual({ ok: true, entries: [] });
  });

  test('shows nothing raw that turns or hides text', () => {
    const text = renderBaseline([{ ...ENTRY, server: 'a\u202eb\u001b[31m\u2028', path: '\u{e0041}' }]);
    expect(text).not.toMatch(/[\u202e\u001b\u2028\u{e0041}]/u);
    expect(text).toContain('a\\u202eb');
  });

  test('is read as it was written, whatever the names, and the order of the entries does not matter', () => {
    const name = fc.string({ unit: 'binary', maxLength: 8 });
    const digits = fc.constantFrom(PRINT, PRINT.replace('0', 'f'));
    const some = fc.record(
      { path: name, rule: name, kind: name, server: name, field: name, fingerprint: digits },
      { requiredKeys: ['path', 'rule', 'kind', 'fingerprint'] },
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), (entries) => {
        const text = renderBaseline(entries);
        expect(renderBaseline([...entries].reverse())).toBe(text);
        const parsed = parseBaseline(bytes(text));
        expect(parsed).toEqual({ ok: true, entries: inFileOrder(entries) });
      }),
    );
  });
});

describe('what is no baseline is refused with its place', () => {
  test.each<[string, string, string]>([
    ['nothing', '', '1:1 invalid JSON: found a file without content, expected a value; mend it, or'],
    [
      'a merge',
      '{\n  "schemaVersion": 1,\n<<<<<<< ours\n',
      '3:1 a merge conflict is not resolved here; mend it, or',
    ],
    ['a comma too many', '{"schemaVersion": 1, "entries": [\r\n{},]}', '2:4 invalid JSON: found `]`'],
    ['a lone CR as line end', '{\r"schemaVersion": x}', '2:18 invalid JSON: found a bare word'],
    ['a byte-order mark', '\ufeff{}', '1:1 invalid JSON: found a UTF-8 byte-order mark'],
    ['a NUL', '{\u0000}', '1:2 invalid JSON: found a NUL'],
    ['a list', ' []', '1:2 found a list; a baseline is an object'],
    ['null', 'null', '1:1 found null; a baseline is an object'],
    ['no version', '{"entries": []}', '1:1 schemaVersion: the number 1 is missing here'],
    ['a version in words', '{"schemaVersion": "1"}', '1:19 schemaVersion: the number 1 is missing here'],
    ['a later version', '{"schemaVersion": 2}', '1:19 schemaVersion: this skillsaw reads 1 and no other'],
    ['no entries', '{"schemaVersion": 1}', '1:1 entries: a list is missing here'],
    ['a map of entries', '{"schemaVersion": 1, "entries": {}}', '1:33 entries: a list is missing here'],
    ['an entry in words', '{"schemaVersion": 1, "entries": [\n"🍎", 7]}', '2:1 entries[0]: found a string'],
    ['a number for a path', entryWith({ path: 7 }), '2:9 entries[0].path: found a number; it is a string'],
    ['null for a server', entryWith({ server: null }), 'entries[0].server: found null; it is a string'],
    ['no rule', entryWith({ rule: undefined }), '2:1 entries[0]: the key rule is missing'],
    [
      'a fingerprint in capitals',
      entryWith({ fingerprint: PRINT.toUpperCase() }),
      'entries[0].fingerprint: ',
    ],
    ['a short fingerprint', entryWith({ fingerprint: 'ab' }), '2:49 entries[0].fingerprint: this is not 32'],
  ])('%s', (_, content, said) => {
    expect(problems(content)[0]).toContain(said);
  });

  test('all that is wrong with the entries is said at once, up to a limit', () => {
    expect(problems('{"schemaVersion": 1, "entries": [7, {}, null]}')).toEqual([
      '1:34 entries[0]: found a number; an entry is an object',
      '1:37 entries[1]: the key path is missing',
      '1:37 entries[1]: the key rule is missing',
      '1:37 entries[1]: the key kind is missing',
      '1:37 entries[1]: the key fingerprint is missing',
      '1:41 entries[2]: found null; an entry is an object',
    ]);
    expect(problems(`{"schemaVersion": 1, "entries": [${'7,'.repeat(1000)}7]}`)).toHaveLength(20);
  });

  test('keys that are not known are passed over; of a repeated one the last counts', () => {
    const text = entryWith({ note: [1], __proto__: null }).replace('"path":"a"', '"path": 7, "path": "z"');
    expect(parseBaseline(bytes(text))).toEqual({ ok: true, entries: [{ ...ENTRY, path: 'z' }] });
  });

  test('names of the language are names', () => {
    const entries = [{ ...ENTRY, server: '__proto__', field: 'constructor' }];
    expect(parseBaseline(bytes(renderBaseline(entries)))).toEqual({ ok: true, entries });
  });
});

describe('hostile files', () => {
  test('no credential is repeated', () => {
    const token = secret('github-pat');
    for (const text of [
      token,
      `{"schemaVersion": ${token}}`,
      `{"${token}": '${token}'}`,
      `{"a" "${token}"}`,
    ]) {
      expect(problems(text).join()).not.toContain(token);
    }
  });

  test('bytes that are no UTF-8', () => {
    const text = bytes(entryWith({ server: 'x' }));
    text[text.indexOf('x'.charCodeAt(0))] = 0xff;
    expect(parseBaseline(text)).toEqual({ ok: true, entries: [{ ...ENTRY, server: '\ufffd' }] });
    expect(problems(Uint8Array.of(0xff, 0xfe, 0x7b, 0))[0]).toContain('UTF-16');
  });

  test('deep nesting', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(problems(deep(10_001))[0]).toMatch(/^1:10001 invalid JSON/);
    const inside = `{"schemaVersion": 1, "entries": [], "x": ${deep(9_000)}}`;
    expect(parseBaseline(bytes(inside))).toEqual({ ok: true, entries: [] });
  });

  test('many megabytes in linear time', () => {
    const item = `${JSON.stringify({ ...ENTRY, path: 'x'.repeat(60) })},`;
    const text = `{"schemaVersion": 1, "entries": [${item.repeat(40_000)}7]}`;
    const start = performance.now();
    expect(problems(text)).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
