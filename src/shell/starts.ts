import { scriptOfArguments } from './argv.ts';
import { lineOf } from './danger.ts';
import { powershellLine, programOf } from './interpreters.ts';
import { type Invocation, invocationOf } from './program.ts';
import type { splitShell } from './split.ts';
import type { Dialect, ShellCommand, ShellWord } from './types.ts';

/** A program that is run when a server is started. */
export interface Start {
  readonly invocation: Invocation;
  /** The argument that a word of the invocation stands in: 0 is the program. */
  argumentOf(word: ShellWord): number;
}

/** Shells in shells: `cmd /c bash -lc "…"`. */
const DEEPEST = 3;

/**
 * What a server's program and arguments start in the end: the program, what `cmd /c` and the like hand on, or, where a
 * shell gets a line, all the commands of that line.
 * @param argv the program, then its arguments
 * @param split the reader of lines, which most runs do without
 * @returns undefined when a shell gets a line and there is nothing to read it with
 */
export function startsOf(argv: readonly string[], split?: typeof splitShell): readonly Start[] | undefined {
  const script = scriptOfArguments(argv);
  const [command] = script.commands as [ShellCommand];
  const starts: Start[] = [];
  let unread = false;

  function follow(command: ShellCommand, line: string, argumentOf: Start['argumentOf'], depth: number): void {
    const invocation = invocationOf(command);
    if (invocation === undefined) return;
    const inner = depth === DEEPEST ? undefined : handedOn(invocation, line);
    if (inner === undefined) starts.push({ invocation, argumentOf });
    else if ('words' in inner) follow({ ...command, words: inner.words }, line, argumentOf, depth + 1);
    else if (split === undefined) unread = true;
    else {
      const argument = argumentOf(inner.word);
      const innerScript = split(inner.text, inner.dialect);
      for (const one of innerScript.commands) follow(one, innerScript.line, () => argument, depth + 1);
    }
  }

  follow(command, script.line, (word) => command.words.indexOf(word), 0);
  return unread ? undefined : starts;
}

/** What a shell is given to run: words that are a command already, or a line. */
type HandedOn =
  | { readonly words: readonly ShellWord[] }
  | { readonly text: string; readonly dialect: Dialect; readonly word: ShellWord };

function handedOn(invocation: Invocation, line: string): HandedOn | undefined {
  const { name, args } = invocation;
  if (name === 'cmd') {
    const at = args.findIndex(({ raw }) => /^\/[ck]$/i.test(raw));
    return at === -1 ? undefined : wordsOrLine(args.slice(at + 1), line, 'cmd');
  }
  if (name === 'powershell' || name === 'pwsh') {
    const rest = powershellLine(args);
    return rest === undefined || rest === 'encoded' ? undefined : wordsOrLine(rest, line, 'sh');
  }
  const program = programOf(invocation);
  return program?.from === 'line'
    ? { text: lineOf(program.word, line), dialect: 'sh', word: program.word }
    : undefined;
}

/** Several arguments are the words of a command, as they come; a single one may be a whole line. */
function wordsOrLine(words: readonly ShellWord[], line: string, dialect: Dialect): HandedOn | undefined {
  const [word] = words;
  if (word === undefined) return undefined;
  if (words.length > 1 || !/\s/.test(word.raw)) return { words };
  return { text: lineOf(word, line), dialect, word };
}
