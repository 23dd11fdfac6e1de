import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { PROJECT } from '../dev/build.ts';

export { PROJECT };

/** Longer than any run of the program may take. */
const TIMEOUT_MS = 60_000;
const NOBODY = 65_534;

/** What would make a run here differ from a run elsewhere. */
const AMBIENT =
  /^(?:CI|NO_COLOR|FORCE_COLOR|COLORTERM|TERM|NODE_OPTIONS|NODE_V8_COVERAGE|GITHUB_.*|GITLAB_.*|VITEST.*|SKILLSAW_.*|npm_.*|INIT_CWD|GIT_.*)$/i;

export interface Result {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit status; null when a signal ended the run. */
  readonly status: number | null;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; absent: empty. */
  readonly input?: string | Uint8Array;
  /** Runs without root's rights, to which no file is unreadable. The working directory must be open to everybody. */
  readonly unprivileged?: boolean;
  /** A run that takes longer is killed, and its status is null. */
  readonly timeoutMs?: number;
}

/** The environment without what a terminal, a CI or the test runner put there. */
export function scrubbedEnv(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !AMBIENT.test(name)) kept[name] = value;
  }
  return { ...kept, ...added };
}

/** Runs a command to its end. Throws only when it could not be started. */
export function runCommand(command: string, args: readonly string[], options: RunOptions = {}): Result {
  const drop = options.unprivileged === true && process.getuid?.() === 0;
  const { stdout, stderr, status, error } = spawnSync(command, args, {
    cwd: options.cwd,
    env: scrubbedEnv(options.env),
    input: options.input ?? '',
    encoding: 'utf8',
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
    ...(drop ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  if (error !== undefined && !('code' in error && error.code === 'ETIMEDOUT')) throw error;
  return { stdout, stderr, status };
}

let publicCopy: string | undefined;

/** A copy of the built program that everybody may read: the checkout may lie below a private folder. */
function publicProgram(): string {
  if (publicCopy === undefined) {
    publicCopy = temporaryFolder();
    for (const part of ['bin', 'dist', 'docs', 'package.json']) {
      if (existsSync(join(PROJECT, part)))
        cpSync(join(PROJECT, part), join(publicCopy, part), { recursive: true });
    }
  }
  return publicCopy;
}

/** Runs the built program, `bin/skillsaw.js`, as a user would. */
export function runBuilt(args: readonly string[], options: RunOptions = {}): Result {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`the program could not be built: ${failure}`);
  const program = options.unprivileged === true ? publicProgram() : PROJECT;
  return runCommand(process.execPath, [join(program, 'bin', 'skillsaw.js'), ...args], options);
}

const folders: string[] = [];
/** Folders with a mode of their own: they are opened again so that they can be removed. */
const closed: string[] = [];

/** An empty folder that everybody may enter, with its links resolved; it goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillsaw-test-')));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

interface WithMode {
  readonly content?: string | Uint8Array;
  readonly mode: number;
}
export type TreeEntry = string | Uint8Array | { readonly symlink: string } | WithMode;

function hasMode(entry: TreeEntry): entry is WithMode {
  return typeof entry === 'object' && 'mode' in entry;
}

function place(path: string, entry: TreeEntry): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof entry === 'object' && 'symlink' in entry) symlinkSync(entry.symlink, path);
  else if (path.endsWith('/')) mkdirSync(path, { recursive: true });
  else writeFileSync(path, hasMode(entry) ? (entry.content ?? '') : entry);
}

/**
 * Makes a project in a temporary folder and returns its path; it goes when the test file is done. Keys are paths
 * in it, folders between are made, and one that ends with `/` is a folder. Values are contents, a link's target,
 * or contents with the mode that the file or folder ends up with.
 */
export function tempTree(entries: Readonly<Record<string, TreeEntry>>): string {
  const root = temporaryFolder();
  for (const [path, entry] of Object.entries(entries)) place(join(root, path), entry);
  // Only now: nothing can be put into a folder that is closed. Deepest first, for the same reason.
  const paths = Object.keys(entries).sort((a, b) => b.length - a.length);
  for (const path of paths) {
    const entry = entries[path];
    if (entry === undefined || !hasMode(entry)) continue;
    chmodSync(join(root, path), entry.mode);
    if (path.endsWith('/')) closed.push(join(root, path));
  }
  return root;
}

afterAll(() => {
  for (const folder of closed.splice(0).reverse()) chmodSync(folder, 0o755);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  publicCopy = undefined;
}, TIMEOUT_MS);
