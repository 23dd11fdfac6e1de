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
        '  plugins/kite/ - plugin: it lies in plugins/ of a customization root and has a manifest',
        '    mcp_config.json - mcp-config: it lies in a plugin',
        'old/.agent/ - customization root: a directory named .agent is a customization root',
        'kits/owl/ - plugin: the registry .agents/plugins.json names it',
        'docs/mcp_config.json - mcp-config: it was named on the command line',
        'not read:',
        '  old/.agent/mcp_config.json - this is a directory, not a file',
        '2 customization roots, 2 plugins, 3 files, 1 not read',
      ].join('\n')}\n`,
    );
  });

  it('and as JSON', () => {
    const discovery = discover({ paths, cwd: tempTree(project) });
    const tree = JSON.parse(renderTree(discovery, 'json'));
    expect(Object.keys(tree)).toEqual(['schemaVersion', 'roots', 'plugins', 'files', 'problems', 'notes']);
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
