import { programOf } from './interpreters.ts';
import { packagesOf } from './packages.ts';
import { firstOperand, type Invocation, readArguments } from './program.ts';
import type { ShellWord } from './types.ts';

/** A name by which a command was recognized. */
export interface NamedProgram {
  /** In lower case, with hyphens. */
  readonly name: string;
  /** What shows it; undefined for the folder that the command runs in. */
  readonly word: ShellWord | undefined;
}

/** A text that says what is started. */
interface Telling {
  readonly text: string;
  readonly word: ShellWord | undefined;
}

/**
 * Whether a command starts one of some programs: under its own name, as a package or an image, or as a file below a folder
 * of that name. What else its arguments name is not started.
 * @param names in lower case, with hyphens
 * @param folder that it runs in, as far as it is known
 */
export function programNamed(
  invocation: Invocation,
  names: ReadonlySet<string>,
  folder?: string,
): NamedProgram | undefined {
  for (const { text, word } of tellings(invocation, folder)) {
    const name = segmentsOf(text).find((segment) => names.has(segment));
    if (name !== undefined) return { name, word };
  }
  return undefined;
}

/** Programs that run what a project holds, the word that says so, and the options that name the project. */
const MANAGERS: Readonly<Record<string, string>> = {
  bun: 'run',
  npm: 'exec',
  pdm: 'run',
  pnpm: 'exec',
  poetry: 'run',
  uv: 'run',
  yarn: 'run',
};
const PROJECT_OPTIONS = ['--directory', '--project', '--prefix', '--dir', '--cwd', '-C'];

function* tellings(invocation: Invocation, folder: string | undefined): Generator<Telling> {
  const { name, word, args } = invocation;
  yield { text: textOf(word), word };
  for (const pack of packagesOf(invocation)) {
    yield { text: pack.spec, word: pack.word };
    // `npx tsx server.ts`
    const at = args.indexOf(pack.word);
    if (at !== -1) yield* scripts({ ...invocation, name: pack.name, args: args.slice(at + 1) }, folder);
  }
  yield* scripts(invocation, folder);
  const verb = Object.hasOwn(MANAGERS, name) ? MANAGERS[name] : undefined;
  if (verb === undefined) return;
  for (const option of readArguments(args, { values: PROJECT_OPTIONS }).options) {
    const text = option.glued ?? option.value?.value;
    if (text !== undefined && PROJECT_OPTIONS.includes(option.name)) yield { text, word: option.value };
  }
  const at = firstOperand(args, 0, PROJECT_OPTIONS);
  const run = args[at]?.value === verb ? args[firstOperand(args, at + 1, PROJECT_OPTIONS)] : undefined;
  if (run !== undefined) yield* located(run, folder);
}

/** The file or the module that an interpreter runs. */
function* scripts(invocation: Invocation, folder: string | undefined): Generator<Telling> {
  const program = programOf(invocation);
  if (program?.from === 'file') yield* located(program.word, folder);
  if (program?.from !== 'elsewhere') return;
  const { args } = invocation;
  const module = args[args.findIndex(({ value }) => value === '-m') + 1];
  if (module !== undefined) yield { text: textOf(module).replaceAll('.', '/'), word: module };
}

function* located(word: ShellWord, folder: string | undefined): Generator<Telling> {
  const text = textOf(word);
  yield { text, word };
  if (folder !== undefined && !/^(?:[\\/~]|[A-Za-z]:)/.test(text)) yield { text: folder, word: undefined };
}

function textOf({ value, raw }: ShellWord): string {
  return value ?? raw;
}

/** The names in a path or a specification; of what was installed, those behind the folder that it was installed into. */
function segmentsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll('_', '-');
  const installed = plain.lastIndexOf('node-modules');
  return plain
    .slice(Math.max(installed, 0))
    .split(/[^\w.-]+/)
    .map((segment) => segment.replace(/\.(?:[cm]?[jt]s|py|sh|exe|cmd|bat|ps1|git)$/, ''));
}
