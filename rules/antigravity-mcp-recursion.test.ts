import { describe, expect, test } from 'vitest';
import { checkFileLater, placeIn, summary } from '../src/test/rules.ts';
import rule from './antigravity-mcp-recursion.ts';

const found = async (content: string, bridges: readonly string[] = []): Promise<string[]> =>
  (await checkFileLater(rule, 'mcp_config.json', content, { bridges })).map((finding) =>
    summary(content, finding),
  );
const server = (fields: object): string => JSON.stringify({ mcpServers: { gate: fields } });

describe('silent', () => {
  test.each([
    '',
    '{}',
    server({}),
    server({ command: 'orchard-mcp' }),
    server({ command: 'npx', args: ['-y', 'antigravity-notes-mcp@1.0.0'] }),
    server({ command: 'agylity' }),
    // Named, and not started.
    server({ command: 'orchard-mcp', args: ['agy', '/yard/agy-bridge'], env: { A: 'agy-bridge' } }),
    server({ command: 'npx', args: ['-y', '@orchard/files@1.0.0', '/yard/agy-orch-mcp'] }),
    server({ command: 'npx', args: ['-y', 'orchard-mcp@1.0.0'], cwd: '/yard/agy-orch-mcp' }),
    server({ command: 'node', args: ['/yard/agy/index.js'] }),
    '{"mcpServers":{"agy-bridge":{"command":"orchard-mcp"}}}',
    // Not started.
    server({ command: 'agy', disabled: true }),
    server({ command: 'agy', env: { A: 1 } }),
    server({ serverUrl: 'https://gate.example/agy-bridge', command: 'agy' }),
    server({ url: 'https://gate.example/agy-bridge' }),
    '{"mcpServers":{"gate":{"command":"agy","Command":"orchard-mcp"}}}',
    '{"mcpServers":{"gate":{"command":"agy"},"gate":{}}}',
  ])('%s', async (content) => {
    expect(await found(content)).toEqual([]);
  });
});

describe('Antigravity itself', () => {
  test.each<[object, string]>([
    [{ command: 'agy', args: ['mcp', 'serve'] }, 'starts-agy 1:34 "agy"'],
    [{ command: '/opt/bin/agy' }, 'starts-agy 1:34 "/opt/bin/agy"'],
    [{ command: 'C:\\tools\\AGY.exe' }, 'starts-agy 1:34 "C:\\\\tools\\\\AGY.exe"'],
    [{ command: 'env', args: ['A=1', 'agy'] }, 'starts-agy 1:54 "agy"'],
    [{ command: 'cmd', args: ['/c', 'agy.cmd'] }, 'starts-agy 1:53 "agy.cmd"'],
    [{ command: 'sh', args: ['-c', 'cd a && exec agy -p x'] }, 'starts-agy 1:52 "cd a && exec agy -p x"'],
    [{ Command: 'agy', url: 'https://gate.example' }, 'starts-agy 1:34 "agy"'],
  ])('%j', async (fields, expected) => {
    expect(await found(server(fields))).toEqual([expected]);
  });

  test('in escapes, too', async () => {
    const content = '{"mcpServers":{"gate":{"command":"\\u0061gy"}}}';
    expect(await found(content)).toEqual(['starts-agy 1:34 "\\u0061gy"']);
  });
});

describe('a bridge', () => {
  test.each<[object, string]>([
    [{ command: 'agy-bridge' }, 'bridge 1:34 "agy-bridge"'],
    [{ command: 'Antigravity_CLI_MCP' }, 'bridge 1:34 "Antigravity_CLI_MCP"'],
    [{ command: 'npx', args: ['-y', 'agy-orch-mcp@1.4.0'] }, 'bridge 1:53 "agy-orch-mcp@1.4.0"'],
    [{ command: 'npx', args: ['-y', '@farm/antigravity-mcp'] }, 'bridge 1:53 "@farm/antigravity-mcp"'],
    [{ command: 'uvx', args: ['agymcp==1'] }, 'bridge 1:48 "agymcp==1"'],
    [
      { command: 'node', args: ['/yard/agy-orch-mcp/dist/index.js'] },
      'bridge 1:49 "/yard/agy-orch-mcp/dist/index.js"',
    ],
    [{ command: 'python3', args: ['-m', 'codex_agy_bridge'] }, 'bridge 1:57 "codex_agy_bridge"'],
    [{ command: 'bash', args: ['-lc', 'exec agy-mcp'] }, 'bridge 1:55 "exec agy-mcp"'],
    [{ command: 'node', args: ['index.js'], cwd: '/yard/agy-mcp' }, 'bridge 1:67 "/yard/agy-mcp"'],
    [{ command: 'antigravity-cli-mcp' }, 'bridge 1:34 "antigravity-cli-mcp"'],
  ])('%j', async (fields, expected) => {
    expect(await found(server(fields))).toEqual([expected]);
  });

  test.each<[readonly string[], number]>([
    [[], 0],
    [['orchard-gate'], 1],
    [['Orchard_Gate'], 1],
    [['@farm/orchard-gate'], 1],
    [['orchard'], 0],
  ])('of our own: %j', async (bridges, count) => {
    const content = server({ command: 'npx', args: ['-y', '@farm/orchard-gate@1.0.0'] });
    expect(await found(content, bridges)).toHaveLength(count);
    // The known ones stay.
    expect(await found(server({ command: 'agy-bridge' }), bridges)).toHaveLength(1);
  });
});

test('says where, and what', async () => {
  const content = server({ command: 'npx', args: ['-y', 'agy-orch-mcp@1.4.0'] });
  expect(await checkFileLater(rule, 'mcp_config.json', content)).toMatchObject([
    {
      server: 'gate',
      field: 'args[1]',
      pointer: '/mcpServers/gate/args/1',
      args: { server: 'gate', program: 'agy-orch-mcp' },
    },
  ]);
});

test.each(['root', 'plugin', 'none'] as const)('in a file of a %s', async (owner) => {
  const content = server({ command: 'agy' });
  expect(await checkFileLater(rule, 'mcp_config.json', content, {}, placeIn({}, { owner }))).toHaveLength(1);
});
