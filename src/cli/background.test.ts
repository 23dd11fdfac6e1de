import { expect, test } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { BUILTIN_FINDINGS } from '../engine/builtin.ts';
import { runBuilt, tempTree } from '../test/helpers.ts';
import { CLEAN, DROPPED, LEAKING } from '../test/projects.ts';

const VALID = 'antigravity-mcp-valid';

const cwd = tempTree({
  'a/.agents/mcp_config.json': DROPPED,
  'b/.agents/mcp_config.json': LEAKING,
  'c/.agents/mcp_config.json': CLEAN,
  'd/.agents/mcp_config.json/': '',
});

test('a report tells of the rules that found something, each with its page as it ships', () => {
  const { stdout, stderr, status } = runBuilt(['--format', 'sarif'], { cwd });
  expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
  const { rules } = JSON.parse(stdout).runs[0].tool.driver;
  expect(rules.map(({ id }: { id: string }) => id)).toEqual([VALID, 'mcp-valid-json', 'unreadable-file']);
  const summary = RULES.find(({ id }) => id === VALID)?.summary;
  expect(rules[0]).toMatchObject({
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: expect.stringMatching(/^The rule reads mcp_config\.json as [^\n]+\.$/) },
    help: {
      text: expect.stringMatching(/^antigravity-mcp-valid\n\n.+\nHow to fix\n/s),
      markdown: expect.stringMatching(/^# antigravity-mcp-valid\n\n.+\n## How to fix\n/s),
    },
  });
  // Pages link to one another, and in a report there is nothing to link to.
  expect(rules[0].help.markdown).not.toMatch(/<!--|\]\((?!https?:)/);
  expect(rules[2].shortDescription.text).toBe(`${BUILTIN_FINDINGS['unreadable-file'].summary}.`);
});

test('and of every file, found fault with or not', () => {
  const { stdout } = runBuilt(['--format', 'junit'], { cwd });
  expect([...stdout.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => `${name}/.agents/mcp_config.json`),
  );
  expect(stdout).toContain(
    '<testcase classname="skillsaw" name="c/.agents/mcp_config.json" time="0"></testcase>',
  );
});
