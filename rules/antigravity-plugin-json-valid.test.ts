import { describe, expect, test } from 'vitest';
import { tempTree } from '../src/test/helpers.ts';
import { lintTree } from '../src/test/lint-tree.ts';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './antigravity-plugin-json-valid.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const found = (content: string | Uint8Array): string[] =>
  checkFile(rule, 'plugin.json', content).map((finding) => summary(content, finding));

describe('silent', () => {
  test.each([
    '{"name":"kiln"}',
    '{"name":"kiln","description":null,"logo":"","disabled":true}',
    '{"name":"kiln","version":"1.0.0","version":2,"hooks":"./elsewhere.json","skills":[]}',
    '{"n\\u0061me":"kiln","Name":5,"NAME":null}',
  ])('%s', (content) => {
    expect(found(content)).toEqual([]);
  });
});

describe('the manifest is refused', () => {
  test.each<[string | Uint8Array, string[]]>([
    ['', ['syntax 1:1 ']],
    ['{"name":"kiln"} # new', ['syntax 1:17 #']],
    ['{"x":Infinity}', ['syntax 1:6 Infinity']],
    ['null', ['root-type 1:1 null']],
    ['"kiln"', ['root-type 1:1 "kiln"']],
    ['{"name":null,"name":null}', ['repeated-field 1:14 "name"']],
    ['{"name":true}', ['field-type 1:9 true']],
    ['{"name":"kiln","disabled":""}', ['field-type 1:27 ""']],
    ['{"name":"kiln","x":{"y":["\\udead"]}}', ['lone-surrogate 1:27 \\udead']],
    [latin1('{"name":"kiln","\xe9":1}'), ['invalid-utf8 1:17 \ufffd']],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test('each defect is a finding of its own, in file order', () => {
    expect(found('{"logo":1,"name":"a b","disabled":"yes","logo":2}')).toEqual([
      'field-type 1:9 1',
      'field-type 1:35 "yes"',
      'repeated-field 1:41 "logo"',
      'unusable-name 1:18 "a b"',
    ]);
  });
});

describe('the name', () => {
  test.each<[string, string[]]>([
    ['{"name":"kiln 2"}', ['unusable-name 1:9 "kiln 2"']],
    ['{"name":"kiln\\n"}', ['unusable-name 1:9 "kiln\\n"']],
    ['{"name":".kiln"}', ['unusable-name 1:9 ".kiln"']],
    ['{"name":"k\u00fcche"}', ['unusable-name 1:9 "k\u00fcche"']],
    ['{ }', ['no-name 1:1 {']],
    ['{"version":"1"}', ['no-name 1:2 "version"']],
    ['{"name":null}', ['blank-name 1:9 null']],
    ['{"name":""}', ['blank-name 1:9 ""']],
    ['{"x":1,"NAME":"kiln"}', ['name-case 1:8 "NAME"']],
    ['{"disabled":0}', ['field-type 1:13 0', 'no-name 1:2 "disabled"']],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['has the wrong type', '{"name":["a b"]}', 'field-type'],
    ['stands twice', '{"name":"a b","name":"c"}', 'repeated-field'],
    ['is half a character', '{"name":"a\\ud800"}', 'lone-surrogate'],
    ['is no UTF-8', latin1('{"name":"\xe9"}'), 'invalid-utf8'],
    ['cannot be read', '{"name":"a b"', 'syntax'],
    ['has no document', '[]', 'root-type'],
  ])('that %s is not judged as well', (_, content, id) => {
    expect(checkFile(rule, 'plugin.json', content).map(({ messageId }) => messageId)).toEqual([id]);
  });
});

test('related places of a repeated field', () => {
  const content = '{"name":"a","name":"b","name":"c"}';
  const [finding] = checkFile(rule, 'plugin.json', content);
  expect(finding).toMatchObject({ field: 'name', pointer: '/name', args: { times: 3 } });
  expect(finding?.related).toEqual([
    { message: 'name for the first time', at: { start: 1, end: 7 } },
    { message: 'name once more', at: { start: 23, end: 29 } },
  ]);
});

describe('help for a name', () => {
  const help = (name: string): string => rule.messages['unusable-name'].help({ name, fault: '' });

  test.each([
    ['Corner Bakery', 'Corner-Bakery'],
    ['@grove/orchard', 'grove-orchard'],
    ['.kiln', 'kiln'],
  ])('%s: for example %s', (name, example) => {
    expect(help(name)).toContain(`for example "${example}"`);
  });

  test.each(['kiln\\n', 'a very long name that was c…', '***.kiln', '\u7a91', '...'])(
    '%s: no example',
    (name) => {
      expect(help(name)).not.toContain('example');
    },
  );
});

test('how often is told in words', () => {
  const { messages } = rule;
  expect(messages['repeated-field'].text({ field: 'name', times: 2 })).toContain('name stands twice');
  expect(messages['repeated-field'].text({ field: 'name', times: 3 })).toContain('name stands 3 times');
  expect(messages['invalid-utf8'].text({ field: 'x', more: 0 })).not.toContain('more');
  expect(messages['invalid-utf8'].text({ field: 'x', more: 1 })).toContain('1 more place in this file');
  expect(messages['invalid-utf8'].text({ field: 'x', more: 2 })).toContain('2 more places in this file');
});

describe('a folder in plugins/ without a manifest', () => {
  const kiln = '.agents/plugins/kiln';
  const HOOKS = '{"rake":{"Stop":[{"command":"make tidy"}]}}';
  const inTree = async (files: Parameters<typeof tempTree>[0]): Promise<string[]> => {
    const findings = await lintTree(tempTree({ '.git/': '', ...files }));
    return findings
      .filter(({ messageId }) => messageId === 'missing-manifest')
      .map(({ path, message }) => `${path}: ${/holds (\S+)/.exec(message)?.[1]}`);
  };

  test.each<[string, string]>([
    ['mcp_config.json', '{"mcpServers":{}}'],
    ['hooks.json', HOOKS],
    ['skills/glaze/SKILL.md', ''],
    ['agents/potter.md', ''],
    ['agents/potter/agent.md', ''],
    ['rules/clay.md', ''],
    ['commands/fire.toml', ''],
  ])('that holds %s', async (part, content) => {
    expect(await inTree({ [`${kiln}/${part}`]: content })).toEqual([`${kiln}/plugin.json: ${part}`]);
  });

  test.each<[string, Parameters<typeof tempTree>[0], string[]]>([
    [
      'in every root',
      { 'a/_agents/hooks.json': HOOKS, 'a/_agents/plugins/b/hooks.json': HOOKS },
      ['a/_agents/plugins/b'],
    ],
    ['whose manifest is a folder', { [`${kiln}/plugin.json/a`]: '', [`${kiln}/hooks.json`]: HOOKS }, [kiln]],
    ['with a manifest', { [`${kiln}/plugin.json`]: '{"name":"kiln"}', [`${kiln}/hooks.json`]: HOOKS }, []],
    [
      'with a manifest that is refused',
      { [`${kiln}/plugin.json`]: '{"name":7}', [`${kiln}/hooks.json`]: HOOKS },
      [],
    ],
    [
      'with one in its own folder',
      { [`${kiln}/.antigravity-plugin/plugin.json`]: '{"name":"kiln"}', [`${kiln}/hooks.json`]: HOOKS },
      [],
    ],
    ['for Claude Code', { [`${kiln}/.claude-plugin/plugin.json`]: '{}', [`${kiln}/hooks.json`]: HOOKS }, []],
    ['for Codex', { [`${kiln}/.codex-plugin/plugin.json`]: '{}', [`${kiln}/skills/glaze/SKILL.md`]: '' }, []],
    ['with nothing that counts', { [`${kiln}/skills/README.md`]: '', [`${kiln}/src/hooks.json`]: HOOKS }, []],
    ['that is hidden', { '.agents/plugins/.old/hooks.json': HOOKS }, []],
    ['that is installed', { '.agents/plugins/node_modules/hooks.json': HOOKS }, []],
    ['deeper', { '.agents/plugins/crafts/kiln/hooks.json': HOOKS }, []],
    ['outside of a root', { 'plugins/kiln/hooks.json': HOOKS }, []],
    ['in a package of that name', { 'src/_agents/plugins/kiln/hooks.json': HOOKS }, []],
    ['that is linked', { 'kiln/hooks.json': HOOKS, [kiln]: { symlink: '../../kiln' } }, []],
    [
      'that is excluded',
      { [`${kiln}/hooks.json`]: HOOKS, '.skillsaw.yaml': 'exclude: [".agents/plugins/k*"]\n' },
      [],
    ],
    [
      'that lies in what is excluded',
      { [`${kiln}/hooks.json`]: HOOKS, '.skillsaw.yaml': 'exclude: [".agents"]\n' },
      [],
    ],
    [
      'that is excluded from the rule',
      {
        [`${kiln}/hooks.json`]: HOOKS,
        '.skillsaw.yaml': `rules: { antigravity-plugin-json-valid: { exclude: ["${kiln}/**"] } }\n`,
      },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await inTree(files)).toEqual(expected.map((path) => `${path}/plugin.json: hooks.json`));
  });
});

test('every manifest that a release may read is checked', async () => {
  const kiln = '.agents/plugins/kiln';
  const findings = await lintTree(
    tempTree({
      '.git/': '',
      [`${kiln}/plugin.json`]: '{"name":"kiln"}',
      [`${kiln}/.antigravity-plugin/plugin.json`]: '{"name":"kiln",}',
      [`${kiln}/.gemini-plugin/plugin.json`]: '{"name":7}',
      [`${kiln}/.claude-plugin/plugin.json`]: 'no JSON',
    }),
  );
  expect(findings.map(({ path, messageId }) => `${messageId} ${path}`)).toEqual([
    `syntax ${kiln}/.antigravity-plugin/plugin.json`,
    `field-type ${kiln}/.gemini-plugin/plugin.json`,
  ]);
});
