import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../test/checkout.ts';
import { PROJECT, runBuilt, type TreeEntry, tempTree } from '../test/helpers.ts';
import { runSource } from '../test/lint-tree.ts';
import { CLEAN, DROPPED, FATAL, LEAKING, places, servers } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

const NAME = '.skillsaw-baseline.json';
const SHOP: Tree = {
  '.git/': '',
  'a/.agents/mcp_config.json': DROPPED,
  'b/.agents/mcp_config.json': LEAKING,
};

/** A token for each server, after a flag. */
const tokens = (...values: string[]): string =>
  servers({ kiln: { command: 'kiln', args: values.flatMap((value) => ['--token', value]) } });

async function run(cwd: string, ...args: string[]) {
  return await runSource(args, cwd, PROJECT);
}

async function lint(cwd: string, ...args: string[]) {
  const { stdout, stderr, status } = await run(cwd, 'lint', '-v', '--format', 'compact', ...args);
  return { found: places(stdout), stderr, status };
}

const read = (folder: string): string => readFileSync(join(folder, NAME), 'utf8');
const write = (path: string, content: string): void => writeFileSync(path, content);
const pathsIn = (folder: string): readonly string[] =>
  (JSON.parse(read(folder)) as { entries: { path: string }[] }).entries.map(({ path }) => path);

const stale = (count: string, file = NAME): string =>
  `note: ${file}: ${count} nothing any more; skillsaw baseline writes the file anew\n`;
const written = (findings: string, rest = '', file = NAME): string =>
  `${file} written: ${findings} known from now on${rest}.\n`;

describe('skillsaw baseline', () => {
  test('makes what is found now known, with the built program', () => {
    const cwd = tempTree(SHOP);
    expect(runBuilt(['baseline'], { cwd })).toEqual({ stdout: '', stderr: written('2 findings'), status: 0 });
    const text = read(cwd);
    expect(runBuilt([], { cwd })).toEqual({
      stdout:
        '0 errors, 0 warnings (2 files checked, 2 known by the baseline)\n' +
        'Passed: no finding at or above error (--fail-on error).\n',
      stderr: '',
      status: 0,
    });
    const json = JSON.parse(runBuilt(['--format', 'json', '--strict'], { cwd }).stdout);
    expect(json).toMatchObject({ findings: [], summary: { files: 2, errors: 0, warnings: 0, baselined: 2 } });
    expect(runBuilt(['baseline'], { cwd }).status).toBe(0);
    expect(read(cwd)).toBe(text);
    expect(runBuilt(['--no-baseline', '--format', 'compact'], { cwd })).toMatchObject({ status: 1 });
  });

  test('writes the fingerprints of the JSON report, and no value', async () => {
    const cwd = tempTree(SHOP);
    await run(cwd, 'baseline');
    const { findings } = JSON.parse((await run(cwd, '--no-baseline', '--format', 'json')).stdout);
    expect(JSON.parse(read(cwd))).toEqual({
      schemaVersion: 1,
      entries: [
        {
          path: 'a/.agents/mcp_config.json',
          rule: 'antigravity-mcp-valid',
          kind: 'member-type',
          server: 'kiln',
          field: 'env.KILN_PORT',
          fingerprint: findings[0].fingerprint,
        },
        {
          path: 'b/.agents/mcp_config.json',
          rule: 'mcp-valid-json',
          kind: expect.any(String),
          server: 'apiary',
          field: 'env.APIARY_PASSWORD',
          fingerprint: findings[1].fingerprint,
        },
      ],
    });
    expect(read(cwd)).not.toContain(secret('password'));
    expect(read(cwd)).not.toContain('7700');
  });

  test('writes a file with nothing in it where nothing is found', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': CLEAN });
    expect(await run(cwd, 'baseline')).toEqual({ stdout: '', stderr: written('0 findings'), status: 0 });
    expect(pathsIn(cwd)).toEqual([]);
  });

  test('takes no suppressed finding, and none of a rule that is off', async () => {
    const cwd = tempTree({
      ...SHOP,
      '.skillsaw.yaml':
        'rules:\n  mcp-valid-json: { enabled: false }\n  antigravity-mcp-valid:\n    ignore: [{ path: "a/**", reason: "made up" }]\n',
    });
    expect(await run(cwd, 'baseline')).toMatchObject({ stderr: written('0 findings'), status: 0 });
  });

  test('takes nothing of what was not read', async () => {
    const cwd = tempTree({ ...SHOP, 'c/.agents/mcp_config.json/': '' });
    expect(await run(cwd, 'baseline')).toEqual({
      stdout: '',
      stderr:
        'note: 1 finding about what could not be read: not part of a baseline, and reported as before\n' +
        written('2 findings'),
      status: 0,
    });
    expect(await lint(cwd)).toEqual({
      found: ['c/.agents/mcp_config.json:1:1 error unreadable-file'],
      stderr: '',
      status: 1,
    });
  });

  test('says what is wrong with paths and configuration, and writes nothing', async () => {
    const cwd = tempTree({ ...SHOP, 'wrong.yaml': 'strict: 1\n' });
    for (const args of [['nowhere'], ['-c', 'wrong.yaml'], ['--glaze'], ['-']]) {
      const { stdout, stderr, status } = await run(cwd, 'baseline', ...args);
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr).toMatch(/^error: .*\n(?:error: .*\n)*Nothing was (?:done|linted)\.\n$/);
    }
    expect(existsSync(join(cwd, NAME))).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('says when it cannot write', () => {
    const cwd = tempTree({ ...SHOP, './': { mode: 0o555 } });
    expect(runBuilt(['baseline'], { cwd, unprivileged: true })).toEqual({
      stdout: '',
      stderr: `error: ${NAME}: this file cannot be written: permission denied\nNothing was done.\n`,
      status: 2,
    });
  });
});

describe('what is known', () => {
  test('stays known when lines move and values change', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': tokens(secret('github-pat')) });
    await run(cwd, 'baseline');
    const moved = JSON.parse(tokens(secret('slack-bot')));
    moved.mcpServers.kiln.args.unshift('--glaze', 'blue');
    write(join(cwd, '.agents/mcp_config.json'), `\n\n${JSON.stringify({ note: 'x', ...moved })}`);
    expect(await lint(cwd)).toEqual({ found: [], stderr: '', status: 0 });
  });

  test('a second token in the same args is new', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': tokens(secret('github-pat')) });
    await run(cwd, 'baseline');
    write(join(cwd, '.agents/mcp_config.json'), tokens(secret('github-pat'), secret('slack-bot')));
    expect(await lint(cwd)).toEqual({
      found: ['.agents/mcp_config.json:9:9 error mcp-valid-json'],
      stderr: '',
      status: 1,
    });
  });

  test('the same in another file, of another server or in another field is new', async () => {
    const cwd = tempTree(SHOP);
    await run(cwd, 'baseline');
    write(
      join(cwd, 'a/.agents/mcp_config.json'),
      servers({ kiln: { command: 7, env: { KILN_PORT: 7700 } }, dome: { command: 7 } }),
    );
    expect((await lint(cwd)).found).toHaveLength(2);
  });

  test('what is mended leaves a stale entry, which is counted in every format', async () => {
    const cwd = tempTree(SHOP);
    await run(cwd, 'baseline');
    write(join(cwd, 'a/.agents/mcp_config.json'), CLEAN);
    expect(await lint(cwd)).toEqual({ found: [], stderr: stale('1 entry matches'), status: 0 });
    write(join(cwd, 'b/.agents/mcp_config.json'), CLEAN);
    const { stdout, stderr, status } = await run(cwd, '--format', 'json');
    expect({ stderr, status }).toEqual({ stderr: stale('2 entries match'), status: 0 });
    expect(JSON.parse(stdout).summary.baselined).toBe(0);
    expect(await run(cwd, 'baseline')).toMatchObject({ stderr: written('0 findings') });
    expect(await lint(cwd)).toMatchObject({ stderr: '' });
  });

  test('so does a file that is gone, with all files of its kind, and a rule that is no more', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': DROPPED });
    await run(cwd, 'baseline');
    const empty = tempTree({
      '.git/': '',
      [NAME]: read(cwd).replace('antigravity-mcp-valid', 'old-rule'),
      '.agents/hooks.json': '{}',
    });
    expect(await lint(empty)).toMatchObject({ stderr: stale('1 entry matches') });
    write(join(empty, NAME), read(cwd));
    expect(await lint(empty)).toMatchObject({ stderr: stale('1 entry matches') });
  });

  test('an entry that this run could not put to the test is not stale', async () => {
    const cwd = tempTree({ ...SHOP, 'off.yaml': 'rules: { mcp-valid-json: { enabled: false } }\n' });
    await run(cwd, 'baseline');
    expect(await lint(cwd, 'a')).toEqual({ found: [], stderr: '', status: 0 });
    expect(await lint(cwd, 'a/.agents/mcp_config.json')).toEqual({ found: [], stderr: '', status: 0 });
    expect(await lint(cwd, '--rule', 'mcp-valid-json')).toEqual({ found: [], stderr: '', status: 0 });
    expect(await lint(cwd, '--skip-rule', 'mcp-valid-json')).toEqual({ found: [], stderr: '', status: 0 });
    expect(await lint(cwd, '-c', 'off.yaml')).toEqual({ found: [], stderr: '', status: 0 });
    expect(await lint(join(cwd, 'b'))).toEqual({ found: [], stderr: '', status: 0 });
  });

  test('an entry for a file that cannot be read is not stale, and is kept', async () => {
    const cwd = tempTree(SHOP);
    await run(cwd, 'baseline');
    const text = read(cwd);
    const closed = tempTree({ '.git/': '', [NAME]: text, 'a/.agents/mcp_config.json/': '', 'b/': '' });
    expect(await lint(closed)).toEqual({
      found: ['a/.agents/mcp_config.json:1:1 error unreadable-file'],
      stderr: stale('1 entry matches'),
      status: 1,
    });
    await run(closed, 'baseline');
    expect(pathsIn(closed)).toEqual(['a/.agents/mcp_config.json']);
  });

  test('a file that does not parse is a finding like any other', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': FATAL });
    await run(cwd, 'baseline');
    expect(await lint(cwd)).toEqual({ found: [], stderr: '', status: 0 });
  });

  test('holds for standard input under a name', async () => {
    const cwd = tempTree(SHOP);
    await run(cwd, 'baseline');
    const args = ['-', '--stdin-filename', 'a/.agents/mcp_config.json', '--format', 'compact'];
    expect(runBuilt(args, { cwd, input: DROPPED })).toEqual({ stdout: '', stderr: '', status: 0 });
    expect(runBuilt(args, { cwd, input: servers({ kiln: 7 }) })).toMatchObject({
      stdout: expect.stringContaining('antigravity-mcp-valid'),
      stderr: stale('1 entry matches'),
    });
  });

  test('holds for findings about two files, wherever one of them is named', async () => {
    const manifest = (name: string): string => JSON.stringify({ name });
    const cwd = tempTree({
      '.git/': '',
      '.agents/plugins/kiln/plugin.json': manifest('kiln'),
      '.agents/plugins/kiln/.antigravity-plugin/plugin.json': manifest('oven'),
    });
    const found = ['.agents/plugins/kiln/plugin.json:1:9 warning antigravity-plugin-layout'];
    expect(await lint(cwd)).toMatchObject({ found });
    await run(cwd, 'baseline');
    expect(pathsIn(cwd)).toEqual(['.agents/plugins/kiln/plugin.json']);
    expect(await lint(cwd)).toEqual({ found: [], stderr: '', status: 0 });
    expect(await lint(cwd, '.agents/plugins/kiln/.antigravity-plugin')).toMatchObject({
      found: [],
      stderr: '',
    });
    write(join(cwd, '.agents/plugins/kiln/.antigravity-plugin/plugin.json'), manifest('kiln'));
    expect(await lint(cwd)).toMatchObject({ found: [], stderr: stale('1 entry matches') });
  });
});

describe('where it lies', () => {
  const yaml = 'fail-on: error\n';
  test.each<[string, Tree, string, string[], string, string[]]>([
    ['the top of the repository', SHOP, '.', [], '', ['a', 'b']],
    ['the same, from below', SHOP, 'a', [], '', ['a']],
    ['the same, for a path', SHOP, '.', ['a'], '', ['a']],
    ['the same, for a file', SHOP, '.', ['a/.agents/mcp_config.json'], '', ['a']],
    [
      'the same, without a configuration',
      { ...SHOP, 'a/.skillsaw.yaml': yaml },
      'a',
      ['--no-config'],
      '',
      ['a'],
    ],
    ['beside the configuration', { ...SHOP, 'a/.skillsaw.yaml': yaml }, 'a', [], 'a', ['a']],
    [
      "beside the first path's, for all",
      { ...SHOP, 'a/.skillsaw.yaml': yaml },
      '.',
      ['a', 'b'],
      'a',
      ['a', 'b'],
    ],
    [
      'beside a configuration that is named',
      { ...SHOP, 'etc/x.yaml': yaml },
      '.',
      ['-c', 'etc/x.yaml'],
      'etc',
      ['a', 'b'],
    ],
    ['where the search began, outside of a repository', { ...SHOP, '.git/': '' }, '.', [], '', ['a', 'b']],
  ])('%s', async (_, tree, from, args, place, folders) => {
    const cwd = tempTree(tree);
    expect(await run(join(cwd, from), 'baseline', ...args)).toMatchObject({ stdout: '', status: 0 });
    const all = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => path.endsWith(NAME))).toEqual([join(place, NAME)]);
    expect(pathsIn(join(cwd, place))).toEqual(folders.map((folder) => `${folder}/.agents/mcp_config.json`));
    expect(await lint(join(cwd, from), ...args)).toEqual({ found: [], stderr: '', status: 0 });
  });

  test('outside of a repository paths start where it lies, so that any part can be linted by itself', async () => {
    const { '.git/': _, ...tree } = SHOP;
    for (const more of [{}, { '.skillsaw.yaml': yaml }]) {
      const cwd = tempTree({ ...tree, ...more });
      await run(cwd, 'baseline');
      expect(pathsIn(cwd)).toEqual(['a/.agents/mcp_config.json', 'b/.agents/mcp_config.json']);
      for (const args of [[], ['a'], ['a', 'b'], ['b/.agents/mcp_config.json']]) {
        expect(await lint(cwd, ...args)).toEqual({ found: [], stderr: '', status: 0 });
      }
      expect(await lint(join(cwd, 'b'))).toEqual({ found: [], stderr: '', status: 0 });
    }
  });

  test('a link to what is linted changes nothing', async () => {
    const cwd = tempTree({ ...SHOP, link: { symlink: 'a' } });
    await run(cwd, 'baseline');
    expect(await lint(cwd, 'link')).toEqual({ found: [], stderr: '', status: 0 });
    write(join(cwd, 'a/.agents/mcp_config.json'), CLEAN);
    expect(await lint(cwd, 'link')).toMatchObject({ stderr: stale('1 entry matches') });
  });

  test('repositories inside one another have files of one name, and are told apart', async () => {
    const cwd = tempTree({
      '.git/': '',
      '.agents/mcp_config.json': DROPPED,
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
      'sub/.agents/mcp_config.json': DROPPED,
    });
    await run(cwd, 'baseline');
    expect(pathsIn(cwd)).toEqual(['.agents/mcp_config.json', 'sub/.agents/mcp_config.json']);
    write(join(cwd, '.agents/mcp_config.json'), CLEAN);
    expect(await lint(cwd)).toEqual({ found: [], stderr: stale('1 entry matches'), status: 0 });
    // The inner one is a repository of its own, with a baseline of its own.
    expect((await lint(cwd, 'sub')).found).toHaveLength(1);
  });

  test('one for many repositories, beside a configuration of theirs', async () => {
    const policy = tempTree({ 'p.yaml': yaml });
    const config = ['-c', join(policy, 'p.yaml')];
    const [one, other] = [tempTree(SHOP), tempTree(SHOP)];
    await run(one, 'baseline', ...config);
    expect(pathsIn(policy)).toEqual(['a/.agents/mcp_config.json', 'b/.agents/mcp_config.json']);
    expect(await lint(other, ...config)).toEqual({ found: [], stderr: '', status: 0 });
    write(join(other, 'a/.agents/mcp_config.json'), CLEAN);
    expect(await lint(other, ...config)).toMatchObject({
      stderr: expect.stringContaining('1 entry matches nothing any more'),
    });
  });
});

describe('a part of the tree', () => {
  test('is written anew, and entries for the rest are kept', async () => {
    const cwd = tempTree(SHOP);
    await run(cwd, 'baseline');
    const text = read(cwd);
    write(join(cwd, 'a/.agents/mcp_config.json'), CLEAN);
    write(join(cwd, 'b/.agents/mcp_config.json'), CLEAN);
    const kept = ', and 1 kept for what was not looked at';
    expect(await run(cwd, 'baseline', 'a')).toMatchObject({ stderr: written('0 findings', kept) });
    expect(pathsIn(cwd)).toEqual(['b/.agents/mcp_config.json']);
    write(join(cwd, 'a/.agents/mcp_config.json'), DROPPED);
    write(join(cwd, 'b/.agents/mcp_config.json'), LEAKING);
    await run(cwd, 'baseline', 'a/.agents/mcp_config.json');
    expect(read(cwd)).toBe(text);
    expect(statSync(join(cwd, NAME)).isFile()).toBe(true);
  });
});

describe('a file that is no baseline', () => {
  const broken = '{\n  "schemaVersion": 1,\n<<<<<<< ours\n';

  test('ends the run before anything is linted', () => {
    const cwd = tempTree({ ...SHOP, [NAME]: broken });
    expect(runBuilt([], { cwd })).toEqual({
      stdout: '',
      stderr: `error: ${NAME}:3:1: a merge conflict is not resolved here; mend it, or delete the file and let skillsaw baseline write it anew\nNothing was linted.\n`,
      status: 2,
    });
    expect(runBuilt(['--no-baseline', '--format', 'compact'], { cwd })).toMatchObject({
      stderr: '',
      status: 1,
    });
  });

  test('is written anew where everything is looked at, and nowhere else', async () => {
    const cwd = tempTree({ ...SHOP, [NAME]: broken });
    expect(await run(cwd, 'baseline', 'a')).toMatchObject({
      stderr: expect.stringMatching(/^error: .+:3:1: .+\nNothing was done\.\n$/),
      status: 2,
    });
    expect(read(cwd)).toBe(broken);
    expect(await run(cwd, 'baseline')).toMatchObject({ stderr: written('2 findings'), status: 0 });
  });

  const outside = tempTree({ 'b.json': '{"schemaVersion": 1, "entries": []}\n' });
  test.each<[string, TreeEntry, string]>([
    [
      'a link out of the repository',
      { symlink: join(outside, 'b.json') },
      'this link leaves the repository root',
    ],
    ['a link that leads nowhere', { symlink: 'nowhere' }, 'this link leads nowhere'],
    ['a link to itself', { symlink: NAME }, 'this link leads nowhere'],
    ['too large', ' '.repeat(8 * 1024 * 1024 + 1), 'this file is larger than 8 MiB'],
  ])('%s', async (_, entry, said) => {
    for (const tree of [SHOP, { 'a/.agents/mcp_config.json': DROPPED }]) {
      const cwd = tempTree({ ...tree, [NAME]: entry });
      const { stdout, stderr, status } = await run(cwd);
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr).toContain(`error: ${NAME}: ${said}; `);
      expect(stderr).toMatch(/\nNothing was linted\.\n$/);
    }
  });

  test('a directory', async () => {
    const cwd = tempTree({ ...SHOP, [`${NAME}/`]: '' });
    for (const args of [[], ['baseline']]) {
      expect(await run(cwd, ...args)).toMatchObject({
        stderr: expect.stringContaining(`error: ${NAME}: this is a directory, not a file`),
        status: 2,
      });
    }
  });

  test('a link inside the repository is read, and nothing is written through it', async () => {
    const cwd = tempTree({ ...SHOP, 'shared.json': '', [NAME]: { symlink: 'shared.json' } });
    const other = tempTree(SHOP);
    await run(other, 'baseline');
    write(join(cwd, 'shared.json'), read(other));
    expect(await lint(cwd)).toEqual({ found: [], stderr: '', status: 0 });
    write(join(cwd, 'a/.agents/mcp_config.json'), CLEAN);
    expect(await run(cwd, 'baseline')).toEqual({
      stdout: '',
      stderr: `error: ${NAME}: this is a link, and nothing is written through links\nNothing was done.\n`,
      status: 2,
    });
    expect(readFileSync(join(cwd, 'shared.json'), 'utf8')).toBe(read(other));
  });
});

test('two branches that make different findings known merge without a conflict', async () => {
  const cwd = tempTree(
    Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
        `${name}/.agents/mcp_config.json`,
        name === 'b' || name === 'e' ? CLEAN : DROPPED,
      ]),
    ),
  );
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  await run(cwd, 'baseline');
  git(cwd, 'add', '--all');
  git(cwd, 'commit', '--quiet', '--message=Start');
  for (const name of ['b', 'e']) {
    git(cwd, 'checkout', '--quiet', '-b', name, 'main');
    write(join(cwd, `${name}/.agents/mcp_config.json`), DROPPED);
    await run(cwd, 'baseline');
    git(cwd, 'commit', '--quiet', '--all', `--message=${name}`);
  }
  git(cwd, 'merge', '--quiet', '--no-edit', 'b');
  expect(pathsIn(cwd)).toHaveLength(6);
  expect(await lint(cwd)).toEqual({ found: [], stderr: '', status: 0 });
  const merged = read(cwd);
  await run(cwd, 'baseline');
  expect(read(cwd)).toBe(merged);
});

test('the page shows what is written', async () => {
  const page = readFileSync(join(PROJECT, 'docs', 'baseline.md'), 'utf8');
  const shown = /```json\n([\s\S]+?)```/.exec(page)?.[1];
  const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': DROPPED });
  await run(cwd, 'baseline');
  expect(read(cwd)).toBe(shown);
});
