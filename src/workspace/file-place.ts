import type { FilePlace } from '../kinds/index.ts';
import { nameOf, shown } from './raw-path.ts';
import type { Spot } from './spot.ts';
import type { CustomizationRoot, Plugin } from './types.ts';

type Owner = CustomizationRoot | Plugin | undefined;

/** What a place looks up for its file. */
export interface PlaceSources {
  surroundings(directory: Spot, name: string): FilePlace['surroundings'];
  loadedFrom(owner: Owner, directory: Spot): FilePlace['loadedFrom'];
}

/** What is known of a file from how it was found. */
export type FoundDetails = Pick<FilePlace, 'inherited' | 'prose' | 'shared'>;

/** Where a file stands; what most files are never asked for is made when somebody asks. */
export class PlaceOfFile implements FilePlace {
  readonly owner: FilePlace['owner'];
  declare readonly rootName?: string;
  declare readonly inherited?: true;
  declare readonly prose?: NonNullable<FilePlace['prose']>;
  declare readonly shared?: true;
  readonly #sources: PlaceSources;
  readonly #directory: Spot;
  readonly #name: string;
  readonly #owner: Owner;
  #surroundings: FilePlace['surroundings'] | undefined;

  constructor(sources: PlaceSources, directory: Spot, name: string, owner: Owner, details?: FoundDetails) {
    this.owner = owner?.type ?? 'none';
    this.#sources = sources;
    this.#directory = directory;
    this.#name = name;
    this.#owner = owner;
    if (owner?.type === 'root') this.rootName = shown(nameOf(owner.real));
    if (details !== undefined) Object.assign(this, details);
  }

  get surroundings(): FilePlace['surroundings'] {
    this.#surroundings ??= this.#sources.surroundings(this.#directory, this.#name);
    return this.#surroundings;
  }

  get loadedFrom(): FilePlace['loadedFrom'] {
    return this.#sources.loadedFrom(this.#owner, this.#directory);
  }
}
