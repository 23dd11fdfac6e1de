import { describe, expect, test } from 'vitest';
import {
  COMPONENT_FOLDERS,
  componentOf,
  holdsOwnManifest,
  isManifestFolder,
  MANIFEST_FOLDERS,
  outsideConvention,
  PATH_KEYS,
  PLUGIN_COMPONENTS,
} from './plugin-layout-facts.ts';

describe('componentOf', () => {
  test.each([
    ['mcp_config.json', 'mcp_config.json'],
    ['hooks.json', 'hooks.json'],
    ['skills/glaze/SKILL.md', 'skills'],
    ['agents/potter.md', 'agents'],
    ['agents/potter/agent.md', 'agents'],
    ['rules/clay.md', 'rules'],
    ['commands/fire.md', 'commands'],
    ['commands/fire.toml', 'commands'],
  ])('%s belongs to %s', (path, component) => {
    expect(componentOf(path)).toBe(component);
  });

  test.each([
    'plugin.json',
    'README.md',
    'hooks/hooks.json',
    '.mcp.json',
    'skills/SKILL.md',
    'skills/glaze.md',
    'skills/glaze/skill.md',
    'skills/pots/glaze/SKILL.md',
    'agents/potter/notes.md',
    'rules/deep/clay.md',
    'rules/clay.txt',
    'commands/deep/fire.md',
    'src/skills/glaze/SKILL.md',
    'old-hooks.json',
  ])('%s belongs to none', (path) => {
    expect(componentOf(path)).toBeUndefined();
  });
});

describe('outsideConvention', () => {
  test.each([
    ['hooks', 'hooks.json'],
    ['hooks', './hooks.json'],
    ['hooks', './/automation/../hooks.json'],
    ['hooks', '.\\hooks.json'],
    ['hooks', '${CLAUDE_PLUGIN_ROOT}/hooks.json'],
    ['hooks', '$PLUGIN_ROOT/hooks.json'],
    ['mcpServers', './mcp_config.json'],
    ['skills', './skills'],
    ['skills', './skills/'],
    ['skills', 'skills/glaze'],
    ['skills', 'skills/glaze/SKILL.md'],
    ['agents', './agents/potter.md'],
    ['rules', 'rules'],
    ['commands', './commands/'],
  ])('%s: %s is found anyway', (key, path) => {
    expect(outsideConvention(key, path)).toBeUndefined();
  });

  test.each([
    ['skills', ''],
    ['skills', '.'],
    ['skills', './'],
    ['skills', '${CLAUDE_PLUGIN_ROOT}'],
    ['agents', './**/*.md'],
    ['agents', '{a,b}/x.md'],
    ['hooks', '${GLAZE_HOME}/hooks.json'],
    ['hooks', '$CLAUDE_PLUGIN_ROOTS/hooks.json'],
    ['mcpServers', 'https://kiln.example/servers.json'],
    ['mcpServers', 'npm:@pottery/kiln'],
  ])('%s: %j says nothing certain', (key, path) => {
    expect(outsideConvention(key, path)).toBeUndefined();
  });

  test.each([
    ['hooks', './automation/hooks.json', 'hooks.json'],
    ['hooks', './hooks/hooks.json', 'hooks.json'],
    ['hooks', './Hooks.json', 'hooks.json'],
    ['hooks', '${CLAUDE_PLUGIN_ROOT}/hooks/hooks.json', 'hooks.json'],
    ['hooks', '../hooks.json', 'hooks.json'],
    ['hooks', 'a/../../hooks.json', 'hooks.json'],
    ['hooks', '/hooks.json', 'hooks.json'],
    ['hooks', '~/hooks.json', 'hooks.json'],
    ['hooks', 'C:\\pots\\hooks.json', 'hooks.json'],
    ['mcpServers', './.mcp.json', 'mcp_config.json'],
    ['skills', './.claude/skills', 'skills'],
    ['skills', 'skills/../extra', 'skills'],
    ['skills', 'skillset', 'skills'],
    ['agents', 'people/potter.md', 'agents'],
    ['rules', 'docs/rules', 'rules'],
    ['commands', 'cmd', 'commands'],
  ])('%s: %s is not read; %s is', (key, path, component) => {
    expect(outsideConvention(key, path)?.component).toBe(component);
  });

  test.each(['logo', 'name', 'homepage', 'lspServers', 'Hooks', 'constructor'])('%s takes no path', (key) => {
    expect(outsideConvention(key, './elsewhere')).toBeUndefined();
  });
});

test('a list of skills is known to a later release', () => {
  expect([...PATH_KEYS].filter(([, { since }]) => since !== undefined).map(([key]) => key)).toEqual([
    'skills',
  ]);
});

test('Antigravity has two folders for a manifest', () => {
  const own = Object.entries(MANIFEST_FOLDERS).filter(([, folder]) => 'since' in folder);
  expect(own.map(([name]) => name)).toEqual(['.antigravity-plugin', '.gemini-plugin']);
});

test.each<[string, boolean, boolean]>([
  ['', false, true],
  ['.antigravity-plugin', true, true],
  ['.gemini-plugin', true, true],
  ['.claude-plugin', true, false],
  ['.codex-plugin', true, false],
  ['.kiln-plugin', false, false],
  ['constructor', false, false],
])('a manifest in %j', (folder, known, own) => {
  expect([isManifestFolder(folder), holdsOwnManifest(folder)]).toEqual([known, own]);
});

test('a component is a file of its name or lies in a folder of its name', () => {
  const files = Object.keys(PLUGIN_COMPONENTS).filter((name) => componentOf(name) !== undefined);
  expect([...files, ...COMPONENT_FOLDERS].sort()).toEqual(Object.keys(PLUGIN_COMPONENTS).sort());
});
