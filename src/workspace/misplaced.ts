import { hooksInSettings } from '../agy/settings-hooks.ts';
import type { FileRef, FoundFolder, Stray, StrayKind, Surroundings } from '../kinds/index.ts';
import { compareText } from '../text/compare.ts';
import { SourceFile } from '../text/source.ts';
import type { Span } from '../text/span.ts';
import type { Files, ReadResult } from './files.ts';
import { IgnoreFiles } from './ignore-files.ts';
import { IGNORE_FILE, type Layout, type Listing } from './layout.ts';
import { join, keyOf, nameOf, parent, type RawPath, shown } from './raw-path.ts';
import { above, type Spot } from './spot.ts';
import { mayHoldStrays, straysIn } from './strays.ts';
import type { CustomizationRoot, Place, Plugin } from './types.ts';

/** What the discovery around knows. */
export interface Surrounding {
  readonly files: Files;
  readonly layout: Layout;
  excluded(absolutePath: string): boolean;
  /** Whether the walk has come, or will come, by a directory (its real path). */
  walked(directory: RawPath): boolean;
  /** The customization root or plugin that a directory (its real path) is. */
  ownerAt(directory: RawPath): CustomizationRoot | Plugin | undefined;
  spotOfRoot(root: CustomizationRoot): Spot;
  /** The same place under the name by which it is reached. */
  spotOf(real: RawPath, repositoryRoot: RawPath): Spot;
  place(spot: Spot): Place;
  surroundings(folder: Spot): Surroundings;
}

/** A stray file, before anybody asks for it. */
interface FoundStray {
  readonly kind: StrayKind;
  readonly directory: Spot;
  readonly file: Spot;
  readonly at: Span;
}

const START: Span = { start: 0, end: 0 };

/** Finds what lies where nobody reads it, among what the walk comes by anyway. */
export class Misplaced {
  readonly #around: Surrounding;
  readonly #ignoreFiles: IgnoreFiles;
  readonly #places: Spot[] = [];
  #strays: readonly FoundStray[] = [];
  #covered: ReadonlyMap<CustomizationRoot, readonly RawPath[]> = new Map();

  constructor(around: Surrounding) {
    this.#around = around;
    this.#ignoreFiles = new IgnoreFiles(around.files, around.walked);
  }

  /** Takes note of a directory that holds a `.gitignore` file. */
  seeIgnoreFile(directory: RawPath): void {
    this.#ignoreFiles.see(directory);
  }

  /** Takes note of a directory in which something of interest is. */
  see(spot: Spot, listing: Listing): void {
    if (mayHoldStrays(nameOf(spot.real), listing)) this.#places.push(spot);
  }

  /** Looks through what was seen, when all roots and plugins are known. Tells whether there is anything to judge. */
  find(roots: Iterable<CustomizationRoot>): boolean {
    this.#strays = this.#places.flatMap((spot) => this.#straysAt(spot));
    this.#covered = this.#coveredAmong(roots);
    return this.#strays.length > 0 || this.#covered.size > 0;
  }

  #straysAt(directory: Spot): readonly FoundStray[] {
    const { excluded, files } = this.#around;
    return straysIn(this.#known(directory), this.#known(above(directory))).flatMap(
      ([name, kind]): FoundStray[] => {
        const file: Spot = {
          ...directory,
          absolute: join(directory.absolute, name),
          real: join(directory.real, name),
        };
        if (excluded(shown(file.absolute))) return [];
        if (kind !== 'settings') return [{ kind, directory, file, at: START }];
        const content = files.read(file.real, file.repositoryRoot);
        const at = content.ok ? hooksInSettings(content.bytes) : undefined;
        return at === undefined ? [] : [{ kind, directory, file, at }];
      },
    );
  }

  #known({ real, repositoryRoot }: Spot): Parameters<typeof straysIn>[0] {
    const owner = this.#around.ownerAt(real);
    return {
      name: nameOf(real),
      listing: () => this.#around.layout.listing(real),
      is: owner?.type,
      top: keyOf(real) === keyOf(repositoryRoot),
    };
  }

  /** The roots that a line of a `.gitignore` file may cover, with the directories of these files. */
  #coveredAmong(roots: Iterable<CustomizationRoot>): ReadonlyMap<CustomizationRoot, readonly RawPath[]> {
    const covered = new Map<CustomizationRoot, readonly RawPath[]>();
    for (const root of roots) {
      if (!root.selected) continue;
      const { real, repositoryRoot } = this.#around.spotOfRoot(root);
      if (keyOf(real) === keyOf(repositoryRoot)) continue;
      const folders = this.#ignoreFiles.above(real, repositoryRoot);
      if (this.#ignoreFiles.mayCover(real, folders, repositoryRoot)) covered.set(root, folders);
    }
    return covered;
  }

  /** What a rule is told of a root, besides. */
  ignoreFilesOf(root: CustomizationRoot): Pick<FoundFolder, 'ignoreFiles'> {
    const folders = this.#covered.get(root);
    if (folders === undefined) return {};
    return { ignoreFiles: this.#ignoreFileRefs(folders, this.#around.spotOfRoot(root).repositoryRoot) };
  }

  /** @param folderOf the view of a root or a plugin */
  strays(folderOf: (owner: CustomizationRoot | Plugin) => FoundFolder | undefined): readonly Stray[] {
    const strays = this.#strays.map(({ kind, directory, file, at }): Stray => {
      const { real, repositoryRoot } = directory;
      const owner = kind === 'nested-hooks' ? this.#around.ownerAt(parent(real)) : undefined;
      const plugin = owner === undefined ? undefined : folderOf(owner);
      return {
        kind,
        // Only a place in the file needs its text.
        file:
          kind === 'settings'
            ? this.#withSource(file, this.#around.files.read(file.real, repositoryRoot))
            : this.#around.place(file),
        at,
        ...(plugin === undefined ? {} : { plugin }),
        ignoreFiles: this.#ignoreFileRefs(this.#ignoreFiles.above(real, repositoryRoot), repositoryRoot),
        surroundings: this.#around.surroundings(directory),
      };
    });
    return strays.sort((a, b) => compareText(a.file.path, b.file.path));
  }

  #ignoreFileRefs(folders: readonly RawPath[], repositoryRoot: RawPath): readonly FileRef[] {
    return folders.map((folder) => {
      const { absolute, real } = this.#around.spotOf(folder, repositoryRoot);
      const file = {
        absolute: join(absolute, IGNORE_FILE),
        real: join(real, IGNORE_FILE),
        repositoryRoot,
      };
      return this.#withSource(file, this.#ignoreFiles.read(folder, repositoryRoot));
    });
  }

  #withSource(spot: Spot, content: ReadResult): FileRef {
    const place = this.#around.place(spot);
    return content.ok ? { ...place, source: new SourceFile(place.path, content.bytes) } : place;
  }
}
