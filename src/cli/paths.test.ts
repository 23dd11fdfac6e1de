import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  PROJECT,
  type RunOptions,
  runBuilt,
  runCommand,
  scrubbedEnv,
  type TreeEntry,
  tempTree,
} from '../test/helpers.ts';
import { CLEAN, DROPPED, FATAL, places, servers } from '../test/projects.ts';
import { understoodNames } from '../workspace/inputs.ts';

type Tree = Readonly<Record<string, TreeEntry>>;

function lint(args: readonly string[], options: RunOptions) {
  const { stdout, stderr, status } = runBuilt(['lint', '--format', 'compact', ...args], options);
  return { found: places(stdout), stderr, status };
}

const WARNING = '6:22 warning antigravity-mcp-valid';

const REPOSITORY: Tree = {
  '.git/': '',
  '.agents/mcp_config.json': DROPPED,
  'bakery/_agents/mcp_config.json': DROPPED,
  'bakery/oven/.agent/mcp_config.json': DROPPED,
  'apiary/mcp_config.json': DROPPED,
  'apiary/notes.md': '# bees',
  'node_modules/kiln/.agents/mcp_config.json': DROPPED,
};
const ROOT = `.agents/mcp_config.json:${WARNING}`;
const BAKERY = `bakery/_agents/mcp_config.json:${WARNING}`;
const OVEN = `bakery/oven/.agent/mcp_config.json:${WARNING}`;

test('the names that are understood', () => {
  expect(understoodNames().split(', ')).toContain('mcp_config.json');
});

describe('what is linted', () => {
  const cases: readonly [string, string[], string[]][] = [
    ['this directory, when nothing is named', [], [ROOT, BAKERY, OVEN]],
    ['a directory', ['bakery'], [BAKERY, OVEN]],
    ['several, in the order of their paths', ['bakery/oven', '.agents'], [ROOT, OVEN]],
    [
      'what overlaps once',
      ['bakery', '.', 'bakery/oven/.agent/mcp_config.json', './bakery/'],
      [ROOT, BAKERY, OVEN],
    ],
    ['a customization root by itself', ['.agents'], [ROOT]],
    ['a named file wherever it lies', ['apiary/mcp_config.json'], [`apiary/mcp_config.json:${WARNING}`]],
    [
      'a named file in what the walk leaves out',
      ['node_modules/kiln/.agents/mcp_config.json'],
      [`node_modules/kiln/.agents/mcp_config.json:${WARNING}`],
    ],
    ['what a pattern matches', ['bakery/**/mcp_config.json'], [BAKERY, OVEN]],
    ['directories that a pattern matches', ['ba*'], [BAKERY, OVEN]],
    ['what stands behind two dashes', ['--', '.agents'], [ROOT]],
  ];
  const cwd = tempTree(REPOSITORY);

  test.each(cases)('%s', (_, args, found) => {
    expect(lint(args, { cwd })).toEqual({ found, stderr: '', status: 0 });
  });

  test('paths are relative to the working directory, absolute outside it', () => {
    expect(lint(['../.agents', 'oven'], { cwd: join(cwd, 'bakery') })).toEqual({
      found: [`${join(cwd, '.agents/mcp_config.json')}:${WARNING}`, `oven/.agent/mcp_config.json:${WARNING}`],
      stderr: '',
      status: 0,
    });
  });

  test('without a command word, flags and paths are those of lint', () => {
    const { stdout, stderr, status } = runBuilt(['--format', 'compact', 'bakery/oven'], { cwd });
    expect({ found: places(stdout), stderr, status }).toEqual({ found: [OVEN], stderr: '', status: 0 });
  });

  test('a directory whose name is that of a command is named with its path', () => {
    const place = tempTree({ 'tree/.agents/mcp_config.json': DROPPED });
    expect(lint(['tree'], { cwd: place })).toEqual({
      found: [`tree/.agents/mcp_config.json:${WARNING}`],
      stderr: '',
      status: 0,
    });
  });

  test('a name with the characters of a pattern is no pattern when it is there', () => {
    const place = tempTree({
      '[bakery]/.agents/mcp_config.json': DROPPED,
      'b/.agents/mcp_config.json': DROPPED,
    });
    expect(lint(['[bakery]'], { cwd: place })).toEqual({
      found: [`[bakery]/.agents/mcp_config.json:${WARNING}`],
      stderr: '',
      status: 0,
    });
  });
});

describe('what cannot be linted is said, and nothing is', () => {
  const cases: readonly [string, string[], string][] = [
    [
      'a missing path',
      ['nowhere'],
      'error: nowhere: there is no such file or directory; check the spelling\n',
    ],
    [
      'all of them at once',
      ['nowhere', '.agents', 'apiary/notes.md'],
      'error: nowhere: there is no such file or directory; check the spelling\n' +
        `error: apiary/notes.md: no rule understands a file of this name; understood: ${understoodNames()}. Name one of these or a directory\n`,
    ],
    [
      'a pattern without a match',
      ['kilns/*'],
      `error: kilns/*: nothing matches this pattern; it must match directories or files named ${understoodNames()}\n`,
    ],
    [
      'a misspelt command',
      ['lsit-rules'],
      'error: lsit-rules: there is no such file or directory; check the spelling; did you mean the command list-rules?\n',
    ],
    [
      'help, which other programs have as a command',
      ['help'],
      'error: help: there is no such file or directory; check the spelling; skillsaw --help lists the commands\n',
    ],
    [
      'an empty argument',
      [''],
      'error: "": this argument is empty; name a file or a directory, or leave it out\n',
    ],
    [
      'a word with an escape in it',
      ['a\u001b]0;b'],
      'error: a\\u001b]0;b: there is no such file or directory; check the spelling\n',
    ],
  ];
  const cwd = tempTree(REPOSITORY);
  test.each(cases)('%s', (_, args, message) => {
    expect(lint(args, { cwd })).toEqual({ found: [], stderr: `${message}Nothing was linted.\n`, status: 2 });
  });

  test('a named path that may not be read', () => {
    const closed = tempTree({
      'mcp_config.json': { content: CLEAN, mode: 0o000 },
      'cellar/': { mode: 0o000 },
    });
    expect(lint(['mcp_config.json', 'cellar'], { cwd: closed, unprivileged: true })).toEqual({
      found: [],
      stderr:
        'error: mcp_config.json: this file cannot be read: permission denied; make it readable or leave it out\n' +
        'error: cellar: this directory cannot be read: permission denied; make it readable or leave it out\n' +
        'Nothing was linted.\n',
      status: 2,
    });
  });
});

test('what is found on the way and may not be read is a finding', () => {
  const cwd = tempTree({
    '.git/': '',
    '.agents/mcp_config.json': { content: CLEAN, mode: 0o000 },
    'cellar/': { mode: 0o000 },
    'oven/.agents/mcp_config.json/': '',
    'shed/.agents/mcp_config.json': { symlink: '../../../outside.json' },
    'barn/.agents/mcp_config.json': { symlink: '../../apiary.json' },
    'apiary.json': DROPPED,
  });
  expect(lint([], { cwd, unprivileged: true })).toEqual({
    found: [
      '.agents/mcp_config.json:1:1 error unreadable-file',
      `barn/.agents/mcp_config.json:${WARNING}`,
      'cellar:1:1 error unreadable-file',
      'oven/.agents/mcp_config.json:1:1 error unreadable-file',
      'shed/.agents/mcp_config.json:1:1 warning escaping-link',
    ],
    stderr: '',
    status: 1,
  });
});

describe('nothing to lint', () => {
  const cwd = tempTree({ '.git/': '', 'bakery/flour.txt': '' });
  test('is said, in text format, and is no failure', () => {
    expect(runBuilt(['bakery'], { cwd })).toEqual({
      stdout: '',
      stderr: 'no Antigravity files found under bakery\n',
      status: 0,
    });
  });
  test.each([
    ['compact', ''],
    ['json', expect.stringContaining('"findings": []')],
  ])('is an empty report in %s', (format, stdout) => {
    expect(runBuilt(['lint', '--format', format], { cwd })).toEqual({ stdout, stderr: '', status: 0 });
  });
});

describe('a repository with no file of Antigravity’s but .mcp.json', () => {
  const cwd = tempTree({ '.git/': '', '.mcp.json': '{ // none\n}', 'apiary/.mcp.json': '{ // none\n}' });
  test('is linted by the rules that read it', () => {
    expect(lint([], { cwd })).toEqual({
      found: ['.mcp.json:1:3 error mcp-valid-json'],
      stderr: '',
      status: 1,
    });
  });
  test('below the repository root one is read when it is named', () => {
    expect(lint(['apiary'], { cwd })).toEqual({ found: [], stderr: '', status: 0 });
    expect(lint(['apiary/.mcp.json'], { cwd }).found).toEqual(['apiary/.mcp.json:1:3 error mcp-valid-json']);
  });
});

describe('what seldom matters is loaded where it does', () => {
  test('the parser of TOML', () => {
    const cwd = tempTree({
      '.git/': '',
      '.codex/config.toml': '[mcp_servers.kiln]\nargs = ["agy-orch-mcp"]\ntool_timeout_sec = 60\n',
    });
    expect(lint([], { cwd })).toEqual({
      found: ['.codex/config.toml:3:20 warning agy-bridge-env'],
      stderr: '',
      status: 0,
    });
  });

  test('what tells which paths git ignores', () => {
    const cwd = tempTree({
      '.git/': '',
      '.agents/hooks.json': '{}',
      '.gitignore': 'node_modules\n.agents\n',
    });
    expect(lint(['-v'], { cwd })).toEqual({
      found: ['.gitignore:2:1 info antigravity-misplaced-file'],
      stderr: '',
      status: 0,
    });
  });

  test('files that nobody reads are enough for a run', () => {
    const cwd = tempTree({ '.git/': '', '.antigravity/hooks.json': '{}' });
    expect(lint([], { cwd })).toEqual({
      found: ['.antigravity/hooks.json:1:1 warning antigravity-misplaced-file'],
      stderr: '',
      status: 0,
    });
  });
});

describe('exclude', () => {
  const cwd = tempTree({ ...REPOSITORY, '.skillsaw.yaml': 'exclude: ["bakery/**"]\n' });
  test('holds below a directory', () => {
    expect(lint([], { cwd })).toEqual({ found: [ROOT], stderr: '', status: 0 });
  });
  test('holds for what is named, and says so', () => {
    const note = 'named on the command line, but left out by exclude in the configuration\n';
    expect(lint(['bakery/oven/.agent/mcp_config.json', 'bakery', '.agents'], { cwd })).toEqual({
      found: [ROOT],
      stderr: `note: bakery: ${note}note: bakery/oven/.agent/mcp_config.json: ${note}`,
      status: 0,
    });
  });
});

describe('standard input', () => {
  const cwd = tempTree(REPOSITORY);
  const stdin = (filename: string, input: string, ...more: string[]) =>
    lint(['-', '--stdin-filename', filename, ...more], { cwd, input });

  test('is linted as if it were the file, whether or not there is one', () => {
    expect(stdin('.agents/mcp_config.json', FATAL)).toEqual({
      found: ['.agents/mcp_config.json:1:3 error antigravity-mcp-valid'],
      stderr: '',
      status: 1,
    });
    expect(stdin('shed/new/mcp_config.json', DROPPED)).toEqual({
      found: [`shed/new/mcp_config.json:${WARNING}`],
      stderr: '',
      status: 0,
    });
  });

  test('stands for the file when its directory is named too', () => {
    expect(stdin('.agents/mcp_config.json', CLEAN, '.')).toEqual({
      found: [BAKERY, OVEN],
      stderr: '',
      status: 0,
    });
  });

  test('may be empty', () => {
    expect(stdin('.agents/mcp_config.json', '')).toEqual({
      found: ['.agents/mcp_config.json:1:1 error antigravity-mcp-valid'],
      stderr: '',
      status: 1,
    });
  });

  test('follows the configuration above its name', () => {
    const place = tempTree({
      'bakery/.skillsaw.yaml': 'rules: { antigravity-mcp-valid: { severity: error } }\n',
    });
    const args = ['-', '--stdin-filename', 'bakery/.agents/mcp_config.json'];
    expect(lint(args, { cwd: place, input: DROPPED })).toEqual({
      found: ['bakery/.agents/mcp_config.json:6:22 error antigravity-mcp-valid'],
      stderr: '',
      status: 1,
    });
  });

  test('under a name that no rule understands is a mistake', () => {
    expect(stdin('notes.md', CLEAN)).toEqual({
      found: [],
      stderr: `error: notes.md: no rule understands a file of this name; understood: ${understoodNames()}\nNothing was linted.\n`,
      status: 2,
    });
  });

  test.each([
    [['-'], '- reads standard input: say with --stdin-filename which file it stands for'],
    [
      ['--stdin-filename', 'mcp_config.json'],
      '--stdin-filename goes with the path -, which reads standard input',
    ],
  ])('%j is a mistake', (args, message) => {
    expect(lint(args, { cwd, input: CLEAN })).toEqual({
      found: [],
      stderr: `error: ${message}\nNothing was linted.\n`,
      status: 2,
    });
  });
});

test('a file over 8 MiB is not checked, and that is a finding', () => {
  const cwd = tempTree({ '.agents/mcp_config.json': `${servers({})}${' '.repeat(8 * 1024 * 1024)}` });
  const result = runBuilt([], { cwd });
  expect(result).toEqual({
    stdout: expect.stringMatching(/8 MiB; nothing in it was checked {2}unreadable-file/),
    stderr: '',
    status: 1,
  });
});

test('the walk leaves out what others made, and does not read .gitignore', () => {
  const pruned = ['node_modules', '.git', '.hg', '.svn', '.venv', '.tox', '.cache', '.direnv'];
  const cwd = tempTree({
    ...Object.fromEntries(pruned.map((name) => [`shed/${name}/.agents/mcp_config.json`, DROPPED])),
    '.gitignore': 'shed\n',
    'shed/vendor/.agents/mcp_config.json': DROPPED,
  });
  expect(lint([], { cwd })).toEqual({
    found: [`shed/vendor/.agents/mcp_config.json:${WARNING}`],
    stderr: '',
    status: 0,
  });
});

test("other hosts' own files are theirs", () => {
  const hooks = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "make tidy"}]}]}}';
  const cwd = tempTree({
    '.git/': '',
    '.agents/mcp_config.json': '{"mcpServers": {}}',
    '.mcp.json': CLEAN,
    '.cursor/mcp.json': CLEAN,
    '.vscode/mcp.json': '{"servers": {"orchard": {"type": "stdio", "command": "orchard-mcp"}}}',
    '.claude/settings.json': hooks,
    'node_modules/kiln/mcp_config.json': FATAL,
  });
  expect(lint([], { cwd })).toEqual({ found: [], stderr: '', status: 0 });
});

test('the working directory may be reached through a link', () => {
  const cwd = tempTree({ 'real/.agents/mcp_config.json': DROPPED, link: { symlink: 'real' } });
  expect(realpathSync(join(cwd, 'link'))).toBe(join(cwd, 'real'));
  expect(lint(['link'], { cwd })).toEqual({
    found: [`link/.agents/mcp_config.json:${WARNING}`],
    stderr: '',
    status: 0,
  });
});

test.skipIf(process.platform === 'win32')(
  'a working directory that is gone is something for the user to mend',
  () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$NODE" "$PROGRAM"';
    const env = { ...scrubbedEnv(), NODE: process.execPath, PROGRAM: join(PROJECT, 'bin', 'skillsaw.js') };
    expect(runCommand('sh', ['-c', script], { cwd: tempTree({}), env })).toEqual({
      stdout: '',
      stderr: 'error: the working directory does not exist any more; change to one that does\n',
      status: 2,
    });
  },
);

test('a name that is not UTF-8 is damaged on its way here, and the message says so', () => {
  const { stderr, status } = lint(['kiln\ufffd'], { cwd: tempTree({}) });
  expect(stderr).toContain('(a name that is not UTF-8 cannot be given; name a directory above it)');
  expect(status).toBe(2);
});
