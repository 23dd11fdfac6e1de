import type { Reach } from '../agy/prose-facts.ts';
import type { SourceFile } from '../text/source.ts';

/** A file that a finding can be about; it need not be there. */
export interface FileRef {
  /** As reported. */
  readonly path: string;
  /** From the repository root, with `/`. */
  readonly repositoryPath: string;
  readonly absolute: string;
  /** Absent when there is nothing to read. */
  readonly source?: SourceFile;
}

/** Where a relative path starts: at the folder the file lies in, or at the repository root. */
export type From = 'folder' | 'repository';

/** What lies at a path. `outside`: not in the repository, so nobody looked. `unclear`: it could not be told. */
export type Look = 'file' | 'directory' | 'missing' | 'outside' | 'unclear';

export interface NearFile {
  readonly bytes: Uint8Array;
  /** Whether somebody may execute it; undefined on a system without such a mark. */
  readonly executable: boolean | undefined;
}

export interface NearEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/**
 * The repository around a file or folder, as far as a rule may see it. Nothing outside the repository root is read, links
 * that leave it are not followed, and nothing is read twice.
 */
export interface Surroundings {
  look(path: string, from: From): Look;
  /** The content of a regular file of at most 8 MiB; undefined for anything else. */
  read(path: string, from: From): NearFile | undefined;
  /** What lies in a folder, sorted by name; nothing when it cannot be listed. */
  list(path: string, from: From): readonly NearEntry[];
  /** A path for a finding; it need not exist. Undefined when it lies outside the repository, or is too long. */
  file(path: string, from: From): FileRef | undefined;
}

/**
 * A folder that a session may start in. Antigravity climbs from it to the repository root, and loads what it finds on the
 * way together. The same folder is the same object.
 */
export interface SessionFolder {
  /** The folder above it; undefined for the repository root. */
  readonly above: SessionFolder | undefined;
}

/** Where a file stands. */
export interface FilePlace {
  /** What it belongs to; `none` for a file in neither: at the repository root, a context file, or one that was named, also by a registry. */
  readonly owner: 'root' | 'plugin' | 'none';
  /** Name of that customization root, such as `.agents`. */
  readonly rootName?: string;
  /** Set when a registry names it under `inherits`: it is one, whatever it is called and whatever it holds. */
  readonly inherited?: true;
  /** Of a rule, a skill, an agent or a workflow: what it is called, and how Antigravity comes to it. */
  readonly prose?: { readonly name: string; readonly reach: Reach };
  /** Set when nothing in the customization root tells that it is Antigravity's: other tools keep skills in one, too. */
  readonly shared?: true;
  /** A session that starts in one of these, or below, loads the file: those of the customization roots it belongs to. */
  readonly loadedFrom: readonly SessionFolder[];
  readonly surroundings: Surroundings;
}
