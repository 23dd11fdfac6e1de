import { describe, expect, test } from 'vitest';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './antigravity-mcp-valid.ts';

function found(content: string | Uint8Array, options = {}): string[] {
  return checkFile(rule, 'mcp_config.json', content, options).map((finding) => summary(content, finding));
}

/** A server called kiln with these fields, on one line; the fields begin in column 26. */
const kiln = (fields: string): string => `{"mcpServers":{"kiln": { ${fields} }}}`;
/** The column of a part of such a line. */
const column = (line: string, part: string): number => line.lastIndexOf(part) + 1;

describe('no session starts', () => {
  test.each<[string, string]>([
    ['{\n  "mcpServers": {\n    // only in winter\n    "kiln": {}\n  }\n}', 'syntax 3:5 //'],
    ['{\n  "mcpServers": {} /* end */\n}', 'syntax 2:20 /*'],
    ['{"mcpServers": {},\n}', 'syntax 2:1 }'],
    ['{"mcpServers": {"kiln": {"args": ["a",]}}}', 'syntax 1:39 ]'],
    ['\ufeff{\n  "mcpServers": {}\n}', 'syntax 1:1 '],
    ['', 'syntax 1:1 '],
    ['  \n', 'syntax 2:1 '],
    ["{'mcpServers': {}}", "syntax 1:2 '"],
    ['{mcpServers: {}}', 'syntax 1:2 mcpServers'],
    ['{"mcpServers": {"kiln": {"timeout": NaN}}}', 'syntax 1:37 NaN'],
    ['{"mcpServers": {"kiln": {"timeout": 030}}}', 'syntax 1:38 30'],
    ['{"mcpServers": {}} {}', 'syntax 1:20 {'],
    ['{"mcpServers": {"kiln": {"command": "C:\\kiln"}}}', 'syntax 1:41 k'],
    ['{"mcpServers": {"kiln": {"command": "kiln}}\n}', 'syntax 1:44 \n'],
    ['{"mcpServers": {}', 'syntax 1:18 '],
    ['{\u00a0"mcpServers": {}}', 'syntax 1:2 \u00a0'],
    ['[]', 'root-type 1:1 []'],
    ['"mcpServers"', 'root-type 1:1 "mcpServers"'],
    ['\n true', 'root-type 2:2 true'],
    ['7', 'root-type 1:1 7'],
    ['{"mcpServers": []}', 'servers-type 1:16 []'],
    ['{"mcpServers": "none"}', 'servers-type 1:16 "none"'],
    ['{"mcpServers": false}', 'servers-type 1:16 false'],
    ['{"mcpServers": {}, "mcpServers": 0}', 'servers-type 1:34 0'],
    ['{"mcp\\u0053ervers": []}', 'servers-type 1:21 []'],
  ])('%j', (content, expected) => {
    expect(found(content)).toEqual([expected]);
  });

  test('a syntax error is the only finding, whatever is wrong before it', () => {
    expect(found('{"mcpServers": {"kiln": 7, "oven": {"command": 8,}}}')).toEqual(['syntax 1:50 }']);
  });

  test('bytes that are no text', () => {
    expect(found(new Uint8Array([0xff, 0xfe, 0x7b, 0]))).toEqual([expect.stringMatching(/^syntax 1:1 /)]);
    expect(found(new Uint8Array([0x7b, 0x00, 0x7d]))).toEqual([expect.stringMatching(/^syntax 1:2 /)]);
  });

  test('one bracket too many inside another', () => {
    const deep = (count: number): string =>
      `{"x": ${'['.repeat(count)}${']'.repeat(count)}, "mcpServers": {}}`;
    expect(found(deep(9_999))).toEqual([]);
    expect(found(deep(10_000))).toEqual(['syntax 1:10006 [']);
  });
});

describe('no server is found', () => {
  test.each<[string, string]>([
    ['null', 'null-document 1:1 null'],
    ['{"mcpServers": null}', 'null-servers 1:16 null'],
    ['{"mcpServers": {"kiln": {}}, "mcpServers": null}', 'null-servers 1:44 null'],
    ['{}', 'no-servers 1:1 {'],
    ['\n { }', 'no-servers 2:2 {'],
    ['{"version": 1, "notes": []}', 'no-servers 1:2 "version"'],
    ['{\n  "servers": {"kiln": {"command": "kiln-mcp"}}\n}', 'other-wrapper 2:3 "servers"'],
    ['{"version": 1, "mcp": {}}', 'other-wrapper 1:16 "mcp"'],
    ['{"mcp_servers": {}}', 'other-wrapper 1:2 "mcp_servers"'],
    ['{"MCPServers": {}}', 'other-wrapper 1:2 "MCPServers"'],
    ['{"mcpservers": {}}', 'other-wrapper 1:2 "mcpservers"'],
    ['{"$schema": "x", "kiln": {"command": "kiln-mcp"}}', 'bare-map 1:18 "kiln"'],
    ['{"observatory": {"serverUrl": "https://sky.example"}}', 'bare-map 1:2 "observatory"'],
  ])('%j', (content, expected) => {
    expect(found(content)).toEqual([expected]);
  });
});

describe('servers under a key that is not read', () => {
  const ONE = '{"kiln": {"command": "kiln-mcp"}}';

  test.each([
    ['the key itself', `{"mcp": ${ONE}}`, 'Rename "mcp" to mcpServers'],
    [
      'a level deeper',
      `{"mcp": {"inputs": [], "servers": ${ONE}}}`,
      'Move what stands under "servers" in it',
    ],
    [
      'a level deeper, under the right key',
      `{"mcp": {"mcpServers": ${ONE}}}`,
      'Move what stands under "mcpServers"',
    ],
    [
      'a server of such a name',
      '{"servers": {"mcp": {"command": "kiln-mcp", "oauth": {"url": {}}}}}',
      'Rename "servers"',
    ],
    ['nothing a level deeper', '{"mcp": {"servers": {}}}', 'Rename "mcp"'],
    ['a list a level deeper', '{"mcp": {"servers": [{"command": "kiln-mcp"}]}}', 'Rename "mcp"'],
  ])('%s', (_, content, expected) => {
    const [finding] = checkFile(rule, 'mcp_config.json', content);
    expect(finding?.messageId).toBe('other-wrapper');
    expect(rule.messages['other-wrapper'].help(finding?.args as never)).toContain(expected);
  });
});

describe('a server is dropped', () => {
  test.each(['7', '"kiln-mcp"', '[]', 'true', 'false'])('that is %s', (value) => {
    expect(found(`{"mcpServers":{"kiln": ${value}}}`)).toEqual([`server-type 1:24 ${value}`]);
  });

  const WRONG: Readonly<Record<string, readonly string[]>> = {
    command: ['7', 'true', '[]', '{}'],
    url: ['7', 'false', '["https://sky.example"]', '{}'],
    serverUrl: ['7', '{}', '[]'],
    cwd: ['7', '{}'],
    args: ['"--stdio"', '7', 'true', '{}'],
    disabledTools: ['"fire"', '7', '{}'],
    env: ['"A=b"', '7', '[]', 'true'],
    headers: ['"A: b"', '7', '[]'],
    oauth: ['"me"', '7', '[]', 'true'],
    disabled: ['"true"', '0', '1', '[]', '{}'],
  };
  const wrong = Object.entries(WRONG).flatMap(([field, values]) =>
    values.map((value) => [field, value] as const),
  );
  test.each(wrong)('%s: %s', (field, value) => {
    const line = kiln(`"${field}": ${value}`);
    expect(found(line)).toEqual([`field-type 1:${26 + field.length + 4} ${value}`]);
  });

  test.each<[string, string]>([
    ['"env": {"A": "x", "KILN_PORT": 7420}', '7420'],
    ['"env": {"A": true}', 'true'],
    ['"env": {"A": {}}', '{}'],
    ['"headers": {"X-Retries": 3}', '3'],
    ['"headers": {"X": ["a"]}', '["a"]'],
    ['"args": ["--cone", 6]', '6'],
    ['"args": [["a"]]', '["a"]'],
    ['"disabledTools": [false]', 'false'],
    ['"oauth": {"clientId": 12}', '12'],
    ['"oauth": {"CLIENTSECRET": []}', '[]'],
  ])('%s', (fields, value) => {
    const line = kiln(fields);
    expect(found(line)).toEqual([`member-type 1:${column(line, value)} ${value}`]);
  });

  test.each([
    '"workspace"',
    '""',
    '"GOOGLE_CREDENTIALS"',
    '"MCP_AUTH_PROVIDER_TYPE_GOOGLE_CREDENTIALS"',
    '7',
    '{}',
  ])('authProviderType: %s', (value) => {
    const line = kiln(`"serverUrl": "https://sky.example", "authProviderType": ${value}`);
    expect(found(line)).toEqual([`auth-provider 1:${column(line, value)} ${value}`]);
  });

  test('but not for a provider that is named in the option', () => {
    const line = kiln('"url": "https://sky.example", "authProviderType": "dome_login"');
    expect(found(line, { 'extra-auth-provider-types': ['dome_login'] })).toEqual([]);
    expect(found(line, { 'extra-auth-provider-types': ['dome'] })).toHaveLength(1);
  });

  test.each(['Env', 'ENV', 'e\\u006ev'])('in another spelling: %s', (name) => {
    const line = kiln(`"${name}": 7`);
    expect(found(line)).toEqual([`field-type 1:${column(line, '7')} 7`]);
  });

  test.each(['\u017ferverUrl', 'di\u017fabled', '\\u017ferverurl'])(
    'in a spelling that folds: %s',
    (name) => {
      expect(found(kiln(`"${name}": 7`))).toHaveLength(1);
    },
  );

  test.each(['dısabled', 'args ', 'env_', 'ｅnv'])('not for a key that only resembles one: %s', (name) => {
    expect(found(kiln(`"${name}": 7`))).toEqual([]);
  });

  test('a wrong type is not forgotten when a later spelling is right, and comes once', () => {
    const line = kiln('"env": {"A": 1}, "ENV": {"A": "x"}, "env": {"A": 2}');
    expect(found(line)).toEqual([`member-type 1:${line.indexOf('1}') + 1} 1`]);
  });

  test('several bad values of one field are one finding, of several fields several', () => {
    const line = kiln('"env": {"A": 1, "B": 2}, "args": [3, "x", 4], "cwd": 5');
    const findings = checkFile(rule, 'mcp_config.json', line);
    expect(findings.map((finding) => summary(line, finding))).toEqual([
      `member-type 1:${column(line, '1, "B"')} 1`,
      `member-type 1:${column(line, '3, "x"')} 3`,
      `field-type 1:${column(line, '5')} 5`,
    ]);
    expect(findings.map(({ related }) => related?.map(({ message }) => message))).toEqual([
      ['env.B as well'],
      ['args[2] as well'],
      [],
    ]);
    expect(findings[0]).toMatchObject({
      server: 'kiln',
      field: 'env.A',
      pointer: '/mcpServers/kiln/env/A',
      args: { server: 'kiln', field: 'env.A', found: 'a number', more: 1 },
    });
  });

  test('the field is named as it is spelled', () => {
    const [finding] = checkFile(rule, 'mcp_config.json', kiln('"Args": [7]'));
    expect(finding).toMatchObject({ field: 'Args[0]', pointer: '/mcpServers/kiln/Args/0' });
  });

  test('a disabled server is judged like another', () => {
    expect(found(kiln('"disabled": true, "cwd": 7'))).toHaveLength(1);
  });
});

describe('a server starts nothing', () => {
  test.each<[string, number]>([
    ['"command": ""', 37],
    ['"COMMAND": ""', 37],
    ['"command": "", "url": null', 37],
    ['"command": "", "serverUrl": ""', 37],
    ['"serverUrl": "", "url": "", "command": ""', 65],
    ['"command": "kiln", "command": ""', 56],
  ])('%s', (fields, at) => {
    expect(found(kiln(fields))).toEqual([`empty-command 1:${at} ""`]);
  });

  test('one wrong type is reported, not that it is empty too', () => {
    expect(found(kiln('"command": "", "cwd": 7'))).toEqual([expect.stringMatching(/^field-type /)]);
  });
});

describe('not reported', () => {
  test.each([
    '{"mcpServers": {}}',
    '{"mcpServers": {"kiln": {}, "oven": null}}',
    '{"mcpServers": {"kiln": {"args": ["x"]}}}',
    '{"_note": "ask first", "inputs": [], "$schema": "x", "mcpServers": {"kiln": {"command": "kiln-mcp"}}}',
    kiln('"command": "kiln-mcp", "enabled": false, "timeout": 1e400, "type": 7, "//": [], "$typeName": "x"'),
    kiln('"command": "kiln-mcp", "httpUrl": 7, "trust": {}, "clientId": 7, "clientSecret": []'),
    kiln('"command": null, "url": null, "serverUrl": null, "cwd": null, "args": null, "env": null'),
    kiln('"headers": null, "oauth": null, "disabled": null, "disabledTools": null, "authProviderType": null'),
    kiln('"command": "kiln-mcp", "args": ["a", null], "env": {"A": null}, "disabledTools": [null]'),
    kiln('"url": "https://sky.example", "headers": {"A": null}, "oauth": {"clientId": null, "scope": 7}'),
    kiln('"command": "kiln", "command": "other", "Command": "third"'),
    kiln('"httpUrl": "https://sky.example"'),
    kiln('"url": "https://sky.example", "serverUrl": "https://sky.example"'),
    kiln('"command": "", "url": "https://sky.example"'),
    kiln('"command": "", "serverUrl": "https://sky.example"'),
    kiln('"command": "", "command": null'),
    kiln('"serverUrl": "https://sky.example", "authProviderType": "google_credentials"'),
    '{"mcpServers": {"kiln": {"command": 7}, "kiln": {"command": "kiln-mcp"}}}',
    '{"mcpServers": {"kiln": 7}, "mcpServers": {}}',
    '{"mcpServers": 7, "mcpServers": {}}',
    '{"servers": [], "mcpServers": {}}',
    '{"mcpServers": {"\\ud800": {"command": "\u2028\u007f"}}}',
    '\r\n\t {"mcpServers": {}} \r\n',
  ])('%s', (content) => {
    expect(found(content)).toEqual([]);
  });

  test('invalid UTF-8 inside a string', () => {
    expect(
      found(
        new Uint8Array([
          ...new TextEncoder().encode('{"mcpServers": {"k'),
          0xff,
          ...new TextEncoder().encode('": {}}}'),
        ]),
      ),
    ).toEqual([]);
  });
});

test('a key is compared byte by byte where the loader does so, and a server by its last spelling', () => {
  const content =
    '{"mcpServers": {"kiln": {"command": 7}, "Kiln": {"command": 8}, "kil\\u006e": {"command": 9}}}';
  expect(found(content)).toEqual([
    `field-type 1:${content.indexOf('8') + 1} 8`,
    `field-type 1:${content.indexOf('9') + 1} 9`,
  ]);
});
