import { describe, expect, test } from 'vitest';
import { eventNamed } from './hook-decode.ts';
import { ANTIGRAVITY_TOOLS, HOOK_EVENTS } from './hook-facts.ts';
import {
  FOREIGN_EVENTS,
  FOREIGN_TOOLS,
  foreignEvent,
  foreignTool,
  HOOK_HOST_IDS,
  HOOK_HOSTS,
  hostsInWords,
  insteadOf,
} from './hook-hosts.ts';

describe('the table', () => {
  test('has every name once', () => {
    for (const names of [FOREIGN_EVENTS, FOREIGN_TOOLS].map((rows) => rows.map(({ name }) => name))) {
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });

  test('holds nothing that Antigravity has', () => {
    expect(FOREIGN_EVENTS.filter(({ name }) => eventNamed(name) !== undefined)).toEqual([]);
    expect(FOREIGN_TOOLS.filter(({ name }) => ANTIGRAVITY_TOOLS.includes(name))).toEqual([]);
  });

  test('names tools that Antigravity has instead', () => {
    const instead = [
      ...FOREIGN_TOOLS.flatMap((row) => row.instead),
      ...FOREIGN_EVENTS.flatMap((row) => row.instead?.matcher?.split('|') ?? []),
    ];
    expect(instead.filter((name) => !ANTIGRAVITY_TOOLS.includes(name))).toEqual([]);
  });

  test('gives a matcher only where Antigravity reads one', () => {
    for (const { instead } of FOREIGN_EVENTS) {
      if (instead?.matcher !== undefined) expect(HOOK_EVENTS[instead.event].shape).toBe('grouped');
    }
  });

  test('has rows for every host, and a source for each', () => {
    const named = new Set([...FOREIGN_EVENTS, ...FOREIGN_TOOLS].flatMap(({ hosts }) => hosts));
    expect([...named].sort()).toEqual([...HOOK_HOST_IDS].sort());
    for (const id of HOOK_HOST_IDS) expect(HOOK_HOSTS[id].source).toMatch(/^https:\/\//);
  });
});

describe('an event of another host', () => {
  test.each([
    ['UserPromptSubmit', 'PreInvocation'],
    ['BeforeTool', 'PreToolUse'],
    ['userpromptsubmit', 'PreInvocation'],
    ['SessionEnd', undefined],
  ])('%s', (name, instead) => {
    expect(foreignEvent(name)?.instead?.event).toBe(instead);
    expect(foreignEvent(name)).toBeDefined();
  });

  test('in its own spelling belongs to the host that spells it so', () => {
    expect(foreignEvent('SessionEnd')?.hosts).toContain('claude-code');
    expect(foreignEvent('sessionEnd')?.hosts).toContain('cursor');
  });

  test.each(['PreToolUse', 'stop', 'Frobnicate', '__proto__'])('is not %s', (name) => {
    expect(foreignEvent(name)).toBeUndefined();
  });

  test('is none once the user says that Antigravity has it', () => {
    expect(foreignEvent('PreCompact', ['precompact'])).toBeUndefined();
    expect(foreignEvent('PreCompact', ['SessionEnd'])).toBeDefined();
  });
});

describe('a tool of another host', () => {
  test.each([
    ['Bash', ['run_command']],
    ['run_shell_command', ['run_command']],
    ['mcp__loom__weave', ['call_mcp_tool']],
    ['TodoWrite', []],
  ])('%s', (name, instead) => {
    expect(foreignTool(name)?.instead).toEqual(instead);
  });

  test.each(['run_command', 'grep_search', 'BASH', 'constructor', ''])('is not %j', (name) => {
    expect(foreignTool(name)).toBeUndefined();
  });

  test('is none once the user says that Antigravity has it', () => {
    expect(foreignTool('Bash', ['Bash'])).toBeUndefined();
    expect(foreignTool('Bash', ['bash'])).toBeDefined();
  });
});

test('hosts are told in words', () => {
  expect(hostsInWords([])).toBe('');
  expect(hostsInWords(['codex'])).toBe('Codex');
  expect(hostsInWords(['claude-code', 'gemini-cli', 'codex'])).toBe('Claude Code, Gemini CLI or Codex');
});

test('what to write for tools is a matcher of whole names, no longer than a message may be', () => {
  const tools = (...names: string[]) => names.flatMap((name) => foreignTool(name) ?? []);
  expect(insteadOf(tools('TodoWrite'))).toBe('');
  expect(insteadOf(tools('Bash', 'Shell', 'Read'))).toBe('run_command|view_file');
  const all = insteadOf(FOREIGN_TOOLS);
  expect(all.length).toBeLessThan(80);
  expect(all.split('|').filter((name) => !ANTIGRAVITY_TOOLS.includes(name))).toEqual([]);
});
