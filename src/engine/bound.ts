import type { RawFinding } from '../rule.ts';

/**
 * So many findings of one rule are listed for one file, and so many UTF-16 units of names in them. No file that
 * somebody wrote comes near; one that was made to hurt would otherwise fill the memory and the report.
 */
export const MAX_FINDINGS = 10_000;
const MAX_NAMES = 4 * 1024 * 1024;

/** So many findings a run has at most, and so many units of names: a report of more would not fit into the memory. */
export const MAX_RUN_FINDINGS = 200_000;
const MAX_RUN_NAMES = 64 * 1024 * 1024;

/** `full` is said once for a file, for the first finding that has no room; then it is `over`. */
export type Room = 'listed' | 'full' | 'over';

/** What was counted of one thing so far. */
class Tally {
  #findings = 0;
  #names = 0;
  #told = false;

  /** Counts one more finding. */
  room({ server = '', field = '', pointer = '' }: RawFinding, mostFindings: number, mostNames: number): Room {
    if (this.#findings < mostFindings && this.#names <= mostNames) {
      this.#findings++;
      this.#names += server.length + field.length + pointer.length;
      return 'listed';
    }
    const room = this.#told ? 'over' : 'full';
    this.#told = true;
    return room;
  }
}

/** Counts what one run of one rule finds; ask once for every finding. */
export function createBound(): (path: string, finding: RawFinding) => Room {
  const tallies = new Map<string, Tally>();
  return (path, finding) => {
    const tally = tallies.get(path) ?? new Tally();
    tallies.set(path, tally);
    return tally.room(finding, MAX_FINDINGS, MAX_NAMES);
  };
}

/** Counts what all rules find in all files; ask once for every finding that its rule has room for. */
export function createRunBound(): (finding: RawFinding) => Room {
  const tally = new Tally();
  return (finding) => tally.room(finding, MAX_RUN_FINDINGS, MAX_RUN_NAMES);
}
