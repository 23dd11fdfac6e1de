import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { PROJECT, runBuilt, tempTree } from '../test/helpers.ts';
import { runSource } from '../test/lint-tree.ts';
import { CLEAN, DROPPED } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';

const VALID = 'antigravity-mcp-valid';

describe('explain', () => {
  const yaml = `version: "0.20.0"
rules:
  ${VALID}:
    severity: error
    exclude: ["examples/**"]
    extra-auth-provider-types: [dome_login]
`;
  const cwd = tempTree({ '.git/': '', '.skillsaw.yaml': yaml, 'a/.agents/mcp_config.json': DROPPED });

  test('text: the page for a terminal, the configuration here, and where it comes from', () => {
    const { stdout, stderr, status } = runBuilt(['explain', VALID], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^antigravity-mcp-valid\n/);
    expect(stdout).not.toMatch(/<!--|^#|\u001b/m);
    expect(stdout).toContain('What is not reported');
    expect(stdout).toContain(`Here

On: it runs wherever a file of its kinds is found (enabled: auto); 1 file of its kinds below this
directory.

    rules:
      ${VALID}:
        enabled: auto  # default
        severity: error  # .skillsaw.yaml:4
        exclude: ["examples/**"]  # .skillsaw.yaml:5
        ignore: []  # default
        extra-auth-provider-types: ["dome_login"]  # .skillsaw.yaml:6
`);
  });

  test('markdown: the page itself', () => {
    const { stdout, stderr, status } = runBuilt(['explain', VALID, '--format', 'markdown'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^# antigravity-mcp-valid\n/);
    expect(stdout).toContain(`## Here\n\nOn: `);
    expect(stdout).toContain('    severity: error  # .skillsaw.yaml:4\n');
    expect(stdout).not.toContain('<!--');
  });

  test('json', () => {
    const { stdout, stderr, status } = runBuilt(['explain', VALID, '--format', 'json'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      rule: { id: VALID, severity: 'error', enabled: 'auto', since: '0.20.0', fixable: true },
      here: {
        on: true,
        reason: expect.stringContaining('1 file of its kinds'),
        settings: [
          { key: 'enabled', value: 'auto', origin: 'default' },
          { key: 'severity', value: 'error', origin: '.skillsaw.yaml:4' },
          { key: 'exclude', value: ['examples/**'], origin: '.skillsaw.yaml:5' },
          { key: 'ignore', value: [], origin: 'default' },
          { key: 'extra-auth-provider-types', value: ['dome_login'], origin: '.skillsaw.yaml:6' },
        ],
      },
      documentation: expect.stringMatching(/^# antigravity-mcp-valid\n/),
    });
  });

  test.each<[string, string, boolean, string]>([
    [
      '',
      VALID,
      true,
      'it runs wherever a file of its kinds is found (enabled: auto); no file of its kinds lies below this directory, so it has nothing to do',
    ],
    [
      '',
      'mcp-valid-json',
      true,
      'on by default; no file of its kinds lies below this directory, so it has nothing to do',
    ],
    [`rules: { ${VALID}: { enabled: false } }`, VALID, false, 'switched off (enabled: false)'],
    ['version: "0.19.0"', VALID, false, 'newer (0.20.0) than the pinned version 0.19.0'],
    [
      `version: "0.19.0"\nrules: { ${VALID}: { enabled: true } }`,
      VALID,
      true,
      'switched on (enabled: true); no file of its kinds lies below this directory, so it has nothing to do',
    ],
  ])('says whether and why it is on: %j', async (config, rule, on, reason) => {
    const place = tempTree({ '.skillsaw.yaml': config });
    const { stdout, stderr, status } = await runSource(['explain', rule, '--format', 'json'], place, PROJECT);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const { here } = JSON.parse(stdout);
    expect({ on: here.on, reason: here.reason }).toEqual({ on, reason });
  });

  test('an entry of ignore is shown as it is written, and no credential in it', async () => {
    const entry = `{ path: "b/**", at: /mcpServers/kiln, reason: "${secret('github-pat')} was revoked" }`;
    const place = tempTree({
      '.skillsaw.yaml': `rules: { mcp-valid-json: { ignore: [${entry}], additional-placeholders: ["${secret('slack-bot')}"] } }\n`,
    });
    const { stdout, stderr, status } = await runSource(['explain', 'mcp-valid-json'], place, PROJECT);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toContain(
      'ignore: [{"path":"b/**","at":"/mcpServers/kiln","reason":"*** was revoked"}]  # .skillsaw.yaml:1\n',
    );
    expect(stdout).toContain('additional-placeholders: ["***"]  # .skillsaw.yaml:1\n');
  });

  test.each(RULES.map(({ id }) => id))('%s by --config and --no-config', async (id) => {
    const own = tempTree({
      'own.yaml': `rules: { ${id}: { severity: info } }\n`,
      '.skillsaw.yaml': 'strict: 7\n',
    });
    const severity = async (...args: string[]) => {
      const { stdout, stderr, status } = await runSource(
        ['explain', id, '--format', 'json', ...args],
        own,
        PROJECT,
      );
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      return JSON.parse(stdout).here.settings[1];
    };
    expect(await severity('-c', 'own.yaml')).toEqual({
      key: 'severity',
      value: 'info',
      origin: 'own.yaml:1',
    });
    expect(await severity('--no-config')).toEqual({ key: 'severity', value: null, origin: 'default' });
  });
});

describe('list-rules', () => {
  test('text names everything of every rule', () => {
    const { stdout, stderr, status } = runBuilt(['list-rules']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    for (const rule of RULES) {
      const block = stdout.split('\n\n').find((text) => text.startsWith(`${rule.id}\n`));
      expect(block).toContain(rule.summary);
      expect(block).toContain(
        `enabled ${rule.enabled} · category ${rule.category} · for ${rule.repositoryTypes.join(', ')}`,
      );
      expect(block).toContain(`since ${rule.since} · ${rule.fixable ? 'fixable' : 'not fixable'}`);
      expect(block).toMatch(/severity (?:error|warning|info)/);
    }
  });

  test('json', () => {
    const { stdout, stderr, status } = runBuilt(['list-rules', '--format', 'json']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const { schemaVersion, rules } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    expect(rules).toMatchObject(
      RULES.map(({ id, category, repositoryTypes, severity, enabled, fixable, since }) => ({
        id,
        category,
        repositoryTypes,
        severity,
        enabled,
        fixable,
        since,
      })),
    );
  });
});

describe('schema', () => {
  test.each([
    ['mcp_config.json', 'mcp_config'],
    ['hooks.json', 'hooks'],
    ['plugin.json', 'plugin'],
    ['registry', 'registry'],
    ['.skillsaw.yaml', 'skillsaw'],
  ])('%s', (name, file) => {
    const { stdout, stderr, status } = runBuilt(['schema', name]);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toBe(readFileSync(join(PROJECT, 'docs', 'schema', `${file}.schema.json`), 'utf8'));
  });

  test('of one registry: says that all have the same', () => {
    const { stderr, status } = runBuilt(['schema', 'skills.json']);
    expect(stderr).toContain('there is no schema of skills.json; did you mean registry?');
    expect(status).toBe(2);
  });

  test('of a name that has none', () => {
    expect(runBuilt(['schema', 'hook.json'])).toEqual({
      stdout: '',
      stderr:
        'error: there is no schema of hook.json; did you mean hooks.json? (there is one of mcp_config.json, hooks.json, plugin.json, registry, .skillsaw.yaml)\nNothing was done.\n',
      status: 2,
    });
  });
});

describe('init', () => {
  const example = readFileSync(join(PROJECT, '.skillsaw.yaml.example'), 'utf8');
  const written = '.skillsaw.yaml written; it changes nothing until you change it.\n';
  const refused = (message: string): string => `error: ${message}\nNothing was done.\n`;

  test('writes the example, once', () => {
    const cwd = tempTree({});
    expect(runBuilt(['init'], { cwd })).toEqual({ stdout: '', stderr: written, status: 0 });
    expect(readFileSync(join(cwd, '.skillsaw.yaml'), 'utf8')).toBe(example);
    expect(runBuilt(['init'], { cwd })).toEqual({
      stdout: '',
      stderr: refused(
        '.skillsaw.yaml is there already; --force overwrites it, --stdout prints the text instead',
      ),
      status: 2,
    });
  });

  test('--force overwrites', () => {
    const cwd = tempTree({ '.skillsaw.yaml': 'strict: true\n' });
    expect(runBuilt(['init', '--force'], { cwd })).toEqual({ stdout: '', stderr: written, status: 0 });
    expect(readFileSync(join(cwd, '.skillsaw.yaml'), 'utf8')).toBe(example);
  });

  test('--stdout prints and writes nothing', () => {
    const cwd = tempTree({});
    expect(runBuilt(['init', '--stdout'], { cwd })).toEqual({ stdout: example, stderr: '', status: 0 });
    expect(existsSync(join(cwd, '.skillsaw.yaml'))).toBe(false);
  });

  test('writes through no link', async () => {
    const tree = { 'x/.skillsaw.yaml': { symlink: '../letters.txt' }, 'letters.txt': 'Dear' };
    const cwd = tempTree(tree);
    const place = join(cwd, 'x');
    const letters = (): string => readFileSync(join(cwd, 'letters.txt'), 'utf8');
    expect(await runSource(['init'], place, PROJECT)).toMatchObject({ stdout: '', status: 2 });
    expect(letters()).toBe('Dear');
    expect(await runSource(['init', '--force'], place, PROJECT)).toEqual({
      stdout: '',
      stderr: written,
      status: 0,
    });
    expect(letters()).toBe('Dear');
    expect(lstatSync(join(place, '.skillsaw.yaml')).isFile()).toBe(true);
    const dangling = tempTree({ '.skillsaw.yaml': { symlink: 'nowhere' } });
    expect(await runSource(['init'], dangling, PROJECT)).toMatchObject({ stdout: '', status: 2 });
    expect(existsSync(join(dangling, 'nowhere'))).toBe(false);
  });

  test('does not switch off a configuration of the other name', async () => {
    const cwd = tempTree({ '.skillsaw.yml': 'strict: true\n' });
    expect(await runSource(['init'], cwd, PROJECT)).toEqual({
      stdout: '',
      stderr: refused(
        '.skillsaw.yml is there already and would not be read beside .skillsaw.yaml; rename it, or write with --force',
      ),
      status: 2,
    });
    expect(existsSync(join(cwd, '.skillsaw.yaml'))).toBe(false);
  });

  test('says where it cannot write', () => {
    const directory = tempTree({ '.skillsaw.yaml/': '' });
    expect(runBuilt(['init', '--force'], { cwd: directory })).toMatchObject({ stdout: '', status: 2 });
    const closed = tempTree({ 'x/': { mode: 0o555 } });
    expect(runBuilt(['init'], { cwd: join(closed, 'x'), unprivileged: true })).toEqual({
      stdout: '',
      stderr: refused('.skillsaw.yaml could not be written here (EACCES); --stdout prints the text instead'),
      status: 2,
    });
  });
});

describe('tree', () => {
  const cwd = tempTree({
    '.git/': '',
    '.agents/mcp_config.json': DROPPED,
    '.agents/plugins/oven/plugin.json': '{"name": "oven"}',
    '.agents/plugins/oven/mcp_config.json': CLEAN,
    'shop/_agents/main.py': '',
    'k\u202ei\u001bln/.agent/mcp_config.json/': '',
  });

  test('text', () => {
    const { stdout, stderr, status } = runBuilt(['tree'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const lines = [
      '.agents/ - customization root: a directory named .agents is a customization root',
      '  mcp_config.json - mcp-config: it lies in a customization root',
      '  plugins/oven/ - plugin: it lies in plugins/ of a customization root and has a manifest',
      '    mcp_config.json - mcp-config: it lies in a plugin',
      'k\\u202ei\\u001bln/.agent/ - customization root: a directory named .agent is a customization root',
      'not read:',
      '  k\\u202ei\\u001bln/.agent/mcp_config.json - this is a directory, not a file',
    ];
    expect(stdout.split('\n').filter((line) => lines.includes(line))).toEqual(lines);
    expect(stdout).toMatch(/^2 customization roots, 1 plugin, \d files, 1 not read$/m);
    expect(stdout).not.toContain('main.py');
  });

  test('json', () => {
    const { stdout, stderr, status } = runBuilt(['tree', '--format', 'json', '.'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).not.toMatch(/[\u202e\u001b]/);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      roots: [{ path: '.agents' }, { path: 'k\u202ei\u001bln/.agent' }],
      plugins: [{ path: '.agents/plugins/oven', manifest: 'plugin.json', root: '.agents' }],
      files: expect.arrayContaining([
        expect.objectContaining({ path: '.agents/mcp_config.json', kind: 'mcp-config', root: '.agents' }),
        expect.objectContaining({
          path: '.agents/plugins/oven/mcp_config.json',
          plugin: '.agents/plugins/oven',
        }),
      ]),
      problems: [{ path: 'k\u202ei\u001bln/.agent/mcp_config.json' }],
      notes: [],
    });
  });

  test('heeds exclude, and says what was named and left out', async () => {
    const place = tempTree({ '.skillsaw.yaml': 'exclude: [shed]\n', 'shed/.agents/mcp_config.json': CLEAN });
    expect(await runSource(['tree'], place, PROJECT)).toEqual({
      stdout: '0 customization roots, 0 plugins, 0 files\n',
      stderr: '',
      status: 0,
    });
    expect(await runSource(['tree', 'shed'], place, PROJECT)).toEqual({
      stdout: '0 customization roots, 0 plugins, 0 files\n',
      stderr: 'note: shed: named on the command line, but left out by exclude in the configuration\n',
      status: 0,
    });
  });
});
