import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { CHANGED, describeKind, type FileProblem, READ_ONLY, readToEnd } from './files.ts';
import { fromBytes, join, keyOf, parent, type RawPath } from './raw-path.ts';

/** A new file, and nothing that somebody has put in its place, a link included. */
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

const PERMISSIONS = 0o777;
const WRITABLE = 0o222;

/** The file is not what it was: nothing is lost, and nothing was written. */
class Changed extends Error {}

/**
 * Puts other bytes in the place of a file, or makes the file: all of them or none. An existing file keeps its mode, and
 * its owner as far as the system lets us. Nothing is written through a link, not even to a place in the same repository:
 * `.git` is one.
 * @param expected what the file must hold until the very moment it is replaced; then its directory must be a real path
 * @returns what was in the way, and then nothing was changed
 */
export function replaceFile(
  path: RawPath,
  bytes: Uint8Array,
  expected?: Uint8Array,
): FileProblem | undefined {
  try {
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen?.isSymbolicLink()) {
      return { code: 'not-a-file', detail: 'this is a link, and nothing is written through links' };
    }
    if (seen !== undefined && !seen.isFile()) {
      return { code: 'not-a-file', detail: `this is ${describeKind(seen)}, not a file` };
    }
    if (seen !== undefined) {
      // A new file could take its place all the same; whoever made it read-only does not want that.
      if ((seen.mode & WRITABLE) === 0) return READ_ONLY_FILE;
      accessSync(path, constants.W_OK);
    }
    replace(path, bytes, seen, expected);
    return undefined;
  } catch (error) {
    return writeProblem(error);
  }
}

const READ_ONLY_FILE: FileProblem = { code: 'permission', detail: 'this file is read-only' };

function replace(
  path: RawPath,
  bytes: Uint8Array,
  seen: Stats | undefined,
  expected: Uint8Array | undefined,
): void {
  // Beside the file, so that it can take the file's place in one step.
  const folder = parent(path);
  const beside = join(folder, `.skillsaw-${randomBytes(8).toString('hex')}.new`);
  const descriptor = openSync(beside, NEW, 0o666);
  try {
    try {
      writeFileSync(descriptor, bytes);
      if (seen !== undefined) takeAfter(descriptor, seen);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (expected !== undefined) {
      if (keyOf(realPath(folder)) !== keyOf(folder)) throw new Changed();
      confirm(path, expected);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function realPath(path: RawPath): RawPath {
  return fromBytes(realpathSync.native(path, { encoding: 'buffer' }));
}

/** Gives a file the owner and the mode of another one. Only root can give files away; for others the owner changes. */
function takeAfter(descriptor: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) {
    try {
      fchownSync(descriptor, uid, gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
  fchmodSync(descriptor, mode & PERMISSIONS);
}

/** Throws `Changed` when a file does not hold what it held. */
function confirm(path: RawPath, expected: Uint8Array): void {
  const descriptor = openSync(path, READ_ONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size !== expected.length) throw new Changed();
    const bytes = readToEnd(descriptor, stats.size);
    if (bytes === undefined || Buffer.compare(bytes, expected) !== 0) throw new Changed();
  } finally {
    closeSync(descriptor);
  }
}

function writeProblem(error: unknown): FileProblem {
  if (error instanceof Changed) return CHANGED;
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'missing', detail: 'the directory of this file does not exist' };
    case 'ELOOP':
      return CHANGED;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { code: 'permission', detail: 'this file cannot be written: permission denied' };
    case 'ENOSPC':
    case 'EDQUOT':
      return { code: 'io', detail: 'this file cannot be written: there is no room left for it' };
    default:
      return { code: 'io', detail: `this file cannot be written: the system says ${code ?? 'nothing more'}` };
  }
}
