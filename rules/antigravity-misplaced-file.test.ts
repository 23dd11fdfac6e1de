import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TreeEntry, temporaryFolder, tempTree } from '../src/test/helpers.ts';
import { lintTree } from '../src/test/lint-tree.ts';
import { checkFile } from '../src/test/rules.ts';
import rule from './antigravity-misplaced-file.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

const SERVERS = '{"mcpServers":{"kiln":{"command":"kiln-mcp"}}}';
const HOOKS = '{"tidy":{"Stop":[{"command":"make tidy"}]}}';
const SETTINGS = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"make tidy"}]}]}}';
const MANIFEST = '{"name":"kiln"}';

/** What the rule finds below a directory, as `id severity path`, with the place where it is not the start. */
async function inFolder(folder: string): Promise<string[]> {
  const findings = (await lintTree(folder)).filter(({ ruleId }) => ruleId === rule.id);
  return findings.map(({ messageId, severity, path, span: { start, end } }) => {
    return `${messageId} ${severity} ${path}${end === 0 ? '' : ` ${start}-${end}`}`;
  });
}

const inTree = async (tree: Tree): Promise<string[]> => await inFolder(tempTree({ '.git/': '', ...tree }));
const HOME = 'home-copy info';
const UNREAD = 'unread-folder warning';

describe('where nobody reads', () => {
  test.each<[string, Tree, string[]]>([
    ['.antigravity', { '.antigravity/mcp_config.json': SERVERS }, [`${UNREAD} .antigravity/mcp_config.json`]],
    [
      'deeper in the tree',
      { 'a/b/.antigravity/hooks.json': HOOKS },
      [`${UNREAD} a/b/.antigravity/hooks.json`],
    ],
    ['under another name', { '.antigravity/mcp.json': SERVERS }, [`${UNREAD} .antigravity/mcp.json`]],
    [
      '.antigravitycli, all of them',
      {
        '.antigravitycli/mcp_config.json': '',
        '.antigravitycli/hooks.json': '',
        '.antigravitycli/mcp.json': '',
      },
      ['hooks.json', 'mcp.json', 'mcp_config.json'].map((name) => `${UNREAD} .antigravitycli/${name}`),
    ],
    [
      'a link',
      { 'a.json': SERVERS, '.antigravity/mcp_config.json': { symlink: '../a.json' } },
      [`${UNREAD} .antigravity/mcp_config.json`],
    ],
    ['the folder of home', { '.gemini/mcp_config.json': SERVERS }, [`${HOME} .gemini/mcp_config.json`]],
    ['config', { '.gemini/config/hooks.json': HOOKS }, [`${HOME} .gemini/config/hooks.json`]],
    [
      'antigravity',
      { '.gemini/antigravity/mcp_config.json': SERVERS },
      [`${HOME} .gemini/antigravity/mcp_config.json`],
    ],
    [
      'antigravity, under another name',
      { 'x/.gemini/antigravity/mcp.json': SERVERS },
      [`${HOME} x/.gemini/antigravity/mcp.json`],
    ],
    [
      'antigravity-cli',
      { '.gemini/antigravity-cli/mcp_config.json': SERVERS },
      [`${HOME} .gemini/antigravity-cli/mcp_config.json`],
    ],
    ['a root, under another name', { '.agents/mcp.json': SERVERS }, ['other-name info .agents/mcp.json']],
    ['another root', { 'x/.agent/mcp.json': SERVERS }, ['other-name info x/.agent/mcp.json']],
    [
      'beside the right one',
      { '.agents/mcp.json': SERVERS, '.agents/mcp_config.json': SERVERS },
      ['other-name info .agents/mcp.json'],
    ],
    [
      'a package that counts',
      { '_agents/mcp.json': SERVERS, '_agents/hooks.json': HOOKS },
      ['other-name info _agents/mcp.json'],
    ],
  ])('%s', async (_, tree, expected) => {
    expect(await inTree(tree)).toEqual(expected);
  });

  test.each<[string, Tree]>([
    ['nothing at all', {}],
    ['the right places', { '.agents/mcp_config.json': SERVERS, '.agents/hooks.json': HOOKS }],
    [
      'other hosts',
      {
        '.mcp.json': SERVERS,
        '.vscode/mcp.json': SERVERS,
        '.cursor/mcp.json': SERVERS,
        '.cursor/hooks.json': '{"version":1,"hooks":{}}',
        '.claude/settings.json': SETTINGS,
        '.gemini/settings.json': SETTINGS,
        '.gemini/mcp.json': SERVERS,
        '.codex/hooks.json': HOOKS,
      },
    ],
    [
      'what else lies there',
      { '.antigravity/rules.md': '', '.antigravity/settings.json': SETTINGS, '.gemini/GEMINI.md': '' },
    ],
    [
      'deeper than anybody means',
      { '.antigravity/old/mcp_config.json': SERVERS, '.gemini/config/old/hooks.json': HOOKS },
    ],
    ['a folder of that name', { '.antigravity/mcp_config.json/x': '' }],
    [
      'ordinary folders',
      { 'config/mcp_config.json': SERVERS, 'antigravity/hooks.json': HOOKS, 'hooks/hooks.json': HOOKS },
    ],
    ['the top of the repository', { 'mcp_config.json': SERVERS, 'hooks.json': HOOKS, 'mcp.json': SERVERS }],
    [
      'a package that only looks like a root',
      { 'src/_agents/mcp.json': SERVERS, 'src/_agent/settings.json': SETTINGS },
    ],
    [
      'what is excluded',
      { '.antigravity/hooks.json': HOOKS, '.skillsaw.yaml': 'exclude: [".antigravity"]\n' },
    ],
    [
      'what is excluded for the rule',
      {
        '.antigravity/hooks.json': HOOKS,
        '.skillsaw.yaml': 'rules: { antigravity-misplaced-file: { exclude: [".antigravity/**"] } }\n',
      },
    ],
    ['installed packages', { 'node_modules/x/.antigravity/hooks.json': HOOKS }],
  ])('silent: %s', async (_, tree) => {
    expect(await inTree(tree)).toEqual([]);
  });

  test.each(['.gemini', '.gemini/config', '.antigravity', '.'])(
    'a home directory is no repository: %s',
    async (below) => {
      const home = tempTree({
        '.bashrc': '',
        '.gemini/config/mcp_config.json': SERVERS,
        '.gemini/hooks.json': HOOKS,
        '.antigravity/mcp_config.json': SERVERS,
      });
      expect(await inFolder(join(home, below))).toEqual([]);
    },
  );
});

describe('hooks among other settings', () => {
  const settings = async (content: string | Uint8Array, name = '.agents/settings.json'): Promise<string[]> =>
    await inTree({ [name]: content });
  test.each<[string, string[]]>([
    [SETTINGS, ['settings warning .agents/settings.json 1-8']],
    ['{"hooks":[{}]}', ['settings warning .agents/settings.json 1-8']],
    ['{ // a note\n  "hooks": {"Stop": []}, }', ['settings warning .agents/settings.json 14-21']],
    ['{"hooks":{},"hooks":{"Stop":[]}}', ['settings warning .agents/settings.json 12-19']],
    ['{"h\\u006foks":{"Stop":[]}}', ['settings warning .agents/settings.json 1-13']],
    ['{"hooks":{"Stop":[]},"hooks":{}}', []],
    ['{"hooks":{}}', []],
    ['{"hooks":null}', []],
    ['{"hooks":true}', []],
    ['{"permissions":{"hooks":{"Stop":[]}}}', []],
    ['["hooks"]', []],
    ['{"hooks":{"Stop":[]}', []],
    ['', []],
    [`{"hooks":${'['.repeat(10_001)}`, []],
    [
      `{"a":"${'\u{1f600}'.repeat(1000)}","hooks":{"Stop":[]}}`,
      ['settings warning .agents/settings.json 4008-4015'],
    ],
  ])('%#', async (content, expected) => {
    expect(await settings(content)).toEqual(expected);
  });

  test('in every root, and in no other folder', async () => {
    expect(await settings(SETTINGS, 'x/.agent/settings.json')).toEqual([
      'settings warning x/.agent/settings.json 1-8',
    ]);
    expect(await settings(SETTINGS, '.agents/skills/settings.json')).toEqual([]);
    expect(await settings(Uint8Array.from([0xff, 0xfe, 0x7b, 0]))).toEqual([]);
    expect(await settings(`{"a":"${'x'.repeat(8 * 1024 * 1024)}","hooks":{"Stop":[]}}`)).toEqual([]);
  });
});

describe('the hooks of a plugin', () => {
  const kiln = '.agents/plugins/kiln';
  const found = [`nested-hooks warning ${kiln}/hooks/hooks.json`];
  const own = { [`${kiln}/plugin.json`]: MANIFEST };
  const nested = { [`${kiln}/hooks/hooks.json`]: HOOKS };
  test.each<[string, Tree, string[]]>([
    ['one folder too deep', { ...own, ...nested }, found],
    [
      'also where the manifest is for two hosts',
      { ...own, ...nested, [`${kiln}/.claude-plugin/plugin.json`]: MANIFEST },
      found,
    ],
    ['at the top as well', { ...own, ...nested, [`${kiln}/hooks.json`]: HOOKS }, []],
    [
      'named by the manifest, which is another finding',
      {
        ...nested,
        [`${kiln}/plugin.json`]: '{"name":"kiln","hooks":"./hooks/hooks.json"}',
      },
      [],
    ],
    ['no plugin of Antigravity', { ...nested, [`${kiln}/.claude-plugin/plugin.json`]: MANIFEST }, []],
    ['deeper', { ...own, [`${kiln}/more/hooks/hooks.json`]: HOOKS }, []],
    ['another name', { ...own, [`${kiln}/hooks/gate.sh`]: '' }, []],
    [
      'a plugin that lies elsewhere',
      { 'kiln/plugin.json': MANIFEST, 'kiln/mcp_config.json': SERVERS, 'kiln/hooks/hooks.json': HOOKS },
      ['nested-hooks warning kiln/hooks/hooks.json'],
    ],
    [
      'a repository that is a plugin',
      { 'plugin.json': MANIFEST, 'mcp_config.json': SERVERS, 'hooks/hooks.json': HOOKS },
      ['nested-hooks warning hooks/hooks.json'],
    ],
  ])('%s', async (_, tree, expected) => {
    expect(await inTree(tree)).toEqual(expected);
  });
});

describe('what should not have been committed', () => {
  const TOKENS = 'tokens warning';
  const STATE = 'installer-state warning';
  test.each<[string, Tree, string[]]>([
    [
      'tokens',
      { '.gemini/antigravity/mcp_oauth_tokens.json': '{}' },
      [`${TOKENS} .gemini/antigravity/mcp_oauth_tokens.json`],
    ],
    ['tokens anywhere', { 'backup/mcp_oauth_tokens.json': '{}' }, [`${TOKENS} backup/mcp_oauth_tokens.json`]],
    ['tokens at the top', { 'mcp_oauth_tokens.json': '{}' }, [`${TOKENS} mcp_oauth_tokens.json`]],
    [
      'state in a root, a plugin, beside plugins and in copies of home',
      {
        '.agents/import_manifest.json': '{}',
        '.agents/plugins/import_manifest.json': '{}',
        '.agents/plugins/kiln/plugin.json': MANIFEST,
        '.agents/plugins/kiln/installed_version.json': '{}',
        '.antigravity/import_manifest.json': '{}',
        '.gemini/config/installed_version.json': '{}',
      },
      [
        '.agents/import_manifest.json',
        '.agents/plugins/import_manifest.json',
        '.agents/plugins/kiln/installed_version.json',
        '.antigravity/import_manifest.json',
        '.gemini/config/installed_version.json',
      ].map((path) => `${STATE} ${path}`),
    ],
    [
      'the same names elsewhere',
      {
        'import_manifest.json': '{}',
        'src/installed_version.json': '{}',
        'plugins/import_manifest.json': '{}',
      },
      [],
    ],
    ['the tokens of another program', { '.gemini/mcp-oauth-tokens.json': '{}' }, []],
    ['ignored by git', { 'a/mcp_oauth_tokens.json': '{}', '.gitignore': 'mcp_oauth_tokens.json' }, []],
    ['with all around it', { 'a/b/mcp_oauth_tokens.json': '{}', 'a/.gitignore': '/b/' }, []],
    ['in its own folder', { 'a/mcp_oauth_tokens.json': '{}', 'a/.gitignore': '*' }, []],
    [
      'taken back',
      { 'a/mcp_oauth_tokens.json': '{}', '.gitignore': '*.json\n!mcp*.json' },
      [`${TOKENS} a/mcp_oauth_tokens.json`],
    ],
    [
      'not ignored by a line of another case',
      { 'a/mcp_oauth_tokens.json': '{}', '.gitignore': 'MCP_*' },
      [`${TOKENS} a/mcp_oauth_tokens.json`],
    ],
    [
      'state that is ignored',
      { '.agents/import_manifest.json': '{}', '.agents/.gitignore': 'import_manifest.json' },
      [],
    ],
  ])('%s', async (_, tree, expected) => {
    expect(await inTree(tree)).toEqual(expected);
  });
});

describe('a root that git ignores', () => {
  const root = { '.agents/mcp_config.json': SERVERS };
  const at = (path: string, start: number, end: number): string =>
    `ignored-root info ${path} ${start}-${end}`;
  test.each<[string, Tree, string[]]>([
    ['by name', { ...root, '.gitignore': '.agents' }, [at('.gitignore', 0, 7)]],
    ['as a directory', { ...root, '.gitignore': '# mine\r\n/.agents/\r\n' }, [at('.gitignore', 8, 17)]],
    ['by a pattern', { ...root, '.gitignore': '*.log\n.*\n!.gitignore' }, [at('.gitignore', 6, 8)]],
    ['with all that is in it', { ...root, '.gitignore': '.agents/*' }, [at('.gitignore', 0, 9)]],
    [
      'with all that is in it, however deep',
      { ...root, '.gitignore': '.agents/**' },
      [at('.gitignore', 0, 10)],
    ],
    ['from within', { ...root, '.agents/.gitignore': '*' }, [at('.agents/.gitignore', 0, 1)]],
    [
      'from a folder between',
      { 'a/.agent/hooks.json': HOOKS, 'a/.gitignore': '.agent/' },
      [at('a/.gitignore', 0, 7)],
    ],
    [
      'by the last of several lines',
      { ...root, '.gitignore': '.agents\n\n.a*\n' },
      [at('.gitignore', 9, 12)],
    ],
    ['after a byte-order mark', { ...root, '.gitignore': '\ufeff.agents\n' }, [at('.gitignore', 0, 10)]],
    [
      'without a file of interest',
      { '.agents/skills/x/SKILL.md': '', '.gitignore': '.agents' },
      [at('.gitignore', 0, 7)],
    ],
    ['not at all', { ...root, '.gitignore': 'node_modules\n*.log\n.env*\n' }, []],
    ['in part', { ...root, '.gitignore': '.agents/*\n!.agents/skills/' }, []],
    ['one file of it', { ...root, '.gitignore': '.agents/mcp_config.json\n*.json' }, []],
    ['and takes it back', { ...root, '.gitignore': '.agents\n!.agents' }, []],
    [
      'and a nearer file takes it back',
      { 'a/.agents/hooks.json': HOOKS, '.gitignore': '.agents', 'a/.gitignore': '!.agents' },
      [],
    ],
    ['in another folder', { ...root, '.gitignore': '/a/.agents\nlogs/*\n' }, []],
    ['in another case', { ...root, '.gitignore': '.Agents' }, []],
    ['with the directory around it', { 'build/.agents/hooks.json': HOOKS, '.gitignore': 'build/' }, []],
    ['in a comment', { ...root, '.gitignore': '#.agents\n\\#.agents' }, []],
    ['in a file that leads outside', { ...root, '.gitignore': { symlink: '../../x/.gitignore' } }, []],
    ['in a package that is no root', { 'src/_agents/a.py': '', '.gitignore': '_agents' }, []],
  ])('%s', async (_, tree, expected) => {
    expect(await inTree(tree)).toEqual(expected);
  });

  test('one line is one finding, whose related places are the roots', async () => {
    const tree = tempTree({
      '.git/': '',
      ...root,
      'a/.agents/hooks.json': HOOKS,
      'a/.agent/hooks.json': HOOKS,
      '.gitignore': '.agents\n.agent\n',
    });
    const findings = (await lintTree(tree)).filter(({ ruleId }) => ruleId === rule.id);
    expect(
      findings.map(({ message, related }) => [message.slice(0, 80), related.map(({ path }) => path)]),
    ).toEqual([
      [
        'This line makes git ignore .agents/ with all that is in it (and 1 more of its ki',
        ['.agents', 'a/.agents'],
      ],
      ['This line makes git ignore a/.agent/ with all that is in it; it is not shared, a', ['a/.agent']],
    ]);
  });

  test('what was not named is not reported', async () => {
    const tree = tempTree({ '.git/': '', 'a/.agents/hooks.json': HOOKS, '.gitignore': '.agents' });
    expect(await inFolder(join(tree, 'a'))).toEqual([]);
    const inner = tempTree({
      '.git/': '',
      'a/b/.agents/hooks.json': HOOKS,
      'a/.gitignore': '.agents',
      '.gitignore': 'x',
    });
    expect(await inFolder(join(inner, 'a'))).toEqual(['ignored-root info .gitignore 0-7']);
  });

  test('hostile files are read in no time', async () => {
    const start = performance.now();
    const tree = {
      ...root,
      '.gitignore': `${'*a'.repeat(60_000)}\n${'**/'.repeat(20_000)}\n.agents\n${'\\'.repeat(9999)}\n`,
    };
    expect(await inTree(tree)).toEqual([at('.gitignore', 180_002, 180_009)]);
    expect(await inTree({ ...root, '.gitignore': '.agents\n'.repeat(1_000_000) })).toEqual([]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

describe('a repository of dotfiles is left alone', () => {
  const everything: Tree = {
    '.gemini/config/mcp_config.json': SERVERS,
    '.antigravity/mcp_config.json': SERVERS,
    '.gemini/antigravity/mcp_oauth_tokens.json': '{}',
    '.agents/settings.json': SETTINGS,
    '.gitignore': '.agents',
  };
  const all = 5;
  test.each([
    '.bashrc',
    '.zshrc',
    '.gitconfig',
    '.vimrc',
    '.config/',
    'dot_gemini/',
    '.chezmoiroot',
    '.chezmoi.toml.tmpl',
  ])('that holds %s', async (name) => {
    expect(await inTree({ ...everything, [name]: '' })).toEqual([]);
  });

  test.each(['dotfiles', 'my-DotFiles'])('that is called %s', async (name) => {
    const folder = join(temporaryFolder(), name);
    renameSync(tempTree({ '.git/': '', ...everything }), folder);
    expect(await inFolder(folder)).toEqual([]);
  });

  test.each(['.bash_history', '.config', 'a/.zshrc', 'dot/x', 'dotnet'])(
    'but not one that holds %s',
    async (name) => {
      expect(await inTree({ ...everything, [name]: '' })).toHaveLength(all);
    },
  );
});

test('a manifest by itself says nothing', () => {
  expect(checkFile(rule, 'plugin.json', '{"name":"kiln","hooks":"hooks/hooks.json"}')).toEqual([]);
});

test.each([
  ['unread-folder', '.antigravity', 'mcp.json', ' .agents/mcp_config.json'],
  ['unread-folder', '.antigravitycli', 'hooks.json', ' .agents/hooks.json'],
  ['unread-folder', 'a/.antigravity', 'hooks.json', ' a/.agents/hooks.json'],
  ['home-copy', '.gemini', 'hooks.json', ' .agents/hooks.json'],
  ['home-copy', 'a/.gemini/antigravity-cli', 'mcp_config.json', ' a/.agents/mcp_config.json'],
] as const)('%s: %s/%s belongs to%s', (id, folder, name, expected) => {
  expect(rule.messages[id].help({ folder, name })).toContain(expected);
});
