import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emulateMcpConfig } from '../agy/mcp-config.ts';
import { PROJECT } from './helpers.ts';
import { inFixture, lintTree } from './lint-tree.ts';

const HARBOUR = join(PROJECT, 'fixtures', 'projects', 'harbour');
const CONFIG = readFileSync(join(HARBOUR, '.agents', 'mcp_config.json'));

test('the project holds fifteen servers of every kind that loads', () => {
  const { state, servers } = emulateMcpConfig(CONFIG, { extraAuthProviderTypes: [] });
  expect([state, servers.length]).toEqual(['loaded', 15]);
  expect(new Set(servers.map((server) => server.state))).toEqual(new Set(['loaded', 'disabled']));
  expect(new Set(servers.map(({ connection }) => connection.kind))).toEqual(
    new Set(['stdio', 'remote', 'none']),
  );
});

test('nothing in it is worth a warning, and each info is on the list beside it, with its reason', async () => {
  const list: readonly { rule: string; at: string; why: string }[] = JSON.parse(
    readFileSync(join(HARBOUR, 'infos.json'), 'utf8'),
  );
  const findings = await inFixture(HARBOUR, lintTree);
  const found = findings.map(({ ruleId, severity, source, span }) => {
    const { line, column } = source?.lines.position(span.start) ?? { line: 0, column: 0 };
    return `${severity} ${ruleId} ${line}:${column}`;
  });
  expect(found).toEqual(list.map(({ rule, at }) => `info ${rule} ${at}`));
  for (const { why } of list) expect(why.split(' ').length).toBeGreaterThan(10);
});

test('nothing at all is wrong with the project that has one file of most kinds', async () => {
  const findings = await inFixture(join(PROJECT, 'fixtures', 'projects', 'vineyard'), lintTree);
  expect(findings).toEqual([]);
});
