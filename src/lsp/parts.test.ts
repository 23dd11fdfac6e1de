import { describe, expect, test } from 'vitest';
import { editedPart, partsOf, placeInFile } from './parts.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (of: Uint8Array): string => new TextDecoder().decode(of);

const FILE = '{"mcpServers": {"eel": {"a": 1}, "cod": {"b": 2}, "ray": {"c": 3}}}';

/** What is judged after one text took the place of another. */
function judged(
  file: string,
  from: string,
  to: string,
  kind: 'mcp-config' | 'hooks' = 'mcp-config',
): string | undefined {
  const parts = partsOf(kind, bytes(file));
  const edited = parts === undefined ? undefined : editedPart(parts, bytes(file.replace(from, to)));
  return edited === undefined ? undefined : text(edited.document);
}

describe('editedPart', () => {
  test.each<[string, string, string, string | undefined]>([
    ['in a value', '2', '22', '{"mcpServers":{"cod": {"b": 22}}}'],
    ['that breaks it', '2', '2"', '{"mcpServers":{"cod": {"b": 2"}}}'],
    ['in a key', 'cod', 'code', '{"mcpServers":{"code": {"b": 2}}}'],
    ['before a key', ' "cod"', ' x "cod"', '{"mcpServers":{"eel": {"a": 1}, x "cod": {"b": 2}}}'],
    ['of a key that is new', '"cod"', '"hake": {}, "cod"', '{"mcpServers":{"hake": {}, "cod": {"b": 2}}}'],
    ['behind one', '1},', '1}x,', '{"mcpServers":{"eel": {"a": 1}x, "cod": {"b": 2}}}'],
    ['over three', '1}, "cod": {"b": 2}, "ray": {"c"', '1, "c"', '{"mcpServers":{"eel": {"a": 1, "c": 3}}}'],
    ['before the first', '{"eel"', '{ "eel"', undefined],
    ['behind the last', '3}}}', '3} }}', undefined],
    ['of the wrapper', 'mcpServers', 'servers', undefined],
    ['of nothing', 'cod', 'cod', undefined],
  ])('a change %s', (_, from, to, expected) => {
    expect(judged(FILE, from, to)).toBe(expected);
  });

  test('goes on with what it gave', () => {
    let parts = partsOf('mcp-config', bytes(FILE));
    let file = FILE;
    for (const [from, to] of [
      ['1}', '11}'],
      ['3}', '3, }'],
      ['{"b"', '{"x": [], "b"'],
      ['3, }', '333}'],
    ] as const) {
      file = file.replace(from, to);
      const edited = parts === undefined ? undefined : editedPart(parts, bytes(file));
      expect(text(edited?.document ?? bytes(''))).toContain(to);
      expect(file.slice(edited?.now.start, edited?.now.end)).toMatch(/^"(?:eel|cod|ray)": \{.*\}$/);
      parts = edited?.parts;
    }
  });

  test('of hooks', () => {
    expect(judged('{"a": {"Stop": []}, "b": {}}', '[]', '[1]', 'hooks')).toBe('{"a": {"Stop": [1]}}');
  });

  test('knows where a place in the part is in the file', () => {
    const parts = partsOf('mcp-config', bytes(FILE));
    const now = FILE.replace('2', '"é"');
    const edited = parts === undefined ? undefined : editedPart(parts, bytes(now));
    if (edited === undefined) throw new Error('there is a part');
    const document = text(edited.document);
    const start = document.indexOf('"é"');
    const place = placeInFile(edited, { start, end: start + 4 });
    expect(text(bytes(now).subarray(place?.start, place?.end))).toBe('"é"');
    expect(placeInFile(edited, { start: 0, end: 1 })).toBeUndefined();
    expect(placeInFile(edited, { start: document.length, end: document.length + 1 })).toBeUndefined();
  });
});

describe('partsOf', () => {
  test.each<[string, 'mcp-config' | 'hooks' | 'registry', string]>([
    ['a file that does not parse', 'mcp-config', '{'],
    ['two wrappers', 'mcp-config', '{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}'],
    ['no wrapper', 'mcp-config', '{"servers": {}}'],
    ['another kind', 'registry', '{"entries": []}'],
  ])('%s has none', (_, kind, file) => {
    expect(partsOf(kind, bytes(file))).toBeUndefined();
  });
});
