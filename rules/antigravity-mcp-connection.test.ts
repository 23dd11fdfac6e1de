import { describe, expect, test } from 'vitest';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './antigravity-mcp-connection.ts';

const check = (content: string) => checkFile(rule, 'mcp_config.json', content);
const found = (content: string): string[] => check(content).map((finding) => summary(content, finding));
const file = (server: string): string => `{"mcpServers": {"pier": ${server}}}`;
const of = (server: object): string[] => found(file(JSON.stringify(server)));

const HERE = 'https://pier.example/mcp';
const THERE = 'https://quay.example/mcp';

describe('silent', () => {
  test.each<object>([
    {},
    { command: 'pier-mcp' },
    { serverUrl: HERE },
    { serverUrl: HERE, command: '' },
    { serverUrl: HERE, command: null },
    { serverUrl: HERE, url: '' },
    { serverUrl: HERE, url: null },
    { serverUrl: HERE, url: HERE },
    { serverUrl: HERE, url: 'https://PIER.example:443/mcp' },
    { serverUrl: 'https://pier.example', url: 'https://pier.example/' },
    { serverUrl: HERE, type: 'http', args: ['--x'] },
    { serverUrl: 'wss://pier.example/mcp' },
    { serverUrl: 'ws://pier.example/mcp' },
    { serverUrl: 'HTTPS://pier.example/mcp' },
    // A start comes before `url`, as far as is known.
    { command: 'pier-mcp', url: HERE },
    { command: 'pier-mcp', url: 'http://pier.example' },
    { command: 'pier-mcp', serverUrl: '', url: 'nonsense' },
    // Another rule's: keys that are not read.
    { httpUrl: 'http://pier.example', endpoint: 'nonsense' },
  ])('%j', (server) => {
    expect(of(server)).toEqual([]);
  });

  test.each(['', '[]', 'null', '{}', '{"mcpServers": {"pier": null, "quay": 7}}', '{"mcpServers": 1}'])(
    'a file without servers: %j',
    (content) => {
      expect(found(content)).toEqual([]);
    },
  );
});

describe('two addresses', () => {
  test.each<[object, string]>([
    [{ url: THERE, serverUrl: HERE }, `two-addresses 1:32 "${THERE}"`],
    [{ serverUrl: HERE, url: THERE }, `two-addresses 1:71 "${THERE}"`],
    [{ serverUrl: HERE, url: `${HERE}/` }, `two-addresses 1:71 "${HERE}/"`],
    [{ serverUrl: HERE, url: HERE.replace('https', 'http') }, 'two-addresses 1:71 "http://pier.example/mcp"'],
    [{ serverUrl: HERE, url: '${PIER_URL}' }, 'two-addresses 1:71 "${PIER_URL}"'],
  ])('%j', (server, expected) => {
    expect(of(server)).toEqual([expected]);
  });

  test('names both as spelled, and the place of the one that counts', () => {
    const content = file(`{"URL": "${THERE}", "serverurl": "${HERE}"}`);
    const at = content.indexOf(`"${HERE}"`);
    expect(check(content)).toMatchObject([
      {
        args: { server: 'pier', field: 'URL', other: 'serverurl' },
        server: 'pier',
        field: 'URL',
        pointer: '/mcpServers/pier/URL',
        related: [{ message: 'serverurl counts', at: { start: at, end: at + HERE.length + 2 } }],
      },
    ]);
  });
});

describe('no whole address', () => {
  test.each([
    'pier.example/mcp',
    'pier.example',
    '//pier.example/mcp',
    '/mcp',
    'localhost:7420/mcp',
    '127.0.0.1:7420/mcp',
    'https:pier.example/mcp',
    'https:/pier.example/mcp',
    'https:\\\\pier.example\\mcp',
    'https://',
    'https:///mcp',
    'https//pier.example/mcp',
    'https://pier.example:port/mcp',
    'https://pier example/mcp',
    ' https://pier.example/mcp',
    'https://pier.example/mcp\n',
    'https://pier.example/\u0000',
    'mailto:keeper@pier.example',
    'the pier',
  ])('%j', (address) => {
    expect(of({ serverUrl: address })).toEqual([`no-address 1:38 ${JSON.stringify(address)}`]);
  });

  test('of url as well', () => {
    expect(of({ url: 'pier.example/mcp' })).toEqual([
      'no-address 1:32 "pier.example/mcp"',
      'older-spelling 1:26 "url"',
    ]);
  });
});

describe('another scheme', () => {
  test.each<[string, string]>([
    ['sse://pier.example/mcp', 'sse'],
    ['FTP://pier.example/mcp', 'ftp'],
    ['file:///srv/pier', 'file'],
    ['stdio://pier-mcp', 'stdio'],
    ['http+unix://pier/mcp', 'http+unix'],
  ])('%s', (address, scheme) => {
    const content = file(JSON.stringify({ serverUrl: address }));
    expect(check(content)).toMatchObject([
      { messageId: 'scheme', field: 'serverUrl', pointer: '/mcpServers/pier/serverUrl', args: { scheme } },
    ]);
    expect(found(content)).toEqual([`scheme 1:38 "${address}"`]);
  });
});

describe('clear text', () => {
  test.each([
    'http://pier.example/mcp',
    'HTTP://pier.example/mcp',
    'http://pier.example:8080',
    'http://192.168.0.7/mcp',
    'http://10.0.0.7:7420/mcp',
    'http://[2001:db8::7]/mcp',
    'http://pier:7420/mcp',
    'http://localhost.pier.example/mcp',
    'http://128.0.0.1/mcp',
    'http://127.0.0.1.pier.example/mcp',
    'http://localhost@pier.example/mcp',
    'http://pier.example/mcp?mooring=${MOORING}',
  ])('%s', (address) => {
    expect(of({ serverUrl: address })).toEqual([`clear-text 1:38 "${address}"`]);
  });

  test.each([
    'http://localhost/mcp',
    'http://LocalHost:7420/mcp',
    'http://localhost.:7420/mcp',
    'http://pier.localhost:7420/mcp',
    'http://127.0.0.1:7420/mcp',
    'http://127.1/mcp',
    'http://127.255.0.3/mcp',
    'http://2130706433/mcp',
    'http://0x7f000001/mcp',
    'http://[::1]:7420/mcp',
    'http://[0:0:0:0:0:0:0:1]/mcp',
    'http://[::ffff:127.0.0.1]/mcp',
    'http://[::]:7420/mcp',
    'http://0.0.0.0:7420/mcp',
    'http://host.docker.internal:7420/mcp',
  ])('not on this machine: %s', (address) => {
    expect(of({ serverUrl: address })).toEqual([]);
  });
});

test.each([
  '${PIER_URL}',
  '$PIER_URL',
  '${env:PIER_URL}/mcp',
  '{env:PIER_URL}',
  '%PIER_URL%',
  'http://${PIER_HOST}/mcp',
  'http://$PIER_HOST:7420/mcp',
  '${PIER_SCHEME}://pier.example',
  'https://pier.example:${PIER_PORT}/mcp',
  'https://<pier>.example/mcp',
  '<your-server>',
  'YOUR_SERVER_URL',
  'http://your-pier.example/mcp',
  'https://{{ host }}/mcp',
])('what is filled in elsewhere is not judged: %s', (address) => {
  expect(of({ serverUrl: address })).toEqual([]);
});

describe('a command beside an address', () => {
  test('never runs', () => {
    const content = file(JSON.stringify({ command: 'pier-mcp', args: [], serverUrl: HERE }));
    expect(found(content)).toEqual(['command-unused 1:26 "command"']);
    expect(check(content)).toMatchObject([
      {
        args: { field: 'command', other: 'serverUrl' },
        field: 'command',
        pointer: '/mcpServers/pier/command',
      },
    ]);
  });

  test('is one finding beside the others of the server', () => {
    expect(of({ command: 'pier-mcp', serverUrl: 'http://pier.example', url: HERE })).toEqual([
      'clear-text 1:59 "http://pier.example"',
      `two-addresses 1:87 "${HERE}"`,
      'command-unused 1:26 "command"',
    ]);
  });
});

describe('url alone', () => {
  test.each<[string, string]>([
    [`{"url": "${HERE}"}`, 'older-spelling 1:26 "url"'],
    [`{"type": "http", "url": "${HERE}"}`, 'older-spelling 1:42 "url"'],
    [`{"Url": "${HERE}"}`, 'older-spelling 1:26 "Url"'],
    [`{"url": "${HERE}", "command": ""}`, 'older-spelling 1:26 "url"'],
    [`{"url": "${HERE}", "serverUrl": null}`, 'older-spelling 1:26 "url"'],
  ])('%s', (server, expected) => {
    expect(found(file(server))).toEqual([expected]);
  });
});

describe('what agy holds after loading counts', () => {
  test.each<[string, string[]]>([
    // A later spelling replaces an earlier one.
    [`{"serverUrl": "nonsense", "SERVERURL": "${HERE}"}`, []],
    [`{"serverUrl": "${HERE}", "SERVERURL": "nonsense"}`, ['no-address 1:80 "nonsense"']],
    [`{"url": "${THERE}", "serverUrl": "${HERE}", "url": "${HERE}"}`, []],
    [`{"url": "${THERE}", "serverUrl": "${HERE}", "url": null}`, []],
    [`{"command": "pier-mcp", "serverUrl": "${HERE}", "command": null}`, []],
    ['{"\\u0073erverUrl": "pier.ex\\u0061mple"}', ['no-address 1:44 "pier.ex\\u0061mple"']],
    ['{"ſerverUrl": "pier.example"}', ['no-address 1:39 "pier.example"']],
    // Dropped or switched off, it stands in the file all the same.
    ['{"serverUrl": "http://pier.example", "args": 7}', ['clear-text 1:39 "http://pier.example"']],
    ['{"serverUrl": "http://pier.example", "disabled": true}', ['clear-text 1:39 "http://pier.example"']],
    // A wrong type leaves no address.
    [`{"serverUrl": 7, "command": "pier-mcp"}`, []],
  ])('%s', (server, expected) => {
    expect(found(file(server))).toEqual(expected);
  });

  test('a replaced server or wrapper is not looked at', () => {
    const bad = '{"serverUrl": "nonsense"}';
    expect(found(`{"mcpServers": {"pier": ${bad}, "pier": {}}}`)).toEqual([]);
    expect(found(`{"mcpServers": {"pier": ${bad}}, "mcpServers": {}}`)).toEqual([]);
  });
});

test('an address of megabytes', () => {
  const long = 'a'.repeat(4 << 20);
  expect(check(file(JSON.stringify({ serverUrl: `http://pier.example/${long}` })))).toHaveLength(1);
  expect(check(file(JSON.stringify({ serverUrl: long, url: `${long}b` })))).toHaveLength(2);
});
