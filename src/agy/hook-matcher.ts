import { ANTIGRAVITY_TOOL_PREFIXES, ANTIGRAVITY_TOOLS } from './hook-facts.ts';
import { type ForeignTool, foreignTool } from './hook-hosts.ts';

/** Longer matchers are no list of names that anybody wrote. */
const LONGEST = 1000;

/** One alternative: a name, perhaps with what may follow it in the language of another host, such as `Bash(make:*)`. */
const NAME = /^\^?([A-Za-z_][A-Za-z0-9_-]*)(?:\.[*+]|\([^()]*\)|:[^|]*)?\$?$/;

/** The names that a matcher is made of, in its order; undefined when it is anything else than names with `|` between them. */
export function matcherNames(matcher: string): readonly string[] | undefined {
  if (matcher.length > LONGEST) return undefined;
  const inner = /^\^?\((?:\?:)?([^()]*)\)\$?$/.exec(matcher)?.[1] ?? matcher;
  const names: string[] = [];
  for (const alternative of inner.split('|')) {
    const name = NAME.exec(alternative.trim())?.[1];
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

/**
 * The tools that a matcher names, when every one of them is another host's; undefined otherwise, and when each is also a
 * part of the name of a tool that Antigravity has.
 * @param extraTools tools that the user says Antigravity has
 */
export function foreignMatcher(
  matcher: string,
  extraTools: readonly string[],
): readonly ForeignTool[] | undefined {
  const tools: ForeignTool[] = [];
  for (const name of matcherNames(matcher) ?? []) {
    const foreign = foreignTool(name, extraTools);
    if (foreign === undefined) return undefined;
    tools.push(foreign);
  }
  return tools.some(({ name }) => !isPartOfOwn(name, extraTools)) ? tools : undefined;
}

/** A matcher is a regular expression that need not match a whole name: `replace` meets `replace_file_content`. */
function isPartOfOwn(name: string, extraTools: readonly string[]): boolean {
  return [...ANTIGRAVITY_TOOLS, ...ANTIGRAVITY_TOOL_PREFIXES, ...extraTools].some((own) =>
    own.includes(name),
  );
}
