import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BRIDGE_SETTINGS } from '../src/bridge/facts.ts';
import { checkFileLater, summary } from '../src/test/rules.ts';
import rule from './agy-bridge-env.ts';

const BRIDGE = ['tools/agy-orch-mcp/dist/index.js'];
const TOML = '.codex/config.toml';

const check = async (name: string, content: string) => await checkFileLater(rule, name, content);
const found = async (name: string, content: string): Promise<string[]> =>
  (await check(name, content)).map((finding) => summary(content, finding));
const server = (fields: object): object => ({ command: 'node', args: BRIDGE, ...fields });
const json = (fields: object): string => JSON.stringify({ mcpServers: { kiln: fields } });
/** A server of Codex; its name, program and argument take three lines. */
const toml = (rest: string): string =>
  `[mcp_servers.kiln]\ncommand = "node"\nargs = ["${BRIDGE[0]}"]\n${rest}\n`;

describe('in every file that declares a server', () => {
  const wrong = server({ env: { AGY_MCP_MAX_CONCURRENT: '64' } });
  test.each<[string, string, string]>([
    ['mcp_config.json', json(wrong), '/mcpServers/kiln/env/AGY_MCP_MAX_CONCURRENT'],
    ['.mcp.json', json(wrong), '/mcpServers/kiln/env/AGY_MCP_MAX_CONCURRENT'],
    ['.mcp.json', JSON.stringify({ kiln: wrong }), '/kiln/env/AGY_MCP_MAX_CONCURRENT'],
  ])('%s: %s', async (name, content, pointer) => {
    expect(await found(name, content)).toEqual([`bad-value 1:${content.indexOf('"64"') + 1} "64"`]);
    expect(await check(name, content)).toMatchObject([
      { server: 'kiln', field: 'env.AGY_MCP_MAX_CONCURRENT', pointer },
    ]);
  });

  test(TOML, async () => {
    const content = toml('[mcp_servers.kiln.env]\nAGY_MCP_MAX_CONCURRENT = "64"');
    expect(await found(TOML, content)).toEqual(['bad-value 5:26 "64"']);
    const [finding] = await check(TOML, content);
    expect(finding).toMatchObject({ server: 'kiln', field: 'env.AGY_MCP_MAX_CONCURRENT' });
    expect(finding).not.toHaveProperty('pointer');
  });
});

describe('in every place of a server', () => {
  const env = (name: string, value: string): object => server({ env: { [name]: value } });
  test.each<[object, string[]]>([
    [env('AGY_MCP_MAX_CONCURENT', '2'), ['unknown-setting env.AGY_MCP_MAX_CONCURENT']],
    [env('agy_mcp_max_concurrent', '2'), ['unknown-setting env.agy_mcp_max_concurrent']],
    [env('AGY_MCP_LOG_LEVEL', 'debug'), ['unknown-setting env.AGY_MCP_LOG_LEVEL']],
    [env('AGY_MCP_MAX_OUTPUT_CHARS', '1000'), ['bad-value env.AGY_MCP_MAX_OUTPUT_CHARS']],
    [env('AGY_MCP_ENABLE_FETCH', '1'), ['bad-value env.AGY_MCP_ENABLE_FETCH']],
    [env('AGY_MCP_TOOL_SURFACE', 'fetch'), ['bad-value env.AGY_MCP_TOOL_SURFACE']],
    [env('AGY_MCP_ALLOW_FULL_AUTONOMY', 'true'), ['full-autonomy env.AGY_MCP_ALLOW_FULL_AUTONOMY']],
    [env('AGY_MCP_ALLOW_FULL_AUTONOMY', 'TRUE'), ['bad-value env.AGY_MCP_ALLOW_FULL_AUTONOMY']],
    [server({ Env: { AGY_MCP_TOOL_SURFACE: 'x' } }), ['bad-value Env.AGY_MCP_TOOL_SURFACE']],
    [server({ disabled: true, env: { AGY_MCP_TOOL_SURFACE: 'x' } }), ['bad-value env.AGY_MCP_TOOL_SURFACE']],
    [{ command: 'env', args: ['AGY_MCP_MAX_CONCURRENT=0', 'node', ...BRIDGE] }, ['bad-value args[0]']],
    [
      { command: 'docker', args: ['run', '-e', 'AGY_MCP_ENABLE_BATCH=on', 'kiln/agy-orch-mcp'] },
      ['bad-value args[2]'],
    ],
    [
      { command: 'docker', args: ['run', '--env=AGY_MCP_BATCH=true', 'kiln/agy-orch-mcp:1'] },
      ['unknown-setting args[1]'],
    ],
    [
      { command: 'env', args: ['AGY_MCP_ALLOW_FULL_AUTONOMY=true', 'node', ...BRIDGE] },
      ['full-autonomy args[0]'],
    ],
    // Known by a setting, a directory or its name alone.
    [
      { command: 'kiln', env: { AGY_MCP_BIN: 'agy', AGY_MCP_MAX_CONCURENT: '2' } },
      ['unknown-setting env.AGY_MCP_MAX_CONCURENT'],
    ],
    [{ command: 'kiln', env: { AGY_MCP_TOOL_SURFACE: 'x' } }, ['bad-value env.AGY_MCP_TOOL_SURFACE']],
    [
      { command: 'pnpm', args: ['start'], cwd: '../agy-orch-mcp', env: { AGY_MCP_X: '' } },
      ['unknown-setting env.AGY_MCP_X'],
    ],
  ])('%j', async (fields, expected) => {
    const findings = await check('.mcp.json', json(fields));
    expect(findings.map(({ messageId, field }) => `${messageId} ${field}`)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['env = { AGY_MCP_TOOL_SURFACE = "x" }', ['bad-value 4:32 "x"']],
    ["env.AGY_MCP_TOOL_SURFACE = 'x'", ["bad-value 4:28 'x'"]],
    ['env."AGY_MCP_SURFACE" = "all"', ['unknown-setting 4:5 "AGY_MCP_SURFACE"']],
    ['[mcp_servers.kiln.env]\nAGY_MCP_CONCURENT = "2" # few', ['unknown-setting 5:1 AGY_MCP_CONCURENT']],
    ['tool_timeout_sec = 60', ['client-timeout 4:20 60']],
    ['tool_timeout_sec = 3_600.0', ['client-timeout 4:20 3_600.0']],
    [
      'tool_timeout_sec = 60\nenv = { AGY_MCP_TOOL_SURFACE = "x", AGY_MCP_ALLOW_FULL_AUTONOMY = "true" }',
      ['bad-value 5:32 "x"', 'full-autonomy 5:67 "true"', 'client-timeout 4:20 60'],
    ],
  ])(`${TOML}: %s`, async (rest, expected) => {
    expect(await found(TOML, toml(rest))).toEqual(expected);
  });
});

describe('silent', () => {
  test.each([
    '',
    '{}',
    'null',
    '{"mcpServers": {"kiln": 7}}',
    json(server({})),
    json(server({ env: {} })),
    json(server({ env: { AGY_MCP_MAX_CONCURRENT: '32', AGY_MCP_MAX_OUTPUT_CHARS: '1024' } })),
    json(server({ env: { AGY_MCP_ALLOW_FULL_AUTONOMY: 'false', AGY_MCP_TOOL_SURFACE: 'compat' } })),
    json(server({ env: { AGY_MCP_MAX_CONCURRENT: '', AGY_MCP_ENABLE_BATCH: null } })),
    json(server({ env: { AGY_MCP_MAX_CONCURRENT: '${N}', AGY_MCP_BIN: '$HOME/bin/agy' } })),
    // Of the wrong type: told by others.
    json(server({ env: { AGY_MCP_MAX_CONCURRENT: 64 } })),
    json(server({ env: { AGY_ORCH_STORAGE: 'x', AGY_LOG: 'x', MAX_CONCURRENT: '64' } })),
    json(server({ args: [...BRIDGE, '--note', 'see AGY_MCP_MAX_CONCURRENT=64'] })),
    // Another program with settings of its own.
    json({ command: 'kiln-mcp', env: { AGY_MCP_KILN_ROWS: 'many', AGY_MCP_TIMEOUT: '0' } }),
    json({ command: 'kiln-mcp', env: { AGY_MCP_BIN: 'agy', AGY_MCP_KILN_ROWS: 'many' } }),
    // A later spelling counts.
    '{"mcpServers":{"kiln":{"args":["agy-orch-mcp"],"env":{"AGY_MCP_TOOL_SURFACE":"x"},"ENV":{"AGY_MCP_TOOL_SURFACE":"all"}}}}',
    '{"mcpServers":{"kiln":{"args":["agy-orch-mcp"],"env":{"AGY_MCP_TOOL_SURFACE":"x"},"env":null}}}',
  ])('%s', async (content) => {
    expect(await found('.mcp.json', content)).toEqual([]);
    expect(await found('mcp_config.json', content)).toEqual([]);
  });

  test.each([
    '',
    '# agy-orch-mcp',
    'model = "x"',
    toml(''),
    toml('startup_timeout_sec = 5\ntool_timeout_sec = 3660'),
    toml('tool_timeout_sec = 3600.5'),
    toml('tool_timeout_sec = "60"'),
    toml('enabled = false\nenv_vars = ["AGY_MCP_MAX_CONCURENT"]'),
    toml('[mcp_servers.kiln.env]\nAGY_MCP_MAX_CONCURRENT = "1"\nAGY_MCP_DEFAULT_WORKSPACE = "/srv/work"'),
    toml('[mcp_servers.other]\ntool_timeout_sec = 60'),
    '[mcp_servers.kiln]\ncommand = "kiln-mcp"\ntool_timeout_sec = 60\n# not agy-orch-mcp',
    '[profiles.kiln]\nargs = ["agy-orch-mcp"]\ntool_timeout_sec = 60',
    // Codex refuses these as a whole.
    `${toml('tool_timeout_sec = 60')}tool_timeout_sec = 60`,
    toml('tool_timeout_sec = 60\nmodel = '),
  ])(`${TOML}: %s`, async (content) => {
    expect(await found(TOML, content)).toEqual([]);
  });
});

test('several bad values in one field are one finding', async () => {
  const content = json(
    server({
      env: { AGY_MCP_BIN: 'agy', AGY_MCP_TOOL_SURFACE: 'x', AGY_MCP_MAX: '1', AGY_MCP_ENABLE_BATCH: 'no' },
      args: [...BRIDGE, 'AGY_MCP_ENABLE_FETCH=no'],
    }),
  );
  const findings = await check('.mcp.json', content);
  expect(findings.map(({ field }) => field)).toEqual(['env.AGY_MCP_TOOL_SURFACE', 'args[1]']);
  expect(findings[0]?.related).toEqual(
    ['"AGY_MCP_MAX"', '"no"'].map((text, index) => ({
      message: `env.${['AGY_MCP_MAX', 'AGY_MCP_ENABLE_BATCH'][index]} as well`,
      at: { start: content.indexOf(text), end: content.indexOf(text) + text.length },
    })),
  );
});

test('what is meant is said in the message and in the advice', () => {
  const { text, help } = rule.messages['unknown-setting'];
  const args = { server: 'kiln', name: 'AGY_MCP_BINN' };
  expect(text({ ...args, meant: 'AGY_MCP_BIN' })).toContain('(did you mean AGY_MCP_BIN?)');
  expect(help({ ...args, meant: 'AGY_MCP_BIN' })).toBe('Rename it to AGY_MCP_BIN, or take it out.');
  expect(text({ ...args, meant: '' })).not.toContain('did you mean');
  expect(help({ ...args, meant: '' })).toMatch(/^Take it out/);
});

describe('hostile files', () => {
  test('a server of very many settings gives a finding of bounded size', async () => {
    const env = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`AGY_MCP_${i}`, 'x']));
    const findings = await check('.mcp.json', json(server({ env })));
    expect(findings).toHaveLength(1);
    expect(findings[0]?.related).toHaveLength(50);
  });

  test.each<[string, string]>([
    [
      '.mcp.json',
      json(server({ args: ['agy-orch-mcp', `AGY_MCP_BIN=${'='.repeat(4_000_000)}`, '@'.repeat(4_000_000)] })),
    ],
    [TOML, `# agy-orch-mcp\n${'a = [ '.repeat(1_000_000)}`],
    [TOML, `# agy-orch-mcp\n[mcp_servers.kiln]\nargs = ${'['.repeat(10_000)}`],
    [TOML, '\u0000AGY_MCP_\r\u{1f600}'],
  ])('%s of %#', async (name, content) => {
    expect(await found(name, content)).toEqual([]);
  });

  test('places count bytes, whatever stands before', async () => {
    const content = toml('# 中\u{1f600}\r\nenv = { "\u{1f600}" = "é", AGY_MCP_TOOL_SURFACE = "x" }');
    expect(await found(TOML, content)).toEqual(['bad-value 5:44 "x"']);
  });
});

test('the page lists every setting as it is known', () => {
  const page = readFileSync(new URL('../docs/rules/agy-bridge-env.md', import.meta.url), 'utf8');
  for (const [name, setting] of Object.entries(BRIDGE_SETTINGS)) {
    const takes = {
      text: 'text',
      boolean: '`true`, `false`',
      choice: 'choices' in setting ? setting.choices.map((choice) => `\`${choice}\``).join(', ') : '',
      integer: 'min' in setting ? `${setting.min} to ${setting.max}` : '',
    }[setting.type];
    expect(page).toContain(`| \`${name}\` | ${takes} | ${setting.default} |`);
  }
});
