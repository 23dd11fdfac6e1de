import { expect, test } from 'vitest';
import { programNamed } from './named-program.ts';
import { startsOf } from './starts.ts';

const NAMES = new Set(['orchard-bridge', 'pear-mcp']);

/** The name, and the argument that shows it. */
function named(line: string, folder?: string): string | undefined {
  const [start] = startsOf(line.split(' ')) ?? [];
  const found = start && programNamed(start.invocation, NAMES, folder);
  if (found === undefined) return undefined;
  return `${found.name} ${found.word === undefined ? 'folder' : start?.argumentOf(found.word)}`;
}

test.each<[string, string]>([
  ['orchard-bridge', 'orchard-bridge 0'],
  ['/opt/bin/Orchard-Bridge --stdio', 'orchard-bridge 0'],
  ['C:\\tools\\orchard-bridge.exe', 'orchard-bridge 0'],
  ['orchard-bridge.cmd', 'orchard-bridge 0'],
  ['/opt/orchard-bridge/bin/start', 'orchard-bridge 0'],
  ['env A=1 orchard_bridge', 'orchard-bridge 2'],
  ['npx -y orchard-bridge@1.0.0', 'orchard-bridge 2'],
  ['npx -y @farm/pear-mcp', 'pear-mcp 2'],
  ['npx --package=orchard-bridge@1 start', 'orchard-bridge 1'],
  ['npx -y github:farm/orchard-bridge#4f2a9c1', 'orchard-bridge 2'],
  ['npx -y tsx /yard/orchard-bridge/src/index.ts', 'orchard-bridge 3'],
  ['uvx orchard-bridge==1.0', 'orchard-bridge 1'],
  ['uvx --from git+https://git.farm.example/orchard-bridge.git@v1 start', 'orchard-bridge 2'],
  ['docker run -i farm.example/pear-mcp:1.0', 'pear-mcp 3'],
  ['node /yard/orchard-bridge/dist/index.js', 'orchard-bridge 1'],
  ['node node_modules/orchard-bridge/dist/index.js', 'orchard-bridge 1'],
  ['node tools/orchard-bridge.mjs --stdio', 'orchard-bridge 1'],
  ['node --import ./x.js tools\\orchard-bridge\\index.js', 'orchard-bridge 3'],
  ['python3 -m orchard_bridge.server', 'orchard-bridge 2'],
  ['python /yard/pear_mcp/server.py', 'pear-mcp 1'],
  ['bun run /yard/pear-mcp/index.ts', 'pear-mcp 2'],
  ['uv run --directory /yard/orchard-bridge start', 'orchard-bridge 3'],
  ['uv --directory=/yard/orchard-bridge run server.py', 'orchard-bridge 1'],
  ['uv run orchard-bridge', 'orchard-bridge 2'],
  ['pnpm -C /yard/pear-mcp start', 'pear-mcp 2'],
  ['npm --prefix /yard/pear-mcp start', 'pear-mcp 2'],
])('%s', (line, expected) => {
  expect(named(line)).toBe(expected);
});

test.each([
  'orchard',
  'orchard-bridge-notes',
  'my-orchard-bridge',
  'npx -y orchard-mcp@1.0.0',
  'npx -y @pear-mcp-notes/x',
  // It is handed over, not started.
  'npx -y @farm/files@1.0.0 /yard/orchard-bridge',
  'node server.js --log /var/log/orchard-bridge/x.log',
  'docker run --name orchard-bridge farm/orchard:1',
  'uv run server.py --upstream orchard-bridge',
  // Another program, which was installed there.
  'node /yard/orchard-bridge/node_modules/orchard-mcp/index.js',
  'python3 -c import(orchard-bridge)',
  'node --version',
])('not %s', (line) => {
  expect(named(line)).toBeUndefined();
});

test.each<[string, string | undefined]>([
  ['node dist/index.js', 'orchard-bridge folder'],
  ['uv run server.py', 'orchard-bridge folder'],
  ['node /opt/orchard/index.js', undefined],
  ['npx -y orchard-mcp@1.0.0', undefined],
  ['orchard-mcp', undefined],
])('%s in the folder of one', (line, expected) => {
  expect(named(line, '/yard/orchard-bridge')).toBe(expected);
});
