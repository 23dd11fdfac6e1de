import { scriptOfArguments } from './argv.ts';
import { codeDanger, windowsRemoval } from './code.ts';
import { DANGER_IDS, type Danger, newTraces, type Traces } from './danger.ts';
import { Flow, heredocLine, type InnerLine } from './flow.ts';
import { isInterpreter } from './interpreters.ts';
import { Leaks, SENDING_PROGRAMS } from './leak.ts';
import { pathOf } from './paths.ts';
import { wordsOfPlainLine } from './plain.ts';
import { type Invocation, invocationOf, programName } from './program.ts';
import { CONNECTORS, remoteShells } from './remote-shell.ts';
import { REMOVING_PROGRAMS, removals } from './remove.ts';
import { LONGEST_LINE, splitShell } from './split.ts';
import type { Dialect, ShellCommand, ShellScript } from './types.ts';
import { outsideWrites, WRITING_PROGRAMS } from './write.ts';

export { DANGER_IDS, type Danger, type DangerId } from './danger.ts';

/** Lines in lines: `sh -c "bash -c '…'"`. */
const DEEPEST_LINE = 6;

/**
 * What a line does that no hook of a repository should do, as far as the line itself shows it: nothing is run, no file is
 * read, and a variable that is not set in the line could be anything. Of each kind the first, in the order of the kinds.
 * @param line as `sh -c` gets it
 */
export function dangersOfLine(line: string): readonly Danger[] {
  if (isHarmless(line)) return [];
  return firstOfEach(lineDangers(line, 'sh', newTraces(), 0));
}

/** A danger among a program's arguments. */
export interface ArgumentDanger extends Omit<Danger, 'span'> {
  /** The argument that shows it: 0 is the program. */
  readonly argument: number;
}

/**
 * The same for a program that is started without a shell: its arguments are taken as they are, and only a shell among them
 * (`bash -c …`, `cmd /c …`, `powershell -Command …`) makes something else of one.
 * @param argv the program, then its arguments
 */
export function dangersOfArguments(argv: readonly string[]): readonly ArgumentDanger[] {
  const script = scriptOfArguments(argv);
  const [command] = script.commands as [ShellCommand];
  return firstOfEach(scriptDangers(script, newTraces(), 0)).map(({ id, what, span }) => ({
    id,
    what,
    argument:
      span === command
        ? 0
        : Math.max(
            0,
            command.words.findLastIndex(({ start }) => start <= span.start),
          ),
  }));
}

function firstOfEach(dangers: Iterable<Danger>): readonly Danger[] {
  const found = [...dangers];
  return DANGER_IDS.map((id) => found.find((danger) => danger.id === id)).filter((one) => one !== undefined);
}

function* lineDangers(line: string, dialect: Dialect, traces: Traces, depth: number): Generator<Danger> {
  yield* scriptDangers(splitShell(line, dialect), traces, depth);
}

const INVOKERS: ReadonlySet<string> = new Set(['iex', 'invoke-expression']);
const WINDOWS_REMOVERS: ReadonlySet<string> = new Set(['remove-item', 'ri', 'rd', 'rmdir', 'del', 'erase']);

/** Every program that can be a danger by itself; interpreters are one with code among their options. */
const DANGEROUS_PROGRAMS: ReadonlySet<string> = new Set([
  ...INVOKERS,
  ...WINDOWS_REMOVERS,
  ...REMOVING_PROGRAMS,
  ...SENDING_PROGRAMS,
  ...WRITING_PROGRAMS,
  ...CONNECTORS,
  'powershell',
  'pwsh',
]);

/** Whether a line is so plain that its words tell that there is no danger in it. */
function isHarmless(line: string): boolean {
  const words = wordsOfPlainLine(line);
  if (words === undefined) return false;
  return !words.some((word, i) => {
    const name = programName(word);
    return DANGEROUS_PROGRAMS.has(name) || takesCode(name, words[i + 1]);
  });
}

/**
 * Whether an interpreter may get code as an argument: in or behind an option, or behind a word that says so.
 * @param next the word behind its name
 */
function takesCode(name: string, next = ''): boolean {
  return (next.startsWith('-') || next.startsWith('+') || next === 'eval') && isInterpreter(name);
}

function* scriptDangers(script: ShellScript, traces: Traces, depth: number): Generator<Danger> {
  const flow = new Flow(script, traces);
  const leaks = new Leaks(script);
  let moved = false;
  let stopsOnFailure = false;
  let invokes = false;
  for (const [index, command] of script.commands.entries()) {
    const invocation = invocationOf(command);
    const { dangers, inner } = flow.step(index, invocation);
    yield* dangers;
    for (const one of inner) yield* within(one);
    const leak = leaks.step(index, invocation);
    if (leak !== undefined) yield leak;
    yield* outsideWrites(command, invocation, script);
    if (invocation === undefined) continue;
    yield* removals(invocation, script, traces, moved);
    if (
      WINDOWS_REMOVERS.has(invocation.name) &&
      windowsRemoval(script.line.slice(command.start, command.end))
    ) {
      const what = 'removes a drive, a folder of the system or the home folder';
      yield { id: 'broad-delete', what, span: command };
    }
    if (INVOKERS.has(invocation.name) && !invokes) {
      // PowerShell's own syntax is not read: what the line fetches or decodes is told by its words.
      invokes = true;
      const found = codeDanger(script.line.slice(0, LONGEST_LINE));
      if (found !== undefined) yield { ...found, span: command };
    }
    const heredoc = heredocLine(invocation);
    if (heredoc !== undefined) yield* within(heredoc);
    if (invocation.name === 'set') {
      stopsOnFailure ||= invocation.args.some(({ raw }) => /^-[a-z]*e/.test(raw));
      traces.stopsAtUnset ||= invocation.args.some(({ raw }) => /^-[a-z]*u/.test(raw));
    }
    moved = isMove(invocation)
      ? goesBelow(invocation, script) && (stopsOnFailure || /^(?:&&|\|\|)$/.test(command.connector))
      : moved;
  }
  yield* remoteShells(script);

  function* within({ text, dialect: inner, word }: InnerLine): Generator<Danger> {
    if (depth >= DEEPEST_LINE) return;
    for (const danger of lineDangers(text, inner, traces, depth + 1)) yield { ...danger, span: word };
  }
}

function isMove({ name }: Invocation): boolean {
  return name === 'cd' || name === 'pushd';
}

/** Whether a `cd` leads into a folder that somebody named. */
function goesBelow({ args }: Invocation, script: ShellScript): boolean {
  const target = args.find(({ raw }) => !raw.startsWith('-'));
  if (target === undefined) return false;
  const path = pathOf(target, script);
  return !/^(?:\/|\$\{HOME\}\/?|\$\{PWD\}\/?|\.\/?|(?:\.\.\/?)+)$/.test(path);
}
