import type { Finding } from '../engine/finding.ts';
import { fingerprint } from '../engine/fingerprint.ts';
import type { Severity } from '../rule.ts';
import { escapeControls, escapeForJson } from '../text/quote.ts';
import { rangeOf } from './locate.ts';
import { type Report, sentence } from './report.ts';

const SEVERITY = { error: 'critical', warning: 'major', info: 'info' } as const satisfies Record<
  Severity,
  string
>;

/**
 * GitLab's code quality report: a list, in which every fingerprint must be there once. Files of two repositories in one run
 * can share one, and then the later ones are numbered.
 */
export function reportGitlab(report: Report): string {
  const times = new Map<string, number>();
  const issues = report.findings.map((finding) => {
    const issue = codeQualityIssue(finding);
    const time = (times.get(issue.fingerprint) ?? 0) + 1;
    times.set(issue.fingerprint, time);
    return time === 1 ? issue : { ...issue, fingerprint: `${issue.fingerprint}-${time}` };
  });
  return `${escapeForJson(JSON.stringify(issues, null, 2))}\n`;
}

/** What GitLab reads of an issue of Code Climate. */
export function codeQualityIssue(finding: Finding) {
  const { start, end } = rangeOf(finding);
  return {
    // Plain text on one line, and all that is shown.
    description: escapeControls(`${sentence(finding.message)} ${finding.help}`),
    check_name: finding.ruleId,
    fingerprint: fingerprint(finding),
    severity: SEVERITY[finding.severity],
    location: { path: finding.path, lines: { begin: start.line, end: end.line } },
  };
}
