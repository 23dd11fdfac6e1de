import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempTree } from '../test/helpers.ts';
import fc, { runs } from '../test/property.ts';
import { findConfig } from './find.ts';
import { interpret } from './interpret.ts';
import { IssueLog, problemText } from './issues.ts';
import { type Config, type ConfigResult, type LoadOptions, loadConfig } from './load.ts';
import { SAMPLE_RULES } from './sample-rules.ts';
import { parseYaml } from './yaml.ts';

type Tree = Parameters<typeof tempTree>[0];

async function load(cwd: string, rest: Partial<LoadOptions> = {}): Promise<ConfigResult> {
  return loadConfig({ cwd, firstPath: '.', rules: async () => SAMPLE_RULES, toolVersion: '0.20.0', ...rest });
}

async function configOf(yaml: string): Promise<{ config: Config; warnings: readonly string[] }> {
  const result = await load(tempTree({ '.skillsaw.yaml': yaml }));
  if (!result.ok) throw new Error(result.problems.map(problemText).join('\n'));
  return result;
}

async function problemsOf(cwd: string, rest: Partial<LoadOptions> = {}): Promise<readonly string[]> {
  const result = await load(cwd, rest);
  return result.ok ? [] : result.problems.map(problemText);
}

async function said(yaml: string | Uint8Array): Promise<readonly string[]> {
  return problemsOf(tempTree({ '.skillsaw.yaml': yaml }));
}

describe('search', () => {
  const cases: readonly [string, Tree, string, string | undefined][] = [
    ['none', { '.git/': '', 'x/': '' }, 'x', undefined],
    ['in the folder', { '.git/': '', '.skillsaw.yaml': '' }, '.', '.skillsaw.yaml'],
    ['the other ending', { '.git/': '', '.skillsaw.yml': '' }, '.', '.skillsaw.yml'],
    ['above', { '.git/': '', '.skillsaw.yaml': '', 'x/y/': '' }, 'x/y', '.skillsaw.yaml'],
    [
      'the nearest',
      { '.git/': '', '.skillsaw.yaml': '', 'x/.skillsaw.yml': '', 'x/y/': '' },
      'x/y',
      'x/.skillsaw.yml',
    ],
    ['not above the repository', { '.skillsaw.yaml': '', 'x/.git/': '', 'x/y/': '' }, 'x/y', undefined],
    ['.git may be a file', { '.skillsaw.yaml': '', 'x/.git': 'gitdir: ..', 'x/y/': '' }, 'x/y', undefined],
    ['beside .git', { 'x/.skillsaw.yaml': '', 'x/.git/': '', 'x/y/': '' }, 'x/y', 'x/.skillsaw.yaml'],
    [
      'from a file',
      { '.git/': '', 'x/.skillsaw.yaml': '', 'x/mcp_config.json': '{}' },
      'x/mcp_config.json',
      'x/.skillsaw.yaml',
    ],
    ['from what is not there', { '.git/': '', 'x/.skillsaw.yaml': '' }, 'x/y/z.json', 'x/.skillsaw.yaml'],
    ['from below a file', { '.git/': '', 'x/.skillsaw.yaml': '', 'x/f': '' }, 'x/f/g', 'x/.skillsaw.yaml'],
    ['not below', { '.git/': '', 'x/.skillsaw.yaml': '' }, '.', undefined],
    [
      'a link inside',
      { '.git/': '', 'etc/shared.yaml': '', '.skillsaw.yaml': { symlink: 'etc/shared.yaml' } },
      '.',
      '.skillsaw.yaml',
    ],
  ];

  test.each(cases)('%s', async (_, tree, firstPath, expected) => {
    const cwd = tempTree(tree);
    const result = await load(cwd, { firstPath });
    expect(result).toMatchObject({ ok: true, warnings: [] });
    const path = result.ok ? result.config.path : '';
    expect(path).toBe(expected === undefined ? undefined : join(cwd, expected));
    if (expected !== undefined && result.ok) expect(result.config.directory).toBe(join(cwd, expected, '..'));
  });

  test('without a file, the directory is where the search began', async () => {
    const cwd = tempTree({ '.git/': '', 'x/y.json': '' });
    expect(await load(cwd, { firstPath: 'x/y.json' })).toMatchObject({
      config: { directory: join(cwd, 'x') },
    });
  });

  const bounded: readonly [string, Tree, string | undefined][] = [
    ['above', { '.skillsaw.yaml': '', 'x/y/': '' }, undefined],
    ['at the bound', { '.skillsaw.yaml': '', 'x/.skillsaw.yaml': '', 'x/y/': '' }, 'x/.skillsaw.yaml'],
    ['below', { 'x/.skillsaw.yaml': '', 'x/y/.skillsaw.yaml': '' }, 'x/y/.skillsaw.yaml'],
  ];

  test.each(bounded)('that must not leave a folder: %s', async (_, tree, expected) => {
    const cwd = tempTree({ '.git/': '', ...tree });
    const result = await load(cwd, { firstPath: 'x/y', within: join(cwd, 'x') });
    expect(result.ok && result.config.path).toBe(expected === undefined ? undefined : join(cwd, expected));
    if (expected === undefined) expect(result).toMatchObject({ config: { repository: join(cwd, 'x') } });
  });

  test('no link out of the folder is followed', async () => {
    const cwd = tempTree({ '.git/': '', 'own.yaml': '', 'x/.skillsaw.yaml': { symlink: '../own.yaml' } });
    expect(await problemsOf(cwd, { firstPath: 'x' })).toEqual([]);
    expect(await problemsOf(cwd, { firstPath: 'x', within: join(cwd, 'x') })).toEqual([
      expect.stringContaining('leads out'),
    ]);
  });

  test('two files in one folder', async () => {
    const cwd = tempTree({ '.git/': '', 'x/.skillsaw.yaml': 'strict: true', 'x/.skillsaw.yml': '[broken' });
    const result = await load(cwd, { firstPath: 'x' });
    expect(result).toMatchObject({
      ok: true,
      config: { failOn: 'warning' },
      warnings: ['x/.skillsaw.yml: not read, since x/.skillsaw.yaml is there too'],
    });
  });

  test('a folder that cannot be looked into is named, and passed', async () => {
    const cwd = tempTree({
      '.git/': '',
      '.skillsaw.yaml': 'strict: true',
      'x/y/': { mode: 0o755 },
      'x/': { mode: 0o311 },
    });
    // Its names can be asked for one by one, so nothing is in the way.
    expect(await load(cwd, { firstPath: 'x/y' })).toMatchObject({
      config: { failOn: 'warning' },
      warnings: [],
    });
    const told: string[] = [];
    const path = `${cwd}/${'n'.repeat(300)}`;
    expect(findConfig(path, (directory) => told.push(directory)).file?.path).toBe(
      join(cwd, '.skillsaw.yaml'),
    );
    expect(told).toEqual([path]);
  });

  test('--config and --no-config', async () => {
    const cwd = tempTree({ '.git/': '', '.skillsaw.yaml': '[broken', 'x/other.yaml': 'fail-on: info' });
    expect(await load(cwd, { configFile: 'x/other.yaml' })).toMatchObject({
      config: { path: join(cwd, 'x/other.yaml'), directory: join(cwd, 'x'), failOn: 'info' },
    });
    const without = await load(cwd, { noConfig: true });
    expect(without).toMatchObject({ ok: true, config: { failOn: 'error' } });
    expect(without.ok && 'path' in without.config).toBe(false);
  });
});

describe('a file that is none', () => {
  const cases: readonly [string, Tree, string][] = [
    [
      'a directory',
      { '.skillsaw.yaml/': '' },
      '.skillsaw.yaml: this is a directory; a configuration is a file',
    ],
    [
      'a link to nothing',
      { '.skillsaw.yaml': { symlink: 'gone' } },
      '.skillsaw.yaml: this link leads nowhere; mend or remove it',
    ],
    [
      'a link to itself',
      { '.skillsaw.yaml': { symlink: '.skillsaw.yaml' } },
      '.skillsaw.yaml: this link leads back to itself',
    ],
    [
      'too big',
      { '.skillsaw.yaml': '#'.repeat((1 << 20) + 1) },
      '.skillsaw.yaml: this is larger than 1 MiB; a configuration is not',
    ],
    [
      'UTF-16',
      { '.skillsaw.yaml': Buffer.from('\ufeffa: b', 'utf16le') },
      '.skillsaw.yaml: this is UTF-16; save it as UTF-8',
    ],
    ['no UTF-8', { '.skillsaw.yaml': Uint8Array.of(0x61, 0xff) }, '.skillsaw.yaml: this is not UTF-8'],
  ];

  test.each(cases)('%s', async (_, tree, expected) => {
    expect(await problemsOf(tempTree({ ...tree, '.git/': '' }))).toEqual([expected]);
  });

  test('exactly 1 MiB is read', async () => {
    expect(await said('#'.repeat(1 << 20))).toEqual([]);
  });

  test('a pipe does not wait', async () => {
    const cwd = tempTree({ '.git/': '' });
    execFileSync('mkfifo', [join(cwd, '.skillsaw.yaml')]);
    expect(await problemsOf(cwd)).toEqual(['.skillsaw.yaml: this is not a regular file']);
  });

  test('a device', async () => {
    expect(await problemsOf(tempTree({ x: '' }), { configFile: '/dev/zero' })).toEqual([
      '/dev/zero: this is not a regular file',
    ]);
  });

  test('a named file that is not there', async () => {
    const cwd = tempTree({ 'a.yaml': '' });
    expect(await problemsOf(cwd, { configFile: 'b.yaml' })).toEqual([
      'b.yaml: this file does not exist; check the spelling',
    ]);
    expect(await problemsOf(cwd, { configFile: 'a.yaml/b' })).toEqual([
      'a.yaml/b: a part of this path is no directory',
    ]);
  });

  test('a link out of the repository is only followed when it is named', async () => {
    const cwd = tempTree({
      'outside.yaml': 'strict: true',
      'x/.git/': '',
      'x/.skillsaw.yaml': { symlink: '../outside.yaml' },
    });
    expect(await problemsOf(join(cwd, 'x'))).toEqual([
      '.skillsaw.yaml: this is a link that leads out of the repository, and is not followed; put a file in its place, or name the file with --config',
    ]);
    expect(await load(join(cwd, 'x'), { configFile: '.skillsaw.yaml' })).toMatchObject({ ok: true });
  });
});

describe('values', () => {
  test('nothing configured', async () => {
    for (const yaml of ['', 'rules:\n  # none\nexclude:\n', '{}', 'rules:\n  bakery-oven:\n']) {
      const { config, warnings } = await configOf(yaml);
      expect(warnings).toEqual([]);
      expect(config).toMatchObject({ failOn: 'error', exclude: [] });
      expect(config.version).toBeUndefined();
      expect([...config.rules.keys()]).toEqual(SAMPLE_RULES.map(({ id }) => id));
      expect(config.rules.get('bakery-oven')).toEqual({
        enabled: true,
        severity: null,
        exclude: [],
        ignore: [],
        options: { shadowed: false, crust: 'thin', grains: ['rye', 'spelt'] },
      });
      expect(config.rules.get('antigravity-mcp-valid')).toMatchObject({ enabled: 'auto' });
      expect(config.rules.get('herbarium-label')).toMatchObject({ enabled: false });
    }
  });

  test('everything configured, and where from', async () => {
    const { config } = await configOf(`version: "0.20.0"
fail-on: info
exclude: ["./vendor/", 'x']
rules:
  bakery-oven:
    enabled: false
    severity: info
    exclude: [old/**]
    ignore:
      - { path: "a.json", at: "/mcpServers/oven", reason: "it is cold" }
      - reason: all of it
    crust: thick
    grains: []
`);
    expect(config).toMatchObject({ version: '0.20.0', failOn: 'info', exclude: ['vendor', 'x'] });
    expect(config.rules.get('bakery-oven')).toEqual({
      enabled: false,
      severity: 'info',
      exclude: ['old/**'],
      ignore: [
        { path: 'a.json', at: '/mcpServers/oven', reason: 'it is cold', line: 10 },
        { reason: 'all of it', line: 11 },
      ],
      options: { shadowed: false, crust: 'thick', grains: [] },
    });
    expect(config.origin('fail-on')).toBe('.skillsaw.yaml:2');
    expect(config.origin('strict')).toBe('default');
    expect(config.origin('rules', 'bakery-oven', 'crust')).toBe('.skillsaw.yaml:12');
    expect(config.origin('rules', 'bakery-oven', 'shadowed')).toBe('default');
    expect(config.origin('rules', 'herbarium-label', 'enabled')).toBe('default');
  });

  test.each<[string, string, string]>([
    ['strict: true', 'warning', '.skillsaw.yaml:1'],
    ['strict: false', 'error', 'default'],
    ['fail-on: never\nstrict: true', 'warning', '.skillsaw.yaml:2'],
    ['fail-on: warning\nstrict: true', 'warning', '.skillsaw.yaml:1'],
    ['fail-on: info\nstrict: true', 'info', '.skillsaw.yaml:1'],
    ['fail-on: never', 'never', '.skillsaw.yaml:1'],
  ])('%j', async (yaml, failOn, origin) => {
    const { config } = await configOf(yaml);
    expect([config.failOn, config.origin('fail-on')]).toEqual([failOn, origin]);
  });

  test('an anchor lends one list to two rules', async () => {
    const { config } = await configOf(
      'rules:\n  bakery-oven: { exclude: &old [old/**] }\n  herbarium-label: { exclude: *old }\n',
    );
    expect(config.rules.get('herbarium-label')?.exclude).toEqual(['old/**']);
  });
});

describe('warnings', () => {
  const python = 'is a key of the Python tool of the same name, and is ignored';
  const unknown = 'is no rule of this skillsaw; its settings are ignored';
  test.each<[string, readonly string[]]>([
    [
      'rules:\n  bakery-ovne: { anything: [goes], enabled: 7 }\n  tide: 1\n',
      [
        `.skillsaw.yaml:2:3: rules: "bakery-ovne" ${unknown}; did you mean bakery-oven?`,
        `.skillsaw.yaml:3:3: rules: "tide" ${unknown}`,
      ],
    ],
    [
      'custom-rules: [x]\ncontent-paths: 1\nplugins:\nlint-external-content: true\n',
      ['custom-rules', 'content-paths', 'plugins', 'lint-external-content'].map(
        (key, index) => `.skillsaw.yaml:${index + 1}:1: "${key}" ${python}`,
      ),
    ],
    [
      'version: "0.21.0"',
      ['.skillsaw.yaml:1:10: version: "0.21.0" is newer than this skillsaw (0.20.0); no rule is held back'],
    ],
    ['version: "0.19.3"', []],
  ])('%j', async (yaml, expected) => {
    expect((await configOf(yaml)).warnings).toEqual(expected);
  });
});

describe('problems', () => {
  const block = (line: string) => `rules:\n  bakery-oven:\n    ${line}\n`;
  const rule = (id: string, value: string) => `rules:\n  ${id}: ${value}\n`;
  const failOn = 'allowed: error, warning, info or never';
  const version = 'allowed: a version of three numbers in quotes, such as "0.20.0"';
  const pattern = 'allowed: a glob pattern relative to this file';
  const top = 'allowed: version, fail-on, strict, exclude, rules';
  const keys = 'allowed: shadowed, crust, grains, enabled, severity, exclude, ignore';

  test.each<[string, readonly string[]]>([
    ['fail-on: eror', [`1:10: fail-on: found "eror"; ${failOn}; did you mean error?`]],
    ['fail-on:', [`1:9: fail-on: found nothing (null); ${failOn}`]],
    ['fail-on: [error]', [`1:10: fail-on: found a list; ${failOn}`]],
    ['strict: yes', ['1:9: strict: found "yes"; allowed: true or false; write true, without quotes']],
    ['strict: "False"', ['1:9: strict: found "False"; allowed: true or false; write false, without quotes']],
    ['strict: 1', ['1:9: strict: found the number 1; allowed: true or false']],
    ['version: 0.20', [`1:10: version: found the number 0.20; ${version}; write "0.20.0", with the quotes`]],
    ['version: 1', [`1:10: version: found the number 1; ${version}; write "1.0.0", with the quotes`]],
    ['version: .inf', [`1:10: version: found the number .inf; ${version}`]],
    [
      'version: latest',
      [`1:10: version: found "latest"; ${version}; a version is three numbers with dots between them`],
    ],
    [
      'exclude: vendor',
      [
        `1:10: exclude: found "vendor"; allowed: a list, each item a glob pattern relative to this file; a list of one item is written [item]`,
      ],
    ],
    [
      'exclude: [7, ""]',
      [
        `1:11: exclude[0]: found the number 7; ${pattern}; in quotes it is a string`,
        `1:14: exclude[1]: found ""; ${pattern}; it is empty`,
      ],
    ],
    ['exclude:\n-\n', [`2:2: exclude[0]: found nothing (null); ${pattern}`]],
    ['exlude: []', [`1:1: unknown key "exlude"; ${top}; did you mean exclude?`]],
    ['bakery-oven: {}', [`1:1: unknown key "bakery-oven"; ${top}; rules stand indented below "rules:"`]],
    [
      'bakery',
      [`1:1: found "bakery"; allowed: a map with the keys version, fail-on, strict, exclude and rules`],
    ],
    [
      'rules:x',
      [
        `1:1: found "rules:x"; allowed: a map with the keys version, fail-on, strict, exclude and rules; a space is missing after the colon`,
      ],
    ],
    ['rules: [bakery-oven]', ['1:8: rules: found a list; allowed: a map from rule ids to their settings']],
    [
      rule('bakery-oven', 'false'),
      [
        '2:16: rules.bakery-oven: found false; allowed: a map of settings; write bakery-oven: { enabled: false }',
      ],
    ],
    [
      rule('bakery-oven', 'off'),
      [
        '2:16: rules.bakery-oven: found "off"; allowed: a map of settings; write bakery-oven: { enabled: false }',
      ],
    ],
    [
      rule('bakery-oven', 'warn'),
      [
        '2:16: rules.bakery-oven: found "warn"; allowed: a map of settings; write bakery-oven: { severity: warning }',
      ],
    ],
    [
      rule('bakery-oven', 'auto'),
      [
        '2:16: rules.bakery-oven: found "auto"; allowed: a map of settings; write bakery-oven: { enabled: auto }',
      ],
    ],
    [rule('bakery-oven', '2'), ['2:16: rules.bakery-oven: found the number 2; allowed: a map of settings']],
    [
      block('enabled:true'),
      [
        '3:5: rules.bakery-oven: found "enabled:true"; allowed: a map of settings; a space is missing after the colon',
      ],
    ],
    [
      block('severty: info'),
      [`3:5: rules.bakery-oven: unknown key "severty"; ${keys}; did you mean severity?`],
    ],
    [block('grain: [a]'), [`3:5: rules.bakery-oven: unknown key "grain"; ${keys}; did you mean grains?`]],
    [block('__proto__: {}'), [`3:5: rules.bakery-oven: unknown key "__proto__"; ${keys}`]],
    [
      block('severity: warn'),
      [
        '3:15: rules.bakery-oven.severity: found "warn"; allowed: error, warning, info or null; did you mean warning?',
      ],
    ],
    [
      block('enabled: "true"'),
      [
        '3:14: rules.bakery-oven.enabled: found "true"; allowed: true, false or auto; write true, without quotes',
      ],
    ],
    [
      block('enabled: Auto'),
      ['3:14: rules.bakery-oven.enabled: found "Auto"; allowed: true, false or auto; did you mean auto?'],
    ],
    [
      block('crust: thic'),
      ['3:12: rules.bakery-oven.crust: found "thic"; allowed: thin or thick; did you mean thick?'],
    ],
    [
      block('ignore: [{ path: a.json }]'),
      ['3:14: rules.bakery-oven.ignore[0]: the key "reason" is missing; it is required'],
    ],
    [
      block('ignore: [{ reason: " " }]'),
      ['3:24: rules.bakery-oven.ignore[0].reason: found " "; allowed: a sentence that says why; it is empty'],
    ],
    [
      block('ignore: [{ at: a/b, path: /x, reason: y, why: z }]'),
      [
        '3:20: rules.bakery-oven.ignore[0].at: found "a/b"; allowed: a JSON pointer; a pointer starts with /, e.g. /mcpServers/kiln/env',
        '3:31: rules.bakery-oven.ignore[0].path: found "/x"; allowed: a glob pattern relative to this file; it is absolute',
        '3:46: rules.bakery-oven.ignore[0]: unknown key "why"; allowed: path, at, reason',
      ],
    ],
    // What YAML has to say and what the keys have to say come together, in file order.
    [
      'strict: 1\nstrict: 2\nexclude: [*.json, 3]\n',
      [
        '1:9: strict: found the number 1; allowed: true or false',
        '2:1: the key "strict" stands here a second time; the first is in line 1',
        '3:11: "*.json" is an alias of nothing above it; a value that starts with * must be in quotes',
        `3:19: exclude[0]: found the number 3; ${pattern}; in quotes it is a string`,
      ],
    ],
    ['a: "b\n', ['1:4: this quote is never closed']],
  ])('%j', async (yaml, expected) => {
    expect(await said(yaml)).toEqual(expected.map((line) => `.skillsaw.yaml:${line}`));
  });

  test('text of the file is escaped, cut and masked', async () => {
    const token = ['gh', 'p_', 'q7Zt2LmX9vBn4KcR8sWd1YfH6jPgT3aUe5Vo'].join('');
    const lines = [
      ...(await said(`fail-on: "\\e[31m\\u202e"\n`)),
      ...(await said(`fail-on: ${'x'.repeat(200)}\n`)),
      ...(await said(`fail-on: ${token}\n${token}: 1\nexclude: *${token}\n`)),
      ...(await said(`"x ${token}": 1\n"x ${token}": 2\na: !${token} x`)),
      ...(await configOf(`rules: { ${token}: {} }`)).warnings,
    ].join('\n');
    expect(lines).toContain('found "\\u001b[31m\\u202e"');
    expect(lines).toContain(`found "${'x'.repeat(79)}…"`);
    expect(lines).not.toContain(token);
    expect(lines).toContain('***');
  });

  test('a file outside the working directory is named in full', async () => {
    const root = tempTree({ '.git/': '', '.skillsaw.yaml': 'strict: 1', 'x/': '' });
    expect((await problemsOf(join(root, 'x')))[0]).toMatch(new RegExp(`^${root}/\\.skillsaw\\.yaml:1:9: `));
  });

  test('more than anybody reads', async () => {
    const lines = await said(Array.from({ length: 5_000 }, (_, index) => `exclude${index}: 1`).join('\n'));
    expect(lines).toHaveLength(101);
    expect(lines[100]).toBe('.skillsaw.yaml: and 4900 more');
  });
});

test('any tree of values is read without throwing, and every problem names a place in the file', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'version',
      'fail-on',
      'strict',
      'exclude',
      'rules',
      'bakery-oven',
      'enabled',
      'severity',
      'ignore',
    ),
    fc.constantFrom(
      'reason',
      'at',
      'path',
      'error',
      'auto',
      '0.20.0',
      '__proto__',
      'constructor',
      'toString',
    ),
    fc.string(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(word, fc.boolean(), fc.integer(), fc.constant(null)),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(word, tie('tree'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const { root, problems } = parseYaml(JSON.stringify(value));
      expect(problems.filter(({ message }) => !message.startsWith('merge keys'))).toEqual([]);
      if (root === undefined) throw new Error('JSON is YAML');
      const issues = new IssueLog();
      const config = interpret({ path: '/a', shown: 'a', root }, '/', SAMPLE_RULES, '0.20.0', issues);
      expect([...config.rules.keys()]).toEqual(SAMPLE_RULES.map(({ id }) => id));
      for (const problem of issues.problems('a')) expect(problemText(problem)).toMatch(/^a:\d+:\d+: [^\n]+$/);
    }),
    { numRuns: runs(1000) },
  );
});

test('no package is loaded where there is no configuration', () => {
  const cwd = tempTree({ '.git/': '', 'x/.git/': '', 'x/.skillsaw.yaml': '' });
  const url = new URL('./load.ts', import.meta.url).href;
  const code = `
    const { loadConfig } = await import('${url}');
    const found = [];
    for (const cwd of ['${cwd}', '${join(cwd, 'x')}']) {
      await loadConfig({ cwd, firstPath: '.', rules: async () => [], toolVersion: '0.20.0' });
      const { createRequire } = await import('node:module');
      const loaded = Object.keys(createRequire(process.cwd() + '/x.js').cache);
      found.push(loaded.some((name) => name.includes('/node_modules/yaml/')));
    }
    console.log(found.join());
  `;
  const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.stdout).toBe('false,true\n');
});
