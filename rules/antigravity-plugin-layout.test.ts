import { describe, expect, test } from 'vitest';
import { tempTree } from '../src/test/helpers.ts';
import { lintTree } from '../src/test/lint-tree.ts';
import { type Around, checkFile, placeIn, summary, surroundingsOf } from '../src/test/rules.ts';
import rule from './antigravity-plugin-layout.ts';

const HOOKS = '{"rake":{"Stop":[{"command":"make tidy"}]}}';
const SKILL = '---\nname: glaze\ndescription: Mix a glaze. Use before a firing.\n---\n\nMix it.\n';
const manifest = (fields: object = {}): string => JSON.stringify({ name: 'kiln', ...fields });

/** What the rule says of a manifest in `plugins/kiln` of a root, or in a folder of that plugin. */
function found(content: string, around: Around = {}, folder = ''): string[] {
  const plugin = '.agents/plugins/kiln';
  const files = Object.fromEntries(Object.entries(around).map(([path, file]) => [`${plugin}/${path}`, file]));
  const at = folder === '' ? plugin : `${plugin}/${folder}`;
  const place = placeIn({}, { owner: 'plugin', surroundings: surroundingsOf(files, at) });
  return checkFile(rule, 'plugin.json', content, {}, place).map((finding) => summary(content, finding));
}

/** What the rule says of a whole tree: message id and path. */
async function inTree(files: Parameters<typeof tempTree>[0]): Promise<string[]> {
  const findings = await lintTree(tempTree({ '.git/': '', ...files }));
  return findings.filter(({ ruleId }) => ruleId === rule.id).map((one) => `${one.messageId} ${one.path}`);
}

describe('a key with a path', () => {
  test.each<[string, string, string[]]>([
    ['hooks', '{"hooks":"./automation/kiln.json"}', ['path-not-read 1:10 "./automation/kiln.json"']],
    ['servers', '{"mcpServers":".mcp.json"}', ['path-not-read 1:15 ".mcp.json"']],
    ['agents', '{"agents":["./agents","./people"]}', ['path-not-read 1:23 "./people"']],
    ['rules', '{"rules":"docs/rules/"}', ['path-not-read 1:10 "docs/rules/"']],
    ['commands', '{"commands":["a.md","b.md"]}', ['path-not-read 1:14 "a.md"']],
    ['skills', '{"skills":["night/skills"]}', ['path-newer 1:12 "night/skills"']],
    ['a path out of the plugin', '{"hooks":"../hooks.json"}', ['path-not-read 1:10 "../hooks.json"']],
    ['an escape', '{"h\\u006foks":"x.json"}', ['path-not-read 1:15 "x.json"']],
    ['a key that stands twice', '{"hooks":"./hooks.json","hooks":"x.json"}', ['path-not-read 1:33 "x.json"']],
    ['a manifest that is refused', '{"disabled":"no","hooks":"x.json"}', ['path-not-read 1:26 "x.json"']],
    ['the places that are looked at', '{"hooks":"hooks.json","skills":["./skills/"],"rules":"rules"}', []],
    ['an address', '{"mcpServers":"https://kiln.example/servers.json"}', []],
    ['other types', '{"hooks":7,"agents":null,"rules":[[],{"path":"x"},true],"commands":false}', []],
    ['letter case', '{"Hooks":"x.json"}', []],
    ['keys that take no path', '{"logo":"art/kiln.svg","homepage":"docs","lspServers":"lsp.json"}', []],
  ])('%s', (_, content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test('several values of one key are one finding', () => {
    const content = '{"agents":["one","agents/two.md","three"],"rules":"more"}';
    const findings = checkFile(rule, 'plugin.json', content);
    expect(findings.map(({ field, pointer }) => [field, pointer])).toEqual([
      ['agents[0]', '/agents/0'],
      ['rules', '/rules'],
    ]);
    expect(findings[0]?.related).toEqual([{ message: 'agents[2] as well', at: { start: 33, end: 40 } }]);
  });

  test.each<[string, string, Around, string[]]>([
    ['hooks for another host', '{"hooks":"hooks/hooks.json"}', { 'hooks.json': HOOKS }, []],
    ['servers for another host', '{"mcpServers":".mcp.json"}', { 'mcp_config.json': '{}' }, []],
    ['agents for another host', '{"agents":"people"}', { 'agents/potter.md': '' }, []],
    [
      'more agents',
      '{"agents":["agents","people"]}',
      { 'agents/potter.md': '' },
      ['path-not-read 1:21 "people"'],
    ],
    ['another component', '{"agents":"people"}', { 'hooks.json': HOOKS }, ['path-not-read 1:11 "people"']],
  ])('beside what Antigravity finds: %s', (_, content, around, expected) => {
    expect(found(content, around)).toEqual(expected);
  });
});

test('a list without end gives a finding of bounded size', () => {
  const content = JSON.stringify({
    agents: Array(10_000).fill('people'),
    rules: Array(10_000).fill('rules'),
  });
  const findings = checkFile(rule, 'plugin.json', content);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.related).toHaveLength(50);
});

describe('what stands in the manifest itself', () => {
  test.each<[string, Around, string[]]>([
    ['{"mcpServers":{"oven":{}}}', {}, ['inline-not-read 1:15 {"oven":{}}']],
    ['{"hooks":{"Stop":[]}}', {}, ['inline-not-read 1:10 {"Stop":[]}']],
    ['{"mcpServers":{"oven":{}}}', { 'mcp_config.json': '{}' }, []],
    ['{"mcpServers":{},"hooks":{}}', {}, []],
    ['{"agents":{"potter":{}},"author":{"name":"Wren"}}', {}, []],
  ])('%s', (content, around, expected) => {
    expect(found(content, around)).toEqual(expected);
  });
});

describe('a manifest in a folder of the plugin', () => {
  test.each<[string, string, Around, string[]]>([
    ['.antigravity-plugin', '{"hooks":"hooks.json","rules":"../rules"}', {}, []],
    ['.antigravity-plugin', '{"hooks":"../x.json"}', {}, ['path-not-read 1:10 "../x.json"']],
    ['.gemini-plugin', '{"hooks":"x.json"}', {}, ['path-not-read 1:10 "x.json"']],
    ['.gemini-plugin', '{"hooks":"x.json"}', { 'hooks.json': HOOKS }, []],
    ['.claude-plugin', '{"hooks":"x.json"}', {}, []],
    ['.codex-plugin', '{"hooks":{"Stop":[]}}', {}, []],
    ['metal', '{"hooks":"x.json"}', {}, ['path-not-read 1:10 "x.json"']],
  ])('%s: %s', (folder, content, around, expected) => {
    expect(found(content, around, folder)).toEqual(expected);
  });
});

describe('a plugin that lies too deep', () => {
  const outer = { '.agents/plugins/orchard/plugin.json': manifest({ name: 'orchard' }) };
  const at = (folder: string): Record<string, string> => ({
    [`${folder}/plugin.json`]: manifest(),
    [`${folder}/hooks.json`]: HOOKS,
  });
  test.each<[string, Record<string, string>, string[]]>([
    ['in a plugin', at('.agents/plugins/orchard/kiln'), ['.agents/plugins/orchard/kiln']],
    ['deeper', at('.agents/plugins/orchard/a/b/kiln'), ['.agents/plugins/orchard/a/b/kiln']],
    [
      'in plugins/ of a plugin',
      at('.agents/plugins/orchard/plugins/kiln'),
      ['.agents/plugins/orchard/plugins/kiln'],
    ],
    ['in a folder that is none', at('.agents/plugins/crafts/kiln'), ['.agents/plugins/crafts/kiln']],
    ['in another root', at('shop/.agent/plugins/crafts/kiln'), ['shop/.agent/plugins/crafts/kiln']],
    ['without parts of its own', { '.agents/plugins/orchard/dashboard/plugin.json': '{"type":"panel"}' }, []],
    ['as material of a skill', at('.agents/plugins/orchard/skills/start/kiln'), []],
    ['as test data', at('.agents/plugins/orchard/tests/kiln'), []],
    ['among installed packages', at('.agents/plugins/orchard/node_modules/kiln'), []],
    ['as a plugin of a root in it', at('.agents/plugins/orchard/demo/.agents/plugins/kiln'), []],
    ['elsewhere in a root', at('.agents/kiln/kiln'), []],
    ['in a plugin of no root', { ...at('kiln'), 'kiln/mcp_config.json': '{}', ...at('kiln/small') }, []],
    [
      'and is named by a registry',
      {
        ...at('.agents/plugins/crafts/kiln'),
        '.agents/plugins.json': '{"entries":[{"path":".agents/plugins/crafts"}]}',
      },
      [],
    ],
    [
      'and is excluded',
      { ...at('.agents/plugins/orchard/kiln'), '.skillsaw.yaml': 'exclude: ["**/orchard/kiln"]\n' },
      [],
    ],
    [
      'and is excluded by its file',
      { ...at('.agents/plugins/orchard/kiln'), '.skillsaw.yaml': 'exclude: ["**/kiln/plugin.json"]\n' },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await inTree({ ...outer, ...files })).toEqual(
      expected.map((path) => `nested ${path}/plugin.json`),
    );
  });
});

describe('links', () => {
  const kiln = {
    'src/kiln/plugin.json': manifest(),
    'src/kiln/hooks.json': HOOKS,
    '.agents/hooks.json': HOOKS,
  };
  test.each<[string, Parameters<typeof tempTree>[0], string[]]>([
    [
      'a plugin',
      { ...kiln, '.agents/plugins/kiln': { symlink: '../../src/kiln' } },
      ['linked-folder .agents/plugins/kiln'],
    ],
    ['all plugins', { ...kiln, '.agents/plugins': { symlink: '../src' } }, ['linked-folder .agents/plugins']],
    [
      'no plugin',
      { 'src/a.md': 'a', '.agents/hooks.json': HOOKS, '.agents/plugins/a': { symlink: '../../src' } },
      [],
    ],
    [
      'parts without a manifest',
      { 'src/kiln/hooks.json': HOOKS, '.agents/hooks.json': HOOKS, '.agents/plugins': { symlink: '../src' } },
      [],
    ],
    ['nothing', { ...kiln, '.agents/plugins/kiln': { symlink: '../../gone' } }, []],
    ['a loop', { ...kiln, '.agents/plugins/kiln': { symlink: '.' } }, []],
    ['outside', { ...kiln, '.agents/plugins/kiln': { symlink: '../../../elsewhere' } }, []],
  ])('%s', async (_, files, expected) => {
    expect(await inTree(files)).toEqual(expected);
  });
});

describe('two manifests', () => {
  const two = (first: string, second: string): Promise<string[]> =>
    inTree({
      '.agents/plugins/kiln/.antigravity-plugin/plugin.json': first,
      '.agents/plugins/kiln/plugin.json': second,
    });
  const differ = ['manifests-differ .agents/plugins/kiln/plugin.json'];
  test.each<[string, string, string, string[]]>([
    ['name', manifest(), manifest({ name: 'oven' }), differ],
    ['description', manifest({ description: 'Fires pots' }), manifest(), differ],
    ['logo', manifest({ logo: 'a.svg' }), manifest({ logo: 'b.svg' }), differ],
    ['disabled', manifest({ disabled: true }), manifest({ disabled: false }), differ],
    ['no name, which is that of the folder', '{"name":null}', manifest(), []],
    [
      'absent, null and empty',
      manifest({ description: null }),
      manifest({ description: '', disabled: false }),
      [],
    ],
    ['what is not read', manifest({ version: '1' }), manifest({ version: '2', skills: [] }), []],
    ['one that is refused', '{"name":"oven",}', manifest(), []],
  ])('%s', async (_, first, second, expected) => {
    expect(await two(first, second)).toEqual(expected);
  });

  test('the later one names what the others say', async () => {
    const findings = await lintTree(
      tempTree({
        '.git/': '',
        'kiln/.antigravity-plugin/plugin.json': manifest({ description: 'Fires pots' }),
        'kiln/.gemini-plugin/plugin.json': manifest({ description: 'Dries pots', disabled: true }),
      }),
    );
    expect(findings.map(({ path, span, message }) => [path, span, message])).toEqual([
      [
        'kiln/.gemini-plugin/plugin.json',
        { start: 29, end: 41 },
        expect.stringContaining('differs from .antigravity-plugin/plugin.json in description and disabled'),
      ],
    ]);
    expect(findings[0]?.related.map(({ path, span, message }) => `${path} ${span.start} ${message}`)).toEqual(
      [
        'kiln/.gemini-plugin/plugin.json 53 disabled here',
        'kiln/.antigravity-plugin/plugin.json 29 description there',
        'kiln/.antigravity-plugin/plugin.json 1 no disabled there',
      ],
    );
  });

  test('a third one is compared too', async () => {
    const files = {
      'kiln/.antigravity-plugin/plugin.json': manifest({ logo: 'a.svg' }),
      'kiln/.gemini-plugin/plugin.json': manifest({ logo: 'b.svg' }),
      'kiln/plugin.json': manifest({ logo: 'b.svg' }),
      'kiln/mcp_config.json': '{"mcpServers":{}}',
    };
    expect(await inTree(files)).toEqual(['manifests-differ kiln/plugin.json']);
  });
});

describe('the manifests of other hosts', () => {
  const bakery = '.agents/plugins/bakery';
  const own = { '.agents/hooks.json': HOOKS };
  const claude = { [`${bakery}/.claude-plugin/plugin.json`]: manifest() };
  test.each<[string, Record<string, string>, string[]]>([
    ['Claude Code alone', claude, [`other-host ${bakery}/plugin.json`]],
    [
      'with parts',
      { ...claude, [`${bakery}/skills/glaze/SKILL.md`]: SKILL },
      [`other-host ${bakery}/plugin.json`],
    ],
    ['beside one of its own', { ...claude, [`${bakery}/plugin.json`]: manifest() }, []],
    ['beside one in its own folder', { ...claude, [`${bakery}/.gemini-plugin/plugin.json`]: manifest() }, []],
    ['and Codex', { ...claude, [`${bakery}/.codex-plugin/plugin.json`]: manifest() }, []],
    ['Cursor alone', { [`${bakery}/.cursor-plugin/plugin.json`]: manifest() }, []],
    ['a folder without a manifest', { [`${bakery}/.claude-plugin/marketplace.json`]: '{}' }, []],
    ['elsewhere', { 'bakery/.claude-plugin/plugin.json': manifest({ hooks: 'x.json' }) }, []],
    ['the catalogue of Codex', { '.agents/plugins/marketplace.json': '{"plugins":[]}' }, []],
  ])('%s', async (_, files, expected) => {
    expect(await inTree({ ...own, ...files })).toEqual(expected);
  });
});
