import { describe, expect, it } from 'vitest';
import { tempTree } from '../../test/helpers.ts';
import { discover } from '../../workspace/workspace.ts';
import { renderTree } from './render-tree.ts';

const project = {
  '.git/HEAD': '',
  '.agents/mcp_config.json': '{}',
  '.agents/plugins.json': '{"entries": [{"path": "kits"}]}',
  '.agents/plugins/kite/plugin.json': '{}',
  '.agents/plugins/kite/mcp_config.json': '{}',
  'kits/owl/plugin.json': '{}',
  'docs/mcp_config.json': '{}',
  'old/.agent/mcp_config.json/x': '',
};
const paths = ['.', 'docs/mcp_config.json'];

describe('renderTree', () => {
  it('shows what was found and why, as text', () => {
    const discovery = discover({ paths, cwd: tempTree(project) });
    expect(renderTree(discovery, 'text')).toBe(
      `${[
        '.agents/ - customization root: a directory named .agents is a customization root',
        '  mcp_config.json - mcp-config: it lies in a customization root',
        '  plugins.json - registry: it lies in a customization root',
        '    kits - found, 1 plugin',
        '  plugins/kite/ - plugin: it lies in plugins/ of a customization root and has a manifest',
        '    mcp_config.json - mcp-config: it lies in a plugin',
        '    plugin.json - plugin-manifest: it lies in a plugin',
        'old/.agent/ - customization root: a directory named .agent is a customization root',
        '  and 1 other file',
        'kits/owl/ - plugin: the registry .agents/plugins.json names it',
        '  plugin.json - plugin-manifest: it lies in a plugin',
        'docs/mcp_config.json - mcp-config: it was named on the command line',
        'not read:',
        '  old/.agent/mcp_config.json - this is a directory, not a file',
        '2 customization roots, 2 plugins, 6 files, 1 not read',
      ].join('\n')}\n`,
    );
  });

  it('and as JSON', () => {
    const discovery = discover({ paths, cwd: tempTree(project) });
    const tree = JSON.parse(renderTree(discovery, 'json'));
    expect(Object.keys(tree)).toEqual([
      'schemaVersion',
      'roots',
      'plugins',
      'registries',
      'items',
      'files',
      'problems',
      'notes',
    ]);
    expect(tree.schemaVersion).toBe(1);
    expect(tree.plugins).toEqual([
      {
        path: '.agents/plugins/kite',
        why: 'plugins-folder',
        reason: 'it lies in plugins/ of a customization root and has a manifest',
        selected: true,
        manifest: 'plugin.json',
        root: '.agents',
      },
      {
        path: 'kits/owl',
        why: 'registry',
        reason: 'the registry .agents/plugins.json names it',
        selected: true,
        manifest: 'plugin.json',
      },
    ]);
    expect(tree.files[0]).toEqual({
      path: '.agents/mcp_config.json',
      kind: 'mcp-config',
      why: 'in-root',
      reason: 'it lies in a customization root',
      root: '.agents',
    });
    expect(tree.problems).toEqual([
      { path: 'old/.agent/mcp_config.json', code: 'not-a-file', message: 'this is a directory, not a file' },
    ]);
  });

  const registries = {
    '.git/HEAD': '',
    '.agents/skills.json': JSON.stringify({
      entries: [
        { path: 'skills' },
        { path: 'skills' },
        { path: 'docs' },
        { path: 'gone' },
        { path: '../kilns' },
        { path: '~/kilns' },
        { path: 'far/kilns' },
        {},
      ],
      inherits: [
        { path: 'more.json' },
        { path: 'docs' },
        { path: 'gone.json' },
        { path: '/etc/skills.json' },
        { path: '.agents/skills.json' },
      ],
    }),
    '.agents/rules.json': '{"entries": [5]}',
    'more.json': '{"entries": [{"path": "skills/glaze"}]}',
    'skills/fire/SKILL.md': '',
    'skills/glaze/SKILL.md': '',
    'docs/notes.md': '',
    far: { symlink: '../elsewhere' },
  };

  it('shows what registries lead to, as text', () => {
    expect(renderTree(discover({ paths: [], cwd: tempTree(registries) }), 'text')).toBe(
      `${[
        '.agents/ - customization root: a directory named .agents is a customization root',
        '  rules.json - registry: it lies in a customization root',
        '    skipped by Antigravity',
        '  skills.json - registry: it lies in a customization root',
        '    skills - found, 2 skills',
        '    skills - found, 2 skills',
        '    docs - there, no skill in it',
        '    gone - missing',
        '    ../kilns - outside the repository, not followed',
        '    ~/kilns - outside the repository, not followed',
        '    far/kilns - outside the repository, not followed',
        '    (no path) - names nothing',
        '    inherits more.json - found',
        '    inherits docs - a directory, no registry',
        '    inherits gone.json - missing',
        '    inherits /etc/skills.json - outside the repository, not followed',
        '    inherits .agents/skills.json - found',
        'more.json - registry: the registry .agents/skills.json inherits it',
        '  skills/glaze - found, 1 skill',
        'skills/fire/SKILL.md - skill: the registry .agents/skills.json names it',
        'skills/glaze/SKILL.md - skill: the registry .agents/skills.json names it',
        'not read:',
        '  far/kilns - this link leaves the repository root',
        '1 customization root, 0 plugins, 5 files, 1 not read',
      ].join('\n')}\n`,
    );
  });

  it('the same as JSON', () => {
    const tree = JSON.parse(renderTree(discover({ paths: [], cwd: tempTree(registries) }), 'json'));
    expect(tree.registries).toMatchObject([
      { path: '.agents/rules.json', name: 'rules.json', state: 'skipped', entries: [], inherits: [] },
      { path: '.agents/skills.json', name: 'skills.json', state: 'loaded' },
      {
        path: 'more.json',
        name: 'skills.json',
        inheritedBy: '.agents/skills.json',
        state: 'loaded',
        entries: [{ path: 'skills/glaze', state: 'found', count: 1 }],
        inherits: [],
      },
    ]);
    expect(tree.items).toEqual(
      ['skills/fire/SKILL.md', 'skills/glaze/SKILL.md'].map((path) => ({
        path,
        kind: 'skill',
        why: 'registry',
        reason: 'the registry .agents/skills.json names it',
        selected: true,
      })),
    );
  });

  const prose = {
    '.agents/hooks.json': '{}',
    '.agents/notes.txt': '',
    '.agents/rules/kiln.md': '',
    '.agents/rules/clay/red.md': '',
    '.agents/skills/fire/SKILL.md': '',
    '.agents/skills/fire/table.csv': '',
    '.agents/skills/old/glaze/SKILL.md': '',
    '.agents/skills/stamp.md': '',
    'studio/.agents/skills/throw/SKILL.md': '',
    'studio/AGENTS.md': '',
  };

  it('shows how Antigravity comes to rules and skills, and how many other files a root has', () => {
    const found = discover({ paths: [], cwd: tempTree(prose) });
    expect(renderTree(found, 'text')).toBe(
      `${[
        '.agents/ - customization root: a directory named .agents is a customization root',
        '  hooks.json - hooks: it lies in a customization root',
        '  rules/clay/red.md - rule: it lies in a customization root, deeper than Antigravity looks',
        '  rules/kiln.md - rule: it lies in a customization root',
        '  skills/fire/SKILL.md - skill: it lies in a customization root',
        '  skills/old/glaze/SKILL.md - skill: it lies in a customization root, deeper than Antigravity looks',
        '  skills/stamp.md - skill: it lies in a customization root, where Antigravity looks for folders',
        '  and 2 other files',
        'studio/.agents/ - customization root: a directory named .agents is a customization root',
        '  and 1 other file',
        'studio/AGENTS.md - context: a file of this name is read in every directory',
        '2 customization roots, 0 plugins, 7 files',
      ].join('\n')}\n`,
    );
    const { files } = JSON.parse(renderTree(found, 'json'));
    expect(files).toHaveLength(10);
    expect(files).toContainEqual({
      path: '.agents/skills/stamp.md',
      kind: 'skill',
      reach: 'flat',
      why: 'in-root',
      reason: 'it lies in a customization root',
      root: '.agents',
    });
  });

  it('says of a registry and an item that they do not lie below what was named', () => {
    const text = renderTree(discover({ paths: ['.agents'], cwd: tempTree(registries) }), 'text');
    expect(text).toContain(
      '\nmore.json - registry: the registry .agents/skills.json inherits it; not linted\n',
    );
    expect(text).toContain('names it; not below what was named\n');
  });

  it('is the same for the same tree at another place', () => {
    for (const format of ['text', 'json'] as const) {
      const [first, second] = [tempTree(project), tempTree(project)].map((cwd) =>
        renderTree(discover({ paths, cwd }), format),
      );
      expect(first).toBe(second);
    }
  });

  it('shows nothing of a terminal escape, and no token that is a name', () => {
    const token = ['gh', 'p_', 'R7kq2LmZ', 'x9TbV4nW', 'c6YdJ1hF', 's8GuP3eA', 'o5Qi'].join('');
    const cwd = tempTree({
      '.git/HEAD': '',
      [`${token}/.agents/mcp_config.json`]: '',
      '\u001b[31m/.agents/x': '',
      '.agents/skills.json': JSON.stringify({
        entries: [{ path: `\u001b[31m/${token}` }],
        inherits: [{ path: token }],
      }),
    });
    for (const format of ['text', 'json'] as const) {
      const shown = renderTree(discover({ paths: [], cwd }), format);
      expect(shown).not.toContain(token);
      expect(shown).not.toContain('\u001b');
      expect(shown).toContain('\\u001b[31m/.agents');
    }
  });

  it('says that a root was not named itself', () => {
    const cwd = tempTree(project);
    const text = renderTree(discover({ paths: ['.agents/plugins/kite/mcp_config.json'], cwd }), 'text');
    expect(text).toContain(
      '.agents/ - customization root: a directory named .agents is a customization root; not below what was named\n',
    );
  });
});
