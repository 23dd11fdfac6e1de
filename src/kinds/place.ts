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

/** Where a file stands. */
export interface FilePlace {
  /** What its folder is; `none` for a file that lies elsewhere: at the repository root, or wherever it was named. */
  readonly owner: 'root' | 'plugin' | 'none';
  /** Name of the customization root that the folder is, such as `.agents`. */
  readonly rootName?: string;
  /** Set when a registry names it under `inherits`: it is one, whatever it is called and whatever it holds. */
  readonly inherited?: true;
  readonly surroundings: Surroundings;
}
