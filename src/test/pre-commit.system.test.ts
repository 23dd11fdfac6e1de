import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { GIT_ENV, git, mustRun, projectRepository } from './checkout.ts';
import { type Result, runCommand, temporaryFolder } from './helpers.ts';

const BROKEN = '{"mcpServers": {"orchard": {"command": "orchard-mcp",}}}\n';
const MENDED = '{"mcpServers": {"orchard": {"command": "orchard-mcp"}}}\n';

describe('the real pre-commit', () => {
  let project: string;
  let env: Record<string, string>;

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }

  function commit(message: string): Result {
    git(project, 'add', '--all');
    return runCommand('git', ['commit', `--message=${message}`], { cwd: project, env, timeoutMs: 500_000 });
  }

  beforeAll(() => {
    const hooks = projectRepository();
    project = temporaryFolder();
    const npmCache = mustRun('npm', ['config', 'get', 'cache'], { cwd: project }).stdout.trim();
    const home = temporaryFolder();
    env = {
      ...GIT_ENV,
      HOME: home,
      PRE_COMMIT_HOME: join(home, 'pre-commit'),
      // Packages that were fetched once need not be fetched again.
      npm_config_cache: npmCache,
      npm_config_prefer_offline: 'true',
    };
    git(project, 'init', '--quiet', '--initial-branch=main');
    write(
      '.pre-commit-config.yaml',
      `repos:\n  - repo: ${hooks.path}\n    rev: ${hooks.revision}\n    hooks:\n      - id: skillsaw\n`,
    );
    mustRun('pre-commit', ['install', '--install-hooks'], { cwd: project, env });
  });

  test("a commit that touches none of Antigravity's files skips the hook", () => {
    write('notes.txt', 'Low water at noon.\n');
    const { stderr, stdout, status } = commit('notes');
    expect(`${stdout}${stderr}`).toMatch(/skillsaw\.+\(no files to check\)Skipped/);
    expect(status).toBe(0);
  });

  test('a commit with a broken file is refused, and the finding is shown', () => {
    write('.agents/mcp_config.json', BROKEN);
    const before = git(project, 'rev-parse', 'HEAD');
    const { stderr, stdout, status } = commit('broken');
    const output = `${stdout}${stderr}`;
    expect(output).toMatch(/skillsaw\.+Failed/);
    expect(output).toContain('.agents/mcp_config.json');
    expect(output).toContain('antigravity-mcp-valid');
    expect(output).toContain('1:54');
    expect(status).toBe(1);
    expect(git(project, 'rev-parse', 'HEAD')).toBe(before);
  });

  test('a commit with the file mended passes', () => {
    write('.agents/mcp_config.json', MENDED);
    const { stderr, stdout, status } = commit('mended');
    expect(`${stdout}${stderr}`).toMatch(/skillsaw\.+Passed/);
    expect(status).toBe(0);
  });

  test('a commit with a wrong configuration is refused', () => {
    write('.skillsaw.yaml', 'fail-on: sometimes\n');
    const { stderr, stdout, status } = commit('configuration');
    expect(`${stdout}${stderr}`).toMatch(/\.skillsaw\.yaml:1:10/);
    expect(status).toBe(1);
  });
});
