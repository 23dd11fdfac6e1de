import { describe, expect, test } from 'vitest';
import { tempTree } from '../test/helpers.ts';
import { lintTree } from '../test/lint-tree.ts';
import { createBound, createRunBound, MAX_FINDINGS, MAX_RUN_FINDINGS } from './bound.ts';

const finding = { messageId: 'made-up', args: {}, at: { start: 0, end: 0 } };

test('the finding that has no room is said once for each file', () => {
  const room = createBound();
  for (let i = 0; i < MAX_FINDINGS; i++) expect(room('one', finding)).toBe('listed');
  expect([room('one', finding), room('one', finding), room('two', finding)]).toEqual([
    'full',
    'over',
    'listed',
  ]);
});

test('a run has room for so many, whatever they are about', () => {
  const room = createRunBound();
  for (let i = 0; i < MAX_RUN_FINDINGS; i++) expect(room(finding)).toBe('listed');
  expect([room(finding), room(finding)]).toEqual(['full', 'over']);
});

test('names of megabytes leave room for one finding', () => {
  const room = createBound();
  const long = { ...finding, server: 'n'.repeat(5_000_000) };
  expect([room('one', long), room('one', long)]).toEqual(['listed', 'full']);
});

describe('a file with more defects than anybody reads', () => {
  const lintServers = async (count: number, severity: string) => {
    const servers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`kiln-${i}`, 1]));
    return lintTree(
      tempTree({
        '.git/': '',
        '.agents/mcp_config.json': JSON.stringify({ mcpServers: servers }),
        '.skillsaw.yaml': `rules: { antigravity-mcp-valid: { severity: ${severity} } }\n`,
      }),
    );
  };

  test('lists as many as fit', async () => {
    const found = await lintServers(MAX_FINDINGS, 'info');
    expect(found).toHaveLength(MAX_FINDINGS);
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['info']));
  });

  test('ends with an error where the list breaks off, whatever the severity of the rule', async () => {
    const found = await lintServers(MAX_FINDINGS + 2, 'info');
    expect(found).toHaveLength(MAX_FINDINGS + 1);
    const last = found.at(-1);
    expect(last).toMatchObject({
      ruleId: 'too-many-findings',
      severity: 'error',
      path: '.agents/mcp_config.json',
    });
    expect(last?.message).toContain('antigravity-mcp-valid');
    expect(last?.span.start).toBeGreaterThan(found.at(-2)?.span.start as number);
  });

  test('and where a whole run has more than fit', async () => {
    const servers = JSON.stringify({
      mcpServers: Object.fromEntries(Array.from({ length: MAX_FINDINGS }, (_, i) => [`kiln-${i}`, 1])),
    });
    const files = Object.fromEntries(
      Array.from({ length: MAX_RUN_FINDINGS / MAX_FINDINGS + 2 }, (_, i) => [
        `p${String(i).padStart(2, '0')}/.agents/mcp_config.json`,
        servers,
      ]),
    );
    const found = await lintTree(tempTree({ '.git/': '', ...files }));
    expect(found).toHaveLength(MAX_RUN_FINDINGS + 1);
    expect(found.filter(({ ruleId }) => ruleId === 'too-many-findings')).toMatchObject([
      { severity: 'error', path: 'p20/.agents/mcp_config.json' },
    ]);
  }, 60_000);
});
