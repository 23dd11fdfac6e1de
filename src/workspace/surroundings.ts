import { type Dirent, readdirSync, statSync } from 'node:fs';
import type { FileRef, From, Look, NearEntry, NearFile, Surroundings } from '../kinds/index.ts';
import { compareText } from '../text/compare.ts';
import type { Files } from './files.ts';
import { kindOf, type Location, lexically, locate, MAX_PATH, under } from './locate.ts';
import { type Looked, placesLookedAt } from './looked.ts';
import { below, type RawPath, reportPath, shown, slashed } from './raw-path.ts';

export interface SurroundingsRequest {
  readonly files: Files;
  /** Real path of the folder that paths start from. */
  readonly folder: RawPath;
  /** The same folder as it is reached from what was named. */
  readonly absolute: string;
  readonly repositoryRoot: RawPath;
  readonly cwd: string;
  /** What the walk saw in a directory, by its real path; undefined where it has not been. */
  readonly entriesOf?: (real: RawPath) => readonly Dirent[] | undefined;
  /** Told what a rule looks at. */
  readonly onLook?: ((looked: Looked) => void) | undefined;
}

/** Owner, group or others may execute. */
const EXECUTABLE = 0o111;

/** What a rule may see of the repository around a folder. */
export function createSurroundings(request: SurroundingsRequest): Surroundings {
  const { files, folder, repositoryRoot, cwd, onLook } = request;
  const base = { folder, repository: repositoryRoot };

  function find(path: string, from: From, about: Looked['about']): Location {
    const found = locate(path, base[from], repositoryRoot, files);
    const written = onLook === undefined ? undefined : lexically(path, base[from]);
    if (onLook !== undefined && written !== undefined) {
      for (const looked of placesLookedAt({ written, found, about, repositoryRoot, files })) onLook(looked);
    }
    return found;
  }

  function look(path: string, from: From): Look {
    const found = find(path, from, 'kind');
    return found.state === 'inside' ? kindOf(found) : found.state;
  }

  function read(path: string, from: From): NearFile | undefined {
    const found = find(path, from, 'content');
    if (found.state !== 'inside') return undefined;
    const result = files.read(found.real, repositoryRoot);
    if (!result.ok) return undefined;
    return { bytes: result.bytes, executable: executable(found.real) };
  }

  function list(path: string, from: From): readonly NearEntry[] {
    const found = find(path, from, 'listing');
    if (found.state !== 'inside') return [];
    try {
      const entries = request.entriesOf?.(found.real) ?? readdirSync(found.real, { withFileTypes: true });
      return entries
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
    if (path.length > MAX_PATH) return undefined;
    const root = shown(repositoryRoot);
    const real = shown(base[from]);
    const reached = from === 'folder' ? request.absolute : root;
    const absolute = under(reached, path);
    const rest = below(root, reached === real ? absolute : under(real, path));
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
