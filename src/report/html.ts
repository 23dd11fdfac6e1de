import { createHash } from 'node:crypto';
import type { Finding, Place } from '../engine/finding.ts';
import { fingerprint } from '../engine/fingerprint.ts';
import type { Severity } from '../rule.ts';
import { compareText } from '../text/compare.ts';
import { printable } from '../text/quote.ts';
import { frameOf } from './frame.ts';
import { HTML_SCRIPT } from './html-script.ts';
import { HTML_STYLE } from './html-style.ts';
import { rangeOf } from './locate.ts';
import { escapeMarkup } from './markup.ts';
import { count, crashText, PATH_LIMIT, type Report, sentence, totals, verdict } from './report.ts';
import { FIX_COMMAND } from './text.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** From so many findings on, those out of sight are laid out when somebody comes to them. */
const MANY = 500;

/**
 * One page that needs nothing but a browser: no network, no script to be read, and it lets no other style or script run, so
 * that nothing out of a linted file can.
 */
export function reportHtml(report: Report): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(HTML_STYLE)}'`,
    `script-src '${hashOf(HTML_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>skillsaw: ${totals(report)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header>
<h1>skillsaw</h1>
<p><strong>${totals(report)}</strong></p>
<p>${escapeMarkup(verdict(report))}</p>
</header>
${[...crashes(report), ...filters(report)].join('\n')}
<main id="findings" tabindex="-1"${report.findings.length > MANY ? ' class="many"' : ''}>
${files(report).join('\n')}
</main>
${rules(report).join('\n')}
<footer><p>skillsaw ${escapeMarkup(report.tool.version)}</p></footer>
<script>${HTML_SCRIPT}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function crashes({ crashes, tool }: Report): readonly string[] {
  if (crashes.length === 0) return [];
  return [
    '<section class="crashes" aria-labelledby="crashes">',
    '<h2 id="crashes">Not everything was checked</h2>',
    '<ul>',
    ...crashes.map((crash) => `<li>${escapeMarkup(crashText(crash, tool.version))}</li>`),
    '</ul>',
    '</section>',
  ];
}

/** Hidden where no script runs to make it work. */
function filters({ findings }: Report): readonly string[] {
  if (findings.length === 0) return [];
  const counts = count(findings);
  const perRule = new Map<string, number>();
  for (const { ruleId } of findings) perRule.set(ruleId, (perRule.get(ruleId) ?? 0) + 1);
  const paths = new Set(findings.map(({ path }) => shownPath(path)));
  return [
    '<form id="filters" aria-label="Filter the findings" hidden>',
    '<fieldset><legend>Severity</legend>',
    ...SEVERITIES.map(
      (severity) =>
        `<label><input type="checkbox" name="severity" value="${severity}" checked> ${severity} (${counts[`${severity}s`]})</label>`,
    ),
    '</fieldset>',
    '<label class="wide">Rule <select name="rule">',
    '<option value="">all rules</option>',
    ...[...perRule]
      .sort(([a], [b]) => compareText(a, b))
      .map(([id, number]) => `<option value="${escapeMarkup(id)}">${escapeMarkup(id)} (${number})</option>`),
    '</select></label>',
    '<label class="wide">File <input type="search" name="path" list="paths" placeholder="part of its path" autocomplete="off"></label>',
    '<datalist id="paths">',
    ...[...paths].map((path) => `<option value="${path}"></option>`),
    '</datalist>',
    '<button type="reset">Show all</button>',
    '<p role="status"></p>',
    '</form>',
  ];
}

function files({ findings }: Report): readonly string[] {
  if (findings.length === 0) return ['<p>Nothing was found.</p>'];
  const lines: string[] = [];
  let path: string | undefined;
  for (const finding of findings) {
    if (finding.path !== path) {
      if (path !== undefined) lines.push('</ol>', '</section>');
      path = finding.path;
      const shown = shownPath(path);
      lines.push(`<section class="file" data-path="${shown}">`, `<h2>${shown}</h2>`, '<ol>');
    }
    lines.push(...findingLines(finding));
  }
  return [...lines, '</ol>', '</section>'];
}

function findingLines(finding: Finding): readonly string[] {
  const { severity, ruleId } = finding;
  const rule = escapeMarkup(ruleId);
  const id = `f-${fingerprint(finding)}`;
  return [
    `<li id="${id}" class="finding ${severity}" data-severity="${severity}" data-rule="${rule}">`,
    `<h3><span class="severity">${severity}</span> <a href="#${id}">${placeText(finding)}</a> ${escapeMarkup(finding.message)}</h3>`,
    ...frame(finding),
    ...related(finding),
    `<p class="help">${escapeMarkup(finding.help)}</p>`,
    ...fix(finding),
    `<p class="rule"><a href="#rule-${rule}">${rule}</a></p>`,
    '</li>',
  ];
}

function frame(place: Place): readonly string[] {
  const frame = frameOf(place);
  if (frame === undefined) return [];
  const { text, marked, line } = frame;
  const [before, within, after] = [
    text.slice(0, marked.start),
    text.slice(marked.start, marked.end),
    text.slice(marked.end),
  ].map(escapeMarkup);
  const mark = within === '' ? '<mark class="none"></mark>' : `<mark>${within}</mark>`;
  return [`<pre tabindex="0"><span>${line}</span>${before}${mark}${after}</pre>`];
}

function related({ path, related }: Finding): readonly string[] {
  if (related.length === 0) return [];
  return [
    '<ul>',
    ...related.map((place) => {
      const elsewhere = place.path === path ? '' : `${shownPath(place.path)}:`;
      return `<li>${elsewhere}${placeText(place)} ${escapeMarkup(place.message)}</li>`;
    }),
    '</ul>',
  ];
}

function fix({ fix }: Finding): readonly string[] {
  if (fix === undefined) return [];
  return [
    `<p class="fix">${escapeMarkup(sentence(fix.title))} <code>${FIX_COMMAND[fix.kind]}</code> does it.</p>`,
  ];
}

function placeText(place: Place): string {
  const { line, column } = rangeOf(place).start;
  return `${line}:${column}`;
}

/** What the rules that found something are about. */
function rules({ background }: Report): readonly string[] {
  if (background.rules.length === 0) return [];
  return [
    '<section class="rules" aria-labelledby="rules">',
    '<h2 id="rules">Rules</h2>',
    '<dl>',
    ...background.rules.map(({ id, summary }) => {
      const rule = escapeMarkup(id);
      return `<dt id="rule-${rule}">${rule}</dt><dd>${escapeMarkup(summary)}</dd>`;
    }),
    '</dl>',
    '<p><code>skillsaw explain RULE</code> says more.</p>',
    '</section>',
  ];
}

/** Escaped for the page. */
function shownPath(path: string): string {
  return escapeMarkup(printable(path, PATH_LIMIT));
}
