import { parent, type RawPath } from './raw-path.ts';

/** A directory or file under both of its names, and the repository it belongs to. */
export interface Spot {
  /** As it is reached from what was named. */
  readonly absolute: RawPath;
  readonly real: RawPath;
  readonly repositoryRoot: RawPath;
}

/** The directory that it lies in. */
export function above({ absolute, real, repositoryRoot }: Spot): Spot {
  return { absolute: parent(absolute), real: parent(real), repositoryRoot };
}
