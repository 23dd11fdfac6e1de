import { expect, test } from 'vitest';
import { ignoreLines, mayCoverName, mayCoverPath } from './lines.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<[string, string, string[]]>([
  ['', 'nothing', []],
  ['a\nb\n', 'two lines', ['a 0-1', 'b 2-3']],
  ['a\r\n\r\n#b\r\n  \r\nc', 'line ends of Windows, comments and blank lines', ['a 0-1', 'c 13-14']],
  ['\ufeffa\n', 'a byte-order mark', ['a 0-4']],
  ['\\#a\n!b \n', 'escapes and negations', ['\\#a 0-3', '!b  4-7']],
  ['é\rx\n中', 'what is no line end, and characters of every length', ['é\rx 0-4', '中 5-8']],
])('%j: %s', (text, _, expected) => {
  expect(
    ignoreLines(encode(text)).map(({ pattern, span }) => `${pattern} ${span.start}-${span.end}`),
  ).toEqual(expected);
});

test('a file that nobody wrote is not looked at', () => {
  expect(ignoreLines(encode('a\n'.repeat(131_072)))).toHaveLength(131_072);
  expect(ignoreLines(encode('a\n'.repeat(131_073)))).toEqual([]);
});

const line = (pattern: string) => ({ pattern, span: { start: 0, end: 0 } });

test.each<[string, boolean]>([
  ['.agents', true],
  ['.agents/', true],
  ['/.agents/*', true],
  ['**/.agents/**', true],
  ['*', true],
  ['.*', true],
  ['.a*s', true],
  ['.[a-z]gents', true],
  ['.agent?', true],
  ['\\.agents', true],
  ['.agents  ', true],
  ['logs/*', true],
  ['node_modules/', false],
  ['*.log', false],
  ['.agent', false],
  ['.agents.bak', false],
  ['my.agents', false],
  ['!.agents', false],
  ['.env*', false],
  ['[!', false],
])('a directory called .agents, and the line %s: %s', (pattern, expected) => {
  expect(mayCoverName(line(pattern), '.agents')).toBe(expected);
});

test.each<[string, boolean]>([
  ['*', true],
  ['**', true],
  ['/*', true],
  ['mcp_config.json', false],
  ['*.json', false],
])('what lies beside the file, and the line %s: %s', (pattern, expected) => {
  expect(mayCoverName(line(pattern))).toBe(expected);
});

test.each<[string, string[], boolean]>([
  ['logs/*', ['.agents'], false],
  ['logs/*', ['logs', '.agents'], true],
  ['packages/*/.agents/', ['packages', 'kiln', '.agents'], true],
  ['packages/*/.agents/', ['apps', 'kiln', '.agents'], false],
  ['.agents/*', ['.agents'], true],
  ['.agents/skills', ['.agents'], false],
  ['*', [], true],
])('%s and the path %j: %s', (pattern, path, expected) => {
  expect(mayCoverPath(line(pattern), path)).toBe(expected);
});

test('hostile lines take linear time', () => {
  const start = performance.now();
  for (const pattern of [
    '*a'.repeat(60_000),
    '['.repeat(120_000),
    '/'.repeat(120_000),
    `${'\\'.repeat(120_000)}`,
  ]) {
    mayCoverName(line(pattern), 'a'.repeat(255));
    mayCoverPath(line(pattern), Array(64).fill('a'.repeat(60)));
  }
  expect(performance.now() - start).toBeLessThan(5000);
});
