import { describe, expect, test } from 'vitest';
import type { JsonDoc } from '../json/tree.ts';
import { emulateMcpConfig, type LoadedServer } from './mcp-config.ts';
import { unreadServerKeys } from './mcp-keys.ts';

/** The keys found in a server that is given as JSON text, each with what is said of it. */
function found(server: string): string[] {
  const bytes = new TextEncoder().encode(`{"mcpServers":{"lamp":${server}}}`);
  const { doc, servers } = emulateMcpConfig(bytes, { extraAuthProviderTypes: [] });
  const document = doc as JsonDoc;
  return unreadServerKeys(document, servers[0] as LoadedServer).map((key) => {
    const name = document.text(key.key);
    if (key.code === 'purpose') return `${name}: ${key.purpose}`;
    const meant = key.meant === undefined ? '' : `: ${key.meant}?`;
    return key.code === 'near-miss' ? `${name}${meant}` : `${document.text(key.outer)}.${name}${meant}`;
  });
}
const foundIn = (server: object): string[] => found(JSON.stringify(server));

describe('keys of other programs', () => {
  test.each<[object, string[]]>([
    [{ enabled: false }, ['enabled: switch']],
    [{ Enabled: false }, ['Enabled: switch']],
    [{ enabled: 'false' }, ['enabled: switch']],
    [{ enabled: false, disabled: false }, ['enabled: switch']],
    [{ excludeTools: ['a'] }, ['excludeTools: excluded-tools']],
    [{ exclude_tools: ['a'] }, ['exclude_tools: excluded-tools']],
    [{ excludeTools: ['a', 'b'], disabledTools: ['a'] }, ['excludeTools: excluded-tools']],
    [{ excludeTools: 'a' }, ['excludeTools: excluded-tools']],
    [{ includeTools: ['a'] }, ['includeTools: included-tools']],
    [{ 'include-tools': ['a'], disabledTools: ['b'] }, ['include-tools: included-tools']],
    [{ httpUrl: 'x' }, ['httpUrl: address']],
    [{ HTTPURL: 'x', uri: 'x', endpoint: 'x' }, ['HTTPURL: address', 'uri: address', 'endpoint: address']],
    [{ httpUrl: 'x', serverUrl: 'x' }, ['httpUrl: address']],
    [{ alwaysAllow: ['a'] }, ['alwaysAllow: approval']],
    [{ autoApprove: ['a'] }, ['autoApprove: approval']],
    [{ auto_approve: true }, ['auto_approve: approval']],
    [{ trust: true }, ['trust: approval']],
    [{ transport: 'stdio' }, ['transport: transport']],
    [{ timeout: 60 }, ['timeout: timeout']],
    [{ timeout: 0 }, ['timeout: timeout']],
  ])('%j', (server, expected) => {
    expect(foundIn(server)).toEqual(expected);
  });

  test.each<object>([
    { enabled: true },
    { enabled: null },
    { enabled: 'yes' },
    { enabled: false, disabled: true },
    { excludeTools: [] },
    { excludeTools: null },
    { excludeTools: ['a'], disabledTools: ['b', 'a'] },
    { includeTools: [] },
    { httpUrl: '' },
    { httpUrl: null },
    { endpoint: { path: '/mcp' } },
    { alwaysAllow: [] },
    { autoApprove: [] },
    { trust: false },
    { transport: null },
    { timeout: null },
  ])('nothing is asked for, or another field sees to it: %j', (server) => {
    expect(foundIn(server)).toEqual([]);
  });
});

describe('misspelt fields', () => {
  test.each<[object, string]>([
    [{ comand: 'x' }, 'comand: command?'],
    [{ commnad: 'x' }, 'commnad: command?'],
    [{ cmd: 'x' }, 'cmd: command?'],
    [{ arg: ['x'] }, 'arg: args?'],
    [{ arguments: ['x'] }, 'arguments: args?'],
    [{ environment: { A: 'a' } }, 'environment: env?'],
    [{ envVars: { A: 'a' } }, 'envVars: env?'],
    [{ header: { A: 'a' } }, 'header: headers?'],
    [{ http_headers: { A: 'a' } }, 'http_headers: headers?'],
    [{ server_url: 'x' }, 'server_url: serverUrl?'],
    [{ 'server-url': 'x' }, 'server-url: serverUrl?'],
    [{ serverUri: 'x' }, 'serverUri: serverUrl?'],
    [{ workingDirectory: '/srv' }, 'workingDirectory: cwd?'],
    [{ disable: true }, 'disable: disabled?'],
    [{ disableTools: ['a'] }, 'disableTools: disabledTools?'],
    [{ disabled_tools: ['a'] }, 'disabled_tools: disabledTools?'],
    [{ authProvider: 'google_credentials' }, 'authProvider: authProviderType?'],
    [{ auth_provider_type: 'google_credentials' }, 'auth_provider_type: authProviderType?'],
  ])('%j', (server, expected) => {
    expect(foundIn(server)).toEqual([expected]);
  });

  test.each<[string, object]>([
    ['the field is there', { header: { A: 'a' }, headers: {} }],
    ['another connects', { cmd: 'x', serverUrl: 'y' }],
    ['another connects', { server_url: 'x', command: 'y' }],
    [
      'a value that the field does not take',
      { environment: 'production', cmd: ['x'], arg: 'x', disable: 'x' },
    ],
    ['an empty value', { environment: {}, arguments: [], cmd: '', disable: false }],
    [
      'spare or commented out',
      { args2: ['x'], command_: 'x', _command: 'x', '//args': ['x'], '#env': { A: 'a' } },
    ],
    [
      'known, and not misspelt',
      { enabledTools: ['a'], tools: { a: {} }, timeoutSeconds: 5, auth: { A: 'a' } },
    ],
    ['too long', { [`${'environment_'.repeat(5)}variables`]: { A: 'a' } }],
  ])('%s: %j', (_, server) => {
    expect(foundIn(server)).toEqual([]);
  });
});

describe('members of oauth', () => {
  test.each<[string, string[]]>([
    ['{"oauth":{"scopes":["a"]}}', ['oauth.scopes']],
    ['{"OAuth":{"clientId":"a","tokenUrl":"x","authUrl":"y"}}', ['OAuth.tokenUrl', 'OAuth.authUrl']],
    ['{"oauth":{"client_id":"a"}}', ['oauth.client_id: clientId?']],
    ['{"oauth":{"clientSecrets":"a"}}', ['oauth.clientSecrets: clientSecret?']],
    ['{"oauth":{"ClientID":"a","CLIENTSECRET":"b"}}', []],
    ['{"oauth":{"//":"x","_note":"x","$schema":"x","description":"x","notes":"x"}}', []],
    ['{"oauth":{"scopes":[],"enabled":false,"audience":null}}', []],
    // They merge, the later counts, and null clears.
    ['{"oauth":{"a":"x"},"OAUTH":{"b":"x","a":"y"}}', ['OAUTH.b', 'OAUTH.a']],
    ['{"oauth":{"scopes":["a"]},"oauth":null}', []],
    ['{"oauth":null,"oauth":{"scopes":["a"]}}', ['oauth.scopes']],
    ['{"oauth":["scopes"]}', []],
  ])('%s', (server, expected) => {
    expect(found(server)).toEqual(expected);
  });
});

test.each<[string, string[]]>([
  ['{"enabled":false,"enabled":true}', []],
  ['{"enabled":true,"ENABLED":false}', ['ENABLED: switch']],
  ['{"timeout":1,"trust":true,"timeout":2}', ['trust: approval', 'timeout: timeout']],
  ['{"e\\u006eabled":false}', ['enabled: switch']],
  ['null', []],
  ['7', []],
  ['"enabled"', []],
])('of equal keys the last counts: %s', (server, expected) => {
  expect(found(server)).toEqual(expected);
});

test.each<object>([
  { $typeName: 'x', $schema: 'x', description: 'x', type: 'stdio', name: 'x', icon: 'x', tags: ['x'] },
  { url: 'x', serverUrl: 'x' },
  { clientId: 'x', clientSecret: 'x' },
  { disabled: false, disabledTools: [], oauth: {}, cwd: '.', headers: {}, args: [], env: {}, command: 'x' },
])('what means nothing to anybody: %j', (server) => {
  expect(foundIn(server)).toEqual([]);
});

test('half a million keys, and lists that are compared once', () => {
  const keys = '"excludeTools":["a"],'.repeat(100_000);
  const tools = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => `${i}`));
  expect(found(`{${keys}"disabledTools":${tools}}`)).toEqual(['excludeTools: excluded-tools']);
  const unknown = Array.from({ length: 300_000 }, (_, i) => `"k${i.toString(36)}":1`).join();
  expect(found(`{${unknown}}`)).toEqual([]);
});
