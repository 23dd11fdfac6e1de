import { type Invocation, invocationOf } from '../shell/program.ts';
import { splitShell } from '../shell/split.ts';
import type { ShellScript } from '../shell/types.ts';

/** The command line of a handler, taken apart once. */
export interface CommandLine {
  readonly script: ShellScript;
  /** The programs it starts, in the order of the line; those of substitutions among them. */
  readonly calls: readonly Invocation[];
  /** Something is only known when it runs: `$(…)`, backticks, or a line that was not read to its end. */
  readonly substitutes: boolean;
  /** It leaves the folder that it starts in, or may do so. */
  readonly movesAway: boolean;
  /** It asks before it acts: `[ … ]`, `test`, `if`, `case`. */
  readonly tests: boolean;
}

const MOVES: ReadonlySet<string> = new Set(['.', 'cd', 'chdir', 'eval', 'popd', 'pushd', 'source']);
const TESTS: ReadonlySet<string> = new Set(['[', '[[', 'test', 'for', 'case']);

export function readLine(line: string): CommandLine {
  const script = splitShell(line);
  const calls: Invocation[] = [];
  let substitutes = !script.complete || script.scripts.length > 1;
  for (const command of script.commands) {
    for (const { parts } of command.words) {
      substitutes ||= parts.some(({ kind }) => kind === 'substitution');
    }
    const call = invocationOf(command);
    if (call !== undefined) calls.push(call);
  }
  return {
    script,
    calls,
    substitutes,
    movesAway: calls.some(movesAway),
    tests: calls.some(({ name }) => TESTS.has(name)) || /\b(?:if|case|while|until)\b/.test(line),
  };
}

/** Words by which one program runs elsewhere: `env -C ..`, `chroot dir`. */
const ELSEWHERE: ReadonlySet<string> = new Set(['-C', '--cd', '--chdir', 'chroot', 'wsl']);

function movesAway({ name, command }: Invocation): boolean {
  return MOVES.has(name) || command.words.some(({ raw }) => ELSEWHERE.has(raw));
}
