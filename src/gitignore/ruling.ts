import ignore, { type Ignore } from 'ignore';
import { type IgnoreLine, ignoreLines } from './lines.ts';

/** A `.gitignore` file. */
export interface IgnoreFile {
  /** The path of its folder from the repository root, with `/`; '' for the repository root. */
  readonly folder: string;
  readonly bytes: Uint8Array;
}

/** Why git ignores a path. */
export interface Ruling<F extends IgnoreFile = IgnoreFile> {
  readonly file: F;
  readonly line: IgnoreLine;
  /** What the line matches: the path, or a directory above it. */
  readonly at: string;
}

/** Tells what git ignores, from `.gitignore` files alone. */
export interface Rulings<F extends IgnoreFile> {
  /**
   * Why git ignores a path; undefined when it does not, and when that cannot be told.
   * @param path from the repository root, with `/`; one more at the end of a directory
   */
  ignoring(path: string): Ruling<F> | undefined;
}

/**
 * Prepares `.gitignore` files. Loads the package that knows the patterns: import this module only where one may cover something.
 * @param files of all folders between the repository root and what will be asked about, outermost first
 */
export function createRulings<F extends IgnoreFile>(files: readonly F[]): Rulings<F> {
  const matchers = [...files].reverse().map((file) => {
    const lines = ignoreLines(file.bytes);
    const patterns = lines.map(({ pattern }, index) => ({ pattern, mark: String(index) }));
    const matcher = ignore({ ignorecase: false }).add(patterns);
    return { file, matcher, lines, prefix: file.folder === '' ? '' : `${file.folder}/` };
  });

  /** `unclear`: a file ignores what is above, and another one takes that back. */
  function decide(path: string): Ruling<F> | 'unclear' | undefined {
    for (const { file, matcher, lines, prefix } of matchers) {
      if (!path.startsWith(prefix) || path.length === prefix.length) continue;
      const below = path.slice(prefix.length);
      if (isIgnored(matcher, directoryAbove(below))) return 'unclear';
      const { ignored, unignored, rule } = matcher.test(below);
      const line = lines[Number(rule?.mark)];
      if (ignored && line !== undefined) return { file, line, at: path };
      if (unignored) return undefined;
    }
    return undefined;
  }

  function ignoring(path: string): Ruling<F> | undefined {
    // From the top: what lies in a directory that is ignored cannot be taken back.
    for (let slash = path.indexOf('/'); ; slash = path.indexOf('/', slash + 1)) {
      const step = slash === -1 ? path : path.slice(0, slash + 1);
      const ruling = decide(step);
      if (ruling === 'unclear') return undefined;
      if (ruling !== undefined || step === path) return ruling;
    }
  }

  return { ignoring };
}

function isIgnored(matcher: Ignore, directory: string | undefined): boolean {
  return directory !== undefined && matcher.test(directory).ignored;
}

/** With its slash. */
function directoryAbove(path: string): string | undefined {
  const slash = path.lastIndexOf('/', path.length - 2);
  return slash === -1 ? undefined : path.slice(0, slash + 1);
}
