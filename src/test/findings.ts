import type { Finding } from '../engine/finding.ts';
import { NO_BACKGROUND, type Report } from '../report/report.ts';
import { deletion, insertion } from '../text/edit.ts';
import { SourceFile } from '../text/source.ts';
import { secret } from './secrets.ts';

/** A finding about the first occurrence of `at` in `text`; everything else may be overridden. */
export function findingIn(text: string, at: string, overrides: Partial<Finding> = {}): Finding {
  const path = overrides.path ?? '.agents/mcp_config.json';
  const bytes = new TextEncoder().encode(text);
  const start = new TextEncoder().encode(text.slice(0, text.indexOf(at))).length;
  return {
    path,
    source: new SourceFile(path, bytes),
    span: { start, end: start + new TextEncoder().encode(at).length },
    ruleId: 'made-up-rule',
    messageId: 'made-up',
    severity: 'warning',
    scope: 'server',
    consequence: 'server-dropped',
    message: 'Something is lost',
    help: 'Mend it.',
    related: [],
    repositoryPath: path,
    ordinal: 0,
    files: [path],
    ...overrides,
  };
}

/** What every reporter must survive. The strings are as the engine hands them on: masked, and escaped where people read them. */
export const NASTY_FINDINGS: readonly Finding[] = [
  findingIn('{"a": 1}', '1', { message: 'commas, colons: percent 100% and ::error::', path: 'a,b:c%.json' }),
  findingIn('one\r\ntwo 😀 x\r\n', 'x', {
    server: 'a\r\nb',
    field: 'env.\u202eX',
    message: 'astral before the column',
  }),
  findingIn('end', '', { span: { start: 3, end: 3 }, message: 'at the end of the file' }),
  findingIn('', '', { message: 'in an empty file' }),
  findingIn('[\n1,\n2\n]', '[\n1,\n2\n]', { message: 'over several lines' }),
  findingIn('\t\t"name": 漢字 ]', ']', { message: 'after tabs and wide characters' }),
  findingIn(`{"k": "${secret('github-pat')}", "n": 1}`, '1', { message: 'beside a credential' }),
  findingIn(`${'x'.repeat(5000)}!${'y'.repeat(5000)}`, '!', { message: 'in a very long line' }),
  findingIn('a\u001b[31mb\u202ec', 'c', { message: 'after an escape and an override' }),
  findingIn('{\u0000}', '}', { message: 'in a binary file' }),
  findingIn('{"a": 1}', '1', {
    message: 'with a fix',
    fix: {
      kind: 'safe',
      title: 'Put 50%, "a" and\\nb in quotes',
      edits: [insertion(6, '"'), insertion(7, '"')],
    },
  }),
  findingIn('\ufeff{"é": "😀"}\r\n', '{"é": "😀"}', {
    message: 'with a fix for a look at',
    fix: { kind: 'suggested', title: 'Delete it', edits: [deletion(3, 16)] },
  }),
  findingIn('one\rtwo ∑ x\rthree', 'x', { message: 'after lone carriage returns' }),
  findingIn('{"a": 1}', '1', {
    message: 'over\nseveral\r\nlines\r::error::and 100%',
    help: 'Mend\nit %0A so.',
  }),
  findingIn('<a href="x">&amp; 1', '1', {
    message: `markup: "double" 'single' <b>&amp;</b> ]]> <!-- --> </script> {0} \\`,
    server: '</title><script>',
  }),
  findingIn('{"a": 1}', '1', { message: 'a link: [press here](https://kiln.example/) and [more](1)' }),
  findingIn('{"a": 1}', '1', {
    message: 'an override and an escape: \u202egnp and \u001b[2J\ufeff',
    path: 'a dir/#1?&ü 😀/\u202e%41\n\u001b[2J/mcp_config.json',
  }),
  findingIn('\uffff\ufffe \u{1f600}', '\u{1f600}', { message: 'noncharacters \uffff and \ufffe' }),
  { ...withoutSource(), message: 'without a place', severity: 'error', path: '/elsewhere/mcp_config.json' },
  findingIn('{"a": [1, 2]}', '1', {
    severity: 'info',
    related: [
      { ...findingIn('{"a": [1, 2]}', '2'), message: 'this too' },
      { ...withoutSource(), message: 'and something without a place' },
    ],
  }),
];

function withoutSource(): Finding {
  const { source: _, ...finding } = findingIn('', '');
  return finding;
}

export function reportOf(findings: readonly Finding[], overrides: Partial<Report> = {}): Report {
  return {
    tool: { name: 'skillsaw', version: '0.0.0' },
    findings,
    files: 3,
    suppressed: 0,
    baselined: 0,
    failOn: 'error',
    failing: findings.filter(({ severity }) => severity === 'error').length,
    crashes: [],
    background: NO_BACKGROUND,
    ...overrides,
  };
}
