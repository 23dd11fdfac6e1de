import type { Dirent } from 'node:fs';
import { MCP_FILE_NAME } from '../agy/facts.ts';
import {
  HOME_SUBFOLDERS,
  INSTALLER_STATE,
  OTHER_MCP_NAME,
  SETTINGS_NAME,
  TOKEN_FILE,
  UNREAD_FOLDERS,
} from '../agy/misplaced-facts.ts';
import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import { MANIFEST_FOLDERS } from '../agy/plugin-layout-facts.ts';
import { loadRegistry } from '../agy/registry.ts';
import { REGISTRY_FILE_NAMES } from '../agy/registry-facts.ts';
import { parseJson } from '../json/parse.ts';
import { FILE_KINDS } from '../kinds/index.ts';
import type { Files } from './files.ts';
import { isInside, join, keyOf, nameOf, parent, type RawPath } from './raw-path.ts';
import { readDirectory } from './walk.ts';

/** Why something was taken: a word for scripts, a plain sentence for people (which may hold names from the tree). */
export interface Why {
  readonly code:
    | 'root-name'
    | 'own-file'
    | 'plugins-folder'
    | 'manifest-and-servers'
    | 'manifest-folder'
    | 'schema'
    | 'registry'
    | 'in-root'
    | 'in-plugin'
    | 'at-repository-root'
    | 'in-named-folder'
    | 'context'
    | 'named'
    | 'stdin';
  readonly text: string;
}

/** What makes a directory a plugin, and where its manifest lies. */
export interface PluginFact {
  readonly why: Why;
  /** From the plugin's directory, with `/`. */
  readonly manifest: string;
  /** The customization root it belongs to. */
  readonly root?: RawPath;
}

export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** Of a directory's entries, those by whose names roots, plugins and files are told. */
export type Listing = ReadonlyMap<string, EntryKind>;

/** Exactly this string; a fragment, another version or another type says nothing. */
const PLUGIN_SCHEMA = 'https://antigravity.google/schemas/v1/plugin.json';

/** Folders in which agy looks for a manifest, besides the plugin itself. */
const OWN_MANIFEST_FOLDERS: readonly string[] = Object.entries(MANIFEST_FOLDERS)
  .filter(([, fact]) => 'since' in fact)
  .map(([name]) => name);
export const PLUGINS_FOLDER = 'plugins';

/** Names that no other kind of directory has, and names that packages of source code have as well. */
const CERTAIN_ROOT_NAMES: ReadonlySet<string> = new Set(['.agents', '.agent']);
const DOUBTFUL_ROOT_NAMES: ReadonlySet<string> = new Set(['_agents', '_agent']);

/** Names that tell something only in a folder of a certain name. */
const INTERESTING_IN: ReadonlyMap<string, ReadonlySet<string>> = namesByFolder([
  ...FILE_KINDS.flatMap(({ folder, fileNames }) =>
    folder === undefined ? [] : fileNames.map((name) => [folder, name] as const),
  ),
  ...[...UNREAD_FOLDERS, ...HOME_SUBFOLDERS].map((folder) => [folder, OTHER_MCP_NAME] as const),
  ...[...CERTAIN_ROOT_NAMES, ...DOUBTFUL_ROOT_NAMES].flatMap((folder) =>
    [OTHER_MCP_NAME, SETTINGS_NAME].map((name) => [folder, name] as const),
  ),
]);

function namesByFolder(
  pairs: readonly (readonly [folder: string, name: string])[],
): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const [folder, name] of pairs) names.set(folder, (names.get(folder) ?? new Set()).add(name));
  return names;
}

export const IGNORE_FILE = '.gitignore';

const INTERESTING: ReadonlySet<string> = new Set([
  PLUGINS_FOLDER,
  // What lies deeper is collected by itself.
  ...FILE_KINDS.filter(({ folder, liesIn }) => folder === undefined && liesIn.length > 0).flatMap(
    ({ fileNames }) => fileNames,
  ),
  ...REGISTRY_FILE_NAMES,
  ...OWN_MANIFEST_FOLDERS,
  PLUGIN_MANIFEST,
  MCP_FILE_NAME,
  'hooks.json',
  TOKEN_FILE,
  ...INSTALLER_STATE,
]);

const NOTHING: Listing = new Map();

/** Whether something in a listing makes the directory worth a look; a folder for plugins alone is many things. */
export function tellsSomething(listing: Listing): boolean {
  return listing.size > (listing.has(PLUGINS_FOLDER) ? 1 : 0);
}

/** Whether a directory holds what every plugin has; which of them are plugins depends on more. */
export function mayBePlugin(listing: Listing): boolean {
  return listing.has(PLUGIN_MANIFEST) || OWN_MANIFEST_FOLDERS.some((name) => listing.has(name));
}

/** What is called `plugins` in a customization root. */
export function pluginsEntry(listing: Listing): EntryKind | undefined {
  return listing.get(PLUGINS_FOLDER);
}

/** Every name that the directory of a customization root can have. */
export const ROOT_NAMES: readonly string[] = [...CERTAIN_ROOT_NAMES, ...DOUBTFUL_ROOT_NAMES];

/** Whether a directory of this name can be a customization root. */
export function isRootName(name: string): boolean {
  return CERTAIN_ROOT_NAMES.has(name) || DOUBTFUL_ROOT_NAMES.has(name);
}

/** What the walk learns from the entries of a directory. */
export interface Survey {
  readonly listing: Listing;
  /** Whether it is the top of a git checkout; undefined for a link called `.git`, which is left to a closer look. */
  readonly holdsGit: boolean | undefined;
  /** Whether there is a `.gitignore`; git follows no link of that name. */
  readonly ignores: boolean;
  /**
   * The links that would be taken if they were directories. Links are not followed, but these must not go unmentioned. A
   * doubtful root name says nothing without a look behind the link.
   */
  readonly links: readonly string[];
}

const NO_LINKS: readonly string[] = [];

/** One pass over the entries, and by index: a large tree has a hundred thousand of them. */
export function survey(directory: RawPath, entries: readonly Dirent[]): Survey {
  const folder = nameOf(directory);
  const interestingHere = INTERESTING_IN.get(folder);
  const inRoot = CERTAIN_ROOT_NAMES.has(folder);
  const inPlugins = folder === PLUGINS_FOLDER && CERTAIN_ROOT_NAMES.has(nameOf(parent(directory)));
  let listing: Map<string, EntryKind> | undefined;
  let holdsGit: boolean | undefined = false;
  let ignores = false;
  let links: string[] | undefined;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as Dirent;
    const { name } = entry;
    if (INTERESTING.has(name) || interestingHere?.has(name) === true) {
      listing ??= new Map();
      listing.set(name, entryKind(entry));
    } else if (name === '.git') holdsGit = entry.isDirectory() || entry.isFile() ? true : undefined;
    else if (name === IGNORE_FILE) ignores = entry.isFile();
    if (!entry.isSymbolicLink()) continue;
    if (inPlugins || CERTAIN_ROOT_NAMES.has(name) || (inRoot && name === PLUGINS_FOLDER)) {
      links ??= [];
      links.push(name);
    }
  }
  return { listing: listing ?? NOTHING, holdsGit, ignores, links: links ?? NO_LINKS };
}

/**
 * What directories are, told by their names and by what lies in them. All paths are real ones. A directory that the
 * walk has been in is not read again.
 */
export interface Layout {
  add(directory: RawPath, listing: Listing): void;
  listing(directory: RawPath): Listing;
  /** The real directories in a directory. */
  directoriesIn(directory: RawPath): readonly RawPath[];
  /** A file of Antigravity's own that a directory holds, which no other tool has, or that it holds a plugin. */
  ownFile(directory: RawPath): string | undefined;
  /** Why a directory is a customization root; undefined when it is none. */
  rootWhy(directory: RawPath): Why | undefined;
  /** Why a directory is a plugin, registries aside; undefined when it is none. `named`: on the command line. */
  plugin(directory: RawPath, repositoryRoot: RawPath, named: boolean): PluginFact | undefined;
  /** Where the manifest of a directory lies, if it has one; of several the first. */
  manifest(directory: RawPath): string | undefined;
  /** Where all the manifests of a directory lie that one release or another reads; the one at the top first. */
  manifests(directory: RawPath): readonly string[];
  /** The customization root that a directory lies in, deeper in `plugins/` than agy looks for plugins. */
  rootOfNested(directory: RawPath, repositoryRoot: RawPath): RawPath | undefined;
  /** The repository root of a file that was named and lies in no git repository. */
  rootWithoutGit(directory: RawPath): RawPath;
}

export function createLayout(files: Files): Layout {
  const listings = new Map<string, Listing>();
  const rootWhys = new Map<string, Why | undefined>();
  const knownManifests = new Map<string, readonly string[]>();

  function add(directory: RawPath, found: Listing): void {
    listings.set(keyOf(directory), found);
  }

  function listing(directory: RawPath): Listing {
    const key = keyOf(directory);
    let found = listings.get(key);
    if (found === undefined) {
      const entries = readDirectory(directory);
      found = Array.isArray(entries) ? survey(directory, entries).listing : NOTHING;
      listings.set(key, found);
    }
    return found;
  }

  function directoriesIn(directory: RawPath): readonly RawPath[] {
    const entries = readDirectory(directory);
    if (!Array.isArray(entries)) return [];
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(directory, entry.name));
  }

  function rootWhy(directory: RawPath): Why | undefined {
    const name = nameOf(directory);
    if (CERTAIN_ROOT_NAMES.has(name)) {
      return { code: 'root-name', text: `a directory named ${name} is a customization root` };
    }
    if (!DOUBTFUL_ROOT_NAMES.has(name)) return undefined;
    return cached(rootWhys, directory, () => {
      const file = ownFile(directory);
      return file === undefined
        ? undefined
        : { code: 'own-file', text: `a directory named ${name} that holds ${file} is a customization root` };
    });
  }

  function ownFile(directory: RawPath): string | undefined {
    const here = listing(directory);
    for (const name of ['hooks.json', MCP_FILE_NAME]) if (isFileEntry(here, name)) return name;
    const repositoryRoot = files.repositoryRoot(directory) ?? directory;
    for (const name of REGISTRY_FILE_NAMES) {
      if (!isFileEntry(here, name)) continue;
      const result = files.readIn(directory, name, repositoryRoot);
      if (result.ok && loadRegistry(result.bytes).holdsLists) return name;
    }
    const plugins = here.has(PLUGINS_FOLDER) ? directoriesIn(join(directory, PLUGINS_FOLDER)) : [];
    return plugins.some((plugin) => manifest(plugin) !== undefined) ? 'a plugin' : undefined;
  }

  function manifest(directory: RawPath): string | undefined {
    return manifests(directory)[0];
  }

  function manifests(directory: RawPath): readonly string[] {
    return cached(knownManifests, directory, () => {
      const here = listing(directory);
      const folders = OWN_MANIFEST_FOLDERS.filter(
        (name) =>
          here.get(name) === 'directory' && isFileEntry(listing(join(directory, name)), PLUGIN_MANIFEST),
      );
      const inFolders = folders.map((folder) => `${folder}/${PLUGIN_MANIFEST}`);
      return isFileEntry(here, PLUGIN_MANIFEST) ? [PLUGIN_MANIFEST, ...inFolders] : inFolders;
    });
  }

  function plugin(directory: RawPath, repositoryRoot: RawPath, named: boolean): PluginFact | undefined {
    const found = manifest(directory);
    if (found === undefined || rootWhy(directory) !== undefined) return undefined;
    const root = rootOfPluginFolder(directory);
    if (root !== undefined) {
      const why = {
        code: 'plugins-folder',
        text: 'it lies in plugins/ of a customization root and has a manifest',
      } as const;
      return { why, manifest: found, root };
    }
    if (insideRoot(directory, repositoryRoot)) return undefined;
    const why = standaloneWhy(directory, found, repositoryRoot, named);
    return why === undefined ? undefined : { why, manifest: found };
  }

  function standaloneWhy(
    directory: RawPath,
    found: string,
    repositoryRoot: RawPath,
    named: boolean,
  ): Why | undefined {
    if (found !== PLUGIN_MANIFEST) {
      const folder = found.slice(0, found.indexOf('/'));
      return { code: 'manifest-folder', text: `its manifest lies in ${folder}/` };
    }
    // No other plugin host knows a file of that name, so it tells whose manifest stands beside it.
    if (isFileEntry(listing(directory), MCP_FILE_NAME)) {
      return { code: 'manifest-and-servers', text: `it holds both ${PLUGIN_MANIFEST} and ${MCP_FILE_NAME}` };
    }
    if (!named && keyOf(directory) !== keyOf(repositoryRoot)) return undefined;
    const result = files.readIn(directory, PLUGIN_MANIFEST, repositoryRoot);
    return result.ok && declaresSchema(result.bytes)
      ? { code: 'schema', text: `its ${PLUGIN_MANIFEST} declares Antigravity's schema` }
      : undefined;
  }

  /** The customization root among whose plugins a directory stands, by place alone. */
  function rootOfPluginFolder(directory: RawPath): RawPath | undefined {
    const above = parent(directory);
    if (nameOf(above) !== PLUGINS_FOLDER) return undefined;
    const root = parent(above);
    return rootWhy(root) === undefined ? undefined : root;
  }

  function rootOfNested(directory: RawPath, repositoryRoot: RawPath): RawPath | undefined {
    for (let at = parent(directory); isInside(repositoryRoot, at); at = parent(at)) {
      const root = rootOfPluginFolder(at);
      if (root !== undefined || rootWhy(at) !== undefined) return root;
      if (keyOf(at) === keyOf(repositoryRoot)) return undefined;
    }
    return undefined;
  }

  function insideRoot(directory: RawPath, repositoryRoot: RawPath): boolean {
    for (let at = directory; isInside(repositoryRoot, at); at = parent(at)) {
      if (rootWhy(at) !== undefined) return true;
      if (keyOf(at) === keyOf(repositoryRoot)) return false;
    }
    return false;
  }

  function rootWithoutGit(directory: RawPath): RawPath {
    if (rootWhy(directory) !== undefined) return parent(directory);
    const fact = plugin(directory, directory, true);
    return fact === undefined ? directory : parent(fact.root ?? directory);
  }

  return {
    add,
    listing,
    directoriesIn,
    ownFile,
    rootWhy,
    plugin,
    manifest,
    manifests,
    rootOfNested,
    rootWithoutGit,
  };
}

function cached<T>(cache: Map<string, T>, path: RawPath, compute: () => T): T {
  const key = keyOf(path);
  if (cache.has(key)) return cache.get(key) as T;
  const value = compute();
  cache.set(key, value);
  return value;
}

/** Anything that agy would try to open as a file, links included. */
function isFileEntry(listing: Listing, name: string): boolean {
  const kind = listing.get(name);
  return kind !== undefined && kind !== 'directory';
}

export function entryKind(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function declaresSchema(bytes: Uint8Array): boolean {
  const parsed = parseJson(bytes, { dialect: 'strict' });
  if (!parsed.ok) return false;
  const { doc } = parsed;
  let declared = false;
  for (const { key, value } of doc.members(doc.root)) {
    if (doc.text(key) === '$schema')
      declared = doc.kind(value) === 'string' && doc.text(value) === PLUGIN_SCHEMA;
  }
  return declared;
}
