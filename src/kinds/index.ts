import { MCP_FILE_NAME } from '../agy/facts.ts';
import { HOOKS_FILE_NAME } from '../agy/hook-facts.ts';
import { emulateHooks, type HooksFile } from '../agy/hooks.ts';
import { emulateMcpConfig, type LoaderSettings, type McpConfig } from '../agy/mcp-config.ts';
import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import { emulatePluginManifest, type PluginManifest } from '../agy/plugin-manifest.ts';
import { loadRegistry, REGISTRY_FILE_NAMES, type Registry } from '../agy/registry.ts';
import type { SourceFile } from '../text/source.ts';
import type { FilePlace } from './place.ts';
import type { WorkspaceView } from './workspace-view.ts';

export type { FilePlace, FileRef, From, Look, NearEntry, NearFile, Surroundings } from './place.ts';
export type { FoundFolder, WorkspaceView } from './workspace-view.ts';

/** A file as rules see it: the bytes, what the loader makes of them, and where it stands. */
export interface FileView<K extends string> {
  readonly kind: K;
  readonly source: SourceFile;
  readonly place: FilePlace;
}

export interface McpConfigView extends FileView<'mcp-config'> {
  readonly config: McpConfig;
}

export interface HooksView extends FileView<'hooks'> {
  readonly hooks: HooksFile;
}

export interface PluginManifestView extends FileView<'plugin-manifest'> {
  readonly manifest: PluginManifest;
}

export interface RegistryView extends FileView<'registry'> {
  /** Which of the registries it is, such as `skills.json`; the name of the file. */
  readonly name: string;
  readonly registry: Registry;
}

interface FileViews {
  readonly 'mcp-config': McpConfigView;
  readonly hooks: HooksView;
  readonly 'plugin-manifest': PluginManifestView;
  readonly registry: RegistryView;
}

/** Kinds of file. */
export type FileKindName = keyof FileViews;
/** What a rule can be run on: a kind of file, or once on everything that was found. */
export type KindName = FileKindName | 'workspace';
export type FileViewOf<K extends FileKindName> = FileViews[K];
export type ViewOf<K extends KindName> = K extends FileKindName ? FileViews[K] : WorkspaceView;

/** A kind of file: the names it goes by on disk, and how it is loaded. */
export interface FileKind<K extends FileKindName = FileKindName> {
  readonly name: K;
  readonly fileNames: readonly string[];
  /** Where files of the kind are taken without being named. */
  readonly liesIn: readonly ('root' | 'plugin')[];
  /** Never throws for bad content: what is wrong is part of the view. */
  load(source: SourceFile, place: FilePlace, settings: LoaderSettings): FileViewOf<K>;
}

const mcpConfig: FileKind<'mcp-config'> = {
  name: 'mcp-config',
  fileNames: [MCP_FILE_NAME],
  liesIn: ['root', 'plugin'],
  load: (source, place, settings) => ({
    kind: 'mcp-config',
    source,
    place,
    config: emulateMcpConfig(source.bytes, settings),
  }),
};

const hooks: FileKind<'hooks'> = {
  name: 'hooks',
  fileNames: [HOOKS_FILE_NAME],
  liesIn: ['root', 'plugin'],
  load: (source, place) => ({ kind: 'hooks', source, place, hooks: emulateHooks(source.bytes) }),
};

const pluginManifest: FileKind<'plugin-manifest'> = {
  name: 'plugin-manifest',
  fileNames: [PLUGIN_MANIFEST],
  // Not by its name: a plugin's manifest may lie in a folder of the plugin, and the discovery knows where.
  liesIn: [],
  load: (source, place) => ({
    kind: 'plugin-manifest',
    source,
    place,
    manifest: emulatePluginManifest(source.bytes),
  }),
};

const registry: FileKind<'registry'> = {
  name: 'registry',
  fileNames: REGISTRY_FILE_NAMES,
  liesIn: ['root'],
  load: (source, place) => ({
    kind: 'registry',
    source,
    place,
    name: source.path.slice(source.path.lastIndexOf('/') + 1),
    registry: loadRegistry(source.bytes),
  }),
};

export const FILE_KINDS: readonly FileKind[] = [mcpConfig, hooks, pluginManifest, registry];

/** The kind a file's name says it is; undefined for a name that no rule understands. */
export function kindByFileName(name: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => kind.fileNames.includes(name));
}

export function kindByName(name: FileKindName): FileKind {
  return FILE_KINDS.find((kind) => kind.name === name) as FileKind;
}
