import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isInside } from '../workspace/raw-path.ts';

export type GitAnswer =
  | { readonly ok: true; readonly stdout: Buffer }
  /** `status`: git's own; absent when it did not come to an end. `said`: its first line on standard error, as it is. */
  | { readonly ok: false; readonly status?: number; readonly stdout: Buffer; readonly said: string };

/** Runs git on one working tree. */
export type Git = (args: readonly string[], input?: string | Uint8Array) => GitAnswer;

type Environment = Readonly<Record<string, string | undefined>>;

/** A named pipe among the files that a configuration includes would make git wait for ever. */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 1 << 30;

/** Of the caller's environment, what git needs to be found, and to find the user's and the system's configuration. */
const KEPT: readonly string[] = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'SystemRoot',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'ProgramData',
];

/**
 * The configuration of a repository is as hostile as its files, and can name programs. Those that any command would
 * start are switched off here; commands that compare or convert contents are not used at all, since they start filters and drivers
 * under any name. Nothing may be fetched either: an object that a partial clone lacks would be.
 */
const SAFE_OPTIONS: readonly string[] = [
  '--no-pager',
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'protocol.allow=never',
];

const SAFE_ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Git on the working tree at `top`; undefined when there is no git. Started without a shell and with an environment of its
 * own. Of PATH only absolute directories are searched, and none in the tree or among installed packages, which script runners
 * put there: what lies in them may be called git, too.
 */
export function findGit(top: string, environment: Environment): Git | undefined {
  const program = programIn(environment.PATH ?? environment.Path ?? '', top);
  if (program === undefined) return undefined;
  const kept = KEPT.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  const env = { ...Object.fromEntries(kept), ...SAFE_ENVIRONMENT };
  return (args, input = '') => {
    const { status, stdout, stderr, error } = spawnSync(program, [...SAFE_OPTIONS, ...args], {
      cwd: top,
      env,
      input,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      shell: false,
      windowsHide: true,
    });
    if (error === undefined && status === 0) return { ok: true, stdout };
    if (error !== undefined || status === null)
      return { ok: false, stdout: Buffer.alloc(0), said: noAnswer(error) };
    return { ok: false, status, stdout, said: stderr.toString('utf8').split('\n', 1)[0] ?? '' };
  };
}

function noAnswer(error: Error | undefined): string {
  const code = error !== undefined && 'code' in error ? String(error.code) : 'a signal';
  return code === 'ETIMEDOUT' ? `no answer within ${TIMEOUT_MS / 1000} seconds` : `ended by ${code}`;
}

function programIn(path: string, top: string): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  return path
    .split(delimiter)
    .filter((directory) => isAbsolute(directory) && !/[\\/]node_modules(?:[\\/]|$)/.test(directory))
    .map((directory) => join(directory, name))
    .find((program) => isOutside(top, program));
}

/** Whether a program is there, and the directory that names it is none in the tree. */
function isOutside(top: string, program: string): boolean {
  try {
    return statSync(program).isFile() && !isInside(top, realpathSync.native(dirname(program)));
  } catch {
    return false;
  }
}
