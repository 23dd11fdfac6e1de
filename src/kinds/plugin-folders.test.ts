import { expect, test } from 'vitest';
import { type Around, surroundingsOf } from '../test/rules.ts';
import type { Surroundings } from './place.ts';
import { firstComponent, pluginsFolderOf } from './plugin-folders.ts';
import type { FoundFolder } from './workspace-view.ts';

function rootOf(surroundings: Surroundings, plugins: 'directory' | 'none' = 'directory'): FoundFolder {
  const folder = { path: '.agents', repositoryPath: '.agents', absolute: '/repository/.agents' };
  return { type: 'root', selected: true, folder, ...(plugins === 'none' ? {} : { plugins }), surroundings };
}

/** Remembers the folders that were listed. */
function watched(around: Around): { readonly surroundings: Surroundings; readonly listed: string[] } {
  const inner = surroundingsOf(around);
  const listed: string[] = [];
  const list: Surroundings['list'] = (path, from) => {
    listed.push(path);
    return inner.list(path, from);
  };
  return { surroundings: { ...inner, list }, listed };
}

test('what lies in plugins/ of a root', () => {
  const root = rootOf(
    surroundingsOf({
      '.agents/plugins/README.md': '',
      '.agents/plugins/.old/hooks.json': '{}',
      '.agents/plugins/node_modules/hooks.json': '{}',
      '.agents/plugins/apiary/agents/keeper.md': '',
      '.agents/plugins/bakery/.claude-plugin/plugin.json': '{}',
      '.agents/plugins/bakery/.codex-plugin/README.md': '',
      '.agents/plugins/kiln/plugin.json': '{}',
      '.agents/plugins/kiln/.gemini-plugin/plugin.json': '{}',
      '.agents/plugins/kiln/hooks.json': '{}',
      '.agents/plugins/notes/pears.md': '',
    }),
  );
  expect(pluginsFolderOf(root)).toEqual({
    linked: false,
    folders: [
      { path: 'plugins/apiary', linked: false, manifestsIn: [], component: 'agents/keeper.md' },
      { path: 'plugins/bakery', linked: false, manifestsIn: ['.claude-plugin'] },
      { path: 'plugins/kiln', linked: false, manifestsIn: ['.gemini-plugin', ''] },
      { path: 'plugins/notes', linked: false, manifestsIn: [] },
    ],
  });
});

test('nothing is looked at twice, and nothing where the walk saw no plugins', () => {
  const { surroundings, listed } = watched({ '.agents/plugins/kiln/skills/glaze/SKILL.md': '' });
  const root = rootOf(surroundings);
  expect(pluginsFolderOf(root)).toBe(pluginsFolderOf(root));
  expect(listed).toEqual(['plugins', 'plugins/kiln', 'plugins/kiln/skills']);
  expect(pluginsFolderOf(rootOf(surroundings, 'none'))).toEqual({ linked: false, folders: [] });
  expect(listed).toHaveLength(3);
});

test.each<[string, Around, string | undefined]>([
  ['by name', { 'a/rules/clay.md': '', 'a/mcp_config.json': '{}' }, 'mcp_config.json'],
  ['a folder of that name', { 'a/hooks.json/b': '', 'a/skills/glaze/SKILL.md': '' }, 'skills/glaze/SKILL.md'],
  ['an agent in a folder', { 'a/agents/potter/agent.md': '' }, 'agents/potter/agent.md'],
  ['too deep', { 'a/agents/people/potter.md': '', 'a/src/rules/clay.md': '' }, undefined],
])('the first part of a plugin: %s', (_, around, expected) => {
  expect(firstComponent(surroundingsOf(around, 'a'), '.')).toBe(expected);
});

test('a folder of very many entries is not looked through', () => {
  let looks = 0;
  const inner = surroundingsOf({});
  const look: Surroundings['look'] = () => {
    looks++;
    return 'missing';
  };
  const list: Surroundings['list'] = (path) =>
    path === '.'
      ? [{ name: 'skills', kind: 'directory' }]
      : Array.from({ length: 5000 }, (_, i) => ({ name: `s${i}`, kind: 'directory' as const }));
  expect(firstComponent({ ...inner, look, list }, '.')).toBeUndefined();
  expect(looks).toBeLessThan(500);
});
