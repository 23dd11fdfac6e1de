import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { VERSION } from '../version.ts';
import { PROJECT, runBuilt, scrubbedEnv, temporaryFolder, tempTree } from './helpers.ts';
import { connectBuilt, ERAS } from './mcp-client.ts';
import { DROPPED } from './projects.ts';

const SERVERS = '.agents/mcp_config.json';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** The configurations that the page shows. */
const configurations: readonly string[] = [
  ...readFileSync(join(PROJECT, 'docs', 'mcp.md'), 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm),
].map((match) => match[1] as string);

test.each(configurations)('what the page tells people to write is clean: %s', (configuration) => {
  const cwd = tempTree({ '.git/HEAD': '', [SERVERS]: configuration });
  expect(runBuilt(['lint', '-v', '--format', 'compact'], { cwd })).toEqual({
    stdout: '',
    stderr: '',
    status: 0,
  });
});

test('the first entry of the page starts this release, and it answers', async () => {
  expect(inject('buildFailure')).toBe('');
  const { skillsaw } = JSON.parse(configurations[0] as string).mcpServers as { skillsaw: Entry };
  const [yes, name, ...args] = skillsaw.args;
  expect([skillsaw.command, yes, name]).toEqual(['npx', '-y', `skillsaw@${VERSION}`]);
  expect(args).toEqual(['mcp']);
  const directory = tempTree({ [SERVERS]: DROPPED });
  const { call } = await connectBuilt(args.slice(1), { cwd: temporaryFolder() });
  expect(await call('lint', { directory })).toMatchObject({ data: { summary: { warnings: 1 } } });
});

test.each(ERAS)('speaks %s over standard input and output', async (era) => {
  const cwd = tempTree({ [SERVERS]: DROPPED });
  const { client, call } = await connectBuilt(['--root'], {
    era,
    cwd,
    user: () => ({ action: 'accept', content: {} }),
  });
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  expect(await call('lint')).toMatchObject({ data: { findings: [{ path: SERVERS }] } });
  expect(await call('apply_fix')).toMatchObject({ data: { outcome: 'applied', left: 0 } });
  expect(readFileSync(join(cwd, SERVERS), 'utf8')).toBe(DROPPED.replace('7700', '"7700"'));
});

/** One run, from its first line on standard input to its end. */
function converse(args: readonly string[], cwd: string, input: string) {
  return new Promise<{ stdout: string; stderr: string; status: number | null }>((resolve) => {
    const program = join(PROJECT, 'bin', 'skillsaw.js');
    const child = spawn(process.execPath, [program, 'mcp', ...args], { cwd, env: scrubbedEnv() });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text;
      // Whoever wants an answer keeps his end open until he has it.
      child.stdin.end();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.stderr += text;
    });
    child.on('close', (status) => resolve({ ...said, status }));
    if (input === '') child.stdin.end();
    else child.stdin.write(input);
  });
}

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})}\n`;

test('ends when its input does, and has said nothing but the protocol', async () => {
  const cwd = temporaryFolder();
  expect(await converse(['--root'], cwd, '')).toEqual({ stdout: '', stderr: '', status: 0 });
  const { stdout, stderr, status } = await converse(['--root'], cwd, `no JSON\n${INITIALIZE}`);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([1]);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

test('answers what came through a pipe', () => {
  const input = `${INITIALIZE}${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`;
  const { stdout, status } = runBuilt(['mcp', '--root'], { cwd: temporaryFolder(), input });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((said) => JSON.parse(said).id),
  ).toEqual([1, 2]);
  expect(status).toBe(0);
});

test('ends when a client goes away in the middle of a call', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${i}/${SERVERS}`, DROPPED]));
  const cwd = tempTree(files);
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'lint', arguments: {} } };
  const { stderr, status } = await converse(['--root'], cwd, `${INITIALIZE}${JSON.stringify(call)}\n`);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

test('takes a client that tells of its roots at the start for what it is', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { roots: {} },
  };
  const said = [
    { method: 'notifications/roots/list_changed' },
    { id: 1, method: 'tools/list', params: { _meta } },
  ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const { stdout, status } = await converse(['--root'], temporaryFolder(), said.join(''));
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  expect(status).toBe(0);
});

test.each([
  [['--root', 'none'], 'there is no such directory'],
  [['--root', 'file'], 'there is no such directory'],
  [['--root', ''], 'there is no such directory'],
  [['x'], 'too many arguments'],
])('%j is a mistake', (args, why) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'file'), '');
  mkdirSync(join(cwd, 'folder'));
  const { stdout, stderr, status } = runBuilt(['mcp', ...args], { cwd });
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
  expect(stderr).toContain(why);
});

test('says how it is used', () => {
  const { stdout, status } = runBuilt(['mcp', '--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('$ skillsaw mcp --root');
});
