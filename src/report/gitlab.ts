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

/** GitLab's code quality report: a list, in which every fingerprint must be there once. */
export function reportGitlab(report: Report): string {
  return `${escapeForJson(JSON.stringify(report.findings.map(codeQualityIssue), null, 2))}\n`;
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
