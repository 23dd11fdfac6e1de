import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileKindName, SessionFolder } from '../kinds/index.ts';
import { type TreeEntry, tempTree } from '../test/helpers.ts';
import { type Discovery, discover } from './workspace.ts';

const SERVERS = '{"mcpServers": {}}';
const MANIFEST = '{"name": "kite"}';
const GIT = { '.git/HEAD': '' };
const KINDS: ReadonlySet<FileKindName> = new Set(['mcp-config', 'plugin-manifest']);

type Entries = Readonly<Record<string, TreeEntry>>;

function run(entries: Entries, ...paths: readonly string[]): Discovery {
  return discover({ paths, cwd: tempTree(entries) });
}

/** The folders above one, itself among them. */
function chain(folder: SessionFolder | undefined): readonly SessionFolder[] {
  const found: SessionFolder[] = [];
  for (let at = folder; at !== undefined; at = at.above) found.push(at);
  return found;
}

describe('where a file is loaded from', () => {
  const found = run({
    ...GIT,
    '.agents/mcp_config.json': SERVERS,
    '.agents/plugins/oven/plugin.json': MANIFEST,
    '.agents/plugins/oven/mcp_config.json': SERVERS,
    'a/b/.agents/mcp_config.json': SERVERS,
    'a/c/.agents/mcp_config.json': SERVERS,
    'a/c/.agents/plugins.json': '{"entries": [{"path": "tools/kite"}]}',
    'tools/kite/plugin.json': MANIFEST,
    'tools/kite/mcp_config.json': SERVERS,
    'tools/alone/plugin.json': MANIFEST,
    'tools/alone/mcp_config.json': SERVERS,
  });
  const folders = (path: string): readonly SessionFolder[] => {
    const file = found.files.find((one) => one.path === path);
    if (file === undefined) throw new Error(`no ${path}`);
    return file.filePlace.loadedFrom;
  };
  const [top] = folders('.agents/mcp_config.json');
  const [b] = folders('a/b/.agents/mcp_config.json');
  const [c] = folders('a/c/.agents/mcp_config.json');

  it('is one object for one folder, and knows the folders above', () => {
    expect(chain(top)).toHaveLength(1);
    expect(chain(b)).toHaveLength(3);
    expect(chain(b).at(-1)).toBe(top);
    expect(b?.above).toBe(c?.above);
    expect(b).not.toBe(c);
  });

  it('is for a plugin where the root is whose folder it lies in, or whose registry names it', () => {
    expect(folders('.agents/plugins/oven/mcp_config.json')).toEqual([top]);
    expect(folders('tools/kite/mcp_config.json')[0]).toBe(c);
    expect(folders('tools/alone/mcp_config.json')).toEqual([]);
  });

  it('is, for a root that was named outside of git, the root itself', () => {
    const { files } = run({ 'x/.agents/mcp_config.json': SERVERS }, 'x/.agents');
    expect(chain(files[0]?.filePlace.loadedFrom[0])).toHaveLength(1);
  });
});

describe('what lies beside', () => {
  const tree: Entries = {
    ...GIT,
    '.agents/mcp_config.json': SERVERS,
    '.agents/hooks.json': '{}',
    '.agents/plugins/oven/plugin.json': MANIFEST,
    '.agents/plugins/oven/mcp_config.json': SERVERS,
    '.agents/plugins/notes/README.md': '',
    '.agent': { symlink: 'a' },
    'a/.agents/mcp_config.json': SERVERS,
    'a/b/_agents/mcp_config.json': SERVERS,
    'a/b/c/.agents/mcp_config.json': SERVERS,
  };

  it.each<[string[], string[]]>([
    [['.'], []],
    [
      ['a'],
      ['.agents/mcp_config.json', '.agents/plugins/oven/mcp_config.json', '.agents/plugins/oven/plugin.json'],
    ],
    [
      ['a/b/c/.agents/mcp_config.json'],
      [
        '.agents/mcp_config.json',
        '.agents/plugins/oven/mcp_config.json',
        '.agents/plugins/oven/plugin.json',
        'a/.agents/mcp_config.json',
        'a/b/_agents/mcp_config.json',
      ],
    ],
    [
      ['.agents/mcp_config.json'],
      ['.agents/plugins/oven/mcp_config.json', '.agents/plugins/oven/plugin.json'],
    ],
  ])('%j', (paths, expected) => {
    const found = run(tree, ...paths);
    const named = found.files.length;
    expect(found.besides(KINDS).map(({ path }) => path)).toEqual(expected);
    expect(found.files).toHaveLength(named);
  });

  it('is read no further than the repository, and not through links that leave it', () => {
    const base = tempTree({
      '.agents/mcp_config.json': SERVERS,
      'outside/mcp_config.json': SERVERS,
      'repo/.git/HEAD': '',
      'repo/.agents': { symlink: '../outside' },
      'repo/a/.agents/mcp_config.json': SERVERS,
    });
    const found = discover({ paths: ['a'], cwd: join(base, 'repo') });
    expect(found.besides(KINDS)).toEqual([]);
  });
});
