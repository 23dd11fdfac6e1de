import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BASELINE_NAME, CONFIG_NAMES } from '../config/find.ts';

/** The absolute path of a URI; undefined for one that names no file of this machine, such as `untitled:`. */
export function pathOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : resolve(path);
  } catch {
    // A host, an encoded slash, half an escape: no path can be meant.
    return undefined;
  }
}

/** The URI of an absolute path. */
export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** Names of the files that say how to lint. */
export const SETTINGS: readonly string[] = [...CONFIG_NAMES, BASELINE_NAME];

/** Whether a file says how to lint, and is not linted itself. */
export function isSetting(path: string): boolean {
  return SETTINGS.includes(basename(path));
}
