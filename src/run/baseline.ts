import { dirname, join } from 'node:path';
import { BASELINE_NAME } from '../config/find.ts';
import type { Config } from '../config/load.ts';
import { maskText } from '../credentials/index.ts';
import { type BaselineEntry, compareWithBaseline, type PathOf, staysOutside } from '../engine/baseline.ts';
import { parseBaseline } from '../engine/baseline-file.ts';
import type { Finding } from '../engine/finding.ts';
import { ruleState, type Selection } from '../engine/policy.ts';
import type { RuleSource } from '../rule-source.ts';
import { createFiles, type FileProblem, realPath } from '../workspace/files.ts';
import { below, isInside, reportPath, shown, slashed } from '../workspace/raw-path.ts';
import { shownWord, UsageError } from './errors.ts';

/** A baseline and the directory that the paths in it start from. */
export interface BaselinePlace {
  /** Absolute. */
  readonly path: string;
  /** As reports show it, fit for a message. */
  readonly shown: string;
  readonly pathOf: PathOf;
  /** Throws `UsageError` for a file that cannot be read or is no baseline; says all that is wrong with it. */
  read(): readonly BaselineEntry[];
  /**
   * Tells of an entry whether a run could have come to its finding.
   * @param named absolute paths of what was named
   * @param findings of the run: what could not be read was not looked at
   */
  lookedAt(named: readonly string[], findings: readonly Finding[]): (entry: BaselineEntry) => boolean;
}

/**
 * The baseline in a directory, which need not be there.
 * @param within real path of a directory that no link to a baseline leaves; absent: the repository
 */
export function baselineIn(folder: string, cwd: string, within?: string): BaselinePlace {
  const files = createFiles();
  const path = join(folder, BASELINE_NAME);
  const shownPath = shownWord(reportPath(path, cwd));
  const realFolder = files.realDirectory(folder);
  // Outside of a repository it is the baseline that tells where paths start, whatever was named.
  const repositoryRoot = files.repositoryRoot(realFolder) ?? realFolder;
  const home = shown(repositoryRoot);
  const paths = new Map<string, string>();

  function read(): readonly BaselineEntry[] {
    const content = files.read(path, within ?? repositoryRoot);
    if (!content.ok) throw new UsageError([`${shownPath}: ${refusal(content.problem)}`]);
    const parsed = parseBaseline(content.bytes);
    if (parsed.ok) return parsed.entries;
    const problems = parsed.problems.map(
      ({ line, column, message }) => `${shownPath}:${line}:${column}: ${message}`,
    );
    throw new UsageError(problems);
  }

  function pathOf(finding: Finding): string {
    const known = paths.get(finding.path);
    if (known !== undefined) return known;
    const rest = below(home, shown(realPath(finding.files[0] ?? '', files)));
    // A file of another repository, for which the configuration was named: there paths start at its own top.
    const found = rest === undefined ? finding.repositoryPath : maskText(slashed(shown(rest)) || '.');
    paths.set(finding.path, found);
    return found;
  }

  function lookedAt(
    named: readonly string[],
    findings: readonly Finding[],
  ): (entry: BaselineEntry) => boolean {
    const places = named
      .flatMap((absolute) => [shown(realPath(absolute, files)), shown(files.realDirectory(absolute))])
      .map((place) => ({ place, start: startFor(place) }));
    const unread = findings.filter(staysOutside).map(pathOf);
    return ({ path: entryPath }) =>
      places.some(({ place, start }) => isInside(place, join(start, entryPath))) &&
      !unread.some((at) => at === '.' || entryPath === at || entryPath.startsWith(`${at}/`));
  }

  function startFor(place: string): string {
    if (isInside(home, place) || isInside(place, home)) return home;
    return shown(files.repositoryRoot(files.realDirectory(dirname(place))) ?? place);
  }

  return { path, shown: shownPath, pathOf, read, lookedAt };
}

/** Findings that the baseline does not know, those that it knows, and how many of its entries are of no use any more. */
export interface Applied {
  readonly fresh: readonly Finding[];
  readonly known: readonly Finding[];
  readonly stale: number;
}

export interface BaselineRun {
  readonly findings: readonly Finding[];
  readonly named: readonly string[];
  readonly config: Config;
  readonly selection: Selection;
}

/** Holds the findings of a run against the entries of a baseline. An entry that the run could not put to the test is not stale. */
export async function applyBaseline(
  { pathOf, lookedAt }: BaselinePlace,
  entries: readonly BaselineEntry[],
  { findings, named, config, selection }: BaselineRun,
  source: RuleSource,
): Promise<Applied> {
  const { fresh, known, unmatched } = compareWithBaseline(entries, findings, pathOf);
  const candidates = unmatched.filter(lookedAt(named, findings));
  const rules = await source.named(candidates.map(({ rule }) => rule));
  // A rule that is no more has no findings.
  const silent = new Set(rules.filter((rule) => !ruleState(rule, config, selection).on).map(({ id }) => id));
  return { fresh, known, stale: candidates.filter(({ rule }) => !silent.has(rule)).length };
}

function refusal({ code, detail }: FileProblem): string {
  const advice = code === 'escaping-link' ? 'put a file in its place' : 'mend it, or run with --no-baseline';
  return `${detail}; ${advice}`;
}
