import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Puts new contents in the place of a file, or makes it: whoever looks sees all of the old or all of the new, and a file
 * that was there keeps its mode. A link at this path is replaced, not followed. Throws what the file system says, and then
 * nothing has changed.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const before = lstatSync(path, { throwIfNoEntry: false });
  // In the same folder, since only there a file can be renamed without being copied.
  const temporary = join(dirname(path), `.skillsaw-${randomBytes(8).toString('hex')}.tmp`);
  // `wx` fails on whatever is there, a link that leads nowhere included.
  const descriptor = openSync(temporary, 'wx');
  try {
    try {
      if (before?.isFile() === true) fchmodSync(descriptor, before.mode);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
