import { programOf } from '../shell/interpreters.ts';
import type { Invocation } from '../shell/program.ts';
import { type CommandLine, readLine } from './line.ts';

/** Options with which agy answers one prompt and leaves. */
const PROMPTS = /^(?:-p|--print|--prompt)(?:=|$)/;

/** `sh -c '…'` inside one another. */
const DEEPEST = 3;

/** Whether a line starts a session of agy that nothing keeps from running the same hooks: a variable that is tested and set would. */
export function startsAgy(line: CommandLine, depth = 0): boolean {
  if (isGuarded(line)) return false;
  return line.calls.some((call) => {
    if (call.name === 'agy') return call.args.some(({ value }) => value !== undefined && PROMPTS.test(value));
    const program = depth < DEEPEST ? programOf(call) : undefined;
    const inner = program?.from === 'line' ? program.word.value : undefined;
    return inner !== undefined && startsAgy(readLine(inner), depth + 1);
  });
}

function isGuarded({ calls, script }: CommandLine): boolean {
  const tested = new Set(
    calls
      .filter(isTest)
      .flatMap(({ command }) => command.words.flatMap(({ variables }) => variables.map(({ name }) => name))),
  );
  const set = [
    ...script.commands.flatMap(({ assignments }) => assignments.map(({ name }) => name)),
    // `export X=1`, `env X=1 agy …`
    ...script.commands.flatMap(({ words }) => words.map(({ raw }) => /^\w+(?==)/.exec(raw)?.[0] ?? '')),
  ];
  return set.some((name) => tested.has(name));
}

function isTest({ name }: Invocation): boolean {
  return name === '[' || name === '[[' || name === 'test' || name === 'case';
}
