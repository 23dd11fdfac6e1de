import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from './interpret.ts';

/** In the order in which they win. */
export const CONFIG_NAMES = ['.skillsaw.yaml', '.skillsaw.yml'] as const;

export interface FoundConfig {
  /** Absolute. */
  readonly path: string;
  /** Absolute; the other file of the same folder, which loses. */
  readonly shadowed?: string;
}

/** What a search came to: a file, else the directory with `.git` at which it ended, else the top of the file system. */
export interface ConfigSearch {
  readonly file?: FoundConfig;
  readonly repository?: string;
}

export const BASELINE_NAME = '.skillsaw-baseline.json';

/** A directory, or the nearest one above a path that is none or does not exist. */
export function nearestDirectory(path: string): string {
  for (let directory = resolve(path); ; directory = dirname(directory)) {
    if (directory === dirname(directory) || isDirectory(directory)) return directory;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/**
 * Searches from a directory upwards, up to and with the one that holds `.git`, else to the top. Whatever bears the name
 * is found, also what cannot be read: a configuration must not be passed over in silence.
 * @param onClosed told of a directory that could not be looked into
 * @param within a directory at or above the start: the search ends there as if it held `.git`
 */
export function findConfig(
  start: string,
  onClosed: (directory: string) => void,
  within?: string,
): ConfigSearch {
  for (const directory of upwards(start)) {
    const look = (name: string) => exists(join(directory, name));
    try {
      const [first, second] = CONFIG_NAMES.filter(look).map((name) => join(directory, name));
      if (first !== undefined) {
        return { file: second === undefined ? { path: first } : { path: first, shadowed: second } };
      }
      if (look('.git')) return { repository: directory };
    } catch {
      onClosed(directory);
    }
    if (directory === within) return { repository: directory };
  }
  return {};
}

/**
 * The directory in which the baseline of a run lies, or would: that of the configuration; without one the top of the
 * repository; outside of a repository the nearest one above the start that holds a baseline, else the start.
 */
export function baselineFolder(config: Pick<Config, 'path' | 'directory' | 'repository'>): string {
  const { path, directory } = config;
  if (path !== undefined) return directory;
  const repository = config.repository ?? repositoryRoot(directory);
  return repository ?? directoriesAbove(directory).find(holdsBaseline) ?? directory;
}

/** Whether a directory holds something under the name of a baseline: it must not be passed over in silence. */
export function holdsBaseline(directory: string): boolean {
  try {
    return exists(join(directory, BASELINE_NAME));
  } catch {
    return false;
  }
}

/** The nearest directory at or above one that holds `.git`. */
function repositoryRoot(start: string): string | undefined {
  for (const directory of upwards(start)) {
    try {
      if (exists(join(directory, '.git'))) return directory;
    } catch {
      // What cannot be looked into is no root that anybody could lint.
    }
  }
  return undefined;
}

/**
 * Whether a file is a link to a place outside its repository; without a repository there is no outside.
 * @param within a directory that takes the place of the repository
 */
export function leavesRepository(path: string, within?: string): boolean {
  try {
    if (!lstatSync(path).isSymbolicLink()) return false;
    const root = within ?? repositoryRoot(dirname(path));
    if (root === undefined) return false;
    const inside = relative(realpathSync(root), realpathSync(path));
    return inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside;
  } catch {
    // A link that leads nowhere: reading it says so.
    return false;
  }
}

/** A directory and all above it, the nearest first. */
export function directoriesAbove(start: string): readonly string[] {
  return [...upwards(start)];
}

function* upwards(start: string): Generator<string> {
  for (let directory = start; ; directory = dirname(directory)) {
    yield directory;
    if (directory === dirname(directory)) return;
  }
}

/** Whether a name is there, be it a link that leads nowhere. Throws where its directory cannot be looked into. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
