import type { Severity } from '../rule.ts';
import { escapeLines, printable } from '../text/quote.ts';
import { rangeOf } from './locate.ts';
import { crashText, PATH_LIMIT, type Report, totals, verdict } from './report.ts';

const COMMAND = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<
  Severity,
  string
>;

/** Workflow commands of GitHub Actions, one a finding, which its runner turns into annotations; the last line is for the log. */
export function reportGithub(report: Report): string {
  const lines = report.findings.map((finding) => {
    const { start, end } = rangeOf(finding);
    return command(
      COMMAND[finding.severity],
      {
        file: printable(finding.path, PATH_LIMIT),
        line: start.line,
        endLine: end.line,
        // The runner takes columns only within one line.
        ...(start.line === end.line ? { col: start.column, endColumn: end.column } : {}),
        title: finding.ruleId,
      },
      `${finding.message}\n${finding.help}`,
    );
  });
  for (const crash of report.crashes) {
    lines.push(
      command('error', { title: crash.ruleId ?? 'skillsaw' }, crashText(crash, report.tool.version)),
    );
  }
  lines.push(`${totals(report)}. ${verdict(report)}`);
  return `${lines.join('\n')}\n`;
}

function command(name: string, properties: Readonly<Record<string, string | number>>, text: string): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${written.join(',')}::${escapeData(text)}`;
}

/** As the runner undoes it. It knows a carriage return, too, but none is left. */
function escapeData(text: string): string {
  return escapeLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
