import { describe, expect, test } from 'vitest';
import { checkFile, checkFileLater, placeIn, summary, surroundingsOf } from '../src/test/rules.ts';
import rule from './mcp-machine-path.ts';

const found = async (content: string): Promise<string[]> =>
  (await checkFileLater(rule, 'mcp_config.json', content)).map((finding) => summary(content, finding));
const server = (fields: object): string => JSON.stringify({ mcpServers: { kiln: fields } });
const brief = async (fields: object): Promise<string[]> =>
  (await checkFileLater(rule, 'mcp_config.json', server(fields))).map(
    ({ messageId, field, args, related = [] }) =>
      [messageId, field, args.path, ...related.map(({ message }) => message)].join(' '),
  );

describe('silent', () => {
  test.each([
    '',
    'null',
    '{}',
    server({}),
    server({ command: 'kiln-mcp', args: ['--port', '7000'], cwd: 'tools', env: { LEVEL: 'info' } }),
    server({ command: '/usr/local/bin/kiln-mcp', args: ['/opt/kiln'], env: { A: '/srv/kiln' } }),
    server({ command: 'kiln-mcp', args: ['${HOME}/kiln', '~/kiln', '/home/$USER/kiln', '/Users/<you>'] }),
    server({ command: 'kiln-mcp', args: ['/home/user/kiln', '/Users/yourname/kiln', 'C:\\path\\to\\kiln'] }),
    server({ command: 'bash', args: ['-lc', 'exec "$HOME/.local/bin/kiln-mcp" --root "$PWD"'] }),
    server({ command: '/home/linuxbrew/.linuxbrew/bin/kiln-mcp' }),
    // Addresses, and what goes to them.
    server({ serverUrl: 'https://kiln.example/home/mira', headers: { 'X-Root': '/home/mira' } }),
    server({ url: 'https://kiln.example/Users/mira' }),
    // Nothing of it is used.
    server({ serverUrl: 'https://kiln.example', command: '/home/mira/kiln', env: { A: '/home/mira' } }),
    // Keys and names.
    server({ command: 'kiln-mcp', env: { '/home/mira': '1' } }),
    '{"mcpServers":{"/home/mira":{"command":"kiln-mcp"}}}',
    // Replaced by a later spelling.
    '{"mcpServers":{"kiln":{"command":"/home/mira/kiln","Command":"kiln-mcp"}}}',
    '{"mcpServers":{"kiln":{"env":{"A":"/home/mira"},"ENV":{"A":"/srv"}}}}',
    '{"mcpServers":{"kiln":{"command":"/home/mira/kiln"},"kiln":{}}}',
    // Inside a container, or on another machine.
    server({ command: 'docker', args: ['run', '-v', 'clay:/home/mira', '-w', '/home/mira', 'oven:1'] }),
    server({ command: 'docker', args: ['run', '-e', 'HOME=/root', 'oven:1', '/home/mira/kiln'] }),
    server({ command: 'podman', args: ['exec', '-i', 'oven', 'kiln', '/root/kiln'] }),
    server({ command: 'docker', args: ['run', '-e', 'ROOT', 'oven:1'], env: { ROOT: '/home/mira' } }),
    server({ command: 'ssh', args: ['kiln.example', '/home/mira/kiln-mcp'] }),
    server({ command: 'bash', args: ['-lc', 'docker run -v clay:/home/mira oven:1'] }),
    server({ command: 'cmd', args: ['/c', 'docker', 'run', '-w', '/root', 'oven:1'] }),
  ])('%s', async (content) => {
    expect(await found(content)).toEqual([]);
  });
});

describe('found', () => {
  test.each<[object, string[]]>([
    [{ command: '/Users/mira/kiln' }, ['home-path command /Users/mira']],
    [{ command: 'C:\\Users\\Mira\\kiln.exe' }, ['home-path command C:\\Users\\Mira']],
    [{ command: 'D:\\kiln\\kiln.exe' }, ['drive-path command D:\\kiln\\kiln.exe']],
    [{ command: 'node', args: ['/home/mira/kiln/index.js'] }, ['home-path args[0] /home/mira']],
    [{ command: 'node', args: ['--root=/root/kiln'] }, ['home-path args[0] /root']],
    [{ command: 'kiln', cwd: '/home/mira/kiln' }, ['home-path cwd /home/mira']],
    [{ command: 'kiln', env: { PATH: '/usr/bin:/home/mira/bin' } }, ['home-path env.PATH /home/mira']],
    // One finding a field.
    [
      { command: 'kiln', args: ['/home/mira/a', '-v', 'E:/b'], env: { A: '1', B: '/root', C: '/root' } },
      ['home-path args[0] /home/mira args[2] as well', 'home-path env.B /root env.C as well'],
    ],
    // As spelled.
    [
      { Command: 'kiln', ARGS: ['/root'], Env: { A: '/root' } },
      ['home-path ARGS[0] /root', 'home-path Env.A /root'],
    ],
    // Committed all the same.
    [{ command: '/root/kiln', disabled: true }, ['home-path command /root']],
    [{ command: '/root/kiln', args: 1 }, ['home-path command /root']],
    [{ env: { A: '/root' } }, ['home-path env.A /root']],
    // Into a container, from this machine.
    [
      { command: 'docker', args: ['run', '-v', '/home/mira/clay:/clay', 'oven:1', '/home/node'] },
      ['home-path args[2] /home/mira'],
    ],
    [
      { command: 'docker', args: ['run', '--mount=type=bind,src=D:\\clay,dst=/root', 'oven:1'] },
      ['drive-path args[1] D:\\clay'],
    ],
    [{ command: '/home/mira/bin/docker', args: ['run', 'oven:1'] }, ['home-path command /home/mira']],
    [
      { command: 'docker', args: ['run', '-e', 'A', 'oven:1'], env: { A: '/root', B: '/root' } },
      ['home-path env.B /root'],
    ],
    [
      { command: 'ssh', args: ['-i', '/home/mira/.ssh/kiln', 'kiln.example', '/root/kiln'] },
      ['home-path args[1] /home/mira'],
    ],
    // In a line.
    [{ command: 'bash', args: ['-lc', 'exec /home/mira/kiln'] }, ['home-path args[1] /home/mira']],
    [
      { command: 'bash', args: ['-lc', 'cd /Users/mira && docker run -w /root oven:1'] },
      ['home-path args[1] /Users/mira'],
    ],
    [{ command: 'bash', args: ['/home/mira/docker.sh'] }, ['home-path args[0] /home/mira']],
  ])('%j', async (fields, expected) => {
    expect(await brief(fields)).toEqual(expected);
  });
});

test('the finding covers the whole value, and says where it stands', async () => {
  const content = server({ command: 'kiln', args: ['--root', '--dir=/home/mira/clay'] });
  expect(await found(content)).toEqual(['home-path 1:58 "--dir=/home/mira/clay"']);
  expect(await checkFileLater(rule, 'mcp_config.json', content)).toMatchObject([
    { server: 'kiln', field: 'args[1]', pointer: '/mcpServers/kiln/args/1', args: { server: 'kiln' } },
  ]);
});

test.each<[string, string]>([
  ['{"mcpServers":{"kiln":{"command":"/root/kiln"}}}', '/mcpServers/kiln/command'],
  ['{"kiln":{"command":"/root/kiln"}}', '/kiln/command'],
])('the file of another client: %s', async (content, pointer) => {
  expect(await checkFileLater(rule, '.mcp.json', content)).toMatchObject([
    { messageId: 'home-path', server: 'kiln', field: 'command', pointer },
  ]);
});

test('the maps of several spellings are one', async () => {
  const content = '{"mcpServers":{"kiln":{"env":{"A":"/root"},"ENV":{"B":"/root"}}}}';
  const [finding, ...more] = await checkFileLater(rule, 'mcp_config.json', content);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ field: 'env.A', related: [{ message: 'ENV.B as well' }] });
});

describe('where the file lies', () => {
  const content = server({ command: '/Users/mira/kiln' });
  const inFolder = (folder: string): number =>
    checkFile(rule, 'mcp_config.json', content, {}, placeIn({}, { surroundings: surroundingsOf({}, folder) }))
      .length;

  test.each(['.agents', '.agents/plugins/oven', 'docs', 'x.gemini/config', '.gemini/extensions/oven'])(
    '%s',
    (folder) => {
      expect(inFolder(folder)).toBe(1);
    },
  );

  test.each([
    '.gemini',
    '.gemini/config',
    'home/.gemini/antigravity',
    '.gemini/antigravity-cli',
    '.gemini/config/plugins/oven',
  ])('%s belongs to one user', (folder) => {
    expect(inFolder(folder)).toBe(0);
  });
});

test('helps with what the field is for', () => {
  const { help, text } = rule.messages['home-path'];
  const args = { server: 'kiln', path: '/root' };
  expect(help({ ...args, field: 'Command' })).toMatch(/PATH/);
  expect(help({ ...args, field: 'args[0]' })).toMatch(/package with its version/);
  expect(help({ ...args, field: 'ENV.A' })).toMatch(/inherits the environment/);
  expect(text({ ...args, field: 'cwd' })).toMatch(/^Server "kiln": cwd leads to \/root, the home folder/);
  expect(rule.messages['drive-path'].text({ ...args, field: 'cwd', path: 'D:\\a' })).toMatch(/Windows drive/);
});

test('a server of very many paths takes no more than a moment', async () => {
  const paths = Array.from({ length: 50_000 }, () => '/home/mira/clay');
  const args = ['run', ...paths.flatMap((path) => ['-v', `${path}:/clay`]), 'oven:1'];
  const start = performance.now();
  expect(await brief({ command: 'docker', args })).toHaveLength(1);
  expect(
    await brief({ command: 'bash', args: ['-c', `docker run ${paths.join(' ')}`, ...paths] }),
  ).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(5000);
});
