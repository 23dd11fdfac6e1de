import { escapeControls, printable } from '../text/quote.ts';
import { rangeOf } from './locate.ts';
import { PATH_LIMIT, type Report, shown, type ViewOptions } from './report.ts';

/** One line a finding: `path:line:col: severity message [rule]`. */
export function reportCompact(report: Report, view: ViewOptions): string {
  return shown(report, view)
    .map((finding) => {
      const { line, column } = rangeOf(finding).start;
      const path = printable(finding.path, PATH_LIMIT);
      return `${path}:${line}:${column}: ${finding.severity} ${escapeControls(finding.message)} [${finding.ruleId}]\n`;
    })
    .join('');
}
