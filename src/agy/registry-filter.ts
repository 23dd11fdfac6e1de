import { type Re2Problem, re2Problem } from './re2.ts';

/** What is wrong with a filter of a registry; `glob`: the pattern is valid, and was most likely not meant as it is read. */
export type FilterProblem =
  | ({ readonly code: 'invalid'; readonly glob: boolean } & Re2Problem)
  | { readonly code: 'glob' };

/**
 * Looks at a filter the way agy takes it: as a regular expression of Go on a name. In the mind of many it is a glob, and
 * a glob such as `kiln-*` is a valid expression of another meaning.
 */
export function filterProblem(pattern: string): FilterProblem | undefined {
  const problem = re2Problem(pattern);
  const glob = looksLikeGlob(pattern);
  if (problem !== undefined) return { code: 'invalid', glob, ...problem };
  return glob ? { code: 'glob' } : undefined;
}

/** Nothing that only a regular expression has; `{` and `}` are in both, and are looked at below. */
const GLOB_CHARACTERS = /^[\w\s./@,*?{}-]+$/;

/** A star that stands where nobody who writes an expression would put it: at the start, behind a star or an ordinary character. */
const GLOB_STAR = /(?:^|[\w\s/@*-])\*/;

/** A choice such as `{a,b}`, which no expression has. */
const GLOB_CHOICE = /\{[\w./-]*[A-Za-z_./-][\w./-]*,|\{[\w./-]+,[\w./-]*[A-Za-z_./-]/;

function looksLikeGlob(pattern: string): boolean {
  if (pattern.length > 200 || !GLOB_CHARACTERS.test(pattern)) return false;
  // `.*` and `.+` tell that an expression was meant.
  if (/\.[*?]/.test(pattern.replace(/^\*?\*\./, ''))) return false;
  return GLOB_STAR.test(pattern) || GLOB_CHOICE.test(pattern);
}
