import { expandGlobs, type UsageProblem } from '../workspace/inputs.ts';
import type { ConfigArguments } from './configuration.ts';

/** What a command is to look at. */
export interface PathRequest extends Pick<ConfigArguments, 'within'> {
  /** As named on the command line; without `-`. */
  readonly paths: readonly string[];
}

/** Replaces patterns by what they match. Where reading is bounded there are none: one may match what lies elsewhere. */
export async function expandPaths(
  { paths, within }: PathRequest,
  cwd: string,
): Promise<{ readonly paths: readonly string[]; readonly problems: readonly UsageProblem[] }> {
  return within === undefined ? expandGlobs(paths, cwd) : { paths, problems: [] };
}
