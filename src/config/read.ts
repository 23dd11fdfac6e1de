import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';

const LIMIT = 1 << 20;
const TOO_LARGE = `this is larger than ${LIMIT >> 20} MiB; a configuration is not`;

export type ReadResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a configuration file as text, a byte-order mark kept. Never waits: what is no regular file (a pipe, a device, a
 * directory), too big or not UTF-8 is refused with a message.
 */
export function readConfigFile(path: string): ReadResult {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const broken = codeOf(error) === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return refusal(broken ? 'this link leads nowhere; mend or remove it' : reason(error));
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return refusal('this is a directory; a configuration is a file');
    if (!stat.isFile()) return refusal('this is not a regular file');
    if (stat.size > LIMIT) return refusal(TOO_LARGE);
    return decodeConfig(readFileSync(file));
  } catch (error) {
    return refusal(reason(error));
  } finally {
    closeSync(file);
  }
}

/** A configuration as text; what is too big or not UTF-8 is refused with a message. */
export function decodeConfig(bytes: Uint8Array): ReadResult {
  if (bytes.length > LIMIT) return refusal(TOO_LARGE);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refusal('this is UTF-16; save it as UTF-8');
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes) };
  } catch {
    return refusal('this is not UTF-8');
  }
}

function refusal(message: string): ReadResult {
  return { ok: false, message };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function reason(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return 'this file does not exist; check the spelling';
    case 'ENOTDIR':
      return 'a part of this path is no directory';
    case 'EACCES':
    case 'EPERM':
      return 'this file may not be read: permission denied';
    case 'ELOOP':
      return 'this link leads back to itself';
    case 'ENXIO':
      return 'this is not a regular file';
    default:
      return `this file cannot be read${typeof code === 'string' ? ` (${code})` : ''}`;
  }
}
