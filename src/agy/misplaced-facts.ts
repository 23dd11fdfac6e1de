import { MCP_FILE_NAME } from './facts.ts';
import { HOOKS_FILE_NAME } from './hook-facts.ts';

/** Where files lie that look like Antigravity's and are not read, and what it leaves on a disk that is nobody else's business. */

/** What other hosts call their list of servers. */
export const OTHER_MCP_NAME = 'mcp.json';

/**
 * Folders of a project in which nothing is read. Source: agy 1.0.3 and 1.1.25 were seen to read neither servers nor hooks there; the second
 * one holds links to projects.
 */
export const UNREAD_FOLDERS: ReadonlySet<string> = new Set(['.antigravity', '.antigravitycli']);

/** The folder of the home directory that holds a user's own configuration, and the folders in it that hold or held these files. */
export const HOME_FOLDER = '.gemini';
export const HOME_SUBFOLDERS: ReadonlySet<string> = new Set(['config', 'antigravity', 'antigravity-cli']);

/** The files themselves. */
export const OWN_NAMES: readonly string[] = [MCP_FILE_NAME, HOOKS_FILE_NAME];

/** Where other hosts keep hooks among other settings. */
export const SETTINGS_NAME = 'settings.json';

/** The folder in which other hosts look for the hooks of a plugin. Source: not read by agy 1.0.16, 1.2.2 and 1.5.0. */
export const NESTED_HOOKS_FOLDER = 'hooks';

/** What the installer of plugins keeps for itself. Source: the internals of a kit for plugins. */
export const INSTALLER_STATE: ReadonlySet<string> = new Set([
  'installed_version.json',
  'import_manifest.json',
]);

/** Where the tokens of remote servers land after a login. Source: the vendor's page on MCP. */
export const TOKEN_FILE = 'mcp_oauth_tokens.json';
