import { describe, expect, test } from 'vitest';
import { type Around, checkFileLater, placeIn, summary } from '../src/test/rules.ts';
import rule from './mcp-unpinned-package.ts';

const check = (content: string, around: Around = {}) =>
  checkFileLater(rule, 'mcp_config.json', content, {}, placeIn(around));
const found = async (content: string, around?: Around): Promise<string[]> =>
  (await check(content, around)).map((finding) => summary(content, finding));
const server = (fields: object): string => JSON.stringify({ mcpServers: { kiln: fields } });
const started = (line: string, more: object = {}): string => {
  const [command, ...args] = line.split(' ');
  return server({ command, args, ...more });
};

describe('silent', () => {
  test.each([
    '',
    '{}',
    server({}),
    server({ command: 'kiln-mcp' }),
    server({ serverUrl: 'https://kiln.example/mcp' }),
    started('npx -y @orchard/mcp@1.2.3'),
    started('npx --yes orchard@^1'),
    started('npx -y ./tools/orchard'),
    started('npx ./tools/orchard'),
    started('npx -y github:orchard/mcp#4f2a9c1d'),
    started('npx -y ${ORCHARD_PACKAGE}'),
    started('npx orchard@1', { env: { npm_config_yes: 'true' } }),
    started('npx --no-install orchard'),
    started('npx'),
    started('bunx orchard@1.0.0'),
    started('pnpm dlx orchard@1'),
    started('pnpm exec orchard'),
    started('npm run orchard'),
    started('uvx kiln-mcp==1.0'),
    started('uvx kiln-mcp@1.0'),
    started('uvx --from ./tools/kiln kiln'),
    started('uvx --from git+https://git.kiln.example/mcp@4f2a9c1d kiln'),
    started('uvx --exclude-newer 2026-01-01 kiln'),
    started('uv run kiln.py'),
    started('pipx run --spec kiln-mcp==1 kiln'),
    started('docker run -i --rm oven/mcp:1.4'),
    started('docker run -i --rm oven/mcp@sha256:00ff'),
    started('docker run -v clay:/home/node -w /home/node oven/mcp:1.4'),
    started('docker run --pull=never oven'),
    started('docker exec -i oven npx orchard'),
    started('cmd /c npx -y orchard@1'),
    server({ command: 'bash', args: ['-lc', 'exec npx -y orchard@1'] }),
    // Not started: the address wins, or it is an argument of something else.
    started('npx orchard', { serverUrl: 'https://kiln.example/mcp' }),
    started('kiln-mcp npx orchard'),
    server({ command: 'kiln-mcp', env: { START: 'npx orchard' } }),
    // Replaced by a later spelling.
    '{"mcpServers":{"kiln":{"command":"npx","args":["orchard"],"Args":["-y","orchard@1"]}}}',
  ])('%s', async (content) => {
    expect(await found(content)).toEqual([]);
  });
});

describe('found', () => {
  test.each<[string, string, string]>([
    ['npx -y @orchard/mcp', 'no-version', 'args[1]'],
    ['npx @orchard/mcp', 'no-version', 'args[0]'],
    ['npx -y orchard@latest', 'moving-tag', 'args[1]'],
    ['npx -y orchard@next --stdio', 'moving-tag', 'args[1]'],
    ['npx -y --package=orchard pick', 'no-version', 'args[1]'],
    ['npx -y github:orchard/mcp', 'no-version', 'args[1]'],
    ['npx -y github:orchard/mcp#main', 'moving-tag', 'args[1]'],
    ['npx orchard@1.0.0', 'asks-first', 'args[0]'],
    ['npx.cmd orchard@1.0.0 -y', 'asks-first', 'args[0]'],
    ['npm exec -- orchard@1', 'asks-first', 'args[2]'],
    ['npm exec --yes -- orchard', 'no-version', 'args[3]'],
    ['bunx orchard', 'no-version', 'args[0]'],
    ['pnpm dlx orchard', 'no-version', 'args[1]'],
    ['yarn dlx orchard', 'no-version', 'args[1]'],
    ['uvx kiln-mcp', 'no-version', 'args[0]'],
    ['uvx kiln-mcp@latest', 'moving-tag', 'args[0]'],
    ['uvx --from git+https://git.kiln.example/mcp kiln', 'no-version', 'args[1]'],
    ['uv tool run kiln-mcp', 'no-version', 'args[2]'],
    ['pipx run kiln-mcp', 'no-version', 'args[1]'],
    ['docker run -i --rm -e KEY oven/mcp', 'no-version', 'args[5]'],
    ['docker run -i --rm oven/mcp:latest --stdio', 'moving-tag', 'args[3]'],
    ['podman run oven/mcp', 'no-version', 'args[1]'],
    ['cmd /c npx -y orchard', 'no-version', 'args[3]'],
    ['env A=1 npx -y orchard', 'no-version', 'args[3]'],
  ])('%s: %s', async (line, id, field) => {
    const [finding, ...more] = await check(started(line));
    expect([finding?.messageId, finding?.field]).toEqual([id, field]);
    expect(more).toEqual([]);
  });

  test.each<[object, string]>([
    [{ command: 'bash', args: ['-lc', 'npx -y orchard'] }, 'no-version 1:55 "npx -y orchard"'],
    [{ command: 'cmd', args: ['/c', 'npx -y orchard'] }, 'no-version 1:53 "npx -y orchard"'],
    [{ command: 'sh', args: ['-c', 'cd a && uvx kiln@latest'] }, 'moving-tag 1:52 "cd a && uvx kiln@latest"'],
    [{ Command: 'npx', ARGS: ['-y', 'orchard'], disabled: true }, 'no-version 1:53 "orchard"'],
    [{ command: 'npx', args: ['-y', 'orchard'], env: { A: 1 } }, 'no-version 1:53 "orchard"'],
  ])('%j', async (fields, expected) => {
    expect(await found(server(fields))).toEqual([expected]);
  });
});

test('one server is one finding, and names every package', async () => {
  const [finding, ...more] = await check(started('npx -p @orchard/mcp -p pears@latest pick'));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    messageId: 'no-version',
    server: 'kiln',
    field: 'args[1]',
    pointer: '/mcpServers/kiln/args/1',
    args: { server: 'kiln', by: 'npx', spec: '@orchard/mcp', asks: 1 },
    related: [{ message: 'pears@latest as well' }],
  });
});

describe('what the project has installed', () => {
  const manifest = (fields: object): Around => ({ 'package.json': JSON.stringify(fields) });
  test.each<[string, Around, string[]]>([
    ['npx orchard', manifest({ dependencies: { orchard: '^1' } }), []],
    ['npx -y orchard', manifest({ devDependencies: { orchard: '1' } }), []],
    ['bunx orchard', manifest({ name: 'orchard' }), []],
    ['npx -y orchard', { 'package.json': '{}' }, ['no-version']],
    ['npx -y orchard', manifest({ dependencies: { pears: '1' } }), ['no-version']],
    ['npx -y orchard', manifest({ dependencies: 'orchard', name: 1 }), ['no-version']],
    ['npx -y orchard', { 'package.json': '[' }, ['no-version']],
    ['npx -y orchard', { 'package.json': 'null' }, ['no-version']],
    // A tag asks the registry, and these runners never look at the project.
    ['npx -y orchard@latest', manifest({ dependencies: { orchard: '1' } }), ['moving-tag']],
    ['pnpm dlx orchard', manifest({ dependencies: { orchard: '1' } }), ['no-version']],
    ['uvx orchard', manifest({ dependencies: { orchard: '1' } }), ['no-version']],
  ])('%s with %j', async (line, around, expected) => {
    expect((await check(started(line), around)).map(({ messageId }) => messageId)).toEqual(expected);
  });
});

test('says how a version is written', async () => {
  const pinned = async (line: string): Promise<unknown> => (await check(started(line)))[0]?.args.pinned;
  expect(await pinned('npx -y @orchard/mcp')).toBe('@orchard/mcp@1.2.3');
  expect(await pinned('npx -y orchard@latest')).toBe('orchard@1.2.3');
  expect(await pinned('npx -y orchard/mcp')).toBe('a commit behind #');
  expect(await pinned('uvx kiln')).toBe('kiln==1.2.3');
  expect(await pinned('uvx git+https://git.kiln.example/mcp')).toBe('a commit behind @');
  expect(await pinned('docker run oven:latest')).toBe('oven:1.2.3, or a digest');
  const args = { server: 'kiln', by: 'npx', spec: 'orchard', pinned: 'orchard@1.2.3', asks: 0 };
  const { help } = rule.messages['no-version'];
  expect(help(args)).not.toMatch(/-y/);
  expect(help({ ...args, asks: 1 })).toMatch(/^Name a version \(orchard@1\.2\.3\), put -y in front of it,/);
  expect(rule.messages['asks-first'].help()).toMatch(/-y/);
});
