import { HOOKS_FILE_NAME } from '../agy/hook-facts.ts';
import {
  HOME_FOLDER,
  HOME_SUBFOLDERS,
  INSTALLER_STATE,
  NESTED_HOOKS_FOLDER,
  OTHER_MCP_NAME,
  OWN_NAMES,
  SETTINGS_NAME,
  TOKEN_FILE,
  UNREAD_FOLDERS,
} from '../agy/misplaced-facts.ts';
import type { StrayKind } from '../kinds/index.ts';
import { type Listing, PLUGINS_FOLDER } from './layout.ts';

/** Names of folders in which files of usual names may be stray, and of files that are stray wherever they lie. */
const TELLING: ReadonlySet<string> = new Set([
  ...UNREAD_FOLDERS,
  HOME_FOLDER,
  ...HOME_SUBFOLDERS,
  NESTED_HOOKS_FOLDER,
]);
const STRAY_NAMES: readonly string[] = [OTHER_MCP_NAME, SETTINGS_NAME, TOKEN_FILE, ...INSTALLER_STATE];

/** Whether a directory may hold a stray file, by its name and what is in it: cheap, for every directory of a tree. */
export function mayHoldStrays(name: string, listing: Listing): boolean {
  return listing.size > 0 && (TELLING.has(name) || STRAY_NAMES.some((stray) => listing.has(stray)));
}

/** What the discovery knows of a directory. */
interface Known {
  readonly name: string;
  /** Looked up when it matters. */
  readonly listing: () => Listing;
  readonly is: 'root' | 'plugin' | undefined;
  /** Whether it is the repository root: its own name, and those above, are not the repository's. */
  readonly top: boolean;
}

/** What lies in a directory and is read by nobody, or should not have been committed: name and kind. */
export function straysIn(directory: Known, above: Known): readonly (readonly [string, StrayKind])[] {
  const strays: (readonly [string, StrayKind])[] = [];
  const listing = directory.listing();
  const take = (kind: StrayKind, names: Iterable<string>): void => {
    for (const name of names) {
      const entry = listing.get(name);
      if (entry === 'file' || entry === 'link') strays.push([name, kind]);
    }
  };
  take('tokens', [TOKEN_FILE]);
  const place = placeOf(directory, above);
  if (place === undefined) return strays;
  if (place === 'nested-hooks') {
    take('nested-hooks', [HOOKS_FILE_NAME]);
    return strays;
  }
  take('installer-state', INSTALLER_STATE);
  if (place === 'root') {
    take('other-name', [OTHER_MCP_NAME]);
    take('settings', [SETTINGS_NAME]);
  } else if (place === 'unread-folder') take(place, [...OWN_NAMES, OTHER_MCP_NAME]);
  else if (place === 'home-copy')
    take(place, directory.name === HOME_FOLDER ? OWN_NAMES : [...OWN_NAMES, OTHER_MCP_NAME]);
  return strays;
}

function placeOf(
  { name, is, top }: Known,
  above: Known,
): 'root' | 'plugin' | 'plugins' | 'unread-folder' | 'home-copy' | 'nested-hooks' | undefined {
  if (is !== undefined) return is;
  if (name === PLUGINS_FOLDER && above.is === 'root') return 'plugins';
  if (top) return undefined;
  if (UNREAD_FOLDERS.has(name)) return 'unread-folder';
  if (name === HOME_FOLDER) return 'home-copy';
  if (above.name === HOME_FOLDER && !above.top && HOME_SUBFOLDERS.has(name)) return 'home-copy';
  const nested =
    name === NESTED_HOOKS_FOLDER && above.is === 'plugin' && !above.listing().has(HOOKS_FILE_NAME);
  return nested ? 'nested-hooks' : undefined;
}
