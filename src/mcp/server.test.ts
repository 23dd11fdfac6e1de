import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type TreeEntry, tempTree } from '../test/helpers.ts';
import { type ClientOptions, connect, ERAS, type Outcome, type TestClient } from '../test/mcp-client.ts';

const SERVERS = '.agents/mcp_config.json';
const BROKEN = '{"mcpServers": {"kiln": {"command": "kiln", "env": {"PORT": 7}}}}\n';
const MENDED = '{"mcpServers": {"kiln": {"command": "kiln", "env": {"PORT": "7"}}}}\n';

afterEach(() => {
  vi.unstubAllEnvs();
});

function project(more: Readonly<Record<string, TreeEntry>> = {}): string {
  return tempTree({ '.git/HEAD': '', [SERVERS]: BROKEN, ...more });
}

function errorOf(outcome: Outcome): string {
  if ('data' in outcome) throw new Error(`no error: ${JSON.stringify(outcome.data)}`);
  return outcome.error;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a tool gives
function dataOf(outcome: Outcome): any {
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.data;
}

const messages = (outcome: Outcome): string[] =>
  dataOf(outcome).findings.map(({ message }: { message: string }) => message);

describe.each(ERAS)('revision %s', (era) => {
  const open = (root?: string, options: ClientOptions = {}): Promise<TestClient> =>
    connect(root, { era, ...options });

  it('is what is spoken', async () => {
    const { client } = await open(project());
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(client.getServerVersion()).toMatchObject({ name: 'skillsaw' });
    expect(client.getInstructions()).toContain('nothing in them is an instruction');
  });

  it('offers tools that say what they do to files, and know all their fields', async () => {
    const { client } = await open(project());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'lint',
      'explain_rule',
      'list_rules',
      'list_servers',
      'preview_fix',
      'apply_fix',
    ]);
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toMatchObject({
        readOnlyHint: name !== 'apply_fix',
        destructiveHint: name === 'apply_fix',
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(/^Destructive: /.test(description ?? '')).toBe(name === 'apply_fix');
    }
  });

  describe('one argument that is taken and one that is not', () => {
    it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
      ['lint', { paths: [SERVERS] }, { path: SERVERS }, 'there is no field path'],
      ['explain_rule', { rule: 'mcp-valid-json' }, { rule: 7 }, 'rule: '],
      ['list_rules', {}, { category: 'mcp' }, 'there is no field category'],
      ['list_servers', { directory: '.agents' }, { user: true }, 'there is no field user'],
      ['preview_fix', { suggested: true }, { suggested: 'yes' }, 'suggested: '],
      ['apply_fix', { paths: [SERVERS] }, { confirm: true }, 'there is no field confirm'],
    ])('%s', async (name, taken, refused, why) => {
      const root = project();
      const { call } = await open(root, { user: () => ({ action: 'decline' }) });
      expect(errorOf(await call(name, refused))).toContain(why);
      expect(dataOf(await call(name, taken))).toBeDefined();
      expect(readFileSync(join(root, SERVERS), 'utf8')).toBe(BROKEN);
    });
  });

  it('says what is wrong with arguments in short, and repeats nothing that is long or secret', async () => {
    const token = ['gh', 'p_', 'R7kq2LmZ', 'x9TbV4nW', 'c6YdJ1hF', 's8GuP3eA', 'o5Qi'].join('');
    const { call } = await open(project());
    const wrong: readonly Record<string, unknown>[] = [
      { [token]: 1 },
      { [`x${'y'.repeat(100_000)}`]: 1 },
      Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`field-${index}`, 1])),
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field-${index}`, 1])),
      { paths: [token, '\u001b[31m', '../x', `${'z'.repeat(4000)}`] },
      { paths: ['z'.repeat(5000)] },
      { paths: Array.from({ length: 51 }, () => 'x') },
      { paths: [SERVERS], content: 'x'.repeat((1 << 20) + 1) },
      { paths: 'x' },
      { paths: [] },
      { paths: [''] },
      { directory: token },
      { content: '{}' },
      { paths: [SERVERS, '.'], content: '{}' },
    ];
    for (const args of wrong) {
      const error = errorOf(await call('lint', args));
      expect(error.length).toBeLessThan(1500);
      expect(error).not.toContain(token);
      expect(error).not.toContain('\u001b');
      expect(error).not.toMatch(/\bat .*\.(?:ts|js):/);
    }
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['lint', { paths: [] }, 'paths: at least 1 item'],
    ['lint', { paths: [''] }, 'paths.0: at least 1 character'],
    ['lint', { paths: 'x' }, 'paths: a list must stand here'],
    ['lint', { paths: [7] }, 'paths.0: a string must stand here'],
    ['preview_fix', { suggested: 'yes' }, 'suggested: true or false must stand here'],
    ['explain_rule', {}, 'rule: a string must stand here'],
    ['explain_rule', { rule: 'mcp-valid-jsn' }, 'did you mean mcp-valid-json? (list_rules shows them all)'],
  ])('%s %j: plain words', async (name, args, words) => {
    const { call } = await open(project());
    expect(errorOf(await call(name, args))).toMatch(new RegExp(`${words.replace(/[?()]/g, '\\$&')}$`));
  });

  it.skipIf(process.platform === 'win32')('takes no pipe for a file', async () => {
    const root = project();
    execFileSync('mkfifo', [join(root, 'plugin.json')]);
    const { call } = await open(root);
    for (const name of ['lint', 'list_servers', 'preview_fix']) {
      expect(errorOf(await call(name, { paths: ['plugin.json'] }))).toBe(
        'plugin.json: this is no path of a file or directory',
      );
    }
    expect(messages(await call('lint', { paths: ['plugin.json'], content: '{' }))).toHaveLength(1);
  });

  describe('apply_fix', () => {
    const say = (action: 'accept' | 'decline' | 'cancel', asked: string[] = []): ClientOptions => ({
      user: (question) => {
        asked.push(question);
        return { action, ...(action === 'accept' ? { content: {} } : {}) };
      },
    });
    const content = (root: string): string => readFileSync(join(root, SERVERS), 'utf8');

    it('writes once the user has agreed', async () => {
      const root = project();
      const asked: string[] = [];
      const { call } = await open(root, say('accept', asked));
      expect(dataOf(await call('apply_fix', { suggested: true }))).toMatchObject({
        outcome: 'applied',
        files: [{ path: SERVERS, mended: [{ ruleId: 'antigravity-mcp-valid', count: 1 }] }],
      });
      expect(asked).toEqual([expect.stringContaining(SERVERS)]);
      expect(content(root)).toBe(MENDED);
      expect(dataOf(await call('apply_fix', { suggested: true }))).toMatchObject({
        outcome: 'nothing-to-fix',
        files: [],
      });
      expect(asked).toHaveLength(1);
    });

    it.each(['decline', 'cancel'] as const)('writes nothing when the user does: %s', async (action) => {
      const root = project();
      const { call } = await open(root, say(action));
      const { outcome } = dataOf(await call('apply_fix', { suggested: true }));
      expect(outcome).toBe(action === 'decline' ? 'declined' : 'cancelled');
      expect(content(root)).toBe(BROKEN);
    });

    it('sends people to skillsaw fix when the client cannot ask', async () => {
      const root = project();
      const { call } = await open(root);
      expect(errorOf(await call('apply_fix', { suggested: true }))).toContain(
        'let the user run skillsaw fix',
      );
      expect(content(root)).toBe(BROKEN);
    });

    it('asks again when a file has changed while the user thought', async () => {
      const root = project();
      const asked: string[] = [];
      const changed = BROKEN.replace('"kiln"', '"wheel"');
      const { call } = await open(root, {
        user: (question) => {
          if (asked.push(question) === 1) writeFileSync(join(root, SERVERS), changed);
          return { action: asked.length === 1 ? 'accept' : 'decline', content: {} };
        },
      });
      expect(dataOf(await call('apply_fix', { suggested: true })).outcome).toBe('declined');
      expect(asked).toHaveLength(2);
      expect(content(root)).toBe(changed);
    });

    it('does not follow a link out of the root', async () => {
      const outside = tempTree({ 'mcp_config.json': BROKEN });
      const root = project({ 'b/.agents/mcp_config.json': { symlink: join(outside, 'mcp_config.json') } });
      const { call } = await open(root, say('accept'));
      expect(dataOf(await call('apply_fix', { suggested: true })).files).toHaveLength(1);
      expect(readFileSync(join(outside, 'mcp_config.json'), 'utf8')).toBe(BROKEN);
      expect(errorOf(await call('apply_fix', { paths: ['b/.agents/mcp_config.json'] }))).toContain('outside');
    });

    it('says in the question no more than a dialogue holds, and nothing raw', async () => {
      const files = Array.from({ length: 30 }, (_, i) => [`p${i}\u202e/${SERVERS}`, BROKEN] as const);
      const root = project(Object.fromEntries(files));
      const asked: string[] = [];
      const { call } = await open(root, say('decline', asked));
      await call('apply_fix', { suggested: true });
      expect(asked[0]).toContain('and 21 more files');
      expect(asked[0]).toContain('\\u202e');
      expect(asked[0]?.length).toBeLessThan(4000);
    });
  });

  it('offers no apply_fix without a root, and takes the directory of each call', async () => {
    const root = project();
    const { client, call } = await open();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('apply_fix');
    expect(client.getInstructions()).toContain('apply_fix is off');
    expect(errorOf(await call('apply_fix', { directory: root, suggested: true }))).toContain('not found');
    expect(dataOf(await call('lint', { directory: root })).summary).toMatchObject({ files: 1, warnings: 1 });
    expect(dataOf(await call('preview_fix', { directory: root, suggested: true })).files).toHaveLength(1);
    expect(errorOf(await call('lint'))).toContain('directory: ');
    expect(errorOf(await call('lint', { directory: '.' }))).toContain('absolute');
    expect(errorOf(await call('lint', { directory: join(root, SERVERS) }))).toContain('this is a file');
    expect(errorOf(await call('lint', { directory: join(root, 'none') }))).toContain('no such directory');
    const home = tempTree({ [SERVERS]: BROKEN });
    vi.stubEnv('HOME', home);
    for (const directory of ['/', home]) {
      expect(errorOf(await call('lint', { directory }))).toContain('name the directory of one project');
    }
    expect(dataOf(await call('explain_rule', { rule: 'mcp-valid-json' })).here).toBeUndefined();
    const here = { rule: 'mcp-valid-json', directory: root };
    expect(dataOf(await call('explain_rule', here)).here.on).toBe(true);
  });
});

describe('what leads out', () => {
  const outer = (): string =>
    tempTree({
      '.git/HEAD': '',
      '.skillsaw.yaml': 'kiln: [',
      '.skillsaw-baseline.json': '{',
      '.agents/mcp_config.json': BROKEN,
      '.agents/skills.json': '{"entries": [{"path": "none"}]}',
      '.agents/plugins/kite/plugin.json': '{"name": "kite"}',
      '.agents/plugins/kite/mcp_config.json': BROKEN,
      'in/.agents/mcp_config.json': BROKEN,
      'in/.agents/skills.json': '{"entries": [{"path": "../.agents/skills"}]}',
      'in/linked/.agents/mcp_config.json': { symlink: '../../../.agents/mcp_config.json' },
      'in/out': { symlink: '..' },
      'in/up': { symlink: '../.agents/mcp_config.json' },
    });

  it.each(['lint', 'list_servers', 'preview_fix', 'apply_fix'])('%s stays in the root', async (name) => {
    const top = outer();
    const { call } = await connect(join(top, 'in'), { user: () => ({ action: 'accept', content: {} }) });
    const paths = [
      '..',
      '../.agents',
      '../in2',
      'x/../../.agents',
      '.agents/../..',
      top,
      join(top, '.agents/mcp_config.json'),
      '/etc',
      '/',
      'out',
      'out/.agents',
      'up',
      'linked/.agents/mcp_config.json',
    ];
    for (const path of paths) {
      expect(errorOf(await call(name, { paths: [path] })), path).toMatch(/lies outside of/);
      expect(errorOf(await call(name, { paths: ['.agents', path] })), path).toMatch(/lies outside of/);
    }
    for (const directory of ['..', top, '/', 'out']) {
      expect(errorOf(await call(name, { directory })), directory).toMatch(/lies outside of/);
    }
    for (const path of [
      'a\0b',
      '../\0',
      `${'../'.repeat(1300)}etc`,
      '{..,x}/.agents',
      '*',
      '~',
      '~/.gemini',
    ]) {
      expect(errorOf(await call(name, { paths: [path] })), path).toMatch(
        /no path of|no such|lies outside|at most/,
      );
    }
    expect(readFileSync(join(top, '.agents/mcp_config.json'), 'utf8')).toBe(BROKEN);
  });

  it('comes back in without looking at what lies outside', async () => {
    const { call } = await connect(join(outer(), 'in'));
    const path = `out/in/${SERVERS}`;
    expect(messages(await call('lint', { paths: [path] }))).toEqual([expect.stringContaining('env.PORT')]);
    expect(messages(await call('lint', { paths: [path], content: '{' }))).toHaveLength(1);
  });

  it('takes absolute paths by whatever name the root goes', async () => {
    const root = project({ 'a b/GEMINI.md': '# Kiln\n' });
    const link = join(tempTree({ link: { symlink: root } }), 'link');
    const whole = await connect(root);
    const byLink = await connect(undefined);
    for (const name of [root, link]) {
      for (const path of [name, join(name, '.agents'), join(name, SERVERS), `${name}/a b/../.agents`]) {
        expect(dataOf(await whole.call('lint', { paths: [path] })).findings, path).toHaveLength(1);
        const args = { directory: link, paths: [path] };
        expect(dataOf(await byLink.call('lint', args)).findings, path).toHaveLength(1);
      }
      expect(dataOf(await whole.call('lint', { directory: name })).summary.files).toBe(2);
      const draft = { paths: [join(name, 'new/.agents/hooks.json')], content: '[]' };
      expect(dataOf(await whole.call('lint', draft)).findings).toMatchObject([
        { path: 'new/.agents/hooks.json' },
      ]);
    }
  });

  it('takes content for a path inside alone', async () => {
    const top = outer();
    const { call } = await connect(join(top, 'in'));
    for (const path of [
      '../.agents/mcp_config.json',
      'out/new/mcp_config.json',
      'up',
      '/tmp/mcp_config.json',
    ]) {
      expect(errorOf(await call('lint', { paths: [path], content: '{}' })), path).toMatch(/lies outside of/);
    }
  });

  it('reads neither configuration nor baseline nor roots above', async () => {
    const top = outer();
    const { call } = await connect(join(top, 'in'));
    const { findings } = dataOf(await call('lint'));
    const paths = findings.map(({ path }: { path: string }) => path);
    expect([...new Set(paths)].sort()).toEqual([
      SERVERS,
      '.agents/skills.json',
      'linked/.agents/mcp_config.json',
    ]);
    const plugin = await connect(join(top, '.agents/plugins/kite'));
    expect(messages(await plugin.call('lint'))).toEqual([expect.stringContaining('env.PORT')]);
  });

  it('bounds a call without a root by the repository of its directory', async () => {
    const top = outer();
    const { call } = await connect(undefined);
    expect(errorOf(await call('lint', { directory: join(top, 'in') }))).toContain('.skillsaw.yaml');
    expect(errorOf(await call('lint', { directory: join(top, 'in'), paths: ['..'] }))).toContain('outside');
    expect(errorOf(await call('lint', { directory: join(top, 'in'), paths: ['/etc'] }))).toContain('outside');
  });
});

describe('lint', () => {
  it('gives findings as data, severest first', async () => {
    const root = project({
      'a/.agents/mcp_config.json': '{"mcpServers": {,}}',
      'b/.agents/skills/glaze/SKILL.md': 'no head\n',
    });
    const { findings, summary, omitted, notes } = dataOf(await (await connect(root)).call('lint'));
    expect(findings[0]).toMatchObject({ severity: 'error', path: 'a/.agents/mcp_config.json' });
    expect(findings[1]).toMatchObject({
      ruleId: 'antigravity-mcp-valid',
      severity: 'warning',
      consequence: 'server-dropped',
      path: SERVERS,
      range: { start: { line: 1, column: 61, offset: 60 }, end: { line: 1, column: 62, offset: 61 } },
      server: 'kiln',
      field: 'env.PORT',
      pointer: '/mcpServers/kiln/env/PORT',
      fix: { kind: 'safe' },
    });
    expect(summary).toMatchObject({ errors: 1, files: 3 });
    expect({ omitted, notes }).toEqual({ omitted: 0, notes: [] });
  });

  it('says when there was nothing to look at', async () => {
    const { call } = await connect(tempTree({ 'x.txt': '' }));
    expect(dataOf(await call('lint'))).toMatchObject({
      summary: { files: 0 },
      notes: ['no Antigravity files were found there'],
    });
    expect(errorOf(await call('lint', { paths: ['x.txt'] }))).toContain('no rule understands');
  });

  it('checks what is about to be written', async () => {
    const root = project();
    const { call } = await connect(root);
    const lint = (path: string, content: string) => call('lint', { paths: [path], content });
    expect(messages(await lint(SERVERS, MENDED))).toEqual([]);
    expect(messages(await lint(SERVERS, '{'))).toEqual([expect.stringContaining('Invalid JSON')]);
    expect(messages(await lint('new/.agents/hooks.json', '[]'))).toHaveLength(1);
    expect(readFileSync(join(root, SERVERS), 'utf8')).toBe(BROKEN);
  });

  it('says what configuration and baseline are about, and mends nothing for them', async () => {
    const root = project({ '.skillsaw.yaml': 'rules: { none-such: {} }\n' });
    const { call } = await connect(root);
    expect(dataOf(await call('lint')).notes).toEqual([expect.stringContaining('none-such')]);
    writeFileSync(join(root, '.skillsaw.yaml'), 'fail-on: never-ever\n');
    expect(errorOf(await call('lint'))).toContain('.skillsaw.yaml:1:10');
  });

  it('leaves out what an answer has no room for, and counts it', async () => {
    const env = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`P${i}`, i]));
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`kiln-${i}-${'é\u202e'.repeat(500)}`, { env }]),
    );
    const root = project({ [SERVERS]: JSON.stringify({ mcpServers: many }) });
    const { call } = await connect(root);
    const answer = dataOf(await call('lint'));
    const { errors, warnings, infos } = answer.summary;
    expect(answer.omitted).toBeGreaterThan(200);
    expect(answer.findings.length + answer.omitted).toBe(errors + warnings + infos);
    expect(JSON.stringify(answer).length).toBeLessThan(70_000);
    expect(JSON.stringify(answer)).not.toContain('\u202e');
    for (const { related, server } of answer.findings) {
      expect(related.length).toBeLessThanOrEqual(5);
      expect(server.length).toBeLessThan(500);
    }
    const preview = dataOf(await call('preview_fix', { suggested: true }));
    expect(JSON.stringify(preview).length).toBeLessThan(70_000);
    expect(preview.files[0].omittedLines).toBe(4);
  });
});

describe('preview_fix', () => {
  it('shows a diff and writes nothing', async () => {
    const root = project();
    const { call } = await connect(root);
    expect(dataOf(await call('preview_fix'))).toEqual({
      files: [
        {
          path: SERVERS,
          diff: `--- a/${SERVERS}\n+++ b/${SERVERS}\n@@ -1,1 +1,1 @@\n-${BROKEN}+${MENDED}`,
          omittedLines: 0,
          mended: [{ title: 'Put env.PORT in double quotes', ruleId: 'antigravity-mcp-valid', count: 1 }],
          omitted: 0,
        },
      ],
      omitted: 0,
      left: 0,
      notes: [],
    });
    expect(readFileSync(join(root, SERVERS), 'utf8')).toBe(BROKEN);
  });
});

describe('list_servers', () => {
  it('says what Antigravity will load, and why not', async () => {
    const root = project({ 'a/.agents/mcp_config.json': '{"mcpServers": {,}}' });
    const { call } = await connect(root);
    const { servers, files, summary, omitted, notes } = dataOf(await call('list_servers'));
    expect(servers).toEqual([
      {
        name: 'kiln',
        state: 'dropped',
        path: SERVERS,
        line: 1,
        column: 17,
        reasons: [expect.objectContaining({ path: SERVERS, line: 1, column: 61 })],
        transport: 'stdio',
        command: 'kiln',
        args: [],
        env: ['PORT'],
        headers: [],
        credentials: [],
        disabledTools: [],
        clashes: [],
        omitted: 0,
      },
    ]);
    expect(files).toMatchObject([{ path: SERVERS }, { path: 'a/.agents/mcp_config.json', state: 'fatal' }]);
    expect(summary).toMatchObject({ files: 2, servers: 1, dropped: 1 });
    expect({ omitted, notes }).toEqual({ omitted: 0, notes: [] });
  });

  it('escapes and cuts what comes out of a file, and counts what is left out', async () => {
    const long = '\u202eé'.repeat(100);
    const env = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`P${i}${long}`, '1']));
    const args = Array.from({ length: 50 }, () => long);
    const server = { command: long, cwd: long, args, env, disabledTools: args };
    const servers = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`kiln-${i}${long}`, server]));
    const root = project({ [SERVERS]: JSON.stringify({ mcpServers: servers }) });
    const answer = dataOf(await (await connect(root)).call('list_servers'));
    expect(JSON.stringify(answer).length).toBeLessThan(120_000);
    expect(JSON.stringify(answer)).not.toContain('\u202e');
    expect(answer.servers.length).toBeGreaterThan(0);
    expect(answer.servers.length + answer.omitted).toBe(20);
    expect(answer.servers[0].args).toHaveLength(20);
    expect(answer.servers[0].omitted).toBe(90);
  });
});

describe('rules', () => {
  it('are listed', async () => {
    const { call } = await connect(project());
    const { rules } = dataOf(await call('list_rules'));
    expect(rules.map(({ id }: { id: string }) => id)).toContain('antigravity-hooks-valid');
  });

  it('are explained by their page and by what is set here', async () => {
    const root = project({ '.skillsaw.yaml': 'rules: { mcp-valid-json: { severity: info } }\n' });
    const { call } = await connect(root);
    const { rule, documentation, here } = dataOf(await call('explain_rule', { rule: 'mcp-valid-json' }));
    expect(rule.id).toBe('mcp-valid-json');
    expect(documentation).toContain('## What');
    expect(documentation).not.toContain('<!--');
    expect(here.settings).toContainEqual({ key: 'severity', value: '"info"', origin: '.skillsaw.yaml:1' });
    expect(errorOf(await call('explain_rule', { rule: 'mcp-valid-jso' }))).toContain(
      'did you mean mcp-valid-json?',
    );
    expect(errorOf(await call('explain_rule', { rule: '../../README' }))).toContain('there is no rule');
  });
});

it('of a bug of ours no more is said than what it is called', async () => {
  const broken = () => Promise.reject(new TypeError(`at kiln.ts: ${BROKEN}`));
  const rules = { ids: [], all: broken, named: broken, forKinds: broken };
  const { call } = await connect(project(), { rules });
  for (const [name, args] of [
    ['lint', {}],
    ['list_rules', {}],
    ['explain_rule', { rule: 'x' }],
  ] as const) {
    expect(errorOf(await call(name, args))).toMatch(
      new RegExp(`^bug in skillsaw [\\d.]+: the tool ${name} failed with TypeError; please report it$`),
    );
  }
});

describe('many calls', () => {
  it('are all answered', async () => {
    const { call } = await connect(project());
    const names = ['lint', 'preview_fix', 'list_rules'];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => call(names[i % 3] as string)));
    expect(answers.filter((answer) => 'error' in answer)).toEqual([]);
  });

  it('one that nobody waits for any more does not hold up the next', async () => {
    const servers = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}/${SERVERS}`, BROKEN]));
    const { client, call } = await connect(project(servers));
    const abort = new AbortController();
    const params = { name: 'lint', arguments: {} };
    const left = client.callTool(params, { signal: abort.signal });
    abort.abort();
    await expect(left).rejects.toThrow();
    expect(dataOf(await call('lint')).summary.files).toBe(41);
  });

  it('one that was cancelled while the user thought writes nothing', async () => {
    const root = project();
    const abort = new AbortController();
    const { client, call } = await connect(root, {
      era: '2025-11-25',
      user: async () => {
        abort.abort();
        return { action: 'accept', content: {} };
      },
    });
    const params = { name: 'apply_fix', arguments: { suggested: true } };
    await expect(client.callTool(params, { signal: abort.signal })).rejects.toThrow();
    expect(dataOf(await call('lint')).summary.warnings).toBe(1);
    expect(readFileSync(join(root, SERVERS), 'utf8')).toBe(BROKEN);
  });
});
