import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileRef, From, Look, NearEntry, NearFile, Surroundings } from '../kinds/index.ts';
import { compareText } from '../text/compare.ts';
import type { Files } from './files.ts';
import { below, isInside, type RawPath, reportPath, shown, slashed } from './raw-path.ts';

export interface SurroundingsRequest {
  readonly files: Files;
  /** Real path of the folder that paths start from. */
  readonly folder: RawPath;
  /** The same folder as it is reached from what was named. */
  readonly absolute: string;
  readonly repositoryRoot: RawPath;
  readonly cwd: string;
}

/** Owner, group or others may execute. */
const EXECUTABLE = 0o111;

/** What a rule may see of the repository around a folder. */
export function createSurroundings(request: SurroundingsRequest): Surroundings {
  const { files, folder, repositoryRoot, cwd } = request;
  // Names that are not UTF-8 are not followed from here: a path written in a file cannot name them.
  const base = { folder: shown(folder), repository: shown(repositoryRoot) };

  /** The real path, when it stays inside the repository and every link on it does. */
  function locate(path: string, from: From): { readonly state: Look; readonly real?: RawPath } {
    if (path.includes('\0')) return { state: 'unclear' };
    const lexical = resolve(base[from], path);
    if (!isInside(base.repository, lexical)) return { state: 'outside' };
    const target = files.followLink(lexical, repositoryRoot);
    if (target.state === 'escaping') return { state: 'outside' };
    if (target.state === 'broken') return { state: 'missing' };
    return { state: 'unclear', real: target.real };
  }

  function look(path: string, from: From): Look {
    const { state, real } = locate(path, from);
    if (real === undefined) return state;
    try {
      const stats = statSync(real, { throwIfNoEntry: false });
      if (stats === undefined) return 'missing';
      return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'unclear';
    } catch {
      return 'unclear';
    }
  }

  function read(path: string, from: From): NearFile | undefined {
    const { real } = locate(path, from);
    if (real === undefined) return undefined;
    const result = files.read(real, repositoryRoot);
    if (!result.ok) return undefined;
    return { bytes: result.bytes, executable: executable(real) };
  }

  function list(path: string, from: From): readonly NearEntry[] {
    const { real } = locate(path, from);
    if (real === undefined) return [];
    try {
      return readdirSync(real, { withFileTypes: true })
        .map((entry): NearEntry => {
          const kind = entry.isFile()
            ? 'file'
            : entry.isDirectory()
              ? 'directory'
              : entry.isSymbolicLink()
                ? 'link'
                : 'other';
          return { name: entry.name, kind };
        })
        .sort((a, b) => compareText(a.name, b.name));
    } catch {
      return [];
    }
  }

  function file(path: string, from: From): FileRef | undefined {
    const start = from === 'folder' ? request.absolute : base.repository;
    const absolute = resolve(start, path);
    const rest = below(base.repository, resolve(base[from], path));
    if (rest === undefined) return undefined;
    return {
      absolute,
      path: reportPath(absolute, cwd),
      repositoryPath: rest === '' ? '.' : slashed(shown(rest)),
    };
  }

  return { look, read, list, file };
}

function executable(real: RawPath): boolean | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    return (statSync(real).mode & EXECUTABLE) !== 0;
  } catch {
    return undefined;
  }
}
