import { describe, expect, test } from 'vitest';
import { checkFile, placeIn, summary } from '../src/test/rules.ts';
import rule from './antigravity-hooks-valid.ts';

const findings = (content: string, options = {}, place = {}) =>
  checkFile(rule, 'hooks.json', content, options, placeIn({}, place));
const found = (content: string, options = {}, place = {}): string[] =>
  findings(content, options, place).map((finding) => summary(content, finding));
const words = (content: string, place = {}): string[] =>
  findings(content, {}, place).map(({ messageId, args }) => {
    const { text, help } = rule.messages[messageId as keyof typeof rule.messages];
    return `${text(args as never)} = ${help(args as never)}`;
  });

const HANDLER = '{"command":"make sift"}';
const hook = (members: string): string => `{"mill":{${members}}}`;
const stop = (...handlers: string[]): string => hook(`"Stop":[${handlers.join(',')}]`);
const pre = (...groups: string[]): string => hook(`"PreToolUse":[${groups.join(',')}]`);

describe('silent', () => {
  test.each([
    ['no hook', '{}'],
    ['nothing', 'null'],
    ['a hook that is null', '{"mill":null}'],
    ['a name of any kind', `{"sift the flour!":{"Stop":[${HANDLER}]}}`],
    ['a hook that is switched off', hook(`"enabled":false,"Stop":[${HANDLER}]`)],
    ['the wrapper', `{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[${HANDLER}]}]}}`],
    ['events and keys in another case', hook(`"stop":[{"Command":"a","TIMEOUT":5}]`)],
    ['a matcher that is no regular expression', pre(`{"matcher":"(","hooks":[${HANDLER}]}`)],
    ['timeouts of 0 and below', stop('{"command":"a","timeout":0}', '{"command":"a","timeout":-1}')],
    ['notes', stop('{"command":"a","description":"x","//":"x","statusMessage":"x","_x":1}')],
    ['an empty event', hook('"Stop":[],"PreToolUse":null')],
    ['an empty type', stop('{"type":"","command":"a"}')],
    ['a prompt', stop('{"type":"prompt","prompt":"a","model":"b"}')],
    ['switches that are off', stop('{"command":"a","async":false,"env":{}}')],
  ])('%s', (_, content) => {
    expect(found(content)).toEqual([]);
  });
});

describe('the file is lost', () => {
  test.each<[string, string[]]>([
    ['', ['syntax 1:1 ']],
    ['{,}', ['syntax 1:2 ,']],
    ['{"mill":{}}{', ['syntax 1:12 {']],
    ['[]', ['root-type 1:1 [']],
    ['"mill"', ['root-type 1:1 "mill"']],
    ['{"version":1,"mill":{}}', ['top-value 1:2 "version"']],
    ['{"//":"x","mill":[]}', ['top-value 1:2 "//"', 'top-value 1:11 "mill"']],
    [`{"PreToolUse":[],"stop":[${HANDLER}]}`, ['event-at-top 1:2 "PreToolUse"']],
    ['{"version":1,"BeforeTool":[]}', ['top-value 1:2 "version"', 'event-at-top 1:14 "BeforeTool"']],
    [hook('"Stop":{}'), ['event-type 1:17 {']],
    [hook('"Stop":"make"'), ['event-type 1:17 "make"']],
    [stop('5', '"a"'), ['entry-type 1:18 5']],
    [pre('"a"'), ['entry-type 1:24 "a"']],
    [stop('{"command":5}'), ['field-type 1:29 5']],
    [stop('{"command":"a","timeout":2.5}'), ['field-type 1:43 2.5']],
    [stop('{"command":"a","timeout":"5"}'), ['field-type 1:43 "5"']],
    [hook('"enabled":"yes"'), ['field-type 1:20 "yes"']],
    [pre('{"matcher":["a"],"hooks":[]}'), ['field-type 1:35 [']],
    [stop('{"type":"agent"}'), ['handler-type 1:26 "agent"']],
    [stop('{"type":"Command","command":"a"}'), ['handler-type 1:26 "Command"']],
    [stop('{"command":"a","model":"b"}'), ['handler-mix 1:41 "b"']],
    [stop('{"type":"prompt","prompt":"a","command":"b"}'), ['handler-mix 1:58 "b"']],
    [stop(`{"matcher":"*","hooks":[${HANDLER}]}`), ['grouped-entry 1:33 "hooks"']],
    [stop('{"hooks":[]}'), ['grouped-entry 1:19 "hooks"']],
    [`{"mill":{"Stop":5},"mill":{}}`, ['event-type 1:17 5']],
  ])('%s', (content, expected) => {
    expect(found(content, {}, { owner: 'plugin' })).toEqual(expected);
    expect(found(content)).toEqual(expected);
  });

  test('and warnings wait until it is not', () => {
    const lesser = '"SessionEnd":[],"Stop":[{},{"command":"a","env":{"A":"b"}}]';
    expect(found(hook(lesser))).toHaveLength(3);
    expect(found(hook(`${lesser},"PreInvocation":5`))).toEqual(['event-type 1:86 5']);
  });

  test('several bad values under one event are one finding', () => {
    const content = hook(
      '"Stop":[{"command":"a","timeout":"5"},{"command":"b","timeout":1e3,"type":"http"}],"SessionStart":[{"command":"c","timeout":1.5}]',
    );
    const all = findings(content);
    expect(all.map((finding) => summary(content, finding))).toEqual([
      'field-type 1:43 "5"',
      'handler-type 1:84 "http"',
      'field-type 1:134 1.5',
    ]);
    expect(all.map(({ args: { more } }) => more)).toEqual([1, 0, 0]);
    expect(all[0]).toMatchObject({
      field: 'Stop[0].timeout',
      pointer: '/mill/Stop/0/timeout',
      related: [{ message: 'Stop[1].timeout as well', at: { start: 72, end: 75 } }],
    });
  });

  test('events at the top are one finding, each with what to write', () => {
    const [finding, ...rest] = findings('{"PreToolUse":[],"BeforeTool":[],"SessionEnd":[],"STOP":[]}');
    expect(rest).toEqual([]);
    expect(finding?.related?.map(({ message }) => message)).toEqual([
      'BeforeTool: for Antigravity PreToolUse',
      'Antigravity has nothing like SessionEnd',
      'STOP as well',
    ]);
  });
});

describe('something is lost', () => {
  test.each<[string, string[]]>([
    [hook('"UserPromptSubmit":[]'), ['unknown-event 1:10 "UserPromptSubmit"']],
    [hook('"OnSave":{}'), ['unknown-event 1:10 "OnSave"']],
    [hook('"inner":{"Stop":[]}'), ['nested-hook 1:10 "inner"']],
    [hook('"event":"Stop","command":"a"'), ['loose-handler 1:10 "event"']],
    [hook(`"hooks":[${HANDLER}]`), ['loose-handler 1:10 "hooks"']],
    [hook('"disabled":true'), ['ignored-key 1:10 "disabled"']],
    [stop('{"command":"a","timeoutSec":5}'), ['ignored-key 1:33 "timeoutSec"']],
    [stop('{"command":"a","matcher":"*"}'), ['flat-matcher 1:33 "matcher"']],
    [pre(HANDLER), ['group-without-hooks 1:25 "command"']],
    [pre('{"matcher":"a"}'), ['group-without-hooks 1:24 {']],
    [stop('{}'), ['empty-command 1:18 {']],
    [stop('{"command":""}'), ['empty-command 1:29 ""']],
    [stop('{"bash":"a","powershell":"b"}'), ['command-key 1:19 "bash"']],
    [stop('{"command":"","run":"b"}'), ['empty-command 1:29 ""', 'ignored-key 1:32 "run"']],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['UserPromptSubmit', 'Claude Code or Codex'],
    ['BeforeTool', 'Gemini CLI'],
    ['afterFileEdit', 'Cursor'],
    ['pre_tool_use', 'PreToolUse'],
    ['OnSave', 'extra-events'],
    ['SessionEnd', 'nothing like it'],
  ])('%s: says %s', (event, expected) => {
    expect(words(hook(`"${event}":[]`)).join()).toContain(expected);
  });

  test('an event that the user names is one', () => {
    const content = hook('"SessionEnd":[],"OnSave":[],"OnLoad":[]');
    expect(found(content, { 'extra-events': ['sessionend', 'OnSave'] })).toEqual([
      'unknown-event 1:38 "OnLoad"',
    ]);
  });

  test('tools of another host under its event come with it', () => {
    const [finding] = findings(hook(`"AfterTool":[{"matcher":"write_file","hooks":[${HANDLER}]}]`));
    expect(finding?.related?.map(({ message }) => message)).toEqual([
      'matcher: for Antigravity "write_to_file"',
    ]);
  });
});

describe('another host\u2019s file', () => {
  const lost = `{"version":1,"hooks":{"UserPromptSubmit":[],"Stop":[{"hooks":[{"type":"command","command":"a","timeout":5000}]}],"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"a","timeout":5000}]}]}}`;

  test('is one warning, with everything that must change', () => {
    const all = findings(lost);
    expect(all.map((finding) => summary(lost, finding))).toEqual(['foreign-file 1:14 "hooks"']);
    expect(all[0]?.related?.map(({ message }) => message)).toEqual([
      'only named hooks may stand at the top',
      'UserPromptSubmit: for Antigravity PreInvocation',
      'Stop takes handlers directly, without a group',
      'Antigravity reads timeout as seconds',
      'matcher: for Antigravity "run_command"',
      'Antigravity reads timeout as seconds',
    ]);
  });

  test.each([
    ['a plugin', { owner: 'plugin' }],
    ['a file that lies elsewhere', { owner: 'none' }],
  ])('is none in %s', (_, place) => {
    expect(found(lost, {}, place)).toEqual(['top-value 1:2 "version"', 'grouped-entry 1:54 "hooks"']);
    expect(words(lost, place).every((text) => text.includes('Claude Code'))).toBe(true);
  });

  test('has no event of Antigravity in .agent', () => {
    const content = '{"hooks":{"BeforeTool":[]}}';
    expect(found(content)).toEqual(['unknown-event 1:11 "BeforeTool"']);
    expect(found(content, {}, { rootName: '.agent' })).toEqual(['foreign-events 1:2 "hooks"']);
    expect(found(content, { 'extra-events': ['beforetool'] }, { rootName: '.agent' })).toEqual([]);
  });

  test.each([
    ['{"BeforeTool":[]}', 'foreign-file'],
    ['{"mill":{"beforeShellExecution":[]}}', 'foreign-events'],
    ['{"mill":{"frobnicate":[]}}', 'foreign-events'],
  ])('%s in .agent: %s', (content, id) => {
    expect(findings(content, {}, { rootName: '.agent' }).map(({ messageId }) => messageId)).toEqual([id]);
  });

  test('lists no more than a reader wants', () => {
    const events = Array.from({ length: 60 }, (_, i) => `"SessionEnd":[],"x${i}":5`).join();
    const [finding] = findings(`{"hooks":{${events},"Stop":5}}`);
    expect(finding?.related?.length).toBe(20);
  });
});
