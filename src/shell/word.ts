import type { Dialect, ShellVariable, ShellWord, WordPart } from './types.ts';

/** So many substitutions, groups and defaults are read inside each other. People write three. */
export const DEEPEST_NESTING = 64;

/** What the reader of a word needs of the reader of the line. */
export interface WordReader {
  readonly line: string;
  readonly dialect: Dialect;
  /** Where the text ends for now. */
  readonly end: number;
  at: number;
  depth: number;
  complete: boolean;
  /** Reads the commands up to the closing parenthesis, and gives the number of their list. */
  script(closer: ')'): number;
  scriptUpTo(end: number): number;
  giveUp(): void;
}

/** Runs of characters that mean nothing by themselves. */
const PLAIN: Readonly<Record<Dialect, RegExp>> = {
  sh: /[^\s\\'"`$;&|<>()]+/y,
  cmd: /[^\s"^&|<>()]+/y,
};
const IN_QUOTES = /[^\\"`$]+/y;
/** Inside `${X:-…}`. */
const IN_DEFAULT = /[^\\'"`$}]+/y;
const NAME = /[A-Za-z_]\w*|\d|[@*#?$!-]/y;
const BRACED = /[!#]?([A-Za-z_]\w*|\d+|[@*#?$!-])(?:\[[^\]{}$`"']{0,40}\])?/y;
const OPERATOR = /:?[-=?+]/y;

const ANSI_CODE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3}))/y;
const ANSI_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b' };

/**
 * Reads the word at `reader.at`, up to white space or an operator; an empty word when there is none. What is left open
 * ends with the text.
 */
export function readWord(reader: WordReader): ShellWord {
  const builder = new WordBuilder(reader);
  builder.word();
  return builder.finish();
}

class WordBuilder {
  readonly #reader: WordReader;
  readonly #start: number;
  readonly #parts: WordPart[] = [];
  readonly #variables: ShellVariable[] = [];
  #text = '';
  #textQuoted = false;
  /** An empty pair of quotes is a word, too. */
  #any = false;

  constructor(reader: WordReader) {
    this.#reader = reader;
    this.#start = reader.at;
  }

  finish(): ShellWord {
    this.#flush();
    const { line, at } = this.#reader;
    const parts = this.#parts;
    const isStatic = parts.every(({ kind }) => kind === 'text');
    const value = isStatic
      ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
      : undefined;
    const raw = line.slice(this.#start, at);
    return { start: this.#start, end: at, raw, value, parts, variables: this.#variables };
  }

  word(): void {
    const reader = this.#reader;
    const plain = PLAIN[reader.dialect];
    while (reader.at < reader.end) {
      plain.lastIndex = reader.at;
      const run = plain.exec(reader.line);
      if (run !== null) {
        const to = Math.min(plain.lastIndex, reader.end);
        this.#add(reader.line.slice(reader.at, to), false);
        reader.at = to;
        continue;
      }
      const char = reader.line[reader.at] as string;
      const isProcess = (char === '<' || char === '>') && this.#peek(1) === '(' && reader.dialect === 'sh';
      if (isProcess) this.#substitution(char === '<' ? '<(' : '>(', 2, false);
      else if (char === '"') this.#double();
      else if (char === '^' && reader.dialect === 'cmd') this.#escape(false);
      else if (reader.dialect === 'cmd' || !this.#common(char, false)) return;
    }
  }

  #peek(by: number): string {
    const at = this.#reader.at + by;
    return at < this.#reader.end ? (this.#reader.line[at] as string) : '';
  }

  #add(text: string, quoted: boolean): void {
    this.#any = true;
    if (quoted !== this.#textQuoted) this.#flush();
    this.#textQuoted = quoted;
    this.#text += text;
  }

  #flush(): void {
    if (this.#text !== '' || (this.#any && this.#parts.length === 0 && this.#textQuoted)) {
      this.#parts.push({ kind: 'text', text: this.#text, quoted: this.#textQuoted });
    }
    this.#text = '';
  }

  #push(part: WordPart): void {
    this.#flush();
    this.#parts.push(part);
  }

  /** What is the same outside of quotes and inside of a default. */
  #common(char: string, quoted: boolean): boolean {
    if (char === '\\') this.#escape(quoted);
    else if (char === "'") this.#single();
    else if (char === '$') this.#dollar(quoted);
    else if (char === '`') this.#backticks(quoted);
    else return false;
    return true;
  }

  #escape(quoted: boolean): void {
    const reader = this.#reader;
    const next = this.#peek(1);
    if (next === '\n') reader.at += 2;
    else if (next === '\r' && this.#peek(2) === '\n') reader.at += 3;
    else {
      // Inside double quotes a backslash stays where it escapes nothing.
      const kept = quoted && !/[$`"\\]/.test(next);
      this.#add(kept ? `\\${next}` : next, true);
      reader.at = Math.min(reader.at + 2, reader.end);
    }
  }

  #single(): void {
    const reader = this.#reader;
    const close = reader.line.indexOf("'", reader.at + 1);
    const to = close === -1 || close >= reader.end ? reader.end : close;
    if (to === reader.end) reader.complete = false;
    this.#add(reader.line.slice(reader.at + 1, to), true);
    reader.at = Math.min(to + 1, reader.end);
  }

  #double(): void {
    const reader = this.#reader;
    reader.at++;
    this.#add('', true);
    while (reader.at < reader.end) {
      IN_QUOTES.lastIndex = reader.at;
      if (IN_QUOTES.test(reader.line)) {
        const to = Math.min(IN_QUOTES.lastIndex, reader.end);
        this.#add(reader.line.slice(reader.at, to), true);
        reader.at = to;
        continue;
      }
      const char = reader.line[reader.at] as string;
      if (char === '"') {
        reader.at++;
        return;
      }
      if (reader.dialect === 'cmd') {
        this.#add(char, true);
        reader.at++;
      } else this.#common(char, true);
    }
    reader.complete = false;
  }

  /** `$'…'`: quotes in which `\n`, `\x41` and the like are escapes. */
  #ansi(): void {
    const reader = this.#reader;
    let text = '';
    reader.at += 2;
    while (reader.at < reader.end && this.#peek(0) !== "'") {
      if (this.#peek(0) !== '\\') text += reader.line[reader.at++];
      else {
        ANSI_CODE.lastIndex = reader.at;
        const found = ANSI_CODE.exec(reader.line);
        if (found === null) {
          const next = this.#peek(1);
          text += ANSI_ESCAPES[next] ?? next;
          reader.at += 2;
        } else {
          const [all, hex, unicode, octal] = found;
          text += String.fromCharCode(
            hex === undefined && unicode === undefined
              ? Number.parseInt(octal as string, 8)
              : Number.parseInt((hex ?? unicode) as string, 16),
          );
          reader.at += all.length;
        }
      }
    }
    this.#add(text, true);
    reader.at = Math.min(reader.at + 1, reader.end);
  }

  #backticks(quoted: boolean): void {
    const reader = this.#reader;
    const start = reader.at;
    let close = start + 1;
    while (close < reader.end && reader.line[close] !== '`') close += reader.line[close] === '\\' ? 2 : 1;
    close = Math.min(close, reader.end);
    if (close === reader.end) reader.complete = false;
    if (!this.#descend()) return;
    reader.at = start + 1;
    const script = reader.scriptUpTo(close);
    reader.at = Math.min(close + 1, reader.end);
    reader.depth--;
    this.#push({ kind: 'substitution', form: '$(', script, quoted, start, end: reader.at });
  }

  /** One level deeper; false when that is too deep, and then nothing more is read. */
  #descend(): boolean {
    const reader = this.#reader;
    if (reader.depth >= DEEPEST_NESTING) {
      reader.giveUp();
      return false;
    }
    reader.depth++;
    return true;
  }

  #substitution(form: '$(' | '<(' | '>(', length: number, quoted: boolean): void {
    const reader = this.#reader;
    const start = reader.at;
    if (!this.#descend()) return;
    reader.at += length;
    const script = reader.script(')');
    reader.depth--;
    this.#push({ kind: 'substitution', form, script, quoted, start, end: reader.at });
  }

  #dollar(quoted: boolean): void {
    const reader = this.#reader;
    const next = this.#peek(1);
    if (next === '(') {
      if (this.#peek(2) === '(') this.#arithmetic(quoted);
      else this.#substitution('$(', 2, quoted);
      return;
    }
    if (next === '{') {
      this.#braced(quoted);
      return;
    }
    if (next === "'" && !quoted) {
      this.#ansi();
      return;
    }
    if (next === '"' && !quoted) {
      reader.at++;
      return;
    }
    const start = reader.at;
    NAME.lastIndex = start + 1;
    const name = NAME.exec(reader.line)?.[0];
    if (name === undefined || start + 1 >= reader.end) {
      this.#add('$', quoted);
      reader.at++;
      return;
    }
    reader.at = Math.min(NAME.lastIndex, reader.end);
    this.#variable(
      {
        name: reader.line.slice(start + 1, reader.at),
        fallback: undefined,
        hasDefault: false,
        required: false,
        start,
        end: reader.at,
      },
      quoted,
    );
  }

  #variable(variable: ShellVariable, quoted: boolean): void {
    this.#variables.push(variable);
    this.#push({ kind: 'variable', variable, quoted });
  }

  /** `$((…))`. Commands inside a calculation are not looked for. */
  #arithmetic(quoted: boolean): void {
    const reader = this.#reader;
    const start = reader.at;
    let open = 0;
    reader.at++;
    do {
      const char = reader.line[reader.at++];
      if (char === '(') open++;
      else if (char === ')') open--;
    } while (open > 0 && reader.at < reader.end);
    if (open > 0) reader.complete = false;
    this.#push({ kind: 'other', quoted, start, end: reader.at });
  }

  #braced(quoted: boolean): void {
    const reader = this.#reader;
    const start = reader.at;
    if (!this.#descend()) return;
    BRACED.lastIndex = start + 2;
    const name = BRACED.exec(reader.line)?.[1];
    let operator = '';
    if (name !== undefined && BRACED.lastIndex <= reader.end) {
      reader.at = BRACED.lastIndex;
      OPERATOR.lastIndex = reader.at;
      operator = OPERATOR.exec(reader.line)?.[0] ?? '';
      reader.at += operator.length;
    } else reader.at = start + 2;
    const inner = new WordBuilder(reader);
    inner.operand(quoted);
    const operand = inner.finish();
    if (this.#peek(0) === '}') reader.at++;
    else reader.complete = false;
    reader.depth--;
    this.#variables.push(...operand.variables);
    const span = { start, end: reader.at };
    const kind = operator.at(-1);
    const hasDefault = kind === '-' || kind === '=';
    if (name === undefined) {
      this.#push({ kind: 'other', quoted, ...span });
      return;
    }
    const fallback = hasDefault ? operand.value : undefined;
    this.#variable({ name, fallback, hasDefault, required: kind === '?', ...span }, quoted);
  }

  /** What follows the operator inside `${…}`, up to its brace. */
  operand(quoted: boolean): void {
    const reader = this.#reader;
    while (reader.at < reader.end) {
      IN_DEFAULT.lastIndex = reader.at;
      if (IN_DEFAULT.test(reader.line)) {
        const to = Math.min(IN_DEFAULT.lastIndex, reader.end);
        this.#add(reader.line.slice(reader.at, to), quoted);
        reader.at = to;
        continue;
      }
      const char = reader.line[reader.at] as string;
      if (char === '}') return;
      if (char === '"') this.#double();
      else if (char === "'" && quoted) {
        this.#add(char, quoted);
        reader.at++;
      } else this.#common(char, quoted);
    }
  }
}
