import { describe, expect, test } from 'vitest';
import { mendFile, textOf } from '../test/mend-memory.ts';

/** Name of the file, content, the same after `fix`, and after `fix --suggest`; `=`: as before. */
type Row = readonly [content: string, safe: string, suggested: string];

async function expectFixes(name: string, [content, safe, suggested]: Row): Promise<void> {
  const first = safe === '=' ? content : safe;
  const second = suggested === '=' ? first : suggested;
  expect(textOf(await mendFile(name, content)) ?? content).toBe(first);
  expect(textOf(await mendFile(name, content, { suggested: true })) ?? content).toBe(second);
  expect(textOf(await mendFile(name, second, { suggested: true }))).toBeUndefined();
}

describe('mcp_config.json', () => {
  const kiln = (fields: string): string => `{"mcpServers":{"kiln":{${fields}}}}`;
  test.each<Row>([
    ['\ufeff{"mcpServers": {}}\r\n', '{"mcpServers": {}}\r\n', '='],
    [
      '{\n  "mcpServers": {\n    "a": {"command": "a", "args": ["x",],},\n  },\n}',
      '{\n  "mcpServers": {\n    "a": {"command": "a", "args": ["x"]}\n  }\n}',
      '=',
    ],
    [
      '// top\n{\n  // of a\n  "mcpServers": { /* none */ }, // end\n}\n/* last */',
      '=',
      '{\n  "mcpServers": { }\n}\n',
    ],
    ['\ufeff{"mcpServers": {/**/},}', '{"mcpServers": {/**/},}', '{"mcpServers": {}}'],
    [
      '{"mcpServers": {"a": {"command": "a", "disabled": True,}}}',
      '{"mcpServers": {"a": {"command": "a", "disabled": true}}}',
      '=',
    ],
    ['{\u00a0"mcpServers":\u3000{}\u200b}', '{ "mcpServers": {}}', '='],
    [
      `{"mcpServers": {"a": {"command": "a\tb\u0001"}}}`,
      '{"mcpServers": {"a": {"command": "a\\tb\\u0001"}}}',
      '=',
    ],
    ['{"mcpServers": {"a": {\'command\': 1,}}}', '=', '='],
    ['{"mcpServers": [1,}}', '=', '='],
    [
      kiln('"command":"k","env":{"PORT":8080,"DEBUG":true}'),
      kiln('"command":"k","env":{"PORT":"8080","DEBUG":"true"}'),
      '=',
    ],
    [kiln('"command":"k","env":{"A":-1.50e3,"B":[]}'), '=', '='],
    [
      kiln('"command":"k","args":["-p",8080,null,false]'),
      kiln('"command":"k","args":["-p","8080",null,"false"]'),
      '=',
    ],
    [
      kiln('"url":"https://k.example","HEADERS":{"X-Max":3}'),
      kiln('"url":"https://k.example","HEADERS":{"X-Max":"3"}'),
      '=',
    ],
    [kiln('"command":"k","disabled":"Yes"'), kiln('"command":"k","disabled":true'), '='],
    [kiln('"command":"k","disabled":"maybe"'), '=', '='],
    [kiln('"command":"k","disabled":1'), '=', '='],
    [
      kiln('"serverUrl":"https://k.example","authProviderType":"MCP_AUTH_PROVIDER_TYPE_GOOGLE_CREDENTIALS"'),
      kiln('"serverUrl":"https://k.example","authProviderType":"google_credentials"'),
      '=',
    ],
    [
      kiln('"serverUrl":"https://k.example","authProviderType":"Google-Credentials"'),
      kiln('"serverUrl":"https://k.example","authProviderType":"google_credentials"'),
      '=',
    ],
    [kiln('"serverUrl":"https://k.example","authProviderType":"oidc"'), '=', '='],
    ['{"servers": {"kiln": {"command": "k"}}}', '=', '{"mcpServers": {"kiln": {"command": "k"}}}'],
    ['{"servers": {"kiln": {"command": "k"}, "note": "x"}}', '=', '='],
    ['{"kiln": {"command": "k"}}', '=', '{"mcpServers": {"kiln": {"command": "k"}}}'],
    ['{"$schema": "x", "kiln": {"command": "k"}}', '=', '='],
    [
      '{\n\t"kiln": {\n\t\t"command": "k",\n\t\t"env": {"A": 1}\n\t}\n}\n',
      '=',
      '{\n\t"mcpServers": {\n\t\t"kiln": {\n\t\t\t"command": "k",\n\t\t\t"env": {"A": "1"}\n\t\t}\n\t}\n}\n',
    ],
  ])('%j', async (...row) => {
    await expectFixes('mcp_config.json', row);
  });
});

describe('hooks.json', () => {
  const hook = (events: string): string => `{"h": {${events}}}`;
  test.each<Row>([
    ['{"h": {"Stop": [{"command": "x",}],},}', '{"h": {"Stop": [{"command": "x"}]}}', '='],
    ['{"Stop": [{"command": "x"}]}', '=', '{"my-hook": {"Stop": [{"command": "x"}]}}'],
    ['{"Stop": [{"command": "x"}], "h": {}}', '=', '='],
    ['{"version": 1, "h": {"Stop": [{"command": "x"}]}}', '=', '{"h": {"Stop": [{"command": "x"}]}}'],
    [
      hook('"enabled": "true", "Stop": [{"command": "x"}]'),
      hook('"enabled": true, "Stop": [{"command": "x"}]'),
      '=',
    ],
    [hook('"Stop": {"command": "x"}'), '=', hook('"Stop": [{"command": "x"}]')],
    [hook('"PreToolUse": {"command": "x"}'), '=', '='],
    [
      hook('"Stop": [{"command": "x", "timeout": "30"}]'),
      hook('"Stop": [{"command": "x", "timeout": 30}]'),
      '=',
    ],
    [
      hook('"Stop": [{"command": "x", "timeout": 30.0}]'),
      hook('"Stop": [{"command": "x", "timeout": 30}]'),
      '=',
    ],
    [hook('"Stop": [{"command": "x", "timeout": 30.5}]'), '=', '='],
    [
      hook('"Stop": [{"command": "x", "timeout": "30 sec"}]'),
      '=',
      hook('"Stop": [{"command": "x", "timeout": 30}]'),
    ],
    [hook('"Stop": [{"command": "x", "timeout": "3\\u0030"}]'), '=', '='],
    [
      hook('"Stop": [{"type": "Command", "command": "x"}]'),
      hook('"Stop": [{"type": "command", "command": "x"}]'),
      '=',
    ],
    [
      hook(
        '"Stop": [{"matcher": "", "hooks": [{"command": "x"}, {"command": "y"}]}, {"hooks": [{"command": "z"}]}]',
      ),
      '=',
      hook('"Stop": [{"command": "x"}, {"command": "y"}, {"command": "z"}]'),
    ],
    [hook('"Stop": [{"matcher": "resume", "hooks": [{"command": "x"}]}]'), '=', '='],
    [
      hook('"pre_tool_use": [{"hooks": [{"command": "x"}]}]'),
      '=',
      hook('"PreToolUse": [{"hooks": [{"command": "x"}]}]'),
    ],
    [hook('"pre_tool_use": [{"command": "x"}]'), '=', '='],
    [hook('"pre_tool_use": [{"hooks": [{"command": "x"}]}], "PreToolUse": []'), '=', '='],
    [hook('"Stop": [{"matcher": "*", "command": "x"}]'), hook('"Stop": [{"command": "x"}]'), '='],
    [hook('"Stop": [{"command": "x", "matcher": "resume"}]'), '=', hook('"Stop": [{"command": "x"}]')],
    [hook('"PreToolUse": [{"command": "x"}]'), '=', hook('"PreToolUse": [{"hooks": [{"command": "x"}]}]')],
    [hook('"PreToolUse": [{"matcher": "view_file", "command": "x"}]'), '=', '='],
    [hook('"Stop": [{"run": "x"}]'), '=', hook('"Stop": [{"command": "x"}]')],
    [hook('"Stop": [{"command": "", "run": "x"}]'), '=', '='],
  ])('%j', async (...row) => {
    await expectFixes('hooks.json', row);
  });
});

describe('skills.json', () => {
  test.each<Row>([
    [
      '{"entries": [{"path": "a", "includeOnly": ["x"]}]}',
      '{"entries": [{"path": "a", "include_only": ["x"]}]}',
      '=',
    ],
    [
      '{"entries": [{"path": "a", "include": ["x"]}]}',
      '=',
      '{"entries": [{"path": "a", "include_only": ["x"]}]}',
    ],
    ['{"entries": [{"path": "a", "includeOnly": "x"}]}', '=', '='],
    ['{"entries": [{"path": "a", "includeOnly": ["x"], "include_only": ["x"]}]}', '=', '='],
    ['{"entries": ["a", "b"]}', '=', '{"entries": [{"path": "a"}, {"path": "b"}]}'],
    ['{"entries": [{"path": "a", "exclude": "x"}]}', '=', '{"entries": [{"path": "a", "exclude": ["x"]}]}'],
    ['{"entries": [{"path": 1}, "b"]}', '=', '='],
    ['\ufeff{"entries": [], /* x */ }', '{"entries": [], /* x */ }', '='],
  ])('%j', async (...row) => {
    await expectFixes('skills.json', row);
  });
});

describe('plugin.json', () => {
  test.each<Row>([
    ['{"name": "a", "disabled": "no",}', '{"name": "a", "disabled": false}', '='],
    ['{"name": "a", "description": 12}', '{"name": "a", "description": "12"}', '='],
    ['{"name": "a", "description": {}}', '=', '='],
    ['{"Name": "a"}', '{"name": "a"}', '='],
    ['{"Name": 7}', '=', '='],
  ])('%j', async (...row) => {
    await expectFixes('plugin.json', row);
  });
});

describe('keys of other programs in mcp_config.json', () => {
  const kiln = (fields: string): string => `{"mcpServers":{"kiln":{${fields}}}}`;
  test.each<Row>([
    [kiln('"command":"k","enabled":false'), '=', kiln('"command":"k","disabled":true')],
    [kiln('"command":"k","enabled": "false"'), '=', '='],
    [kiln('"command":"k","enabled":false,"Disabled":false'), '=', '='],
    [kiln('"httpUrl":"https://k.example/mcp"'), '=', kiln('"serverUrl":"https://k.example/mcp"')],
    [kiln('"httpUrl":"https://k.example/mcp","uri":"https://l.example"'), '=', '='],
    [kiln('"httpUrl":"k.example"'), '=', '='],
    [kiln('"httpUrl":"https://k.example/mcp","command":""'), '=', '='],
    [kiln('"command":"k","httpUrl":"https://k.example/mcp"'), '=', '='],
  ])('%j', async (...row) => {
    await expectFixes('mcp_config.json', row);
  });
});

describe('the heads of prose', () => {
  const rule = (head: string): string => `---\n${head}\n---\nFire slowly.\n`;
  test.each<Row>([
    [rule('trigger: Always-On'), rule('trigger: always_on'), '='],
    [rule('trigger: "AlwaysOn"'), rule('trigger: always_on'), '='],
    [rule('trigger: always'), '=', rule('trigger: always_on')],
    [rule('trigger: seldom'), '=', '='],
    [rule('trigger: [always]'), '=', '='],
    [
      rule('trigger: manual\ndescription: Use when: hot'),
      rule("trigger: manual\ndescription: 'Use when: hot'"),
      '=',
    ],
    [
      rule("trigger: manual\ndescription: it's so: hot"),
      rule('trigger: manual\ndescription: "it\'s so: hot"'),
      '=',
    ],
    [rule('trigger: manual\ndescription: it\'s "so": hot'), '=', '='],
    [rule('trigger: manual\ndescription: so: hot # note'), '=', '='],
    [rule('trigger: manual\ndescription: so: hot\n  and cold'), '=', '='],
    [rule('trigger: glob\nglobs: *.ts'), rule("trigger: glob\nglobs: '*.ts'"), '='],
    [
      rule('trigger: manual\r\ndescription: so: hot\r'),
      rule("trigger: manual\r\ndescription: 'so: hot'\r"),
      '=',
    ],
  ])('rule %j', async (...row) => {
    await expectFixes('rules/kiln.md', row);
  });

  const agent = (tools: string): string =>
    `---\nname: kiln\ndescription: Fires.\ntools: ${tools}\n---\nFire.\n`;
  test.each<Row>([
    [agent('view_file, grep_search'), agent('[view_file, grep_search]'), '='],
    [agent('"view_file,grep_search"'), agent('[view_file,grep_search]'), '='],
    [agent('view_file'), agent('[view_file]'), '='],
    [agent('view_file and more'), '=', '='],
    [agent('"*"'), '=', '='],
    [agent('[view_file]'), '=', '='],
  ])('agent %j', async (...row) => {
    await expectFixes('agents/kiln.md', row);
  });

  test('skill', async () => {
    const skill = (value: string): string => `---\nname: kiln\ndescription: ${value}\n---\nFire.\n`;
    await expectFixes('skills/kiln/SKILL.md', [skill('Fires: slowly'), skill("'Fires: slowly'"), '=']);
  });
});
