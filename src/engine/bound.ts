import type { RawFinding } from '../rule.ts';

/**
 * So many findings of one rule are listed for one file, and so many UTF-16 units of names in them. No file that
 * somebody wrote comes near; one that was made to hurt would otherwise fill the memory and the report.
 */
export const MAX_FINDINGS = 10_000;
const MAX_NAMES = 4 * 1024 * 1024;

/** `full` is said once for a file, for the first finding that has no room; then it is `over`. */
export type Room = 'listed' | 'full' | 'over';

/** Counts what one run of one rule finds; ask once for every finding. */
export function createBound(): (path: string, finding: RawFinding) => Room {
  const tallies = new Map<string, { findings: number; names: number; told: boolean }>();
  return (path, { server = '', field = '', pointer = '' }) => {
    const tally = tallies.get(path) ?? { findings: 0, names: 0, told: false };
    tallies.set(path, tally);
    if (tally.findings < MAX_FINDINGS && tally.names <= MAX_NAMES) {
      tally.findings++;
      tally.names += server.length + field.length + pointer.length;
      return 'listed';
    }
    const room = tally.told ? 'over' : 'full';
    tally.told = true;
    return room;
  };
}
