import type { Finding } from '../engine/finding.ts';
import type { RuleCrash } from '../engine/lint.ts';
import { fails } from '../engine/policy.ts';
import { compareText } from '../text/compare.ts';
import { escapeControls, printable } from '../text/quote.ts';
import { createColors } from './colors.ts';
import { rangeOf } from './locate.ts';
import { escapeMarkup } from './markup.ts';
import { crashText, errorName, PATH_LIMIT, type Report } from './report.ts';
import { detailLines } from './text.ts';

/**
 * JUnit XML as Jenkins defines it: a suite a file, a test case a finding. What makes the run fail is a failure, any other
 * finding a skipped test, so that the number of failures says the same as the exit status. A file without findings is one
 * test that passes.
 */
export function reportJunit(report: Report): string {
  const suites = suitesOf(report);
  const cases = suites.map((suite) => suite.cases);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="skillsaw" ${counts(cases.flat())} time="0">`,
  ];
  for (const { path, cases } of suites) {
    const skipped = cases.filter(({ outcome }) => outcome === 'skipped').length;
    lines.push(
      `  <testsuite name="${escapeMarkup(shownPath(path))}" ${counts(cases)} skipped="${skipped}" time="0">`,
    );
    for (const one of cases) lines.push(one.xml);
    lines.push('  </testsuite>');
  }
  return `${lines.join('\n')}\n</testsuites>\n`;
}

interface TestCase {
  readonly outcome: 'passed' | 'failure' | 'skipped' | 'error';
  readonly xml: string;
}

interface Suite {
  readonly path: string;
  readonly cases: readonly TestCase[];
}

function suitesOf(report: Report): readonly Suite[] {
  const byPath = new Map<string, TestCase[]>(report.background.paths.map((path) => [path, []]));
  const add = (path: string, one: TestCase): void => {
    const cases = byPath.get(path);
    if (cases === undefined) byPath.set(path, [one]);
    else cases.push(one);
  };
  for (const finding of report.findings) add(finding.path, findingCase(finding, report));
  for (const crash of report.crashes) add(crash.path, crashCase(crash, report));
  return [...byPath]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, cases]) => ({ path, cases: cases.length === 0 ? [passed(path)] : cases }));
}

function passed(path: string): TestCase {
  return { outcome: 'passed', xml: testCase('skillsaw', shownPath(path), '') };
}

const PLAIN = createColors(false);

function findingCase(finding: Finding, { failOn }: Report): TestCase {
  const { line, column } = rangeOf(finding).start;
  const name = `${shownPath(finding.path)}:${line}:${column} ${escapeControls(finding.message)}`;
  const details = detailLines(finding, PLAIN).map(escapeMarkup).join('\n');
  if (!fails(finding.severity, failOn)) {
    const text = `${finding.severity}: ${escapeMarkup(finding.message)}\n${details}`;
    return { outcome: 'skipped', xml: testCase(finding.ruleId, name, `<skipped>${text}</skipped>`) };
  }
  const attributes = `type="${finding.severity}" message="${escapeMarkup(finding.message)}"`;
  const failure = `<failure ${attributes}>${details}</failure>`;
  return { outcome: 'failure', xml: testCase(finding.ruleId, name, failure) };
}

function crashCase(crash: RuleCrash, { tool }: Report): TestCase {
  const text = escapeMarkup(crashText(crash, tool.version));
  const error = `<error type="${escapeMarkup(errorName(crash.error))}" message="${text}"></error>`;
  return { outcome: 'error', xml: testCase(crash.ruleId ?? 'skillsaw', shownPath(crash.path), error) };
}

function testCase(className: string, name: string, content: string): string {
  return `    <testcase classname="${escapeMarkup(className)}" name="${escapeMarkup(name)}" time="0">${content}</testcase>`;
}

function counts(cases: readonly TestCase[]): string {
  const failures = cases.filter(({ outcome }) => outcome === 'failure').length;
  const errors = cases.filter(({ outcome }) => outcome === 'error').length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
}

function shownPath(path: string): string {
  return printable(path, PATH_LIMIT);
}
