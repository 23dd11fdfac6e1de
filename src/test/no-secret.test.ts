import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemble, LEADS, type Parts, SAMPLES, sampleJwt, samplePem } from '../credentials/testing.ts';
import { FORMATS } from '../report/formats.ts';
import { PROJECT, runBuilt, type TreeEntry, temporaryFolder, tempTree } from './helpers.ts';
import { runSource } from './lint-tree.ts';
import { connect } from './mcp-client.ts';
import { secret } from './secrets.ts';

/** Every format that is known by its own form, wherever it stands. */
const TOKENS: readonly string[] = [
  ...Object.entries(SAMPLES)
    .filter(([name]) => LEADS[name] === undefined)
    .map(([, [parts]]) => assemble(parts as Parts)),
  sampleJwt(),
];

/** The ones that escaping or quoting changes, and some of the others: enough for what costs more. */
const SOME: readonly string[] = TOKENS.filter((token, index) => /[~/:$=]/.test(token) || index % 8 === 0);

/** Values that only their place gives away. */
const WORDS: readonly string[] = [
  secret('password'),
  secret('key'),
  `${secret('key')}!${secret('password')}`,
];

type Place = (value: string) => string;

const doc = (server: object): string => JSON.stringify({ mcpServers: { kiln: server } });

/** Where a token may stand; each file has a mistake beside it, so that there is a frame to be shown. */
const PLACES: Readonly<Record<string, Place>> = {
  env: (v) => doc({ command: 1, env: { KILN: v, PORT: 7 } }),
  'name in env': (v) => doc({ env: { [v]: 7 } }),
  headers: (v) => doc({ url: 1, headers: { 'X-Kiln': `Bearer ${v}`, 'X-Two': 2 } }),
  'name of a header': (v) => doc({ headers: { [v]: false } }),
  argument: (v) => doc({ command: 'kiln', args: ['--glaze', v, 3] }),
  'argument with a flag': (v) => doc({ command: 'kiln', args: [`--glaze=${v}`, `GLAZE=${v}`, 3] }),
  'argument of a shell': (v) => doc({ command: 'sh', args: ['-c', `kiln --glaze '${v}' | tee ${v}`, 3] }),
  command: (v) => doc({ command: `kiln ${v}`, cwd: 4 }),
  cwd: (v) => doc({ command: '', cwd: `/srv/${v}` }),
  'address, query': (v) => doc({ serverUrl: `https://kiln.example/mcp?glaze=${v}`, args: 1 }),
  'address, path': (v) => doc({ serverUrl: `https://kiln.example/${v}/mcp`, args: 1 }),
  'address, user': (v) => doc({ url: `https://${v}@kiln.example/mcp`, args: 1 }),
  oauth: (v) => doc({ oauth: { clientId: v, clientSecret: 7, glaze: v } }),
  'beside the fields': (v) => doc({ clientId: v, clientSecret: v, command: 1 }),
  'unknown field': (v) => doc({ glaze: { deep: [v, { [v]: v }] }, command: 1 }),
  'name of a field': (v) => doc({ [v]: 1, command: 2 }),
  'auth provider': (v) => doc({ serverUrl: 'https://kiln.example/mcp', authProviderType: v }),
  tools: (v) => doc({ disabledTools: [v, 5] }),
  'name of a server': (v) => JSON.stringify({ mcpServers: { [v]: 7, [`${v} `]: { command: 1 } } }),
  'whole server': (v) => JSON.stringify({ mcpServers: { kiln: v } }),
  'whole map': (v) => JSON.stringify({ mcpServers: v }),
  'whole document': (v) => JSON.stringify(v),
  'name at the top': (v) => JSON.stringify({ [v]: { command: v } }),
  replaced: (v) => `{"mcpServers": {"kiln": {"env": {"A": "${v}"}, "command": 7, "env": {"A": "x"}}}}`,
  escaped: (v) => `{"mcpServers": {"kiln": {"env": {"A": "\\u${hex(v)}${v.slice(1)}"}, "command": 7}}}`,
  comment: (v) => `{ // ${v}\n}`,
  'comment, another': (v) => `{\n# ${v}\n}`,
  'before the mistake': (v) => `{"mcpServers": {"kiln": {"env": {"A": "${v}"} "B": 1}}}`,
  'after the mistake': (v) => `{"mcpServers": {,"kiln": {"env": {"A": "${v}"}}}}`,
  'the mistake itself': (v) => `{"mcpServers": {"kiln": {"env": {"A": ${v}}}}}`,
  'a name without quotes': (v) => `{"mcpServers": {${v}: {"command": "kiln"}}}`,
  'single quotes': (v) => `{'mcpServers': {'kiln': {'env': {'A': '${v}'}}}}`,
  'never closed': (v) => `{"mcpServers": {"kiln": {"env": {"A": "${v}\n}}}}`,
  'a string too many': (v) => `{"mcpServers": {"kiln": {"env": {"A": "x" "${v}"}}}}`,
  'text after the end': (v) => `{"mcpServers": {}} ${v}`,
  'far to the right': (v) =>
    `{"mcpServers": {"kiln": {${' '.repeat(260)}"env": {"A": "${v}"}, "command": 7}}}`,
  'cut by the frame': (v) => `{"mcpServers": {"kiln": {"command": 7, "${'k'.repeat(70)}": "${v}"}}}`,
};

function hex(text: string): string {
  return text.charCodeAt(0).toString(16).padStart(4, '0');
}

/** Where anything is a secret. */
const TELLING: Readonly<Record<string, Place>> = {
  env: (v) => doc({ command: 1, env: { KILN_PASSWORD: v, PORT: 7 } }),
  'on lines': (v) =>
    JSON.stringify({ mcpServers: { kiln: { env: { KILN_PASSWORD: v, PORT: 7 } } } }, null, 1),
  headers: (v) => doc({ url: 1, headers: { Authorization: `Bearer ${v}`, 'X-Api-Key': v, 'X-Two': 2 } }),
  basic: (v) => doc({ url: 1, headers: { Authorization: `Basic ${btoa(`bee:${v}`)}` } }),
  'argument after a flag': (v) => doc({ command: 'kiln', args: ['--password', v, 3] }),
  'argument with a flag': (v) => doc({ command: 'kiln', args: [`--password=${v}`, 3] }),
  'argument with a header': (v) =>
    doc({ command: 'kiln', args: ['--header', `Authorization: Bearer ${v}`, 3] }),
  'argument of a shell': (v) => doc({ command: 'sh', args: ['-c', `KILN_PASSWORD='${v}' kiln`, 3] }),
  'connection string': (v) => doc({ command: 'kiln', args: [`postgresql://bee:${v}@hive.example/x`, 3] }),
  'address, user': (v) => doc({ serverUrl: `https://bee:${v}@kiln.example/mcp`, args: 1 }),
  'address, lenient': (v) => doc({ serverUrl: `https:bee:${v}@kiln.example/mcp`, args: 1 }),
  'address, query': (v) =>
    doc({ serverUrl: `https://kiln.example/mcp?api_key=${encodeURIComponent(v)}`, args: 1 }),
  oauth: (v) => doc({ oauth: { clientSecret: v, clientId: 7 } }),
  'beside the fields': (v) => doc({ clientSecret: v, command: 1 }),
  'unknown field': (v) => doc({ apiKey: v, glaze: { password: v }, command: 1 }),
  'server name, address': (v) =>
    JSON.stringify({ mcpServers: { [`https://bee:${v}@kiln.example`]: { command: 1 } } }),
  'before the mistake': (v) => `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD": "${v}"} "B": 1}}}`,
  'after the mistake': (v) => `{"mcpServers": {,"kiln": {"env": {"KILN_PASSWORD": "${v}"}}}}`,
  'the mistake itself': (v) => `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD": ${v}}}}}`,
  'single quotes': (v) => `{'mcpServers': {'kiln': {'env': {'KILN_PASSWORD': '${v}'}}}}`,
  'never closed': (v) => `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD": "${v}\n}}}}`,
  comment: (v) => `{ // KILN_PASSWORD=${v}\n}`,
  'comment between name and value': (v) =>
    `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD": /* x */ "${v}"}}}}`,
  'quotes inside quotes': (v) => `{"mcpServers": {"kiln": {"args": ["-e", "KILN_PASSWORD="${v}""]}}}`,
  'quotes inside a header': (v) =>
    `{"mcpServers": {"kiln": {"args": ["--header", "Authorization: Bearer "${v}""]}}}`,
  'quotes inside the value': (v) => `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD": "a"${v}"}}}}`,
  'JSON whose quotes are not escaped': (v) =>
    `{"mcpServers": {"kiln": {"args": ["{"KILN_PASSWORD": "${v}"}"]}}}`,
  'JSON in a string': (v) => doc({ args: [JSON.stringify({ KILN_PASSWORD: v }), 3] }),
  'JSON in JSON in a string': (v) => doc({ args: [JSON.stringify(JSON.stringify({ KILN_PASSWORD: v })), 3] }),
  'without the colon': (v) => `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD" "${v}"}}}}`,
  'an arrow': (v) => `{"mcpServers": {"kiln": {"env": {"KILN_PASSWORD" => "${v}"}}}}`,
  'name and value apart': (v) => doc({ env: [{ name: 'KILN_PASSWORD', value: v }] }),
  'a driver': (v) => doc({ env: { KILN: `Server=kiln;User Id=bee;Password=${v}`, PORT: 7 } }),
  'name of a variable': (v) => doc({ env: { [`KILN_PASSWORD=${v}`]: 7 } }),
  'name of a server': (v) => JSON.stringify({ mcpServers: { [`KILN_PASSWORD=${v}`]: 7 } }),
};

/** Each value at each place, in a project of its own; the name of its folder tells which. */
function plant(values: readonly string[], places: Readonly<Record<string, Place>>): Record<string, string> {
  const tree: Record<string, string> = { '.git/': '' };
  for (const [name, place] of Object.entries(places)) {
    values.forEach((value, index) => {
      tree[`${name.replaceAll(/\W+/g, '-')}/${index}/.agents/mcp_config.json`] = place(value);
    });
  }
  return tree;
}

/** A part of each value that stands for it: a cut or escaped value must not slip through. */
function traces(value: string): readonly string[] {
  const middle = Math.floor(value.length / 2);
  const part = value.slice(middle - 6, middle + 6);
  return value.length < 24 ? [value] : [value, part, encodeURIComponent(part)];
}

/** The lines of an output that show a value. */
function leaks(output: string, values: readonly string[]): readonly string[] {
  const wanted = values.flatMap(traces);
  return output.split('\n').filter((line) => wanted.some((trace) => line.includes(trace)));
}

const RUNS: readonly (readonly string[])[] = [
  ...FORMATS.map((format) => ['lint', '-v', '--format', format]),
  ['fix', '--dry-run', '--suggest'],
  ['tree'],
  ['tree', '--format', 'json'],
  ['servers'],
  ['servers', '--format', 'json'],
  ['servers', '--explain', 'kiln'],
  ['servers', '--explain', 'kiln', '--format', 'json'],
];

describe.each<[string, readonly string[], Readonly<Record<string, Place>>]>([
  ['some tokens everywhere', SOME, PLACES],
  [
    'every token in one place',
    TOKENS,
    { env: PLACES.env as Place, broken: PLACES['before the mistake'] as Place },
  ],
  ['what only its place gives away', WORDS, TELLING],
])('%s in a file', (_, values, places) => {
  let cwd = '';
  beforeAll(() => {
    cwd = tempTree(plant(values, places));
  });

  test('there are enough of them', () => {
    expect(values.length * Object.keys(places).length).toBeGreaterThan(50);
    expect(new Set(values).size).toBe(values.length);
  });

  test.each(RUNS.map((args) => [args.join(' '), args] as const))('%s', async (_, args) => {
    const { stdout, stderr } = await runSource(args, cwd, PROJECT);
    expect(stdout.split('\n').length).toBeGreaterThan(values.length);
    expect(leaks(stdout + stderr, values)).toEqual([]);
  });

  test('in files of every format', async () => {
    expect(leaks(await everyReport(['-q'], cwd, values.length), values)).toEqual([]);
  });

  test('in the answers of every tool, and in the question before something is written', async () => {
    const said: string[] = [];
    const user = (question: string) => {
      said.push(question);
      return { action: 'decline' as const };
    };
    const { call } = await connect(cwd, { user });
    for (const directory of readdirSync(cwd).filter((name) => name !== '.git')) {
      for (const name of ['lint', 'list_servers', 'preview_fix', 'apply_fix']) {
        const args = name.endsWith('_fix') ? { directory, suggested: true } : { directory };
        const outcome = await call(name, args);
        said.push(JSON.stringify(outcome, null, 1));
      }
    }
    expect(said.join('\n').split('\n').length).toBeGreaterThan(10 * values.length);
    expect(leaks(said.join('\n'), values)).toEqual([]);
  });

  test('with every severity and option changed', async () => {
    const rules =
      'mcp-valid-json: { shadowed: true, severity: info }, antigravity-mcp-valid: { severity: error }';
    const own = join(temporaryFolder(), 'own.yaml');
    writeFileSync(own, `rules: { ${rules} }\n`);
    expect(leaks(await everyReport(['-v', '-c', own], cwd, values.length), values)).toEqual([]);
  });
});

/** All that one run says, and every report that it writes into a file, each of them with more lines than `least`. */
async function everyReport(args: readonly string[], cwd: string, least: number): Promise<string> {
  const folder = temporaryFolder();
  const outputs = FORMATS.flatMap((format) => ['--output', `${format}:${join(folder, format)}`]);
  const { stdout, stderr } = await runSource(['lint', ...args, ...outputs], cwd, PROJECT);
  const files = FORMATS.map((format) => readFileSync(join(folder, format), 'utf8'));
  for (const file of files) expect(file.split('\n').length).toBeGreaterThan(least);
  return [stdout, stderr, ...files].join('\n');
}

test('a private key, as one line and as several', async () => {
  const [one, several] = [samplePem('\\n'), samplePem('\n')];
  const cwd = tempTree({
    'a/.agents/mcp_config.json': `{"mcpServers": {"kiln": {"env": {"A": "${one}"}, "command": 7}}}`,
    'b/.agents/mcp_config.json': `{"mcpServers": {"kiln": {"env": {"A": "${several}"}, "command": 7}}}`,
  });
  const body = several.split('\n').slice(1, -1);
  for (const args of RUNS) {
    const { stdout, stderr } = await runSource(args, cwd, PROJECT);
    expect(leaks(stdout + stderr, body)).toEqual([]);
  }
});

describe('tokens outside the linted files', () => {
  /** Fit for the name of a file. */
  const names = SOME.filter((token) => /^[\w.$=~:-]+$/.test(token) && token.length < 200);

  test('in the names of directories', async () => {
    const tree: Record<string, TreeEntry> = { '.git/': '' };
    for (const name of names) {
      tree[`x ${name}/.agents/mcp_config.json`] = '{"mcpServers": {"kiln": 7}}';
      tree[`${name}/.agent/mcp_config.json/`] = '';
      tree[`.agents/plugins/${name}/plugin.json`] = '{"Name": "kiln"}';
      tree[`.agents/plugins/${name}/mcp_config.json`] = '[]';
      tree[`y ${name}/.agents`] = { symlink: `../x ${name}/.agents` };
    }
    const cwd = tempTree(tree);
    for (const args of RUNS) {
      const { stdout, stderr } = await runSource(args, cwd, PROJECT);
      expect(stdout.split('\n').length).toBeGreaterThan(names.length);
      expect(leaks(stdout + stderr, names)).toEqual([]);
    }
    const inside = join(cwd, `x ${names[0]}`);
    for (const args of RUNS) {
      const { stdout, stderr } = await runSource([...args, '../.agents'], inside, PROJECT);
      expect(leaks(stdout + stderr, names)).toEqual([]);
    }
  });

  test('in a configuration that is wrong', async () => {
    const yamls: readonly Place[] = [
      (v) => `fail-on: "${v}"\n"${v}": 1\nstrict: "${v}"\nversion: "${v}"\n`,
      (v) => `rules:\n  "${v}": {}\n  mcp-valid-jso: {}\n`,
      (v) =>
        `rules:\n  mcp-valid-json:\n    "${v}": 1\n    enabled: "${v}"\n    severity: "${v}"\n    shadowed: "${v}"\n`,
      (v) =>
        `rules:\n  mcp-valid-json:\n    exclude: ["/${v}"]\n    ignore: [{ path: "../${v}", at: "${v}" }]\n`,
      (v) => `rules:\n  mcp-valid-json: "${v}"\n`,
      (v) => `exclude: "${v}"\n? "${v}"\n: [\n`,
      (v) => `"${v}": &a [*b]\n- "${v}"\n\t!!js "${v}"\n`,
      (v) => `- "${v}"\n`,
    ];
    for (const token of SOME) {
      for (const yaml of yamls) {
        const cwd = tempTree({ '.skillsaw.yaml': yaml(token) });
        const { stdout, stderr } = await runSource(['lint'], cwd, PROJECT);
        expect(stderr).not.toBe('');
        expect(leaks(stdout + stderr, [token])).toEqual([]);
      }
    }
  });

  test('in a configuration that is right, as explain shows it', async () => {
    for (const token of SOME) {
      const block = `exclude: ["${token}"], additional-placeholders: ["${token}"], ignore: [{ path: "${token}", reason: "${token}" }]`;
      const cwd = tempTree({ '.skillsaw.yaml': `rules: { mcp-valid-json: { ${block} } }\n` });
      for (const format of ['text', 'markdown', 'json']) {
        const { stdout, stderr } = await runSource(
          ['explain', 'mcp-valid-json', '--format', format],
          cwd,
          PROJECT,
        );
        expect(stdout).toContain('***');
        expect(leaks(stdout + stderr, [token])).toEqual([]);
      }
    }
  });

  test('in a baseline that is written, and in one that is wrong', async () => {
    const files = tempTree({ ...plant(SOME, PLACES), ...plant(WORDS, TELLING) });
    const written = await runSource(['baseline'], files, PROJECT);
    const baseline = readFileSync(join(files, '.skillsaw-baseline.json'), 'utf8');
    expect(baseline.split('\n').length).toBeGreaterThan(SOME.length);
    expect(leaks(written.stderr + baseline, [...SOME, ...WORDS])).toEqual([]);
    const wrong: readonly Place[] = [
      (v) => v,
      (v) => `{"${v}": '${v}'}`,
      (v) => `{"schemaVersion": "${v}"}`,
      (v) => `{"schemaVersion": 1, "entries": [{"path": 7, "${v}": 1, "fingerprint": "${v}"}]}`,
    ];
    for (const token of SOME) {
      for (const content of wrong) {
        const cwd = tempTree({ '.skillsaw-baseline.json': content(token) });
        const { stdout, stderr, status } = await runSource(['lint'], cwd, PROJECT);
        expect(status).toBe(2);
        expect(leaks(stdout + stderr, [token])).toEqual([]);
      }
    }
  });

  test('in the names of directories that a baseline is about', async () => {
    const tree = Object.fromEntries(names.map((name) => [`${name}/.agents/mcp_config.json`, '[]']));
    const cwd = tempTree({ '.git/': '', ...tree });
    const { stderr } = await runSource(['baseline'], join(cwd, names[0] as string), PROJECT);
    await runSource(['baseline'], cwd, PROJECT);
    const baseline = readFileSync(join(cwd, '.skillsaw-baseline.json'), 'utf8');
    expect(baseline.split('\n').length).toBeGreaterThan(names.length);
    expect(leaks(stderr + baseline, names)).toEqual([]);
    const { stdout, status } = await runSource(['--format', 'compact'], cwd, PROJECT);
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  test('on the command line', async () => {
    const lines: readonly ((v: string) => readonly string[])[] = [
      (v) => [v],
      (v) => ['lint', `${v}/mcp_config.json`, `*${v}`],
      (v) => [`--glaze=${v}`],
      (v) => ['--format', v],
      (v) => ['--fail-on', v],
      (v) => ['--rule', v],
      (v) => ['--skip-rule', v],
      (v) => ['--config', v],
      (v) => ['--output', v],
      (v) => ['--output', `json:${v}/x`],
      (v) => ['--output', `${v}:x.json`],
      (v) => ['--output', 'json:-', '--output', `pdf:${v}`],
      (v) => ['-', '--stdin-filename', v],
      (v) => ['explain', v],
      (v) => ['tree', v],
      (v) => ['fix', v, '--dry-run'],
      (v) => ['baseline', v],
      (v) => ['--since', v],
      (v) => ['list-rules', v],
      (v) => ['schema', v],
      (v) => ['init', `--glaze=${v}`],
    ];
    const cwd = tempTree({ '.agents/mcp_config.json': '{}' });
    for (const token of SOME) {
      for (const line of lines) {
        const { stdout, stderr, status } = await runSource(line(token), cwd, PROJECT);
        expect({ status, args: line('…') }).toEqual({ status: 2, args: line('…') });
        expect(leaks(stdout + stderr, [token])).toEqual([]);
      }
    }
  });

  test('in what a client asks for', async () => {
    const { call } = await connect(tempTree({ '.agents/mcp_config.json': '{}' }));
    const asked: readonly [string, (v: string) => Record<string, unknown>][] = [
      ['lint', (v) => ({ [v]: 1 })],
      ['lint', (v) => ({ paths: [v, `../${v}`, `a\0${v}`] })],
      ['lint', (v) => ({ paths: [v], content: '{}' })],
      ['lint', (v) => ({ paths: ['.agents/mcp_config.json'], content: v })],
      ['lint', (v) => ({ directory: v })],
      ['lint', (v) => ({ directory: { [v]: v } })],
      ['preview_fix', (v) => ({ suggested: v })],
      ['apply_fix', (v) => ({ confirm: v, paths: v })],
      ['explain_rule', (v) => ({ rule: v.slice(0, 100) })],
      ['list_rules', (v) => ({ [v]: { [v]: v } })],
      ['list_servers', (v) => ({ paths: [v] })],
    ];
    for (const token of SOME) {
      for (const [name, args] of asked) {
        const outcome = await call(name, args(token));
        expect('error' in outcome || outcome.data.findings.length > 0).toBe(true);
        expect(leaks(JSON.stringify(outcome), [token])).toEqual([]);
      }
    }
  });

  test('in the name of a working directory that the built program runs in', () => {
    const [name = ''] = names;
    const cwd = join(temporaryFolder(), name);
    mkdirSync(cwd);
    for (const args of [['..'], [`../${name}`], ['init'], ['tree'], ['-c', join(cwd, 'x.yaml')]]) {
      const { stdout, stderr } = runBuilt(args, { cwd });
      expect(stdout + stderr).not.toBe('');
      expect(leaks(stdout + stderr, [name])).toEqual([]);
    }
  });
});
