import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { resolve, sep } from 'node:path';
import { below, fromBytes, isInside, join, keyOf, lastComponent, parent, type RawPath } from './raw-path.ts';

/** Larger files are reported and not read. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Contents are kept up to this sum, so that a tree of huge files cannot fill the memory; past it a file is read again. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** Without waiting: a pipe may take a file's place between two calls. Windows has no such flag, and no such pipes. */
export const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

export type FileProblemCode =
  | 'missing'
  | 'not-a-file'
  | 'permission'
  | 'too-large'
  | 'escaping-link'
  | 'broken-link'
  | 'changed'
  | 'io';

/** Why a file or directory could not be read. `detail` is a plain sentence without a full stop that fits after `path: `. */
export interface FileProblem {
  readonly code: FileProblemCode;
  readonly detail: string;
}

export const ESCAPING_LINK: FileProblem = {
  code: 'escaping-link',
  detail: 'this link leaves the repository root',
};

/** Somebody else is at work on a file that was read. */
export const CHANGED: FileProblem = { code: 'changed', detail: 'this file changed after it was read' };

export type ReadResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: FileProblem };

export type LinkTarget =
  /** `kind`: what lies there, where that was seen on the way. */
  | { readonly state: 'inside'; readonly real: RawPath; readonly kind?: 'file' | 'directory' }
  | { readonly state: 'escaping' }
  | { readonly state: 'broken' };

/**
 * The one way to the contents of linted files: contained in a repository root, only regular files, bounded, and
 * nothing is read twice. Never throws and never waits, whatever lies there.
 */
export interface Files {
  /** The file's bytes. Its real path must lie inside `repositoryRoot`, which is a real path itself. */
  read(path: RawPath, repositoryRoot: RawPath): ReadResult;
  /**
   * The same for a directory whose real path is known, which saves a system call for every directory on its path.
   * `seenAs`: what the listing of the directory called it, which saves another one; then the bytes are only kept when everybody
   * who asks for them says that it is done `again`.
   */
  readIn(
    realDirectory: RawPath,
    name: RawPath,
    repositoryRoot: RawPath,
    seenAs?: 'file',
    again?: 'again',
  ): ReadResult;
  /** Gives `path` contents that do not lie on disk (standard input); it need not exist. */
  overlay(path: string, bytes: Uint8Array): void;
  /** Where a link leads, as far as it stays inside `repositoryRoot`. */
  followLink(path: RawPath, repositoryRoot: RawPath): LinkTarget;
  /** The real path of a directory; what does not exist of it is kept as it stands. */
  realDirectory(directory: RawPath): RawPath;
  /** Tells what the walk saw of a directory (its real path), so that nobody has to ask the disk; undefined: it could not tell. */
  knowGit(realDirectory: RawPath, holds: boolean | undefined): void;
  /** The nearest directory at or above a real path that holds a `.git` file or directory; else the one that bounds what is read. */
  repositoryRoot(realDirectory: RawPath): RawPath | undefined;
}

/** @param within real path of a directory: nothing above it counts as a repository, so that nothing outside of it is read */
export function createFiles(within?: RawPath): Files {
  const contents = new Map<string, ReadResult>();
  /** The same of files that the walk saw, where it was said that they are asked for again. */
  const expected = new Map<string, ReadResult>();
  const overlays = new Map<string, ReadResult>();
  const realDirectories = new Map<string, RawPath>();
  const repositoryRoots = new Map<string, RawPath | undefined>();
  /** Of the directories that the walk has been in, whether they hold `.git`. */
  const knownGit = new Map<string, boolean>();
  const linkTargets = new Map<string, LinkTarget>();
  let cachedBytes = 0;

  function realDirectory(directory: RawPath): RawPath {
    const key = keyOf(directory);
    let real = realDirectories.get(key);
    if (real === undefined) {
      real = realpathOrNothing(directory);
      if (real === undefined) {
        const above = parent(directory);
        real = keyOf(above) === key ? directory : join(realDirectory(above), lastComponent(directory));
      }
      realDirectories.set(key, real);
    }
    return real;
  }

  function repositoryRoot(directory: RawPath): RawPath | undefined {
    const asked: string[] = [];
    let found: RawPath | undefined;
    for (let at = directory; ; at = parent(at)) {
      const key = keyOf(at);
      if (repositoryRoots.has(key)) {
        found = repositoryRoots.get(key);
        break;
      }
      asked.push(key);
      if (within !== undefined && (key === keyOf(within) || !isInside(within, at))) {
        found = within;
        break;
      }
      if (knownGit.get(key) ?? holdsGit(at)) {
        found = at;
        break;
      }
      if (keyOf(parent(at)) === key) break;
    }
    for (const key of asked) repositoryRoots.set(key, found);
    return found;
  }

  function followLink(path: RawPath, root: RawPath): LinkTarget {
    // The walk comes by no link.
    if (knownGit.has(keyOf(path)) && isInside(root, path)) {
      return { state: 'inside', real: path, kind: 'directory' };
    }
    const key = `${keyOf(root)}\0${keyOf(path)}`;
    let target = linkTargets.get(key);
    if (target === undefined) {
      target = besideWhatIsKnown(path, root) ?? followEveryLink(path, root);
      linkTargets.set(key, target);
    }
    return target;
  }

  /** The answer for something in a folder that is known by its real path, when it is no link itself. */
  function besideWhatIsKnown(path: RawPath, root: RawPath): LinkTarget | undefined {
    const folder = parent(path);
    if (realDirectories.get(keyOf(folder)) !== folder || !isInside(root, path)) return undefined;
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return { state: 'broken' };
      if (stats.isSymbolicLink()) return undefined;
      const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : undefined;
      return kind === undefined ? { state: 'inside', real: path } : { state: 'inside', real: path, kind };
    } catch {
      return undefined;
    }
  }

  function knowGit(directory: RawPath, holds: boolean | undefined): void {
    realDirectories.set(keyOf(directory), directory);
    if (holds !== undefined) knownGit.set(keyOf(directory), holds);
  }

  function read(path: RawPath, root: RawPath): ReadResult {
    return readIn(realDirectory(parent(path)), lastComponent(path), root);
  }

  function readIn(
    directory: RawPath,
    name: RawPath,
    root: RawPath,
    seenAs?: 'file',
    again?: 'again',
  ): ReadResult {
    const here = join(directory, name);
    // To look a path up costs something, and a file that the walk saw is most often asked for here for the only time.
    const isFirst = seenAs !== undefined && again === undefined && overlays.size + contents.size === 0;
    const known = isFirst ? undefined : knownContent(keyOf(here));
    if (known !== undefined) return known;
    try {
      let real = here;
      // The walk has just seen a regular file here: opening it tells whether that is still so. Most are not kept: a linted
      // file is asked for once, and a large tree would hold them all.
      if (seenAs === 'file' && constants.O_NOFOLLOW !== undefined && isInside(root, here)) {
        const result = readRegular(here);
        return again === undefined ? result : keep(expected, keyOf(here), result);
      }
      let stats = lstatSync(here, { throwIfNoEntry: false });
      if (stats === undefined) return failed('missing', 'this file does not exist');
      if (stats.isSymbolicLink()) {
        const target = followLink(here, root);
        if (target.state !== 'inside') return brokenOrEscaping(target.state);
        real = target.real;
        stats = lstatSync(real);
      } else if (!isInside(root, here)) {
        return brokenOrEscaping('escaping');
      }
      const key = keyOf(real);
      return contents.get(key) ?? expected.get(key) ?? keep(contents, key, readRegular(real, stats));
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  }

  function knownContent(key: string): ReadResult | undefined {
    return overlays.get(key) ?? contents.get(key) ?? expected.get(key);
  }

  function keep(among: Map<string, ReadResult>, key: string, result: ReadResult): ReadResult {
    const size = result.ok ? result.bytes.length : 0;
    if (cachedBytes + size <= CACHE_BYTES) {
      cachedBytes += size;
      among.set(key, result);
    }
    return result;
  }

  function overlay(path: string, bytes: Uint8Array): void {
    const key = keyOf(realPath(path, { realDirectory }));
    overlays.set(key, bytes.length > MAX_FILE_BYTES ? tooLarge() : { ok: true, bytes });
  }

  return { read, readIn, overlay, followLink, realDirectory, knowGit, repositoryRoot };
}

/** The real path of a file that need not be there; a link in its own place is not followed. */
export function realPath(path: RawPath, files: Pick<Files, 'realDirectory'>): RawPath {
  return join(files.realDirectory(parent(path)), lastComponent(path));
}

/** What went wrong, from the error that a file system call threw. */
export function problemOf(error: unknown, what: 'file' | 'directory' = 'file'): FileProblem {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'missing', detail: `this ${what} does not exist` };
    case 'EACCES':
    case 'EPERM':
      return { code: 'permission', detail: `this ${what} cannot be read: permission denied` };
    case 'ELOOP':
      // A file was seen here a moment ago: the call that gives this is one that does not follow links.
      return { code: 'changed', detail: `this ${what} changed while it was being read` };
    default:
      return { code: 'io', detail: `this ${what} cannot be read: the system says ${code ?? 'nothing more'}` };
  }
}

/** Why a regular file cannot be opened; reads nothing of it. `access` would ask for the wrong user in a setuid program. */
export function refusalToOpen(path: string): FileProblem | undefined {
  try {
    closeSync(openSync(path, READ_ONLY));
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** What a thing is called that is neither file nor link. */
export function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

/**
 * Everything from an open file to its end; undefined when that is not the `size` that was seen before, because
 * somebody is writing to it. A file system that gives no sizes (procfs) is believed.
 */
export function readToEnd(descriptor: number, size: number): Uint8Array | undefined {
  // From the pool: most files are small, and memory of its own for each costs more than to read it.
  let buffer = Buffer.allocUnsafe(size + 1);
  let count = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, count, buffer.length - count, null);
    if (read === 0) break;
    count += read;
    if (count > MAX_FILE_BYTES) return undefined;
    // The byte of room was not needed: that is the end of a file of known size.
    if (size > 0 && count === size) break;
    if (count === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2 + 4096, MAX_FILE_BYTES + 1));
      buffer.copy(larger);
      buffer = larger;
    }
  }
  if (count !== size && fstatSync(descriptor).size !== size) return undefined;
  return new Uint8Array(buffer.buffer, buffer.byteOffset, count);
}

/** @param seen what was there a moment ago; absent when the listing of the directory called it a regular file */
function readRegular(real: RawPath, seen?: Stats): ReadResult {
  // Asked before opening: to open a device can do things, and a writer may be waiting for somebody to open its pipe.
  if (seen !== undefined && !seen.isFile()) {
    return failed('not-a-file', `this is ${describeKind(seen)}, not a file`);
  }
  if (seen !== undefined && seen.size > MAX_FILE_BYTES) return tooLarge();
  const descriptor = openSync(real, READ_ONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || (seen !== undefined && !sameFile(seen, stats))) return changed();
    if (stats.size > MAX_FILE_BYTES) return tooLarge();
    const bytes = readToEnd(descriptor, stats.size);
    return bytes === undefined ? changed() : { ok: true, bytes };
  } finally {
    closeSync(descriptor);
  }
}

/** Windows gives different device numbers for a path and for an open file, so nothing can be said there. */
function sameFile(a: Stats, b: Stats): boolean {
  return process.platform === 'win32' || (a.ino === b.ino && a.dev === b.dev);
}

function followEveryLink(path: RawPath, root: RawPath): LinkTarget {
  const real = realpathOrNothing(path);
  if (real !== undefined) return isInside(root, real) ? { state: 'inside', real } : { state: 'escaping' };
  // Broken. Whether it would leave the repository must not depend on what exists on this machine, so the links on the
  // way are followed by hand, and nothing outside is asked for.
  let at = root;
  let rest = namesBelow(root, path);
  if (rest === undefined) return { state: 'escaping' };
  for (let links = 0; links <= MAX_LINKS; ) {
    const name = rest.pop();
    if (name === undefined) break;
    const next = join(at, name);
    const seen = linkAt(next);
    if (seen === 'nothing') break;
    if (seen === 'no link') {
      at = next;
      continue;
    }
    links++;
    const { target } = seen;
    const whole = typeof target === 'string' && typeof at === 'string' ? resolve(at, target) : target;
    const names = namesBelow(root, whole);
    if (names === undefined) return { state: 'escaping' };
    at = root;
    rest = [...rest, ...names];
  }
  return { state: 'broken' };
}

/** The names on the way down from a directory to a path, the first one last; undefined when the path leads elsewhere. */
function namesBelow(root: RawPath, path: RawPath): RawPath[] | undefined {
  const rest = below(root, path);
  if (rest === undefined) return undefined;
  if (typeof rest === 'string') return rest === '' ? [] : rest.split(sep).reverse();
  const names: RawPath[] = [];
  for (let at = path; keyOf(at) !== keyOf(root); at = parent(at)) names.push(lastComponent(at));
  return names;
}

/** Where a link leads, as it is written. */
function linkAt(path: RawPath): { readonly target: RawPath } | 'no link' | 'nothing' {
  try {
    return { target: fromBytes(readlinkSync(path, { encoding: 'buffer' })) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EINVAL' ? 'no link' : 'nothing';
  }
}

function realpathOrNothing(path: RawPath): RawPath | undefined {
  try {
    return fromBytes(realpathSync.native(path, { encoding: 'buffer' }));
  } catch {
    return undefined;
  }
}

function holdsGit(directory: RawPath): boolean {
  try {
    const stats = statSync(join(directory, '.git'), { throwIfNoEntry: false });
    return stats !== undefined && (stats.isDirectory() || stats.isFile());
  } catch {
    return false;
  }
}

function failed(code: FileProblemCode, detail: string): ReadResult {
  return { ok: false, problem: { code, detail } };
}

function changed(): ReadResult {
  return failed('changed', 'this file changed while it was being read');
}

function tooLarge(): ReadResult {
  return failed('too-large', `this file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
}

function brokenOrEscaping(state: 'escaping' | 'broken'): ReadResult {
  return state === 'broken'
    ? failed('broken-link', 'this link leads nowhere')
    : { ok: false, problem: ESCAPING_LINK };
}
