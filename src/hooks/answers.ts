import { programOf } from '../shell/interpreters.ts';
import type { Invocation } from '../shell/program.ts';
import type { CommandLine } from './line.ts';

/**
 * An answer that a PreToolUse hook of Antigravity must not give. `empty`: `{}`, which it takes for a refusal. `foreign`:
 * words of another host.
 */
export interface BadAnswer {
  readonly kind: 'empty' | 'foreign';
  /** What gives it away, such as `hookSpecificOutput`. */
  readonly word: string;
  /** Where it stands in the text that was searched, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The words of Claude Code. Source: https://code.claude.com/docs/en/hooks */
const FOREIGN =
  /hookSpecificOutput|permissionDecision|\bdecision\\?["']?\s{0,9}[:=]\s{0,9}\\?["'](block|approve)\b/;

/** The words of Antigravity. Source: the hooks page that agy carries with it. */
const OWN =
  /\bdecision\\?["']?\s{0,9}[:=]\s{0,9}\\?["'](?:allow|deny|ask|force_ask|deny_unless_prior_grant)\b/;

/** A text that says so somewhere has a way to let a call through, and prints `{}` on another occasion. */
const LETS_THROUGH = /\ballow\b|["'](?:ask|force_ask|deny_unless_prior_grant)\\?["']/;

/** Ways to print `{}` in a shell, in Python, and in JavaScript. */
const EMPTY: readonly RegExp[] = [
  /\b(?:echo|printf)[ \t]{1,9}(?:-[ne]{1,2}[ \t]{1,9})?(['"]?)\{[ \t]{0,9}\}(?:\\n)?\1[ \t]{0,9}(?=$|[;&)}#])/m,
  /\bprint\(\s{0,9}(?:json\.dumps\(\s{0,9}\{\s{0,9}\}\s{0,9}\)|(['"])\{\}\1)\s{0,9}\)/,
  /(?:console\.log|process\.stdout\.write)\(\s{0,9}(?:JSON\.stringify\(\s{0,9}\{\s{0,9}\}\s{0,9}\)|(['"`])\{\}(?:\\n)?\1)\s{0,9}\)/,
];

/** Longer programs are no hook that somebody wrote; in UTF-16 units, and in bytes. */
export const LONGEST_PROGRAM = 262_144;

/** Programs of one line that are looked at. */
const MOST_CALLS = 100;

/**
 * What a program answers, judged by its text. Nothing when it knows the words of Antigravity, as a script for several
 * hosts does, unless all it knows is to refuse and it prints `{}` otherwise. Comments do not count.
 */
export function answerOfProgram(text: string): BadAnswer | undefined {
  if (text.length > LONGEST_PROGRAM) return undefined;
  const code = text.replace(/^[ \t]*(?:#|\/\/).*$/gm, (comment) => ' '.repeat(comment.length));
  const own = OWN.test(code);
  const foreign = own ? null : FOREIGN.exec(code);
  if (foreign !== null) return foreignAnswer(foreign);
  // A decision that is put together at run time can be any.
  if (LETS_THROUGH.test(code) || (!own && /decision/i.test(code))) return undefined;
  for (const pattern of EMPTY) {
    const empty = pattern.exec(code);
    if (empty !== null) {
      return { kind: 'empty', word: '{}', start: empty.index, end: empty.index + empty[0].length };
    }
  }
  return undefined;
}

function foreignAnswer({ 0: text, 1: decision, index }: RegExpExecArray): BadAnswer {
  const word = decision === undefined ? text : `decision: ${decision}`;
  return { kind: 'foreign', word, start: index, end: index + text.length };
}

/** What a command line itself answers: by `echo`, `printf`, a here-document, or code in an argument. */
export function answerOfLine(line: CommandLine): BadAnswer | undefined {
  const seen = line.calls.filter(isSeen).slice(0, MOST_CALLS);
  const printed = seen.map((call) => ({ call, text: printedBy(call) }));
  if (printed.some(({ text }) => OWN.test(text))) return undefined;
  for (const { call, text } of printed) {
    const foreign = FOREIGN.exec(text);
    if (foreign !== null) return foreignAnswer(foreign);
    const isEmpty = /^\s*\{\s*\}(?:\\n)?\s*$/.test(text);
    if (isEmpty && !isConditional(call, line))
      return { kind: 'empty', word: '{}', start: 0, end: text.length };
  }
  for (const call of seen) {
    const program = programOf(call);
    const code = program?.from === 'code' ? program.word.value : undefined;
    const answer = code === undefined ? undefined : answerOfProgram(code);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Whether what the program prints is what the hook prints. */
export function isSeen({ command }: Invocation): boolean {
  if (command.script !== 0 || command.connector === '|' || command.connector === '|&') return false;
  return command.redirections.every(
    ({ operator, descriptor }) => operator.startsWith('<') || (descriptor !== undefined && descriptor !== 1),
  );
}

function isConditional({ command }: Invocation, { script: { commands }, tests }: CommandLine): boolean {
  return tests || commands[commands.indexOf(command) - 1]?.connector === '||';
}

function printedBy({ name, args, command }: Invocation): string {
  if (name === 'echo' || name === 'printf') {
    const words = args.filter(({ raw }) => !/^-[neE]+$/.test(raw));
    return words.map(({ value, raw }) => value ?? raw).join(' ');
  }
  if (name !== 'cat' || args.length > 0) return '';
  return command.redirections
    .map(({ body, operator, target }) => body ?? (operator === '<<<' ? (target.value ?? '') : ''))
    .join('');
}
