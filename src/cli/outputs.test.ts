import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../report/formats.ts';
import { PROJECT, runBuilt, runCommand, tempTree } from '../test/helpers.ts';
import { runSource } from '../test/lint-tree.ts';
import { DROPPED, FATAL, places } from '../test/projects.ts';
import { READERS } from '../test/read-reports.ts';
import { parseOutput } from './outputs.ts';

const PROGRAM = join(PROJECT, 'bin', 'skillsaw.js');
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('--output says what goes where', () => {
  test.each<[string, string, string]>([
    ['report.json', 'json', 'report.json'],
    ['out.TXT', 'text', 'out.TXT'],
    ['a/b.sarif', 'sarif', 'a/b.sarif'],
    ['a.sarif.json', 'sarif', 'a.sarif.json'],
    ['TEST-skillsaw.xml', 'junit', 'TEST-skillsaw.xml'],
    ['gitlab:gl-code-quality-report.json', 'gitlab', 'gl-code-quality-report.json'],
    ['compact:out.txt', 'compact', 'out.txt'],
    ['C:\\reports\\a.json', 'json', 'C:\\reports\\a.json'],
    ['json:C:\\a', 'json', 'C:\\a'],
    ['./pdf:a.json', 'json', './pdf:a.json'],
    ['json:pdf:a', 'json', 'pdf:a'],
  ])('%s', (word, format, file) => {
    expect(parseOutput(word)).toEqual({ format, file });
  });

  test.each<[string, string]>([
    ['report', 'its ending tells no format; put one of text, json,'],
    ['report.pdf', 'its ending tells no format'],
    ['json', 'its ending tells no format'],
    ['', 'name the file that the report goes to'],
    ['json:', 'name the file that the report goes to'],
    ['json:-', 'what goes to standard output is chosen with --format'],
    ['pdf:a.json', 'there is no format pdf (text, json,'],
    ['JSON:a', 'there is no format JSON; did you mean json?'],
    ['https://kiln.example/a.json', 'there is no format https ('],
  ])('or that %j does not', (word, problem) => {
    expect(parseOutput(word)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('reports in files', () => {
  const tree = { '.git/': '', 'a/.agents/mcp_config.json': DROPPED, 'b/.agents/mcp_config.json': FATAL };

  test('of every format in one run hold all findings, whatever is shown, and are the same bytes every time', async () => {
    const contents = [0, 1].map(() => {
      const cwd = tempTree({ ...tree, 'out/': '' });
      const args = ['--format', 'compact', '-q', '--color'];
      for (const format of FORMATS) args.push('--output', `${format}:out/${format}`);
      const { stdout, stderr, status } = runBuilt(args, { cwd });
      expect({ found: places(stdout), stderr, status }).toEqual({
        found: ['b/.agents/mcp_config.json:1:3 error antigravity-mcp-valid'],
        stderr: '',
        status: 1,
      });
      expect(readdirSync(join(cwd, 'out')).sort()).toEqual([...FORMATS].sort());
      return new Map(FORMATS.map((format) => [format, read(cwd, 'out', format)]));
    });
    expect(contents[0]).toEqual(contents[1]);
    for (const format of FORMATS) {
      const content = contents[0]?.get(format) ?? '';
      expect(content).not.toContain('\u001b');
      const found = await READERS[format](content);
      expect(found.map(({ path, line, ruleId, severity }) => ({ path, line, ruleId, severity }))).toEqual([
        { path: 'a/.agents/mcp_config.json', line: 6, ruleId: 'antigravity-mcp-valid', severity: 'warning' },
        { path: 'b/.agents/mcp_config.json', line: 1, ruleId: 'antigravity-mcp-valid', severity: 'error' },
      ]);
    }
  });

  test('are what --format prints', async () => {
    const cwd = tempTree(tree);
    for (const format of FORMATS) {
      const { stdout } = await runSource(
        ['-v', '--format', format, '--output', `${format}:${format}.out`],
        cwd,
        PROJECT,
      );
      expect(read(cwd, `${format}.out`)).toBe(stdout);
    }
  });

  test('are written where nothing was found, too', () => {
    const cwd = tempTree({});
    expect(runBuilt(['--output', 'a.sarif'], { cwd })).toEqual({
      stdout: '',
      stderr: 'no Antigravity files found under .\n',
      status: 0,
    });
    expect(JSON.parse(read(cwd, 'a.sarif')).runs[0].results).toEqual([]);
  });

  test('take the place of what was there at once, and keep its mode', () => {
    const cwd = tempTree({ ...tree, 'a.json': { content: 'old', mode: 0o640 } });
    const before = statSync(join(cwd, 'a.json'));
    expect(runBuilt(['--output', 'a.json', '-q'], { cwd }).status).toBe(1);
    const after = statSync(join(cwd, 'a.json'));
    expect(after.mode).toBe(before.mode);
    // A new file under the old name: whoever reads meanwhile reads the old one to its end.
    expect(after.ino).not.toBe(before.ino);
    expect(JSON.parse(read(cwd, 'a.json')).findings).toHaveLength(2);
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'a', 'a.json', 'b']);
  });

  test('go to a pipe or a device as they are', async () => {
    const cwd = tempTree(tree);
    runCommand('mkfifo', [join(cwd, 'pipe')]);
    const reader = spawn('cat', [join(cwd, 'pipe')]);
    let received = '';
    reader.stdout.on('data', (chunk) => {
      received += chunk;
    });
    const ended = new Promise((resolve) => reader.on('close', resolve));
    const { stderr, status } = runBuilt(['--output', 'json:pipe', '--output', 'json:/dev/null'], { cwd });
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
    await ended;
    expect(JSON.parse(received).findings).toHaveLength(2);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    const line = `"${process.execPath}" "${PROGRAM}" --format compact --output json:/dev/stdout | tail -n 1`;
    expect(runCommand('sh', ['-c', line], { cwd }).stdout).toBe('}\n');
  });
});

describe('what cannot be written', () => {
  const cwd = tempTree({
    '.git/': '',
    '.agents/mcp_config.json': FATAL,
    'real.json': '',
    'same.json': { symlink: 'real.json' },
    'nowhere.json': { symlink: 'gone.json' },
    'circle.json': { symlink: 'circle.json' },
    'linted.json': { symlink: '.agents/mcp_config.json' },
  });

  test.each<[string[], string]>([
    [['json:.agents'], 'this is a directory; name a file in it'],
    [['json:real.json/'], 'this is a directory; name a file in it'],
    [['json:attic/a'], 'there is no such folder; make it, or name a file in one that is there'],
    [['json:real.json/a'], 'there is no such folder; make it, or name a file in one that is there'],
    [['nowhere.json'], 'this link leads nowhere; delete it, or name another file'],
    [['circle.json'], 'the report cannot be written there (ELOOP); name another file'],
    [['a.json', 'sarif:./a.json'], 'two reports go to this file; name another for one of them'],
    [['real.json', 'sarif:same.json'], 'two reports go to this file; name another for one of them'],
    [['.agents/mcp_config.json'], 'this file is linted, and the report would take its place; name another'],
    [['linted.json'], 'this file is linted, and the report would take its place; name another'],
  ])('%j is said before anything is linted', (outputs, problem) => {
    const { stdout, stderr, status } = runBuilt(
      outputs.flatMap((output) => ['--output', output]),
      { cwd },
    );
    const named = outputs.at(-1)?.replace(/^(?:json|sarif):/, '');
    expect({ stdout, stderr, status }).toEqual({
      stdout: '',
      stderr: `error: --output ${named}: ${problem}\nNothing was linted.\n`,
      status: 2,
    });
    expect(read(cwd, '.agents', 'mcp_config.json')).toBe(FATAL);
  });

  test('is said all at once', () => {
    const outputs = ['a.pdf', 'json:attic/a', 'nowhere.json'].flatMap((output) => ['--output', output]);
    const { stderr, status } = runBuilt(outputs, { cwd });
    expect({ lines: stderr.trimEnd().split('\n').length, status }).toEqual({ lines: 4, status: 2 });
  });

  test('for want of a right is said after the report, the others are written, and nothing is left behind', () => {
    const place = tempTree({
      '.agents/mcp_config.json': FATAL,
      'closed/': { mode: 0o555 },
      'open/': { mode: 0o777 },
    });
    const { stdout, stderr, status } = runBuilt(
      ['--format', 'compact', '--output', 'closed/a.json', '--output', 'open/b.json'],
      { cwd: place, unprivileged: true },
    );
    expect({ found: places(stdout).length, stderr, status }).toEqual({
      found: 1,
      stderr:
        'error: --output closed/a.json: this file cannot be written: permission denied; name another file\n' +
        'Everything was linted.\n',
      status: 2,
    });
    expect(readdirSync(join(place, 'open'))).toEqual(['b.json']);
    expect(readdirSync(join(place, 'closed'))).toEqual([]);
  });
});

describe('links', () => {
  const outside = tempTree({ 'precious.json': 'precious', 'folder/': '' });
  const leaving = 'a link on the way leads out of the repository; name the place that it leads to';

  test.each<[string, string]>([
    ['file.json', 'precious.json'],
    ['folder/new.json', 'folder'],
    ['folder/precious.json', '.'],
  ])('%s does not lead out of the repository', (output, target) => {
    const name = output.split('/')[0] as string;
    const cwd = tempTree({
      '.git/': '',
      'sub/.agents/mcp_config.json': FATAL,
      [`sub/${name}`]: { symlink: join(outside, target) },
    });
    for (const [where, file] of [
      [cwd, `sub/${output}`],
      [join(cwd, 'sub'), output],
      [outside, join(cwd, 'sub', output)],
    ] as const) {
      expect(runBuilt([cwd, '--output', file], { cwd: where })).toEqual({
        stdout: '',
        stderr: `error: --output ${file}: ${leaving}\nNothing was linted.\n`,
        status: 2,
      });
    }
    expect(read(outside, 'precious.json')).toBe('precious');
    expect(readdirSync(join(outside, 'folder'))).toEqual([]);
  });

  test('nor out of the working directory where there is no repository', () => {
    const cwd = tempTree({
      '.agents/mcp_config.json': FATAL,
      'a.json': { symlink: join(outside, 'precious.json') },
    });
    expect(runBuilt(['--output', 'a.json'], { cwd }).stderr).toContain(leaving);
    expect(read(outside, 'precious.json')).toBe('precious');
  });

  test('that stay inside are followed, as the shell does, and so are those on the way there', () => {
    const cwd = tempTree({
      '.git/': '',
      'sub/.agents/mcp_config.json': FATAL,
      'out/real.json': '',
      'latest.json': { symlink: 'out/real.json' },
      'sub/reports': { symlink: '../out' },
    });
    expect(
      runBuilt(['--output', 'latest.json', '--output', 'sub/reports/b.json', '-q'], { cwd }).status,
    ).toBe(1);
    expect(readlinkSync(join(cwd, 'latest.json'))).toBe('out/real.json');
    expect(lstatSync(join(cwd, 'out', 'real.json')).isFile()).toBe(true);
    expect(read(cwd, 'out', 'real.json')).toBe(read(cwd, 'out', 'b.json'));
    const linked = tempTree({ way: { symlink: cwd } });
    mkdirSync(join(linked, 'x'));
    expect(runBuilt(['--output', join(linked, 'way', 'c.json'), '-q'], { cwd }).status).toBe(1);
    expect(read(cwd, 'c.json')).toBe(read(cwd, 'out', 'b.json'));
  });

  test('of somebody who works outside are their own', () => {
    const own = tempTree({ 'real/': '', link: { symlink: 'real' } });
    const cwd = tempTree({ '.git/': '', '.agents/mcp_config.json': FATAL });
    expect(runBuilt(['--output', join(own, 'link', 'a.json'), '-q'], { cwd }).status).toBe(1);
    expect(readdirSync(join(own, 'real'))).toEqual(['a.json']);
  });
});
