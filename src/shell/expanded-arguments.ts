import { scriptOfArguments } from './argv.ts';
import { powershellLine, programOf } from './interpreters.ts';
import { programName } from './program.ts';
import type { ShellCommand, ShellWord } from './types.ts';

/**
 * Who puts something in the place of an argument's variables: the command prompt, for `%NAME%`; mcp-remote, for `${NAME}`; a shell
 * or another interpreter, for whatever stands there.
 */
export type ArgumentReader = 'cmd' | 'mcp-remote' | 'interpreter';

/** Options with which programs that are no shells take a line for one. */
const LINE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'nix-shell': ['--run', '--command'],
  npm: ['-c', '--call'],
  npx: ['-c', '--call'],
  runuser: ['-c', '--command'],
  script: ['-c', '--command'],
  su: ['-c', '--command'],
  env: ['-S', '--split-string'],
};

/** Fills `${NAME}` in what follows `--header` from its environment. Source: https://www.npmjs.com/package/mcp-remote. */
const MCP_REMOTE = /^mcp-remote(?:@[\w.-]+)?$/;

/**
 * The arguments in which somebody puts in variables. A shell or another interpreter does so in its code: the line of `sh -c`, what follows `cmd /c` and
 * `powershell -Command`, the code of `python -c`, what `ssh` runs elsewhere; also behind programs that start them, such as `env`,
 * `sudo` or `docker run`. Whatever could be such an argument counts.
 * @param argv the program, then its arguments
 * @returns index into `argv` → who reads it
 */
export function expandedArguments(argv: readonly string[]): ReadonlyMap<number, ArgumentReader> {
  const command = scriptOfArguments(argv).commands[0] as ShellCommand;
  const { words } = command;
  const found = new Map<number, ArgumentReader>();
  const add = (from: number, to: number, reader: ArgumentReader): void => {
    // The program that stands last is the one that reads them in the end.
    for (let i = from; i < to; i++) found.set(i, reader);
  };
  for (const [i, word] of words.entries()) {
    const name = programName(word.raw);
    if (name === 'ssh') add(i + 1, words.length, 'interpreter');
    else if (name === 'cmd' && /^\/[ck]$/i.test(words[i + 1]?.raw ?? '')) add(i + 2, words.length, 'cmd');
    else if (MCP_REMOTE.test(name)) {
      for (let j = i + 1; j < words.length; j++) {
        if (words[j - 1]?.raw === '--header') add(j, j + 1, 'mcp-remote');
      }
    } else {
      for (const code of codeOf(name, word, command, i)) {
        const at = words.indexOf(code);
        add(at, at + 1, 'interpreter');
      }
    }
  }
  return found;
}

/** What a program at place `at` of a command reads as code. */
function codeOf(name: string, word: ShellWord, command: ShellCommand, at: number): readonly ShellWord[] {
  const args = command.words.slice(at + 1);
  if (name === 'powershell' || name === 'pwsh') {
    const line = powershellLine(args);
    return line === undefined || line === 'encoded' ? [] : line;
  }
  const options = Object.hasOwn(LINE_OPTIONS, name) ? (LINE_OPTIONS[name] as readonly string[]) : undefined;
  if (options !== undefined) return args.filter((_, i) => options.includes(args[i - 1]?.raw ?? ''));
  const program = programOf({ command, name, word, args, viaXargs: false });
  return program?.from === 'line' || program?.from === 'code' ? [program.word] : [];
}
