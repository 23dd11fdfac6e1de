import { type IgnoreLine, ignoreLines, mayCoverName, mayCoverPath } from '../gitignore/lines.ts';
import type { Files, ReadResult } from './files.ts';
import { IGNORE_FILE } from './layout.ts';
import { below, join, keyOf, nameOf, parent, type RawPath, shown, slashed } from './raw-path.ts';

/** The `.gitignore` files of a tree. What the walk came by is known; for what lies above it the disk is asked. */
export class IgnoreFiles {
  readonly #files: Files;
  readonly #walked: (directory: RawPath) => boolean;
  readonly #seen = new Set<string>();
  readonly #onDisk = new Map<string, boolean>();
  /** By folder, then by the name of a directory: the lines that may cover one of that name. */
  readonly #lines = new Map<string, readonly IgnoreLine[]>();
  /** What was read and may matter: the walk has seen the files, so nobody else keeps them. */
  readonly #contents = new Map<string, ReadResult>();

  /** @param walked whether the walk has come, or will come, by a directory (its real path) */
  constructor(files: Files, walked: (directory: RawPath) => boolean) {
    this.#files = files;
    this.#walked = walked;
  }

  /** Tells of a directory (its real path) that a file of that name lies in it. */
  see(directory: RawPath): void {
    this.#seen.add(keyOf(directory));
  }

  /** The directories with such a file from the repository root down to a directory, which is one of them; real paths. */
  above(directory: RawPath, repositoryRoot: RawPath): readonly RawPath[] {
    const found: RawPath[] = [];
    if (this.#seen.size === 0 && this.#walked(repositoryRoot)) return found;
    for (let at = directory; below(repositoryRoot, at) !== undefined; at = parent(at)) {
      if (this.#has(at, repositoryRoot)) found.unshift(at);
      if (keyOf(at) === keyOf(repositoryRoot)) break;
    }
    return found;
  }

  #has(directory: RawPath, repositoryRoot: RawPath): boolean {
    const key = keyOf(directory);
    if (this.#seen.has(key)) return true;
    if (this.#walked(directory)) return false;
    let has = this.#onDisk.get(key);
    if (has === undefined) {
      has = this.#files.read(join(directory, IGNORE_FILE), repositoryRoot).ok;
      this.#onDisk.set(key, has);
    }
    return has;
  }

  /** The file of a directory that has one. */
  read(directory: RawPath, repositoryRoot: RawPath): ReadResult {
    const known = this.#contents.get(keyOf(directory));
    if (known !== undefined) return known;
    const seenAs = this.#seen.has(keyOf(directory)) ? 'file' : undefined;
    return this.#files.readIn(directory, IGNORE_FILE, repositoryRoot, seenAs);
  }

  /** Whether a line in one of these directories may make git ignore a directory below, or all that is in it. */
  mayCover(directory: RawPath, folders: readonly RawPath[], repositoryRoot: RawPath): boolean {
    return folders.some((folder) => {
      const own = keyOf(folder) === keyOf(directory) ? undefined : nameOf(directory);
      const lines = this.#linesFor(folder, own, repositoryRoot);
      if (lines.length === 0) return false;
      const path = slashed(shown(below(folder, directory) ?? ''));
      const names = path === '' ? [] : path.split('/');
      return lines.some((line) => mayCoverPath(line, names));
    });
  }

  /** A large tree has many roots, which are called alike. */
  #linesFor(folder: RawPath, name: string | undefined, repositoryRoot: RawPath): readonly IgnoreLine[] {
    const key = `${keyOf(folder)}\0${name ?? ''}`;
    let lines = this.#lines.get(key);
    if (lines === undefined) {
      const content = this.read(folder, repositoryRoot);
      lines = content.ok ? ignoreLines(content.bytes).filter((line) => mayCoverName(line, name)) : [];
      this.#lines.set(key, lines);
      if (lines.length > 0) this.#contents.set(keyOf(folder), content);
    }
    return lines;
  }
}
