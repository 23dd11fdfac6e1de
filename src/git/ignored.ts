import type { Git } from './run.ts';

/** Which paths git ignores. Asking for each by itself would start git as often, so it is asked for many at once. */
export interface Ignored {
  /** Undefined until `settle` has asked. */
  has(path: string): boolean | undefined;
  /** Asks for all paths that came up since; false when there were none, so that every answer was final. */
  settle(): boolean;
}

/** @param git on the working tree that paths start from; their bytes as Latin-1 */
export function createIgnored(git: Git): Ignored {
  const known = new Map<string, boolean>();
  const open = new Set<string>();
  return {
    has(path) {
      const answer = known.get(path);
      if (answer === undefined) open.add(path);
      return answer;
    },
    settle() {
      if (open.size === 0) return false;
      const asked = [...open];
      open.clear();
      const answer = git(['check-ignore', '-z', '--stdin'], Buffer.from(`${asked.join('\0')}\0`, 'latin1'));
      // Status 1: none of them. Another failure tells nothing, and what is not known to be ignored counts.
      const ignored = new Set(answer.stdout.toString('latin1').split('\0'));
      for (const path of asked) known.set(path, answer.ok && ignored.has(path));
      return true;
    },
  };
}
