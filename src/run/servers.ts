import { isAbsolute } from 'node:path';
import type { LoaderSettings } from '../agy/mcp-config.ts';
import { maskText } from '../credentials/index.ts';
import { loaderSettings } from '../engine/lint.ts';
import { type InventorySettings, makeInventory } from '../inventory/inventory.ts';
import type { Inventory, ServerFile } from '../inventory/types.ts';
import type { RuleSource } from '../rule-source.ts';
import { compareText } from '../text/compare.ts';
import { createFiles, realPath } from '../workspace/files.ts';
import { shown } from '../workspace/raw-path.ts';
import { userConfigFile } from '../workspace/user-files.ts';
import { discover } from '../workspace/workspace.ts';
import type { ConfigArguments } from './configuration.ts';
import { compilePatterns, configuration } from './configuration.ts';
import { printNote, UsageError } from './errors.ts';
import type { Io } from './io.ts';
import { expandPaths } from './paths.ts';
import { userServers, workspaceServers } from './server-files.ts';
import { noteText, usageText } from './usage.ts';

/** Where to look for servers. */
export interface InventoryRequest extends ConfigArguments {
  /** As named on the command line. */
  readonly paths: readonly string[];
  /** Whether the files in the home directory count as well. */
  readonly user: boolean;
}

/** Everything that holds servers, read. */
export interface GatheredServers {
  /** In the order of their paths, those of the home directory last. */
  readonly files: readonly ServerFile[];
  readonly unseen: Inventory['unseen'];
  readonly settings: InventorySettings & LoaderSettings;
}

/**
 * What agy makes of everything that holds servers below what was named. Notes go to stderr; throws `UsageError` for what the
 * user must mend first.
 */
export async function inventory(request: InventoryRequest, source: RuleSource, io: Io): Promise<Inventory> {
  const { files, unseen, settings } = await gatherServers(request, source, io);
  return { ...makeInventory(files, settings), unseen };
}

/** Finds and reads, as `inventory` does. */
export async function gatherServers(
  request: InventoryRequest,
  source: RuleSource,
  io: Io,
): Promise<GatheredServers> {
  const home = homeDirectory(io);
  if (request.user && home === undefined) {
    throw new UsageError(['--user needs the home directory: set HOME to its absolute path']);
  }
  const config = await configuration(request, request.paths[0] ?? '.', source, io);
  const globs = await expandPaths(request, io.cwd);
  const excluded = await compilePatterns(config.exclude, config.directory);
  const disk = createFiles(request.within);
  const found = discover({ paths: globs.paths, cwd: io.cwd, excluded, readLater: true }, disk);
  const problems = [...globs.problems, ...found.usage];
  if (problems.length > 0) throw new UsageError(problems.map(usageText));
  for (const note of found.notes) printNote(noteText(note), io);

  const placeholders = config.rules.get('mcp-valid-json')?.options['additional-placeholders'];
  const settings = {
    ...loaderSettings(config),
    placeholders: Array.isArray(placeholders) ? placeholders : [],
  };
  const workspace = workspaceServers(found, settings);
  const user =
    request.user && home !== undefined
      ? userServers(home, io.cwd, disk, settings)
      : { files: [], unseen: [] };
  const taken = new Set(user.files.map(({ absolute }) => absolute));
  const usersOwn = home === undefined ? undefined : userConfigFile(home, disk);
  const files = workspace.files
    .map((file) => ({ ...file, absolute: shown(realPath(file.absolute, disk)) }))
    .filter(({ absolute }) => !taken.has(absolute))
    // Named, and known by its place.
    .map((file) => (file.absolute === usersOwn ? { ...file, origin: 'user' as const } : file))
    .sort((a, b) => compareText(a.path, b.path));
  return {
    files: [...files, ...user.files],
    unseen: [...workspace.unseen, ...user.unseen].map(({ path, message }) => ({
      path: maskText(path),
      message: maskText(message),
    })),
    settings,
  };
}

/** Undefined where there is none that could be told. Windows has a name of its own for it. */
function homeDirectory({ env }: Io): string | undefined {
  const home = env.HOME ?? env.USERPROFILE;
  return home !== undefined && isAbsolute(home) ? home : undefined;
}
