import { expect, test } from 'vitest';
import { type CodexServer, codexServers } from './codex.ts';

const servers = (text: string): readonly CodexServer[] => codexServers(new TextEncoder().encode(text));
const plain = ({ name, command, args, cwd, env, toolTimeout }: CodexServer): object => ({
  name,
  command: command?.value,
  args: args.map(({ value }) => value),
  cwd: cwd?.value,
  env: Object.fromEntries([...env].map(([key, { value }]) => [key, value])),
  toolTimeout: toolTimeout?.value,
});

test.each<[string, string]>([
  [
    'tables',
    '[mcp_servers.loom]\ncommand = "loom"\nargs = ["a"]\ncwd = "x"\ntool_timeout_sec = 60\n[mcp_servers.loom.env]\nA = "1"',
  ],
  [
    'braces',
    '[mcp_servers]\nloom = { command = "loom", args = ["a"], cwd = "x", tool_timeout_sec = 60.0, env = { A = "1" } }',
  ],
  [
    'dots',
    '[mcp_servers]\nloom.command = "loom"\nloom.args = ["a"]\n"loom".cwd = "x"\nloom.env.A = "1"\nloom.tool_timeout_sec = 60',
  ],
])('a server written with %s', (_, text) => {
  expect(servers(text).map(plain)).toEqual([
    { name: 'loom', command: 'loom', args: ['a'], cwd: 'x', env: { A: '1' }, toolTimeout: 60 },
  ]);
});

test.each<[string, string, object[]]>([
  ['no servers', 'model = "x"\n[tools]\ncommand = "x"', []],
  ['no table', 'mcp_servers = 1', []],
  ['a server that is no table', 'mcp_servers.loom = 1', [{ name: 'loom', args: [], env: {} }]],
  [
    'other types, and what lies deeper',
    '[mcp_servers.loom]\ncommand = 1\nargs = "a"\ntool_timeout_sec = "60"\nenv = { A = 1, B.C = "x" }\ntools.x.env = "y"',
    [{ name: 'loom', args: [], env: {} }],
  ],
  [
    'elements that are no strings',
    '[mcp_servers.loom]\nargs = ["a", 1, {}]',
    [{ name: 'loom', args: ['a', '1', ''], env: {} }],
  ],
  ['a refused file', '[mcp_servers.loom]\ncommand = "x"\ncommand = "y"', []],
  [
    'two servers',
    '[mcp_servers.b]\n[mcp_servers.a]\ncwd="x"\n[mcp_servers.b.env]\nX="1"',
    [
      { name: 'a', args: [], cwd: 'x', env: {} },
      { name: 'b', args: [], env: { X: '1' } },
    ],
  ],
])('%s', (_, text, expected) => {
  expect(servers(text).map(plain)).toEqual(expected);
});

test('places', () => {
  const text = '[mcp_servers.loom.env]\n"A" = \'1\'\n';
  const value = servers(text)[0]?.env.get('A');
  expect(value).toEqual({ value: '1', key: { start: 23, end: 26 }, at: { start: 29, end: 32 } });
});
