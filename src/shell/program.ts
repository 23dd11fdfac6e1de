import type { ShellCommand, ShellWord } from './types.ts';

/** What a simple command starts, behind `sudo`, `env`, `xargs` and the like. */
export interface Invocation {
  readonly command: ShellCommand;
  /** Last part of the path in lower case, without `.exe`; empty when it cannot be told. */
  readonly name: string;
  /** The word that names the program. */
  readonly word: ShellWord;
  readonly args: readonly ShellWord[];
  /** `xargs` adds arguments that stand on its input. */
  readonly viaXargs: boolean;
}

interface Wrapper {
  /** Options whose value is the next word. */
  readonly values: readonly string[];
  /** Operands in front of the program. */
  readonly operands?: number;
  /** Options with which it starts nothing. */
  readonly asks?: readonly string[];
}

/** Programs and built-ins that run the rest of their words. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { values: ['-u', '--unset', '-C', '--chdir'] },
  sudo: {
    values: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-T', '-U', '-D', '-R', '--user', '--group'],
    asks: ['-l', '-v', '-k', '-K'],
  },
  doas: { values: ['-u', '-C'] },
  command: { values: [], asks: ['-v', '-V'] },
  builtin: { values: [] },
  exec: { values: ['-a'] },
  nohup: { values: [] },
  setsid: { values: [] },
  time: { values: ['-f', '-o'] },
  timeout: { values: ['-s', '-k', '--signal', '--kill-after'], operands: 1 },
  gtimeout: { values: ['-s', '-k'], operands: 1 },
  nice: { values: ['-n'] },
  ionice: { values: ['-c', '-n', '-p'] },
  stdbuf: { values: ['-i', '-o', '-e'] },
  chronic: { values: [] },
  unbuffer: { values: [] },
  caffeinate: { values: ['-t', '-w'] },
  busybox: { values: [] },
  toybox: { values: [] },
  xargs: {
    values: ['-I', '-n', '-P', '-L', '-d', '-s', '-a', '-E', '--max-args', '--max-procs', '--delimiter'],
  },
  flock: { values: ['-w', '-E', '--timeout'], operands: 1 },
  chroot: { values: [], operands: 1 },
  wsl: { values: ['-d', '-u', '--cd'] },
};

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Wrappers around wrappers; nobody writes more. */
const MOST_WRAPPERS = 8;

/** `/usr/bin/Bash` → `bash`, `C:\Windows\curl.exe` → `curl`. */
export function programName(path: string): string {
  return path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

/** The program of a command; undefined for one that has only assignments or redirections. */
export function invocationOf(command: ShellCommand): Invocation | undefined {
  const { words } = command;
  let at = 0;
  let viaXargs = false;
  for (let round = 0; ; round++) {
    const word = words[at];
    if (word === undefined) return undefined;
    const name = word.value === undefined ? nameOfVariable(word) : programName(word.value);
    const wrapper = Object.hasOwn(WRAPPERS, name) ? (WRAPPERS[name] as Wrapper) : undefined;
    const next =
      wrapper === undefined || round === MOST_WRAPPERS ? undefined : behind(words, at + 1, wrapper);
    if (next === undefined || next >= words.length) {
      return { command, name, word, args: words.slice(at + 1), viaXargs };
    }
    viaXargs ||= name === 'xargs';
    at = next;
  }
}

/** `$SHELL` is some shell. */
function nameOfVariable({ parts }: ShellWord): string {
  const [only, ...rest] = parts;
  const isShell =
    rest.length === 0 && only?.kind === 'variable' && /^(?:SHELL|BASH)$/.test(only.variable.name);
  return isShell ? 'sh' : '';
}

/** Index of the program that a wrapper runs; undefined when it runs none. */
function behind(words: readonly ShellWord[], from: number, wrapper: Wrapper): number | undefined {
  let operands = wrapper.operands ?? 0;
  for (let i = from; i < words.length; i++) {
    const { raw, value } = words[i] as ShellWord;
    if (value !== undefined && wrapper.asks?.includes(value)) return undefined;
    if (raw.startsWith('-') && raw !== '-') {
      if (value !== undefined && wrapper.values.includes(value)) i++;
    } else if (!ASSIGNMENT.test(raw)) {
      if (operands === 0) return i;
      operands--;
    }
  }
  return words.length;
}

/** Options of a program that matter here: which of them take the next word, or the rest of their own, as a value. */
export interface OptionTable {
  /** Long or single options as spelled, such as `-o` and `--output`; a short one also takes a value glued to it. */
  readonly values: readonly string[];
}

export interface GivenOption {
  /** As spelled, without a value; of short options in a cluster each one, such as `-f`. */
  readonly name: string;
  readonly value?: ShellWord;
  /** The value's text where it is glued to the option. */
  readonly glued?: string;
}

export interface Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly ShellWord[];
}

/** Takes a program's arguments apart as getopt does; `--` ends the options. */
export function readArguments(args: readonly ShellWord[], { values }: OptionTable): Arguments {
  const options: GivenOption[] = [];
  const operands: ShellWord[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as ShellWord;
    const text = word.value ?? leadingText(word);
    if (text === '--' && word.value !== undefined) {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (!text.startsWith('-') || text === '-') operands.push(word);
    else if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      if (equals !== -1)
        options.push({ name: text.slice(0, equals), value: word, glued: text.slice(equals + 1) });
      else options.push(withNext(text, values.includes(text)));
    } else if (values.includes(text)) options.push(withNext(text, true));
    else {
      for (let j = 1; j < Math.min(text.length, 40); j++) {
        const name = `-${text[j]}`;
        if (!values.includes(name)) {
          options.push({ name });
          continue;
        }
        const glued = text.slice(j + 1);
        options.push(glued === '' ? withNext(name, true) : { name, value: word, glued });
        break;
      }
      // `-Command`, `-delete`: options of one dash and a whole word.
      if (text.length > 2) options.push({ name: text });
    }
    function withNext(name: string, takes: boolean): GivenOption {
      const value = takes ? args[++i] : undefined;
      return value === undefined ? { name } : { name, value };
    }
  }
  return { options, operands };
}

/**
 * Index of the first argument that is no option, for programs whose own options end there; the length when there is none.
 * @param values as in `OptionTable`
 */
export function firstOperand(args: readonly ShellWord[], from: number, values: readonly string[]): number {
  let i = from;
  for (; i < args.length; i++) {
    const text = args[i]?.value ?? leadingText(args[i] as ShellWord);
    if (text === '--') return i + 1;
    if (!text.startsWith('-') || text === '-') return i;
    if (takesNext(text, values)) i++;
  }
  return args.length;
}

/** `-e`, `--env`, and `-ie`, in which the last of several letters takes the next word. */
function takesNext(option: string, values: readonly string[]): boolean {
  if (option.startsWith('--') || option.length === 2) return values.includes(option);
  const letters = [...option.slice(1, 40)];
  return letters.findIndex((letter) => values.includes(`-${letter}`)) === letters.length - 1;
}

/** The text in front of the first expansion. */
export function leadingText({ parts }: ShellWord): string {
  let text = '';
  for (const part of parts) {
    if (part.kind !== 'text') break;
    text += part.text;
  }
  return text;
}

/** The first of some options that is given. */
export function findOption(given: Arguments, ...names: readonly string[]): GivenOption | undefined {
  return given.options.find(({ name }) => names.includes(name));
}
