import { describe, expect, test } from 'vitest';
import { emulateMcpConfig } from '../agy/mcp-config.ts';
import type { SessionFolder } from '../kinds/index.ts';
import { secret } from '../test/secrets.ts';
import { SourceFile } from '../text/source.ts';
import { inventoryDocument } from './document.ts';
import { makeInventory } from './inventory.ts';
import type { ServerFile } from './types.ts';

const SETTINGS = { extraAuthProviderTypes: [], placeholders: [] };
const TOP: SessionFolder = { above: undefined };
const INNER: SessionFolder = { above: TOP };
const ASIDE: SessionFolder = { above: TOP };

function file(text: string, facts: Partial<ServerFile> = {}): ServerFile {
  const path = facts.path ?? '.agents/mcp_config.json';
  const source = new SourceFile(path, new TextEncoder().encode(text));
  const config = emulateMcpConfig(source.bytes, SETTINGS);
  return { path, origin: 'root', listed: true, folders: [TOP], content: { config, source }, ...facts };
}

function documentOf(...files: readonly ServerFile[]) {
  return inventoryDocument({ ...makeInventory(files, SETTINGS), unseen: [] });
}

const wrapped = (servers: string): string => `{"mcpServers": ${servers}}`;

/** Name, state and the codes of the reasons of each server. */
function states(...files: readonly ServerFile[]): readonly string[] {
  return documentOf(...files).servers.map(({ name, state, reasons }) =>
    [name, state, ...reasons.map(({ code }) => code)].join(' '),
  );
}

describe('the state of a server', () => {
  test.each<[string, readonly string[]]>([
    ['{"kiln": {"command": "kiln-mcp"}}', ['kiln loaded']],
    ['{"kiln": null}', ['kiln loaded']],
    ['{"kiln": {"disabled": true, "command": "kiln-mcp"}}', ['kiln disabled disabled']],
    ['{"kiln": {"command": ""}}', ['kiln inert empty-command']],
    ['{"kiln": {"command": 7}}', ['kiln dropped field-type']],
    ['{"kiln": {"env": {"A": 1, "B": 2}, "args": 3}}', ['kiln dropped member-type field-type']],
    ['{"kiln": 7}', ['kiln dropped server-type']],
    ['{"kiln": {"authProviderType": "tidal"}}', ['kiln dropped auth-provider']],
    ['{"kiln": {"command": 7}, "kiln": {}}', ['kiln replaced replaced-by-server', 'kiln loaded']],
    ['{"a": {}}, "mcpServers": {"b": {}}', ['a replaced replaced-by-wrapper', 'b loaded']],
  ])('%s', (servers, expected) => {
    expect(states(file(wrapped(servers)))).toEqual(expected);
  });
});

describe('a file that takes others with it', () => {
  const good = wrapped('{"kiln": {}, "oven": {"disabled": true}}');
  const fatal = (folders: readonly SessionFolder[], facts: Partial<ServerFile> = {}): ServerFile =>
    file('[]', { path: 'x/.agents/mcp_config.json', folders, ...facts });

  test.each<[string, readonly SessionFolder[], string]>([
    ['in the same folder', [TOP], 'blocked'],
    ['above', [TOP], 'blocked'],
    ['below, where fewer sessions start', [INNER], 'loaded'],
  ])('%s', (_, folders, state) => {
    expect(documentOf(file(good), fatal(folders)).files[0]?.state).toBe(state);
  });

  test('only the way up counts', () => {
    expect(documentOf(file(good, { folders: [ASIDE] }), fatal([INNER])).files[0]?.state).toBe('loaded');
    expect(documentOf(file(good, { folders: [INNER] }), fatal([TOP])).files[0]?.state).toBe('blocked');
    expect(documentOf(file(good, { folders: [INNER, ASIDE] }), fatal([INNER])).files[0]?.state).toBe(
      'loaded',
    );
    expect(documentOf(file(good, { folders: [] }), fatal([])).files[0]?.state).toBe('loaded');
  });

  test('in the home directory, every session', () => {
    const user = fatal([], { path: '/home/.gemini/config/mcp_config.json', origin: 'user' });
    expect(states(file(good), user)).toEqual(['kiln not-loaded session-fatal', 'oven disabled disabled']);
    const elsewhere = file(good, { origin: 'elsewhere', folders: [] });
    expect(states(elsewhere, user)[0]).toBe('kiln loaded');
    // A session elsewhere starts, and the user's own file is loaded by it.
    expect(states(file(good, { origin: 'user', folders: [] }), fatal([TOP]))[0]).toBe('kiln loaded');
  });

  test('not one whose plugin is off', () => {
    const off = { code: 'plugin-disabled', message: 'off', at: { path: 'plugin.json' } };
    expect(states(file(good), fatal([TOP], { pluginOff: off }))[0]).toBe('kiln loaded');
    expect(states(file(good, { pluginOff: off }))[0]).toBe('kiln not-loaded plugin-disabled');
  });

  test('is counted though it is not listed', () => {
    const { files } = documentOf(file(good), fatal([TOP], { listed: false }));
    expect(files.map(({ path, state }) => [path, state])).toEqual([['.agents/mcp_config.json', 'blocked']]);
  });
});

describe('clashes', () => {
  const kiln = wrapped('{"kiln": {}}');
  const at = (path: string, folders: readonly SessionFolder[], facts: Partial<ServerFile> = {}): ServerFile =>
    file(kiln, { path, folders, ...facts });
  const clashing = (...files: readonly ServerFile[]) =>
    documentOf(...files).servers.map(({ clashes }) => clashes.map(({ path }) => path));

  test.each<[string, readonly ServerFile[], readonly (readonly string[])[]]>([
    ['on one way', [at('a', [TOP]), at('b', [INNER])], [['b'], ['a']]],
    ['on two ways', [at('a', [ASIDE]), at('b', [INNER])], [[], []]],
    [
      'with one of the user, plugin or not',
      [at('a', [TOP]), at('u', [], { origin: 'user' }), at('p', [], { origin: 'user-plugin' })],
      [
        ['u', 'p'],
        ['p', 'a'],
        ['u', 'a'],
      ],
    ],
    [
      'not with what is loaded nowhere',
      [at('a', [], { origin: 'elsewhere' }), at('u', [], { origin: 'user' })],
      [[], []],
    ],
    ['with one that is not listed', [at('a', [TOP]), at('b', [TOP], { listed: false })], [['b']]],
  ])('%s', (_, files, expected) => {
    expect(clashing(...files)).toEqual(expected);
  });

  test('only of servers that are loaded', () => {
    const off = file(wrapped('{"kiln": {"disabled": true}}'), { path: 'b' });
    expect(clashing(at('a', [TOP]), off)).toEqual([[], []]);
  });
});

test('what is shown of a server', () => {
  const text = `{
  "mcpServers": {
    "kiln": {
      "command": "kiln-mcp",
      "args": ["--password", "${secret('password')}", "--glaze=blue"],
      "env": { "KILN_TOKEN": "\${KILN_TOKEN}", "PORT": "7700", "KILN_KEY": "${secret('github-pat')}" },
      "cwd": "ovens",
      "disabledTools": ["fire"]
    },
    "sky": { "serverUrl": "https://bee:${secret('password')}@sky.example/mcp", "authProviderType": "google_credentials" }
  }
}`;
  expect(documentOf(file(text)).servers).toEqual([
    {
      name: 'kiln',
      state: 'loaded',
      path: '.agents/mcp_config.json',
      line: 3,
      column: 5,
      reasons: [],
      transport: 'stdio',
      command: 'kiln-mcp',
      args: ['--password', '***', '--glaze=blue'],
      cwd: 'ovens',
      env: ['KILN_TOKEN', 'PORT', 'KILN_KEY'],
      headers: [],
      credentials: [
        { field: 'args[1]', form: 'literal', line: 5 },
        { field: 'env.KILN_TOKEN', form: 'placeholder', line: 6 },
        { field: 'env.KILN_KEY', form: 'literal', line: 6 },
      ],
      disabledTools: ['fire'],
      clashes: [],
    },
    {
      name: 'sky',
      state: 'loaded',
      path: '.agents/mcp_config.json',
      line: 10,
      column: 5,
      reasons: [],
      transport: 'http',
      url: expect.stringMatching(/^https:\/\/bee:\*\*\*@sky\.example\/mcp$/),
      env: [],
      headers: [],
      credentials: [
        { field: 'serverUrl', form: 'literal', line: 10 },
        { field: 'authProviderType', form: 'sign-in', line: 10 },
      ],
      disabledTools: [],
      clashes: [],
    },
  ]);
});

test('a credential is named once, and one that stands in the file is called so', () => {
  const oauth = `"oauth": {"clientId": "kiln", "clientSecret": "${secret('password')}"}`;
  const query = `?api_key=${secret('key')}&token=${secret('github-pat')}`;
  const [kiln] = documentOf(
    file(wrapped(`{"kiln": {"url": "https://kiln.example/mcp${query}", ${oauth}}}`)),
  ).servers;
  expect(kiln?.credentials).toEqual([
    { field: 'url', form: 'literal', line: 1 },
    { field: 'oauth.clientId', form: 'sign-in', line: 1 },
    { field: 'oauth.clientSecret', form: 'literal', line: 1 },
  ]);
});
