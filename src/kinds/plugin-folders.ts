import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import {
  COMPONENT_FOLDERS,
  componentOf,
  holdsOwnManifest,
  isManifestFolder,
} from '../agy/plugin-layout-facts.ts';
import type { NearEntry, Surroundings } from './place.ts';
import type { FoundFolder } from './workspace-view.ts';

/** A folder, or a link to one, directly in `plugins/` of a customization root; it need not be a plugin. */
export interface PluginFolder {
  /** From the root, such as `plugins/kiln`. */
  readonly path: string;
  readonly linked: boolean;
  /** Folders of the manifests that it has, of every host; '' for the one at its top. */
  readonly manifestsIn: readonly string[];
  /** The first part of a plugin in it, as a path from the folder; not looked for where Antigravity finds a manifest. */
  readonly component?: string;
}

export interface PluginsFolder {
  /** Whether `plugins` itself is a link. */
  readonly linked: boolean;
  /** Sorted by name. Hidden ones and installed packages are left out. */
  readonly folders: readonly PluginFolder[];
}

const PLUGINS = 'plugins';
const NONE: PluginsFolder = { linked: false, folders: [] };

/** Entries of one component's folder that are looked at: somewhere among so many there is a part, or there is none. */
const MAX_ENTRIES = 200;

/** Files by which a folder in a component's folder is told. */
const MAIN_FILES = ['SKILL.md', 'agent.md'] as const;

const known = new WeakMap<FoundFolder, PluginsFolder>();

/** What lies in `plugins/` of a root. Looked at once, however many rules ask. */
export function pluginsFolderOf(root: FoundFolder): PluginsFolder {
  let found = known.get(root);
  if (found === undefined) {
    const { plugins } = root;
    found = plugins === 'directory' || plugins === 'link' ? lookInto(root.surroundings, plugins) : NONE;
    known.set(root, found);
  }
  return found;
}

function lookInto(surroundings: Surroundings, plugins: NearEntry['kind']): PluginsFolder {
  const folders: PluginFolder[] = [];
  for (const { name, kind } of surroundings.list(PLUGINS, 'folder')) {
    if ((kind !== 'directory' && kind !== 'link') || name.startsWith('.') || name === 'node_modules')
      continue;
    folders.push(pluginFolder(surroundings, `${PLUGINS}/${name}`, kind === 'link'));
  }
  return { linked: plugins === 'link', folders };
}

function pluginFolder(surroundings: Surroundings, path: string, linked: boolean): PluginFolder {
  const entries = surroundings.list(path, 'folder');
  const manifestsIn = foldersOfManifests(surroundings, path, entries);
  const component = manifestsIn.some(holdsOwnManifest)
    ? undefined
    : firstComponent(surroundings, path, entries);
  return { path, linked, manifestsIn, ...(component === undefined ? {} : { component }) };
}

function foldersOfManifests(
  surroundings: Surroundings,
  path: string,
  entries: readonly NearEntry[],
): readonly string[] {
  const folders: string[] = [];
  for (const { name, kind } of entries) {
    if (name === PLUGIN_MANIFEST && kind !== 'directory') folders.push('');
    if (kind !== 'directory' || !isManifestFolder(name)) continue;
    if (surroundings.look(`${path}/${name}/${PLUGIN_MANIFEST}`, 'folder') === 'file') folders.push(name);
  }
  return folders;
}

/**
 * The first part of a plugin in a folder, as a path from it; undefined when there is none.
 * @param path of the folder, from the folder of the surroundings
 */
export function firstComponent(
  surroundings: Surroundings,
  path: string,
  entries: readonly NearEntry[] = surroundings.list(path, 'folder'),
): string | undefined {
  for (const { name, kind } of entries) {
    if (kind !== 'directory') {
      if (componentOf(name) !== undefined) return name;
    } else if (COMPONENT_FOLDERS.has(name)) {
      const found = componentIn(surroundings, path, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function componentIn(surroundings: Surroundings, path: string, folder: string): string | undefined {
  const entries = surroundings.list(`${path}/${folder}`, 'folder');
  for (const { name, kind } of entries.slice(0, MAX_ENTRIES)) {
    const entry = `${folder}/${name}`;
    const candidates = kind === 'directory' ? MAIN_FILES.map((file) => `${entry}/${file}`) : [entry];
    for (const candidate of candidates) {
      if (componentOf(candidate) === undefined) continue;
      if (kind !== 'directory' || surroundings.look(`${path}/${candidate}`, 'folder') === 'file')
        return candidate;
    }
  }
  return undefined;
}
