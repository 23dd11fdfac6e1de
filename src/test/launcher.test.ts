import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT, type Result, runCommand, tempTree } from './helpers.ts';

/** The launcher beside a built program made of this one file; without it, beside none. */
function launch(entry: string | undefined, env: Readonly<Record<string, string>> = {}): Result {
  const root = tempTree(entry === undefined ? {} : { 'dist/entry.cjs': entry });
  cpSync(join(PROJECT, 'bin'), join(root, 'bin'), { recursive: true });
  return runCommand(process.execPath, [join(root, 'bin', 'skillsaw.js'), 'lint', 'x'], { env });
}

const rejecting = 'exports.run = async () => { throw new TypeError("text of a linted file"); };';

describe('the launcher', () => {
  test('runs the built program with the arguments, and leaves the status to it', () => {
    const entry =
      'exports.run = async () => { console.log(process.argv.slice(2).join()); process.exitCode = 1; };';
    expect(launch(entry)).toEqual({ stdout: 'lint,x\n', stderr: '', status: 1 });
  });

  test('says what to do when the program is not built', () => {
    const { stdout, stderr, status } = launch(undefined);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^skillsaw: [^\n]*`npm run build`[^\n]*\n$/);
    expect(status).toBe(2);
  });

  test.each([
    ['a rejection', rejecting],
    ['a throw while loading', 'throw new TypeError("text of a linted file");'],
  ])('reports %s as a bug, without its message', (_, entry) => {
    const { stdout, stderr, status } = launch(entry);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^skillsaw: a bug in skillsaw [^\n]*\(TypeError\)[^\n]*SKILLSAW_DEBUG=1[^\n]*\n$/);
    expect(stderr).not.toContain('linted file');
    expect(status).toBe(3);
  });

  test('shows the stack when asked', () => {
    const { stderr, status } = launch(rejecting, { SKILLSAW_DEBUG: '1' });
    expect(stderr).toMatch(/entry\.cjs:1:\d+/);
    expect(status).toBe(3);
  });

  test('writes all of a long report into a pipe', () => {
    const entry =
      'exports.run = async () => { process.stdout.write("x".repeat(1 << 20)); process.exitCode = 1; };';
    expect(launch(entry)).toMatchObject({ stdout: 'x'.repeat(1 << 20), status: 1 });
  });

  test('never forces the exit', () => {
    expect(readFileSync(join(PROJECT, 'bin', 'skillsaw.js'), 'utf8')).not.toContain('process.exit(');
  });
});
