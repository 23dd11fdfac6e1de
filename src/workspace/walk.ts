import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { type FileProblem, problemOf } from './files.ts';
import { fromBytes, join, type RawPath } from './raw-path.ts';

/** Directories that are never entered, wherever they lie: installed, generated or private to another tool. */
export const PRUNED: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '.venv',
  '.tox',
  '.cache',
  '.direnv',
]);

export interface WalkVisitor {
  /** A directory that was read, before what lies in it. Names that are not valid UTF-8 show U+FFFD. */
  directory(path: RawPath, entries: readonly Dirent[]): void;
  /** Whether to enter a directory; the pruned ones are not asked about. */
  enter(path: RawPath): boolean;
  unreadable(path: RawPath, problem: FileProblem): void;
}

/**
 * Visits a directory and everything below it. Links are never followed. No file is asked for its type again: the
 * directory entry tells, and where a file system does not say, Node looks it up. The order is that of the system
 * (by name on POSIX); whoever needs an order sorts what it keeps, which is far less.
 */
export function walk(start: RawPath, visitor: WalkVisitor): void {
  const pending: RawPath[] = [start];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const entries = readDirectory(directory);
    if (!Array.isArray(entries)) {
      if (entries !== undefined) visitor.unreadable(directory, entries);
      continue;
    }
    visitor.directory(directory, entries);
    let lossy = false;
    // By index: a tree may have a hundred thousand entries, and an iterator makes an object for each.
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i] as Dirent;
      if (!entry.isDirectory()) continue;
      if (entry.name.includes('\ufffd')) lossy = true;
      else enter(directory, entry.name);
    }
    if (lossy) for (const name of lossyDirectories(directory)) enter(directory, name);
  }

  function enter(directory: RawPath, name: RawPath): void {
    if (typeof name === 'string' && PRUNED.has(name)) return;
    const path = join(directory, name);
    if (visitor.enter(path)) pending.push(path);
  }
}

/** A directory's entries, why it cannot be read, or nothing when it is gone. */
export function readDirectory(directory: RawPath): Dirent[] | FileProblem | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const problem = problemOf(error, 'directory');
    if (problem.code !== 'missing') return problem;
    // Gone since its parent was read; unless it is still there and only an entry went while types were looked up.
    return stillThere(directory)
      ? { code: 'changed', detail: 'this directory changed while it was being read' }
      : undefined;
  }
}

/** The subdirectories whose names show U+FFFD: under their bytes, for only those open anything. */
export function lossyDirectories(directory: RawPath): RawPath[] {
  try {
    return readdirSync(directory, { encoding: 'buffer', withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.toString('utf8').includes('\ufffd'))
      .map((entry) => fromBytes(entry.name));
  } catch {
    return [];
  }
}

function stillThere(directory: RawPath): boolean {
  try {
    return lstatSync(directory, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
