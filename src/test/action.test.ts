import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../version.ts';
import { PROJECT, runCommand, type TreeEntry, temporaryFolder, tempTree } from './helpers.ts';
import { CLEAN, DROPPED, LEAKING, servers } from './projects.ts';
import { secret } from './secrets.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

const ACTION = join(PROJECT, 'bin', 'action.js');
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

interface Step {
  readonly status: number | null;
  readonly log: string;
  /** What the runner would do: its commands, without those in stopped stretches. */
  readonly commands: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly cwd: string;
}

/** Runs the action's script as a runner does: inputs and files by environment variables, the checkout as working directory. */
function runStep(
  inputs: Readonly<Record<string, string>>,
  tree: Tree = SHOP,
  env: Record<string, string> = {},
): Step {
  const cwd = tempTree(tree);
  const runner = temporaryFolder();
  const files = { GITHUB_OUTPUT: join(runner, 'output'), GITHUB_STEP_SUMMARY: join(runner, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const { stdout, stderr, status } = runCommand(process.execPath, [ACTION], {
    cwd,
    env: { RUNNER_TEMP: runner, ...files, ...Object.fromEntries(given), ...env },
  });
  expect(stderr).toBe('');
  return {
    status,
    log: stdout,
    commands: commandsIn(stdout),
    outputs: outputsIn(read(files.GITHUB_OUTPUT)),
    summary: read(files.GITHUB_STEP_SUMMARY),
    cwd,
  };
}

/** The lines that the runner obeys. It looks for `::` at the start of a line and for `##[` anywhere. */
function commandsIn(log: string): readonly string[] {
  const commands: string[] = [];
  let stoppedBy: string | undefined;
  for (const line of log.split(/\r\n|[\r\n]/)) {
    const command = /^\s*::([^:\s]+)(?:\s.*?)?::(.*)$/.exec(line);
    if (stoppedBy !== undefined) {
      if (command?.[1] === stoppedBy) stoppedBy = undefined;
    } else if (command?.[1] === 'stop-commands') stoppedBy = command[2];
    else if (command !== null || line.includes('##[')) commands.push(line);
  }
  expect(stoppedBy).toBeUndefined();
  return commands;
}

/** `name<<end`, lines, `end`. */
function outputsIn(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length - 1; ) {
    const [, name = '', end = ''] = /^([\w-]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    const last = lines.indexOf(end, at + 1);
    if (name === '' || last < 0) throw new Error(`no output: ${lines[at]}`);
    outputs[name] = lines.slice(at + 1, last).join('\n');
    at = last + 1;
  }
  return outputs;
}

const SHOP: Tree = {
  '.git/': '',
  'a/.agents/mcp_config.json': DROPPED,
  'b/.agents/mcp_config.json': LEAKING,
  'a b/.agents/mcp_config.json': CLEAN,
};

interface Metadata {
  readonly inputs: Readonly<Record<string, { description: string; required?: boolean; default?: string }>>;
  readonly outputs: Readonly<Record<string, { description: string }>>;
  readonly runs: { using: string; main: string };
}

describe('action.yml', () => {
  const metadata = parse(read(PROJECT, 'action.yml')) as Metadata;

  test('has the inputs and outputs that its script knows, and uses no other action', () => {
    const script = read(ACTION);
    const asked = [...script.matchAll(/input\(env, '([\w-]+)'\)/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(Object.keys(metadata.inputs).sort());
    const given = [...script.matchAll(/outputEntry\('([\w-]+)'/g)].map(([, name]) => name);
    expect(given).toEqual(Object.keys(metadata.outputs));
    expect(read(PROJECT, 'action.yml')).not.toMatch(/uses:/);
    for (const { description } of [...Object.values(metadata.inputs), ...Object.values(metadata.outputs)]) {
      expect(description).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  test('runs a file that is there, with a Node that is new enough, and needs nothing installed', () => {
    expect(metadata.runs).toEqual({ using: 'node24', main: 'bin/action.js' });
    expect(existsSync(join(PROJECT, metadata.runs.main))).toBe(true);
    const required = [...read(ACTION).matchAll(/require\('([^']+)'\)/g)].map(([, name]) => name ?? '');
    expect(required.filter((name) => !name.startsWith('node:'))).toEqual(['../package.json']);
  });
});

describe('a step', () => {
  test('fails on errors, annotates, and tells how many there are', () => {
    const { status, commands, outputs, summary, log } = runStep({ paths: '.' });
    expect(status).toBe(1);
    expect(commands.map((line) => line.slice(0, 60))).toEqual([
      expect.stringMatching(/^::warning file=a\/\.agents\/mcp_config\.json,line=6,/),
      expect.stringMatching(/^::error file=b\/\.agents\/mcp_config\.json,line=6,/),
    ]);
    expect(outputs).toMatchObject({ errors: '1', warnings: '1' });
    expect(JSON.parse(read(outputs.report ?? ''))).toMatchObject({
      summary: { errors: 1, warnings: 1, files: 3 },
    });
    expect(summary).toMatch(/^## skillsaw\n\n1 error, 1 warning, 3 files checked\n\n<table>\n/);
    expect(summary.match(/<tr>/g)).toHaveLength(3);
    expect(log + summary).not.toContain(secret('password'));
  });

  test('passes without errors', () => {
    const { status, commands, outputs, summary } = runStep({ paths: 'a b' });
    expect({ status, commands, outputs, summary }).toEqual({
      status: 0,
      commands: [],
      outputs: { errors: '0', warnings: '0', report: expect.any(String) },
      summary: '## skillsaw\n\n0 errors, 0 warnings, 1 file checked\n\n',
    });
  });

  test('that finds nothing to lint passes', () => {
    expect(runStep({}, { 'readme.md': '' })).toMatchObject({
      status: 0,
      outputs: { errors: '0', warnings: '0' },
    });
  });

  test.each<[Record<string, string>, number]>([
    [{ paths: 'a' }, 0],
    [{ paths: 'a', 'fail-on': 'warning' }, 1],
    [{ paths: 'b', 'fail-on': 'never' }, 0],
    [{ paths: 'a\nb' }, 1],
    [{ paths: '\r\n  a\r\n\r\n  a b  \r\n' }, 0],
    [{ paths: 'a', config: 'strict.yaml' }, 1],
    [{ paths: '' }, 1],
  ])('%j ends with %i', (inputs, status) => {
    expect(runStep(inputs, { ...SHOP, 'strict.yaml': 'strict: true\n' }).status).toBe(status);
  });

  test('writes SARIF where it is told to', () => {
    const { cwd, status } = runStep({ 'sarif-file': 'out/kiln $(date).sarif' }, { ...SHOP, 'out/': '' });
    expect(status).toBe(1);
    expect(JSON.parse(read(cwd, 'out/kiln $(date).sarif'))).toMatchObject({ version: '2.1.0' });
    const failed = runStep({ paths: 'a', 'sarif-file': 'nowhere/x.sarif' });
    expect(failed).toMatchObject({ status: 2, outputs: {} });
    expect(failed.commands.at(-1)).toMatch(/^::error title=skillsaw::.*nowhere\/x\.sarif/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a path that is not there', { paths: 'nowhere' }, /nowhere: there is no such file or directory/],
    [
      'a configuration that is wrong',
      { config: 'wrong.yaml' },
      /wrong\.yaml:1:9: strict: found the number 1/,
    ],
  ])('%s is the author to mend, and the summary says that nothing was linted', (_, inputs, message) => {
    const { status, commands, outputs, summary } = runStep(inputs, { ...SHOP, 'wrong.yaml': 'strict: 1\n' });
    expect({ status, outputs, summary }).toEqual({
      status: 2,
      outputs: {},
      summary: '## skillsaw\n\nNothing was linted; the log says why.\n\n',
    });
    expect(commands).toEqual([expect.stringMatching(/^::error title=skillsaw::error: /)]);
    expect(commands[0]).toMatch(message);
  });

  test('needs none of the files that a runner offers', () => {
    expect(
      runStep({ paths: 'a b' }, SHOP, { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '', RUNNER_TEMP: '' }),
    ).toMatchObject({
      status: 0,
    });
  });

  test('keeps the summary below what GitHub takes', () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`kiln-${i}${'<'.repeat(60)}`, { command: i }]),
    );
    const { summary, outputs } = runStep({}, { '.agents/mcp_config.json': servers(many) });
    expect(Number(outputs.warnings)).toBeGreaterThanOrEqual(3000);
    expect(summary.length).toBeLessThan(1024 * 1024);
    expect(summary).toMatch(/\n\d+ findings more in the report\.\n\n$/);
  });
});

describe('hostile inputs', () => {
  const words: readonly string[] = [
    '$(touch pwned)',
    '`touch pwned`',
    '; touch pwned',
    "' || touch pwned '",
    '" && touch pwned "',
    '--output=text:pwned',
    '-c/etc/passwd',
    '--no-config',
    '%0A::set-output name=errors::9',
    '\u202e\u001b[31m',
    '../../pwned',
  ];

  test.each(words)('%j is a path, a file and nothing else', (word) => {
    for (const name of ['paths', 'config']) {
      const { status, cwd, commands, outputs } = runStep({ [name]: word });
      expect({ status, outputs }).toEqual({ status: 2, outputs: {} });
      expect(commands).toEqual([expect.stringMatching(/^::error title=skillsaw::error: /)]);
      expect(readdirSync(cwd).sort()).toEqual(['.git', 'a', 'a b', 'b']);
    }
  });

  test('names of files may be any of them', () => {
    const tree = Object.fromEntries(
      words
        .filter((word) => !word.startsWith('..'))
        .map((word) => [`${word}/.agents/mcp_config.json`, DROPPED]),
    );
    const { status, outputs, commands } = runStep(
      {
        paths: Object.keys(tree)
          .map((path) => path.replace(/\/.*/, ''))
          .join('\n'),
      },
      tree,
    );
    expect({ status, warnings: outputs.warnings }).toEqual({
      status: 0,
      warnings: `${Object.keys(tree).length}`,
    });
    for (const command of commands) expect(command).toMatch(/^::warning file=/);
  });

  test.each<[string, string]>([
    ['version', '0.20'],
    ['version', '0.20.0; touch pwned'],
    ['version', '0.20.0\n::error::x'],
    ['version', 'file:.'],
    ['version', '../x'],
    ['version', 'git+https://kiln.example/x'],
    ['version', '--registry=https://kiln.example'],
    ['version', '$(touch pwned)'],
    ['fail-on', 'fatal'],
    ['fail-on', 'error\n::error::x'],
    ['paths', 'a\n-\nb'],
  ])('%s: %j is refused', (name, value) => {
    const { status, commands, outputs, cwd } = runStep({ [name]: value });
    expect({ status, outputs }).toEqual({ status: 2, outputs: {} });
    expect(commands).toEqual([expect.stringMatching(new RegExp(`^::error title=skillsaw::${name} `))]);
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });
});

describe('hostile files', () => {
  const evil =
    'x\n::error::one\r\n::set-output name=errors::9\n##[error]two\n::stop-commands::three\n::add-mask::a';

  test('neither names nor values nor notes become commands or markup', () => {
    const name = `<b>|\`*_[x](https://kiln.example)\n\n# y</td></table><script>${evil}`;
    const tree: Record<string, TreeEntry> = {
      '.git/': '',
      '.skillsaw.yaml': 'exclude: ["gone*/**"]\n',
      '.agents/mcp_config.json': JSON.stringify({ mcpServers: { [name]: { command: 7, [evil]: 1 } } }),
      'link/': '',
      '##[error]three/.agents': { symlink: '../link' },
      'link/mcp_config.json': CLEAN,
    };
    if (process.platform !== 'win32') tree[`${evil}/.agents/mcp_config.json`] = DROPPED;
    const { status, commands, outputs, summary, log } = runStep({}, tree);
    expect({ status, errors: outputs.errors }).toEqual({ status: 0, errors: '0' });
    for (const command of commands) expect(command).toMatch(/^::(?:warning|notice) file=/);
    expect(log).toContain('##[error]three');
    const table = summary.slice(summary.indexOf('<table>'), summary.indexOf('</table>'));
    expect(table.replace(/<\/?(?:table|tr|th|td)>/g, '')).not.toMatch(/[<>|`]/);
    expect(summary.match(/<table>/g)).toHaveLength(1);
    expect(table).not.toMatch(/\n\s*\n/);
    expect(summary).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});

describe.skipIf(process.platform === 'win32')('a release that is not this one', () => {
  /** In the place of npm: notes what it was asked for, and installs this project under the name. */
  function fakeNpm(then = ''): { bin: string; asked: string } {
    const folder = temporaryFolder();
    const asked = join(folder, 'asked');
    const script = `#!/bin/sh\npwd > '${asked}'\nfor word in "$@"; do echo "$word" >> '${asked}'; done\n${then === '' ? `mkdir node_modules && ln -s '${PROJECT}' node_modules/skillsaw` : then}\n`;
    const bin = tempTree({ npm: { content: script, mode: 0o755 } });
    return { bin, asked };
  }
  const pathWith = (bin: string): string => `${bin}${delimiter}${process.env.PATH}`;

  test('is installed in a folder of its own, without scripts', () => {
    const { bin, asked } = fakeNpm();
    const tree = { ...SHOP, '.npmrc': 'registry=https://kiln.example/\n' };
    const { status, outputs, cwd } = runStep({ version: '1.2.3-rc.1' }, tree, { PATH: pathWith(bin) });
    expect({ status, errors: outputs.errors }).toEqual({ status: 1, errors: '1' });
    const [folder = '', ...words] = read(asked).trim().split('\n');
    expect(folder.startsWith(cwd)).toBe(false);
    expect(words).toEqual([
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      'skillsaw@1.2.3-rc.1',
    ]);
  });

  test('is that of the action where the action was not built', () => {
    const { bin, asked } = fakeNpm();
    const action = tempTree({
      'package.json': read(PROJECT, 'package.json'),
      'bin/package.json': read(PROJECT, 'bin', 'package.json'),
    });
    mkdirSync(dirname(join(action, 'bin', 'action.js')), { recursive: true });
    writeFileSync(join(action, 'bin', 'action.js'), read(ACTION));
    const { status } = runCommand(process.execPath, [join(action, 'bin', 'action.js')], {
      cwd: tempTree(SHOP),
      env: { PATH: pathWith(bin) },
    });
    expect(status).toBe(1);
    expect(read(asked).trim().split('\n').at(-1)).toBe(`skillsaw@${VERSION}`);
  });

  test('that cannot be installed is named, and what npm says is no command', () => {
    const { bin } = fakeNpm('echo "::error::from npm"; echo "##[error]too" >&2; exit 1');
    const { status, commands, log } = runStep({ version: '9.9.9' }, SHOP, { PATH: pathWith(bin) });
    expect({ status, commands }).toEqual({
      status: 2,
      commands: ['::error title=skillsaw::skillsaw 9.9.9 could not be installed with npm; the log says why'],
    });
    expect(log).toContain('from npm');
  });

  test('needs npm', () => {
    expect(runStep({ version: '9.9.9' }, SHOP, { PATH: tempTree({}) })).toMatchObject({
      status: 2,
      commands: [
        '::error title=skillsaw::npm could not be started (ENOENT); the runner needs it to install skillsaw',
      ],
    });
  });
});
