import { fstatSync, readSync, writeSync } from 'node:fs';
import { codeOf, UsageError } from '../run/errors.ts';
import type { Stream } from '../run/io.ts';

const STDERR = 2;
const PAUSE_MS = 5;
const CHUNK_BYTES = 64 * 1024;

/**
 * One of the process's own outputs. Node's stream for it is only made when it is a terminal: making it costs several
 * milliseconds, and a pipe or a file takes bytes as well without.
 * @param node gives Node's stream for the descriptor
 */
export function outputStream(descriptor: number, node: () => NodeJS.WriteStream): Stream {
  const terminal = isCharacterDevice(descriptor) && node().isTTY === true ? node() : undefined;
  // The terminal has gone: there is nobody left to tell.
  terminal?.on('error', () => {});
  let open = true;
  return {
    isTerminal: terminal !== undefined,
    columns: terminal?.columns,
    write(text) {
      if (terminal !== undefined) terminal.write(text);
      else if (open) open = writeAll(descriptor, Buffer.from(text));
    },
  };
}

/** A terminal is a character device; so are others, which Node's own test tells apart. */
function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * False when the reader has gone (`| head`): nothing is wrong, there is just nobody left to tell. Throws `UsageError`
 * when what was asked for cannot be written; what cannot be said on standard error is left unsaid.
 */
function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EPIPE' || (descriptor === STDERR && code !== 'EAGAIN')) return false;
      if (code !== 'EAGAIN') {
        throw new UsageError(
          [`standard output cannot be written (${code}); make room there, or send it somewhere else`],
          'What was printed is not complete.',
        );
      }
      // The other end is slow and the pipe was made not to wait; so we do.
      pause();
    }
  }
  return true;
}

/**
 * What comes on an input until it ends, or until there is more than `limit` bytes of it: it may have no end. Throws
 * `UsageError` when it cannot be read.
 */
export function readInput(descriptor: number, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= limit; ) {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let count: number;
    try {
      count = readSync(descriptor, chunk);
    } catch (error) {
      const code = codeOf(error);
      // Windows says so when a pipe ends.
      if (code === 'EOF') break;
      if (code !== 'EAGAIN') {
        throw new UsageError([`standard input cannot be read (${code}); send a file's contents to it`]);
      }
      pause();
      continue;
    }
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return Buffer.concat(chunks);
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
