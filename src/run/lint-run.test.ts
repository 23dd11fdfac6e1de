import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RULE_SOURCE } from '../cli/rule-list.ts';
import { tempTree } from '../test/helpers.ts';
import type { Io } from './io.ts';
import { type LintRequest, prepareLint } from './lint-run.ts';

const BROKEN = '{"mcpServers": {"kiln": 7}}';

function ioAt(cwd: string): { readonly io: Io; readonly said: string[] } {
  const said: string[] = [];
  const stream = { isTerminal: false, columns: undefined, write: (text: string) => void said.push(text) };
  const io = {
    cwd,
    env: {},
    packageRoot: () => cwd,
    stdout: stream,
    stderr: stream,
    readStdin: () => new Uint8Array(),
  };
  return { io, said };
}

const request: LintRequest = {
  config: undefined,
  noConfig: false,
  paths: [],
  selection: { only: [], skip: [] },
  useBaseline: true,
};

it('pauses before each file, and ends when a pause throws', async () => {
  const cwd = tempTree({ 'a/.agents/mcp_config.json': BROKEN, 'b/.agents/mcp_config.json': BROKEN });
  const { io } = ioAt(cwd);
  let pauses = 0;
  const pause = async (): Promise<void> => {
    if (++pauses > 2) throw new Error('enough');
  };
  const { check } = await prepareLint({ ...request, pause }, RULE_SOURCE, io);
  expect((await check()).run.findings).toHaveLength(2);
  expect(pauses).toBe(2);
  await expect(check()).rejects.toThrow('enough');
});

it('follows no link to a baseline out of the folder that bounds it', async () => {
  const cwd = tempTree({
    '.git/HEAD': '',
    'own.json': '{"schemaVersion": 1, "entries": []}',
    'in/.agents/mcp_config.json': BROKEN,
    'in/.skillsaw-baseline.json': { symlink: '../own.json' },
  });
  const { io } = ioAt(join(cwd, 'in'));
  const { check } = await prepareLint({ ...request, noConfig: true }, RULE_SOURCE, io);
  expect((await check()).run.findings).toHaveLength(1);
  await expect(prepareLint({ ...request, within: io.cwd }, RULE_SOURCE, io)).rejects.toThrow(
    'this link leaves the repository root',
  );
});

it('knows no patterns where reading is bounded', async () => {
  const cwd = tempTree({ 'a/.agents/mcp_config.json': BROKEN });
  const { io } = ioAt(cwd);
  const { check } = await prepareLint({ ...request, paths: ['*'] }, RULE_SOURCE, io);
  expect((await check()).run.findings).toHaveLength(1);
  const bounded = await prepareLint({ ...request, paths: ['*'], within: cwd }, RULE_SOURCE, io);
  await expect(bounded.check()).rejects.toThrow('there is no such file or directory');
});
