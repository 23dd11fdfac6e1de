import { describe, expect, test } from 'vitest';
import { PROJECT, type TreeEntry, tempTree } from '../src/test/helpers.ts';
import { lintTree, runSource } from '../src/test/lint-tree.ts';
import { servers } from '../src/test/projects.ts';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './antigravity-mcp-duplicate-server.ts';

type Files = Readonly<Record<string, TreeEntry>>;

const found = (content: string): string[] =>
  checkFile(rule, 'mcp_config.json', content).map((finding) => summary(content, finding));
const file = (map: object): string => JSON.stringify({ mcpServers: map });

describe('within a file, silent', () => {
  test.each([
    '',
    'null',
    '{}',
    '{"mcpServers":null}',
    '{"mcpServers":{}}',
    file({ kiln: { command: 'kiln-mcp' } }),
    file({ kiln: { command: 'kiln-mcp' }, Kiln: { command: 'clay-mcp' } }),
    file({ kiln: {}, clay: {} }),
    file({ kiln: null, clay: null }),
    file({ kiln: { command: 'npx', args: ['a'] }, clay: { command: 'npx', args: ['b'] } }),
    file({ kiln: { command: 'npx', args: ['a', 'b'] }, clay: { command: 'npx', args: ['a b'] } }),
    file({ kiln: { command: 'a' }, clay: { command: 'a', args: ['b'] } }),
    // What tells them apart.
    file({ kiln: { command: 'a', env: { A: '1' } }, clay: { command: 'a', env: { A: '2' } } }),
    file({ kiln: { command: 'a' }, clay: { command: 'a', env: { A: '1' } } }),
    file({ kiln: { command: 'a', cwd: 'a' }, clay: { command: 'a', cwd: 'b' } }),
    file({ kiln: { serverUrl: 'a:b', headers: { A: '1' } }, clay: { serverUrl: 'a:b' } }),
    file({ kiln: { serverUrl: 'a:b', oauth: { clientId: 'a' } }, clay: { serverUrl: 'a:b' } }),
    file({ kiln: { serverUrl: 'a:b' }, clay: { serverUrl: 'a:c' } }),
    file({ kiln: { serverUrl: 'a' }, clay: { command: 'a' } }),
    file({ kiln: { command: 'a', disabledTools: ['fire'] }, clay: { command: 'a', disabledTools: ['dig'] } }),
    // One of them is switched off, or does not load.
    file({ kiln: { command: 'a' }, clay: { command: 'a', disabled: true } }),
    file({ kiln: { command: 'a', disabled: true }, clay: { command: 'a', disabled: true } }),
    file({ kiln: { command: 'a' }, clay: { command: 'a', cwd: 1 } }),
    // A name inside a server, or outside of the wrapper.
    '{"mcpServers":{"kiln":{"command":"a","command":"b","env":{"A":"1","A":"2"}}}}',
    '{"kiln":1,"kiln":2,"mcpServers":{}}',
    '{"mcpServers":{},"McpServers":{}}',
    // Nothing loads, and that is somebody else's to say.
    '{"mcpServers":{},"mcpServers":[]}',
    '{"mcpServers":{"kiln":{},"kiln":{}}',
  ])('%s', (content) => {
    expect(found(content)).toEqual([]);
  });
});

describe('repeated', () => {
  test.each<[string, string[]]>([
    ['{"mcpServers":{"kiln":{},"kiln":{}}}', ['server-replaced 1:26 "kiln"']],
    ['{"mcpServers":{"kiln":{"command":"a"},"kiln":{"command":"a"}}}', ['server-replaced 1:39 "kiln"']],
    ['{"mcpServers":{"kiln":1,"k\\u0069ln":{}}}', ['server-replaced 1:25 "k\\u0069ln"']],
    ['{"mcpServers":{"kiln":{},"clay":{},"kiln":null}}', ['server-replaced 1:36 "kiln"']],
    [
      '{"mcpServers":{"kiln":{},"clay":{},"kiln":{},"clay":{},"kiln":{}}}',
      ['server-replaced 1:56 "kiln"', 'server-replaced 1:46 "clay"'],
    ],
    ['{"mcpServers":{"kiln":{}},"mcpServers":{"kiln":{}}}', ['wrapper-replaced 1:27 "mcpServers"']],
    ['{"mcpServers":7,"mcpServers":{}}', ['wrapper-replaced 1:17 "mcpServers"']],
    ['{"mcpServers":{},"mcpServers":null}', ['wrapper-replaced 1:18 "mcpServers"']],
    // What the replaced one repeats makes no difference any more.
    ['{"mcpServers":{"kiln":{},"kiln":{}},"x":0,"mcpServers":{}}', ['wrapper-replaced 1:43 "mcpServers"']],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test('at the one that counts, with the others beside it', () => {
    const content = '{"mcpServers":{"kiln":{},"kiln":{},"kiln":{}}}';
    expect(checkFile(rule, 'mcp_config.json', content)).toMatchObject([
      {
        server: 'kiln',
        pointer: '/mcpServers/kiln',
        related: [
          { message: 'replaced', at: { start: 15, end: 21 } },
          { message: 'replaced', at: { start: 25, end: 31 } },
        ],
      },
    ]);
    expect(checkFile(rule, 'mcp_config.json', '{"mcpServers":{},"mcpServers":{}}')).toMatchObject([
      { pointer: '/mcpServers', related: [{ at: { start: 1, end: 13 } }] },
    ]);
  });
});

describe('one server under two names', () => {
  test.each<[object, string[]]>([
    [{ kiln: { command: 'a' }, clay: { command: 'a' } }, ['same-server 1:39 "clay"']],
    [
      { kiln: { command: 'a', args: ['b'] }, x: { command: 'c' }, clay: { Command: 'a', ARGS: ['b'] } },
      ['same-server 1:72 "clay"'],
    ],
    [{ kiln: { command: 'a' }, clay: { command: 'a', args: [] } }, ['same-server 1:39 "clay"']],
    [
      { kiln: { command: 'a', env: { A: '1', B: '2' } }, clay: { command: 'a', env: { B: '2', A: '1' } } },
      ['same-server 1:63 "clay"'],
    ],
    [{ kiln: { serverUrl: 'a:b' }, clay: { url: 'a:b' } }, ['same-server 1:43 "clay"']],
    [
      { a: { command: 'x' }, b: { command: 'x' }, c: { command: 'x' } },
      ['same-server 1:36 "b"', 'same-server 1:56 "c"'],
    ],
  ])('%j', (map, expected) => {
    expect(found(file(map))).toEqual(expected);
  });

  test('names both', () => {
    const content = file({ kiln: { command: 'a' }, clay: { command: 'a' } });
    const [finding] = checkFile(rule, 'mcp_config.json', content);
    expect(finding).toMatchObject({
      server: 'clay',
      pointer: '/mcpServers/clay',
      args: { server: 'clay', other: 'kiln', what: 'command and arguments' },
      related: [{ message: '"kiln"', at: { start: 15, end: 21 } }],
    });
  });
});

const KILN = servers({ kiln: { command: 'kiln-mcp' } });
const CLAY = servers({ clay: { command: 'clay-mcp' } });
const OFF = servers({ kiln: { command: 'kiln-mcp', disabled: true } });
const PLUGIN = '{"name": "oven"}\n';
const registry = (paths: readonly string[], inherits: readonly string[] = []): string =>
  JSON.stringify({ entries: paths.map((path) => ({ path })), inherits: inherits.map((path) => ({ path })) });

/** What the rule says of several files: path, then the paths of the others. */
async function across(files: Files): Promise<string[]> {
  const findings = await lintTree(tempTree({ '.git/': '', ...files }));
  return findings
    .filter(({ ruleId }) => ruleId === rule.id)
    .map(({ path, related }) => [path, ...related.map((other) => other.path)].join(' < '));
}

describe('across files', () => {
  test.each<[string, Files, string[]]>([
    ['one file', { '.agents/mcp_config.json': KILN }, []],
    ['two names', { '.agents/mcp_config.json': KILN, '.agent/mcp_config.json': CLAY }, []],
    [
      'two roots of one folder',
      { '.agents/mcp_config.json': KILN, '_agents/mcp_config.json': KILN },
      ['_agents/mcp_config.json < .agents/mcp_config.json'],
    ],
    [
      'a root above',
      { '.agents/mcp_config.json': KILN, 'farm/shed/.agents/mcp_config.json': KILN },
      ['farm/shed/.agents/mcp_config.json < .agents/mcp_config.json'],
    ],
    [
      'a root above whose path comes later',
      { '_agents/mcp_config.json': KILN, 'Farm/.agents/mcp_config.json': KILN },
      ['_agents/mcp_config.json < Farm/.agents/mcp_config.json'],
    ],
    [
      'three of them',
      {
        '.agents/mcp_config.json': KILN,
        'farm/.agents/mcp_config.json': KILN,
        'farm/shed/.agents/mcp_config.json': KILN,
      },
      [
        'farm/.agents/mcp_config.json < .agents/mcp_config.json',
        'farm/shed/.agents/mcp_config.json < farm/.agents/mcp_config.json < .agents/mcp_config.json',
      ],
    ],
    ['roots side by side', { 'a/.agents/mcp_config.json': KILN, 'b/.agents/mcp_config.json': KILN }, []],
    ['names that begin alike', { 'a/.agents/mcp_config.json': KILN, 'ab/.agents/mcp_config.json': KILN }, []],
    [
      'another repository',
      { '.agents/mcp_config.json': KILN, 'a/.git/': '', 'a/.agents/mcp_config.json': KILN },
      [],
    ],
    [
      'a root and its plugin',
      {
        '.agents/mcp_config.json': KILN,
        '.agents/plugins/oven/plugin.json': PLUGIN,
        '.agents/plugins/oven/mcp_config.json': KILN,
      },
      ['.agents/plugins/oven/mcp_config.json < .agents/mcp_config.json'],
    ],
    [
      'two plugins of a root',
      {
        '.agents/plugins/oven/plugin.json': PLUGIN,
        '.agents/plugins/oven/mcp_config.json': KILN,
        '.agents/plugins/pit/plugin.json': PLUGIN,
        '.agents/plugins/pit/mcp_config.json': KILN,
      },
      ['.agents/plugins/pit/mcp_config.json < .agents/plugins/oven/mcp_config.json'],
    ],
    [
      'a plugin of a root above',
      {
        '.agents/plugins/oven/plugin.json': PLUGIN,
        '.agents/plugins/oven/mcp_config.json': KILN,
        'farm/.agents/mcp_config.json': KILN,
      },
      ['farm/.agents/mcp_config.json < .agents/plugins/oven/mcp_config.json'],
    ],
    [
      'a plugin that a registry names',
      {
        '.agents/mcp_config.json': KILN,
        '.agents/plugins.json': registry(['tools/oven']),
        'tools/oven/plugin.json': PLUGIN,
        'tools/oven/mcp_config.json': KILN,
      },
      ['tools/oven/mcp_config.json < .agents/mcp_config.json'],
    ],
    [
      'a plugin that an inherited registry names',
      {
        '.agents/mcp_config.json': KILN,
        '.agents/plugins.json': registry([], ['common/a.json']),
        'common/a.json': registry([], ['common/b.json']),
        'common/b.json': registry(['tools'], ['common/a.json']),
        'tools/oven/plugin.json': PLUGIN,
        'tools/oven/mcp_config.json': KILN,
      },
      ['tools/oven/mcp_config.json < .agents/mcp_config.json'],
    ],
    [
      'a plugin that registries of two roots name is one',
      {
        'a/.agents/plugins.json': registry(['tools/oven']),
        'b/.agents/plugins.json': registry(['tools/oven']),
        'b/.agents/mcp_config.json': KILN,
        'tools/oven/plugin.json': PLUGIN,
        'tools/oven/mcp_config.json': KILN,
      },
      ['tools/oven/mcp_config.json < b/.agents/mcp_config.json'],
    ],
    [
      'a plugin that nobody loads',
      {
        '.agents/mcp_config.json': KILN,
        'tools/oven/plugin.json': PLUGIN,
        'tools/oven/mcp_config.json': KILN,
      },
      [],
    ],
    [
      'a plugin that is switched off',
      {
        '.agents/mcp_config.json': KILN,
        '.agents/plugins/oven/plugin.json': '{"name": "oven", "disabled": true}',
        '.agents/plugins/oven/mcp_config.json': KILN,
      },
      [],
    ],
    [
      'a plugin with a manifest that is refused',
      {
        '.agents/mcp_config.json': KILN,
        '.agents/plugins/oven/.antigravity-plugin/plugin.json': '{"name": 7}',
        '.agents/plugins/oven/mcp_config.json': KILN,
      },
      [],
    ],
    ['one of them is switched off', { '.agents/mcp_config.json': OFF, '.agent/mcp_config.json': KILN }, []],
    ['and so is the other', { '.agents/mcp_config.json': KILN, '.agent/mcp_config.json': OFF }, []],
    [
      'one of them is dropped',
      { '.agents/mcp_config.json': KILN, '.agent/mcp_config.json': servers({ kiln: { command: 7 } }) },
      [],
    ],
    [
      'one of them does not parse',
      { '.agents/mcp_config.json': KILN, '.agent/mcp_config.json': `${KILN}}` },
      [],
    ],
    [
      'a server that was replaced',
      {
        '.agents/mcp_config.json': KILN,
        'a/.agents/mcp_config.json': '{"mcpServers":{"kiln":{}},"mcpServers":{"clay":{}}}',
      },
      ['a/.agents/mcp_config.json < a/.agents/mcp_config.json'],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await across(files)).toEqual(expected);
  });

  test('the finding stands at the key in the later file, and names the other', async () => {
    const tree = tempTree({
      '.git/': '',
      '.agents/mcp_config.json': KILN,
      'a/.agents/mcp_config.json': KILN,
    });
    const [finding, ...more] = (await lintTree(tree)).filter(({ ruleId }) => ruleId === rule.id);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      messageId: 'loaded-together',
      path: 'a/.agents/mcp_config.json',
      span: { start: 24, end: 30 },
      server: 'kiln',
      pointer: '/mcpServers/kiln',
      message: expect.stringMatching(/^Server "kiln" stands in \.agents\/mcp_config\.json as well, and /),
      related: [{ path: '.agents/mcp_config.json', span: { start: 24, end: 30 } }],
    });
    const { text } = rule.messages['loaded-together'];
    expect(text({ server: 'kiln', other: 'a', more: 1 })).toContain('in a and other files as well');
  });
});

/** The same for what is named on the command line. */
async function named(files: Files, ...paths: readonly string[]): Promise<string[]> {
  const cwd = tempTree({ '.git/': '', ...files });
  const args = ['lint', '--rule', rule.id, '--format', 'json', ...paths];
  const { stdout, status } = await runSource(args, cwd, PROJECT);
  expect(status).toBe(0);
  const { findings } = JSON.parse(stdout) as {
    findings: { path: string; related: { path: string }[] }[];
  };
  return findings.map(({ path, related }) => [path, ...related.map((other) => other.path)].join(' < '));
}

describe('what was named', () => {
  const files: Files = {
    '.agents/mcp_config.json': KILN,
    '.agents/plugins/oven/plugin.json': PLUGIN,
    '.agents/plugins/oven/mcp_config.json': KILN,
    '.agents/plugins.json': registry(['tools/pit']),
    'tools/pit/plugin.json': PLUGIN,
    'tools/pit/mcp_config.json': CLAY,
    'farm/.agents/mcp_config.json': KILN,
    'farm/shed/.agents/mcp_config.json': CLAY,
  };
  const OVEN = '.agents/plugins/oven/mcp_config.json';

  test.each<[string[], string[]]>([
    [
      ['.'],
      [
        `${OVEN} < .agents/mcp_config.json`,
        `farm/.agents/mcp_config.json < .agents/mcp_config.json < ${OVEN}`,
        'tools/pit/mcp_config.json < farm/shed/.agents/mcp_config.json',
      ],
    ],
    // What lies beside it and above it is known.
    [
      ['farm'],
      [
        `farm/.agents/mcp_config.json < .agents/mcp_config.json < ${OVEN}`,
        'farm/shed/.agents/mcp_config.json < tools/pit/mcp_config.json',
      ],
    ],
    [['farm/.agents/mcp_config.json'], [`farm/.agents/mcp_config.json < .agents/mcp_config.json < ${OVEN}`]],
    [['.agents/mcp_config.json'], [`.agents/mcp_config.json < ${OVEN}`]],
    [[OVEN], [`${OVEN} < .agents/mcp_config.json`]],
    [['.agents'], [`${OVEN} < .agents/mcp_config.json`]],
    [['.agents/plugins'], [`${OVEN} < .agents/mcp_config.json`]],
    [['tools'], []],
  ])('%j', async (paths, expected) => {
    expect(await named(files, ...paths)).toEqual(expected);
  });

  test('a file that was not named is not reported, and not counted', async () => {
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': '{', 'a/.agents/mcp_config.json': KILN });
    const { stdout } = await runSource(['lint', 'a', '--format', 'json'], cwd, PROJECT);
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], summary: { files: 1 } });
  });
});

describe('left out by the configuration', () => {
  const files: Files = { '.agents/mcp_config.json': KILN, 'a/.agents/mcp_config.json': KILN };
  const ignore = (path: string, at = ''): string => `{ path: "${path}"${at}, reason: made up }`;
  const configured = (text: string): Files => ({
    ...files,
    '.skillsaw.yaml': `rules: { ${rule.id}: { ${text} } }\n`,
  });

  test.each<[string, Files, number]>([
    ['nothing', files, 1],
    ['the later file', configured('exclude: ["a/**"]'), 0],
    ['the earlier file', configured('exclude: [".agents/**"]'), 0],
    ['the later file for all rules', { ...files, '.skillsaw.yaml': 'exclude: ["a"]\n' }, 0],
    ['the earlier file for all rules', { ...files, '.skillsaw.yaml': 'exclude: [".agents"]\n' }, 0],
    ['the later finding', configured(`ignore: [${ignore('a/**', ', at: /mcpServers/kiln')}]`), 0],
    [
      'the earlier file in an entry',
      configured(`ignore: [${ignore('.agents/**', ', at: /mcpServers/kiln')}]`),
      0,
    ],
    ['another server', configured(`ignore: [${ignore('a/**', ', at: /mcpServers/clay')}]`), 1],
    ['another file', configured(`ignore: [${ignore('b/**')}]`), 1],
  ])('%s', async (_, tree, count) => {
    expect(await across(tree)).toHaveLength(count);
  });

  test('one of three is not enough', async () => {
    const three = { ...configured(`ignore: [${ignore('.agents/**')}]`), 'a/b/.agents/mcp_config.json': KILN };
    expect(await across(three)).toEqual([
      'a/b/.agents/mcp_config.json < a/.agents/mcp_config.json < .agents/mcp_config.json',
    ]);
  });
});

describe('hostile files', () => {
  const within = async (limit: number, use: () => unknown): Promise<void> => {
    const start = performance.now();
    await use();
    expect(performance.now() - start).toBeLessThan(limit);
  };

  test('very many servers of one name, and of one command', async () => {
    const repeated = `{"mcpServers":{${Array.from({ length: 300_000 }, () => '"a":{}').join()}}}`;
    await within(5000, () => expect(checkFile(rule, 'mcp_config.json', repeated)).toHaveLength(1));
    const same = file(
      Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`s${i}`, { command: 'a' }])),
    );
    await within(5000, () => expect(checkFile(rule, 'mcp_config.json', same)).toHaveLength(29_999));
  });

  test('very many plugins with the same servers', async () => {
    const content = servers(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`s${i}`, {}])));
    const plugins = Array.from({ length: 100 }, (_, i) => `.agents/plugins/p${i}`);
    const tree = Object.fromEntries(
      plugins.flatMap((plugin) => [
        [`${plugin}/plugin.json`, PLUGIN],
        [`${plugin}/mcp_config.json`, content],
      ]),
    );
    await within(15_000, async () => expect(await across(tree)).toHaveLength(99 * 20));
  });
});
