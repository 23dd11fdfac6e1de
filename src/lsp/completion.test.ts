import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileKindName } from '../kinds/index.ts';
import { atMark } from '../test/at-mark.ts';
import { completionsAt } from './completion.ts';

function offered(kind: FileKindName, marked: string, snippets = false) {
  const { shown, position } = atMark(marked);
  return completionsAt(kind, shown, position, { snippets });
}

const labels = (kind: FileKindName, marked: string): readonly string[] =>
  offered(kind, marked).map(({ label }) => label);

const SERVER = [
  'command',
  'args',
  'env',
  'cwd',
  'serverUrl',
  'url',
  'headers',
  'authProviderType',
  'oauth',
  'disabled',
  'disabledTools',
];
const EVENTS = ['PreToolUse', 'PostToolUse', 'PreInvocation', 'PostInvocation', 'Stop', 'SessionStart'];
const HANDLER = ['type', 'command', 'prompt', 'model', 'timeout'];
const TRIGGERS = ['always_on', 'model_decision', 'glob', 'manual'];

describe('what is offered', () => {
  test.each<[FileKindName, string, readonly string[]]>([
    ['mcp-config', '{|}', ['mcpServers']],
    ['mcp-config', '{"mcpServers": {"eel": {|}}}', SERVER],
    ['mcp-config', '{"mcpServers": {"eel": {"|', SERVER],
    ['mcp-config', '{"mcpServers": {"eel": {"COMMAND": "x", "|"}}}', SERVER.slice(1)],
    ['mcp-config', '{"mcpServers": {"eel": {"|", "url": "x"}}}', SERVER.filter((name) => name !== 'url')],
    ['mcp-config', '{"mcpServers": {"eel": {"oauth": {"|"}}}}', ['clientId', 'clientSecret']],
    ['mcp-config', '{"mcpServers": {"eel": {"authProviderType": |}}}', ['google_credentials']],
    ['mcp-config', '{"mcpServers": {"eel": {"authprovidertype": "|"}}}', ['google_credentials']],
    ['mcp-config', '{"mcpServers": {"eel": {"disabled": |', ['true', 'false']],
    ['mcp-config', '{"mcpServers": {"eel": {"env": {"|"}}}}', []],
    ['mcp-config', '{"mcpServers": {|}}', []],
    ['mcp-config', '{"servers": {"eel": {"|"}}}', []],
    ['mcp-config', '{"mcpServers": {"eel": {"command": "|"}}}', []],
    ['hooks', '{"press": {|', ['enabled', ...EVENTS]],
    ['hooks', '{"press": {"PreToolUse": [{|', ['matcher', 'hooks']],
    ['hooks', '{"press": {"PreToolUse": [{"hooks": [{|', HANDLER],
    ['hooks', '{"press": {"Stop": [{"|', HANDLER],
    ['hooks', '{"press": {"Stop": [{}, {"type": |', ['command', 'prompt']],
    ['hooks', '{"press": {"stop": [{"type": "|"}]}}', ['command', 'prompt']],
    ['hooks', '{"press": {"BeforeTool": [{"|', []],
    ['plugin-manifest', '{"name": "x", |', ['description', 'logo', 'disabled']],
    ['plugin-manifest', '{"NAME": "x", |', ['name', 'description', 'logo', 'disabled']],
    ['registry', '{ // all of them\n|', ['entries', 'inherits']],
    ['registry', '{"entries": [{"path": "x", |', ['include_only', 'exclude']],
    ['registry', '{"Inherits": [{|', ['path']],
    ['rule', '---\n|\n---\n', ['trigger', 'globs', 'description']],
    ['rule', '---\ntrig|', ['trigger', 'globs', 'description']],
    ['rule', '---\ntrigger: |\n---\n', TRIGGERS],
    ['rule', '---\ntrigger: al|\n', TRIGGERS],
    ['rule', '---\r\ndescription: x\r\ntrigger:|\r\n', TRIGGERS],
    ['rule', 'trigger: |', []],
    ['rule', '---\ntrigger: glob\n---\ntrigger: |', []],
    ['agent', '---\nname: eel\nmodel: |\n', ['inherit', 'flash', 'pro', 'flash_lite']],
    ['skill', '---\n|\nname: eel\n---\n', ['description']],
    ['mcp-json', '{|', []],
    ['context', '---\n|', []],
  ])('%s: %s', (kind, marked, expected) => {
    expect(labels(kind, marked)).toEqual(expected);
  });
});

describe('what is written', () => {
  test.each<[FileKindName, string, string, string]>([
    ['mcp-config', '{"mcpServers": {"eel": {"comm|"}}}', 'command', '{"mcpServers": {"eel": {"command": }}}'],
    ['mcp-config', '{"mcpServers": {"eel": {"comm|}}}', 'command', '{"mcpServers": {"eel": {"command": }}}'],
    ['mcp-config', '{"mcpServers": {"eel": {comm|}}}', 'command', '{"mcpServers": {"eel": {"command": }}}'],
    [
      'mcp-config',
      '{"mcpServers": {"eel": {"comm|": "x"}}}',
      'command',
      '{"mcpServers": {"eel": {"command": "x"}}}',
    ],
    [
      'mcp-config',
      '{"mcpServers": {"eel": {"comm|, "args": []}}}',
      'command',
      '{"mcpServers": {"eel": {"command": , "args": []}}}',
    ],
    [
      'mcp-config',
      '{"mcpServers": {"é🦀": {"authProviderType": "goo|"}}}',
      'google_credentials',
      '{"mcpServers": {"é🦀": {"authProviderType": "google_credentials"}}}',
    ],
    ['hooks', '{"a": {"St|', 'Stop', '{"a": {"Stop": '],
    ['rule', '---\ntrigger: al| # when\n---\n', 'always_on', '---\ntrigger: always_on # when\n---\n'],
    ['rule', '---\ntrigger:|\n', 'glob', '---\ntrigger: glob\n'],
    ['rule', '---\ndesc|: x\n', 'description', '---\ndescription: x\n'],
    ['rule', '---\ndesc|\n', 'description', '---\ndescription: \n'],
  ])('%s: %s', (kind, marked, label, expected) => {
    const edit = offered(kind, marked).find((one) => one.label === label)?.textEdit;
    if (edit === undefined || !('range' in edit)) throw new Error(`${label} is not offered`);
    const document = TextDocument.create('a', 'json', 1, marked.replace('|', ''));
    expect(TextDocument.applyEdits(document, [edit])).toBe(expected);
  });

  test('places to fill in, for a client that knows them', () => {
    const texts = offered('mcp-config', '{"mcpServers": {"eel": {|', true).map(
      ({ textEdit }) => textEdit?.newText,
    );
    expect(texts).toContain('"command": "$1"');
    expect(texts).toContain('"args": [$1]');
    expect(texts).toContain('"disabled": ${1|true,false|}');
  });
});
