import fastGlob from 'fast-glob';
import { PRUNED } from './walk.ts';

export interface GlobMatch {
  /** Relative to the working directory, or absolute where the pattern is. */
  readonly path: string;
  readonly isDirectory: boolean;
}

/** What fast-glob must do to see the same tree as our own walk: hidden names, no links followed, the same prunes. */
export const GLOB_OPTIONS = {
  dot: true,
  followSymbolicLinks: false,
  ignore: [...PRUNED].map((name) => `**/${name}/**`),
} as const;

/**
 * The files and directories that a pattern matches, in an order of their own. Throws what the file system throws when a
 * directory cannot be read. Loads fast-glob: import this module only when there is a pattern.
 */
export async function matchGlob(pattern: string, cwd: string): Promise<readonly GlobMatch[]> {
  const found = await fastGlob(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern, {
    ...GLOB_OPTIONS,
    ignore: [...GLOB_OPTIONS.ignore],
    cwd,
    onlyFiles: false,
    objectMode: true,
  });
  return found
    .map((entry) => ({ path: entry.path, isDirectory: entry.dirent.isDirectory() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
