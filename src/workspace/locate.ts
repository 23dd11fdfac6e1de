import { statSync } from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';
import type { Files } from './files.ts';
import { isInside, join, type RawPath } from './raw-path.ts';

/** No system opens a longer path, and to make one short takes more than linear time. In UTF-16 units. */
export const MAX_PATH = 4096;

/** Where a path out of a linted file leads. */
export type Location =
  /** `kind`: what lies there, where that was seen on the way. */
  | { readonly state: 'inside'; readonly real: RawPath; readonly kind?: 'file' | 'directory' }
  /** `link`: it lies inside as it is written, and a link on the way leaves the repository. */
  | { readonly state: 'outside'; readonly link?: RawPath }
  | { readonly state: 'missing' }
  | { readonly state: 'unclear' };

/**
 * Follows a path that a linted file gives. Nothing outside the repository is looked at.
 * @param base real path of the directory that a relative path starts from
 */
export function locate(path: string, base: RawPath, repositoryRoot: RawPath, files: Files): Location {
  if (path.includes('\0') || path.length > MAX_PATH) return { state: 'unclear' };
  const lexical = lexically(path, base);
  if (lexical === undefined) return { state: 'unclear' };
  if (!isInside(repositoryRoot, lexical)) return { state: 'outside' };
  const target = files.followLink(lexical, repositoryRoot);
  if (target.state === 'escaping') return { state: 'outside', link: lexical };
  if (target.state === 'inside') return target;
  return kindAt(lexical) === 'missing' ? { state: 'missing' } : { state: 'unclear' };
}

/** What lies at a place that was found. */
export function kindOf({ real, kind }: Location & { state: 'inside' }): ReturnType<typeof kindAt> {
  return kind ?? kindAt(real);
}

/** What lies at a real path; `unclear` for a pipe and the like, and for what the system does not tell. */
export function kindAt(real: RawPath): 'file' | 'directory' | 'missing' | 'unclear' {
  try {
    const stats = statSync(real, { throwIfNoEntry: false });
    if (stats === undefined) return 'missing';
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'unclear';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code) ? 'missing' : 'unclear';
  }
}

/** The path as it is written, links and all; undefined when it cannot be put together. */
export function lexically(path: string, base: RawPath): RawPath | undefined {
  if (typeof base === 'string') return under(base, path);
  // The name of the directory is no UTF-8, so only what stays below it can be followed.
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (isAbsolute(path) || parts.includes('..')) return undefined;
  return parts.reduce<RawPath>((at, part) => join(at, part), base);
}

/** `resolve` for a base that is absolute and tidy: most paths need nothing but to be put behind it. */
export function under(base: string, path: string): string {
  if (path === '.' || path === '') return base;
  return isTidy(path) ? (join(base, path) as string) : resolve(base, path);
}

/** Whether there is nothing in a relative path to resolve; in doubt there is. */
function isTidy(path: string): boolean {
  return (
    sep === '/' &&
    !path.startsWith('/') &&
    !path.endsWith('/') &&
    !path.endsWith('.') &&
    !path.includes('./') &&
    !path.includes('//')
  );
}
