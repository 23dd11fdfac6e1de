import { codeDanger, windowsRemoval } from './code.ts';
import { DANGER_IDS, type Danger, newTraces, type Traces } from './danger.ts';
import { Flow, heredocLine, type InnerLine } from './flow.ts';
import { Leaks } from './leak.ts';
import { pathOf } from './paths.ts';
import { type Invocation, invocationOf } from './program.ts';
import { remoteShells } from './remote-shell.ts';
import { removals } from './remove.ts';
import { LONGEST_LINE, splitShell } from './split.ts';
import type { Dialect, ShellCommand, ShellScript, ShellWord } from './types.ts';
import { outsideWrites } from './write.ts';

export { DANGER_IDS, type Danger, type DangerId } from './danger.ts';

/** Lines in lines: `sh -c "bash -c '…'"`. */
const DEEPEST_LINE = 6;

/**
 * What a line does that no hook of a repository should do, as far as the line itself shows it: nothing is run, no file is
 * read, and a variable that is not set in the line could be anything. Of each kind the first, in the order of the kinds.
 * @param line as `sh -c` gets it
 */
export function dangersOfLine(line: string): readonly Danger[] {
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
  const words = argv.slice(0, MOST_ARGUMENTS).map(quotedWord);
  const starts = words.map(({ start }) => start);
  const command: ShellCommand = {
    start: 0,
    end: words.at(-1)?.end ?? 0,
    script: 0,
    assignments: [],
    words,
    redirections: [],
    connector: '',
  };
  const line = argv.slice(0, MOST_ARGUMENTS).join(' ');
  const script: ShellScript = {
    line,
    commands: [command],
    pipelines: [],
    scripts: [{ from: 0, to: 1 }],
    complete: true,
  };
  return firstOfEach(scriptDangers(script, newTraces(), 0)).map(({ id, what, span }) => ({
    id,
    what,
    argument:
      span === command
        ? 0
        : Math.max(
            0,
            starts.findLastIndex((start) => start <= span.start),
          ),
  }));

  function quotedWord(text: string, index: number): ShellWord {
    const start = argv.slice(0, index).reduce((sum, arg) => sum + arg.length + 1, 0);
    const parts = [{ kind: 'text', text, quoted: true }] as const;
    return { start, end: start + text.length, raw: text, value: text, parts, variables: [] };
  }
}

/** Nobody starts a server with more. */
const MOST_ARGUMENTS = 200;

function firstOfEach(dangers: Iterable<Danger>): readonly Danger[] {
  const found = [...dangers];
  return DANGER_IDS.map((id) => found.find((danger) => danger.id === id)).filter((one) => one !== undefined);
}

function* lineDangers(line: string, dialect: Dialect, traces: Traces, depth: number): Generator<Danger> {
  const read = line.slice(0, LONGEST_LINE);
  // Not every shell is `sh`: what PowerShell and the command prompt do is told by their words.
  const windows = codeDanger(read);
  if (windows !== undefined && /\b(?:iex|invoke-expression)\b/i.test(read))
    yield { ...windows, span: { start: 0, end: line.length } };
  if (windowsRemoval(read) && /\b(?:remove-item|ri|rd|rmdir|del|erase)\b/i.test(read)) {
    yield {
      id: 'broad-delete',
      what: 'removes a drive, a folder of the system or the home folder',
      span: { start: 0, end: line.length },
    };
  }
  yield* scriptDangers(splitShell(line, dialect), traces, depth);
}

function* scriptDangers(script: ShellScript, traces: Traces, depth: number): Generator<Danger> {
  const flow = new Flow(script, traces);
  const leaks = new Leaks(script);
  let moved = false;
  let stopsOnFailure = false;
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
