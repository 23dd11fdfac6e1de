import { MCP_FILE_NAME } from '../agy/facts.ts';
import { compareText } from '../text/compare.ts';
import type { Files, ReadResult } from './files.ts';
import { createLayout, PLUGINS_FOLDER } from './layout.ts';
import { join, type RawPath, reportPath, shown } from './raw-path.ts';
import { readDirectory } from './walk.ts';

/** A file in the home directory that holds servers for every session. */
export interface UserFile {
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

/** The file in a home directory that every session loads. @param home absolute */
export function userConfigFile(home: string): string {
  return shown([...CONFIG_FOLDER, MCP_FILE_NAME].reduce<RawPath>(join, home));
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
  const entries = readDirectory(plugins);
  const found: UserFile[] = [];
  const unseen: { path: string; message: string }[] = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    const folder = join(plugins, entry.name);
    if (entry.isSymbolicLink()) {
      unseen.push({ path: shownPath(folder), message: 'this link among the plugins was not followed' });
    }
    const manifest = entry.isDirectory() ? layout.manifest(files.realDirectory(folder)) : undefined;
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

  function shownPath(path: RawPath): string {
    return reportPath(shown(path), cwd);
  }

  function userFile(path: RawPath): UserFile {
    return { absolute: shown(path), path: shownPath(path), read };

    function read(): ReadResult | undefined {
      const result = files.read(path, realHome);
      if (result.ok) return result;
      if (result.problem.code === 'missing') return undefined;
      return result.problem.code === 'escaping-link' ? LEAVES_HOME : result;
    }
  }
}

const LEAVES_HOME: ReadResult = {
  ok: false,
  problem: { code: 'escaping-link', detail: 'this link leaves the home directory, and was not followed' },
};
