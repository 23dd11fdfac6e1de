import type { Danger, Traces } from './danger.ts';
import { belowHome, pathOf } from './paths.ts';
import { findOption, type Invocation, readArguments } from './program.ts';
import type { ShellScript, ShellWord } from './types.ts';

const SYSTEM_FOLDER =
  /^\/(?:\*|\.|\.\*|\.\.|(?:bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications|Volumes)(?:\/\*?)?)?$/;
const HOME_FOLDER =
  /^(?:\*|\.\*|\.|(?:\.ssh|\.gnupg|\.config|\.local|\.aws|\.gemini|\.kube|\.docker|Documents|Desktop|Downloads|Library)(?:\/\*?)?)?$/;
const HERE = /^(?:(?:\.|\$\{PWD\})?\/?(?:\.?\*)|\.\/?|\$\{PWD\}\/?|\$\{PWD\}\/\.)$/;
const ABOVE = /^(?:\.\.\/)*\.\.(?:\/\*?)?$/;
const HISTORY = /^(?:\.\/|\$\{PWD\}\/)?\.git(?:\/\*?)?$/;
const AFTER_VARIABLE = /^\$\{([A-Za-z_]\w*)\}\/(?:\*|\.\*|\.)?$/;
const DRIVE = /^[A-Za-z]:[\\/]{0,2}\*?$/;

/** What a path stands for that no line should remove with all below it. */
interface Breadth {
  readonly folder: string;
  /** Empty, or on what it depends. */
  readonly when: string;
}

/** Undefined for a path that somebody named. */
function breadth(path: string, traces: Traces, moved: boolean): Breadth | undefined {
  const always = (folder: string): Breadth => ({ folder, when: '' });
  if (SYSTEM_FOLDER.test(path)) return always(A_SYSTEM_FOLDER);
  const rest = belowHome(path);
  if (rest !== undefined) {
    if (!HOME_FOLDER.test(rest)) return undefined;
    return always(/^[.*]*$/.test(rest) ? 'the home folder' : 'a main folder of the user');
  }
  if (HISTORY.test(path)) return always('the history of the repository');
  if (HERE.test(path)) return moved ? undefined : always('the folder it runs in');
  if (ABOVE.test(path)) return always('the folder above');
  if (DRIVE.test(path)) return always('a drive');
  const variable = AFTER_VARIABLE.exec(path)?.[1];
  if (variable === undefined || traces.stopsAtUnset || traces.known.has(variable)) return undefined;
  return { folder: '/', when: ` when ${variable} is not set` };
}

const A_SYSTEM_FOLDER = 'a folder of the system';

const FILTERS: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -empty -mtime -atime -ctime -mmin -amin -cmin -newer -size -user -group -perm'.split(
    ' ',
  ),
);

export const REMOVING_PROGRAMS: ReadonlySet<string> = new Set(['rm', 'find']);

/**
 * `rm -r` and `find … -delete` of whole trees that nobody named.
 * @param moved the line changed to another folder before, and goes on only when that worked
 */
export function* removals(
  invocation: Invocation,
  script: ShellScript,
  traces: Traces,
  moved: boolean,
): Generator<Danger> {
  const { name, args, command } = invocation;
  if (!REMOVING_PROGRAMS.has(name)) return;
  if (name === 'rm') {
    const given = readArguments(args, { values: [] });
    if (findOption(given, '--no-preserve-root') !== undefined) {
      yield { id: 'broad-delete', what: 'removes / and all below it', span: command };
    } else if (findOption(given, '-r', '-R', '--recursive') !== undefined) {
      const target = firstBroad(given.operands);
      if (target !== undefined) {
        yield {
          id: 'broad-delete',
          what: `removes ${target.folder} and all below it${target.when}`,
          span: command,
        };
      }
    }
  } else if (name === 'find') {
    const folders = untilOption(args);
    const deletes = args.some(
      ({ value }, i) => value === '-delete' || (isExec(value) && removes(args[i + 1])),
    );
    if (!deletes) return;
    const filtered = args.some(({ value }) => value !== undefined && FILTERS.has(value));
    const target = firstBroad(folders);
    if (target === undefined || (filtered && target.folder !== A_SYSTEM_FOLDER)) return;
    yield {
      id: 'broad-delete',
      what: `removes what lies below ${target.folder}${target.when}`,
      span: command,
    };
  }

  function firstBroad(words: readonly ShellWord[]): Breadth | undefined {
    for (const word of words) {
      const found = breadth(pathOf(word, script), traces, moved);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function untilOption(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex(({ raw }) => /^[-(!\\]/.test(raw));
  return end === -1 ? args : args.slice(0, end);
}

function isExec(value: string | undefined): boolean {
  return value === '-exec' || value === '-execdir' || value === '-ok';
}

function removes(word: ShellWord | undefined): boolean {
  return word?.value === 'rm' || word?.value === '/bin/rm' || word?.value === 'shred';
}
