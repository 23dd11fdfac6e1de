import { describe, expect, test } from 'vitest';
import { tempTree } from '../test/helpers.ts';
import { lintTree } from '../test/lint-tree.ts';
import { servers } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';

async function findings(
  content: string,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly Finding[]> {
  return lintTree(tempTree({ '.git/': '', '.agents/mcp_config.json': content, ...more }));
}

async function prints(content: string, more?: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await findings(content, more)).map(fingerprint);
}

describe('a fingerprint lasts', () => {
  const apiary = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    servers({ apiary: { command: 'apiary-mcp', args, env } });
  const one = secret('github-pat');
  const two = secret('slack-bot');
  const before = apiary(['--token', one], { HIVE_PASSWORD: secret('password') });

  test.each<[string, string]>([
    ['when lines move', before.replaceAll('\n', '\n\n')],
    ['without lines', JSON.stringify(JSON.parse(before))],
    [
      'when an argument comes before it',
      apiary(['-v', '--token', one], { HIVE_PASSWORD: secret('password') }),
    ],
    ['when the value changes', apiary(['--token', two], { HIVE_PASSWORD: secret('key') })],
    ['when another server comes before it', servers({ orchard: {}, ...JSON.parse(before).mcpServers })],
  ])('%s', async (_, after) => {
    const old = await prints(before);
    expect(old).toHaveLength(2);
    expect(await prints(after)).toEqual(old);
  });

  test('whatever directory the program runs in', async () => {
    const tree = tempTree({ '.git/': '', 'shop/.agents/mcp_config.json': before });
    const [above, inside] = await Promise.all([lintTree(tree), lintTree(`${tree}/shop`)]);
    expect(inside.map(({ path }) => path)).toEqual(['.agents/mcp_config.json', '.agents/mcp_config.json']);
    expect(inside.map(fingerprint)).toEqual(above.map(fingerprint));
  });

  test('and a second token in the same list is new', async () => {
    const old = await prints(apiary(['--token', one]));
    const now = await prints(apiary(['--token', one, two]));
    expect(now).toHaveLength(2);
    expect(now[0]).toBe(old[0]);
    expect(now[1]).not.toBe(old[0]);
  });

  test('also while the first one is ignored', async () => {
    const now = await prints(apiary(['--token', one, two]));
    const ignore = '{ at: /mcpServers/apiary/args/1, reason: made up }';
    const yaml = `rules: { mcp-valid-json: { ignore: [${ignore}] } }\n`;
    expect(await prints(apiary(['--token', one, two]), { '.skillsaw.yaml': yaml })).toEqual([now[1]]);
  });

  test('but not for another server, field, file or kind', async () => {
    const all = await findings(
      servers({
        apiary: { command: 'a', env: { HIVE_PASSWORD: secret('password'), HIVE_TOKEN: one } },
        bakery: {
          command: 'b',
          env: { HIVE_PASSWORD: secret('password') },
          headers: { Authorization: `Bearer ${one}` },
        },
      }),
      { 'shop/.agents/mcp_config.json': apiary([], { HIVE_PASSWORD: secret('password') }) },
    );
    const credentials = all.filter(({ ruleId }) => ruleId === 'mcp-valid-json');
    expect(credentials).toHaveLength(5);
    expect(new Set(credentials.map(fingerprint)).size).toBe(5);
  });
});

describe('what a finding shows of a file', () => {
  const token = secret('github-pat');
  /** What is found in the shape of servers, whatever else is wrong with their names. */
  const shapes = async (map: object) =>
    (await findings(servers(map))).filter(({ ruleId }) => ruleId === 'antigravity-mcp-valid');

  test('names are masked in the message, complete elsewhere, and masked there too', async () => {
    const long = `${'k'.repeat(90)}\u202e`;
    const [first, second] = await shapes({ [long]: 7, [token]: { [`A${'\u001b'}`]: 1, COMMAND: 7 } });
    expect(first).toMatchObject({
      server: long,
      pointer: `/mcpServers/${long}`,
      message: expect.stringContaining(`Server "${'k'.repeat(79)}…" is a number`),
    });
    expect(second).toMatchObject({
      server: '***',
      field: 'COMMAND',
      pointer: '/mcpServers/***/COMMAND',
      message: expect.stringContaining('Server "***": COMMAND is a number'),
    });
    expect(JSON.stringify([first, second].map((finding) => ({ ...finding, source: '' })))).not.toContain(
      token,
    );
  });

  test('controls and overrides are escaped where people read them', async () => {
    const [finding] = await shapes({ 'a\u001b[31m\u202e': { env: { 'B\n': 7 } } });
    expect(finding?.message).toContain('Server "a\\u001b[31m\\u202e": env.B\\n is a number');
    expect(finding).toMatchObject({ server: 'a\u001b[31m\u202e', field: 'env.B\n' });
  });

  test('a pointer is masked name by name', async () => {
    const slash = `https://bee:${secret('password')}@hive.example/~x`;
    const [finding] = await findings(servers({ [slash]: 7 }));
    expect(finding?.pointer).toBe('/mcpServers/https:~1~1bee:***@hive.example~1~0x');
    expect(finding?.server).toBe('https://bee:***@hive.example/~x');
  });

  test('a path with a credential in it is masked', async () => {
    const [finding] = await findings('{}', { [`${token}/.agents/mcp_config.json`]: '[]' }).then((all) =>
      all.filter(({ severity }) => severity === 'error'),
    );
    expect(finding).toMatchObject({ path: '***/.agents/mcp_config.json' });
  });
});

describe('what the engine reports by itself', () => {
  test.each<[string, Parameters<typeof tempTree>[0], object]>([
    [
      'a directory where a file should be',
      { '.agents/mcp_config.json/': '' },
      { ruleId: 'unreadable-file', severity: 'error', scope: 'file', consequence: 'unreadable' },
    ],
    [
      'a link that leaves the repository',
      { '.agents/mcp_config.json': { symlink: '../../elsewhere.json' } },
      { ruleId: 'escaping-link', severity: 'warning', scope: 'file', consequence: 'file-not-read' },
    ],
    [
      'a link that leads nowhere',
      { '.agents/mcp_config.json': { symlink: 'nowhere.json' } },
      { ruleId: 'unreadable-file', severity: 'error' },
    ],
  ])('%s', async (_, tree, expected) => {
    const all = await lintTree(tempTree({ '.git/': '', ...tree }));
    expect(all).toMatchObject([{ path: '.agents/mcp_config.json', span: { start: 0, end: 0 }, ...expected }]);
    expect(all[0]?.source).toBeUndefined();
  });
});
