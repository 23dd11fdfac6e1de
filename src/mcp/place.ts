import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { shownWord, UsageError } from '../run/errors.ts';
import { createFiles, type Files, realPath } from '../workspace/files.ts';
import { kindAt, locate, MAX_PATH } from '../workspace/locate.ts';
import { isInside, shown } from '../workspace/raw-path.ts';
import type { Session } from './session.ts';

/** Where a call works. Both are real paths. */
export interface Place {
  /** What paths start from, and what paths in answers are relative to. */
  readonly directory: string;
  /** At or above the directory; nothing outside of it is read. */
  readonly within: string;
}

/**
 * The directory that a call names. Under a root it lies inside; else it is absolute, and its repository bounds the call.
 * Throws `UsageError` for any other, and for a home directory or what lies above it: that is no project.
 */
export function placeOf(directory: string | undefined, { root }: Session): Place {
  if (root !== undefined) return { directory: insideRoot(directory ?? '.', root), within: root };
  if (directory === undefined || !isAbsolute(directory)) {
    throw refused(directory ?? '', 'name the absolute path of a directory');
  }
  const named = directory.includes('\0') ? 'unclear' : kindAt(directory);
  if (named !== 'directory') throw refused(directory, notThere(named, 'directory'));
  const files = createFiles();
  const real = shown(files.realDirectory(directory));
  const repository = files.repositoryRoot(real);
  if (repository === undefined && isInside(real, shown(files.realDirectory(homedir())))) {
    throw refused(directory, 'this holds the files of everything; name the directory of one project');
  }
  return { directory: real, within: shown(repository ?? real) };
}

function insideRoot(directory: string, root: string): string {
  const files = createFiles(root);
  const location = locate(straight(directory, files), root, root, files);
  if (location.state === 'outside') throw refused(directory, `this lies outside of ${shownWord(root)}`);
  const kind = location.state === 'inside' ? kindAt(location.real) : location.state;
  if (location.state !== 'inside' || kind !== 'directory') {
    throw refused(directory, notThere(kind, 'directory'));
  }
  return shown(location.real);
}

/**
 * The absolute paths of what a call names in its directory; none stands for the directory itself. The folder of each is
 * a real path, so that whoever looks for something above it stays inside, too. Throws `UsageError` for one that leads
 * out, also by a link, or that does not lead to anything.
 * @param mayBeMissing whether a path may stand for a file that is still to be written
 */
export function pathsIn(
  { directory, within }: Place,
  paths: readonly string[],
  mayBeMissing = false,
): readonly string[] {
  const files = createFiles(within);
  const problems: string[] = [];
  const resolved = paths.flatMap((path) => {
    const named = straight(path, files);
    const problem = problemOf(named);
    if (problem !== undefined) {
      problems.push(text(path, problem));
      return [];
    }
    const absolute = resolve(directory, named);
    return [absolute === directory ? directory : shown(realPath(absolute, files))];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return resolved;

  function problemOf(path: string): string | undefined {
    const location = locate(path, directory, within, files);
    const { state } = location;
    // A pipe is no file, and a call has no other way to give what would come out of it.
    const isOther = !mayBeMissing && state === 'inside' && kindAt(location.real) === 'unclear';
    if (state === 'unclear' || isOther) return notThere('unclear', 'file or directory');
    if (state === 'outside' || !isInside(directory, resolve(directory, path))) {
      return `this lies outside of ${shownWord(directory)}`;
    }
    return state === 'missing' && !mayBeMissing ? notThere('missing', 'file or directory') : undefined;
  }
}

/** An absolute path as it really is: a client may know the directory by another name, which leads through links. */
function straight(path: string, files: Files): string {
  if (!isAbsolute(path) || path.includes('\0') || path.length > MAX_PATH) return path;
  return kindAt(path) === 'directory' ? shown(files.realDirectory(path)) : shown(realPath(path, files));
}

function notThere(kind: ReturnType<typeof kindAt>, wanted: string): string {
  if (kind === 'missing') return `there is no such ${wanted}`;
  return kind === 'file'
    ? 'this is a file; name the directory that it lies in'
    : `this is no path of a ${wanted}`;
}

function refused(path: string, why: string): UsageError {
  return new UsageError([text(path, why)]);
}

function text(path: string, why: string): string {
  return `${shownWord(path.slice(0, MAX_PATH))}: ${why}`;
}
