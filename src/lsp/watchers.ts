import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileSystemWatcher } from 'vscode-languageserver/node';
import { directoriesAbove } from '../config/find.ts';
import { FILE_KINDS } from '../kinds/index.ts';
import { IGNORE_FILE, ROOT_NAMES } from '../workspace/layout.ts';
import { SETTINGS, uriOf } from './uri.ts';

/**
 * What changes the findings when it changes on the disk.
 * @param folders absolute paths of the folders of the workspace
 * @param canBeAbove whether the client also watches what lies outside of these
 */
export function watchers(folders: readonly string[], canBeAbove: boolean): FileSystemWatcher[] {
  const names = new Set([...SETTINGS, IGNORE_FILE, ...FILE_KINDS.flatMap(({ fileNames }) => fileNames)]);
  const patterns = [...[...names].map((name) => `**/${name}`), ...ROOT_NAMES.map((name) => `**/${name}/**`)];
  const above = canBeAbove ? new Set(folders.flatMap(searchedAbove)) : [];
  return [
    ...patterns.map((globPattern) => ({ globPattern })),
    ...[...above].map((folder) => ({
      globPattern: { baseUri: uriOf(folder), pattern: `{${SETTINGS.join(',')}}` },
    })),
  ];
}

/** The folders above one in which its configuration is looked for; none outside of a repository. */
function searchedAbove(folder: string): readonly string[] {
  const all = directoriesAbove(folder);
  const top = all.findIndex((one) => existsSync(join(one, '.git')));
  return all.slice(1, top + 1);
}
