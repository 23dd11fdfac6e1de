import { fstatSync, writeSync } from 'node:fs';
import type { Stream } from './io.ts';

const PAUSE_MS = 5;

/**
 * One of the process's own outputs. Node's stream for it is only made when it is a terminal: making it costs several
 * milliseconds, and a pipe or a file takes bytes as well without.
 * @param node gives Node's stream for the descriptor
 */
export function outputStream(descriptor: number, node: () => NodeJS.WriteStream): Stream {
  const terminal = isCharacterDevice(descriptor) && node().isTTY === true ? node() : undefined;
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

/** False when the reader has gone (`| head`): nothing is wrong, there is just nobody left to tell. */
function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      // The other end is slow and the pipe was made not to wait; so we do.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  return true;
}
