import { join } from 'node:path';
import {
  BASELINE_NAME,
  baselineFolder,
  CONFIG_NAMES,
  directoriesAbove,
  nearestDirectory,
} from '../config/find.ts';
import type { Config } from '../config/load.ts';
import type { Finding } from '../engine/finding.ts';
import type { LintFile, UnreadFile } from '../engine/lint.ts';
import { type Changes, type ChangesProblem, readChanges } from '../git/changes.ts';
import { createFiles, type Files, realPath } from '../workspace/files.ts';
import type { InputRequest } from '../workspace/inputs.ts';
import type { Looked } from '../workspace/looked.ts';
import { isInside, keyOf, parent, type RawPath, reportPath, shown } from '../workspace/raw-path.ts';
import type { Discovery } from '../workspace/workspace.ts';
import { shownWord, UsageError } from './errors.ts';
import type { Io } from './io.ts';
import { type Touched, type TouchedRequest, touchedBy } from './touched.ts';

/** Watches a run, and tells afterwards what of it a change since a revision has to do with. */
export interface Since {
  /** For the discovery: both see the tree through the same eyes. */
  readonly files: Files;
  readonly onLook: NonNullable<InputRequest['onLook']>;
  /** Reads the revision. Throws `UsageError` when that cannot be done. */
  open(found: Discovery, named: readonly string[]): void;
  /** Hands on what is linted, so that nothing need be read again to be compared. */
  reading(items: Iterable<LintFile | UnreadFile>): Generator<LintFile | UnreadFile>;
  /** To be asked when everything was linted. */
  touched(run: SinceRun): Touched;
}

export interface SinceRun {
  readonly found: Discovery;
  readonly linted: TouchedRequest['linted'];
  readonly findings: readonly Finding[];
  readonly config: Config;
  /** Absolute; where the search for the configuration began. */
  readonly start: string;
  /** What the run does without. */
  readonly ignored: { readonly config: boolean; readonly baseline: boolean };
}

/** @param revision as typed */
export function createSince(revision: string, io: Io): Since {
  const files = createFiles();
  const looks = new Map<string, Map<string, Looked>>();
  let atHand: { readonly real: RawPath; readonly bytes: Uint8Array } | undefined;
  let changes: Changes | undefined;

  function where(place: RawPath): string {
    return shownWord(reportPath(shown(place), io.cwd));
  }

  function noRepository(place: RawPath): string {
    return `--since: ${where(place)} lies in no git repository; leave --since out there`;
  }

  /** The repositories of what was named; where that is part of none, those of what was found in it. */
  function topsOf(found: Discovery, named: readonly string[]): readonly RawPath[] {
    const tops = new Map<string, RawPath>();
    const add = (top: RawPath | undefined): boolean =>
      top !== undefined && tops.set(keyOf(top), top).size > 0;
    const places = named.map((path) => files.realDirectory(nearestDirectory(path)));
    for (const place of places) add(files.repositoryRoot(place));
    for (const { absolute } of [...found.files, ...found.problems]) {
      const directory = parent(realPath(absolute, files));
      const isIn = [...tops.values()].some((top) => isInside(top, directory));
      if (!isIn && !add(files.repositoryRoot(directory))) throw new UsageError([noRepository(directory)]);
    }
    if (tops.size === 0) throw new UsageError(places.map(noRepository));
    return [...tops.values()];
  }

  return {
    files,
    onLook(asker, looked) {
      const own = looks.get(keyOf(asker)) ?? new Map<string, Looked>();
      looks.set(keyOf(asker), own);
      own.set(`${looked.about}\0${keyOf(looked.path)}`, looked);
    },
    open(found, named) {
      const result = readChanges(topsOf(found, named), {
        revision,
        environment: io.env,
        files,
        known: (real) =>
          atHand !== undefined && keyOf(atHand.real) === keyOf(real) ? atHand.bytes : undefined,
      });
      if ('problems' in result) {
        throw new UsageError(
          result.problems.map(({ top, problem }) => `--since: ${problemText(revision, where(top), problem)}`),
        );
      }
      changes = result;
    },
    *reading(items) {
      for (const item of items) {
        if ('source' in item) {
          atHand = { real: realPath(item.absolute, files), bytes: item.source.bytes };
          // Compared while the bytes are at hand; the answer is kept, and the bytes need not be.
          changes?.content(atHand.real);
          atHand = undefined;
        }
        yield item;
      }
    },
    touched(run) {
      if (changes === undefined) throw new Error('no revision was read');
      const { found, linted, findings } = run;
      return touchedBy({ changes, looks, found, linted, findings, settings: settingsFiles(run), files });
    },
  };
}

/** Every place in which a configuration or a baseline is, or may have been, so that all findings were others. */
function settingsFiles({ config, start, ignored }: SinceRun): readonly string[] {
  const directory = nearestDirectory(start);
  const searched = directoriesAbove(directory).filter(
    (one) => config.path === undefined || isInside(config.directory, one),
  );
  const names = ignored.config ? [] : searched.flatMap((one) => CONFIG_NAMES.map((name) => join(one, name)));
  return [
    ...names,
    ...(config.path === undefined ? [] : [config.path]),
    ...(ignored.baseline ? [] : [join(baselineFolder(config), BASELINE_NAME)]),
  ];
}

function problemText(revision: string, where: string, problem: ChangesProblem): string {
  const name = shownWord(revision);
  switch (problem.code) {
    case 'no-git':
      return 'git is not in PATH; install it, or leave --since out';
    case 'odd-name':
      return `the path of the repository at ${where} is not UTF-8, so git cannot be asked about it; rename the folder`;
    case 'not-the-top':
      return `git takes another folder than ${where} for the top of this repository; see core.worktree in its configuration`;
    case 'missing':
      return problem.shallow
        ? `the repository at ${where} is a shallow clone and has no revision ${name}; fetch it first, or clone with the whole history`
        : `the repository at ${where} has no revision ${name}; check the spelling, or fetch it first`;
    case 'failed':
      return `git cannot read the repository at ${where}: ${shownWord(problem.said)}`;
  }
}
