import type { NearFile, Surroundings } from '../kinds/index.ts';
import type { FileRef } from '../kinds/place.ts';
import { fileWithSource, spanInText } from '../kinds/source-ref.ts';
import { isInterpreter } from '../shell/interpreters.ts';
import { wordsOfPlainLine } from '../shell/plain.ts';
import { programName } from '../shell/program.ts';
import type { Span } from '../text/span.ts';
import { answerOfLine, answerOfProgram, type BadAnswer, isSeen, LONGEST_PROGRAM } from './answers.ts';
import { readLine } from './line.ts';
import { type IgnoredNames, type MissingScript, missingScript, readIgnored } from './missing.ts';
import { startsAgy } from './recursion.ts';
import { scriptsOf } from './scripts.ts';
import { type UnsetUse, unsetVariables } from './variables.ts';

/** Where in a script of the repository something stands. */
export interface ScriptPlace {
  readonly file: FileRef;
  readonly at: Span;
}

/** What is wrong with the command of a handler, seen from the folder of its `hooks.json`. */
export type CommandFault =
  | { readonly code: 'unset-variable'; readonly uses: readonly [UnsetUse, ...UnsetUse[]] }
  | ({ readonly code: 'script-missing' } & MissingScript)
  | { readonly code: 'not-executable' | 'no-shebang'; readonly path: string }
  | {
      readonly code: 'bad-answer';
      readonly answer: BadAnswer;
      readonly path?: string;
      readonly place?: ScriptPlace;
    }
  | { readonly code: 'recursion' };

/** Tells the faults of command lines; see `createInspector`. */
export type Inspector = (command: string, answers: boolean) => readonly CommandFault[];

/**
 * Looks at the commands of one `hooks.json`, as far as they can be judged without running them.
 * The inspector takes a command, and whether its hook has to answer with a decision, as under PreToolUse.
 */
export function createInspector(surroundings: Surroundings): Inspector {
  const faultsOf = new Map<string, readonly CommandFault[]>();
  const scripts = new Map<string, Script | undefined>();
  let ignoredNames: IgnoredNames | undefined;
  const ignored = (): IgnoredNames => {
    ignoredNames ??= readIgnored(surroundings);
    return ignoredNames;
  };

  function scriptAt(path: string): Script | undefined {
    if (!scripts.has(path)) scripts.set(path, readScript(path, surroundings));
    return scripts.get(path);
  }

  function inspect(command: string, answers: boolean): readonly CommandFault[] {
    const faults: CommandFault[] = [];
    if (isFaultless(command)) return faults;
    const line = readLine(command);
    if (startsAgy(line)) faults.push({ code: 'recursion' });
    const [first, ...others] = unsetVariables(line, surroundings);
    if (first !== undefined) faults.push({ code: 'unset-variable', uses: [first, ...others] });
    const answer = answers ? answerOfLine(line) : undefined;
    if (answer !== undefined) faults.push({ code: 'bad-answer', answer });
    const madeExecutable = line.calls.some(({ name }) => name === 'chmod');
    for (const call of scriptsOf(line)) {
      const { path } = call;
      const missing = missingScript(call, line, surroundings, ignored);
      if (missing !== undefined) {
        faults.push({ code: 'script-missing', ...missing });
        continue;
      }
      const script = scriptAt(path);
      if (script === undefined) continue;
      if (call.direct && !line.tests && !madeExecutable) {
        if (script.executable === false) faults.push({ code: 'not-executable', path });
        else if (!script.hasShebang) faults.push({ code: 'no-shebang', path });
      }
      const printed = answers && isSeen(call.call) ? script.answer : undefined;
      if (printed !== undefined) faults.push({ code: 'bad-answer', path, ...printed });
    }
    return faults;
  }

  return (command, answers) => {
    const key = `${answers ? '?' : ' '}${command}`;
    const known = faultsOf.get(key);
    if (known !== undefined) return known;
    if (faultsOf.size === MOST_COMMANDS) return [];
    const faults = inspect(command, answers);
    faultsOf.set(key, faults);
    return faults;
  };
}

/** What only a line can have that names a script, or that answers in another host's words. */
const TELLING = /\/|\.py\b|Decision|hookSpecificOutput/;

/** Whether a line is so plain that its words tell that nothing is wrong with it: it starts neither agy nor any file. */
function isFaultless(command: string): boolean {
  if (TELLING.test(command)) return false;
  return wordsOfPlainLine(command)?.map(programName).some(startsSomething) === false;
}

function startsSomething(program: string): boolean {
  return program === 'agy' || isInterpreter(program);
}

/** Different commands of one file that are looked at. */
const MOST_COMMANDS = 2000;

/** What matters of a script that is there. */
interface Script {
  /** Undefined on a system without such a mark. */
  readonly executable: boolean | undefined;
  readonly hasShebang: boolean;
  readonly answer: ScriptAnswer | undefined;
}

/** Undefined for what is no text file in the repository. */
function readScript(path: string, surroundings: Surroundings): Script | undefined {
  const file = surroundings.read(path, 'folder');
  if (file === undefined || isBinary(file)) return undefined;
  const { executable } = file;
  return {
    executable,
    hasShebang: beginsWithShebang(file),
    answer: answerOfScript(path, file, surroundings),
  };
}

interface ScriptAnswer {
  readonly answer: BadAnswer;
  readonly place?: ScriptPlace;
}

function answerOfScript(
  path: string,
  { bytes }: NearFile,
  surroundings: Surroundings,
): ScriptAnswer | undefined {
  if (bytes.length > LONGEST_PROGRAM) return undefined;
  const text = new TextDecoder().decode(bytes);
  const answer = answerOfProgram(text);
  if (answer === undefined) return undefined;
  const ref = surroundings.file(path, 'folder');
  const place = ref === undefined ? undefined : placeIn(ref, bytes, text, answer);
  return { answer, ...(place === undefined ? {} : { place }) };
}

function placeIn(
  ref: FileRef,
  bytes: Uint8Array,
  text: string,
  { start, end }: BadAnswer,
): ScriptPlace | undefined {
  const at = spanInText(bytes, text, start, end);
  return at === undefined ? undefined : { file: fileWithSource(ref, bytes), at };
}

/** Bytes at the front by which a program that is no script is told. */
const FRONT = 512;

function isBinary({ bytes }: NearFile): boolean {
  return bytes.subarray(0, FRONT).includes(0);
}

function beginsWithShebang({ bytes }: NearFile): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}
