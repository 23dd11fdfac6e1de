import { describe, expect, test } from 'vitest';
import { checkFileLater, placeIn, summary } from '../src/test/rules.ts';
import { secret } from '../src/test/secrets.ts';
import rule from './antigravity-mcp-placeholder.ts';

const PLUGIN = placeIn({}, { owner: 'plugin' });

const check = (content: string | Uint8Array, place = placeIn()) =>
  checkFileLater(rule, 'mcp_config.json', content, {}, place);
const found = async (content: string, place = placeIn()): Promise<string[]> =>
  (await check(content, place)).map((finding) => summary(content, finding));
const file = (server: string): string => `{"mcpServers": {"barge": ${server}}}`;
const server = (fields: object): string => file(JSON.stringify(fields));

/** What is found in a server, as `message field`, with the further places behind a `+`. */
async function fields(value: object, place = placeIn()): Promise<string[]> {
  return (await check(server(value), place)).map(({ messageId, field, related = [] }) =>
    [`${messageId} ${field}`, ...related.map(({ message }) => message.replace(/ as well$/, ''))].join(' + '),
  );
}

/** Every place of a server that a value can stand in. */
const everywhere = (value: string): Record<string, object> => ({
  command: { command: value },
  'args[0]': { command: 'barge-mcp', args: [value] },
  'env.BARGE': { command: 'barge-mcp', env: { BARGE: value } },
  cwd: { command: 'barge-mcp', cwd: value },
  serverUrl: { serverUrl: value },
  url: { url: value },
  'headers.X-Barge': { serverUrl: 'https://barge.example', headers: { 'X-Barge': value } },
  'oauth.clientId': { serverUrl: 'https://barge.example', oauth: { clientId: value } },
  'oauth.clientSecret': { serverUrl: 'https://barge.example', oauth: { clientSecret: value } },
});

describe('every form in every place', () => {
  test.each([
    ['variable', '${BARGE_TOKEN}'],
    ['variable', '$BARGE_TOKEN'],
    ['variable', '${BARGE_TOKEN:-none}'],
    ['foreign-syntax', '${env:BARGE_TOKEN}'],
    ['foreign-syntax', '${input:barge-token}'],
    ['foreign-syntax', '${workspaceFolder}'],
    ['foreign-syntax', '${CLAUDE_PLUGIN_ROOT}'],
    ['foreign-syntax', '{env:BARGE_TOKEN}'],
    ['foreign-syntax', '%BARGE_TOKEN%'],
    ['foreign-syntax', '$env:BARGE_TOKEN'],
  ])('%s %s', async (id, value) => {
    for (const [field, value_] of Object.entries(everywhere(value))) {
      expect(await fields(value_)).toEqual([`${id} ${field}`]);
    }
  });

  test.each(['YOUR_BARGE_TOKEN', '<token>', '{{token}}', 'changeme', 'xxxxxxxx'])(
    'a gap in a plugin, and nowhere else: %s',
    async (value) => {
      for (const [field, fields_] of Object.entries(everywhere(value))) {
        expect(await fields(fields_, PLUGIN)).toEqual([`gap ${field}`]);
        expect(await fields(fields_)).toEqual([]);
        expect(await fields(fields_, placeIn({}, { owner: 'none' }))).toEqual([]);
      }
    },
  );
});

describe('the range is the whole value', () => {
  test.each<[string, string]>([
    ['{"env": {"BARGE_TOKEN": "${BARGE_TOKEN}"}}', 'variable 1:50 "${BARGE_TOKEN}"'],
    ['{"args": ["--token", "x-${BARGE_TOKEN}-y"]}', 'variable 1:47 "x-${BARGE_TOKEN}-y"'],
    ['{"env": {"A": "\\u0024{input:barge}"}}', 'foreign-syntax 1:40 "\\u0024{input:barge}"'],
    [
      '{"serverUrl": "https://barge.example/${env:PIER}"}',
      'foreign-syntax 1:40 "https://barge.example/${env:PIER}"',
    ],
  ])('%s', async (content, expected) => {
    expect(await found(file(content))).toEqual([expected]);
  });

  test('with field and pointer as spelled', async () => {
    expect(await check(file('{"ENV": {"a/b": "$BARGE"}, "Args": ["%BARGE%"]}'))).toMatchObject([
      { server: 'barge', field: 'Args[0]', pointer: '/mcpServers/barge/Args/0' },
      { server: 'barge', field: 'ENV.a/b', pointer: '/mcpServers/barge/ENV/a~1b' },
    ]);
  });
});

describe('one finding', () => {
  test('for all variables of a server, at the first of them in the file', async () => {
    const value = {
      headers: { A: '$A' },
      env: { B: '${B}', C: 'c', D: '$D' },
      args: ['${E}'],
      command: '$BARGE/x',
    };
    expect(await fields(value)).toEqual(['variable headers.A + env.B + env.D + args[0] + command']);
    expect(await check(server(value))).toMatchObject([{ args: { more: 4, shown: '$A' } }]);
  });

  test('for another syntax in one field', async () => {
    const value = {
      env: { A: '${env:A}', B: '%BARGE%', C: '${C}' },
      args: ['${workspaceFolder}', '{env:A}'],
    };
    expect(await fields(value)).toEqual([
      'foreign-syntax args[0] + args[1]',
      'foreign-syntax env.A + env.B',
      'variable env.C',
    ]);
  });

  test('for the gaps in one field', async () => {
    const value = { env: { A: 'YOUR_A', B: '<b>', C: '${C}' }, args: ['--x=<x>'] };
    expect(await fields(value, PLUGIN)).toEqual(['gap args[0]', 'gap env.A + env.B', 'variable env.C']);
  });

  test('for each server', async () => {
    const content = '{"mcpServers": {"a": {"env": {"A": "$A"}}, "b": {"env": {"A": "$A"}}}}';
    expect(await check(content)).toMatchObject([{ server: 'a' }, { server: 'b' }]);
  });
});

describe('text for a shell or interpreter', () => {
  test.each<object>([
    { command: 'sh', args: ['-c', 'exec barge-mcp --root "$PWD"'] },
    { command: 'bash', args: ['-lc', 'exec "$HOME/tools/barge-mcp"'] },
    { command: '/usr/bin/env', args: ['bash', '-c', 'exec "${BARGE_HOME:-/opt/barge}/bin/barge"'] },
    { command: 'bash', args: ['-c', 'echo ${env:BARGE} %BARGE% {env:BARGE}'] },
    { command: 'docker', args: ['run', 'barge', 'sh', '-c', 'exec $BARGE'] },
    { command: 'ssh', args: ['barge.example', '$HOME/barge-mcp'] },
    { command: 'node', args: ['-e', 'console.log(`${BARGE}`)'] },
    { command: 'powershell', args: ['-Command', '& "$env:USERPROFILE\\barge.exe"'] },
    { command: 'cmd', args: ['/c', '%APPDATA%\\barge\\barge.cmd'] },
    { Command: 'bash', ARGS: ['-c', 'exec $BARGE'] },
    // The package puts in what stands in the environment.
    {
      command: 'npx',
      args: ['-y', 'mcp-remote@0.1.29', 'https://a.example', '--header', 'X-Barge: ${BARGE}'],
    },
  ])('%j', async (value) => {
    expect(await fields(value)).toEqual([]);
  });

  test.each<[object, string]>([
    [{ command: 'bash', args: ['-c', 'exec "$1"', '_', '${BARGE}'] }, 'variable args[3]'],
    [{ command: 'bash', args: ['barge.sh', '${BARGE}'] }, 'variable args[1]'],
    [{ command: 'cmd', args: ['/c', 'barge', '${BARGE}'] }, 'variable args[2]'],
    [{ command: 'cmd', args: ['/c', 'barge', '${workspaceFolder}'] }, 'foreign-syntax args[2]'],
    [
      { command: 'mcp-remote', args: ['https://a.example', '--header', 'X-Barge:$BARGE'] },
      'variable args[2]',
    ],
    [{ command: 'mcp-remote', args: ['https://a.example/${BARGE}'] }, 'variable args[0]'],
    [{ command: 'docker', args: ['run', '-e', 'BARGE=${BARGE}', 'barge'] }, 'variable args[2]'],
    [{ command: 'barge-mcp', args: ['-c', '${BARGE}'] }, 'variable args[1]'],
    [{ command: 'bash', args: ['-c', 'exec barge'], env: { BARGE: '${BARGE}' } }, 'variable env.BARGE'],
  ])('is not all there is: %j', async (value, expected) => {
    expect(await fields(value)).toEqual([expected]);
  });
});

describe('silent', () => {
  test.each<[string, object]>([
    ['an ordinary server', { command: 'npx', args: ['-y', '@barge/mcp@1.0.0'], env: { PORT: '7420' } }],
    ['money', { args: ['--greeting', 'Fares from $5', 'US$', '$5'] }],
    ['patterns', { args: ['^open$', '^(A|B)$', '$match', '$.pier[0]'] }],
    [
      'percent signs',
      { args: ["LIKE '%pier%'", '100%', '%Y-%m-%d', '%s'], serverUrl: 'https://a.example/%20b%20' },
    ],
    ['a template of the server', { args: ['--greeting', 'Good ${daytime}, ${name}'] }],
    ['names, not values', { env: { '${BARGE}': 'x', YOUR_TOKEN: 'x' }, headers: { '%BARGE%': 'x' } }],
    ['what is not read', { '//': '${BARGE}', httpUrl: '${BARGE}', clientSecret: '${BARGE}' }],
    ['tools', { disabledTools: ['$BARGE', '${BARGE}'] }],
  ])('%s', async (_, value) => {
    expect(await fields(value)).toEqual([]);
    expect(await fields(value, PLUGIN)).toEqual([]);
  });

  test.each([
    '',
    '[]',
    'null',
    '{}',
    '{"mcpServers": 1}',
    '{"mcpServers": {"a": null, "b": "${BARGE}"}}',
    '{"a": "$A"}',
  ])('a file without servers: %j', async (content) => {
    expect(await found(content)).toEqual([]);
  });
});

describe('what agy holds after loading counts', () => {
  test.each<[string, string[]]>([
    ['{"env": {"A": "$A"}, "ENV": {"A": "a"}}', []],
    ['{"env": {"A": "a"}, "ENV": {"A": "$A"}}', ['variable 1:59 "$A"']],
    ['{"env": {"A": "$A"}, "Env": {"B": "b"}}', ['variable 1:40 "$A"']],
    ['{"env": {"A": "$A"}, "env": null}', []],
    ['{"args": ["$A"], "args": ["a"]}', []],
    ['{"args": ["$A", "$B"], "args": [null]}', ['variable 1:36 "$A"']],
    ['{"oauth": {"clientid": "$A"}}', ['variable 1:49 "$A"']],
    // Dropped or switched off, it stands in the file all the same.
    ['{"command": 7, "env": {"A": "$A"}}', ['variable 1:54 "$A"']],
    ['{"disabled": true, "env": {"A": "$A"}}', ['variable 1:58 "$A"']],
  ])('%s', async (value, expected) => {
    expect(await found(file(value))).toEqual(expected);
  });

  test('a replaced server or wrapper is not looked at', async () => {
    const bad = '{"env": {"A": "$A"}}';
    expect(await found(`{"mcpServers": {"a": ${bad}, "a": {}}}`)).toEqual([]);
    expect(await found(`{"mcpServers": {"a": ${bad}}, "mcpServers": {}}`)).toEqual([]);
  });
});

describe('help', () => {
  /** The help of every finding in a server. */
  async function help(value: object, place = placeIn()): Promise<string[]> {
    return (await check(server(value), place)).map(({ messageId, args }) =>
      rule.messages[messageId as keyof typeof rule.messages].help(args as never),
    );
  }

  test('names the entry of env that can go', async () => {
    expect(await help({ env: { BARGE_KEY: '${OTHER}' } })).toEqual([
      expect.stringMatching(/^Drop the entry and set BARGE_KEY where agy is started: .*inherits/),
    ]);
  });

  test('never asks for the value itself, and says what holds whatever agy expands', async () => {
    for (const value of ['${BARGE}', '${env:BARGE}', '${input:barge}', '%BARGE%', 'YOUR_BARGE_KEY']) {
      for (const fields_ of Object.values(everywhere(value))) {
        const all = await help(fields_, PLUGIN);
        expect(all).toHaveLength(1);
        expect(all[0]).not.toMatch(
          /paste|put (?:it|the (?:secret|token|key|value)) (?:in|here)|replace|insert/i,
        );
        if (!('command' in fields_) || 'env' in fields_ || 'args' in fields_)
          expect(all[0]).toMatch(/inherits/);
      }
    }
  });

  test('says that nobody is asked, and that there is no folder', async () => {
    expect(await help({ env: { A: '${input:a}' } })).toEqual([
      expect.stringMatching(/^Nobody is asked for it\. Drop/),
    ]);
    expect(await help({ args: ['${workspaceFolder}'] })).toEqual([
      expect.stringMatching(/^Antigravity puts no folder/),
    ]);
  });
});

test('a default is never shown, whatever it is', async () => {
  const password = secret('password');
  const findings = await check(server({ env: { BARGE_TOKEN: `\${BARGE_TOKEN:-${password}}` } }));
  expect(findings).toHaveLength(1);
  expect(JSON.stringify(findings)).not.toContain(password);
});

describe('hostile files', () => {
  test('very many values make few findings', async () => {
    const args = Array.from({ length: 200_000 }, () => '%BARGE%');
    const env = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`A${i}`, '$A']));
    const findings = await check(server({ command: 'sh', args, env }));
    expect(findings).toMatchObject([
      { messageId: 'foreign-syntax', args: { more: 199_999 } },
      { messageId: 'variable', args: { more: 199_999 } },
    ]);
    for (const { related } of findings) expect(related?.length).toBeLessThanOrEqual(100);
  });

  test('invalid bytes and astral characters around it', async () => {
    const text = server({ env: { A: '😀${BARGE}?' } });
    expect(await found(text)).toEqual(['variable 1:38 "😀${BARGE}?"']);
    const bytes = Uint8Array.from(new TextEncoder().encode(text), (byte) => (byte === 0x3f ? 0xff : byte));
    expect(await check(bytes)).toMatchObject([{ messageId: 'variable', field: 'env.A' }]);
  });
});
