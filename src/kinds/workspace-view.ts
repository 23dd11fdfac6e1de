import type { Span } from '../text/span.ts';
import type { FileKindName, FileViewOf } from './index.ts';
import type { FileRef, NearEntry, Surroundings } from './place.ts';

/** A customization root or a plugin. */
export interface FoundFolder {
  readonly type: 'root' | 'plugin';
  /** Lies at or below what was named: findings are reported for it. */
  readonly selected: boolean;
  readonly folder: FileRef;
  /** Of a plugin: its manifest, from its folder with `/`. */
  readonly manifest?: string;
  /** Of a plugin: the customization root whose `plugins/` it lies in. */
  readonly root?: FoundFolder;
  /** What in the folder is called `plugins`: known from the walk, nobody need look. */
  readonly plugins?: NearEntry['kind'];
  /** Of a customization root: the `.gitignore` files that hold for it, outermost first, when one of them may cover it. */
  readonly ignoreFiles?: readonly FileRef[];
  /** Paths from the folder, or from the repository root. */
  readonly surroundings: Surroundings;
}

/**
 * Why a file is where no surface of Antigravity reads it, or should not have been committed. `unread-folder`: in a folder of a project that is not read.
 * `home-copy`: in a folder that counts in the home directory. `other-name`: servers under another host's name. `settings`:
 * settings with hooks in them, which stand at `at`. `nested-hooks`: the hooks of a plugin, one folder too deep. `installer-state`, `tokens`: not part of
 * any project.
 */
export type StrayKind =
  | 'unread-folder'
  | 'home-copy'
  | 'other-name'
  | 'settings'
  | 'nested-hooks'
  | 'installer-state'
  | 'tokens';

/** A file that the walk came by and nobody reads. */
export interface Stray {
  readonly kind: StrayKind;
  readonly file: FileRef;
  readonly at: Span;
  /** Of hooks that lie too deep: the plugin. */
  readonly plugin?: FoundFolder;
  /** All `.gitignore` files that hold for it, outermost first. */
  readonly ignoreFiles: readonly FileRef[];
  /** Paths from the file's folder, or from the repository root. */
  readonly surroundings: Surroundings;
}

/** Everything that was found, for rules that look at more than one file. */
export interface WorkspaceView {
  readonly kind: 'workspace';
  readonly roots: readonly FoundFolder[];
  readonly plugins: readonly FoundFolder[];
  /** Folders with a manifest that lie deeper in `plugins/` of a root than Antigravity looks: no plugins. */
  readonly nested: readonly FoundFolder[];
  /** In the order of their paths. */
  readonly strays: readonly Stray[];
  /** The files of a kind, in the order of their paths; each was loaded once. A rule names the kinds it asks for among its own. */
  files<K extends FileKindName>(kind: K): readonly { readonly file: FileRef; readonly view: FileViewOf<K> }[];
}
