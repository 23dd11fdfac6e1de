import type { Finding } from '../engine/finding.ts';
import type { Severity } from '../rule.ts';
import type { Fix } from '../text/edit.ts';
import { escapeControls, printable } from '../text/quote.ts';
import { type Colors, createColors } from './colors.ts';
import { frameOf } from './frame.ts';
import { rangeOf } from './locate.ts';
import {
  count,
  fixable,
  PATH_LIMIT,
  plural,
  type Report,
  shown,
  type ViewOptions,
  verdict,
} from './report.ts';

/** The report for people: grouped by file, each finding with its line of the file and what to do. */
export function reportText(report: Report, view: ViewOptions): string {
  const colors = createColors(view.color);
  const findings = shown(report, view);
  const lines: string[] = [];
  let path: string | undefined;
  for (const finding of findings) {
    if (finding.path !== path) {
      path = finding.path;
      lines.push(colors.underline(printable(path, PATH_LIMIT)));
    }
    for (const line of findingLines(finding, colors)) lines.push(line);
    lines.push('');
  }
  lines.push(...summaryLines(report, view, colors));
  return `${lines.join('\n')}\n`;
}

/** Related places shown to people; the message says how many there are, and the other formats hold more. */
const MAX_RELATED = 10;

function findingLines(finding: Finding, colors: Colors): string[] {
  const { line, column } = rangeOf(finding).start;
  const paint = painter(finding.severity, colors);
  const place = `${line}:${column}`;
  const message = escapeControls(finding.message);
  return [
    `  ${place.padEnd(7)} ${paint(finding.severity.padEnd(7))} ${message}  ${colors.dim(finding.ruleId)}`,
    ...detailLines(finding, colors),
  ];
}

/** What stands below the message: the line of the file, the further places, what to do. */
export function detailLines(finding: Finding, colors: Colors): string[] {
  const { line } = rangeOf(finding).start;
  const paint = painter(finding.severity, colors);
  const lines: string[] = [];
  const frame = frameOf(finding);
  const gutter = ' '.repeat(String(line).length);
  if (frame !== undefined) {
    lines.push(
      `    ${colors.dim(`${frame.line} |`)} ${frame.text}`,
      `    ${colors.dim(`${gutter} |`)} ${paint(frame.marks)}`,
    );
  }
  for (const place of finding.related.slice(0, MAX_RELATED)) {
    const at = rangeOf(place).start;
    const elsewhere = place.path === finding.path ? '' : `${printable(place.path, PATH_LIMIT)}:`;
    lines.push(`    ${colors.dim(`${gutter} =`)} ${elsewhere}${at.line}:${at.column} ${place.message}`);
  }
  if (finding.related.length > MAX_RELATED)
    lines.push(`    ${colors.dim(`${gutter} =`)} and more of the same`);
  lines.push(`    ${colors.dim(`${gutter} =`)} help: ${escapeControls(finding.help)}`);
  if (finding.fix !== undefined) {
    const { kind, title } = finding.fix;
    lines.push(`    ${colors.dim(`${gutter} =`)} ${colors.green('fix')}: ${title} (${FIX_COMMAND[kind]})`);
  }
  return lines;
}

/** What mends a finding that comes with a fix. */
export const FIX_COMMAND: Readonly<Record<Fix['kind'], string>> = {
  safe: 'skillsaw fix',
  suggested: 'skillsaw fix --suggest',
};

function painter(severity: Severity, colors: Colors): (text: string) => string {
  return severity === 'error' ? colors.red : severity === 'warning' ? colors.yellow : colors.cyan;
}

function summaryLines(report: Report, view: ViewOptions, colors: Colors): string[] {
  const { errors, warnings, infos } = count(report.findings);
  const parts = [
    errors > 0 ? colors.red(plural(errors, 'error')) : '0 errors',
    warnings > 0 ? colors.yellow(plural(warnings, 'warning')) : '0 warnings',
  ];
  if (infos > 0) parts.push(plural(infos, 'info'));
  const hidden = report.findings.length - shown(report, view).length;
  const notes = [
    `${plural(report.files, 'file')} checked`,
    ...(report.suppressed > 0 ? [`${report.suppressed} suppressed`] : []),
    ...(report.baselined > 0 ? [`${report.baselined} known by the baseline`] : []),
    ...(hidden > 0 ? [`${hidden} not shown${view.level === 'quiet' ? ' (-q)' : '; -v shows them'}`] : []),
  ];
  return [`${colors.bold(parts.join(', '))} (${notes.join(', ')})`, ...fixLine(report), verdict(report)];
}

/** What could be mended without an editor, shown or not. */
function fixLine({ findings }: Report): readonly string[] {
  const safe = fixable(findings, 'safe').length;
  const suggested = fixable(findings, 'suggested').length;
  if (safe + suggested === 0) return [];
  const more = safe === 0 ? `mends ${suggested} of these` : `${suggested} more`;
  const parts = [
    ...(safe > 0 ? [`${FIX_COMMAND.safe} mends ${safe} of these`] : []),
    ...(suggested > 0 ? [`${FIX_COMMAND.suggested} ${more}`] : []),
  ];
  return [`${parts.join(', ')}.`];
}
