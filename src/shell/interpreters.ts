import { type Invocation, leadingText } from './program.ts';
import type { ShellWord } from './types.ts';

/** Where an interpreter takes the program from that it runs. */
export type Program =
  /** A line for a shell. */
  | { readonly from: 'line'; readonly word: ShellWord }
  /** Code in the interpreter's own language. */
  | { readonly from: 'code'; readonly word: ShellWord }
  | { readonly from: 'file'; readonly word: ShellWord }
  | { readonly from: 'input' }
  /** It runs something else: a module, or nothing because it only says its version. */
  | { readonly from: 'elsewhere' };

interface Interpreter {
  readonly language: 'shell' | 'other';
  /** Options that bring code, as the next word. */
  readonly code: readonly string[];
  /** Other options that take the next word. */
  readonly values: readonly string[];
  /** Options with which it reads no program. */
  readonly elsewhere?: readonly string[];
  /** A first operand that is a command of its own. */
  readonly commands?: Readonly<Record<string, 'code' | 'file' | 'elsewhere'>>;
}

const SHELL: Interpreter = {
  language: 'shell',
  code: ['-c'],
  values: ['-o', '-O', '--rcfile', '--init-file', '+o', '+O'],
};
const PYTHON: Interpreter = { language: 'other', code: ['-c'], values: ['-W', '-X'], elsewhere: ['-m'] };
const NODE: Interpreter = {
  language: 'other',
  code: ['-e', '--eval', '-p', '--print', '-pe'],
  values: [
    '-r',
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '-C',
    '--conditions',
    '--env-file',
  ],
  elsewhere: ['--test', '--run', '-c', '--check'],
};
const POWERSHELL: Interpreter = { language: 'other', code: [], values: [] };

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  sh: SHELL,
  bash: SHELL,
  zsh: SHELL,
  dash: SHELL,
  ash: SHELL,
  ksh: SHELL,
  mksh: SHELL,
  fish: { language: 'shell', code: ['-c', '--command'], values: ['-C', '--init-command'] },
  csh: SHELL,
  tcsh: SHELL,
  python: PYTHON,
  pypy: PYTHON,
  node: NODE,
  nodejs: NODE,
  tsx: NODE,
  bun: {
    language: 'other',
    code: ['-e', '--eval', '-p'],
    values: [],
    commands: { run: 'file', install: 'elsewhere', add: 'elsewhere', test: 'elsewhere', x: 'elsewhere' },
  },
  deno: { language: 'other', code: [], values: [], commands: { run: 'file', eval: 'code' } },
  perl: { language: 'other', code: ['-e', '-E'], values: ['-I'] },
  ruby: { language: 'other', code: ['-e'], values: ['-I', '-r'] },
  php: { language: 'other', code: ['-r'], values: ['-d', '-c'] },
  lua: { language: 'other', code: ['-e'], values: ['-l'] },
  osascript: { language: 'other', code: ['-e'], values: ['-l'] },
  powershell: POWERSHELL,
  pwsh: POWERSHELL,
};

function interpreterNamed(name: string): Interpreter | undefined {
  // python3.12, ruby3.2, lua5.4
  const plain = /^(python|pypy|ruby|perl|php|lua)[\d.]+$/.exec(name)?.[1] ?? name;
  return Object.hasOwn(INTERPRETERS, plain) ? INTERPRETERS[plain] : undefined;
}

/** Whether the program runs programs that it is given as text. */
export function isInterpreter(name: string): boolean {
  return interpreterNamed(name) !== undefined;
}

/** Whether the program is a shell. */
export function isShell(name: string): boolean {
  return interpreterNamed(name)?.language === 'shell';
}

/** What an interpreter runs; undefined for any other program. */
export function programOf({ name, args }: Invocation): Program | undefined {
  const interpreter = interpreterNamed(name);
  if (interpreter === undefined) return undefined;
  if (name === 'powershell' || name === 'pwsh') return powershellProgram(args);
  const { operands, code, elsewhere } = readOptions(args, interpreter);
  const [first, ...more] = operands;
  if (code === true) {
    if (interpreter.language === 'shell') return first && { from: 'line', word: first };
    return { from: 'elsewhere' };
  }
  if (code !== undefined) return { from: interpreter.language === 'shell' ? 'line' : 'code', word: code };
  if (elsewhere) return { from: 'elsewhere' };
  const command = interpreter.commands?.[first?.value ?? ''];
  if (command === 'elsewhere') return { from: 'elsewhere' };
  const second = more.find(({ raw }) => !/^-./.test(raw));
  if (command !== undefined)
    return second && (isInput(second) ? { from: 'input' } : { from: command, word: second });
  if (first === undefined || isInput(first)) return { from: 'input' };
  return { from: 'file', word: first };
}

function isInput({ value }: ShellWord): boolean {
  return value === '-' || value === '/dev/stdin' || value === '/proc/self/fd/0';
}

interface Options {
  /** Up to the first operand, at which an interpreter's own options end. */
  readonly operands: readonly ShellWord[];
  /** The code; true when the operands hold it (a shell's `-c` may stand before other options). */
  readonly code: ShellWord | true | undefined;
  readonly elsewhere: boolean;
}

function readOptions(args: readonly ShellWord[], interpreter: Interpreter): Options {
  let code: ShellWord | true | undefined;
  let elsewhere = false;
  let i = 0;
  for (; i < args.length; i++) {
    const word = args[i] as ShellWord;
    const text = word.value ?? leadingText(word);
    if (text === '--') {
      i++;
      break;
    }
    if (!/^[-+]./.test(text)) break;
    if (text === '--version' || text === '--help' || interpreter.elsewhere?.includes(text)) elsewhere = true;
    else if (interpreter.code.includes(text)) {
      if (interpreter.language === 'shell') code = true;
      else code = args[++i] ?? true;
    } else if (interpreter.values.includes(text)) i++;
    else if (text.startsWith('--')) {
      const [name, value] = splitOnce(text);
      if (value !== undefined && interpreter.code.includes(name)) code = word;
    } else if (isCluster(text, interpreter)) {
      if (interpreter.language === 'shell') {
        code = true;
        if (text.includes('o')) i++;
      } else code = args[++i] ?? true;
    } else if (interpreter.language === 'shell' && /^-[a-z]*s[a-z]*$/.test(text)) {
      // `-s`: the program stands on the input, and operands are its arguments.
      return { operands: [], code, elsewhere };
    } else if (interpreter.language === 'shell' && /^[-+][a-z]*o$/.test(text)) i++;
  }
  return { operands: args.slice(i), code, elsewhere };
}

/** `-lc`, `-euxo`, `-ne`: short options together, the last of which brings the code. */
function isCluster(text: string, { language, code }: Interpreter): boolean {
  if (language === 'shell') return /^-[a-z]*c[a-z]*$/.test(text);
  const last = `-${text.at(-1)}`;
  return /^-[a-zA-Z0-9]+$/.test(text) && text.length < 8 && code.includes(last);
}

function splitOnce(text: string): readonly [string, string | undefined] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}

/**
 * The words that PowerShell runs as a line; `encoded` when it stands in base64; undefined when there is none.
 * Options count in any case and cut short.
 */
export function powershellLine(args: readonly ShellWord[]): readonly ShellWord[] | 'encoded' | undefined {
  for (const [i, { value }] of args.entries()) {
    const option = (value ?? '').toLowerCase();
    if (/^[-/](?:ec?|en[codeman]*)$/.test(option)) return 'encoded';
    if (/^[-/]c(?:o[man]*d?)?$/.test(option)) {
      const rest = args.slice(i + 1);
      return rest[0] === undefined || isInput(rest[0]) ? undefined : rest;
    }
    if (/^[-/](?:f(?:ile)?|ver\w*)$/.test(option)) return undefined;
  }
  return undefined;
}

function powershellProgram(args: readonly ShellWord[]): Program {
  const file = args.findIndex(({ raw }) => /^[-/]f(?:ile)?$/i.test(raw));
  const named = file === -1 ? args.find(({ raw }) => /\.ps1["']?$/i.test(raw)) : args[file + 1];
  if (named !== undefined) return { from: 'file', word: named };
  const last = args.at(-1);
  const reads = last === undefined || last.raw.startsWith('-') || isInput(last);
  return reads ? { from: 'input' } : { from: 'elsewhere' };
}
