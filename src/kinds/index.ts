import { MCP_FILE_NAME, MCP_JSON_FILE_NAME } from '../agy/facts.ts';
import { HOOKS_FILE_NAME } from '../agy/hook-facts.ts';
import type { HooksFile } from '../agy/hooks.ts';
import type { McpConfig } from '../agy/mcp-config.ts';
import type { McpJson } from '../agy/mcp-json.ts';
import { PLUGIN_MANIFEST } from '../agy/plugin-facts.ts';
import type { PluginManifest } from '../agy/plugin-manifest.ts';
import {
  AGENT_FILE_NAME,
  CONTEXT_FILE_NAMES,
  OLD_AGENT_FILE_NAME,
  type ProseKind,
  SKILL_FILE_NAME,
} from '../agy/prose-facts.ts';
import type { Registry } from '../agy/registry.ts';
import { REGISTRY_FILE_NAMES } from '../agy/registry-facts.ts';
import type { Markdown } from '../markdown/index.ts';
import type { SourceFile } from '../text/source.ts';
import type { FilePlace } from './place.ts';
import type { WorkspaceView } from './workspace-view.ts';

export type { Reach } from '../agy/prose-facts.ts';
export type {
  FilePlace,
  FileRef,
  From,
  Look,
  NearEntry,
  NearFile,
  SessionFolder,
  Surroundings,
} from './place.ts';
export type { FoundFolder, Stray, StrayKind, WorkspaceView } from './workspace-view.ts';

/** A file as rules see it: the bytes, what the loader makes of them, and where it stands. */
export interface FileView<K extends string> {
  readonly kind: K;
  readonly source: SourceFile;
  readonly place: FilePlace;
}

export interface McpConfigView extends FileView<'mcp-config'> {
  readonly config: McpConfig;
}

/** The servers that other hosts than Antigravity find in the repository. */
export interface McpJsonView extends FileView<'mcp-json'> {
  readonly config: McpJson;
}

/** The settings of Codex in a repository; `loadCodexServers` reads them. */
export type CodexConfigView = FileView<'codex-config'>;

/** Settings of a program, as a repository carries them. */
export type SettingsView = FileView<'settings'>;

export interface HooksView extends FileView<'hooks'> {
  readonly hooks: HooksFile;
}

export interface PluginManifestView extends FileView<'plugin-manifest'> {
  readonly manifest: PluginManifest;
}

export interface RegistryView extends FileView<'registry'> {
  /** The name of the file: one of the registries, such as `skills.json`, unless another registry names it. */
  readonly name: string;
  readonly registry: Registry;
}

export type ProseFileKind = ProseKind;

/** A rule, a skill, an agent or a workflow; `place.prose` says how Antigravity comes to it. */
export interface ProseView<K extends ProseFileKind> extends FileView<K> {
  readonly markdown: Markdown;
}

/** `GEMINI.md` or `AGENTS.md`, of any directory. */
export interface ContextView extends FileView<'context'> {
  /** Its head is always absent. */
  readonly markdown: Markdown;
}

/** Any other file in a customization root, however deep. */
export interface RootFileView extends FileView<'root-file'> {
  /** Set when its name says that it is markdown. Its head is not read. */
  readonly markdown?: Markdown;
}

interface FileViews {
  readonly 'mcp-config': McpConfigView;
  readonly 'mcp-json': McpJsonView;
  readonly 'codex-config': CodexConfigView;
  readonly settings: SettingsView;
  readonly hooks: HooksView;
  readonly 'plugin-manifest': PluginManifestView;
  readonly registry: RegistryView;
  readonly rule: ProseView<'rule'>;
  readonly skill: ProseView<'skill'>;
  readonly agent: ProseView<'agent'>;
  readonly workflow: ProseView<'workflow'>;
  readonly context: ContextView;
  readonly 'root-file': RootFileView;
}

/** Kinds of file. */
export type FileKindName = keyof FileViews;
/** What a rule can be run on: a kind of file, or once on everything that was found. */
export type KindName = FileKindName | 'workspace';
export type FileViewOf<K extends FileKindName> = FileViews[K];
export type ViewOf<K extends KindName> = K extends FileKindName ? FileViews[K] : WorkspaceView;

/** A kind of file: the names it goes by on disk. How it is loaded stands in a file of its own, see `loadLoaders`. */
export interface FileKind {
  readonly name: FileKindName;
  /** Names that say by themselves what a file is. */
  readonly fileNames: readonly string[];
  /** The name of the folder that the files lie in, where their own name does not tell what they are. */
  readonly folder?: string;
  /** Where other files of the kind lie in a customization root or a plugin, as a pattern for people. */
  readonly patterns?: readonly string[];
  /**
   * Where files of these names are taken without being named. `repository`: at the repository root; `folder`: wherever a folder of that
   * name is. What lies deeper in a root or a plugin is told by `prosePlace`.
   */
  readonly liesIn: readonly ('root' | 'plugin' | 'repository' | 'folder' | 'anywhere')[];
}

export const FILE_KINDS: readonly FileKind[] = [
  { name: 'mcp-config', fileNames: [MCP_FILE_NAME], liesIn: ['root', 'plugin'] },
  { name: 'mcp-json', fileNames: [MCP_JSON_FILE_NAME], liesIn: ['repository'] },
  { name: 'codex-config', fileNames: ['config.toml'], folder: '.codex', liesIn: ['folder'] },
  { name: 'settings', fileNames: ['settings.json'], folder: '.antigravity', liesIn: ['folder'] },
  { name: 'settings', fileNames: ['settings.json'], folder: '.gemini', liesIn: ['folder'] },
  { name: 'hooks', fileNames: [HOOKS_FILE_NAME], liesIn: ['root', 'plugin'] },
  // Not by its name: a plugin's manifest may lie in a folder of the plugin, and the discovery knows where.
  { name: 'plugin-manifest', fileNames: [PLUGIN_MANIFEST], liesIn: [] },
  { name: 'registry', fileNames: REGISTRY_FILE_NAMES, liesIn: ['root'] },
  { name: 'context', fileNames: CONTEXT_FILE_NAMES, liesIn: ['anywhere'] },
  { name: 'rule', fileNames: [], patterns: ['rules/*.md'], liesIn: [] },
  { name: 'skill', fileNames: [SKILL_FILE_NAME], liesIn: [] },
  {
    name: 'agent',
    fileNames: [],
    patterns: ['agents/*.md', `agents/*/${AGENT_FILE_NAME}`, `agents/*/${OLD_AGENT_FILE_NAME}`],
    liesIn: [],
  },
  { name: 'workflow', fileNames: [], patterns: ['workflows/*.md'], liesIn: [] },
  // Whatever is left in a root: for rules that look into every file of it.
  { name: 'root-file', fileNames: [], liesIn: [] },
];

/** How the files of a kind are called, with the folder where that belongs to it, and where other files of the kind lie. */
export function namesOfKind({ fileNames, folder, patterns = [] }: FileKind): readonly string[] {
  return [...(folder === undefined ? fileNames : fileNames.map((name) => `${folder}/${name}`)), ...patterns];
}

/** The kind a file's name says it is, in a folder of this name; undefined for a name that no rule understands. */
export function kindByFileName(name: string, folder: string): FileKind | undefined {
  return FILE_KINDS.find(
    (kind) => kind.fileNames.includes(name) && (kind.folder === undefined || kind.folder === folder),
  );
}
