import { type Shape, text } from './shape.ts';

/**
 * Limits that no honest pattern meets. A configuration comes with the repository, and a matcher turns a pattern into a
 * backtracking regular expression: without them, twenty characters could keep it busy for ever.
 */
const LONGEST = 300;
const MOST_STARS_IN_A_SEGMENT = 4;
const MOST_GLOBSTARS = 4;
const MOST_GROUPS = 4;
const MOST_ALTERNATIVES = 40;

/** What is wrong with a glob pattern, in words that hold nothing of it; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  return placeProblem(pattern) ?? costProblem(pattern);
}

function placeProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'it is empty';
  if (/^[/\\]/.test(pattern) || /^[A-Za-z]:[/\\]/.test(pattern)) return 'it is absolute';
  if (pattern.startsWith('~/')) return '~ is not expanded';
  if (/^!(?!\()/.test(pattern)) return 'a pattern cannot be negated with !';
  if (/(^|[/\\])\.\.($|[/\\])/.test(pattern)) return '.. leads out of the folder of this file';
  if (/\\[\w.]/.test(pattern)) return 'folders are separated by /, also on Windows';
  return undefined;
}

function costProblem(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if (/[*+]\(/.test(pattern)) return 'repeats such as +(a) and *(a) are not supported';
  if (/\{[^{}]*\.\.[^{}]*\}/.test(pattern)) return 'ranges such as {1..9} are not supported';
  const segments = pattern.split('/');
  if (segments.filter((segment) => segment === '**').length > MOST_GLOBSTARS) {
    return `it has more than ${MOST_GLOBSTARS} times **`;
  }
  if (segments.some((segment) => (segment.match(/\*+/g) ?? []).length > MOST_STARS_IN_A_SEGMENT)) {
    return `it has more than ${MOST_STARS_IN_A_SEGMENT} times * between two /`;
  }
  if ((pattern.match(/[{(]/g) ?? []).length > MOST_GROUPS) return `it has more than ${MOST_GROUPS} groups`;
  if ((pattern.match(/[,|]/g) ?? []).length > MOST_ALTERNATIVES) {
    return `it has more than ${MOST_ALTERNATIVES} alternatives`;
  }
  return undefined;
}

const checked = text({
  describe: 'a glob pattern relative to this file',
  schema: { minLength: 1 },
  problem: patternProblem,
});

/** A glob pattern without the `./` at its start and the `/` at its end that people write and matchers trip over. */
export const globPattern: Shape<string> = {
  ...checked,
  parse: (node, issues) =>
    checked
      .parse(node, issues)
      ?.replace(/^(?:\.\/+)+(?=.)/, '')
      .replace(/(?<=.)\/+$/, ''),
};

/** What is wrong with a JSON pointer (RFC 6901); undefined when nothing is. */
export function pointerProblem(pointer: string): string | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return 'a pointer starts with /, e.g. /mcpServers/kiln/env';
  if (/~(?![01])/.test(pointer)) return '~ in a name is written ~0, and / is written ~1';
  return undefined;
}

export const jsonPointer: Shape<string> = text({
  describe: 'a JSON pointer',
  schema: { pattern: '^(/([^/~]|~[01])*)*$' },
  problem: pointerProblem,
});
