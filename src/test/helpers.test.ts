import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand, scrubbedEnv, tempTree } from './helpers.ts';

describe('tempTree', () => {
  test('makes files, folders, links and modes', () => {
    const root = tempTree({
      'a/b.json': '{}',
      'bytes.bin': new Uint8Array([0xff, 0]),
      'empty/': '',
      link: { symlink: 'a/b.json' },
      'run.sh': { content: 'exit 0\n', mode: 0o755 },
      'closed/': { mode: 0o500 },
      'closed/in.json': '1',
    });
    expect(readFileSync(join(root, 'a/b.json'), 'utf8')).toBe('{}');
    expect([...readFileSync(join(root, 'bytes.bin'))]).toEqual([255, 0]);
    expect(statSync(join(root, 'empty')).isDirectory()).toBe(true);
    expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(root, 'link'))).toBe('a/b.json');
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(statSync(join(root, 'closed')).mode & 0o777).toBe(0o500);
    expect(readFileSync(join(root, 'closed/in.json'), 'utf8')).toBe('1');
  });
});

describe('runCommand', () => {
  test('gives output and status, and takes standard input', () => {
    const script =
      'process.stdin.on("data", (d) => { console.log(String(d)); console.error("e"); process.exitCode = 3; })';
    expect(runCommand(process.execPath, ['-e', script], { input: 'in' })).toEqual({
      stdout: 'in\n',
      stderr: 'e\n',
      status: 3,
    });
  });

  test('throws when the command cannot be started', () => {
    expect(() => runCommand('./no-such-command', [])).toThrow(/ENOENT/);
  });

  test.runIf(process.getuid?.() === 0)('can run without the rights of root', () => {
    const root = tempTree({ 'closed.json': { content: '{}', mode: 0o000 } });
    const read = ['-e', 'require("fs").readFileSync("closed.json")'];
    expect(runCommand(process.execPath, read, { cwd: root }).status).toBe(0);
    const refused = runCommand(process.execPath, read, { cwd: root, unprivileged: true });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('EACCES');
  });
});

describe('scrubbedEnv', () => {
  test('drops what a terminal, a CI or the test runner set, and keeps the rest', () => {
    const before = process.env;
    process.env = {
      PATH: '/bin',
      CI: 'true',
      NO_COLOR: '1',
      FORCE_COLOR: '1',
      TERM: 'xterm',
      NODE_OPTIONS: '--x',
      GITHUB_ACTIONS: 'true',
    };
    try {
      expect(scrubbedEnv({ FORCE_COLOR: '0' })).toEqual({ PATH: '/bin', FORCE_COLOR: '0' });
    } finally {
      process.env = before;
    }
  });
});
