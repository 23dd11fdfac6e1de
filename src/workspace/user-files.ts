import type { Dirent } from 'node:fs';
import { MCP_FILE_NAME } from '../agy/facts.ts';
import { compareText } from '../text/compare.ts';
import { type FileProblem, type Files, type ReadResult, realPath } from './files.ts';
import { createLayout, PLUGINS_FOLDER } from './layout.ts';
import { isInside, join, type RawPath, reportPath, shown } from './raw-path.ts';
import { lossyDirectories, readDirectory } from './walk.ts';

/** A file in the home directory that holds servers for every session. */
export interface UserFile {
  /** In the real folder. */
  readonly absolute: string;
  /** As reported. */
  readonly path: string;
  /** The bytes; undefined for a file that is not there. */
  read(): ReadResult | undefined;
  /** Of a plugin: its manifest. */
  readonly manifest?: Pick<UserFile, 'path' | 'read'>;
}

export interface UserFiles {
  /** In the order of their paths; the first one may not be there. */
  readonly files: readonly UserFile[];
  /** Directories that may be plugins and were not looked into. */
  readonly unseen: readonly { readonly path: string; readonly message: string }[];
}

/** Where every session looks for servers, from the home directory. Source: Antigravity's documentation. */
const CONFIG_FOLDER = ['.gemini', 'config'] as const;

/** The file in a home directory that every session loads, in its real folder. @param home absolute */
export function userConfigFile(home: string, files: Files): string {
  return shown(realPath([...CONFIG_FOLDER, MCP_FILE_NAME].reduce<RawPath>(join, home), files));
}

/**
 * The user's own `mcp_config.json` and those of the plugins that `agy plugin install` has put into the home directory. Nothing
 * outside the home directory is read, and nothing is written.
 */
export function findUserFiles(home: string, cwd: string, files: Files): UserFiles {
  const layout = createLayout(files);
  const realHome = files.realDirectory(home);
  const config = CONFIG_FOLDER.reduce<RawPath>(join, home);
  const plugins = join(config, PLUGINS_FOLDER);
  const entries = isInside(realHome, files.realDirectory(plugins)) ? readDirectory(plugins) : LEAVES_HOME;
  const found: UserFile[] = [];
  const unseen: { path: string; message: string }[] = [];
  for (const name of Array.isArray(entries) ? foldersAmong(entries) : []) {
    const folder = join(plugins, name);
    const manifest = layout.manifest(files.realDirectory(folder));
    if (manifest === undefined) continue;
    found.push({
      ...userFile(join(folder, MCP_FILE_NAME)),
      manifest: userFile(manifest.split('/').reduce<RawPath>(join, folder)),
    });
  }
  if (entries !== undefined && !Array.isArray(entries)) {
    unseen.push({ path: shownPath(plugins), message: entries.detail });
  }
  found.sort((a, b) => compareText(a.path, b.path));
  unseen.sort((a, b) => compareText(a.path, b.path));
  return { files: [userFile(join(config, MCP_FILE_NAME)), ...found], unseen };

  function foldersAmong(all: readonly Dirent[]): readonly RawPath[] {
    const names: RawPath[] = [];
    for (const entry of all) {
      if (entry.isSymbolicLink()) {
        const path = shownPath(join(plugins, entry.name));
        unseen.push({ path, message: 'this link among the plugins was not followed' });
      } else if (entry.isDirectory() && !entry.name.includes('\ufffd')) names.push(entry.name);
    }
    return all.some(({ name }) => name.includes('\ufffd')) ? [...names, ...lossyDirectories(plugins)] : names;
  }

  function shownPath(path: RawPath): string {
    return reportPath(shown(path), cwd);
  }

  function userFile(path: RawPath): UserFile {
    return { absolute: shown(realPath(path, files)), path: shownPath(path), read };

    function read(): ReadResult | undefined {
      const result = files.read(path, realHome);
      if (result.ok) return result;
      if (result.problem.code === 'missing') return undefined;
      return result.problem.code === 'escaping-link' ? { ok: false, problem: LEAVES_HOME } : result;
    }
  }
}

const LEAVES_HOME: FileProblem = {
  code: 'escaping-link',
  detail: 'this link leaves the home directory, and was not followed',
};
