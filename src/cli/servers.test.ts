import { readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runBuilt, tempTree } from '../test/helpers.ts';
import { CLEAN, FATAL, servers } from '../test/projects.ts';
import { secret } from '../test/secrets.ts';

const FILE = '.agents/mcp_config.json';

const PROJECT_TREE = {
  '.git/HEAD': '',
  [FILE]: `{
  "mcpServers": {
    "kiln": { "command": "kiln-mcp", "args": ["--glaze", "deep blue"], "disabledTools": ["fire"] },
    "oven": { "command": "oven-mcp", "env": { "PORT": 7700 } },
    "sky": { "serverUrl": "https://sky.example/mcp", "headers": { "Authorization": "Bearer \${SKY}" } },
    "moor": { "command": "" },
    "rest": { "command": "rest-mcp", "disabled": true },
    "kiln": { "command": "kiln-mcp", "cwd": "ovens" }
  }
}
`,
  'yard/.agents/mcp_config.json': servers({ kiln: { url: 'wss://yard.example/kiln' } }),
  'shop/.agents/mcp_config.json': FATAL,
  'shop/till/.agents/mcp_config.json': CLEAN,
  'barn/.agents/mcp_config.json': '{"servers": {}}',
  '.agents/plugins/owl/plugin.json': '{"name": "owl", "disabled": true}',
  '.agents/plugins/owl/mcp_config.json': CLEAN,
  'kits/kite/plugin.json': '{"name": "kite"}',
  'kits/kite/mcp_config.json': CLEAN,
  '.mcp.json': servers({ other: { command: 'not-antigravity' } }),
};

describe('servers', () => {
  test('as a table', () => {
    expect(runBuilt(['servers'], { cwd: tempTree(PROJECT_TREE) })).toEqual({
      stdout: `LINE  SERVER   STATE       VIA        RUNS OR CONNECTS TO

.agents/mcp_config.json
   3  kiln     replaced    stdio      kiln-mcp --glaze "deep blue"
      a later server of this name took its place (line 8)
      tools off: fire
   4  oven     dropped     stdio      oven-mcp
      env.PORT is a number where only a string is read (line 4)
   5  sky      loaded      http       https://sky.example/mcp
      credentials: headers.Authorization (placeholder)
   6  moor     inert       none       -
      command is empty and there is no serverUrl or url (line 6)
   7  rest     disabled    stdio      rest-mcp
   8  kiln     loaded      stdio      kiln-mcp
      starts in ovens
      same name in: yard/.agents/mcp_config.json:3

.agents/plugins/owl/mcp_config.json - a plugin
      not loaded: the plugin is switched off in .agents/plugins/owl/plugin.json
      (.agents/plugins/owl/plugin.json:1)
   3  orchard  not loaded  stdio      orchard-mcp

barn/.agents/mcp_config.json
      no server: "servers" is not the key that is read, which is mcpServers (line 1)

kits/kite/mcp_config.json - a plugin, loaded once it is installed
   3  orchard  loaded      stdio      orchard-mcp

shop/.agents/mcp_config.json
      FATAL: invalid JSON: found a comment, expected a key in double quotes or } (line 1); agy exits
      with one message and no session starts

shop/till/.agents/mcp_config.json
      not loaded: shop/.agents/mcp_config.json is fatal, so no session starts that would load it
      (shop/.agents/mcp_config.json:1)
   3  orchard  not loaded  stdio      orchard-mcp

yard/.agents/mcp_config.json
   3  kiln     loaded      websocket  wss://yard.example/kiln
      same name in: .agents/mcp_config.json:8

10 servers in 7 files: 4 loaded, 1 disabled, 1 inert, 1 dropped, 1 replaced, 2 not loaded
No session starts that would load shop/.agents/mcp_config.json, so it has no server at all.
`,
      stderr: '',
      status: 0,
    });
  });

  test('as JSON, the same bytes every time', () => {
    const cwd = tempTree(PROJECT_TREE);
    const run = runBuilt(['servers', '--format', 'json'], { cwd });
    expect({ stderr: run.stderr, status: run.status }).toEqual({ stderr: '', status: 0 });
    expect(runBuilt(['servers', '--format', 'json'], { cwd })).toEqual(run);
    const document = JSON.parse(run.stdout);
    expect(Object.keys(document)).toEqual([
      'schemaVersion',
      'files',
      'besides',
      'servers',
      'unseen',
      'summary',
    ]);
    expect(document.summary).toEqual({
      files: 7,
      servers: 10,
      loaded: 4,
      disabled: 1,
      inert: 1,
      dropped: 1,
      replaced: 1,
      notLoaded: 2,
    });
    expect(
      document.files.map((file: { state: string; origin: string }) => [file.origin, file.state]),
    ).toEqual([
      ['root', 'loaded'],
      ['plugin', 'off'],
      ['root', 'inert'],
      ['installable', 'loaded'],
      ['root', 'fatal'],
      ['root', 'blocked'],
      ['root', 'loaded'],
    ]);
    expect(document.servers[1]).toEqual({
      name: 'oven',
      state: 'dropped',
      path: FILE,
      line: 4,
      column: 5,
      reasons: [
        {
          code: 'member-type',
          message: 'env.PORT is a number where only a string is read',
          path: FILE,
          line: 4,
          column: 55,
        },
      ],
      transport: 'stdio',
      command: 'oven-mcp',
      args: [],
      env: ['PORT'],
      headers: [],
      credentials: [],
      disabledTools: [],
      clashes: [],
    });
  });

  test('lists what was named, and counts what is loaded together with it', () => {
    const cwd = tempTree(PROJECT_TREE);
    const { stdout, status } = runBuilt(['servers', 'yard', 'shop/till', '--format', 'json'], { cwd });
    expect(status).toBe(0);
    const { files, besides, servers } = JSON.parse(stdout);
    expect(files.map(({ path, state }: { path: string; state: string }) => `${path} ${state}`)).toEqual([
      'shop/till/.agents/mcp_config.json blocked',
      'yard/.agents/mcp_config.json loaded',
    ]);
    expect(besides).toEqual([
      { path: FILE, origin: 'root', state: 'loaded', loaded: 2 },
      expect.objectContaining({ path: '.agents/plugins/owl/mcp_config.json', state: 'off', loaded: 0 }),
      expect.objectContaining({ path: 'shop/.agents/mcp_config.json', state: 'fatal', loaded: 0 }),
    ]);
    expect(servers[1].clashes).toEqual([{ path: FILE, line: 8, column: 5 }]);
    expect(
      runBuilt(['servers', 'yard'], { cwd }).stdout,
    ).toBe(`LINE  SERVER  STATE   VIA        RUNS OR CONNECTS TO

yard/.agents/mcp_config.json
   3  kiln    loaded  websocket  wss://yard.example/kiln
      same name in: .agents/mcp_config.json:8

loaded together with these, and not listed:
      .agents/mcp_config.json: 2 servers loaded
      .agents/plugins/owl/mcp_config.json: off

1 server in 1 file: 1 loaded
`);
  });

  test('a plugin of which nothing is loaded, when only its file was named', () => {
    const cwd = tempTree({
      ...PROJECT_TREE,
      '.agents/plugins/elk/plugin.json': '{"name": "elk", "name": "elk"}',
      '.agents/plugins/elk/mcp_config.json': CLEAN,
    });
    const named = ['owl', 'elk'].map((name) => `.agents/plugins/${name}/mcp_config.json`);
    const { stdout } = runBuilt(['servers', '--format', 'json', ...named], { cwd });
    const reasons = JSON.parse(stdout).servers.map(
      ({ state, reasons: [reason] }: { state: string; reasons: readonly object[] }) => [state, reason],
    );
    expect(reasons).toMatchObject([
      ['not-loaded', { code: 'plugin-lost', path: '.agents/plugins/elk/plugin.json', line: 1, column: 17 }],
      [
        'not-loaded',
        { code: 'plugin-disabled', path: '.agents/plugins/owl/plugin.json', line: 1, column: 17 },
      ],
    ]);
  });

  test('obeys the configuration', () => {
    const cwd = tempTree({
      '.skillsaw.yaml': `exclude: ["yard/**"]
rules:
  antigravity-mcp-valid: { extra-auth-provider-types: [tidal] }
  mcp-valid-json: { additional-placeholders: ["${secret('password')}"] }
`,
      [FILE]: servers({ kiln: { authProviderType: 'tidal', env: { KILN_PASSWORD: secret('password') } } }),
      'yard/.agents/mcp_config.json': CLEAN,
    });
    const [kiln, ...others] = JSON.parse(runBuilt(['servers', '--format', 'json'], { cwd }).stdout).servers;
    expect(others).toEqual([]);
    expect(kiln).toMatchObject({
      state: 'loaded',
      credentials: [
        { field: 'authProviderType', form: 'sign-in' },
        { field: 'env.KILN_PASSWORD', form: 'placeholder' },
      ],
    });
    const bare = runBuilt(['servers', '--no-config', '--format', 'json'], { cwd });
    expect(JSON.parse(bare.stdout).servers).toMatchObject([
      { state: 'dropped', credentials: [{ form: 'literal' }] },
      { name: 'orchard' },
    ]);
  });

  test('nothing found', () => {
    const cwd = tempTree({ 'docs/notes.md': '' });
    expect(runBuilt(['servers'], { cwd })).toEqual({
      stdout: '',
      stderr: 'no mcp_config.json found under .\n',
      status: 0,
    });
    const { stdout, stderr, status } = runBuilt(['servers', 'docs', '--format', 'json'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      files: [],
      besides: [],
      servers: [],
      unseen: [],
    });
  });

  test('a file that was named and lies elsewhere', () => {
    const cwd = tempTree({ 'docs/mcp_config.json': CLEAN });
    const { stdout, status } = runBuilt(['servers', 'docs/mcp_config.json'], { cwd });
    expect(status).toBe(0);
    expect(stdout).toContain(
      'docs/mcp_config.json - Antigravity looks for no servers in this place\n   3  orchard  loaded',
    );
  });

  test.each<[string, readonly string[], string]>([
    [
      'a path that is not there',
      ['nowhere'],
      'nowhere: there is no such file or directory; check the spelling',
    ],
    [
      'another kind of command',
      ['--format', 'sarif'],
      "option '--format <format>' argument 'sarif' is invalid.",
    ],
    [
      'a name that is not there',
      ['--explain', 'klin'],
      'there is no server klin; did you mean kiln? (there are kiln)',
    ],
    [
      'a name in a folder without servers',
      ['--explain', 'kiln', 'docs'],
      'there is no server kiln (none was found under docs)',
    ],
  ])('%s', (_, args, problem) => {
    const cwd = tempTree({ [FILE]: servers({ kiln: {} }), 'docs/': '' });
    const { stdout, stderr, status } = runBuilt(['servers', ...args], { cwd });
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(problem);
    expect(stderr).toMatch(/\nNothing was (?:done|linted)\.\n$/);
  });

  test('what cannot be read is said', () => {
    const cwd = tempTree({
      '.git/HEAD': '',
      [FILE]: { content: CLEAN, mode: 0 },
      'shop/.agents/mcp_config.json': { symlink: '../../../elsewhere.json' },
      'yard/': { mode: 0 },
      'barn/.agents/plugins.json': '{"entries": [{"path": "~/kits"}]}',
    });
    const { stdout, status } = runBuilt(['servers'], { cwd, unprivileged: true });
    expect(status).toBe(0);
    expect(stdout).toBe(`.agents/mcp_config.json
      not read: this file cannot be read: permission denied

shop/.agents/mcp_config.json
      not read: this link leaves the repository root

not looked at, and may hold servers:
      yard: this directory cannot be read: permission denied
      barn/.agents/plugins.json: what it names, ~/kits, lies outside the repository and was not read

0 servers in 2 files
`);
  });
});

test('files whose paths look the same once they are masked are explained each for itself', () => {
  const cwd = tempTree({
    '.git/HEAD': '',
    [`${secret('github-pat')}/${FILE}`]: servers({ kiln: { command: 'kiln' } }),
    [`${secret('slack-bot')}/${FILE}`]: servers({ kiln: { command: 'oven' } }),
  });
  const { stdout } = runBuilt(['servers', '--format', 'json', '--explain', 'kiln'], { cwd });
  const { decodings } = JSON.parse(stdout);
  expect(decodings.map(({ server }: { server: { command: string } }) => server.command)).toEqual([
    'kiln',
    'oven',
  ]);
});

test('nobody is asked to mean what he wrote', () => {
  const cwd = tempTree({ [FILE]: servers({ [secret('github-pat')]: {}, '': {} }) });
  expect(runBuilt(['servers', '--explain', '***'], { cwd }).stderr).toBe(
    'error: there is no server *** (there are ***, "")\nNothing was done.\n',
  );
});

describe('servers --user', () => {
  const home = {
    '.gemini/config/mcp_config.json': servers({ kiln: { command: 'my-kiln' } }),
    '.gemini/config/plugins/owl/plugin.json': '{"name": "owl"}',
    '.gemini/config/plugins/owl/mcp_config.json': CLEAN,
    '.gemini/config/plugins/off/plugin.json': '{"disabled": true}',
    '.gemini/config/plugins/off/mcp_config.json': FATAL,
    '.gemini/config/plugins/new/.antigravity-plugin/plugin.json': '{}',
    '.gemini/config/plugins/new/mcp_config.json': servers({ crane: { command: 'crane-mcp' } }),
    '.gemini/config/plugins/none/mcp_config.json': CLEAN,
    '.gemini/config/plugins/bare/plugin.json': '{}',
    '.gemini/config/plugins/linked': { symlink: '../../../elsewhere' },
    '.gemini/antigravity/mcp_config.json': FATAL,
  };
  const list = (cwd: string, ...args: string[]) => {
    const { stdout, stderr, status } = runBuilt(['servers', '--format', 'json', ...args], {
      cwd,
      env: { HOME: join(cwd, '..', 'home') },
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return JSON.parse(stdout);
  };
  const tree = (user: Parameters<typeof tempTree>[0], project: Parameters<typeof tempTree>[0]): string => {
    const all = Object.fromEntries([
      ...Object.entries(user).map(([path, entry]) => [`home/${path}`, entry]),
      ...Object.entries(project).map(([path, entry]) => [`project/${path}`, entry]),
    ]);
    return join(tempTree({ ...all, 'home/': '', 'project/.git/HEAD': '' }), 'project');
  };

  test('adds what every session loads, and writes nothing', () => {
    const cwd = tree(home, { [FILE]: servers({ kiln: { command: 'kiln-mcp' } }) });
    const before = readdirSync(join(cwd, '..'), { recursive: true });
    const config = join(cwd, '..', 'home/.gemini/config');
    const { files, servers: found, unseen } = list(cwd, '--user');
    expect(files).toMatchObject([
      { path: FILE, origin: 'root', state: 'loaded' },
      { path: join(config, 'mcp_config.json'), origin: 'user', state: 'loaded' },
      { path: join(config, 'plugins/new/mcp_config.json'), origin: 'user-plugin', state: 'loaded' },
      { path: join(config, 'plugins/off/mcp_config.json'), origin: 'user-plugin', state: 'off' },
      { path: join(config, 'plugins/owl/mcp_config.json'), origin: 'user-plugin', state: 'loaded' },
    ]);
    expect(found.map(({ name }: { name: string }) => name)).toEqual(['kiln', 'kiln', 'crane', 'orchard']);
    expect(found[0].clashes).toEqual([{ path: join(config, 'mcp_config.json'), line: 3, column: 5 }]);
    expect(unseen).toEqual([
      { path: join(config, 'plugins/linked'), message: 'this link among the plugins was not followed' },
    ]);
    expect(readdirSync(join(cwd, '..'), { recursive: true })).toEqual(before);
    expect(list(cwd).files).toHaveLength(1);
  });

  test('one fatal file there, and no session starts anywhere', () => {
    const cwd = tree({ '.gemini/config/mcp_config.json': '[]' }, { [FILE]: CLEAN });
    const { files, servers: found } = list(cwd, '--user');
    expect(files.map(({ state }: { state: string }) => state)).toEqual(['blocked', 'fatal']);
    expect(found[0]).toMatchObject({ state: 'not-loaded', reasons: [{ code: 'session-fatal' }] });
    expect(list(cwd).servers[0].state).toBe('loaded');
  });

  test('nothing there, and a link that leaves the home directory', () => {
    expect(list(tree({}, {}), '--user').files).toEqual([]);
    const linked = tree(
      { '.gemini/config/mcp_config.json': { symlink: '../../../project/x.json' } },
      { 'x.json': CLEAN },
    );
    expect(list(linked, '--user').files).toMatchObject([
      {
        state: 'unread',
        reason: { message: 'this link leaves the home directory, and was not followed' },
      },
    ]);
  });

  test('nothing is looked at behind a folder that leads out of the home directory', () => {
    const moved = {
      'moved/config/plugins/owl/plugin.json': '{}',
      'moved/config/plugins/owl/mcp_config.json': CLEAN,
    };
    const cwd = tree({ '.gemini': { symlink: '../project/moved' } }, moved);
    const { files, unseen } = list(cwd, '--user', '.git');
    expect(files).toEqual([]);
    expect(unseen).toEqual([
      {
        path: join(cwd, '..', 'home/.gemini/config/plugins'),
        message: 'this link leaves the home directory, and was not followed',
      },
    ]);
  });

  test('a plugin whose name is no UTF-8', () => {
    const cwd = tree(home, {});
    const plugins = join(cwd, '..', 'home/.gemini/config/plugins');
    const folder = Buffer.concat([Buffer.from(`${plugins}/o`), Buffer.from([0xff])]);
    try {
      renameSync(join(plugins, 'owl'), folder);
    } catch {
      // A file system that has no such names.
      return;
    }
    expect(list(cwd, '--user').files).toContainEqual({
      path: join(plugins, 'o\ufffd/mcp_config.json'),
      origin: 'user-plugin',
      state: 'loaded',
    });
  });

  test('a home directory that goes by two names', () => {
    const top = join(tree(home, {}), '..');
    symlinkSync('home', join(top, 'away'));
    for (const [HOME, named] of [
      ['home', 'away'],
      ['away', 'home'],
    ] as const) {
      const args = ['servers', '--format', 'json', '--user', named];
      const { stdout, status } = runBuilt(args, { cwd: top, env: { HOME: join(top, HOME) } });
      expect(status).toBe(0);
      const { files } = JSON.parse(stdout);
      expect(files.map(({ origin }: { origin: string }) => origin)).toEqual([
        'user',
        'user-plugin',
        'user-plugin',
        'user-plugin',
      ]);
    }
  });

  test('the file is the same when it was named, too', () => {
    const cwd = tree(home, {});
    const named = '../home/.gemini/config/mcp_config.json';
    expect(list(cwd, named).files).toMatchObject([{ origin: 'user', state: 'loaded' }]);
    expect(
      list(cwd, '--user', named).files.filter(({ origin }: { origin: string }) => origin === 'user'),
    ).toHaveLength(1);
  });

  test.each([{ HOME: '' }, { HOME: 'home' }])('no home directory: %j', (env) => {
    const result = runBuilt(['servers', '--user'], { cwd: tempTree({ [FILE]: CLEAN }), env });
    expect(result).toEqual({
      stdout: '',
      stderr: 'error: --user needs the home directory: set HOME to its absolute path\nNothing was done.\n',
      status: 2,
    });
  });
});

describe('servers --explain', () => {
  const text = `{
  "mcpServers": { "kiln": {} },
  "mcpServers": {
    "kiln": 7,
    "kiln": {
      "command": "old-kiln",
      "Command": "kiln-mcp",
      "env": { "A": "1", "PORT": 7700 },
      "ENV": { "A": "2", "B": "3" },
      "timeout": 30,
      "cwd": null
    }
  }
}
`;

  test('every spelling, and what is effective in the end', () => {
    expect(runBuilt(['servers', '--explain', 'kiln'], { cwd: tempTree({ [FILE]: text }) })).toEqual({
      stdout: `kiln in .agents/mcp_config.json

  LINE  SPELLING     EFFECT
     2  mcpServers   replaced  by the one in line 3, whole
     2    kiln       replaced  with its mcpServers
     3  mcpServers   counts
     4    kiln       replaced  by the one in line 5, whole
     5    kiln       counts
     6      command  created
     7      Command  replaced  takes the place of line 6
     8      env      refused   PORT is a number where only a string is read; that drops the server,
                               whatever comes later
     9      ENV      merged    into line 8: adds B, takes over A
    10      timeout  not read  no field of a server
    11      cwd      cleared   null, and there was nothing

  In the end it is dropped without a word: env.PORT is a number where only a string is read (line
  8).

    command   kiln-mcp  (line 7)
    env.A     (line 9)
    env.PORT  (line 8)
    env.B     (line 9)
`,
      stderr: '',
      status: 0,
    });
  });

  test('as JSON', () => {
    const { stdout, stderr, status } = runBuilt(['servers', '--explain', 'kiln', '--format', 'json'], {
      cwd: tempTree({ [FILE]: text, 'yard/.agents/mcp_config.json': CLEAN }),
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(['schemaVersion', 'name', 'decodings']);
    expect(document.decodings).toHaveLength(1);
    const [{ file, steps, server, effective }] = document.decodings;
    expect(file).toEqual({ path: FILE, origin: 'root', state: 'loaded' });
    expect(steps[7]).toEqual({
      level: 'field',
      key: 'env',
      field: 'env',
      effect: 'refused',
      message: 'PORT is a number where only a string is read; that drops the server, whatever comes later',
      line: 8,
      column: 7,
    });
    expect(server).toMatchObject({ name: 'kiln', state: 'dropped', line: 5 });
    expect(effective[0]).toEqual({ field: 'command', value: 'kiln-mcp', line: 7 });
  });

  test.each<[string, string, string]>([
    ['null', '{"kiln": null}', 'In the end it is loaded: it names neither a program nor an address'],
    [
      'no object',
      '{"kiln": 7}',
      'In the end it is dropped without a word: it is a number where an object must stand',
    ],
    [
      'disabled',
      '{"kiln": {"disabled": true}}',
      'In the end it is disabled: it is switched off in the file (line 1).',
    ],
    ['inert', '{"kiln": {"command": ""}}', 'In the end it is loaded and starts nothing: command is empty'],
    [
      'both',
      '{"kiln": {"command": "a", "serverUrl": "https://k.example/"}}',
      'serverUrl wins over command, which never runs.',
    ],
    [
      'gone',
      '{"kiln": {}}, "mcpServers": {}',
      'In the end there is no server of this name: every spelling of it was replaced.',
    ],
  ])('%s', (_, map, sentence) => {
    const cwd = tempTree({ [FILE]: `{"mcpServers": ${map}}` });
    const { stdout, stderr, status } = runBuilt(['servers', '--explain', 'kiln'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout.replaceAll(/\n +/g, ' ')).toContain(sentence);
  });

  test('a file that is lost is named to whoever asks for what may be in it', () => {
    const { stderr, status } = runBuilt(['servers', '--explain', 'kiln'], {
      cwd: tempTree({ [FILE]: FATAL }),
    });
    expect(status).toBe(2);
    expect(stderr).toBe(`error: there is no server kiln (none was found under .)
error: ${FILE}: invalid JSON: found a comment, expected a key in double quotes or }; mend the file first
Nothing was done.
`);
  });
});

describe('hostile files', () => {
  test('names are escaped and cut, in the table and in an explanation', () => {
    const name = `\u001b[31mki\u202eln\n${'x'.repeat(200)}`;
    const cwd = tempTree({
      [FILE]: servers({ [name]: { command: `a\u0007\u001b]0;x`, env: { [name]: '1' } } }),
    });
    for (const args of [[], ['--explain', name]]) {
      const { stdout, stderr, status } = runBuilt(['servers', ...args], { cwd });
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(stdout).toContain('\\u001b[31mki\\u202eln\\n');
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    }
    const json = runBuilt(['servers', '--format', 'json'], { cwd }).stdout;
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(JSON.parse(json).servers[0].name).toBe(name);
  });

  test('ten thousand servers', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [
        `kiln-${i}`,
        { command: 'kiln', args: ['--number', `${i}`] },
      ]),
    );
    const cwd = tempTree({
      [FILE]: JSON.stringify({ mcpServers: many }),
      'yard/.agents/mcp_config.json': JSON.stringify({ mcpServers: many }),
    });
    const { stdout, status } = runBuilt(['servers'], { cwd, timeoutMs: 20_000 });
    expect(status).toBe(0);
    expect(stdout.split('\n').at(-2)).toBe('20000 servers in 2 files: 20000 loaded');
  });

  test.each<[string, string]>([
    [
      'one server twenty thousand times',
      `{"mcpServers": {${'"k": {"command": "k"},'.repeat(20_000)}"k": {}}}`,
    ],
    [
      'one field twenty thousand times',
      `{"mcpServers": {"k": {${'"env": {"A": "x"},'.repeat(20_000)}"cwd": ""}}}`,
    ],
    [
      'one argument of many megabytes',
      `{"mcpServers": {"k": {"command": "k", "args": ["${'a b '.repeat(1_000_000)}"]}}}`,
    ],
    [
      'many arguments',
      `{"mcpServers": {"k": {"command": "k", "args": [${'"--token",'.repeat(20_000)}"x"]}}}`,
    ],
  ])('%s', (_, text) => {
    const cwd = tempTree({ [FILE]: text });
    for (const args of [[], ['--explain', 'k'], ['--format', 'json']]) {
      const { stderr, status } = runBuilt(['servers', ...args], { cwd, timeoutMs: 30_000 });
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    }
  });
});

test('no credential in a name, a path of the home directory, or a wrong word', () => {
  const token = secret('github-pat');
  const file = servers({
    [`kiln ${token}`]: { command: 'kiln', env: { KILN_PASSWORD: secret('password') } },
  });
  const cwd = tempTree({ [FILE]: file, [`${token}/.gemini/config/mcp_config.json`]: file });
  const runs = [
    ['--user'],
    ['--user', '--format', 'json'],
    ['--user', '--explain', `kiln ${token}`],
    ['--user', '--explain', `kiln ${token}`, '--format', 'json'],
    ['--user', '--explain', `klin ${token}`],
  ];
  for (const args of runs) {
    const { stdout, stderr } = runBuilt(['servers', ...args], { cwd, env: { HOME: join(cwd, token) } });
    expect(stdout + stderr).toContain('***');
    for (const value of [token, secret('password')]) expect(stdout + stderr).not.toContain(value);
  }
});
