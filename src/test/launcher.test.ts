import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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

describe('code that was compiled when the program was built', () => {
  const version = `${process.version}-${process.platform}-${process.arch}`;
  const entry = 'exports.run = async () => { console.log(require("./part.cjs").word); };';
  const part = 'exports.word = "run";';

  /** The launcher beside two files and what is called their compiled code. */
  function launchWith(compiled: Readonly<Record<string, string>>): Result {
    const root = tempTree({ 'dist/entry.cjs': entry, 'dist/part.cjs': part, ...compiled });
    cpSync(join(PROJECT, 'bin'), join(root, 'bin'), { recursive: true });
    return runCommand(process.execPath, [join(root, 'bin', 'skillsaw.js')]);
  }

  test.each<[string, Readonly<Record<string, string>>]>([
    ['none', {}],
    ['of another Node', { 'dist/compiled/v0.0.0-none-none/entry.cjs.bin': 'x' }],
    ['of this Node for no file', { [`dist/compiled/${version}/`]: '' }],
    [
      'that is none',
      {
        [`dist/compiled/${version}/entry.cjs.bin`]: 'no code',
        [`dist/compiled/${version}/part.cjs.bin`]: '',
      },
    ],
  ])('%s: the program runs', (_, compiled) => {
    expect(launchWith(compiled)).toEqual({ stdout: 'run\n', stderr: '', status: 0 });
  });

  test('is accepted by the Node that made it', () => {
    const code = `
      const { createLoader } = require(${JSON.stringify(join(PROJECT, 'bin', 'load.js'))});
      const loader = createLoader(${JSON.stringify(join(PROJECT, 'dist'))});
      loader.load('entry.cjs');
      console.log([...loader.scripts.values()].map((script) => script.cachedDataRejected).join());
    `;
    const { stdout } = runCommand(process.execPath, ['-e', code]);
    expect(stdout).toMatch(/^false(?:,false)*\n$/);
  });
});

test('a run whose output goes into a pipe loads nothing of Node’s network', () => {
  const project = tempTree({ '.git/': '', '.agents/mcp_config.json': '{"mcpServers":{}}' });
  const watcher = join(project, 'watcher.cjs');
  writeFileSync(
    watcher,
    "process.on('exit', () => { if (process.moduleLoadList.includes('NativeModule net')) process.exitCode = 9; });",
  );
  const program = join(PROJECT, 'bin', 'skillsaw.js');
  const { stderr, status } = runCommand(process.execPath, ['--require', watcher, program, 'lint'], {
    cwd: project,
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});
