import { maskText } from '../credentials/index.ts';
import { type Colors, createColors, wantsColor } from '../report/colors.ts';
import { printable } from '../text/quote.ts';
import type { Io } from './io.ts';

/** Exit statuses; see docs/formats.md. */
export const EXIT = { ok: 0, findings: 1, usage: 2, bug: 3 } as const;

/** Something the user must mend. Every problem is one sentence or more that says what to do. */
export class UsageError extends Error {
  readonly problems: readonly string[];
  /** A sentence on what was done all the same; absent when nothing was. */
  readonly outcome: string | undefined;

  constructor(problems: readonly string[], outcome?: string) {
    super(problems.join('\n'));
    this.name = 'UsageError';
    this.problems = problems;
    this.outcome = outcome;
  }
}

/** A word out of the command line or a path, fit to stand in a message. */
export function shownWord(word: string): string {
  return word === '' ? '""' : printable(maskText(word), 200);
}

/** What the system calls an error of its own, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function errorColors(io: Io): Colors {
  return createColors(wantsColor({ flag: io.colorFlag, env: io.env, isTerminal: io.stderr.isTerminal }));
}

export function printUsageError(error: UsageError, io: Io, nothingDone: string): void {
  const colors = errorColors(io);
  for (const problem of error.problems) io.stderr.write(`${colors.red('error:')} ${problem}\n`);
  io.stderr.write(`${error.outcome ?? nothingDone}\n`);
}

export function printNote(note: string, io: Io): void {
  io.stderr.write(`note: ${note}\n`);
}

export function printWarning(warning: string, io: Io): void {
  const colors = errorColors(io);
  io.stderr.write(`${colors.yellow('warning:')} ${warning}\n`);
}

/** A bug of ours: the stack is shown only to those who asked for it. */
export function printBug(text: string, error: unknown, io: Io): void {
  io.stderr.write(`${text}. SKILLSAW_DEBUG=1 shows the stack.\n`);
  if (io.env.SKILLSAW_DEBUG === '1' && error instanceof Error) {
    io.stderr.write(`${printable(maskText(error.stack ?? error.message), 20_000).replaceAll('\\n', '\n')}\n`);
  }
}
