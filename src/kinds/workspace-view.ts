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
  /** Paths from the folder, or from the repository root. */
  readonly surroundings: Surroundings;
}

/** Everything that was found, for rules that look at more than one file. */
export interface WorkspaceView {
  readonly kind: 'workspace';
  readonly roots: readonly FoundFolder[];
  readonly plugins: readonly FoundFolder[];
  /** Folders with a manifest that lie deeper in `plugins/` of a root than Antigravity looks: no plugins. */
  readonly nested: readonly FoundFolder[];
  /** The files of a kind, in the order of their paths; each was loaded once. A rule names the kinds it asks for among its own. */
  files<K extends FileKindName>(kind: K): readonly { readonly file: FileRef; readonly view: FileViewOf<K> }[];
}
