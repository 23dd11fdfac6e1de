import { describe, expect, test } from 'vitest';
import { foreignHooksFile, type HooksPlace, hookOrigin, type OriginSettings } from './hook-origin.ts';
import { emulateHooks } from './hooks.ts';

const SETTINGS: OriginSettings = { extraEvents: [], extraTools: [] };
const load = (text: string) => emulateHooks(new TextEncoder().encode(text));
const origin = (text: string, settings = SETTINGS) => hookOrigin(load(text), settings);

const HANDLER = '{"type":"command","command":"make sift"}';
const group = (matcher: string, handler = HANDLER): string => `{"matcher":"${matcher}","hooks":[${handler}]}`;

describe('whose file it looks like', () => {
  test.each<[string, string, string[]]>([
    ['Claude Code, by its tools', `{"hooks":{"PreToolUse":[${group('Bash|MultiEdit')}]}}`, ['claude-code']],
    [
      'Claude Code, by its variable',
      '{"hooks":{"Stop":[{"hooks":[{"command":"${CLAUDE_PLUGIN_ROOT}/x"}]}]}}',
      ['claude-code'],
    ],
    [
      'Claude Code, by an event of its own',
      `{"hooks":{"SubagentStop":[{"hooks":[${HANDLER}]}]}}`,
      ['claude-code'],
    ],
    [
      'Claude Code, a plugin',
      `{"description":"x","hooks":{"Stop":[{"hooks":[${HANDLER}]}]}}`,
      ['claude-code'],
    ],
    [
      'Claude Code or Codex, by the shape',
      `{"hooks":{"Stop":[{"hooks":[${HANDLER}]}]}}`,
      ['claude-code', 'codex'],
    ],
    [
      'Codex, by its tool',
      `{"hooks":{"PreToolUse":[${group('apply_patch')}],"Stop":[{"hooks":[]}]}}`,
      ['codex'],
    ],
    ['Gemini CLI, by an event', `{"hooks":{"BeforeTool":[${group('x')}]}}`, ['gemini-cli']],
    ['Gemini CLI, at the top', `{"AfterAgent":[{"hooks":[${HANDLER}]}]}`, ['gemini-cli']],
    [
      'Gemini CLI, by its tools',
      `{"hooks":{"PreToolUse":[${group('write_file|run_shell_command')}]}}`,
      ['gemini-cli'],
    ],
    [
      'Gemini CLI, by an event that others have too',
      `{"hooks":{"SessionEnd":[${group('exit')}],"AfterTool":[]}}`,
      ['gemini-cli'],
    ],
    ['Cursor', '{"version":1,"hooks":{"beforeShellExecution":[{"command":"./x.sh"}]}}', ['cursor']],
    [
      'Cursor or Copilot, by the case',
      '{"version":1,"hooks":{"preToolUse":[{"command":"./x.sh"}]}}',
      ['cursor', 'copilot'],
    ],
    [
      'Copilot, by its keys',
      '{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"./x.sh","timeoutSec":5}]}}',
      ['copilot'],
    ],
    ['Windsurf', '{"hooks":{"post_write_code":[{"command":"x","show_output":true}]}}', ['windsurf']],
    ['nobody else\u2019s', '{"mill":{"Stop":[{"command":"make sift"}]}}', []],
    ['nobody else\u2019s, in the right shape', `{"mill":{"PreToolUse":[${group('run_command')}]}}`, []],
    [
      'keys that objects inherit say nothing',
      '{"constructor":1,"hooks":{"__proto__":[{"toString":1,"constructor":2}]}}',
      [],
    ],
  ])('%s', (_, text, hosts) => {
    expect(origin(text)?.hosts).toEqual(hosts);
  });

  test('what the user says Antigravity has speaks for nobody', () => {
    const text = `{"hooks":{"SubagentStop":[{"command":"x"}],"PreToolUse":[{"matcher":"Bash"}]}}`;
    expect(origin(text)?.hosts).toEqual(['claude-code']);
    const settings = { extraEvents: ['subagentstop'], extraTools: ['Bash'] };
    expect(origin(text, settings)).toMatchObject({ hosts: [], ownEvents: true, foreignEvents: [] });
  });

  test('events of other hosts come with their places', () => {
    const file = load('{"mill":{"Stop":[],"PreCompact":[]},"BeforeTool":[]}');
    const found = hookOrigin(file, SETTINGS)?.foreignEvents ?? [];
    expect(found.map(({ name, key }) => [name, file.doc?.text(key)])).toEqual([
      ['PreCompact', 'PreCompact'],
      ['BeforeTool', 'BeforeTool'],
    ]);
  });

  test.each(['', '[]', 'null', '{'])('is unknown for %j', (text) => {
    expect(origin(text)).toBeUndefined();
  });
});

describe('the wrapper', () => {
  test.each([
    ['alone', '{"hooks":{}}', true],
    [
      'beside what says nothing of hooks',
      '{"$schema":"x","version":1,"description":"y","tags":[],"hooks":{}}',
      true,
    ],
    ['beside a note that is an object', '{"_meta":{},"hooks":{}}', true],
    ['beside another hook', '{"hooks":{},"mill":{}}', false],
    ['beside an event', '{"hooks":{},"Stop":[]}', false],
    ['in another case', '{"Hooks":{}}', false],
    ['no object', '{"hooks":[]}', false],
    ['no object in the end', '{"hooks":{},"hooks":[]}', false],
    ['absent', '{"mill":{}}', false],
  ])('%s', (_, text, wrapped) => {
    expect(origin(text)?.wrapper !== undefined).toBe(wrapped);
  });
});

describe('whether it is another host\u2019s', () => {
  const lost = `{"hooks":{"Stop":[{"hooks":[${HANDLER}]}]}}`;
  const loads = `{"hooks":{"PreToolUse":[${group('run_command')}]}}`;
  const noEvent = '{"hooks":{"BeforeTool":[]}}';
  test.each<[string, HooksPlace, string, boolean]>([
    ['wrapped and lost', 'root', lost, true],
    ['wrapped and lost, in .agent', 'dot-agent', lost, true],
    ['wrapped and lost, in a plugin', 'plugin', lost, false],
    ['wrapped beside a version', 'root', '{"version":1,"hooks":{"stop":[{"command":"x"}]}}', true],
    ['wrapped and loaded', 'root', loads, false],
    ['not wrapped and lost', 'root', `{"mill":{"Stop":[{"hooks":[${HANDLER}]}]}}`, false],
    ['no event of ours, in .agent', 'dot-agent', noEvent, true],
    ['no event of ours, elsewhere', 'root', noEvent, false],
    ['no event of ours, in a plugin', 'plugin', noEvent, false],
    ['an event of ours in another case', 'dot-agent', '{"mill":{"stop":[],"BeforeTool":[]}}', false],
    ['nothing in it', 'dot-agent', '{"mill":{}}', false],
    ['not JSON', 'dot-agent', '{', false],
  ])('%s', (_, place, text, foreign) => {
    expect(foreignHooksFile(load(text), place, SETTINGS) !== undefined).toBe(foreign);
  });
});
