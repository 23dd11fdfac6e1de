import type { Finding } from '../engine/finding.ts';
import type { RuleCrash } from '../engine/lint.ts';
import type { Severity } from '../rule.ts';
import type { Fix } from '../text/edit.ts';
import { printable } from '../text/quote.ts';

/** Longest path shown to people, in UTF-16 units: long enough never to be cut in earnest. */
export const PATH_LIMIT = 4096;

/** What every reporter is given; a reporter is a pure function of it. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** All of them, in order. */
  readonly findings: readonly Finding[];
  readonly files: number;
  readonly suppressed: number;
  readonly baselined: number;
  readonly failOn: Severity | 'never';
  /** How many findings are at or above `failOn`. */
  readonly failing: number;
  /** What of the program broke; the findings are all the same what the rest of it found. */
  readonly crashes: readonly RuleCrash[];
  readonly background: Background;
}

/** What only some formats tell beside the findings, and what is gathered for these alone: see `FORMAT_LIST`. */
export interface Background {
  /** Every file that was checked or should have been, in order. */
  readonly paths: readonly string[];
  /** The rules that found something or broke, in order of their ids. */
  readonly rules: readonly RuleNote[];
}

export const NO_BACKGROUND: Background = { paths: [], rules: [] };

/** What a rule is about. */
export interface RuleNote {
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  readonly category: string;
  readonly severity: Severity;
  /** Its page of the documentation; what the program itself reports has none. */
  readonly page?: {
    /** What it says first. */
    readonly lead: string;
    readonly text: string;
    readonly markdown: string;
  };
}

/** What only the two formats for people take. */
export interface ViewOptions {
  /** `normal` hides info findings, `quiet` everything but errors. */
  readonly level: 'quiet' | 'normal' | 'verbose';
  readonly color: boolean;
}

export type Reporter = (report: Report, view: ViewOptions) => string;

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export function count(findings: readonly Finding[]): Counts {
  const counts = { errors: 0, warnings: 0, infos: 0 };
  for (const { severity } of findings) counts[`${severity}s`]++;
  return counts;
}

/** The findings that `skillsaw fix` can mend, or a part of them. */
export function fixable(findings: readonly Finding[], kind?: Fix['kind']): readonly Finding[] {
  return findings.filter(({ fix }) => fix !== undefined && (kind === undefined || fix.kind === kind));
}

/** How many findings of which severity in how many files, in words. */
export function totals({ findings, files }: Report): string {
  const { errors, warnings, infos } = count(findings);
  const found = [plural(errors, 'error'), plural(warnings, 'warning'), plural(infos, 'info')];
  return `${found.join(', ')} in ${plural(files, 'file')}`;
}

/** What `--fail-on` made of it. */
export function verdict({ failOn, failing }: Report): string {
  if (failOn === 'never') return 'Passed: --fail-on never lets every finding pass.';
  if (failing === 0) return `Passed: no finding at or above ${failOn} (--fail-on ${failOn}).`;
  return `Failed: ${plural(failing, 'finding')} at or above ${failOn} (--fail-on ${failOn}).`;
}

/** A crash in half a sentence and a request. */
export function crashText({ ruleId, path, error }: RuleCrash, version: string): string {
  const what = ruleId === undefined ? 'the loader' : `rule ${ruleId}`;
  return bugText(`${what} on ${printable(path, PATH_LIMIT)}`, error, version);
}

export function bugText(what: string, error: unknown, version: string): string {
  return `bug in skillsaw ${version}: ${what} failed with ${errorName(error)}; please report it`;
}

/** All that is said of an error of ours: its message may hold what stands in a file. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Text of ours as a sentence: with a full stop, unless it ends with one or the like. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** The findings that a level shows. */
export function shown(report: Report, { level }: ViewOptions): readonly Finding[] {
  if (level === 'verbose') return report.findings;
  return report.findings.filter(
    ({ severity }) => severity === 'error' || (level === 'normal' && severity === 'warning'),
  );
}
