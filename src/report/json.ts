import type { Finding } from '../engine/finding.ts';
import { fingerprint } from '../engine/fingerprint.ts';
import { escapeForJson } from '../text/quote.ts';
import { rangeOf } from './locate.ts';
import { count, fixable, type Report } from './report.ts';

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const SCHEMA_VERSION = 1;

/** The report for programs; see docs/formats.md. */
export function reportJson(report: Report): string {
  const document = {
    schemaVersion: SCHEMA_VERSION,
    tool: report.tool,
    findings: report.findings.map(findingJson),
    summary: {
      files: report.files,
      ...count(report.findings),
      fixable: fixable(report.findings).length,
      suppressed: report.suppressed,
      baselined: report.baselined,
    },
  };
  return `${escapeForJson(JSON.stringify(document, null, 2))}\n`;
}

/** What a report says of a finding. */
export function findingJson(finding: Finding) {
  const { server, field, pointer, fix } = finding;
  return {
    ruleId: finding.ruleId,
    severity: finding.severity,
    scope: finding.scope,
    consequence: finding.consequence,
    message: finding.message,
    path: finding.path,
    range: rangeOf(finding),
    ...(server === undefined ? {} : { server }),
    ...(field === undefined ? {} : { field }),
    ...(pointer === undefined ? {} : { pointer }),
    related: finding.related.map((place) => ({
      message: place.message,
      path: place.path,
      range: rangeOf(place),
    })),
    ...(fix === undefined ? {} : { fix: { kind: fix.kind, title: fix.title } }),
    help: finding.help,
    fingerprint: fingerprint(finding),
  };
}
