import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { mustRun, projectFiles } from './checkout.ts';
import { PROJECT, type Result, runCommand, tempTree } from './helpers.ts';

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
const FATAL = '{"mcpServers": {"orchard": {"command": "orchard-mcp",}}}\n';

/** The oldest Node that is supported, and the latest of each line after it. */
const SUPPORTED = ['20.19.0', '22', '24'];
const TOO_OLD = '18';

/** A project with nothing in it but Node of that version; gives the folder that holds the binary. */
function installNode(wanted: string): string {
  const project = tempTree({ 'package.json': '{}' });
  // The package `node` fetches this one in an install script, which may be forbidden; it is the binary itself.
  const carrier = `node-${process.platform}-${process.arch}@${wanted}`;
  mustRun('npm', ['install', '--no-save', '--prefer-offline', '--prefix', project, carrier]);
  return join(project, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
}

describe('the package', () => {
  let tarball: string;
  let project: string;

  beforeAll(() => {
    const sources = projectFiles();
    symlinkSync(join(PROJECT, 'node_modules'), join(sources, 'node_modules'));
    const { stdout } = mustRun('npm', ['pack'], { cwd: sources });
    // pre-commit and others take all of it for the file's name, so the build must not say a word.
    expect(stdout).toBe(`skillsaw-${version}.tgz\n`);
    tarball = join(sources, stdout.trim());

    project = tempTree({ 'package.json': '{}', '.agents/mcp_config.json': FATAL });
    mustRun('npm', ['install', '--offline', tarball], { cwd: project });
  });

  test('holds what is needed to run, and nothing else', () => {
    const installed = join(project, 'node_modules', 'skillsaw');
    expect(readdirSync(installed).sort()).toEqual([
      '.skillsaw.yaml.example',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'package.json',
    ]);
    // What the readme, the pages of rules and --help refer to.
    expect(readdirSync(join(installed, 'docs')).sort()).toEqual(readdirSync(join(PROJECT, 'docs')).sort());
    const built = readdirSync(join(installed, 'dist'));
    expect(built).toContain('THIRD-PARTY-NOTICES.txt');
    expect(built.filter((name) => !/\.cjs$|^THIRD-PARTY-NOTICES\.txt$/.test(name))).toEqual(['compiled']);
    // Of the Node that packed it, and of no other.
    expect(readdirSync(join(installed, 'dist', 'compiled'))).toHaveLength(1);
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'skillsaw',
    ]);
  });

  test('is clean for publint', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(project, 'node_modules', 'skillsaw'),
      level: 'suggestion',
      pack: false,
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  describe.each(SUPPORTED)('on Node %s', (wanted) => {
    let path: string;
    const run = (...args: readonly string[]): Result =>
      runCommand(join(project, 'node_modules', '.bin', 'skillsaw'), args, {
        cwd: project,
        env: { PATH: path },
      });

    beforeAll(() => {
      const node = installNode(wanted);
      path = `${node}${delimiter}${process.env.PATH}`;
      expect(mustRun(join(node, 'node'), ['--version']).stdout).toMatch(
        new RegExp(`^v${wanted}(\\.|$)`, 'm'),
      );
    });

    test('tells its version', () => {
      expect(run('--version')).toEqual({ stdout: `${version}\n`, stderr: '', status: 0 });
    });

    test('lints', () => {
      const { stdout, stderr, status } = run('lint');
      expect(stdout).toContain('antigravity-mcp-valid');
      expect(stdout).toContain('.agents/mcp_config.json');
      expect(stderr).toBe('');
      expect(status).toBe(1);
    });

    test('explains a rule without the network', () => {
      const { stdout, stderr, status } = run('explain', 'antigravity-mcp-valid');
      expect(stdout).toContain('antigravity-mcp-valid');
      expect(stdout.length).toBeGreaterThan(500);
      expect(stderr).toBe('');
      expect(status).toBe(0);
    });
  });

  test(`on Node ${TOO_OLD} it says what it needs`, () => {
    const node = join(installNode(TOO_OLD), 'node');
    const found = mustRun(node, ['--version']).stdout.trim().slice(1);
    const program = join(project, 'node_modules', 'skillsaw', 'bin', 'skillsaw.js');
    expect(runCommand(node, [program, 'lint'], { cwd: project })).toEqual({
      stdout: '',
      stderr: `skillsaw: Node.js 20.19 or later is needed; this is ${found}.\n`,
      status: 2,
    });
  });
});
