import { describe, expect, test } from 'vitest';
import { type McpJson, readMcpJson } from './mcp-json.ts';

const read = (text: string): McpJson => readMcpJson(new TextEncoder().encode(text));
const names = ({ servers }: McpJson): string[] => servers.map(({ name }) => name);
/** Problems in a short form: code and what stands at the place. */
const problems = (text: string): string[] =>
  read(text).problems.map((problem) => {
    if (problem.code === 'syntax') return `syntax ${problem.error.offset}`;
    const { start, end } = problem.place.span;
    return `${problem.code} ${problem.place.pointer} ${text.slice(start, end)}`;
  });

describe('what counts as a map of servers', () => {
  test.each<[string, string, readonly string[], string[], string[]]>([
    ['the wrapper', '{"mcpServers":{"kiln":{},"loom":{}}}', ['mcpServers'], ['kiln', 'loom'], []],
    ['an empty map', '{"mcpServers":{}}', ['mcpServers'], [], []],
    ['other keys beside it', '{"$schema":"x","inputs":[],"mcpServers":{"a":{}}}', ['mcpServers'], ['a'], []],
    ['a bare map', '{"kiln":{"command":"kiln-mcp"},"loom":{}}', [], ['kiln', 'loom'], []],
    ['an empty document', '{}', [], [], []],
    ['notes in a bare map', '{"$schema":"x","//":"a","_by":1,"version":1,"kiln":{}}', [], ['kiln'], []],
    ['the wrapper of another host', '{"inputs":[],"servers":{"kiln":{}}}', ['servers'], ['kiln'], []],
    ['both wrappers', '{"servers":{"a":{}},"mcpServers":{"b":{}}}', ['mcpServers'], ['b'], []],
    ['a list', '[]', [], [], ['root-type  []']],
    ['null', 'null', [], [], ['root-type  null']],
    ['a list in the wrapper', '{"mcpServers":[1]}', ['mcpServers'], [], ['servers-type /mcpServers [1]']],
    ['null in the wrapper', '{"mcpServers":null}', ['mcpServers'], [], ['servers-type /mcpServers null']],
    [
      'a server that is none',
      '{"mcpServers":{"kiln":"kiln-mcp","loom":null,"oven":{}}}',
      ['mcpServers'],
      ['kiln', 'loom', 'oven'],
      ['server-type /mcpServers/kiln "kiln-mcp"', 'server-type /mcpServers/loom null'],
    ],
    ['the same in a bare map', '{"a/b":7,"oven":{}}', [], ['a/b', 'oven'], ['server-type /a~1b 7']],
    ['a repeated name', '{"mcpServers":{"kiln":7,"kiln":{}}}', ['mcpServers'], ['kiln'], []],
    ['a repeated wrapper', '{"mcpServers":7,"mcpServers":{"kiln":{}}}', ['mcpServers'], ['kiln'], []],
    ['another case of the wrapper', '{"MCPServers":{"kiln":{}}}', [], ['MCPServers'], []],
  ])('%s', (_, text, wrapper, servers, expected) => {
    const config = read(text);
    expect(config.wrapper).toEqual(wrapper);
    expect(names(config)).toEqual(servers);
    expect(problems(text)).toEqual(expected);
  });
});

test('what is replaced is kept for whoever asks', () => {
  const { replaced } = read('{"mcpServers":{"a":{}},"mcpServers":{"b":{"command":"x"},"b":{}}}');
  expect(replaced.map(({ name, by }) => `${name} ${by}`)).toEqual(['a wrapper', 'b server']);
  expect(read('{"a":{"command":"x"},"a":{}}').replaced).toHaveLength(1);
  expect(read('[]').replaced).toEqual([]);
});

describe('bytes', () => {
  test.each<[string, string, string[], string[]]>([
    ['a comment', '{"mcpServers":{"a":{}} // x\n}', ['syntax 23'], ['a']],
    ['a comma too many', '{"mcpServers":{"a":{},}}', ['syntax 22'], ['a']],
    ['both, with a server that is none', '{"a":7,/**/}', ['syntax 7', 'server-type /a 7'], ['a']],
    ['broken off', '{"mcpServers":{"a":{}', ['syntax 21'], []],
    ['nothing', '', ['syntax 0'], []],
    ['a comment where it may be allowed', '{"servers":{"a":{}} // x\n}', [], ['a']],
    ['a byte-order mark', '\ufeff{"mcpServers":{"a":{}}}', [], ['a']],
    ['a byte-order mark and a comment', '\ufeff{"a":{},//\n}', ['syntax 11'], ['a']],
    ['more brackets than agy takes', `{"a":${'['.repeat(10_001)}`, [], []],
  ])('%s', (_, text, expected, servers) => {
    expect(problems(text)).toEqual(expected);
    expect(names(read(text))).toEqual(servers);
  });

  test('places count the byte-order mark', () => {
    const { doc, servers } = read('\ufeff{"kiln":{}}');
    expect(doc?.span(servers[0]?.key as number)).toEqual({ start: 4, end: 10 });
  });

  test('8 MiB of servers are read once', () => {
    const one = '"s":{"command":"x"},';
    const text = `{${one.repeat(Math.floor(8_388_000 / one.length))}"t":{}}`;
    expect(names(read(text))).toEqual(['s', 't']);
  });
});
