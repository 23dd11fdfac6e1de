import { programOf } from '../shell/interpreters.ts';
import { type Invocation, invocationOf } from '../shell/program.ts';
import type { ShellWord } from '../shell/types.ts';
import type { CommandLine } from './line.ts';

/** A file that a command line runs. */
export interface ScriptCall {
  /** As written, quotes and escapes resolved; relative. */
  readonly path: string;
  /** Without an interpreter in front of it. */
  readonly direct: boolean;
  readonly call: Invocation;
}

const LONGEST_PATH = 500;

/** Files of one line that are looked at. */
const MOST_SCRIPTS = 20;

/** The files that a line runs by a relative path, as far as that can be told; none when the line moves elsewhere. */
export function scriptsOf(line: CommandLine): readonly ScriptCall[] {
  if (line.substitutes || line.movesAway) return [];
  const found: ScriptCall[] = [];
  for (const call of line.calls) {
    if (found.length === MOST_SCRIPTS) break;
    const inner = behindRunner(call);
    const program = programOf(inner);
    if (program === undefined) {
      const path = plainPath(inner.word);
      const given = inner !== call;
      if (path?.includes('/') || (given && path?.endsWith('.py'))) found.push({ path, direct: !given, call });
    } else if (program.from === 'file') {
      const path = plainPath(program.word);
      if (path !== undefined) found.push({ path, direct: false, call });
    }
  }
  return found;
}

/** Programs that run another one as it is, and the word that says so. */
const RUNNERS: Readonly<Record<string, string | undefined>> = {
  bunx: undefined,
  npx: undefined,
  pdm: 'run',
  pnpm: 'exec',
  poetry: 'run',
  uv: 'run',
};

/** `npx tsx x.ts` runs `tsx x.ts`. With options in between it is left alone: one of them may name another folder. */
function behindRunner(call: Invocation): Invocation {
  if (!Object.hasOwn(RUNNERS, call.name)) return call;
  const verb = RUNNERS[call.name];
  if (verb !== undefined && call.args[0]?.value !== verb) return call;
  const words = call.args.slice(verb === undefined ? 0 : 1);
  if (words[0] === undefined || words[0].raw.startsWith('-')) return call;
  return invocationOf({ ...call.command, words }) ?? call;
}

/** The path that a word is, when it is nothing else: no wildcard, no home, no drive, no address, not absolute. */
function plainPath({ value, parts }: ShellWord): string | undefined {
  if (value === undefined || value.length > LONGEST_PATH) return undefined;
  if (!/^[^\\:\r\n]+$/.test(value) || /^[/~-]/.test(value)) return undefined;
  const wild = parts.some((part) => part.kind === 'text' && !part.quoted && /[*?[\]{}]/.test(part.text));
  return wild ? undefined : value;
}
