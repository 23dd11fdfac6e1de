import { describe, expect, test } from 'vitest';
import type { Finding } from '../engine/finding.ts';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { READERS, type ReadFinding } from '../test/read-reports.ts';
import { SECRETS } from '../test/secrets.ts';
import { deletion } from '../text/edit.ts';
import { escapeControls, escapeLines, printable } from '../text/quote.ts';
import { wantsColor } from './colors.ts';
import { FORMATS, type Format, formatEntry } from './formats.ts';
import { rangeOf } from './locate.ts';
import { PATH_LIMIT, type ViewOptions } from './report.ts';

const plain: ViewOptions = { level: 'verbose', color: false };
const render = async (
  format: Format,
  ...[report, view = plain]: [ReturnType<typeof reportOf>, ViewOptions?]
) => (await formatEntry(format).load())(report, view);

/** What must reach no terminal and no reader raw; line ends are the reports' own. */
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

const onOneLine = ({ message }: Finding): string => escapeControls(message);
const withHelp = ({ message, help }: Finding): string => `${message}. ${help}`;

/** What is read back of a finding: programs get paths and messages as they are, people what can be shown. */
const READ: Readonly<Record<Format, (finding: Finding) => string>> = {
  text: onOneLine,
  compact: onOneLine,
  json: ({ message }) => message,
  // What would be a link is none.
  sarif: (finding) => withHelp(finding).replaceAll('](', '] ('),
  github: ({ message, help }) => escapeLines(`${message}\n${help}`),
  gitlab: (finding) => escapeControls(withHelp(finding)),
  junit: onOneLine,
  html: ({ message }) => escapeLines(message),
};
const EXACT_PATHS: readonly Format[] = ['json', 'sarif', 'gitlab'];

function expected(format: Format, finding: Finding): ReadFinding {
  const { path, ruleId, severity } = finding;
  return {
    path: EXACT_PATHS.includes(format) ? path : printable(path, PATH_LIMIT),
    line: rangeOf(finding).start.line,
    ruleId,
    severity,
    message: READ[format](finding),
  };
}

const byMessage = (a: ReadFinding, b: ReadFinding): number => (a.message < b.message ? -1 : 1);

describe.each(FORMATS)('%s', (format) => {
  test('says of everything nasty what it is, shows nothing raw and no credential', async () => {
    const output = await render(format, reportOf(NASTY_FINDINGS));
    expect(output).not.toMatch(RAW);
    for (const secret of SECRETS) expect(output).not.toContain(secret);
    const read = await READERS[format](output);
    const all = NASTY_FINDINGS.map((finding) => expected(format, finding));
    expect([...read].sort(byMessage)).toEqual(all.sort(byMessage));
  });

  test('gives the same bytes twice, one line end at their end', async () => {
    const output = await render(format, reportOf(NASTY_FINDINGS));
    expect(output).toBe(await render(format, reportOf(NASTY_FINDINGS)));
    expect(output).toMatch(/[^\n]\n$/);
  });

  test('can say that there is nothing', async () => {
    const output = await render(format, reportOf([]));
    expect(await READERS[format](output)).toEqual([]);
  });

  test('takes ten thousand findings about one long line', async () => {
    const text = `[${'1,'.repeat(10_001)}1]`;
    const base = findingIn(text, '1');
    const findings = Array.from({ length: 10_000 }, (_, i) => ({
      ...base,
      span: { start: 1 + 2 * i, end: 2 + 2 * i },
      ordinal: i,
    }));
    expect(await READERS[format](await render(format, reportOf(findings)))).toHaveLength(10_000);
  });
});

describe('compact', () => {
  test('is one line a finding', async () => {
    const findings = [
      findingIn('{\n  "a": 1\n}', '1', { severity: 'error' }),
      findingIn('{"b": 2}', '2', { path: 'b/mcp_config.json' }),
    ];
    expect(await render('compact', reportOf(findings))).toBe(
      '.agents/mcp_config.json:2:8: error Something is lost [made-up-rule]\n' +
        'b/mcp_config.json:1:7: warning Something is lost [made-up-rule]\n',
    );
  });

  test.each<[ViewOptions['level'], string[]]>([
    ['quiet', ['error']],
    ['normal', ['error', 'warning']],
    ['verbose', ['error', 'warning', 'info']],
  ])('%s shows %j', async (level, severities) => {
    const findings = (['error', 'warning', 'info'] as const).map((severity) =>
      findingIn('x', 'x', { severity }),
    );
    const output = await render('compact', reportOf(findings), { level, color: false });
    expect(output.match(/error|warning|info/g)).toEqual(severities);
  });
});

describe('json', () => {
  test('holds every finding whatever is shown to people, in the order of the contract', async () => {
    const finding = findingIn('{"a": 1}', '1', { severity: 'info', server: 'a', field: 'b', pointer: '/a' });
    const report = JSON.parse(await render('json', reportOf([finding]), { level: 'quiet', color: false }));
    expect(Object.keys(report)).toEqual(['schemaVersion', 'tool', 'findings', 'summary']);
    expect(Object.keys(report.findings[0])).toEqual([
      'ruleId',
      'severity',
      'scope',
      'consequence',
      'message',
      'path',
      'range',
      'server',
      'field',
      'pointer',
      'related',
      'help',
      'fingerprint',
    ]);
    expect(report.findings[0].range).toEqual({
      start: { line: 1, column: 7, offset: 6 },
      end: { line: 1, column: 8, offset: 7 },
    });
    expect(report.summary).toEqual({
      files: 3,
      errors: 0,
      warnings: 0,
      infos: 1,
      fixable: 0,
      suppressed: 0,
      baselined: 0,
    });
  });

  test('a fix stands before the help, without its edits, and is counted', async () => {
    const finding = findingIn('[1]', '1', {
      fix: { kind: 'suggested', title: 'Do it', edits: [deletion(1, 2)] },
    });
    const report = JSON.parse(await render('json', reportOf([finding, findingIn('x', 'x')])));
    expect(Object.keys(report.findings[0]).slice(-4)).toEqual(['related', 'fix', 'help', 'fingerprint']);
    expect(report.findings[0].fix).toEqual({ kind: 'suggested', title: 'Do it' });
    expect(report.findings[1]).not.toHaveProperty('fix');
    expect(report.summary.fixable).toBe(1);
  });

  test('names are complete and as spelled', async () => {
    const name = `\u202e${'n'.repeat(200)}\u001b`;
    const report = JSON.parse(await render('json', reportOf([findingIn('x', 'x', { server: name })])));
    expect(report.findings[0].server).toBe(name);
  });

  test('columns count UTF-16 units and a byte-order mark, offsets count bytes', async () => {
    const report = JSON.parse(await render('json', reportOf([findingIn('\ufeff"😀", 1', '1')])));
    expect(report.findings[0].range.start).toEqual({ line: 1, column: 8, offset: 11 });
  });
});

describe('text', () => {
  test('marks the part that must change below its line', async () => {
    const output = await render('text', reportOf([findingIn('{\n\t"ключ": "漢字", "b": 12\n}', '12')]));
    expect(output).toContain('    2 |   "ключ": "漢字", "b": 12\n      |                        ^^\n');
  });

  test('what takes no room on a terminal takes none above the marks', async () => {
    const joined = '\u1112\u1161\u11abe\u0301a\u20dd';
    const output = await render('text', reportOf([findingIn(`{"${joined}": 12}`, '12')]));
    expect(output).toContain(`1 | {"${joined}": 12}\n      |          ^^\n`);
  });

  test('a long line is cut around it', async () => {
    const output = await render('text', reportOf([findingIn(`${'x'.repeat(500)}!${'y'.repeat(500)}`, '!')]));
    const [, frame = '', marks = ''] = /1 \| (.*)\n {6}\| (.*)\n/.exec(output) ?? [];
    expect(frame.startsWith('…xxx')).toBe(true);
    expect(frame.endsWith('yyy…')).toBe(true);
    expect(frame.length).toBeLessThanOrEqual(100);
    expect(frame[marks.indexOf('^')]).toBe('!');
  });

  test('related places are shown as long as somebody reads them, and a million break nothing', async () => {
    const finding = findingIn('[1, 2]', '1');
    const related = Array.from({ length: 1_000_000 }, (_, i) => ({ ...finding, message: `place ${i}` }));
    const output = await render('text', reportOf([{ ...finding, related }]));
    expect(output.match(/place \d+/g)).toHaveLength(10);
    expect(output).toContain('= and more of the same\n');
  });

  test('a mask is as short for every credential, and is marked as a whole', async () => {
    const value = `"${SECRETS[0]}"`;
    const output = await render('text', reportOf([findingIn(`{"API_TOKEN": ${value}}`, value)]));
    expect(output).toContain('1 | {"API_TOKEN": "***"}\n      |               ^^^^^\n');
  });

  test.each<[string, Parameters<typeof reportOf>[1], string]>([
    ['error', {}, 'Passed: no finding at or above error (--fail-on error).'],
    [
      'warning',
      { failOn: 'warning', failing: 1 },
      'Failed: 1 finding at or above warning (--fail-on warning).',
    ],
    ['never', { failOn: 'never', failing: 0 }, 'Passed: --fail-on never lets every finding pass.'],
  ])('says what --fail-on %s did', async (_, overrides, line) => {
    const output = await render('text', reportOf([findingIn('x', 'x')], overrides));
    expect(output.trimEnd().split('\n').at(-1)).toBe(line);
  });

  test('says how many findings it does not show', async () => {
    const report = reportOf([findingIn('x', 'x', { severity: 'info' })], { suppressed: 2 });
    expect(await render('text', report, { level: 'normal', color: false })).toContain(
      '0 errors, 0 warnings, 1 info (3 files checked, 2 suppressed, 1 not shown; -v shows them)',
    );
  });

  test('says what fix would do, below the help', async () => {
    const fix = { title: 'Do it', edits: [deletion(0, 1)] };
    const findings = [
      findingIn('x', 'x', { fix: { ...fix, kind: 'safe' } }),
      findingIn('x', 'x', { fix: { ...fix, kind: 'suggested' } }),
    ];
    const output = await render('text', reportOf(findings));
    expect(output).toContain('= help: Mend it.\n      = fix: Do it (skillsaw fix)\n');
    expect(output).toContain('= help: Mend it.\n      = fix: Do it (skillsaw fix --suggest)\n');
  });

  test.each<[string, ('safe' | 'suggested')[], string | undefined]>([
    ['nothing', [], undefined],
    ['safe ones', ['safe', 'safe'], 'skillsaw fix mends 2 of these.'],
    ['suggested ones', ['suggested'], 'skillsaw fix --suggest mends 1 of these.'],
    [
      'both',
      ['suggested', 'safe', 'suggested'],
      'skillsaw fix mends 1 of these, skillsaw fix --suggest 2 more.',
    ],
  ])('closes with what can be mended: %s', async (_, kinds, line) => {
    const fixable = kinds.map((kind) =>
      findingIn('x', 'x', { severity: 'info', fix: { kind, title: 'Do it', edits: [deletion(0, 1)] } }),
    );
    const output = await render('text', reportOf([...fixable, findingIn('x', 'x')]), {
      level: 'normal',
      color: false,
    });
    expect(output.split('\n').find((text) => text.startsWith('skillsaw fix'))).toBe(line);
  });

  test('colours when asked to', async () => {
    const output = await render('text', reportOf([findingIn('x', 'x')]), { level: 'normal', color: true });
    expect(output).toContain('\u001b[33mwarning\u001b[39m');
  });
});

test.each<[string, Parameters<typeof wantsColor>[0], boolean]>([
  ['a terminal', { flag: undefined, env: {}, isTerminal: true }, true],
  ['no terminal', { flag: undefined, env: {}, isTerminal: false }, false],
  ['the flag wins', { flag: true, env: { NO_COLOR: '1' }, isTerminal: false }, true],
  ['the flag against a terminal', { flag: false, env: { FORCE_COLOR: '1' }, isTerminal: true }, false],
  [
    'NO_COLOR before FORCE_COLOR',
    { flag: undefined, env: { NO_COLOR: '1', FORCE_COLOR: '1' }, isTerminal: true },
    false,
  ],
  ['an empty NO_COLOR is none', { flag: undefined, env: { NO_COLOR: '' }, isTerminal: true }, true],
  ['FORCE_COLOR', { flag: undefined, env: { FORCE_COLOR: '1' }, isTerminal: false }, true],
  ['FORCE_COLOR=0', { flag: undefined, env: { FORCE_COLOR: '0' }, isTerminal: true }, false],
  ['a dumb terminal', { flag: undefined, env: { TERM: 'dumb' }, isTerminal: true }, false],
])('colour: %s', (_, environment, expected) => {
  expect(wantsColor(environment)).toBe(expected);
});
