import { describe, expect, test } from 'vitest';
import type { JsonDoc } from '../json/tree.ts';
import fc from '../test/property.ts';
import { emulateMcpConfig, type LoadedServer, type McpConfig } from './mcp-config.ts';
import { fieldOccurrences } from './mcp-server.ts';
import { jsonPointer } from './types.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function load(content: unknown, extraAuthProviderTypes: string[] = []): McpConfig {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return emulateMcpConfig(encode(text), { extraAuthProviderTypes });
}

/** One server whose value is given as JSON text, so that keys can repeat. */
function server(value: string, extra: string[] = []): LoadedServer {
  const config = load(`{"mcpServers":{"kiln":${value}}}`, extra);
  expect(config.servers).toHaveLength(1);
  return config.servers[0] as LoadedServer;
}

/** The effective fields as plain values. */
function effective({ fields }: LoadedServer): Record<string, unknown> {
  const { env, headers, args, disabledTools, oauth, ...scalars } = fields;
  const map = (members: typeof env) =>
    members && Object.fromEntries([...members].map(([k, v]) => [k, v.value]));
  const all = {
    ...Object.fromEntries(Object.entries(scalars).map(([name, located]) => [name, located.value])),
    env: map(env),
    headers: map(headers),
    args: args?.map(({ value }) => value),
    disabledTools: disabledTools?.map(({ value }) => value),
    oauth: oauth && Object.fromEntries(Object.entries(oauth).map(([name, located]) => [name, located.value])),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const problems = (loaded: LoadedServer): string[] =>
  loaded.problems.map(
    ({ code, place, others }) => `${code} ${place.field ?? '-'}${'+'.repeat(others.length)}`,
  );

describe('the file', () => {
  test.each<[string, string, McpConfig['state'], string | undefined]>([
    ['servers', '{"mcpServers":{"kiln":{}}}', 'loaded', undefined],
    ['an empty map is a template', '{"mcpServers":{}}', 'loaded', undefined],
    ['a null document', 'null', 'inert', 'no-servers'],
    ['an empty document', '{}', 'inert', 'no-servers'],
    ['null servers', '{"mcpServers":null}', 'inert', 'no-servers'],
    ['other keys only', '{"version":2}', 'inert', 'no-servers'],
    ['the wrapper compares by bytes', '{"MCPServers":{"kiln":{}}}', 'inert', 'no-servers'],
    ['no long s in the wrapper either', '{"mcp\u017fervers":{}}', 'inert', 'no-servers'],
    ['an escape in the wrapper is resolved', '{"mcpServer\\u0073":{}}', 'loaded', undefined],
    ['a list', '[]', 'fatal', 'root-type'],
    ['a string', '"mcpServers"', 'fatal', 'root-type'],
    ['a number', '0', 'fatal', 'root-type'],
    ['a boolean', 'false', 'fatal', 'root-type'],
    ['servers as a list', '{"mcpServers":[]}', 'fatal', 'servers-type'],
    ['servers as false', '{"mcpServers":false}', 'fatal', 'servers-type'],
    ['servers as an empty string', '{"mcpServers":""}', 'fatal', 'servers-type'],
    ['a comment', '{/**/}', 'fatal', 'syntax'],
    ['a byte-order mark', '\ufeff{}', 'fatal', 'syntax'],
    ['the last wrapper counts', '{"mcpServers":[],"mcpServers":{}}', 'loaded', undefined],
    ['also when it is worse', '{"mcpServers":{},"mcpServers":[]}', 'fatal', 'servers-type'],
    ['also when it is null', '{"mcpServers":{"kiln":{}},"mcpServers":null}', 'inert', 'no-servers'],
    ['what is replaced still has to be JSON', '{"mcpServers":{,},"mcpServers":{}}', 'fatal', 'syntax'],
  ])('%s', (_, text, state, code) => {
    const config = load(text);
    expect(config.state).toBe(state);
    expect(config.problems.map((problem) => problem.code)).toEqual(code === undefined ? [] : [code]);
  });

  test.each<[string, string, string | undefined, boolean, string]>([
    ['another host\u2019s key', '{"servers":{"kiln":{}}}', 'servers', false, '"servers"'],
    ['after other keys', '{"version":1,"mcp":{"kiln":{}}}', 'mcp', false, '"mcp"'],
    ['another case', '{"mcpservers":{"kiln":{}}}', 'mcpservers', false, '"mcpservers"'],
    ['a bare map', '{"note":"x","kiln":{"command":"kiln-mcp"}}', 'kiln', true, '"kiln"'],
    ['nothing like it', '{"inputs":[],"version":1}', undefined, false, '"inputs"'],
    ['nothing at all', ' {}', undefined, false, '{'],
  ])('a missing wrapper: %s', (_, text, lookalike, bareMap, at) => {
    const [problem] = load(text).problems;
    if (problem?.code !== 'no-servers') throw new Error('expected a missing wrapper');
    expect(problem).toMatchObject({ because: 'no-wrapper', bareMap });
    expect(problem.lookalike).toBe(lookalike);
    expect(text.slice(problem.place.span.start, problem.place.span.end)).toBe(at);
  });

  test('a replaced server is forgotten with its errors, and shown as replaced', () => {
    const config = load('{"mcpServers":{"kiln":{"command":1},"loft":{},"kiln":{"command":"kiln-mcp"}}}');
    expect(config.servers.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'loft loaded',
      'kiln loaded',
    ]);
    expect(config.replaced.map(({ name, by, server }) => `${name} ${by} ${server.state}`)).toEqual([
      'kiln server dropped',
    ]);
  });

  test('a replaced wrapper takes its servers with it', () => {
    const config = load('{"mcpServers":{"kiln":{"env":[]}},"mcpServers":{"loft":{}}}');
    expect(config.servers.map(({ name }) => name)).toEqual(['loft']);
    expect(config.replaced.map(({ name, by }) => `${name} ${by}`)).toEqual(['kiln wrapper']);
  });

  test('server names compare by bytes, after escapes', () => {
    const config = load('{"mcpServers":{"kiln":{},"Kiln":{},"\\u006biln":null}}');
    expect(config.servers.map(({ name }) => name)).toEqual(['Kiln', 'kiln']);
  });

  test('two names that collapse into one replacement character are one server', () => {
    const config = load('{"mcpServers":{"\\ud800":{"command":"a"},"\\udfff":{"command":"b"}}}');
    expect(config.servers.map((loaded) => [loaded.name, effective(loaded).command])).toEqual([
      ['\ufffd', 'b'],
    ]);
  });
});

describe('a server', () => {
  test.each<[string, string, LoadedServer['state'], string[]]>([
    ['null is an empty server', 'null', 'loaded', []],
    ['no connection field', '{}', 'loaded', []],
    ['a list', '[]', 'dropped', ['server-type -']],
    ['a string', '"npx kiln"', 'dropped', ['server-type -']],
    ['false', 'false', 'dropped', ['server-type -']],
    ['command, args, env', '{"command":"k","args":["a",null],"env":{"A":"1","B":null}}', 'loaded', []],
    [
      'all null',
      '{"command":null,"args":null,"env":null,"headers":null,"oauth":null,"disabled":null,"disabledTools":null,"cwd":null,"url":null,"serverUrl":null,"authProviderType":null}',
      'loaded',
      [],
    ],
    ['disabled', '{"command":"k","disabled":true}', 'disabled', []],
    ['command as a list', '{"command":["k"]}', 'dropped', ['field-type command']],
    ['url as a number', '{"url":1}', 'dropped', ['field-type url']],
    ['serverUrl as an object', '{"serverUrl":{}}', 'dropped', ['field-type serverUrl']],
    ['cwd as false', '{"cwd":false}', 'dropped', ['field-type cwd']],
    ['args as a string', '{"command":"k","args":"a"}', 'dropped', ['field-type args']],
    ['a number in args', '{"args":["a",1,"b",true]}', 'dropped', ['member-type args[1]+']],
    ['a list in disabledTools', '{"disabledTools":[["t"]]}', 'dropped', ['member-type disabledTools[0]']],
    ['disabledTools as a string', '{"disabledTools":"t"}', 'dropped', ['field-type disabledTools']],
    ['env as a list', '{"env":["A=1"]}', 'dropped', ['field-type env']],
    ['a number in env', '{"env":{"A":"1","PORT":80,"ON":true}}', 'dropped', ['member-type env.PORT+']],
    ['an object in headers', '{"headers":{"X":{}}}', 'dropped', ['member-type headers.X']],
    ['oauth as a string', '{"oauth":"x"}', 'dropped', ['field-type oauth']],
    ['a number in oauth', '{"oauth":{"clientId":7}}', 'dropped', ['member-type oauth.clientId']],
    ['other members of oauth are free', '{"oauth":{"scopes":[1],"clientid":"c"}}', 'loaded', []],
    ['disabled as a string', '{"disabled":"true"}', 'dropped', ['field-type disabled']],
    ['disabled as a number', '{"disabled":0}', 'dropped', ['field-type disabled']],
    ['the one provider', '{"authProviderType":"google_credentials"}', 'loaded', []],
    ['another provider', '{"authProviderType":"iam"}', 'dropped', ['auth-provider authProviderType']],
    ['an empty provider', '{"authProviderType":""}', 'dropped', ['auth-provider authProviderType']],
    [
      'the long spelling of the enum',
      '{"authProviderType":"MCP_AUTH_PROVIDER_TYPE_GOOGLE_CREDENTIALS"}',
      'dropped',
      ['auth-provider authProviderType'],
    ],
    [
      'another case of the provider',
      '{"authProviderType":"Google_Credentials"}',
      'dropped',
      ['auth-provider authProviderType'],
    ],
    [
      'a provider that is a list',
      '{"authProviderType":["google_credentials"]}',
      'dropped',
      ['auth-provider authProviderType'],
    ],
    [
      'fields that are not read',
      '{"type":1,"timeout":1e400,"enabled":0,"clientId":[],"trust":{},"x":[[]]}',
      'loaded',
      [],
    ],
    ['an empty command', '{"command":""}', 'inert', ['empty-command command']],
    [
      'an empty command and empty addresses',
      '{"Command":"","url":"","serverUrl":null}',
      'inert',
      ['empty-command Command'],
    ],
    ['an empty command beside an address', '{"command":"","url":"https://k.example"}', 'loaded', []],
    ['a null command', '{"command":null,"args":["x"]}', 'loaded', []],
    ['an empty command that is cleared', '{"command":"","command":null}', 'loaded', []],
    [
      'an empty command, switched off',
      '{"command":"","disabled":true}',
      'disabled',
      ['empty-command command'],
    ],
    ['dropped is worse than empty', '{"command":"","cwd":1}', 'dropped', ['field-type cwd']],
    [
      'two fields are two defects',
      '{"env":{"A":1},"ENV":{"B":2},"args":[3]}',
      'dropped',
      ['member-type env.A+', 'member-type args[0]'],
    ],
  ])('%s', (_, value, state, expected) => {
    const loaded = server(value);
    expect(loaded.state).toBe(state);
    expect(problems(loaded)).toEqual(expected);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['a later scalar replaces', '{"command":"a","COMMAND":"b"}', { command: 'b' }],
    ['null clears a scalar', '{"command":"a","command":null}', {}],
    [
      'long s and Kelvin sign fold',
      '{"\u017ferverUrl":"https://k.example","oauth":{"clientSecret":"c"}}',
      { serverUrl: 'https://k.example', oauth: { clientSecret: 'c' } },
    ],
    [
      'the fold is seen through escapes',
      '{"\\u017fERVERURL":"https://k.example"}',
      { serverUrl: 'https://k.example' },
    ],
    ['dotless i is another letter', '{"d\u0131sabled":1}', {}],
    [
      'env merges, names keep their case',
      '{"env":{"A":"1","a":"2"},"Env":{"A":"3"}}',
      { env: { A: '3', a: '2' } },
    ],
    ['headers merge', '{"headers":{"X":"1"},"headers":{"Y":"2"}}', { headers: { X: '1', Y: '2' } }],
    ['null clears a map', '{"env":{"A":"1"},"env":null,"env":{"B":"2"}}', { env: { B: '2' } }],
    ['a null member is empty', '{"env":{"A":"1"},"env":{"A":null}}', { env: { A: '' } }],
    [
      'oauth merges and folds',
      '{"oauth":{"clientId":"i"},"OAuth":{"CLIENTSECRET":"x"}}',
      { oauth: { clientId: 'i', clientSecret: 'x' } },
    ],
    ['null clears oauth', '{"oauth":{"clientId":"i"},"oauth":null}', {}],
    [
      'null inside oauth clears one member',
      '{"oauth":{"clientId":"i","clientSecret":"x","clientId":null}}',
      { oauth: { clientSecret: 'x' } },
    ],
    ['a null element is empty', '{"args":["a",null]}', { args: ['a', ''] }],
    ['a repeated list decodes into the earlier one', '{"args":["a","b"],"args":[null]}', { args: ['a'] }],
    ['stale elements come back', '{"args":["a","b"],"args":["c"],"args":[null,null]}', { args: ['c', 'b'] }],
    ['an empty list resets', '{"args":["a","b"],"args":[],"args":[null]}', { args: [''] }],
    ['null resets', '{"args":["a","b"],"args":null,"args":[null]}', { args: [''] }],
    [
      'the two lists have memories of their own',
      '{"args":["a"],"disabledTools":[null]}',
      { args: ['a'], disabledTools: [''] },
    ],
    [
      'a dropped server shows what it carries',
      '{"command":1,"env":{"A":"1"}}',
      { command: '', env: { A: '1' } },
    ],
    ['a wrong type leaves the earlier value', '{"command":"a","command":1}', { command: 'a' }],
    ['a wrong member is stored empty', '{"env":{"A":"1","A":2}}', { env: { A: '' } }],
  ])('%s', (_, value, expected) => {
    expect(effective(server(value))).toEqual(expected);
  });

  test('a wrong type is remembered although a later spelling puts it right', () => {
    const loaded = server('{"command":1,"command":"kiln-mcp"}');
    expect(loaded.state).toBe('dropped');
    expect(effective(loaded).command).toBe('kiln-mcp');
  });

  test.each<[string, string, string]>([
    ['serverUrl wins', '{"command":"k","url":"u","serverUrl":"s"}', 'remote serverUrl'],
    ['an empty serverUrl counts as absent', '{"command":"k","serverUrl":""}', 'stdio'],
    ['a null serverUrl counts as absent', '{"url":"u","serverUrl":null}', 'remote url'],
    ['url alone', '{"url":"u","type":7}', 'remote url'],
    ['command beside url: taken for a local start', '{"command":"k","url":"u"}', 'stdio'],
    ['none', '{"args":["a"]}', 'none'],
  ])('connection: %s', (_, value, expected) => {
    const { connection } = server(value);
    expect(connection.kind === 'remote' ? `remote ${connection.field}` : connection.kind).toBe(expected);
  });

  test('a provider that the user names is accepted', () => {
    expect(server('{"authProviderType":"tidal_id"}', ['tidal_id']).state).toBe('loaded');
  });

  test('clientId and clientSecret beside the fields are kept, of any type', () => {
    const { stray, state } = server('{"clientSecret":"one","ClientSecret":"two","clientId":7}');
    expect(state).toBe('loaded');
    expect(stray.clientSecret?.value).toBe('two');
    expect(stray.clientId).toBeUndefined();
  });

  test('every spelling is on record', () => {
    const config = load('{"mcpServers":{"kiln":{"env":{},"note":"x","ENV":null}}}');
    const { doc } = config;
    expect(
      fieldOccurrences(doc as JsonDoc, config.servers[0] as LoadedServer).map(({ field, key }) => [
        field,
        doc?.text(key),
      ]),
    ).toEqual([
      ['env', 'env'],
      [undefined, 'note'],
      ['env', 'ENV'],
    ]);
  });
});

test('places: fields as spelled, pointers escaped', () => {
  const config = load('{"mcpServers":{"a/b~c":{"Env":{"X.Y":1}}}}');
  expect(config.servers[0]?.problems[0]?.place).toMatchObject({
    field: 'Env.X.Y',
    pointer: '/mcpServers/a~1b~0c/Env/X.Y',
  });
  expect(jsonPointer('a', 0)).toBe('/a/0');
});

describe('properties', () => {
  const name = fc.constantFrom(
    'command',
    'Command',
    'args',
    'env',
    'ENV',
    'oauth',
    'serverUrl',
    '\u017ferverUrl',
    'disabled',
    'note',
  );
  const value = fc.constantFrom(
    'null',
    '""',
    '"x"',
    '1',
    'true',
    '[]',
    '["a"]',
    '[null]',
    '[1]',
    '{}',
    '{"A":"1"}',
    '{"A":1}',
    '{"clientId":"c"}',
  );
  const member = fc.tuple(name, value).map(([key, json]) => `"${key}":${json}`);
  const body = fc.array(member, { maxLength: 8 }).map((members) => `{${members.join(',')}}`);

  test('replacing a server forgets everything about the earlier one', () => {
    fc.assert(
      fc.property(body, body, (first, second) => {
        const both = load(`{"mcpServers":{"kiln":${first},"kiln":${second}}}`).servers[0] as LoadedServer;
        const alone = server(second);
        expect([both.state, problems(both), effective(both)]).toEqual([
          alone.state,
          problems(alone),
          effective(alone),
        ]);
      }),
    );
  });

  test('a server is dropped exactly when a wrong type stands anywhere in it', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 8 }), (members) => {
        const whole = server(`{${members.join(',')}}`);
        const anyAlone = members.some((one) => server(`{${one}}`).state === 'dropped');
        expect(whole.state === 'dropped').toBe(anyAlone);
      }),
    );
  });

  test('the case of a field makes no difference', () => {
    fc.assert(
      fc.property(body, (text) => {
        const upper = text.replace(/"(command|args|env|oauth|serverUrl|disabled)":/gi, (key) =>
          key.toUpperCase(),
        );
        expect(effective(server(upper))).toEqual(effective(server(text)));
      }),
    );
  });
});

describe('a file that was made to hurt', () => {
  test('a million bad values are counted and not all kept', () => {
    const loaded = server(`{"args":[${Array.from({ length: 1_000_000 }, () => '1').join()}]}`);
    expect(loaded.problems).toMatchObject([{ code: 'member-type', count: 1_000_000 }]);
    expect(loaded.problems[0]?.others.length).toBeLessThanOrEqual(1000);
  });

  test('a name of megabytes is not copied for every bad value below it', () => {
    const name = 'n'.repeat(4_000_000);
    const bad = Array.from({ length: 100_000 }, () => '1').join();
    const config = load(`{"mcpServers":{"${name}":{"args":[${bad}]}}}`);
    expect(config.servers[0]?.problems[0]?.count).toBe(100_000);
  });
});
