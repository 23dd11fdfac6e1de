import { UNSET_VARIABLES, type UnsetVariable } from '../agy/unset-variables.ts';
import type { Surroundings } from '../kinds/index.ts';
import type { ShellVariable, ShellWord } from '../shell/types.ts';
import { pathFrom } from '../text/path.ts';
import type { CommandLine } from './line.ts';

/** A use of a variable that expands to nothing. */
export interface UnsetUse extends UnsetVariable {
  readonly name: string;
  /** The path to write for the word it stands in, when the file is there. */
  readonly right?: string;
}

/** The variables that a line reads and nobody sets, each once; not those with a default, or that the line tests or sets. */
export function unsetVariables(line: CommandLine, surroundings: Surroundings): readonly UnsetUse[] {
  const settled = new Set<string>();
  const found = new Map<string, UnsetUse>();
  for (const { name, command } of line.calls) {
    if (name === 'export' || name === 'read' || name === 'local' || name === 'declare') {
      for (const { raw } of command.words) settled.add(/^\w*/.exec(raw)?.[0] ?? '');
    }
    if (name === '[' || name === '[[' || name === 'test' || name === 'case') {
      for (const word of command.words) for (const variable of word.variables) settled.add(variable.name);
    }
  }
  for (const { assignments } of line.script.commands) for (const { name } of assignments) settled.add(name);
  for (const command of line.script.commands) {
    const words = [
      ...command.words,
      ...command.assignments.map(({ value }) => value),
      ...command.redirections.map(({ target }) => target),
    ];
    for (const word of words) {
      for (const variable of word.variables) {
        const { name } = variable;
        const known = UNSET_VARIABLES.get(name);
        if (known === undefined || variable.hasDefault || settled.has(name) || found.has(name)) continue;
        const right = line.movesAway ? undefined : rightPath(word, variable, known, surroundings);
        found.set(name, { name, ...known, ...(right === undefined ? {} : { right }) });
      }
    }
  }
  return [...found.values()];
}

/** `$ROOT/scripts/x.sh` is `./scripts/x.sh`, when that is there. */
function rightPath(
  { parts }: ShellWord,
  variable: ShellVariable,
  { means }: UnsetVariable,
  surroundings: Surroundings,
): string | undefined {
  // `"$ROOT"/x` begins with the empty text in front of the variable.
  const [first, ...rest] = parts.filter((part) => part.kind !== 'text' || part.text !== '');
  if (means === undefined || first?.kind !== 'variable' || first.variable !== variable) return undefined;
  let path = '';
  for (const part of rest) {
    if (part.kind !== 'text') return undefined;
    path += part.text;
  }
  if (!/^\/[\w./-]+$/.test(path)) return undefined;
  const below = path.slice(1);
  if (surroundings.look(below, means) !== 'file') return undefined;
  const folder = surroundings.file('.', 'folder')?.repositoryPath;
  const file = surroundings.file(below, means)?.repositoryPath;
  return folder === undefined || file === undefined ? undefined : pathFrom(folder, file);
}
