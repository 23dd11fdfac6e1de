import { printable } from '../text/quote.ts';
import { rangeOf } from './locate.ts';
import { type Report, shown, type ViewOptions } from './report.ts';

/** Longest path shown to people, in UTF-16 units: long enough never to be cut in earnest. */
export const PATH_LIMIT = 4096;

/** One line a finding: `path:line:col: severity message [rule]`. */
export function reportCompact(report: Report, view: ViewOptions): string {
  return shown(report, view)
    .map((finding) => {
      const { line, column } = rangeOf(finding).start;
      const path = printable(finding.path, PATH_LIMIT);
      return `${path}:${line}:${column}: ${finding.severity} ${finding.message} [${finding.ruleId}]\n`;
    })
    .join('');
}
