import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody } from '../test/as-nobody.ts';
import { type TreeEntry, temporaryFolder, tempTree } from '../test/helpers.ts';
import { compileExclude } from './exclude.ts';
import { MAX_FILE_BYTES } from './files.ts';
import { understoodNames } from './inputs.ts';
import { type Discovery, discover, type InputRequest } from './workspace.ts';

const posix = process.platform !== 'win32';

/** The contents do not matter here. */
const SERVERS = '{"mcpServers": {}}';
const MANIFEST = '{"name": "kite"}';
const GIT = { '.git/HEAD': 'ref: refs/heads/trunk\n' };

type Entries = Readonly<Record<string, TreeEntry>>;

function run(entries: Entries, request: Partial<InputRequest> = {}, below = ''): Discovery {
  const cwd = join(tempTree(entries), below);
  return discover({ paths: [], cwd, ...request });
}

/** A discovery in a form that is easy to write down: `path why`. */
function brief({ roots, plugins, files, problems, usage }: Discovery): Record<string, string[]> {
  const lists = {
    roots: roots.map(({ path, why, selected }) => `${path} ${why.code}${selected ? '' : ' (not named)'}`),
    plugins: plugins.map(({ path, why, selected }) => `${path} ${why.code}${selected ? '' : ' (not named)'}`),
    files: files.map(({ path, why }) => `${path} ${why.code}`),
    problems: problems.map(({ path, code }) => `${path} ${code}`),
    usage: usage.map(({ argument }) => argument),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

describe('what is taken', () => {
  it.each<[string, Entries, Record<string, string[]>]>([
    ['an empty directory', { 'README.md': '' }, {}],
    [
      'a root anywhere in the tree',
      { '.agents/mcp_config.json': SERVERS, 'a/b/.agent/mcp_config.json': SERVERS, 'c/.agents/skills/x': '' },
      {
        roots: ['.agents root-name', 'a/b/.agent root-name', 'c/.agents root-name'],
        files: ['.agents/mcp_config.json in-root', 'a/b/.agent/mcp_config.json in-root'],
      },
    ],
    [
      'a file that lies elsewhere is not taken',
      { 'mcp_config.json': SERVERS, 'docs/mcp_config.json': SERVERS },
      {},
    ],
    [
      'only what lies directly in a root',
      { '.agents/sub/mcp_config.json': SERVERS, '.agents/skills/s/mcp_config.json': SERVERS },
      { roots: ['.agents root-name'] },
    ],
    [
      'plugins of a root, and none below them',
      {
        '.agents/plugins/kite/plugin.json': MANIFEST,
        '.agents/plugins/kite/mcp_config.json': SERVERS,
        '.agents/plugins/kite/inner/plugin.json': MANIFEST,
        '.agents/plugins/kite/inner/mcp_config.json': SERVERS,
        '.agents/plugins/group/owl/plugin.json': MANIFEST,
        '.agents/plugins/group/owl/mcp_config.json': SERVERS,
        '.agents/plugins/bare/mcp_config.json': SERVERS,
        '.agents/plugins/marketplace.json': '{}',
      },
      {
        roots: ['.agents root-name'],
        plugins: ['.agents/plugins/kite plugins-folder'],
        files: [
          '.agents/plugins/kite/mcp_config.json in-plugin',
          '.agents/plugins/kite/plugin.json in-plugin',
        ],
      },
    ],
    [
      'a plugin with its manifest in a folder',
      {
        '.agents/plugins/kite/.antigravity-plugin/plugin.json': MANIFEST,
        '.agents/plugins/kite/mcp_config.json': SERVERS,
        'pkg/.gemini-plugin/plugin.json': MANIFEST,
        'pkg/mcp_config.json': SERVERS,
        'other/.gemini-plugin/readme': '',
        'other/mcp_config.json': SERVERS,
      },
      {
        roots: ['.agents root-name'],
        plugins: ['.agents/plugins/kite plugins-folder', 'pkg manifest-folder'],
        files: [
          '.agents/plugins/kite/.antigravity-plugin/plugin.json in-plugin',
          '.agents/plugins/kite/mcp_config.json in-plugin',
          'pkg/.gemini-plugin/plugin.json in-plugin',
          'pkg/mcp_config.json in-plugin',
        ],
      },
    ],
    [
      'a package that holds both files, also below another one',
      {
        'pkg/plugin.json': MANIFEST,
        'pkg/mcp_config.json': SERVERS,
        'pkg/more/plugin.json': MANIFEST,
        'pkg/more/mcp_config.json': SERVERS,
        'half/plugin.json': MANIFEST,
        'folder/plugin.json': MANIFEST,
        'folder/mcp_config.json/x': '',
        'plugins/top/plugin.json': MANIFEST,
      },
      {
        plugins: ['pkg manifest-and-servers', 'pkg/more manifest-and-servers'],
        files: [
          'pkg/mcp_config.json',
          'pkg/more/mcp_config.json',
          'pkg/more/plugin.json',
          'pkg/plugin.json',
        ].map((path) => `${path} in-plugin`),
      },
    ],
    [
      'source packages that are called like a root',
      { 'src/_agents/rules.json': '["a"]', 'src/_agent/main.py': '', 'src/_agents/plugins/x/readme': '' },
      {},
    ],
    [
      'such a directory with a file of its own',
      {
        'a/_agents/mcp_config.json': SERVERS,
        'b/_agent/hooks.json': '{}',
        'c/_agents/rules.json': '// kept\n{"entries": []}',
        'd/_agent/plugins/kite/plugin.json': MANIFEST,
        'd/_agent/plugins/kite/mcp_config.json': SERVERS,
        'e/_agents/skills.json': '[{"path": "x"}]',
      },
      {
        roots: ['a/_agents own-file', 'b/_agent own-file', 'c/_agents own-file', 'd/_agent own-file'],
        plugins: ['d/_agent/plugins/kite plugins-folder'],
        files: [
          'a/_agents/mcp_config.json in-root',
          'b/_agent/hooks.json in-root',
          'c/_agents/rules.json in-root',
          'd/_agent/plugins/kite/mcp_config.json in-plugin',
          'd/_agent/plugins/kite/plugin.json in-plugin',
        ],
      },
    ],
    [
      'a package in a directory that only looks like a root',
      { 'src/_agents/pkg/plugin.json': MANIFEST, 'src/_agents/pkg/mcp_config.json': SERVERS },
      {
        plugins: ['src/_agents/pkg manifest-and-servers'],
        files: ['src/_agents/pkg/mcp_config.json in-plugin', 'src/_agents/pkg/plugin.json in-plugin'],
      },
    ],
    [
      'a root in a root',
      { '.agents/skills/s/.agents/mcp_config.json': SERVERS },
      {
        roots: ['.agents root-name', '.agents/skills/s/.agents root-name'],
        files: ['.agents/skills/s/.agents/mcp_config.json in-root'],
      },
    ],
    [
      'a whole repository below a root',
      {
        '.agents/worktrees/w/.git': 'gitdir: elsewhere',
        '.agents/worktrees/w/plugin.json': MANIFEST,
        '.agents/worktrees/w/mcp_config.json': SERVERS,
      },
      {
        roots: ['.agents root-name'],
        plugins: ['.agents/worktrees/w manifest-and-servers'],
        files: ['.agents/worktrees/w/mcp_config.json in-plugin', '.agents/worktrees/w/plugin.json in-plugin'],
      },
    ],
    [
      'nothing in pruned directories',
      { 'node_modules/x/.agents/mcp_config.json': SERVERS, '.venv/.agents/mcp_config.json': SERVERS },
      {},
    ],
    [
      'the servers of other hosts, at the repository root',
      { '.mcp.json': SERVERS, 'a/.mcp.json': SERVERS, '.agents/.mcp.json': SERVERS, 'm/.git/x': '' },
      { roots: ['.agents root-name'], files: ['.mcp.json at-repository-root'] },
    ],
    [
      'the settings of Codex, wherever their folder is',
      {
        '.codex/config.toml': '',
        'a/b/.codex/config.toml': '',
        '.codex/more/config.toml': '',
        'config.toml': '',
        'c/codex/config.toml': '',
        'd/.codex/prompts/x': '',
      },
      { files: ['.codex/config.toml in-named-folder', 'a/b/.codex/config.toml in-named-folder'] },
    ],
    [
      'each repository has a root of its own',
      { 'm/.git/HEAD': '', 'm/.mcp.json': SERVERS, '.mcp.json': { symlink: 'm/.mcp.json' } },
      { files: ['.mcp.json at-repository-root', 'm/.mcp.json at-repository-root'] },
    ],
    [
      'a repository root that is a plugin',
      { '.mcp.json': SERVERS, 'plugin.json': MANIFEST, 'mcp_config.json': SERVERS },
      {
        plugins: ['. manifest-and-servers'],
        files: ['.mcp.json at-repository-root', 'mcp_config.json in-plugin', 'plugin.json in-plugin'],
      },
    ],
    [
      'a directory of that name cannot be read as a file',
      { '.mcp.json/x': '' },
      { problems: ['.mcp.json not-a-file'] },
    ],
    [
      'paths in the order of code points',
      {
        '\u{1f600}/.agents/mcp_config.json': SERVERS,
        '\uff5e/.agents/mcp_config.json': SERVERS,
        'a/.agents/mcp_config.json': SERVERS,
        'B/.agents/mcp_config.json': SERVERS,
      },
      {
        roots: ['B', 'a', '\uff5e', '\u{1f600}'].map((name) => `${name}/.agents root-name`),
        files: ['B', 'a', '\uff5e', '\u{1f600}'].map((name) => `${name}/.agents/mcp_config.json in-root`),
      },
    ],
  ])('%s', (_, entries, expected) => {
    expect(brief(run({ ...GIT, ...entries }))).toEqual(expected);
  });
});

describe('a plugin that declares its schema', () => {
  const schema = 'https://antigravity.google/schemas/v1/plugin.json';
  it.each<[string, boolean]>([
    [`{"$schema": "${schema}"}`, true],
    [`{"$schema": 1, "$schema": "${schema}"}`, true],
    [`{"$schema": "${schema}", "$schema": 1}`, false],
    [`{"$schema": "${schema}#"}`, false],
    [`{"$schema": "${schema.replace('v1', 'v2')}"}`, false],
    [`{"$schema": ["${schema}"]}`, false],
    [`{"$schema": "${schema}",}`, false],
    ['{}', false],
    ['[]', false],
    ['', false],
  ])('%s: %s', (manifest, isPlugin) => {
    const found = run({ ...GIT, 'plugin.json': manifest });
    expect(found.plugins.map(({ path, why }) => `${path} ${why.code}`)).toEqual(isPlugin ? ['. schema'] : []);
  });

  const manifest = `{"$schema": "${schema}"}`;
  it('counts only where it was named, or at the top of a repository', () => {
    const entries = { 'a/plugin.json': manifest, 'b/.git': 'x', 'b/plugin.json': manifest };
    expect(brief(run(entries))).toEqual({ plugins: ['b schema'], files: ['b/plugin.json in-plugin'] });
    expect(brief(run(entries, { paths: ['.', 'a'] }))).toEqual({
      plugins: ['a schema', 'b schema'],
      files: ['a/plugin.json in-plugin', 'b/plugin.json in-plugin'],
    });
  });
});

describe('registries', () => {
  const plugin = (path: string): Entries => ({
    [`${path}/plugin.json`]: MANIFEST,
    [`${path}/.antigravity-plugin/readme`]: '',
  });
  const registry = (...paths: string[]): string =>
    JSON.stringify({ entries: paths.map((path) => ({ path })) });

  it.each<[string, Entries, string[]]>([
    ['one plugin', { '.agents/plugins.json': registry('kits/kite') }, ['kits/kite registry']],
    [
      'a directory of plugins',
      { '.agents/plugins.json': registry('kits') },
      ['kits/kite registry', 'kits/owl registry'],
    ],
    ['with ./ and a slash', { '.agents/plugins.json': registry('./kits/kite/') }, ['kits/kite registry']],
    [
      'filters hide nothing from the linter',
      { '.agents/plugins.json': '{"entries": [{"path": "kits", "exclude": ["owl"]}]}' },
      ['kits/kite registry', 'kits/owl registry'],
    ],
    ['outside the repository', { '.agents/plugins.json': registry('../kits', '/', '~/kits', '', '~') }, []],
    ['what is not there', { '.agents/plugins.json': registry('none', 'README.md', 'a\0b', 'docs') }, []],
    ['a skipped file', { '.agents/plugins.json': '{"entries": [{"path": "kits/kite"}, 5]}' }, []],
    ['a file that is not JSONC', { '.agents/plugins.json': '{"entries": [' }, []],
    [
      'a pruned directory',
      { '.agents/plugins.json': registry('node_modules/gull') },
      ['node_modules/gull registry'],
    ],
    [
      'inherited, in a circle',
      {
        '.agents/plugins.json':
          '{"inherits": [{"path": "lists/one.json"}, {"path": "lists"}, {"path": "none"}]}',
        'lists/one.json': '{"entries": [{"path": "kits/owl"}], "inherits": [{"path": "lists/two.json"}]}',
        'lists/two.json':
          '{"entries": [{"path": "kits/kite"}], "inherits": [{"path": ".agents/plugins.json"}]}',
      },
      ['kits/kite registry', 'kits/owl registry'],
    ],
    [
      'named twice, or a plugin already',
      {
        '.agents/plugins.json': registry('kits/kite', 'kits', '.agents/plugins/tern'),
        ...plugin('.agents/plugins/tern'),
      },
      ['.agents/plugins/tern plugins-folder', 'kits/kite registry', 'kits/owl registry'],
    ],
    ['of a directory that is no root', { 'docs/plugins.json': registry('kits') }, []],
  ])('%s', (_, entries, expected) => {
    const found = run({
      ...GIT,
      'README.md': '',
      ...plugin('kits/kite'),
      ...plugin('kits/owl'),
      'kits/none/readme': '',
      ...plugin('node_modules/gull'),
      ...entries,
    });
    expect(found.plugins.map(({ path, why }) => `${path} ${why.code}`)).toEqual(expected);
    expect(found.problems).toEqual([]);
  });

  it('is followed past what was named, and only what was named is linted', () => {
    const entries = {
      ...GIT,
      '.agents/plugins.json': registry('kits'),
      ...plugin('kits/kite'),
      'kits/kite/hooks.json': '{}',
      'kits/kite/mcp_config.json/x': '',
    };
    expect(brief(run(entries, { paths: ['.agents'] }))).toEqual({
      roots: ['.agents root-name'],
      plugins: ['kits/kite registry (not named)'],
      files: ['.agents/plugins.json in-root'],
    });
  });

  it('says which registry named a plugin', () => {
    const found = run({ ...GIT, '.agents/plugins.json': registry('kits/kite'), ...plugin('kits/kite') });
    expect(found.plugins[0]?.why.text).toBe('the registry .agents/plugins.json names it');
  });

  it('stops after a chain of eight', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `lists/${i}.json`,
        `{"entries": [{"path": "kits/k${i}"}], "inherits": [{"path": "lists/${i + 1}.json"}]}`,
      ]),
    );
    const kits = Object.assign({}, ...Array.from({ length: 12 }, (_, i) => plugin(`kits/k${i}`))) as Entries;
    const start = { '.agents/plugins.json': '{"inherits": [{"path": "lists/0.json"}]}' };
    expect(run({ ...GIT, ...chain, ...kits, ...start }).plugins).toHaveLength(8);
  });

  it('reports a link out of the repository', () => {
    const base = tempTree({
      'repo/.git/HEAD': '',
      'repo/.agents/plugins.json': registry('kits/kite'),
      'repo/kits': { symlink: '../outside' },
      ...plugin('outside/kite'),
    });
    const found = discover({ paths: [], cwd: join(base, 'repo') });
    expect(brief(found)).toEqual({
      roots: ['.agents root-name'],
      files: ['.agents/plugins.json in-root'],
      problems: ['kits/kite escaping-link'],
    });
  });
});

describe('what cannot be read is said', () => {
  it.each<[string, Entries, string, string]>([
    ['a directory', { '.agents/mcp_config.json/': '' }, 'not-a-file', 'this is a directory, not a file'],
    [
      'a link that leads nowhere',
      { '.agents/mcp_config.json': { symlink: 'none' } },
      'broken-link',
      'this link leads nowhere',
    ],
    [
      'a link out of the repository',
      { '.agents/mcp_config.json': { symlink: '../../x' } },
      'escaping-link',
      'this link leaves the repository root',
    ],
  ])('%s', (_, entries, code, message) => {
    const found = run({ ...GIT, ...entries });
    expect(found.files).toEqual([]);
    expect(found.problems).toMatchObject([
      { code, message, path: '.agents/mcp_config.json', repositoryPath: '.agents/mcp_config.json' },
    ]);
  });

  it('a file over the cap', () => {
    const root = tempTree({ ...GIT, '.agents/mcp_config.json': '' });
    truncateSync(join(root, '.agents/mcp_config.json'), MAX_FILE_BYTES + 1);
    expect(discover({ paths: [], cwd: root }).problems).toMatchObject([
      { code: 'too-large', message: 'this file is larger than 8 MiB' },
    ]);
  });

  it.skipIf(!posix)('a named pipe and a socket, without waiting', async () => {
    const root = tempTree({ ...GIT, 'a/.agents/x': '', 'b/.agents/x': '' });
    execFileSync('mkfifo', [join(root, 'a/.agents/mcp_config.json')]);
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(root, 'b/.agents/mcp_config.json'), done));
    const found = discover({ paths: [], cwd: root });
    server.close();
    expect(found.problems.map(({ message }) => message)).toEqual([
      'this is a named pipe, not a file',
      'this is a socket, not a file',
    ]);
  });

  it.skipIf(!posix)('a file and a directory that are closed to the user', () => {
    const root = tempTree({
      ...GIT,
      'a/.agents/mcp_config.json': { content: SERVERS, mode: 0 },
      'b/.agents/': { mode: 0 },
      'c/.agents/mcp_config.json': SERVERS,
    });
    const found = asNobody(() => discover({ paths: [], cwd: root }));
    expect(brief(found)).toEqual({
      roots: ['a/.agents root-name', 'c/.agents root-name'],
      files: ['c/.agents/mcp_config.json in-root'],
      problems: ['a/.agents/mcp_config.json permission', 'b/.agents permission'],
    });
    expect(found.problems.map(({ message }) => message)).toEqual([
      'this file cannot be read: permission denied',
      'this directory cannot be read: permission denied',
    ]);
  });

  it('a registry that had to be followed', () => {
    expect(brief(run({ ...GIT, '.agents/plugins.json': { symlink: 'none' } }))).toEqual({
      roots: ['.agents root-name'],
      problems: ['.agents/plugins.json broken-link'],
    });
  });

  it.skipIf(process.platform !== 'linux')('and what only has an odd name is read', () => {
    const root = temporaryFolder();
    const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]);
    mkdirSync(Buffer.concat([odd, Buffer.from('/.agents/plugins/kite')]), { recursive: true });
    for (const name of ['.agents/mcp_config.json', '.agents/plugins/kite/plugin.json']) {
      writeFileSync(Buffer.concat([odd, Buffer.from(`/${name}`)]), SERVERS);
    }
    const found = discover({ paths: [], cwd: root });
    expect(brief(found)).toEqual({
      roots: ['f\ufffd/.agents root-name'],
      plugins: ['f\ufffd/.agents/plugins/kite plugins-folder'],
      files: [
        'f\ufffd/.agents/mcp_config.json in-root',
        'f\ufffd/.agents/plugins/kite/plugin.json in-plugin',
      ],
    });
    expect(found.files[0]?.read()).toMatchObject({ ok: true });
  });
});

describe('links', () => {
  it('a linked file is read when it stays inside, once for each place', () => {
    const found = run({
      ...GIT,
      'common/servers.json': SERVERS,
      'a/.agents/mcp_config.json': { symlink: '../../common/servers.json' },
      'b/.agents/mcp_config.json': { symlink: '../../common/servers.json' },
    });
    expect(found.files.map(({ path }) => path)).toEqual([
      'a/.agents/mcp_config.json',
      'b/.agents/mcp_config.json',
    ]);
    const [first, second] = found.files.map((file) => file.read());
    expect(first).toBe(second);
  });

  it('what would be a root or plugin is reported when it leaves the repository', () => {
    const base = tempTree({
      'repo/.git/HEAD': '',
      'outside/mcp_config.json': SERVERS,
      'outside/note.md': '',
      'repo/a/.agents': { symlink: '../../outside' },
      'repo/b/.agents': { symlink: '../../nowhere' },
      'repo/c/_agents': { symlink: '../../outside' },
      'repo/d/other': { symlink: '../../outside' },
      'repo/e/.agents/plugins/kite': { symlink: '../../../../outside' },
      'repo/e/.agents/plugins/note.md': { symlink: '../../../../outside/note.md' },
      'repo/f/.agent/plugins': { symlink: '../../../outside' },
      'repo/g/plugins/kite': { symlink: '../../../outside' },
    });
    expect(brief(discover({ paths: [], cwd: join(base, 'repo') }))).toEqual({
      roots: ['e/.agents root-name', 'f/.agent root-name'],
      problems: ['a/.agents', 'b/.agents', 'e/.agents/plugins/kite', 'f/.agent/plugins'].map(
        (path) => `${path} escaping-link`,
      ),
    });
  });

  it('and one that stays inside is mentioned when it hides something', () => {
    const found = run({
      ...GIT,
      'config/mcp_config.json': SERVERS,
      '.agents/mcp_config.json': SERVERS,
      'a/.agents': { symlink: '../config' },
      '.agent': { symlink: '.agents' },
      'b/.agents': { symlink: '../empty' },
      'c/.agents': { symlink: 'none' },
      'empty/x': '',
    });
    expect(found.problems).toEqual([]);
    expect(found.notes).toEqual([
      {
        path: 'a/.agents',
        message: 'this link to a directory was not followed; to lint what it leads to, name config',
      },
      { path: 'c/.agents', message: 'this link leads nowhere' },
    ]);
  });

  it('a directory that was named is followed, and is its own repository as it lies there', () => {
    const base = tempTree({
      'real/.git/HEAD': '',
      'real/.agents/mcp_config.json': { symlink: '../servers.json' },
      'real/servers.json': SERVERS,
      work: { symlink: 'real' },
    });
    const found = discover({ paths: ['work', 'real'], cwd: base });
    expect(found.problems).toEqual([]);
    expect(found.files).toMatchObject([
      {
        path: expect.stringMatching(/^(work|real)\/\.agents\/mcp_config\.json$/),
        repositoryPath: '.agents/mcp_config.json',
      },
    ]);
  });
});

describe('the repository root', () => {
  it.each<[string, Entries, string[], string, string]>([
    [
      'holds .git',
      { '.git/HEAD': '', 'a/.agents/mcp_config.json': '' },
      ['a'],
      '',
      'a/.agents/mcp_config.json',
    ],
    [
      'is the nearest',
      { '.git/HEAD': '', 'a/.git': 'x', 'a/.agents/mcp_config.json': '' },
      [],
      'a',
      '.agents/mcp_config.json',
    ],
    ['is what was named', { 'a/b/.agents/mcp_config.json': '' }, ['a'], 'a', 'b/.agents/mcp_config.json'],
    [
      'is what was named, the outer one',
      { 'a/b/.agents/mcp_config.json': '' },
      ['a/b', 'a'],
      'a',
      'b/.agents/mcp_config.json',
    ],
    [
      'lies above the root of a named file',
      { 'a/.agents/mcp_config.json': '' },
      ['a/.agents/mcp_config.json'],
      'a',
      '.agents/mcp_config.json',
    ],
    [
      'lies above the root of a plugin',
      { 'a/.agents/plugins/p/mcp_config.json': '', 'a/.agents/plugins/p/plugin.json': '' },
      ['a/.agents/plugins/p/mcp_config.json'],
      'a',
      '.agents/plugins/p/mcp_config.json',
    ],
    [
      'lies above a package',
      { 'a/p/mcp_config.json': '', 'a/p/plugin.json': '' },
      ['a/p/mcp_config.json'],
      'a',
      'p/mcp_config.json',
    ],
    [
      'is the folder of any other file',
      { 'a/config/mcp_config.json': '' },
      ['a/config/mcp_config.json'],
      'a/config',
      'mcp_config.json',
    ],
  ])('%s', (_, entries, paths, root, repositoryPath) => {
    const cwd = tempTree(entries);
    const { files } = discover({ paths, cwd });
    expect(files).toMatchObject([{ repositoryRoot: join(cwd, root), repositoryPath }]);
  });
});

describe('what was named', () => {
  const tree: Entries = {
    ...GIT,
    'a/.agents/mcp_config.json': SERVERS,
    'a/b/.agents/mcp_config.json': SERVERS,
    'node_modules/n/.agents/mcp_config.json': SERVERS,
    'docs/mcp_config.json': SERVERS,
    'docs/.mcp.json': SERVERS,
    'docs/config.toml': '',
    'docs/README.md': '',
  };

  it.each<[string[], string[]]>([
    [[], ['a/.agents/mcp_config.json in-root', 'a/b/.agents/mcp_config.json in-root']],
    [
      ['a', './a/', 'a/b', 'a/.agents/mcp_config.json'],
      ['a/.agents/mcp_config.json in-root', 'a/b/.agents/mcp_config.json in-root'],
    ],
    [['a/b'], ['a/b/.agents/mcp_config.json in-root']],
    [['a/b/.agents'], ['a/b/.agents/mcp_config.json in-root']],
    [['docs'], []],
    [['docs/.mcp.json'], ['docs/.mcp.json named']],
    [['docs/mcp_config.json'], ['docs/mcp_config.json named']],
    [['docs/mcp_config.json', 'docs/../docs/mcp_config.json'], ['docs/mcp_config.json named']],
    [['node_modules/n'], ['node_modules/n/.agents/mcp_config.json in-root']],
    [
      ['.', 'node_modules/n'],
      ['a', 'a/b', 'node_modules/n'].map((path) => `${path}/.agents/mcp_config.json in-root`),
    ],
  ])('%j', (paths, expected) => {
    expect(brief(run(tree, { paths })).files ?? []).toEqual(expected);
  });

  it('and is told by its folder', () => {
    const found = run(
      { 'x/.codex/config.toml': '', 'x/.codex/.agents/': '' },
      { paths: ['x/.codex/config.toml'] },
    );
    expect(brief(found)).toEqual({ files: ['x/.codex/config.toml named'] });
  });

  it('is reported from the working directory, and absolute outside it', () => {
    const base = tempTree(tree);
    const found = discover({ paths: ['.', '../docs/mcp_config.json'], cwd: join(base, 'a') });
    expect(found.files.map(({ path }) => path)).toEqual(
      ['.agents/mcp_config.json', join(base, 'docs/mcp_config.json'), 'b/.agents/mcp_config.json'].sort(),
    );
  });

  it('knows the root of a named file', () => {
    const found = run(tree, { paths: ['a/.agents/mcp_config.json'] });
    expect(brief(found)).toEqual({
      roots: ['a/.agents root-name (not named)'],
      files: ['a/.agents/mcp_config.json named'],
    });
    expect(found.files[0]?.owner).toBe(found.roots[0]);
  });

  it('every mistake is told at once, and nothing is looked at', () => {
    const paths = [
      'a',
      'none',
      '',
      'docs/README.md',
      'docs/config.toml',
      'none/mcp_config.json',
      'gone.json',
      'docs/mcp_config.json/x',
    ];
    const found = run({ ...tree, 'gone.json': { symlink: 'away' } }, { paths });
    expect(found.files).toEqual([]);
    expect(found.usage).toEqual([
      { argument: 'none', message: 'there is no such file or directory; check the spelling' },
      { argument: '', message: 'this argument is empty; name a file or a directory, or leave it out' },
      {
        argument: 'docs/README.md',
        message: `no rule understands a file of this name; understood: ${understoodNames()}. Name one of these or a directory`,
      },
      {
        argument: 'docs/config.toml',
        message: `no rule understands a file of this name; understood: ${understoodNames()}. Name one of these or a directory`,
      },
      { argument: 'none/mcp_config.json', message: 'there is no such file or directory; check the spelling' },
      { argument: 'gone.json', message: 'this link leads nowhere; check the spelling' },
      {
        argument: 'docs/mcp_config.json/x',
        message: 'there is no such file or directory; check the spelling',
      },
    ]);
  });

  it('a link that leads to itself leads nowhere, and a directory is no file', () => {
    const found = run(
      { 'round.json': { symlink: 'round.json' }, '.agents/mcp_config.json/': '' },
      { paths: ['round.json', 'round.json/x', '.agents/mcp_config.json'] },
    );
    expect(found.usage).toEqual([
      { argument: 'round.json', message: 'this link leads nowhere; check the spelling' },
      { argument: 'round.json/x', message: 'this link leads nowhere; check the spelling' },
      {
        argument: '.agents/mcp_config.json',
        message: 'this is a directory under the name of a file; rename or remove it',
      },
    ]);
  });

  it.each([
    ['.claude-plugin', 'Claude Code'],
    ['.codex-plugin', 'Codex'],
    ['.cursor-plugin', 'Cursor'],
  ])('and is the manifest of another host in %s is one', (folder, host) => {
    const found = run(
      { [`kite/${folder}/plugin.json`]: MANIFEST },
      { paths: [`kite/${folder}/plugin.json`] },
    );
    expect(found.usage).toEqual([
      {
        argument: `kite/${folder}/plugin.json`,
        message: `this is a manifest for ${host}, and no rule understands it; name the manifest of Antigravity or a directory`,
      },
    ]);
  });

  it.skipIf(!posix)('and cannot be read is a mistake too', () => {
    const root = tempTree({
      'mcp_config.json': { content: SERVERS, mode: 0 },
      'closed/': { mode: 0 },
    });
    const paths = ['mcp_config.json', 'closed', 'closed/mcp_config.json'];
    const { usage } = asNobody(() => discover({ paths, cwd: root }));
    expect(usage.map(({ argument, message }) => `${argument}: ${message}`)).toEqual([
      'mcp_config.json: this file cannot be read: permission denied; make it readable or leave it out',
      'closed: this directory cannot be read: permission denied; make it readable or leave it out',
      'closed/mcp_config.json: this file cannot be read: permission denied; make it readable or leave it out',
    ]);
    chmodSync(join(root, 'mcp_config.json'), 0o644);
  });

  it.skipIf(!posix)('and is a pipe gets advice', () => {
    const root = temporaryFolder();
    execFileSync('mkfifo', [join(root, 'mcp_config.json')]);
    expect(discover({ paths: ['mcp_config.json'], cwd: root }).usage[0]?.message).toBe(
      'this is a named pipe, not a file; give its contents on standard input with - and --stdin-filename',
    );
  });
});

describe('exclude', () => {
  const tree: Entries = {
    ...GIT,
    'vendor/x/.agents/mcp_config.json': SERVERS,
    'a/.agents/mcp_config.json': SERVERS,
    'a/.agents/plugins.json': '{"entries": [{"path": "vendor/kite"}]}',
    'vendor/kite/plugin.json': MANIFEST,
    'vendor/kite/mcp_config.json': SERVERS,
  };

  function excluding(patterns: readonly string[], paths: readonly string[]): Discovery {
    const cwd = tempTree(tree);
    return discover({ paths, cwd, excluded: compileExclude(patterns, cwd) });
  }

  it.each<[string[], string[]]>([
    [['vendor'], ['a/.agents/mcp_config.json', 'a/.agents/plugins.json']],
    [['vendor/**'], ['a/.agents/mcp_config.json', 'a/.agents/plugins.json']],
    [
      ['**/.agents/mcp_config.json'],
      ['a/.agents/plugins.json', 'vendor/kite/mcp_config.json', 'vendor/kite/plugin.json'],
    ],
    [
      ['a', 'vendor/x'],
      ['vendor/kite/mcp_config.json', 'vendor/kite/plugin.json'],
    ],
    [['**'], []],
  ])('%j', (patterns, expected) => {
    expect(excluding(patterns, []).files.map(({ path }) => path)).toEqual(expected);
  });

  it.each([['vendor/x/.agents/mcp_config.json'], ['vendor/x'], ['vendor']])(
    'holds for %s, and says so',
    (path) => {
      const found = excluding(['vendor/**'], [path]);
      expect(found.files).toEqual([]);
      expect(found.usage).toEqual([]);
      expect(found.notes).toEqual([
        { path, message: 'named on the command line, but left out by exclude in the configuration' },
      ]);
    },
  );

  it('keeps the walk out of what it names', () => {
    const cwd = tempTree(tree);
    const asked: string[] = [];
    discover({
      paths: [],
      cwd,
      excluded: (path) => {
        asked.push(path);
        return path === join(cwd, 'vendor');
      },
    });
    expect(asked).toContain(join(cwd, 'vendor'));
    expect(asked).not.toContain(join(cwd, 'vendor/x'));
  });
});

describe('standard input', () => {
  const bytes = new TextEncoder().encode('{"mcpServers": null}');

  it.each<[string, Entries, string]>([
    ['.agents/mcp_config.json', GIT, '.agents/mcp_config.json'],
    ['new/place/mcp_config.json', GIT, 'new/place/mcp_config.json'],
    ['a/mcp_config.json', { ...GIT, 'a/mcp_config.json': 'on disk' }, 'a/mcp_config.json'],
  ])('stands for %s', (filename, entries, path) => {
    const found = run(entries, { stdin: { filename, bytes } });
    expect(found.files).toMatchObject([{ path, repositoryPath: path, why: { code: 'stdin' } }]);
    expect(found.files[0]?.read()).toEqual({ ok: true, bytes });
  });

  it('takes the place of the file on the disk in a walk', () => {
    const found = run(
      { ...GIT, '.agents/mcp_config.json': 'on disk' },
      { paths: ['.'], stdin: { filename: '.agents/mcp_config.json', bytes } },
    );
    expect(found.files).toHaveLength(1);
    expect(found.files[0]?.read()).toEqual({ ok: true, bytes });
  });

  it('needs a name that is understood', () => {
    expect(run({}, { stdin: { filename: 'a.json', bytes } }).usage).toEqual([
      {
        argument: 'a.json',
        message: `no rule understands a file of this name; understood: ${understoodNames()}`,
      },
    ]);
  });
});

it('finds the same on every run', () => {
  const root = tempTree({
    ...GIT,
    'z/.agents/mcp_config.json': SERVERS,
    'a/.agents/mcp_config.json': { symlink: 'none' },
    'm/plugin.json': MANIFEST,
    'm/mcp_config.json': SERVERS,
  });
  const text = (): string => JSON.stringify(discover({ paths: [], cwd: root }));
  expect(text()).toBe(text());
});
