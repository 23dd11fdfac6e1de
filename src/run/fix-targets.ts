import type { FixedFile, FixOutcome } from '../engine/fix.ts';
import { plural } from '../report/report.ts';
import {
  CHANGED,
  createFiles,
  ESCAPING_LINK,
  type FileProblem,
  type FileProblemCode,
} from '../workspace/files.ts';
import { keyOf, type RawPath } from '../workspace/raw-path.ts';
import { replaceFile } from '../workspace/replace-file.ts';
import { shownWord } from './errors.ts';
import type { Checked } from './lint-run.ts';

/** A mended file, and where it lies. */
export interface Target {
  readonly fixed: FixedFile;
  /** Absent when it lies where nothing may be written. */
  readonly real?: RawPath;
  /** Why nothing is written. */
  readonly problem?: FileProblem;
}

/** Links are followed as far as they stay in the repository; a file that goes by two names is one. */
export function targetsOf({ files, left }: FixOutcome<Checked>): readonly Target[] {
  const disk = createFiles();
  const roots = new Map(
    left.run.linted.files.map(({ absolute, repositoryRoot }) => [absolute, repositoryRoot]),
  );
  const taken = new Map<string, FixedFile>();
  return files.flatMap((fixed): readonly Target[] => {
    const { absolute } = fixed.file;
    const root = roots.get(absolute);
    const target = root === undefined ? undefined : disk.followLink(absolute, root);
    if (target?.state === 'escaping') return [{ fixed, problem: ESCAPING_LINK }];
    if (target?.state !== 'inside') return [{ fixed, problem: CHANGED }];
    const key = keyOf(target.real);
    const other = taken.get(key);
    taken.set(key, fixed);
    return other === undefined ? [{ fixed, real: target.real }] : [];
  });
}

/** Writes what was mended, unless the file is another one than was read. */
export function writeTarget(target: Target): Target {
  const { fixed, real } = target;
  if (real === undefined) return target;
  const problem = replaceFile(real, fixed.edited.bytes, fixed.edited.original);
  return problem === undefined ? target : { ...target, problem };
}

const ADVICE: Readonly<Partial<Record<FileProblemCode, string>>> = {
  permission: 'make it and its directory writable, or leave it out',
  changed: 'run the command again',
  'escaping-link': 'mend the file that it leads to',
};

/** A sentence for each file that could not be written. */
export function problemsOf(targets: readonly Target[]): readonly string[] {
  return targets.flatMap(({ fixed, problem }) => {
    if (problem === undefined) return [];
    const advice = ADVICE[problem.code] ?? 'see to that and run the command again';
    return [`${shownWord(fixed.file.path)}: ${problem.detail}; it was not mended, ${advice}`];
  });
}

/** What was mended in a file, and how often. */
export interface MendedCount {
  readonly title: string;
  readonly ruleId: string;
  readonly count: number;
}

/** What is done several times stands there once. */
export function mendedCounts({ mended }: FixedFile): readonly MendedCount[] {
  const counts = new Map<string, MendedCount>();
  for (const { title, ruleId } of mended) {
    const key = `${ruleId}\0${title}`;
    counts.set(key, { title, ruleId, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** What was left alone though it has a fix, in sentences without a full stop. */
export function restTexts({ refused, unfinished }: FixOutcome<Checked>): readonly string[] {
  const out = `${plural(refused, 'fix', 'fixes')} left out: something else would be wrong there afterwards`;
  const more = 'there is more to mend than one run does; run the command again';
  return [...(refused > 0 ? [out] : []), ...(unfinished ? [more] : [])];
}
