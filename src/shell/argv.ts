import type { ShellScript, ShellWord } from './types.ts';

/** Nobody starts a server with more arguments. */
const MOST_ARGUMENTS = 200;

/**
 * A program that is started without a shell, as if a shell had been given all of its arguments in quotes: one command, the
 * words of which mean themselves.
 */
export function scriptOfArguments(argv: readonly string[]): ShellScript {
  const words: ShellWord[] = [];
  let start = 0;
  for (const text of argv.slice(0, MOST_ARGUMENTS)) {
    const end = start + text.length;
    const parts = [{ kind: 'text', text, quoted: true }] as const;
    words.push({ start, end, raw: text, value: text, parts, variables: [] });
    start = end + 1;
  }
  const line = words.map(({ raw }) => raw).join(' ');
  const command = {
    start: 0,
    end: line.length,
    script: 0,
    assignments: [],
    words,
    redirections: [],
    connector: '',
  } as const;
  return { line, commands: [command], pipelines: [], scripts: [{ from: 0, to: 1 }], complete: true };
}
