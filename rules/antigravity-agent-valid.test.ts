import { describe, expect, test } from 'vitest';
import { checkFileLater, summary } from '../src/test/rules.ts';
import rule from './antigravity-agent-valid.ts';

const findingsIn = (content: string | Uint8Array, name = 'agents/pilot.md') =>
  checkFileLater(rule, name, content);

async function found(content: string | Uint8Array, name?: string): Promise<string[]> {
  return (await findingsIn(content, name)).map((finding) => summary(content, finding));
}

const head = (lines: string, body = '\nPlan first.\n'): string => `---\n${lines}\n---\n${body}`;
const ABOUT = 'name: pilot\ndescription: Steers. Use for berthing plans.';
const and = (lines: string): string => head(`${ABOUT}\n${lines}`);

describe('silent', () => {
  test.each([
    head(ABOUT),
    and('tools: [view_file, run_command]'),
    and('tools:\n  - view_file\n  - browser_click\n  - my_own_tool\n  - mcp(tides/list)'),
    and('tools: []'),
    and('tools:'),
    and('model: flash'),
    and('model: gemini-3-pro'),
    and('model:'),
    and('mainAgent: false'),
    and('subagent: false\nhidden: true'),
    and('mainAgent: "false"\nsubagent: false'),
    and('commandExecutionPolicy: sandbox\nskills: [a]\nmcpServers:\n  tides:\n    command: tides'),
    and('Hooks: {}'),
    head('name: browser-tester\ndescription: Tests'),
    head(ABOUT).replaceAll('\n', '\r\n'),
  ])('%j', async (content) => {
    expect(await found(content)).toEqual([]);
  });

  test.each(['agents/pilot/agent.md', 'agents/agent.md'])('%s', async (name) => {
    expect(await found(head(ABOUT), name)).toEqual([]);
  });
});

describe('the head', () => {
  test.each<[string, string[]]>([
    ['Plan first.', ['no-head 1:1 Plan first.']],
    ['', ['no-head 1:1 ']],
    [`---\n${ABOUT}`, ['broken-head 1:1 ---']],
    [head('name: pilot\ndescription: Steers: slowly'), ['broken-head 3:14 Steers: slowly']],
    [head(`${ABOUT}\ntools: *`), ['broken-head 4:8 *']],
    [head(`${ABOUT}\nname: other`), ['broken-head 4:1 name']],
    [head('- a'), ['broken-head 2:1 - a']],
    [head(''), ['incomplete 1:1 ---']],
    [head('tools: [a]'), ['incomplete 2:1 tools']],
    [head('name: pilot'), ['incomplete 2:1 name']],
    [head('description: Steers'), ['incomplete 2:1 description']],
    [head('name:\ndescription: Steers'), ['incomplete 2:1 name']],
    [head('name: pilot\ndescription: ""'), ['incomplete 3:1 description']],
    [head('name: pilot\ndescription: [a]'), ['incomplete 3:1 description']],
  ])('%j', async (content, expected) => {
    expect(await found(content)).toEqual(expected);
  });

  test('names all that is missing', async () => {
    expect((await findingsIn(head('model: pro')))[0]?.args).toEqual({ missing: 'name and no description' });
  });
});

describe('tools', () => {
  test.each<[string, string, string]>([
    ['tools: view_file, run_command', 'tools-type 4:8 view_file, run_command', 'view_file, run_command'],
    ['tools: Read, Grep, Bash', 'tools-type 4:8 Read, Grep, Bash', 'view_file, grep_search, run_command'],
    [
      'tools: Edit Write TodoWrite',
      'tools-type 4:8 Edit Write TodoWrite',
      'replace_file_content, multi_replace_file_content, write_to_file, TodoWrite',
    ],
    ['tools: "view_file"', 'tools-type 4:8 "view_file"', 'view_file'],
    ['tools: "*"', 'tools-type 4:8 "*"', ''],
    ['tools: ""', 'tools-type 4:8 ""', ''],
    ['tools: Bash(make:*), Read', 'tools-type 4:8 Bash(make:*), Read', ''],
    ['tools: true', 'tools-type 4:8 true', ''],
    ['tools: {read: true}', 'tools-type 4:8 {read: true}', ''],
  ])('%s', async (line, expected, list) => {
    const content = and(line);
    const [finding, ...others] = await findingsIn(content);
    expect(others).toEqual([]);
    expect(finding && summary(content, finding)).toBe(expected);
    expect(finding).toMatchObject({ field: 'tools', pointer: '/tools', args: { list } });
  });

  test.each<[string, string, string[]]>([
    ['tools: [Bash]', 'foreign-tool 4:9 Bash', []],
    [
      'tools: [view_file, "Bash(git diff:*)", Read]',
      'foreign-tool 4:20 "Bash(git diff:*)"',
      ['"Read" as well: write view_file'],
    ],
    ['tools:\n  - mcp__tides__list', 'foreign-tool 5:5 mcp__tides__list', []],
    ['model: opus\ntools: [Read]', 'foreign-tool 5:9 Read', ['the model is of another host, too']],
    ['model: claude-opus-4', 'foreign-model 4:8 claude-opus-4', []],
  ])('%s', async (lines, expected, related) => {
    const content = and(lines);
    const [finding, ...others] = await findingsIn(content);
    expect(others).toEqual([]);
    expect(finding && summary(content, finding)).toBe(expected);
    expect((finding?.related ?? []).map(({ message }) => message)).toEqual(related);
  });
});

describe('who can be started', () => {
  test.each<[string, string[]]>([
    ['hooks:', ['hooks-key 4:1 hooks']],
    ['hooks: {}', ['hooks-key 4:1 hooks']],
    ['hooks:\n  Stop: []\ntools: Read', ['tools-type 6:8 Read', 'hooks-key 4:1 hooks']],
    ['mainAgent: false\nsubagent: false', ['unreachable 5:11 false']],
    ['subagent: false\nmainAgent: False', ['unreachable 5:12 False']],
    ['mainAgent: false\nsubagent: false\nhooks: {}', ['hooks-key 6:1 hooks']],
  ])('%j', async (lines, expected) => {
    expect(await found(and(lines))).toEqual(expected);
  });

  test.each(['research', 'browser', 'self'])('%s is an agent already', async (name) => {
    expect(await found(head(`name: ${name}\ndescription: Steers`))).toEqual([`built-in-name 2:7 ${name}`]);
  });
});

test.each<[string, string, string[]]>([
  ['agents/deck/pilot/agent.md', head('name: pilot'), ['too-deep 1:1 ---']],
  ['agents/pilot/agent.json', '{ "name": "pilot" }', ['old-format 1:1 { "name": "pilot" }']],
  ['agents/pilot/agent.json', '', ['old-format 1:1 ']],
])('%s', async (name, content, expected) => {
  expect(await found(content, name)).toEqual(expected);
});

test.each<[string, string | Uint8Array]>([
  ['NUL', '\0'.repeat(100_000)],
  ['no UTF-8', Uint8Array.from({ length: 30_000 }, () => 0xff)],
  ['many tools', and(`tools: [${'Bash, '.repeat(3000)}]`)],
  ['a long text of tools', and(`tools: ${'a, '.repeat(300_000)}b`)],
  ['brackets', and(`tools: [${'('.repeat(300_000)}`)],
])('hostile: %s', async (_, content) => {
  const start = performance.now();
  expect((await findingsIn(content)).length).toBe(1);
  expect(performance.now() - start).toBeLessThan(3000);
});
