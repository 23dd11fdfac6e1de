import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMATS, formatEntry } from '../report/formats.ts';
import { COMMANDS } from '../run/usage.ts';
import { PROJECT, runBuilt, runCommand, scrubbedEnv, tempTree } from '../test/helpers.ts';
import { CLEAN, DROPPED, FATAL, LEAKING, places } from '../test/projects.ts';
import { VERSION } from '../version.ts';

const USAGE = ' (skillsaw --help shows how it is used)';
const ENDINGS = FORMATS.flatMap((format) => formatEntry(format).endings).join(', ');
const CHOICES = 'is invalid. Allowed choices are';

describe('a wrong command line', () => {
  const cases: readonly [string[], string][] = [
    [['--frmat', 'json'], `unknown option '--frmat' (Did you mean --format?)${USAGE}`],
    [['lint', '--stict'], `unknown option '--stict' (Did you mean --strict?)${USAGE}`],
    [['-x'], `unknown option '-x'${USAGE}`],
    [
      ['--format', 'jsn'],
      `option '--format <format>' argument 'jsn' ${CHOICES} ${FORMATS.join(', ')}.${USAGE}`,
    ],
    [
      ['--fail-on', 'fatal'],
      `option '--fail-on <severity>' argument 'fatal' ${CHOICES} error, warning, info, never.${USAGE}`,
    ],
    [['--config'], `option '-c, --config <file>' argument missing${USAGE}`],
    [
      ['--strict', '--fail-on', 'error'],
      `--strict means --fail-on warning; leave out --strict or --fail-on error${USAGE}`,
    ],
    [['-v', '-q'], `option '-v, --verbose' cannot be used with option '-q, --quiet'${USAGE}`],
    [
      ['--rule', 'mcp-valid-json', '--skip-rule', 'antigravity-mcp-valid'],
      `--rule and --skip-rule exclude each other: name the rules to run, or the rules to leave out${USAGE}`,
    ],
    [
      ['--no-config', '-cx.yaml'],
      `--config and --no-config exclude each other: leave out one of them${USAGE}`,
    ],
    [
      ['--config=x.yaml', '--no-config'],
      `--config and --no-config exclude each other: leave out one of them${USAGE}`,
    ],
    [
      ['--rule', 'mcp-valid-jsn'],
      'there is no rule mcp-valid-jsn; did you mean mcp-valid-json? (skillsaw list-rules shows them all)',
    ],
    [['--skip-rule', 'orchard'], 'there is no rule orchard (skillsaw list-rules shows them all)'],
    [
      ['--output', 'report.pdf'],
      `--output report.pdf: its ending tells no format; put one of ${FORMATS.join(', ')} and a colon before it (${ENDINGS} are known)`,
    ],
    [['--output', 'json:'], '--output json:: name the file that the report goes to'],
    [
      ['--output', 'sarrif:a.json'],
      `--output sarrif:a.json: there is no format sarrif; did you mean sarif? (${FORMATS.join(', ')}; a file of that name is written ./sarrif:a.json)`,
    ],
    [
      ['--output', 'attic/a.json'],
      '--output attic/a.json: there is no such folder; make it, or name a file in one that is there',
    ],
    [
      ['--output', '.agents/mcp_config.json'],
      '--output .agents/mcp_config.json: this file is linted, and the report would take its place; name another',
    ],
    [
      ['--fix', '-', '--stdin-filename', 'mcp_config.json'],
      '--fix has nothing to write to with standard input; leave out --fix or -',
    ],
    [['--config', 'nowhere.yaml'], 'nowhere.yaml: this file does not exist; check the spelling'],
  ];
  const cwd = tempTree({ '.agents/mcp_config.json': DROPPED });

  test.each(cases)('%j', (args, message) => {
    expect(runBuilt(args, { cwd })).toEqual({
      stdout: '',
      stderr: `error: ${message}\nNothing was linted.\n`,
      status: 2,
    });
  });

  test.each<[string[], string]>([
    [['explain'], `missing required argument 'rule'${USAGE}`],
    [
      ['explain', 'mcp-valid-jsn'],
      'there is no rule mcp-valid-jsn; did you mean mcp-valid-json? (skillsaw list-rules shows them all)',
    ],
    [['tree', 'nowhere'], 'nowhere: there is no such file or directory; check the spelling'],
  ])('%j', (args, message) => {
    const { stdout, stderr, status } = runBuilt(args, { cwd });
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toMatch(/^error: .*\nNothing was (?:linted|done)\.\n$/);
    expect(stderr).toContain(message);
  });

  test('says all that is wrong with rules, outputs and standard input at once', () => {
    const args = ['-', '--rule', 'orchard', '--rule', 'kiln', '--output', 'a.pdf'];
    const { stdout, stderr, status } = runBuilt(args, { cwd });
    expect({ stdout, lines: stderr.split('\n').length - 1, status }).toEqual({
      stdout: '',
      lines: 5,
      status: 2,
    });
  });
});

describe('which rules run', () => {
  const cwd = tempTree({
    '.git/': '',
    'a/.agents/mcp_config.json': DROPPED,
    'b/.agents/mcp_config.json': LEAKING,
  });
  const valid = 'a/.agents/mcp_config.json:6:22 warning antigravity-mcp-valid';
  const secrets = 'b/.agents/mcp_config.json:6:28 error mcp-valid-json';
  test.each<[string[], string[], number]>([
    [[], [valid, secrets], 1],
    [['--rule', 'antigravity-mcp-valid'], [valid], 0],
    [['--rule', 'antigravity-mcp-valid', '--rule=mcp-valid-json'], [valid, secrets], 1],
    [['--skip-rule', 'antigravity-mcp-valid'], [secrets], 1],
    [['--skip-rule', 'antigravity-mcp-valid', '--skip-rule', 'mcp-valid-json'], [], 0],
  ])('%j', (args, found, status) => {
    const result = runBuilt(['--format', 'compact', ...args], { cwd });
    expect({ ...result, stdout: places(result.stdout) }).toEqual({ stdout: found, stderr: '', status });
  });
});

describe('what is shown and what fails', () => {
  const severity = (word: string): string => `rules: { antigravity-mcp-valid: { severity: ${word} } }\n`;
  const cwd = tempTree({ '.agents/mcp_config.json': DROPPED, 'info.yaml': severity('info') });
  const info = ['--config', 'info.yaml'];
  const at = (word: string): string[] => [`.agents/mcp_config.json:6:22 ${word} antigravity-mcp-valid`];
  test.each<[string[], string[], number]>([
    [['-q'], [], 0],
    [['-q', '--strict'], [], 1],
    [['--strict'], at('warning'), 1],
    [['--strict', '--fail-on', 'warning'], at('warning'), 1],
    [['--fail-on', 'info'], at('warning'), 1],
    [['--fail-on', 'error'], at('warning'), 0],
    [['--fail-on', 'never'], at('warning'), 0],
    [info, [], 0],
    [[...info, '-v'], at('info'), 0],
    [[...info, '-v', '--strict'], at('info'), 0],
    [[...info, '--fail-on', 'info'], [], 1],
  ])('%j', (args, found, status) => {
    const result = runBuilt(['--format', 'compact', ...args], { cwd });
    expect({ ...result, stdout: places(result.stdout) }).toEqual({ stdout: found, stderr: '', status });
  });

  test.each([
    [[], '0 errors, 0 warnings, 1 info (1 file checked, 1 not shown; -v shows them)'],
    [['-q'], '0 errors, 0 warnings, 1 info (1 file checked, 1 not shown (-q))'],
    [['-v'], '0 errors, 0 warnings, 1 info (1 file checked)'],
  ])('text with %j says what it does not show', (args, summary) => {
    const { stdout, stderr, status } = runBuilt([...info, ...args], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout.split('\n').slice(-4)).toEqual([
      summary,
      'skillsaw fix mends 1 of these.',
      'Passed: no finding at or above error (--fail-on error).',
      '',
    ]);
    expect(stdout.includes('KILN_PORT')).toBe(args.includes('-v'));
  });

  test('json holds everything whatever is shown', () => {
    const { stdout, stderr, status } = runBuilt([...info, '-q', '--format', 'json'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ severity: 'info' }], summary: { infos: 1 } });
  });
});

describe('reports', () => {
  const cwd = tempTree({ '.agents/mcp_config.json': FATAL, 'shop/': '' });

  test('text: by file, place, severity, what happens, the line with its mark, the help, what --fail-on did', () => {
    expect(runBuilt([], { cwd })).toEqual({
      stdout: `.agents/mcp_config.json
  1:3     error   Invalid JSON: found a comment, expected a key in double quotes or }; agy exits 1 with one message and starts no session  antigravity-mcp-valid
    1 | { // opening hours
      |   ^^
      = help: Take the comment out: this file is strict JSON. A note can stand under a key that is not read, such as "//".
      = fix: Delete the comments (skillsaw fix --suggest)

1 error, 0 warnings (1 file checked)
skillsaw fix --suggest mends 1 of these.
Failed: 1 finding at or above error (--fail-on error).
`,
      stderr: '',
      status: 1,
    });
  });

  test('json: the object of the contract, its keys in their order, a line end at the end', () => {
    const { stdout, stderr, status } = runBuilt(['--format', 'json', '.agents'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
    expect(stdout.endsWith('}\n')).toBe(true);
    const report = JSON.parse(stdout);
    expect(Object.keys(report)).toEqual(['schemaVersion', 'tool', 'findings', 'summary']);
    expect(report).toMatchObject({
      schemaVersion: 1,
      tool: { name: 'skillsaw', version: VERSION },
      findings: [
        {
          ruleId: 'antigravity-mcp-valid',
          severity: 'error',
          scope: 'file',
          consequence: 'session-fatal',
          path: '.agents/mcp_config.json',
          range: { start: { line: 1, column: 3, offset: 2 } },
          related: [],
          fix: { kind: 'suggested', title: 'Delete the comments' },
          fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      ],
    });
    expect(report.summary).toEqual({
      files: 1,
      errors: 1,
      warnings: 0,
      infos: 0,
      fixable: 1,
      suppressed: 0,
      baselined: 0,
    });
    const elsewhere = tempTree({ 'deep/er/.agents/mcp_config.json': FATAL });
    expect(runBuilt(['--format', 'json', '.agents'], { cwd: join(elsewhere, 'deep', 'er') }).stdout).toBe(
      stdout,
    );
  });

  test('json: server, field and pointer where there are such, complete and as spelled', () => {
    const name = `k\u202e/~${'i'.repeat(100)}`;
    const place = tempTree({
      '.agents/mcp_config.json': JSON.stringify({ mcpServers: { [name]: { Command: 7 } } }),
    });
    const args = ['--format', 'json', '--rule', 'antigravity-mcp-valid'];
    const { stdout, stderr, status } = runBuilt(args, { cwd: place });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).not.toContain('\u202e');
    expect(JSON.parse(stdout).findings).toMatchObject([
      {
        scope: 'server',
        consequence: 'server-dropped',
        server: name,
        field: 'Command',
        pointer: `/mcpServers/k\u202e~1~0${'i'.repeat(100)}/Command`,
        message: expect.stringContaining(`"k\\u202e/~${'i'.repeat(75)}…"`),
      },
    ]);
  });
});

describe('colour', () => {
  const cwd = tempTree({ '.agents/mcp_config.json': FATAL });
  test.each<[string[], Record<string, string>, boolean]>([
    [[], {}, false],
    [['--color'], {}, true],
    [['--color'], { NO_COLOR: '1' }, true],
    [['--no-color'], { FORCE_COLOR: '1' }, false],
    [[], { FORCE_COLOR: '1' }, true],
    [[], { FORCE_COLOR: '0' }, false],
    [[], { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [['--color', '--format', 'json'], {}, false],
    [['--color', '--format', 'compact'], {}, false],
  ])('%j with %j', (args, env, colored) => {
    const { stdout, stderr, status } = runBuilt(args, { cwd, env });
    expect({ colored: stdout.includes('\u001b['), stderr, status }).toEqual({
      colored,
      stderr: '',
      status: 1,
    });
  });
});

test('a closed pipe ends quietly', () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`kiln-${i}`, { command: i }]));
  const cwd = tempTree({ '.agents/mcp_config.json': JSON.stringify({ mcpServers: many }) });
  const program = join(PROJECT, 'bin', 'skillsaw.js');
  const script = '{ "$NODE" "$PROGRAM" --format compact; echo "status $?" >&2; } | head -n 1';
  const { stdout, stderr, status } = runCommand('sh', ['-c', script], {
    cwd,
    env: { ...scrubbedEnv(), NODE: process.execPath, PROGRAM: program },
  });
  expect({ found: places(stdout).length, stderr, status }).toEqual({
    found: 1,
    stderr: 'status 0\n',
    status: 0,
  });
});

describe('help and version', () => {
  test.each([['--version'], ['-V']])('%s', (flag) => {
    expect(runBuilt([flag])).toEqual({ stdout: `${VERSION}\n`, stderr: '', status: 0 });
  });

  test.each([...COMMANDS])('%s --help shows an example', (command) => {
    const { stdout, stderr, status } = runBuilt([command, '--help']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(new RegExp(`^Usage: skillsaw ${command}`));
    expect(stdout).toMatch(new RegExp(`Examples?:\\n {2}\\$ skillsaw ${command}`));
  });

  test('lint --help names every format, what it is for, and the endings that tell it', () => {
    const { stdout, stderr, status } = runBuilt(['lint', '--help']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    for (const format of FORMATS) {
      const { about, endings } = formatEntry(format);
      const line = stdout.split('\n').find((text) => text.startsWith(`  ${format.padEnd(9)} `));
      expect(line).toContain(about);
      for (const ending of endings) expect(line).toContain(ending);
    }
    expect(stdout).toMatch(/^ {2}\$ skillsaw lint --output \S+\.sarif /m);
    expect(stdout).not.toContain('[]');
  });

  test('skillsaw --help names every command, examples and the exit statuses', () => {
    const { stdout, stderr, status } = runBuilt(['--help']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('Exit status: 0');
  });
});

test('what needs no file runs where nothing is', () => {
  expect(runBuilt(['--format', 'compact'], { cwd: tempTree({ '.agents/mcp_config.json': CLEAN }) })).toEqual({
    stdout: '',
    stderr: '',
    status: 0,
  });
});
