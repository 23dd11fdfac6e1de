import { describe, expect, test } from 'vitest';
import { MarkupContent } from 'vscode-languageserver/node';
import type { FileKindName } from '../kinds/index.ts';
import { atMark } from '../test/at-mark.ts';
import { hoverAt } from './hover.ts';

function told(kind: FileKindName, marked: string, markdown = false): string | undefined {
  const { shown, position } = atMark(marked);
  const hover = hoverAt(kind, shown, position, { markdown, extraAuthProviderTypes: [] });
  return MarkupContent.is(hover?.contents) ? hover.contents.value : undefined;
}

describe('a key', () => {
  test.each<[FileKindName, string, string]>([
    [
      'mcp-config',
      '{"mcpServers": {"eel": {"com|mand": "x"}}}',
      'command\nThe program to start for a local server.\nType: a string.\nEvidence: measured on agy 1.1.26.',
    ],
    [
      'mcp-config',
      '{"mcpServers": {"eel": {"DISABLED|',
      'disabled\nSwitches the server off.\nType: true or false without quotes.',
    ],
    [
      'mcp-config',
      '{"mcpServers": {"eel": {"timeout|": 3}}}',
      'Not read\nAntigravity passes over a key of this name here.',
    ],
    ['mcp-config', '{"mcp|Servers": {', 'mcpServers\nThe servers; agy reads no other key of the file.'],
    [
      'hooks',
      '{"press": {"PreTool|Use": []}}',
      'PreToolUse\nRuns before a tool is called; the answer decides whether it is.',
    ],
    [
      'hooks',
      '{"press": {"Stop": [{"timeout|": 3}]}}',
      'timeout\nHow long the handler may run, in whole seconds; 30 when absent.',
    ],
    [
      'registry',
      '{"entries": [{"include_only|"',
      'include_only\nRegular expressions: only items with such a name count.',
    ],
    [
      'plugin-manifest',
      '{"na|me": "x"}',
      'name\nThe name of the plugin; without one the name of its directory counts.',
    ],
    [
      'rule',
      '---\ntrig|ger: glob\n---\n',
      'trigger\nWhen the rule holds; without one of the four values agy drops the rule.',
    ],
    ['rule', '---\ntrigger: gl|ob\n---\n', 'trigger: glob\nThe rule holds for files that match globs.'],
    [
      'agent',
      '---\ntools|: []\n---\n',
      'tools\nThe tools it may use, as a list; with a text the loader skips the agent.',
    ],
  ])('%s: %s', (kind, marked, expected) => {
    expect(told(kind, marked)).toContain(expected);
  });

  test.each<[FileKindName, string]>([
    ['mcp-config', '{"mcpServers": {"eel": {"command": "|x"}}}'],
    ['mcp-config', '{"mcpServers": {"eel": {"env": {"A|": "x"}}}}'],
    ['mcp-config', '{| "mcpServers": {}}'],
    ['hooks', '{"pre|ss": {}}'],
    ['rule', '---\ntrigger: glob\n---\ntrig|ger'],
    ['rule', '---\nowner|: me\n---\n'],
    ['context', '---\ntrigger|: glob\n---\n'],
  ])('%s: nothing to say of %s', (kind, marked) => {
    expect(told(kind, marked)).toBeUndefined();
  });
});

describe('a server', () => {
  test('as it is effective, a later spelling before an earlier one', () => {
    const file = `{"mcpServers": {"e|el": {
      "command": "eel-mcp", "args": ["--berth", "no 4"], "cwd": "quay", "env": {"EEL_TOKEN": "\${EEL_TOKEN}", "LOG": "1"},
      "COMMAND": "eel-next", "disabledTools": ["drain"]}}}`;
    expect(told('mcp-config', file)?.split('\n')).toEqual([
      'Server, as Antigravity loads it',
      'eel: Antigravity loads it',
      'starts: eel-next --berth "no 4"',
      'in the folder: quay',
      'with the variables: EEL_TOKEN, LOG',
      'with the credentials: env.EEL_TOKEN (a placeholder)',
      'without the tools: drain',
    ]);
  });

  test.each([
    [
      '{"mcpServers": {"e|el": {"serverUrl": "https://eel.example/mcp", "headers": {"X-Quay": "4"}}}}',
      'connects to: https://eel.example/mcp\nwith the headers: X-Quay',
    ],
    [
      '{"mcpServers": {"e|el": {"command": 4}}}',
      'eel: dropped without a word\nbecause command is a number where only a string is read',
    ],
    ['{"mcpServers": {"e|el": {"command": "x", "disabled": true}}}', 'eel: switched off'],
    ['{"mcpServers": {"e|el": {"command": ""}}}', 'eel: loaded, and starts nothing'],
    ['{"mcpServers": {"e|el": {"command": "x",}}}', 'Antigravity loads no server of this name'],
    [
      '{"mcpServers": {"e|el": {"command": "x"}}, "mcpServers": {}}',
      'Antigravity loads no server of this name',
    ],
  ])('%s', (marked, expected) => {
    expect(told('mcp-config', marked)).toContain(expected);
  });

  test('without what is secret, and without what a client would act upon', () => {
    const secret = ['ghp', 'R7sK2mQ9xT4vB8nW3yZ6cF1hJ5dL0pG2aE4u'].join('_');
    const file = JSON.stringify({
      mcpServers: {
        eel: {
          command: '\u001b[31meel\u202e',
          args: ['--token', secret, '```', `--api-key=${secret}`],
          env: { EEL_TOKEN: secret },
          cwd: `/srv/${secret}`,
        },
      },
    });
    const text = told('mcp-config', file.replace('"eel"', '"e|el"'), true) ?? '';
    expect(text).toContain('starts:');
    expect(text).not.toContain(secret.slice(4));
    expect(text).not.toMatch(/[\u001b\u202e]/);
    // The fence is longer than what it holds.
    expect(text).toMatch(/\n````text\n[\s\S]*\n````$/);
  });
});
