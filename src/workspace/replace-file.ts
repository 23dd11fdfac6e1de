import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describeKind, type FileProblem } from './files.ts';

/** A new file, and nothing that somebody has put in its place, a link included. */
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

const PERMISSIONS = 0o777;

/**
 * Puts other bytes in the place of a file, or makes the file: all of them or none. An existing file keeps its mode.
 * Nothing is written through a link, not even to a place in the same repository: `.git` is one.
 * @returns what was in the way, and then nothing was changed
 */
export function replaceFile(path: string, bytes: Uint8Array): FileProblem | undefined {
  try {
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen?.isSymbolicLink()) {
      return { code: 'not-a-file', detail: 'this is a link, and nothing is written through links' };
    }
    if (seen !== undefined && !seen.isFile()) {
      return { code: 'not-a-file', detail: `this is ${describeKind(seen)}, not a file` };
    }
    replace(path, bytes, seen?.mode);
    return undefined;
  } catch (error) {
    return writeProblem(error);
  }
}

function replace(path: string, bytes: Uint8Array, mode: number | undefined): void {
  // Beside the file, so that it can take the file's place in one step.
  const beside = join(dirname(path), `.skillsaw-${randomBytes(8).toString('hex')}.new`);
  const descriptor = openSync(beside, NEW, 0o666);
  try {
    try {
      writeFileSync(descriptor, bytes);
      if (mode !== undefined) fchmodSync(descriptor, mode & PERMISSIONS);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeProblem(error: unknown): FileProblem {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'missing', detail: 'the directory of this file does not exist' };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { code: 'permission', detail: 'this file cannot be written: permission denied' };
    default:
      return { code: 'io', detail: `this file cannot be written: the system says ${code ?? 'nothing more'}` };
  }
}
