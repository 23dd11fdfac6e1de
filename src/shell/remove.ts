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
const AFTER_VARIABLE = /^\$\{([A-Za-z_]\w*|\d)\}\/(?:\*|\.\*|\.)?$/;
const DRIVE = /^[A-Za-z]:[\\/]{0,2}\*?$/;

/** What a path stands for that no line should remove with all below it; undefined for any other. */
function breadth(path: string, traces: Traces, moved: boolean): string | undefined {
  if (SYSTEM_FOLDER.test(path)) return 'a folder of the system';
  const rest = belowHome(path);
  if (rest !== undefined)
    return HOME_FOLDER.test(rest) ? 'the home folder or a main folder in it' : undefined;
  if (HISTORY.test(path)) return 'the history of the repository';
  if (HERE.test(path)) return moved ? undefined : 'the folder it runs in';
  if (ABOVE.test(path)) return 'the folder above';
  if (DRIVE.test(path)) return 'a drive';
  const variable = AFTER_VARIABLE.exec(path)?.[1];
  if (variable === undefined || traces.stopsAtUnset || traces.known.has(variable)) return undefined;
  return `everything below / when ${variable} is not set`;
}

const FILTERS: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -empty -mtime -atime -ctime -mmin -amin -cmin -newer -size -user -group -perm'.split(
    ' ',
  ),
);

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
  if (name === 'rm') {
    const given = readArguments(args, { values: [] });
    if (findOption(given, '--no-preserve-root') !== undefined) {
      yield { id: 'broad-delete', what: 'removes / with everything below it', span: command };
    } else if (findOption(given, '-r', '-R', '--recursive') !== undefined) {
      const target = firstBroad(given.operands);
      if (target !== undefined) {
        yield { id: 'broad-delete', what: `removes ${target.what} with everything below it`, span: command };
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
    if (target === undefined || (filtered && target.what !== 'a folder of the system')) return;
    yield { id: 'broad-delete', what: `removes what lies below ${target.what}`, span: command };
  }

  function firstBroad(words: readonly ShellWord[]): { readonly what: string } | undefined {
    for (const word of words) {
      const what = breadth(pathOf(word, script), traces, moved);
      if (what !== undefined) return { what };
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
