import type {
  Assignment,
  CommandRange,
  Connector,
  Dialect,
  Pipeline,
  Redirection,
  ShellCommand,
  ShellScript,
  ShellWord,
} from './types.ts';
import { DEEPEST_NESTING, readWord, type WordReader } from './word.ts';

/** Linux starts no program with a longer argument (MAX_ARG_STRLEN); what stands behind it is not read. */
export const LONGEST_LINE = 131_072;

/** So much of a line is read. A script of that size stands in a file of its own. */
export const MOST_COMMANDS = 1024;
export const MOST_WORDS = 8192;

/**
 * Splits a command line as `sh -c` gets it into its simple commands: quotes, escapes, line continuation, comments,
 * expansions, assignments, redirections, here-documents, pipes, lists, groups, loops and functions. It never throws: what
 * makes no sense to a shell is passed over. Linear in the length of the line.
 *
 * Why not a package: shell-quote gives no positions, replaces variables and reads no substitutions, so it cannot tell
 * `sh -c "$(curl …)"` from a text. unbash is a full and robust parser with positions, and the better choice for a
 * program that runs or prints scripts; a linter wants the flat list of commands out of its tree, a bound on what a
 * hostile line may cost (a line of 8 MiB is ten seconds of objects), and the command prompt of Windows, all of which would have
 * to be written around 260 kB of code. bash-parser and mvdan-sh are no longer kept, and the successor of the latter is
 * WebAssembly, to be loaded asynchronously, which rules are not.
 */
export function splitShell(line: string, dialect: Dialect = 'sh'): ShellScript {
  const splitter = new Splitter(line.slice(0, LONGEST_LINE), dialect);
  splitter.read();
  return {
    line,
    commands: splitter.commands,
    pipelines: splitter.pipelines,
    scripts: splitter.scripts,
    complete: splitter.complete && line.length <= LONGEST_LINE,
  };
}

/** What a compound command waits for; `)` and `}` close groups. */
type Closer = ')' | '}' | 'fi' | 'done' | 'esac';

/** A list of commands under way: the line itself, a substitution, or a compound command. */
interface Frame {
  /** Undefined for the frame at the bottom. */
  readonly closer: Closer | undefined;
  readonly stages: CommandRange[];
  stageFrom: number;
  /** In a `case`, between two branches. */
  pattern: boolean;
}

/** A simple command under way. */
interface Draft {
  start: number;
  end: number;
  assignments: Assignment[];
  words: ShellWord[];
  redirections: Redirection[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const OPENERS: Readonly<Record<string, Closer>> = { '{': '}', if: 'fi', while: 'done', until: 'done' };
/** Words that begin a command and are none; what follows them is one. */
const PASSED: ReadonlySet<string> = new Set(['then', 'else', 'elif', 'do', '!', 'time', 'coproc']);
const CLOSERS: ReadonlySet<string> = new Set(['}', 'fi', 'done', 'esac']);

const ASSIGNMENT = /([A-Za-z_]\w*)(?:\[[^\][\s"'`$]{0,40}\])?\+?=/y;
const DESCRIPTOR = /(?:(\d{1,9})|\{[A-Za-z_]\w{0,40}\})(?=[<>])/y;
const REDIRECTION = /&>>|&>|<<<|<<-|<<|<>|<&|>>|>&|>\||<|>/y;
const BLANK = /(?:[ \t]|\\\r?\n)+/y;

class Splitter implements WordReader {
  readonly line: string;
  readonly dialect: Dialect;
  at = 0;
  depth = 0;
  complete = true;
  readonly commands: Mutable<ShellCommand>[] = [];
  readonly pipelines: Pipeline[] = [];
  readonly scripts: CommandRange[] = [];
  /** Where the text under way ends; before the end of the line inside backticks. */
  end: number;
  #stopped = false;
  #words = 0;
  readonly #hereDocuments: { redirection: Mutable<Redirection>; end: string; tabs: boolean }[] = [];

  constructor(line: string, dialect: Dialect) {
    this.line = line;
    this.dialect = dialect;
    this.end = line.length;
  }

  read(): void {
    this.script(undefined);
  }

  /** Reads a list of commands up to its closing parenthesis (which is taken), or to the end. */
  script(closer: ')' | undefined): number {
    const number = this.scripts.length;
    const from = this.commands.length;
    this.scripts.push({ from, to: from });
    new List(this, number).read(closer);
    this.scripts[number] = { from, to: this.commands.length };
    return number;
  }

  /** A list of commands that ends at a known place. */
  scriptUpTo(end: number): number {
    const outer = this.end;
    this.end = end;
    const number = this.script(undefined);
    if (!this.#stopped) this.end = outer;
    this.at = Math.min(end, this.end);
    return number;
  }

  /** Stops reading: nested too deeply, or too long. */
  giveUp(): void {
    this.complete = false;
    this.#stopped = true;
    this.end = this.at;
  }

  countWord(): void {
    if (++this.#words === MOST_WORDS) this.giveUp();
  }

  awaitHereDocument(redirection: Mutable<Redirection>): void {
    const end = redirection.target.value ?? redirection.target.raw;
    this.#hereDocuments.push({ redirection, end, tabs: redirection.operator === '<<-' });
  }

  /** Behind a line break: the here-documents that the line before it announced. */
  takeHereDocuments(): void {
    for (const { redirection, end, tabs } of this.#hereDocuments.splice(0)) {
      const from = this.at;
      let to = this.end;
      while (this.at < this.end) {
        const start = this.at;
        const newline = this.line.indexOf('\n', start);
        const stop = newline === -1 || newline > this.end ? this.end : newline;
        this.at = Math.min(stop + 1, this.end);
        const text = this.line.slice(start, stop).replace(/\r$/, '');
        if ((tabs ? text.replace(/^\t+/, '') : text) === end) {
          to = start;
          break;
        }
      }
      redirection.body = this.line.slice(from, to);
    }
  }
}

/** Reads one list of commands with all compound commands in it, without recursion. */
class List {
  readonly #reader: Splitter;
  readonly #script: number;
  readonly #frames: Frame[];
  #draft: Draft | undefined;
  /** The last command of the list, for what connects it to the next. */
  #last: Mutable<ShellCommand> | undefined;

  constructor(reader: Splitter, script: number) {
    this.#reader = reader;
    this.#script = script;
    this.#frames = [this.#frame(undefined)];
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1] as Frame;
  }

  read(closer: ')' | undefined): void {
    const reader = this.#reader;
    const { line } = reader;
    for (;;) {
      this.#skipBlank();
      if (reader.at >= reader.end) {
        if (closer !== undefined || this.#frames.length > 1) reader.complete = false;
        break;
      }
      const char = line[reader.at] as string;
      if (char === ')' && this.#closeParenthesis(closer)) break;
      if (this.#operator(char)) continue;
      if (char === '#' && reader.dialect === 'sh') this.#comment();
      else if (!this.#redirection()) this.#word();
    }
    while (this.#frames.length > 1) this.#close();
    this.#endPipeline();
  }

  #frame(closer: Closer | undefined): Frame {
    return { closer, stages: [], stageFrom: this.#reader.commands.length, pattern: false };
  }

  #skipBlank(): void {
    BLANK.lastIndex = this.#reader.at;
    if (BLANK.test(this.#reader.line)) this.#reader.at = Math.min(BLANK.lastIndex, this.#reader.end);
  }

  #comment(): void {
    const newline = this.#reader.line.indexOf('\n', this.#reader.at);
    this.#reader.at = newline === -1 || newline > this.#reader.end ? this.#reader.end : newline;
  }

  /** Whether the parenthesis ends this list. One that opened nothing is passed over. */
  #closeParenthesis(closer: ')' | undefined): boolean {
    this.#reader.at++;
    this.#endCommand();
    if (this.#top.pattern) {
      this.#top.pattern = false;
      return false;
    }
    const opened = this.#frames.findLastIndex((frame) => frame.closer === ')');
    if (opened === -1) return closer === ')';
    while (this.#frames.length > opened) this.#close();
    return false;
  }

  #operator(char: string): boolean {
    const reader = this.#reader;
    const next = reader.line[reader.at + 1];
    switch (char) {
      case ')':
        // Taken already.
        return true;
      case '\r':
      case '\n':
        reader.at++;
        this.#endPipeline();
        if (char === '\n') reader.takeHereDocuments();
        return true;
      case ';':
        if (reader.dialect === 'cmd') return false;
        this.#connect(';');
        reader.at++;
        if (next === ';' || next === '&') this.#endBranch();
        return true;
      case '&':
        if (next === '>') return false;
        if (next === '&') this.#connect('&&');
        else this.#connect('&');
        reader.at += next === '&' ? 2 : 1;
        return true;
      case '|':
        if (this.#top.pattern) reader.at++;
        else if (next === '|') {
          this.#connect('||');
          reader.at += 2;
        } else {
          this.#pipe(next === '&' ? '|&' : '|');
          reader.at += next === '&' ? 2 : 1;
        }
        return true;
      case '(':
        this.#openParenthesis(next);
        return true;
      default:
        return false;
    }
  }

  #connect(connector: Connector): void {
    this.#endCommand();
    if (this.#last !== undefined) this.#last.connector = connector;
    this.#endPipeline();
  }

  #pipe(connector: '|' | '|&'): void {
    this.#endCommand();
    if (this.#last !== undefined) this.#last.connector = connector;
    const to = this.#reader.commands.length;
    this.#top.stages.push({ from: this.#top.stageFrom, to });
    this.#top.stageFrom = to;
  }

  #endBranch(): void {
    while (this.#line(this.#reader.at) === ';' || this.#line(this.#reader.at) === '&') this.#reader.at++;
    if (this.#top.closer === 'esac') this.#top.pattern = true;
  }

  #line(at: number): string {
    return at < this.#reader.end ? (this.#reader.line[at] as string) : '';
  }

  #openParenthesis(next: string | undefined): void {
    const reader = this.#reader;
    const draft = this.#draft;
    reader.at++;
    if (this.#top.pattern) return;
    if (draft === undefined) {
      if (next === '(') {
        reader.at--;
        this.#arithmetic();
      } else this.#open(')');
      return;
    }
    // `name()`: the word was no command. Anything else is no shell, or another shell's.
    const name = draft.words.length === 1 && draft.assignments.length === 0 && this.#closesAtOnce();
    if (name) this.#draft = undefined;
    else {
      this.#endCommand();
      this.#open(')');
    }
  }

  #closesAtOnce(): boolean {
    this.#skipBlank();
    if (this.#line(this.#reader.at) !== ')') return false;
    this.#reader.at++;
    return true;
  }

  /** `((…))`: no commands in it that matter. */
  #arithmetic(): void {
    const reader = this.#reader;
    let open = 0;
    do {
      const char = reader.line[reader.at++];
      if (char === '(') open++;
      else if (char === ')') open--;
    } while (open > 0 && reader.at < reader.end);
    if (open > 0) reader.complete = false;
  }

  #open(closer: Closer): void {
    if (this.#frames.length + this.#reader.depth > DEEPEST_NESTING) this.#reader.giveUp();
    else this.#frames.push(this.#frame(closer));
  }

  #close(): void {
    this.#endPipeline();
    this.#frames.pop();
  }

  #endPipeline(): void {
    this.#endCommand();
    const top = this.#top;
    const to = this.#reader.commands.length;
    if (top.stages.length > 0) {
      const stages = [...top.stages.splice(0), { from: top.stageFrom, to }];
      this.#reader.pipelines.push({ script: this.#script, stages });
    }
    top.stageFrom = to;
  }

  #endCommand(): void {
    const draft = this.#draft;
    if (draft === undefined) return;
    this.#draft = undefined;
    this.#last = { script: this.#script, ...draft, connector: '' };
    this.#reader.commands.push(this.#last);
    if (this.#reader.commands.length >= MOST_COMMANDS) this.#reader.giveUp();
  }

  #draftAt(start: number): Draft {
    this.#draft ??= { start, end: start, assignments: [], words: [], redirections: [] };
    return this.#draft;
  }

  #redirection(): boolean {
    const reader = this.#reader;
    const { line, at: start } = reader;
    DESCRIPTOR.lastIndex = start;
    const descriptor = DESCRIPTOR.exec(line);
    REDIRECTION.lastIndex = start + (descriptor?.[0].length ?? 0);
    const operator = REDIRECTION.exec(line)?.[0] as Redirection['operator'] | undefined;
    if (operator === undefined || REDIRECTION.lastIndex > reader.end) return false;
    // `<(…)` and `>(…)` are words.
    if (descriptor === null && operator.length === 1 && this.#line(REDIRECTION.lastIndex) === '(')
      return false;
    reader.at = REDIRECTION.lastIndex;
    this.#skipBlank();
    const draft = this.#draftAt(start);
    const target = readWord(reader);
    draft.end = reader.at;
    const number = descriptor?.[1];
    const redirection: Mutable<Redirection> = {
      operator,
      descriptor: number === undefined ? undefined : Number(number),
      target,
      start,
      end: reader.at,
    };
    draft.redirections.push(redirection);
    if (operator === '<<' || operator === '<<-') reader.awaitHereDocument(redirection);
    return true;
  }

  #word(): void {
    const reader = this.#reader;
    const start = reader.at;
    const first = this.#draft === undefined || this.#draft.words.length === 0;
    if (first && reader.dialect === 'sh' && this.#assignment(start)) return;
    const word = readWord(reader);
    if (word.end === start) {
      // Nothing that a word can begin with; never stand still.
      reader.at++;
      return;
    }
    if (this.#top.pattern) {
      if (word.raw === 'esac') this.#close();
      return;
    }
    if (this.#draft === undefined && reader.dialect === 'sh' && this.#reserved(word)) return;
    const draft = this.#draftAt(start);
    draft.words.push(word);
    draft.end = word.end;
    reader.countWord();
    if (draft.words.length === 3 && draft.words[0]?.raw === 'case' && word.raw === 'in') {
      this.#endCommand();
      this.#open('esac');
      if (this.#top.closer === 'esac') this.#top.pattern = true;
    }
  }

  #assignment(start: number): boolean {
    const reader = this.#reader;
    ASSIGNMENT.lastIndex = start;
    const name = ASSIGNMENT.exec(reader.line)?.[1];
    if (name === undefined || ASSIGNMENT.lastIndex > reader.end) return false;
    reader.at = ASSIGNMENT.lastIndex;
    const draft = this.#draftAt(start);
    if (this.#line(reader.at) === '(') this.#array();
    else draft.assignments.push({ name, value: readWord(reader), start, end: reader.at });
    draft.end = reader.at;
    return true;
  }

  /** `X=(a b)`: the words are read and not kept. */
  #array(): void {
    const reader = this.#reader;
    reader.at++;
    while (reader.at < reader.end) {
      const char = this.#line(reader.at);
      if (char === ')') break;
      const before = reader.at;
      if (!/\s/.test(char)) readWord(reader);
      if (reader.at === before) reader.at++;
    }
    reader.at = Math.min(reader.at + 1, reader.end);
  }

  /** Whether a word that begins a command is one of the shell's own. */
  #reserved({ raw }: ShellWord): boolean {
    const opener = Object.hasOwn(OPENERS, raw) ? OPENERS[raw] : undefined;
    if (opener !== undefined) this.#open(opener);
    else if (raw === 'function') {
      this.#skipBlank();
      readWord(this.#reader);
      if (this.#line(this.#reader.at) === '(') {
        this.#reader.at++;
        this.#closesAtOnce();
      }
    } else if (raw === '[[') this.#test();
    else if (raw === 'for' || raw === 'select') {
      this.#loopHead(raw.length);
    } else if (CLOSERS.has(raw)) {
      if (this.#top.closer === raw) this.#close();
    } else return PASSED.has(raw);
    return true;
  }

  /** `for X in …`: stands as a command, in front of the loop that it opens. */
  #loopHead(length: number): void {
    const reader = this.#reader;
    const start = reader.at - length;
    this.#open('done');
    const end = reader.at;
    const draft = this.#draftAt(start);
    draft.words.push(plainWord(reader.line, start, end));
    draft.end = end;
  }

  /** `[[ … ]]`: its operators are words. */
  #test(): void {
    const reader = this.#reader;
    const start = reader.at - 2;
    const words = [plainWord(reader.line, start, reader.at)];
    while (reader.at < reader.end) {
      const char = this.#line(reader.at);
      const before = reader.at;
      if (!/\s/.test(char)) {
        const word = readWord(reader);
        if (word.raw === ']]') break;
        if (reader.at > before) words.push(word);
      }
      if (reader.at === before) reader.at++;
    }
    const draft = this.#draftAt(start);
    draft.words.push(...words);
    draft.end = reader.at;
  }
}

function plainWord(line: string, start: number, end: number): ShellWord {
  const raw = line.slice(start, end);
  return { start, end, raw, value: raw, parts: [{ kind: 'text', text: raw, quoted: false }], variables: [] };
}
