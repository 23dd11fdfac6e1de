import { lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FORMATS, type Format, formatEntry, isFormat } from '../report/formats.ts';
import { codeOf, shownWord } from '../run/errors.ts';
import { suggest } from '../text/suggest.ts';
import { isInside } from '../workspace/raw-path.ts';
import { replaceFile } from '../workspace/replace-file.ts';

/** A report that is to be written to a file. */
export interface Output {
  readonly format: Format;
  /** As on the command line, without the format. */
  readonly file: string;
}

/** A sentence that says what to mend, in place of what was wanted. */
interface Problem {
  readonly problem: string;
}

/**
 * Takes `[F:]FILE` apart. A word before a colon is a format or a mistake; one letter is a drive. Without it the ending of
 * the file says which format is meant.
 */
export function parseOutput(word: string): Output | Problem {
  const prefix = /^([^/\\:]{2,}):/.exec(word)?.[1];
  const file = prefix === undefined ? word : word.slice(prefix.length + 1);
  const format = prefix ?? formatOf(file);
  const problem = (text: string): Problem => ({ problem: `--output ${shownWord(word)}: ${text}` });
  if (format !== undefined && !isFormat(format)) {
    const hint = suggest(format, FORMATS);
    return problem(
      `there is no format ${shownWord(format)}${hint === undefined ? '' : `; did you mean ${hint}?`} ` +
        `(${FORMATS.join(', ')}; a file of that name is written ./${shownWord(word)})`,
    );
  }
  if (file === '') return problem('name the file that the report goes to');
  if (file === '-') return problem('what goes to standard output is chosen with --format');
  if (format === undefined) {
    return problem(
      `its ending tells no format; put one of ${FORMATS.join(', ')} and a colon before it (${endingsInWords()} are known)`,
    );
  }
  return { format, file };
}

/** The format that the ending of a file's name tells. */
function formatOf(file: string): Format | undefined {
  const name = file.toLowerCase();
  const told = FORMATS.flatMap((format) =>
    formatEntry(format)
      .endings.filter((ending) => name.endsWith(ending))
      .map((ending) => ({ format, length: ending.length })),
  );
  return told.sort((a, b) => b.length - a.length)[0]?.format;
}

function endingsInWords(): string {
  return FORMATS.flatMap((format) => formatEntry(format).endings).join(', ');
}

/** What is wrong with the places that reports are to go to, as far as it can be told before there are any. */
export function outputProblems(outputs: readonly Output[], cwd: string): readonly string[] {
  const seen = new Set<string>();
  return outputs.flatMap(({ file }) => {
    const target = targetOf(file, cwd);
    if ('problem' in target) return [target.problem];
    if (target.stream) return [];
    if (!seen.has(target.path)) {
      seen.add(target.path);
      return [];
    }
    return [`--output ${shownWord(file)}: two reports go to this file; name another for one of them`];
  });
}

/** The outputs that would take the place of one of these files: their absolute paths, links followed. */
export function overwrites(
  outputs: readonly Output[],
  cwd: string,
  files: ReadonlySet<string>,
): readonly string[] {
  return outputs.flatMap(({ file }) => {
    const target = targetOf(file, cwd);
    if ('problem' in target || !files.has(target.path)) return [];
    return [
      `--output ${shownWord(file)}: this file is linted, and the report would take its place; name another`,
    ];
  });
}

/** Writes a report; gives what went wrong. */
export function writeOutput({ file }: Output, content: string, cwd: string): readonly string[] {
  // Asked again: what lies there may have changed meanwhile.
  const target = targetOf(file, cwd);
  if ('problem' in target) return [target.problem];
  try {
    if (!target.stream) {
      const problem = replaceFile(target.path, Buffer.from(content));
      return problem === undefined
        ? []
        : [`--output ${shownWord(file)}: ${problem.detail}; name another file`];
    }
    writeFileSync(target.path, content);
    return [];
  } catch (error) {
    return [
      `--output ${shownWord(file)}: the report could not be written (${codeOf(error)}); name another file`,
    ];
  }
}

interface Target {
  /** Where a report really goes, links followed; for a stream as it was named. */
  readonly path: string;
  /** A pipe, a terminal or another thing that is no file and only takes what it is given. */
  readonly stream: boolean;
}

/**
 * Where a report goes. A link is followed, as the shell would, unless it leads out of the repository that it lies in: whoever
 * sends us a repository must not choose which of our files is written.
 */
function targetOf(file: string, cwd: string): Target | Problem {
  const problem = (text: string): Problem => ({ problem: `--output ${shownWord(file)}: ${text}` });
  const named = resolve(cwd, file);
  try {
    const stats = statSync(named, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true || /[/\\]$/.test(file)) {
      return problem('this is a directory; name a file in it');
    }
    if (stats !== undefined && !stats.isFile()) return { path: named, stream: true };
    const path = join(realpathSync(dirname(named)), basename(named));
    if (isLink(path) && stats === undefined) {
      return problem('this link leads nowhere; delete it, or name another file');
    }
    const real = isLink(path) ? realpathSync(path) : path;
    const root = containerOf(named, cwd);
    if (root !== undefined && !isInside(realpathSync(root), real)) {
      return problem('a link on the way leads out of the repository; name the place that it leads to');
    }
    return { path: real, stream: false };
  } catch (error) {
    const code = codeOf(error);
    return problem(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? 'there is no such folder; make it, or name a file in one that is there'
        : `the report cannot be written there (${code}); name another file`,
    );
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The repository that a path lies in as it is written, else the working directory; undefined for one outside of both. */
function containerOf(path: string, cwd: string): string | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return at;
    if (at === dirname(at)) return isInside(cwd, path) ? cwd : undefined;
  }
}
