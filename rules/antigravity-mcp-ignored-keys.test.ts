import { describe, expect, test } from 'vitest';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './antigravity-mcp-ignored-keys.ts';

const check = (content: string) => checkFile(rule, 'mcp_config.json', content);
const found = (content: string): string[] => check(content).map((finding) => summary(content, finding));
const file = (server: string): string => `{"mcpServers": {"lamp": ${server}}}`;

/** What is found in a server, as `message field`, with the further places behind a `+`. */
function fields(server: object): string[] {
  const content = file(JSON.stringify(server));
  return check(content).map(({ messageId, field, related = [] }) =>
    [`${messageId} ${field}`, ...related.map(({ message }) => message.replace(/ as well$/, ''))].join(' + '),
  );
}

describe('what is lost', () => {
  test.each<[string, string]>([
    ['{"command": "lamp-mcp", "enabled": false}', 'enabled-false 1:49 "enabled"'],
    ['{"ENABLED": "false"}', 'enabled-false 1:26 "ENABLED"'],
    ['{"excludeTools": ["cut"]}', 'excluded-tools 1:26 "excludeTools"'],
    ['{"excludeTools": ["cut"], "disabledTools": ["dye"]}', 'excluded-tools 1:26 "excludeTools"'],
    ['{"includeTools": ["weave"]}', 'included-tools 1:26 "includeTools"'],
    ['{"httpUrl": "https://lamp.example"}', 'no-connection 1:26 "httpUrl"'],
    ['{"uri": "https://lamp.example"}', 'no-connection 1:26 "uri"'],
    ['{"endpoint": "https://lamp.example", "serverUrl": ""}', 'no-connection 1:26 "endpoint"'],
    ['{"httpUrl": "https://lamp.example", "command": ""}', 'no-connection 1:26 "httpUrl"'],
  ])('%s', (server, expected) => {
    const content = file(server);
    expect(found(content)).toEqual([expected]);
    expect(rule.messages[check(content)[0]?.messageId as keyof typeof rule.messages].severity).toBe(
      'warning',
    );
  });

  test('each kind is a finding of its own, and so is each of the two lists', () => {
    expect(fields({ enabled: false, excludeTools: ['a'], includeTools: ['b'], httpUrl: 'c' })).toEqual([
      'enabled-false enabled',
      'excluded-tools excludeTools',
      'included-tools includeTools',
      'no-connection httpUrl',
    ]);
  });

  test('several addresses are one', () => {
    expect(fields({ httpUrl: 'a', endpoint: 'a' })).toEqual(['no-connection httpUrl + endpoint']);
  });
});

describe('what is worth knowing', () => {
  test.each<[object, string]>([
    [{ serverUrl: 'a', httpUrl: 'a' }, 'address httpUrl'],
    [{ command: 'a', endpoint: 'a' }, 'address endpoint'],
    [{ url: 'a', uri: 'a' }, 'address uri'],
    [{ alwaysAllow: ['a'] }, 'approval alwaysAllow'],
    [{ autoApprove: ['a'] }, 'approval autoApprove'],
    [{ trust: true }, 'approval trust'],
    [{ transport: 'sse' }, 'transport transport'],
    [{ timeout: 60 }, 'timeout timeout'],
    [{ oauth: { clientId: 'a', scopes: ['b'] } }, 'oauth-member oauth.scopes'],
    [{ comand: 'a' }, 'near-miss comand'],
  ])('%j', (server, expected) => {
    expect(fields(server)).toEqual([expected]);
    const [finding] = check(file(JSON.stringify(server)));
    expect(rule.messages[finding?.messageId as keyof typeof rule.messages].severity).toBe('info');
  });

  test('is one finding for a server, of the kind of the first key', () => {
    const server = { timeout: 60, oauth: { scopes: ['a'] }, trust: true, autoApprove: ['a'] };
    expect(fields(server)).toEqual(['timeout timeout + oauth.scopes + trust + autoApprove']);
    expect(check(file(JSON.stringify(server)))).toMatchObject([{ args: { more: 3 } }]);
  });

  test('stands beside what is lost', () => {
    expect(fields({ timeout: 60, enabled: false, trust: true })).toEqual([
      'timeout timeout + trust',
      'enabled-false enabled',
    ]);
  });

  test('says which field counts or is meant, as spelled', () => {
    const other = (server: object) => check(file(JSON.stringify(server)))[0]?.args.other;
    expect(other({ SERVERURL: 'a', httpUrl: 'a' })).toBe('SERVERURL');
    expect(other({ Command: 'a', httpUrl: 'a' })).toBe('Command');
    expect(other({ comand: 'a' })).toBe('command');
    expect(other({ oauth: { client_id: 'a' } })).toBe('clientId');
    expect(rule.messages['oauth-member'].help({ server: 'a', field: 'b', more: 0, other: '' })).toMatch(
      /^Take/,
    );
    expect(rule.messages['oauth-member'].help({ server: 'a', field: 'b', more: 0, other: 'c' })).toMatch(
      /^Write c/,
    );
  });
});

test('a finding covers the key, with field and pointer as spelled', () => {
  const content = file('{"OAuth": {"a/b": 1}, "e\\u006eabled": false}');
  expect(found(content)).toEqual(['oauth-member 1:36 "a/b"', 'enabled-false 1:47 "e\\u006eabled"']);
  expect(check(content)).toMatchObject([
    { server: 'lamp', field: 'OAuth.a/b', pointer: '/mcpServers/lamp/OAuth/a~1b' },
    { server: 'lamp', field: 'enabled', pointer: '/mcpServers/lamp/enabled' },
  ]);
});

describe('inputs', () => {
  const servers = '"mcpServers": {"lamp": {"command": "lamp-mcp"}}';
  test.each<[string, string[]]>([
    [`{"inputs": [{"id": "a"}], ${servers}}`, ['inputs 1:2 "inputs"']],
    [`{${servers}, "inputs": {"a": 1}}`, ['inputs 1:51 "inputs"']],
    [`{"inputs": [], "inputs": [{"id": "a"}], ${servers}}`, ['inputs 1:16 "inputs"']],
    [`{"inputs": [{"id": "a"}], "inputs": [], ${servers}}`, []],
    [`{"inputs": [], ${servers}}`, []],
    [`{"inputs": null, ${servers}}`, []],
    [`{"inputs": "see the readme", ${servers}}`, []],
    [`{"Inputs": [{"id": "a"}], ${servers}}`, []],
    ['{"mcpServers": {"inputs": {"command": "a"}, "lamp": {"inputs": [1]}}}', []],
    // Another finding says that nothing in the file is read.
    ['{"inputs": [{"id": "a"}], "servers": {}}', []],
    ['{"inputs": [{"id": "a"}], "mcpServers": null}', []],
    ['{"inputs": [{"id": "a"}], "mcpServers": []}', []],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });
});

describe('silent', () => {
  test.each<object>([
    {},
    { command: 'lamp-mcp', args: ['--enabled', 'false'], env: { timeout: '60', httpUrl: 'x' } },
    {
      $typeName: 'x',
      '//': 'enabled: false',
      _enabled: false,
      '#timeout': 60,
      description: 'x',
      type: 'sse',
    },
    { enabled: true },
    { enabled: false, disabled: true },
    { url: 'https://lamp.example', serverUrl: 'https://lamp.example' },
    { excludeTools: ['cut'], disabledTools: ['cut'] },
    { autoApprove: [], alwaysAllow: [], trust: false, oauth: {} },
    { clientId: 'x', tags: ['x'], icon: 'x', env_file: '.env' },
  ])('%j', (server) => {
    expect(fields(server)).toEqual([]);
  });

  test.each([
    '',
    '[]',
    'null',
    '{}',
    '{"mcpServers": {"lamp": null, "kiln": 7}}',
    '{"lamp": {"enabled": false}}',
  ])('a file without servers: %j', (content) => {
    expect(found(content)).toEqual([]);
  });

  test('a replaced server or wrapper', () => {
    expect(found('{"mcpServers": {"a": {"enabled": false}, "a": {}}}')).toEqual([]);
    expect(found('{"mcpServers": {"a": {"enabled": false}}, "mcpServers": {}}')).toEqual([]);
  });
});

test('a server that is switched off or dropped has its keys all the same', () => {
  expect(fields({ disabled: true, excludeTools: ['cut'] })).toEqual(['excluded-tools excludeTools']);
  expect(fields({ command: 7, enabled: false })).toEqual(['enabled-false enabled']);
});

test('very many servers and keys', () => {
  const servers = Array.from(
    { length: 100_000 },
    (_, i) => `"s${i}": {"enabled": false, "trust": true}`,
  ).join();
  expect(check(`{"mcpServers": {${servers}}}`)).toHaveLength(200_000);
  const members = Array.from({ length: 200_000 }, (_, i) => `"m${i}": 1`).join();
  const [finding] = check(file(`{"oauth": {${members}}}`));
  expect(finding).toMatchObject({ args: { more: 199_999 } });
  expect(finding?.related).toHaveLength(100);
});
