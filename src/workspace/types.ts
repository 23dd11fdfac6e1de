import type { RegistryFileName, RegistryItems } from '../agy/registry-facts.ts';
import type { FileKindName, FilePlace, WorkspaceView } from '../kinds/index.ts';
import type { FileProblemCode, ReadResult } from './files.ts';
import type { Note, UsageProblem } from './inputs.ts';
import type { Why } from './layout.ts';
import type { RawPath } from './raw-path.ts';
import type { FollowedRegistry } from './registries.ts';

/** How a place is called. */
export interface Place {
  readonly absolute: string;
  /** As reported: relative to the working directory with `/`, absolute when the place lies outside it. */
  readonly path: string;
  /** From the repository root, with `/`; the same on every machine. */
  readonly repositoryPath: string;
}

interface FoundDirectory extends Place {
  /** As the file system has it, links resolved; for reading. */
  readonly real: RawPath;
  readonly repositoryRoot: string;
  /** Lies at or below a directory that was named: findings are reported for it. */
  readonly selected: boolean;
  readonly why: Why;
}

export interface CustomizationRoot extends FoundDirectory {
  readonly type: 'root';
}

export interface Plugin extends FoundDirectory {
  readonly type: 'plugin';
  /** From the plugin's directory, with `/`. */
  readonly manifest: string;
  /** The customization root whose `plugins/` it lies in. */
  readonly root?: CustomizationRoot;
}

export interface WorkspaceFile extends Place {
  readonly kind: FileKindName;
  readonly repositoryRoot: string;
  readonly why: Why;
  /** What it belongs to; absent for a file that was named and lies elsewhere. */
  readonly owner?: CustomizationRoot | Plugin;
  readonly filePlace: FilePlace;
  /** The bytes; to be asked for once. */
  read(): ReadResult;
}

/** A registry that was followed, and what became of each path in it. */
export interface RegistryReport extends Place {
  /** The registry of a customization root that it is, or is inherited by. */
  readonly name: RegistryFileName;
  /** How the first registry that inherits it is called; absent for one that lies in a customization root. */
  readonly inheritedBy?: string;
  readonly state: FollowedRegistry['state'];
  /** What was found is in `items` of the discovery, too. */
  readonly entries: FollowedRegistry['entries'];
  readonly inherits: FollowedRegistry['inherits'];
}

/** An agent, a skill, a rule or a workflow that a registry names; each once. */
export interface NamedItem extends Place {
  readonly kind: Exclude<RegistryItems['kind'], 'plugin'>;
  readonly selected: boolean;
  readonly why: Why;
}

/** Something that should have been read and was not. */
export interface WorkspaceProblem extends Place {
  readonly code: FileProblemCode;
  /** A plain sentence, without a full stop. */
  readonly message: string;
}

/** What was found. All lists are sorted by path, in the order of code points. */
export interface Discovery {
  readonly roots: readonly CustomizationRoot[];
  readonly plugins: readonly Plugin[];
  /** All that were followed, below what was named or not. */
  readonly registries: readonly RegistryReport[];
  readonly items: readonly NamedItem[];
  /** The files to lint, each once, all of them readable. */
  readonly files: readonly WorkspaceFile[];
  /** Whether there is more in the customization roots than `files`. */
  readonly holdsRootFiles: boolean;
  /** Every other regular file in them, of whatever kind; some may not be readable. Made when somebody asks. */
  readonly rootFiles: readonly WorkspaceFile[];
  readonly problems: readonly WorkspaceProblem[];
  readonly notes: readonly Note[];
  /** Whether there is anything for rules that look at the workspace alone: plugins, or what nobody reads. */
  readonly concernsWorkspace: boolean;
  /** Roots and plugins as rules see them, in the same order, what only looks like a plugin, and files that nobody reads. */
  readonly folders: Omit<WorkspaceView, 'kind' | 'files'>;
  /** Whether findings about an absolute path are reported: it was named, or lies below a directory that was, and is not excluded. */
  isSelected(absolutePath: string): boolean;
  /**
   * Files of some kinds that nobody named, and that a session loads together with some that were named: nothing is reported
   * about them. Looked for when it is called, which can be done once.
   */
  besides(kinds: ReadonlySet<FileKindName>): readonly WorkspaceFile[];
  /** When there are any, nothing else was looked at. */
  readonly usage: readonly UsageProblem[];
}
