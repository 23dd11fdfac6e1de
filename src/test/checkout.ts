import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT, type Result, type RunOptions, runCommand, temporaryFolder } from './helpers.ts';

const SLOW_MS = 500_000;

/** Runs a command that may take minutes; throws with its output unless it ends with status 0. */
export function mustRun(command: string, args: readonly string[], options: RunOptions = {}): Result {
  const result = runCommand(command, args, { timeoutMs: SLOW_MS, ...options });
  if (result.status !== 0) {
    throw new Error(
      `${command} ${args.join(' ')}: status ${result.status}\n${result.stdout}\n${result.stderr}`,
    );
  }
  return result;
}

/** Git with no settings but the ones given here, so that a user's own do not change what happens. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada Example',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada Example',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

export function git(cwd: string, ...args: readonly string[]): string {
  return mustRun('git', args, { cwd, env: GIT_ENV }).stdout.trim();
}

/** The project's files as they are now, committed or not, in an empty folder; what git ignores stays out. */
export function projectFiles(): string {
  const copy = temporaryFolder();
  const listed = git(PROJECT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const name of new Set(listed.split('\0'))) {
    const from = join(PROJECT, name);
    // A file that is deleted but not yet committed is still listed.
    if (name === '' || !existsSync(from)) continue;
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    cpSync(from, join(copy, name), { verbatimSymlinks: true });
  }
  return copy;
}

/** The project's files as a repository with one commit. */
export function projectRepository(): { readonly path: string; readonly revision: string } {
  const path = projectFiles();
  git(path, 'init', '--quiet', '--initial-branch=main');
  git(path, 'add', '--all');
  git(path, 'commit', '--quiet', '--message=Everything');
  return { path, revision: git(path, 'rev-parse', 'HEAD') };
}
