import { describe, expect, test } from 'vitest';
import { checkFile, checkFileLater, summary } from '../src/test/rules.ts';
import { secret } from '../src/test/secrets.ts';
import rule from './mcp-valid-json.ts';

const TOKEN = secret('github-pat');
const OTHER_TOKEN = secret('slack-bot');
const PASSWORD = secret('password');
const KEY = secret('key');

function check(content: string, options = {}) {
  return checkFile(rule, 'mcp_config.json', content, options);
}

/** What is found, as `message line:column text`. */
function found(content: string, options = {}): string[] {
  return check(content, options).map((finding) => summary(content, finding));
}

const apiary = (fields: object): string => JSON.stringify({ mcpServers: { apiary: fields } });

/** What is found in a server, as `message field`, where the range is that of the value. */
function fields(server: object, options = {}): string[] {
  const content = apiary(server);
  return check(content, options).map(({ messageId, field, at, pointer, server: name }) => {
    const value = JSON.parse(content.slice(at.start, at.end));
    const path = (pointer ?? '').split('/').slice(1);
    const there = path.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      JSON.parse(content),
    );
    expect(there).toBe(value);
    expect(name).toBe('apiary');
    return `${messageId} ${field}`;
  });
}

describe('a token, known by its form, in every place', () => {
  test.each<[object, string[]]>([
    [{ env: { HIVE: TOKEN } }, ['credential env.HIVE']],
    [{ env: { HIVE_PAT: TOKEN } }, ['credential env.HIVE_PAT']],
    [{ Env: { HIVE: `x ${TOKEN} y` } }, ['credential Env.HIVE']],
    [{ headers: { 'X-Hive': TOKEN } }, ['credential headers.X-Hive']],
    [{ headers: { Authorization: `Bearer ${TOKEN}` } }, ['credential headers.Authorization']],
    [{ headers: { authorization: `token ${TOKEN}` } }, ['credential headers.authorization']],
    [{ oauth: { clientId: 'bees', clientSecret: OTHER_TOKEN } }, ['credential oauth.clientSecret']],
    [{ oauth: { clientId: TOKEN } }, ['credential oauth.clientId']],
    [{ clientSecret: OTHER_TOKEN }, ['credential clientSecret']],
    [{ CLIENTSECRET: OTHER_TOKEN }, ['credential CLIENTSECRET']],
    [{ args: [TOKEN] }, ['args-credential args[0]']],
    [{ args: ['--hive', TOKEN] }, ['args-credential args[1]']],
    [{ args: [`--hive=${TOKEN}`] }, ['args-credential args[0]']],
    [{ args: ['-c', `curl -H "Authorization: Bearer ${TOKEN}" x`] }, ['args-credential args[1]']],
    [{ command: `apiary --hive ${TOKEN}` }, ['token command']],
    [{ serverUrl: `https://hive.example/mcp?hive=${TOKEN}` }, ['url-query serverUrl']],
    [{ url: `https://hive.example/mcp?hive=${TOKEN}` }, ['url-query url']],
    [{ serverUrl: `https://hive.example/${TOKEN}/mcp` }, ['token serverUrl']],
    [{ serverUrl: `https://${TOKEN}@hive.example/mcp` }, ['url-user-info serverUrl']],
  ])('%#: %j', (server, expected) => {
    expect(fields(server)).toEqual(expected);
  });

  test('each is a finding of its own', () => {
    expect(fields({ env: { A: TOKEN, B: OTHER_TOKEN }, args: [TOKEN, 'x', OTHER_TOKEN] })).toEqual([
      'credential env.A',
      'credential env.B',
      'args-credential args[0]',
      'args-credential args[2]',
    ]);
  });
});

describe('a value that its name gives away', () => {
  test.each<[object, string[]]>([
    [{ env: { HIVE_PASSWORD: PASSWORD } }, ['credential env.HIVE_PASSWORD']],
    [{ env: { hive_api_key: KEY } }, ['credential env.hive_api_key']],
    [{ env: { 'HIVE/SECRET': KEY } }, ['credential env.HIVE/SECRET']],
    [{ headers: { 'X-Api-Key': KEY } }, ['credential headers.X-Api-Key']],
    [{ headers: { Authorization: `Bearer ${KEY}` } }, ['credential headers.Authorization']],
    [
      { headers: { Authorization: `Basic ${btoa(`bee:${PASSWORD}`)}` } },
      ['credential headers.Authorization'],
    ],
    [{ oauth: { clientSecret: KEY } }, ['credential oauth.clientSecret']],
    [{ oauth: { ClientSecret: KEY } }, ['credential oauth.ClientSecret']],
    [{ OAuth: { clientSecret: KEY } }, ['credential OAuth.clientSecret']],
    [{ clientSecret: KEY }, ['credential clientSecret']],
    [{ args: ['--password', PASSWORD] }, ['args-credential args[1]']],
    [{ args: [`--api-key=${KEY}`] }, ['args-credential args[0]']],
    [{ args: ['--header', `Authorization: Bearer ${KEY}`] }, ['args-credential args[1]']],
    [{ args: ['-H', `X-Api-Key: ${KEY}`] }, ['args-credential args[1]']],
    [{ args: ['run', '-e', `HIVE_TOKEN=${KEY}`, 'image'] }, ['args-credential args[2]']],
    [{ serverUrl: `https://hive.example/mcp?api_key=${KEY}` }, ['url-query serverUrl']],
    [{ serverUrl: `wss://hive.example/mcp?x=1&access_token=${KEY}#y` }, ['url-query serverUrl']],
  ])('%#: %j', (server, expected) => {
    expect(fields(server)).toEqual(expected);
  });
});

describe('a value that says itself what is in it', () => {
  test.each<[object, string[]]>([
    [{ env: { HIVE_OPTS: `--token ${KEY}` } }, ['credential env.HIVE_OPTS']],
    [{ env: { HIVE_OPTS: `--api-key=${KEY}` } }, ['credential env.HIVE_OPTS']],
    [{ env: { JAVA_OPTS: `-Dhive.password=${KEY}` } }, ['credential env.JAVA_OPTS']],
    [{ env: { HIVE_HEADER: `X-Api-Key: ${KEY}` } }, ['credential env.HIVE_HEADER']],
    [{ env: { HIVE_HEADERS: `{"Authorization": "Bearer ${KEY}"}` } }, ['credential env.HIVE_HEADERS']],
    [{ env: { HIVE_HEADERS: `{"a": [{"apiKey": "${KEY}"}]}` } }, ['credential env.HIVE_HEADERS']],
    [{ headers: { 'X-Hive': `token=${KEY}` } }, ['credential headers.X-Hive']],
    [{ env: { HIVE_DB: `Server=hive;User Id=bee;Password=${KEY}` } }, ['uri-password env.HIVE_DB']],
    [{ env: { HIVE_DB: `host=::1 user=bee password=${KEY}` } }, ['uri-password-loopback env.HIVE_DB']],
    [{ command: `HIVE_TOKEN=${KEY} apiary` }, ['token command']],
    [{ command: `apiary --token ${KEY}` }, ['token command']],
    [{ command: `apiary postgres://bee:${KEY}@hive.example/x` }, ['uri-password command']],
    [{ args: ['-lc', `export HIVE_TOKEN='${KEY}'; apiary`] }, ['args-credential args[1]']],
    [{ args: ['Authorization', `Bearer ${KEY}`] }, ['args-credential args[1]']],
    [{ args: [`{"a": {"b": {"apiKey": "${KEY}"}}}`] }, ['args-credential args[0]']],
  ])('%#: %j', (server, expected) => {
    expect(fields(server)).toEqual(expected);
  });

  test.each<[object]>([
    [{ env: { HIVE_OPTS: '--token ${HIVE_TOKEN}' } }],
    [{ env: { HIVE_OPTS: `--commit ${KEY}` } }],
    [{ env: { HIVE_NOTE: 'Use --token to log in, or --password when there is none.' } }],
    [{ env: { HIVE_HEADERS: '{"Authorization": "Bearer ${HIVE_TOKEN}"}' } }],
    [{ env: { HIVE_DB: 'Server=hive;User Id=bee;Password=${HIVE_PASSWORD}' } }],
    [{ env: { HIVE_DB: 'host=localhost user=bee password=bee' } }],
    [{ command: 'apiary --token ${HIVE_TOKEN}' }],
  ])('and of others nothing: %j', (server) => {
    expect(fields(server)).toEqual([]);
  });
});

describe('a password in an address', () => {
  test.each<[object, string[]]>([
    [{ serverUrl: `https://bee:${PASSWORD}@hive.example/mcp` }, ['url-user-info serverUrl']],
    [{ SERVERURL: `https://bee:${PASSWORD}@hive.example/mcp` }, ['url-user-info SERVERURL']],
    [{ url: `https://bee:${PASSWORD}@hive.example/mcp` }, ['url-user-info url']],
    [{ url: `https:bee:${PASSWORD}@hive.example/mcp` }, ['url-user-info url']],
    [{ url: `https:/bee:${PASSWORD}@hive.example/mcp` }, ['url-user-info url']],
    [{ url: `https:\\\\bee:${PASSWORD}@hive.example/mcp` }, ['url-user-info url']],
    [{ args: [`https://bee:${PASSWORD}@hive.example/mcp`] }, ['args-credential args[0]']],
    [{ args: [`postgresql://bee:${PASSWORD}@hive.example:5432/honey`] }, ['uri-password args[0]']],
    [{ args: ['--dsn', `mysql://bee:${PASSWORD}@hive.example/honey`] }, ['uri-password args[1]']],
    [{ args: [`--dsn=redis://:${PASSWORD}@hive.example/0`] }, ['uri-password args[0]']],
    [{ env: { HIVE_DB: `mongodb+srv://bee:${PASSWORD}@hive.example/honey` } }, ['uri-password env.HIVE_DB']],
    [
      { env: { DATABASE_URL: `postgres://bee:${PASSWORD}@127.0.0.1/honey` } },
      ['uri-password-loopback env.DATABASE_URL'],
    ],
    [{ args: [`postgresql://bee:${PASSWORD}@localhost/honey`] }, ['uri-password-loopback args[0]']],
    [{ args: [`postgresql://bee:${PASSWORD}@[::1]:5432/honey`] }, ['uri-password-loopback args[0]']],
    [{ env: { HIVE_URL: `https://bee:${PASSWORD}@hive.example/` } }, ['uri-password env.HIVE_URL']],
  ])('%#: %j', (server, expected) => {
    expect(fields(server)).toEqual(expected);
  });

  test('and a token in its query are two', () => {
    expect(fields({ url: `https://bee:${PASSWORD}@hive.example/?token=${KEY}` })).toEqual([
      'url-user-info url',
      'url-query url',
    ]);
  });
});

describe('not reported', () => {
  const REFERENCES = [
    '${HIVE_TOKEN}',
    '$HIVE_TOKEN',
    '${HIVE_TOKEN:-}',
    '${env:HIVE_TOKEN}',
    '${input:hive}',
    '{env:HIVE_TOKEN}',
    '%HIVE_TOKEN%',
    '{{hive_token}}',
    '<your-token>',
    '<TOKEN>',
    'YOUR_API_KEY',
    'your-api-key-here',
    'changeme',
    'xxx',
    'xxxxxxxxxxxxxxxx',
    '********',
    '0000000000000000',
    '',
  ];
  test.each(REFERENCES)('the stand-in %j, wherever it is', (value) => {
    const server = {
      command: 'apiary-mcp',
      args: [
        '--token',
        value,
        `--api-key=${value}`,
        '--header',
        `Authorization: Bearer ${value}`,
        '-e',
        `HIVE_TOKEN=${value}`,
      ],
      env: { HIVE_TOKEN: value, HIVE_PASSWORD: value },
      headers: { Authorization: `Bearer ${value}`, 'X-Api-Key': value },
      oauth: { clientId: value, clientSecret: value },
      clientSecret: value,
    };
    expect(fields(server)).toEqual([]);
  });

  test.each(['${PW}', '$PW', '<password>', '{{pw}}', 'YOUR_PASSWORD', 'xxxx'])(
    '%j in an address',
    (value) => {
      const server = {
        serverUrl: `https://bee:${value}@hive.example/mcp?api_key=${value}`,
        args: [`postgresql://bee:${value}@hive.example/honey`],
        env: { DATABASE_URL: `mysql://bee:${value}@hive.example/honey` },
      };
      expect(fields(server)).toEqual([]);
    },
  );

  test.each<[string, object]>([
    [
      'names that only sound secret',
      {
        env: {
          TOKEN_LIMIT: '120000',
          MAX_TOKENS: '4096',
          CLIENT_ID: 'apiary-web-eu',
          AUTH_MODE: 'oauth',
          PASSWORD_FILE: '/run/secrets/hive',
          TOKEN_URL: 'https://hive.example/token',
          KEYBOARD: 'de-neo',
          MONKEY: 'baboon-in-the-tree',
        },
        args: ['--max-tokens', '4096', '--auth-mode', 'oauth', '--token-file=/run/secrets/hive'],
        headers: { Accept: 'application/json', 'X-Token-Type': 'bearer' },
      },
    ],
    ['an ordinary client id', { oauth: { clientId: 'apiary-desktop' }, clientId: 'apiary-desktop' }],
    [
      'a database of this machine with its default password',
      { args: ['postgres://postgres:postgres@localhost:5432/honey'] },
    ],
    [
      'an address without a password',
      {
        serverUrl: 'https://hive.example/mcp?region=eu&page=2',
        args: ['postgresql://bee@hive.example/honey'],
      },
    ],
    [
      'hashes, ids and versions under ordinary names',
      {
        env: {
          HIVE_COMMIT: 'b6f0c3a1d2e4958770112233445566778899aabb',
          HIVE_ID: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
          HIVE_DIGEST: `sha256:${'0f1e2d3c'.repeat(8)}`,
          PATH: '/usr/bin:/bin',
        },
        args: ['hive-mcp@3.1.4', `hive/mcp@sha256:${'0f1e2d3c'.repeat(8)}`],
      },
    ],
    [
      'what is in no field that is looked at',
      { description: `never commit HIVE_PASSWORD=${PASSWORD}`, disabledTools: ['get_password'] },
    ],
    ['an empty server', {}],
  ])('%s', (_, server) => {
    expect(fields(server)).toEqual([]);
  });

  test.each(['', '[]', 'null', '{"mcpServers": 7}', '{"mcpServers": {"apiary": null, "hive": 7}}'])(
    'a file without servers: %j',
    (content) => {
      expect(found(content)).toEqual([]);
    },
  );
});

describe('what agy holds after loading counts', () => {
  const quoted = (value: string): string => JSON.stringify(value);
  const server = (text: string): string => `{"mcpServers":{"apiary":{${text}}}}`;
  const env = (name: string, value: string): string => `"env":{"${name}":${quoted(value)}}`;
  const place = (content: string, value: string): string =>
    `1:${content.indexOf(quoted(value)) + 1} ${quoted(value)}`;

  test('maps merge: both spellings of the field', () => {
    const content = server(`${env('A', TOKEN)},"ENV":{"B":${quoted(OTHER_TOKEN)}}`);
    expect(found(content)).toEqual([
      `credential ${place(content, TOKEN)}`,
      `credential ${place(content, OTHER_TOKEN)}`,
    ]);
    expect(check(content).map(({ field }) => field)).toEqual(['env.A', 'ENV.B']);
  });

  test.each<[string, string]>([
    ['a later value of the same name', `${env('A', TOKEN)},${env('A', '${A}')}`],
    ['a later null', `${env('A', TOKEN)},"env":null`],
    [
      'a later scalar',
      `"serverUrl":${quoted(`https://bee:${PASSWORD}@hive.example`)},"serverUrl":"https://hive.example"`,
    ],
    ['a later list', `"args":[${quoted(TOKEN)}],"args":["x"]`],
    ['a later member of oauth', `"oauth":{"clientSecret":${quoted(KEY)}},"oauth":{"CLIENTSECRET":"\${X}"}`],
  ])('%s replaces it, unless the option asks for it', (_, text) => {
    const content = server(text);
    expect(found(content)).toEqual([]);
    expect(found(content, { shadowed: true })).toHaveLength(1);
  });

  test.each<[string, string]>([
    ['server', `{"mcpServers":{"apiary":{${env('A', TOKEN)}},"apiary":{}}}`],
    ['wrapper', `{"mcpServers":{"apiary":{${env('A', TOKEN)}}},"mcpServers":{}}`],
  ])('a later %s replaces it, unless the option asks for it', (_, content) => {
    expect(found(content)).toEqual([]);
    expect(found(content, { shadowed: true })).toEqual([`credential ${place(content, TOKEN)}`]);
  });

  test('the option reports nothing twice', () => {
    const content = server(
      `${env('A', TOKEN)},"args":["--token",${quoted(KEY)}],"url":"https://x:${PASSWORD}@y.example"`,
    );
    expect(found(content, { shadowed: true })).toEqual(found(content));
    expect(found(content)).toHaveLength(3);
  });

  test('an argument has its number in the list in which it stands, and lists are read one by one', () => {
    const content = server(
      `"args":["q","--token"],"args":[${quoted(KEY)},"--token",${quoted(KEY)}],"args":[]`,
    );
    expect(checkFile(rule, 'mcp_config.json', content, { shadowed: true })).toMatchObject([
      { field: 'args[2]', pointer: '/mcpServers/apiary/args/2' },
    ]);
  });

  test('names of env are told apart by case', () => {
    expect(found(server(`${env('hive_token', TOKEN)},${env('HIVE_TOKEN', OTHER_TOKEN)}`))).toHaveLength(2);
  });

  test('escapes are read: in the name, the field and the value', () => {
    const escaped = `"\\u${TOKEN.charCodeAt(0).toString(16).padStart(4, '0')}${TOKEN.slice(1)}"`;
    const content = server(`"e\\u006ev":{"HIVE\\u005fTOKEN":${escaped}}`);
    expect(found(content)).toEqual([`credential 1:${content.indexOf(escaped) + 1} ${escaped}`]);
    expect(check(content)[0]).toMatchObject({
      field: 'env.HIVE_TOKEN',
      pointer: '/mcpServers/apiary/env/HIVE_TOKEN',
    });
  });

  test.each<[string, string]>([
    ['dropped', `"command":7,${env('A', TOKEN)}`],
    ['dropped by the map itself', `"env":{"N":7,"A":${quoted(TOKEN)}}`],
    ['disabled', `"disabled":true,${env('A', TOKEN)}`],
    ['inert', `"command":"",${env('A', TOKEN)}`],
    ['without a connection', env('A', TOKEN)],
    [
      'in which another connection wins',
      `"command":"x","serverUrl":"https://hive.example",${env('A', TOKEN)}`,
    ],
  ])('a server that is %s is committed all the same', (_, text) => {
    const content = server(text);
    expect(found(content)).toEqual([`credential ${place(content, TOKEN)}`]);
  });
});

describe('additional-placeholders', () => {
  const options = { 'additional-placeholders': [PASSWORD, KEY] };
  test.each<[object]>([
    [{ env: { HIVE_PASSWORD: PASSWORD, HIVE_KEY: KEY } }],
    [{ headers: { Authorization: `Bearer ${KEY}` } }],
    [{ args: ['--password', PASSWORD, `--api-key=${KEY}`] }],
    [{ serverUrl: `https://bee:${PASSWORD}@hive.example/?api_key=${KEY}` }],
    [{ args: [`postgresql://bee:${PASSWORD}@hive.example/honey`] }],
    [{ oauth: { clientSecret: KEY }, clientSecret: KEY }],
  ])('%j', (server) => {
    expect(fields(server)).not.toEqual([]);
    expect(fields(server, options)).toEqual([]);
  });

  test('a token that is named is none, in whatever place', () => {
    const server = {
      env: { A: TOKEN, HIVE_TOKEN: TOKEN },
      args: [TOKEN],
      command: TOKEN,
      url: `https://x.example/${TOKEN}`,
    };
    expect(fields(server)).toHaveLength(5);
    expect(fields(server, { 'additional-placeholders': [TOKEN] })).toEqual([]);
  });

  test('only the value itself', () => {
    expect(fields({ env: { HIVE_PASSWORD: `${PASSWORD}1` } }, options)).toEqual([
      'credential env.HIVE_PASSWORD',
    ]);
  });
});

describe('.mcp.json of other clients', () => {
  const other = (content: string, options = {}) => checkFile(rule, '.mcp.json', content, options);
  const short = (content: string, options = {}): string[] =>
    other(content, options).map((finding) => summary(content, finding));
  const later = async (content: string): Promise<string[]> =>
    (await checkFileLater(rule, '.mcp.json', content)).map((finding) => summary(content, finding));
  const quoted = JSON.stringify(TOKEN);

  test.each<[string, string, string[]]>([
    ['a comment', '{\n  "mcpServers": {} // none\n}', ['syntax 2:20 //']],
    ['a comma too many', '{"mcpServers":{},}', ['syntax 1:18 }']],
    ['no content', '', ['syntax 1:1 ']],
    ['a list', '[1]', ['root-type 1:1 [1]']],
    ['a list of servers', '{"mcpServers":[]}', ['servers-type 1:15 []']],
    ['a server that is a line', '{"mcpServers":{"kiln":"kiln-mcp"}}', ['server-type 1:23 "kiln-mcp"']],
    ['the same in a bare map', '{"kiln":"kiln-mcp"}', ['server-type 1:9 "kiln-mcp"']],
  ])('%s', (_, content, expected) => {
    expect(short(content)).toEqual(expected);
  });

  test('a file broken off', async () => {
    expect(await later('{"mcpServers":{')).toEqual(['syntax 1:16 ']);
  });

  test.each([
    '{}',
    '{"mcpServers":{}}',
    '{"kiln":{"command":"kiln-mcp"}}',
    '{"//":"ours","kiln":{"command":"kiln-mcp"}}',
    '\ufeff{"mcpServers":{}}',
    '{"inputs":[],"servers":{"kiln":{"type":"stdio"}}} // of another host',
    // What only Antigravity would mind.
    '{"mcpServers":{"kiln":{"command":7,"env":{"PORT":7},"args":"x","enabled":false,"type":"sse"}}}',
    '{"mcpServers":{"kiln":{"command":""}}}',
    '{"mcpServers":{"kiln":7,"kiln":{}}}',
  ])('silent: %s', (content) => {
    expect(short(content)).toEqual([]);
  });

  test.each<[string, string, string, string]>([
    [
      'under the wrapper',
      `{"mcpServers":{"kiln":{"env":{"A":${quoted}}}}}`,
      'env.A',
      '/mcpServers/kiln/env/A',
    ],
    ['in a bare map', `{"kiln":{"args":["--token",${quoted}]}}`, 'args[1]', '/kiln/args/1'],
    ['under another wrapper', `{"servers":{"kiln":{"Env":{"A":${quoted}}}}}`, 'Env.A', '/servers/kiln/Env/A'],
    [
      'behind a byte-order mark',
      `\ufeff{"kiln":{"headers":{"A":${quoted}}}}`,
      'headers.A',
      '/kiln/headers/A',
    ],
  ])('a credential %s', (_, content, field, pointer) => {
    expect(other(content)).toMatchObject([{ server: 'kiln', field, pointer }]);
    expect(short(content)[0]).toMatch(new RegExp(`^(?:args-)?credential \\d:\\d+ ${quoted}$`));
  });

  test('a file that is no strict JSON is read for credentials all the same', () => {
    const content = `{"kiln":{"env":{"A":${quoted},}}}`;
    expect(other(content).map(({ messageId }) => messageId)).toEqual(['syntax', 'credential']);
  });

  test('what is replaced counts where the option asks for it', () => {
    const content = `{"kiln":{"env":{"A":${quoted}}},"kiln":{}}`;
    expect(other(content)).toEqual([]);
    expect(other(content, { shadowed: true })).toMatchObject([{ pointer: '/kiln/env/A' }]);
  });

  test('advice is for whoever reads the file', () => {
    const { help } = rule.messages.credential;
    const args = { server: 'kiln', field: 'headers.A', what: 'a token' } as const;
    expect(help({ ...args, client: 'agy' })).toContain('Let agy sign in (oauth or authProviderType)');
    expect(help({ ...args, client: 'the client' })).toContain('Let the client sign in, or keep');
    expect(other(`{"kiln":{"env":{"A":${quoted}}}}`)[0]?.args.client).toBe('the client');
    expect(check(apiary({ env: { A: TOKEN } }))[0]?.args.client).toBe('agy');
  });
});

describe('a file that does not parse', () => {
  const quoted = JSON.stringify(TOKEN);
  const broken = async (name: string, content: string, options = {}) =>
    (await checkFileLater(rule, name, content, options)).filter(({ messageId }) => messageId !== 'syntax');
  const server = `{"command":"hive","env":{"HIVE":${quoted}}}`;

  test.each<[string, string]>([
    ['a last comma', `{"mcpServers":{"apiary":${server},}}`],
    [
      'a comma missing between members',
      `{"mcpServers":{"apiary":{"command":"hive" "env":{"HIVE":${quoted}}}}}`,
    ],
    ['a comment', `{"mcpServers":{ // ours\n"apiary":${server}}}`],
    ['brackets that do not close', `{"mcpServers":{"apiary":{"command":"hive","env":{"HIVE":${quoted}`],
    ['a byte-order mark and a last comma', `\ufeff{"mcpServers":{"apiary":${server}},}`],
    ['text behind the end', `{"mcpServers":{"apiary":${server}}} and more`],
    ['a string broken off before', `{"mcpServers":{"apiary":{"command":"hive\n,"env":{"HIVE":${quoted}}}}}`],
    ['True', `{"mcpServers":{"apiary":{"disabled":True,"env":{"HIVE":${quoted}}}}}`],
    ['an odd escape', `{"mcpServers":{"apiary":{"command":"C:\\hive","env":{"HIVE":${quoted}}}}}`],
    ['a key without quotes', `{"mcpServers":{"apiary":{cwd:"hive","env":{"HIVE":${quoted}}}}}`],
    ['CRLF', `{\r\n"mcpServers":{\r\n"apiary":${server},\r\n}\r\n}\r\n`],
    ['letters that are not ASCII', `{"ключ":"é", "mcpServers":{"apiary":${server},}}`],
  ])('%s', async (_, content) => {
    for (const name of ['mcp_config.json', '.mcp.json']) {
      const findings = await broken(name, content);
      expect(
        findings.map(({ messageId, field, pointer, since }) => [messageId, field, pointer, since]),
      ).toEqual([['credential', 'env.HIVE', '/mcpServers/apiary/env/HIVE', '0.20.0']]);
      expect(findings.map((finding) => summary(content, finding).split(' ').at(-1))).toEqual([quoted]);
    }
  });

  test('a credential that is broken off itself', async () => {
    const content = `{"mcpServers":{"apiary":{"env":{"HIVE":"${TOKEN}\n}}}}`;
    expect(await broken('mcp_config.json', content)).toMatchObject([{ field: 'env.HIVE' }]);
  });

  test('a credential in which the file ends, when it is one beyond doubt', async () => {
    const end = '{"mcpServers":{"apiary":{"env":{"HIVE_TOKEN":"';
    expect(await broken('mcp_config.json', end + TOKEN)).toMatchObject([{ field: 'env.HIVE_TOKEN' }]);
    for (const half of [KEY, '%HIVE_TO', '<your', '${HIVE', '@hive:']) {
      for (const shadowed of [false, true]) {
        expect(await broken('mcp_config.json', end + half, { shadowed })).toEqual([]);
      }
    }
    const args = '{"mcpServers":{"apiary":{"args":["--token","<your';
    expect(await broken('mcp_config.json', args)).toEqual([]);
  });

  test('a bare map of another client', async () => {
    expect(await broken('.mcp.json', `{"apiary":${server}`)).toMatchObject([{ pointer: '/apiary/env/HIVE' }]);
    expect(await broken('mcp_config.json', `{"apiary":${server}`)).toEqual([]);
  });

  test.each([
    '{"mcpServers":{"apiary":{"env":{"HIVE_TOKEN":"${HIVE_TOKEN}"},}}}',
    '{"mcpServers":{"apiary":{"env":{"MAX_TOKENS":"4096"}},}}',
    '{"mcpServers":{"apiary":{"args":["--token" "$HIVE"]}}}',
    '{"mcpServers":{"apiary":{"env":{"HIVE_TOKEN":}}}}',
    '{"mcpServers":{"apiary":{"env":{"HIVE_TOKEN": "REGION": "north-1b"}}}}',
    '{"mcpServers":{"apiary":{"env":{"HIVE_TOKEN":"%HIVE_TOKEN%',
    '{"mcpServers":{"apiary":{"headers":{"Authorization":"Bearer',
    '{"mcpServers":{"apiary":{"args":["--token",,"north-yard-1b"]}}}',
    '{"mcpServers":{"apiary":{"args":["--token", $HIVE, "north-yard-1b"]}}}',
    '{"mcpServers":["apiary",}',
    '{"mcpServers"',
    '{',
    'mcpServers: {}',
  ])('silent: %s', async (content) => {
    expect(await broken('mcp_config.json', content)).toEqual([]);
  });

  test('what a later spelling replaces counts where the option asks for it', async () => {
    const content = `{"mcpServers":{"apiary":{"env":{"HIVE":${quoted}},"env":null},}}`;
    expect(await broken('mcp_config.json', content)).toEqual([]);
    expect(await broken('mcp_config.json', content, { shadowed: true })).toMatchObject([
      { field: 'env.HIVE' },
    ]);
  });

  test('a hostile file takes no long time', async () => {
    const start = performance.now();
    for (const content of [
      '['.repeat(1_000_000),
      '{"mcpServers":'.repeat(200_000),
      '"'.repeat(1_000_000),
      '{"a":[1,2}'.repeat(100_000),
      `{"mcpServers":{"apiary":{"env":{${'"HIVE":"x\\'.repeat(100_000)}`,
      `{"mcpServers":{"apiary":{"args":[${','.repeat(1_000_000)}`,
      `{"mcpServers":{"apiary":{"env":{${'"HIVE":"x":'.repeat(100_000)}`,
    ]) {
      expect(await broken('mcp_config.json', content)).toEqual([]);
    }
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

test('no argument of a finding holds the credential', () => {
  const server = {
    env: { HIVE_PASSWORD: PASSWORD, A: TOKEN },
    args: ['--token', KEY, `postgresql://bee:${PASSWORD}@hive.example/honey`],
    url: `https://bee:${PASSWORD}@hive.example/?token=${KEY}`,
  };
  const args = JSON.stringify(check(apiary(server)).map((finding) => finding.args));
  for (const value of [PASSWORD, TOKEN, KEY]) expect(args).not.toContain(value);
});
