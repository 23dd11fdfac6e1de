/** What is known of the files of a plugin, as tables: what is found by its place, and what a manifest cannot move. */

/** Directories that a manifest may lie in, and whose they are. The plugin is the directory above. */
export const MANIFEST_FOLDERS = {
  '.antigravity-plugin': { host: 'Antigravity', since: '1.3.2' },
  '.gemini-plugin': { host: 'Antigravity', since: '1.3.2' },
  '.claude-plugin': { host: 'Claude Code' },
  '.codex-plugin': { host: 'Codex' },
  '.cursor-plugin': { host: 'Cursor' },
} as const satisfies Record<string, ManifestFolder>;

export interface ManifestFolder {
  readonly host: string;
  /** The first agy that reads a manifest there; absent where none does. */
  readonly since?: string;
}

/** Whether Antigravity reads a manifest in a folder of this name, or at the top of the plugin (''). */
export function holdsOwnManifest(folder: string): boolean {
  const folders: Readonly<Record<string, ManifestFolder>> = MANIFEST_FOLDERS;
  return folder === '' || (isManifestFolder(folder) && folders[folder]?.since !== undefined);
}

/** Whether a folder of this name in a plugin is some host's place for the manifest. */
export function isManifestFolder(name: string): boolean {
  return Object.hasOwn(MANIFEST_FOLDERS, name);
}

/** The only names under which Antigravity finds the parts of a plugin. */
export type ComponentName = 'mcp_config.json' | 'hooks.json' | 'skills' | 'agents' | 'rules' | 'commands';

/**
 * What agy loads from the directory of a plugin, told by place and name alone; paths are from that directory. Source: the
 * vendor's page on plugins, measured on agy 1.0.16 and later. `commands` are turned into skills.
 */
export const PLUGIN_COMPONENTS: Readonly<Record<ComponentName, RegExp>> = {
  'mcp_config.json': /^mcp_config\.json$/,
  'hooks.json': /^hooks\.json$/,
  skills: /^skills\/[^/]+\/SKILL\.md$/,
  agents: /^agents\/(?:[^/]+\.md|[^/]+\/agent\.md)$/,
  rules: /^rules\/[^/]+\.md$/,
  commands: /^commands\/[^/]+\.(?:md|toml)$/,
};

/** Of the names above, those of folders. */
export const COMPONENT_FOLDERS: ReadonlySet<string> = new Set<ComponentName>([
  'skills',
  'agents',
  'rules',
  'commands',
]);

/** The component that a file is part of, by its path from the plugin's directory with `/`. */
export function componentOf(path: string): ComponentName | undefined {
  const names = Object.keys(PLUGIN_COMPONENTS) as ComponentName[];
  return names.find((name) => PLUGIN_COMPONENTS[name].test(path));
}

/** A key of a manifest under which other hosts take a path to a component. */
export interface PathKey {
  /** Where Antigravity looks, whatever the key says. */
  readonly component: ComponentName;
  /** The first agy whose release notes name the key; which values it takes is not known. */
  readonly since?: string;
}

/** `logo` is none of them: it is read, and what it names is no component. */
export const PATH_KEYS: ReadonlyMap<string, PathKey> = new Map<string, PathKey>([
  ['hooks', { component: 'hooks.json' }],
  ['mcpServers', { component: 'mcp_config.json' }],
  ['skills', { component: 'skills', since: '1.3.2' }],
  ['agents', { component: 'agents' }],
  ['rules', { component: 'rules' }],
  ['commands', { component: 'commands' }],
]);

/** Names of the plugin's own directory in the words of several hosts; what follows is a path in the plugin. */
const PLUGIN_DIRECTORY = /^\$\{?(?:CLAUDE_PLUGIN_ROOT|PLUGIN_ROOT|ANTIGRAVITY_PLUGIN_ROOT)\}?(?=[/\\]|$)/;

/** What only its own host can resolve: an address, another variable, a pattern. */
const UNCERTAIN = /^[A-Za-z][A-Za-z0-9+.-]+:|[$*?{}]/;

/**
 * The fact of the key when a path under it names something that Antigravity does not find by itself, because it lies
 * outside the one place that is looked at. Undefined when the path is that place or lies below it, when the
 * place may lie below the path, when the key takes no path, and whenever there is doubt.
 */
export function outsideConvention(key: string, path: string): PathKey | undefined {
  const fact = PATH_KEYS.get(key);
  if (fact === undefined) return undefined;
  const local = path.replace(PLUGIN_DIRECTORY, '.');
  if (UNCERTAIN.test(local)) return undefined;
  const segments = resolved(local.replaceAll('\\', '/'));
  if (segments.length === 0) return undefined;
  return segments[0] === fact.component ? undefined : fact;
}

/** The segments of a path without `.` and `..`; a first one that cannot go away shows that the path leaves the plugin. */
function resolved(path: string): readonly string[] {
  const segments: string[] = [];
  if (path.startsWith('/')) segments.push('/');
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments;
}
