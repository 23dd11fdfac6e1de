import type { Finding } from '../engine/finding.ts';
import type { Severity } from '../rule.ts';
import type { Fix } from '../text/edit.ts';

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

/** The findings that a level shows. */
export function shown(report: Report, { level }: ViewOptions): readonly Finding[] {
  if (level === 'verbose') return report.findings;
  return report.findings.filter(
    ({ severity }) => severity === 'error' || (level === 'normal' && severity === 'warning'),
  );
}
