import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT, runBuilt, type TreeEntry, tempTree } from '../test/helpers.ts';
import { runSource } from '../test/lint-tree.ts';
import { CLEAN, DROPPED, LEAKING, places, servers } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

/** Two files with a finding each: a dropped server, and a password. */
const SHOP: Tree = {
  '.git/': '',
  'a/.agents/mcp_config.json': DROPPED,
  'b/.agents/mcp_config.json': LEAKING,
};
const valid = (severity: string): string =>
  `a/.agents/mcp_config.json:6:22 ${severity} antigravity-mcp-valid`;
const leak = (severity: string): string => `b/.agents/mcp_config.json:6:28 ${severity} mcp-valid-json`;

async function lint(yaml: string, args: readonly string[] = [], tree: Tree = SHOP) {
  const cwd = tempTree({ ...tree, '.skillsaw.yaml': yaml });
  const { stdout, stderr, status } = await runSource(
    ['lint', '-v', '--format', 'compact', ...args],
    cwd,
    PROJECT,
  );
  return { found: places(stdout), stderr, status };
}

describe('what the configuration decides', () => {
  const cases: readonly [string, string, string[], string[], number][] = [
    ['an empty file: the defaults', '', [], [valid('warning'), leak('error')], 1],
    ['fail-on', 'fail-on: never', [], [valid('warning'), leak('error')], 0],
    [
      '--fail-on wins over it',
      'fail-on: never',
      ['--fail-on', 'error'],
      [valid('warning'), leak('error')],
      1,
    ],
    [
      '--fail-on wins over strict',
      'strict: true\nrules: { mcp-valid-json: { enabled: false } }',
      ['--fail-on', 'error'],
      [valid('warning')],
      0,
    ],
    ['strict', 'strict: true\nrules: { mcp-valid-json: { enabled: false } }', [], [valid('warning')], 1],
    [
      'strict is stricter than fail-on: never',
      'strict: true\nfail-on: never\nrules: { mcp-valid-json: { enabled: false } }',
      [],
      [valid('warning')],
      1,
    ],
    [
      'fail-on: info is stricter than strict',
      'strict: true\nfail-on: info\nrules:\n  mcp-valid-json: { enabled: false }\n  antigravity-mcp-valid: { severity: info }',
      [],
      [valid('info')],
      1,
    ],
    [
      '--strict wins over fail-on: never',
      'fail-on: never\nrules: { mcp-valid-json: { enabled: false } }',
      ['--strict'],
      [valid('warning')],
      1,
    ],
    ['exclude', 'exclude: [b]', [], [valid('warning')], 0],
    ['enabled: false', 'rules: { mcp-valid-json: { enabled: false } }', [], [valid('warning')], 0],
    [
      '--rule runs a rule that is switched off',
      'rules: { mcp-valid-json: { enabled: false } }',
      ['--rule', 'mcp-valid-json'],
      [leak('error')],
      1,
    ],
    [
      'severity, for every finding of the rule',
      'rules:\n  antigravity-mcp-valid: { severity: error }\n  mcp-valid-json: { severity: info }',
      [],
      [valid('error'), leak('info')],
      1,
    ],
    [
      'severity: null leaves each its own',
      'rules:\n  antigravity-mcp-valid: { severity: null }\n  mcp-valid-json: { severity: null }',
      [],
      [valid('warning'), leak('error')],
      1,
    ],
    [
      'a rule by its exclude',
      'rules: { mcp-valid-json: { exclude: ["b/**"] }, antigravity-mcp-valid: { exclude: ["b/**"] } }',
      [],
      [valid('warning')],
      0,
    ],
    ['a version below both rules', 'version: "0.0.9"', [], [], 0],
    ['a version below one rule', 'version: "0.1.0"', [], [leak('error')], 1],
    ['the version of this release', 'version: "0.20.0"', [], [valid('warning'), leak('error')], 1],
    [
      'enabled: true against the version',
      'version: "0.0.9"\nrules: { antigravity-mcp-valid: { enabled: true } }',
      [],
      [valid('warning')],
      0,
    ],
    [
      'enabled: auto leaves the version in force',
      'version: "0.0.9"\nrules: { antigravity-mcp-valid: { enabled: auto }, mcp-valid-json: { enabled: auto } }',
      [],
      [],
      0,
    ],
    [
      '--rule against the version',
      'version: "0.0.9"',
      ['--rule', 'antigravity-mcp-valid'],
      [valid('warning')],
      0,
    ],
    [
      '--no-config',
      'rules: { mcp-valid-json: { enabled: false } }',
      ['--no-config'],
      [valid('warning'), leak('error')],
      1,
    ],
  ];
  test.each(cases)('%s', async (_, yaml, args, found, status) => {
    expect(await lint(yaml, args)).toEqual({ found, stderr: '', status });
  });
});

test('what a rule learned later stays off with it under a version, and comes with enabled: true', async () => {
  const tree: Tree = {
    '.agents/mcp_config.json': servers({
      apiary: {
        command: 'apiary-mcp',
        args: ['--token', secret('github-pat'), `redis://bee:${secret('password')}@hive.example/0`],
        env: { APIARY_TOKEN: secret('github-pat'), HIVE: `mysql://bee:${secret('password')}@127.0.0.1/hive` },
      },
      observatory: { serverUrl: `https://sky.example/mcp?api_key=${secret('key')}` },
    }),
  };
  const at = (place: string, severity = 'error'): string =>
    `.agents/mcp_config.json:${place} ${severity} mcp-valid-json`;
  const whole = [at('7:9'), at('8:9'), at('11:25'), at('12:17', 'warning'), at('16:20')];
  const pinned = 'version: "0.19.9"\n';
  expect(await lint('', [], tree)).toEqual({ found: whole, stderr: '', status: 1 });
  expect(await lint(pinned, [], tree)).toEqual({ found: [at('11:25')], stderr: '', status: 1 });
  const on = `${pinned}rules: { mcp-valid-json: { enabled: true } }\n`;
  expect(await lint(on, [], tree)).toEqual({ found: whole, stderr: '', status: 1 });
  expect(await lint(pinned, ['--rule', 'mcp-valid-json'], tree)).toEqual({
    found: whole,
    stderr: '',
    status: 1,
  });
});

describe('options of the rules', () => {
  const config = servers({
    observatory: { serverUrl: 'https://sky.example/mcp', authProviderType: 'dome_login' },
    apiary: { command: 'apiary-mcp', env: { APIARY_TOKEN: 'Honey-in-tests-1' } },
  });
  const repeated = `{"mcpServers": {"apiary": {"command": "apiary-mcp",
  "env": {"APIARY_PASSWORD": "${secret('password')}"},
  "env": {"APIARY_PASSWORD": "\${APIARY_PASSWORD}"}}}}`;
  const tree: Tree = { 'a/.agents/mcp_config.json': config, 'b/.agents/mcp_config.json': repeated };
  const provider = 'a/.agents/mcp_config.json:5:27 warning antigravity-mcp-valid';
  const token = 'a/.agents/mcp_config.json:10:25 error mcp-valid-json';
  const shadowed = 'b/.agents/mcp_config.json:2:30 error mcp-valid-json';
  test.each<[string, string, string[]]>([
    ['none', '', [provider, token]],
    [
      'extra-auth-provider-types',
      'rules: { antigravity-mcp-valid: { extra-auth-provider-types: [dome_login] } }',
      [token],
    ],
    [
      'additional-placeholders',
      'rules: { mcp-valid-json: { additional-placeholders: [Honey-in-tests-1] } }',
      [provider],
    ],
    ['shadowed', 'rules: { mcp-valid-json: { shadowed: true } }', [provider, token, shadowed]],
  ])('%s', async (_, yaml, found) => {
    const status = found.some((line) => line.includes(' error ')) ? 1 : 0;
    const only = ['--rule', 'antigravity-mcp-valid', '--rule', 'mcp-valid-json'];
    expect(await lint(yaml, only, tree)).toEqual({ found, stderr: '', status });
  });
});

describe('where it is found', () => {
  const off = 'rules: { antigravity-mcp-valid: { enabled: false } }\n';
  const tree: Tree = {
    '.git/': '',
    'kiln/.skillsaw.yml': off,
    'kiln/shed/.agents/mcp_config.json': DROPPED,
    'bakery/.agents/mcp_config.json': DROPPED,
    'elsewhere/own.yaml': 'exclude: ["**"]\n',
    'elsewhere/.agents/mcp_config.json': DROPPED,
  };
  const kiln = 'kiln/shed/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid';
  const bakery = 'bakery/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid';
  const elsewhere = 'elsewhere/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid';
  const cwd = tempTree(tree);
  test.each<[string, string[], string[]]>([
    ['not below the first path', [], [bakery, elsewhere, kiln]],
    ['above the first path', ['kiln/shed'], []],
    ['above a named file', ['kiln/shed/.agents/mcp_config.json'], []],
    ["the first path's, for all", ['kiln/shed', 'bakery'], []],
    ["not the second path's", ['bakery', 'kiln/shed'], [bakery, kiln]],
    ['--config, and no search', ['kiln/shed', '-c', 'elsewhere/own.yaml'], [kiln]],
    ['patterns are relative to it', ['.', '--config', 'elsewhere/own.yaml'], [bakery, kiln]],
    ['--no-config', ['kiln/shed', '--no-config'], [kiln]],
  ])('%s', async (_, args, found) => {
    const { stdout, stderr, status } = await runSource(['--format', 'compact', ...args], cwd, PROJECT);
    expect({ found: places(stdout), stderr, status }).toEqual({ found, stderr: '', status: 0 });
  });
});

describe('a wrong one', () => {
  test('is refused with all its problems in their places', () => {
    const cwd = tempTree({
      ...SHOP,
      '.skillsaw.yaml': `fail-on: fatal
excluded: []
strict: 1
version: 0.20
rules:
  mcp-valid-json:
    enabled: maybe
    shadow: true
    ignore:
      - { path: "b/**" }
  antigravity-mcp-valid:
    severity: warn
    extra-auth-provider-types: dome_login
`,
    });
    const { stdout, stderr, status } = runBuilt([], { cwd });
    const lines = stderr.split('\n');
    expect({ stdout, status, end: lines.slice(-2) }).toEqual({
      stdout: '',
      status: 2,
      end: ['Nothing was linted.', ''],
    });
    const problems = lines.slice(0, -2).map((line) => line.replace(/^error: \.skillsaw\.yaml:/, ''));
    expect(problems.map((line) => /^\d+:\d+/.exec(line)?.[0])).toEqual([
      '1:10',
      '2:1',
      '3:9',
      '4:10',
      '7:14',
      '8:5',
      '10:9',
      '12:15',
      '13:32',
    ]);
    const said = [
      'found "fatal"; allowed: error, warning, info or never',
      'unknown key "excluded"',
      'did you mean exclude?',
      'strict: found the number 1; allowed: true or false',
      'write "0.20.0"',
      'rules.mcp-valid-json.enabled: found "maybe"; allowed: true, false or auto',
      'did you mean shadowed?',
      'the key "reason" is missing; it is required',
      'allowed: error, warning, info or null; did you mean warning?',
      'a list of one item is written [item]',
    ];
    for (const part of said) expect(stderr).toContain(part);
  });

  test.each([
    ['broken YAML', 'rules:\n  - [', /^error: \.skillsaw\.yaml:2:\d+: .+\nNothing was linted\.\n$/],
    ['a list', '- orchard\n', /^error: \.skillsaw\.yaml:1:1: found a list; allowed: a map/],
  ])('%s', (_, yaml, message) => {
    const cwd = tempTree({ ...SHOP, '.skillsaw.yaml': yaml });
    expect(runBuilt([], { cwd })).toEqual({ stdout: '', stderr: expect.stringMatching(message), status: 2 });
  });

  test('one that may not be read', () => {
    const cwd = tempTree({ ...SHOP, '.skillsaw.yaml': { content: '', mode: 0o000 } });
    expect(runBuilt([], { cwd, unprivileged: true })).toEqual({
      stdout: '',
      stderr: 'error: .skillsaw.yaml: this file may not be read: permission denied\nNothing was linted.\n',
      status: 2,
    });
  });

  test('holds for explain and tree, too', async () => {
    const cwd = tempTree({ ...SHOP, '.skillsaw.yaml': 'strict: 1\n' });
    for (const args of [['tree'], ['explain', 'mcp-valid-json']]) {
      expect(await runSource(args, cwd, PROJECT)).toEqual({
        stdout: '',
        stderr: expect.stringMatching(/^error: \.skillsaw\.yaml:1:9: .+\nNothing was done\.\n$/),
        status: 2,
      });
    }
  });
});

describe('what another version or tool would understand is a warning, and the run goes on', () => {
  test('unknown rules', async () => {
    const yaml =
      'rules:\n  mcp-valid-jsn: { enabled: false }\n  content-weak-language: { enabled: true, depth: 3 }\n';
    expect(await lint(yaml)).toEqual({
      found: [valid('warning'), leak('error')],
      stderr:
        'warning: .skillsaw.yaml:2:3: rules: "mcp-valid-jsn" is no rule of this skillsaw; its settings are ignored; did you mean mcp-valid-json?\n' +
        'warning: .skillsaw.yaml:3:3: rules: "content-weak-language" is no rule of this skillsaw; its settings are ignored\n',
      status: 1,
    });
  });

  test("the Python tool's keys", async () => {
    const keys = [
      'custom-rules: [a.py]',
      'content-paths: ["**/*.md"]',
      'plugins: {}',
      'lint-external-content: true',
    ];
    const { found, stderr, status } = await lint(`${keys.join('\n')}\n`);
    expect({ found, status }).toEqual({ found: [valid('warning'), leak('error')], status: 1 });
    expect(stderr.split('\n').slice(0, -1)).toEqual(
      keys.map((key, index) =>
        expect.stringContaining(
          `.skillsaw.yaml:${index + 1}:1: "${key.split(':')[0]}" is a key of the Python tool`,
        ),
      ),
    );
  });

  test('a version that is yet to come', async () => {
    const { found, stderr, status } = await lint('version: "99.0.0"\n');
    expect({ found, status }).toEqual({ found: [valid('warning'), leak('error')], status: 1 });
    expect(stderr).toMatch(
      /^warning: \.skillsaw\.yaml:1:10: version: "99\.0\.0" is newer than this skillsaw/,
    );
  });
});

describe('ignore', () => {
  const twice = `{"mcpServers": {"kiln": {"command": "kiln-mcp",
  "env": {"A/B": 1, "C": "x"},
  "env": {"A/B": 2},
  "args": [3]}}}`;
  const tree: Tree = {
    '.git/': '',
    'a/.agents/mcp_config.json': twice,
    'b/.agents/mcp_config.json': DROPPED,
  };
  const a = (place: string): string => `a/.agents/mcp_config.json:${place} warning antigravity-mcp-valid`;
  const b = 'b/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid';
  const env = a('2:18');
  const args = a('4:12');
  const entries = (...list: string[]): string =>
    `rules:\n  antigravity-mcp-valid:\n    ignore:\n${list.map((entry) => `      - ${entry}\n`).join('')}`;
  const unused = (line: number): string =>
    `warning: the ignore entry of antigravity-mcp-valid in line ${line} of the configuration matches nothing; delete it\n`;

  test.each<[string, string, string[], string]>([
    ['a path', '{ path: "a/**", reason: "made up" }', [b], ''],
    ['a pointer, with what is below it', '{ at: /mcpServers/kiln/env, reason: "made up" }', [args], ''],
    [
      'the value itself, repeated keys and all',
      '{ at: /mcpServers/kiln/env/A~1B, reason: "made up" }',
      [args, b],
      '',
    ],
    ['both', '{ path: b, at: /mcpServers/kiln, reason: "made up" }', [env, args], ''],
    ['the whole document', '{ at: "", reason: "made up" }', [], ''],
    [
      'nothing: not a part of a name',
      '{ at: /mcpServers/kil, reason: "made up" }',
      [env, args, b],
      unused(4),
    ],
    ['nothing: another file', '{ path: "c/**", reason: "made up" }', [env, args, b], unused(4)],
  ])('%s', async (_, entry, found, stderr) => {
    expect(await lint(entries(entry), [], tree)).toEqual({ found, stderr, status: 0 });
  });

  test('one of several that is of no use is named by its line', async () => {
    const yaml = entries('{ path: b, reason: "made up" }', '{ path: b, at: /nothing, reason: "made up" }');
    expect(await lint(yaml, [], tree)).toEqual({ found: [env, args], stderr: unused(5), status: 0 });
  });

  test('an entry that this run could not put to the test is not called useless', async () => {
    const yaml = entries(
      '{ path: "a/**", reason: "made up" }',
      '{ at: /mcpServers/kiln/cwd, reason: "made up" }',
    );
    expect(await lint(yaml, ['b'], tree)).toEqual({ found: [b], stderr: '', status: 0 });
    expect(await lint(yaml, ['--skip-rule', 'antigravity-mcp-valid'], tree)).toEqual({
      found: [],
      stderr: '',
      status: 0,
    });
    const typo = entries('{ path: "a/**", at: /mcpServers/kiln/cwd, reason: "made up" }');
    expect(await lint(typo, ['a/.agents'], tree)).toEqual({
      found: [env, args],
      stderr: unused(4),
      status: 0,
    });
  });

  test('what is ignored is counted, and does not fail the run', () => {
    const cwd = tempTree({ ...tree, '.skillsaw.yaml': `strict: true\n${entries('{ reason: "made up" }')}` });
    expect(runBuilt([], { cwd })).toEqual({
      stdout:
        '0 errors, 0 warnings (2 files checked, 3 suppressed)\n' +
        'Passed: no finding at or above warning (--fail-on warning).\n',
      stderr: '',
      status: 0,
    });
    const { stdout } = runBuilt(['--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], summary: { files: 2, suppressed: 3 } });
  });

  test('what the engine reports by itself cannot be switched off', async () => {
    const yaml = 'rules: { unreadable-file: { enabled: false } }\n';
    const { found, stderr, status } = await lint(yaml, [], { '.agents/mcp_config.json/': '', '.git/': '' });
    expect({ found, status }).toEqual({
      found: ['.agents/mcp_config.json:1:1 error unreadable-file'],
      status: 1,
    });
    expect(stderr).toContain('"unreadable-file" is no rule');
  });
});

test('the example file, copied, changes nothing', () => {
  const tree: Tree = { ...SHOP, 'c/.agents/mcp_config.json': CLEAN, 'd/.agents/mcp_config.json': '[]' };
  const example = runBuilt(['init', '--stdout']);
  expect(example).toMatchObject({ stderr: '', status: 0 });
  const bare = tempTree(tree);
  const copied = tempTree({ ...tree, '.skillsaw.yaml': example.stdout });
  const [without, with_] = [bare, copied].map((cwd) => runBuilt(['--format', 'json'], { cwd }));
  expect(with_).toEqual(without);
  expect(without).toMatchObject({ stderr: '', status: 1 });
  expect(
    runBuilt(['--format', 'json', '-c', join(PROJECT, '.skillsaw.yaml.example')], { cwd: bare }),
  ).toEqual(without);
});
