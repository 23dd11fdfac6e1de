import { dirname, sep } from 'node:path';

/**
 * A path as the file system has it: text where the name is valid UTF-8, else its bytes. Node turns invalid bytes
 * into U+FFFD, and a path with that in it names nothing any more.
 */
export type RawPath = string | Buffer;

const SEPARATOR = sep.charCodeAt(0);

/** Text if the bytes are valid UTF-8, else the bytes themselves. */
export function fromBytes(bytes: Buffer): RawPath {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes;
}

/** For people: invalid bytes show as U+FFFD. */
export function shown(path: RawPath): string {
  return typeof path === 'string' ? path : path.toString('utf8');
}

/** A key for maps; two paths that only look alike keep different keys. */
export function keyOf(path: RawPath): string {
  return typeof path === 'string' ? path : `\0${path.toString('latin1')}`;
}

export function join(directory: RawPath, name: RawPath): RawPath {
  if (typeof directory === 'string' && typeof name === 'string') {
    return directory.endsWith(sep) ? directory + name : directory + sep + name;
  }
  const head = Buffer.from(directory as string);
  const tail = Buffer.from(name as string);
  return head[head.length - 1] === SEPARATOR
    ? Buffer.concat([head, tail])
    : Buffer.concat([head, Buffer.from(sep), tail]);
}

/** The directory above; a file system's root is its own parent. */
export function parent(path: RawPath): RawPath {
  if (typeof path === 'string') {
    // Of every directory and every file, so the common case is not left to the general one.
    const slash = sep === '/' ? path.lastIndexOf(sep) : -1;
    return slash > 0 && slash < path.length - 1 && path[slash - 1] !== sep
      ? path.slice(0, slash)
      : dirname(path);
  }
  const at = path.lastIndexOf(SEPARATOR);
  return at <= 0 ? sep : fromBytes(path.subarray(0, at));
}

/** The last component, for comparing with known names and for showing. */
export function nameOf(path: RawPath): string {
  const text = shown(path);
  return text.slice(text.lastIndexOf(sep) + 1);
}

/** The last component as the file system has it. */
export function lastComponent(path: RawPath): RawPath {
  if (typeof path === 'string') return nameOf(path);
  const above = Buffer.from(parent(path) as string).length;
  return fromBytes(path.subarray(above === 1 ? 1 : above + 1));
}

/** What comes after `root` in `path`, without a leading separator; undefined when `path` is not at or below it. */
export function below(root: RawPath, path: RawPath): RawPath | undefined {
  if (typeof root === 'string' && typeof path === 'string') {
    if (!isInside(root, path)) return undefined;
    return path.slice(root.endsWith(sep) ? root.length : root.length + 1);
  }
  const from = Buffer.from(root as string);
  const whole = Buffer.from(path as string);
  if (whole.equals(from)) return '';
  const prefix = from[from.length - 1] === SEPARATOR ? from : Buffer.concat([from, Buffer.from(sep)]);
  if (whole.length < prefix.length || !whole.subarray(0, prefix.length).equals(prefix)) return undefined;
  return fromBytes(whole.subarray(prefix.length));
}

/** Asked of every directory and every file, so nothing is put together for it. */
export function isInside(root: RawPath, path: RawPath): boolean {
  if (typeof root !== 'string' || typeof path !== 'string') return below(root, path) !== undefined;
  if (!path.startsWith(root)) return false;
  return path.length === root.length || path[root.length] === sep || root.endsWith(sep);
}

/** The path as reports spell it, with `/` on every platform. */
export function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/**
 * As reports show it: relative to the working directory with `/`; absolute when it lies outside; `.` for the
 * working directory itself.
 */
export function reportPath(absolute: string, cwd: string): string {
  const relative = below(cwd, absolute);
  if (relative === undefined) return slashed(absolute);
  return relative === '' ? '.' : slashed(shown(relative));
}
