import type { FilePlace } from '../kinds/index.ts';
import type { Spot } from './spot.ts';
import type { CustomizationRoot, Plugin } from './types.ts';

type Owner = CustomizationRoot | Plugin | undefined;

/** What a place looks up for its file. */
export interface PlaceSources {
  surroundings(directory: Spot, name: string): FilePlace['surroundings'];
  loadedFrom(owner: Owner, directory: Spot): FilePlace['loadedFrom'];
}

/** The part of a place that is made when somebody asks: most of very many files are judged by themselves. */
export class PlaceOfFile {
  readonly #sources: PlaceSources;
  readonly #directory: Spot;
  readonly #name: string;
  readonly #owner: Owner;
  #surroundings: FilePlace['surroundings'] | undefined;

  constructor(sources: PlaceSources, directory: Spot, name: string, owner: Owner) {
    this.#sources = sources;
    this.#directory = directory;
    this.#name = name;
    this.#owner = owner;
  }

  get surroundings(): FilePlace['surroundings'] {
    this.#surroundings ??= this.#sources.surroundings(this.#directory, this.#name);
    return this.#surroundings;
  }

  get loadedFrom(): FilePlace['loadedFrom'] {
    return this.#sources.loadedFrom(this.#owner, this.#directory);
  }
}
