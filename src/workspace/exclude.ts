import { dirname, sep } from 'node:path';
import picomatch from 'picomatch';
import { isInside, slashed } from './raw-path.ts';

/**
 * Tells whether an absolute path, or a directory above it, matches one of the patterns, which are relative to
 * `directory`. So `vendor` and `vendor/**` leave out the directory itself, and the walk need not enter it. Hidden names
 * match like others. Loads picomatch: import this module only when there are patterns.
 */
export function compileExclude(
  patterns: readonly string[],
  directory: string,
): (absolutePath: string) => boolean {
  const matches = picomatch(patterns, { dot: true, nonegate: true });
  const known = new Map<string, boolean>([[directory, false]]);

  const prefix = directory.endsWith(sep) ? directory.length : directory.length + 1;

  return (path) => {
    // The walk asks for every directory, parents first: one look-up and one match answer each.
    const unknown: string[] = [];
    if (!isInside(directory, path)) return false;
    let at = path;
    while (!known.has(at)) {
      unknown.push(at);
      at = dirname(at);
    }
    let answer = known.get(at) ?? false;
    for (const step of unknown.reverse()) {
      answer = answer || matches(slashed(step.slice(prefix)));
      known.set(step, answer);
    }
    return answer;
  };
}
