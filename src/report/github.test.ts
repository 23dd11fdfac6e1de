import { expect, test } from 'vitest';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { workflowCommands } from '../test/read-reports.ts';
import { reportGithub } from './github.ts';

test('is a command a finding and one line for the log', () => {
  const findings = [
    findingIn('{\n  "a": 1\n}', '1', { severity: 'error' }),
    findingIn('[1,\n2]', '1,\n2', {
      message: 'Over 2 lines, so: 100%',
      severity: 'info',
      path: 'a,b:c.json',
    }),
  ];
  expect(reportGithub(reportOf(findings))).toBe(
    '::error file=.agents/mcp_config.json,line=2,endLine=2,col=8,endColumn=9,title=made-up-rule::Something is lost%0AMend it.\n' +
      '::notice file=a%2Cb%3Ac.json,line=1,endLine=2,title=made-up-rule::Over 2 lines, so: 100%25%0AMend it.\n' +
      '1 error, 0 warnings, 1 info in 3 files. Failed: 1 finding at or above error (--fail-on error).\n',
  );
});

test('is as many commands as findings, whatever stands in them, and the closing line is none', () => {
  const output = reportGithub(reportOf(NASTY_FINDINGS));
  expect(output.split('\n')).toHaveLength(NASTY_FINDINGS.length + 2);
  expect(workflowCommands(output)).toHaveLength(NASTY_FINDINGS.length);
  expect(output.split('\n').at(-2)).toMatch(/^1 error, \d+ warnings, 1 info in 3 files\. Failed: /);
});

test('escapes what separates properties, and an escape that was there is not undone twice', () => {
  const path = '%0A%250A,::%2C:a=b.json';
  const message = '%0A %25 %3A :: , = %';
  const [command] = workflowCommands(reportGithub(reportOf([findingIn('x', 'x', { path, message })])));
  expect(command).toEqual({
    name: 'warning',
    properties: {
      file: path,
      line: '1',
      endLine: '1',
      col: '1',
      endColumn: '2',
      title: 'made-up-rule',
    },
    message: `${message}\nMend it.`,
  });
});

test('tells what broke', () => {
  const crashes = [
    { ruleId: 'made-up-rule', path: 'a,b', error: new TypeError('x') },
    { path: 'c', error: new RangeError('x') },
  ];
  expect(workflowCommands(reportGithub(reportOf([], { crashes })))).toEqual([
    {
      name: 'error',
      properties: { title: 'made-up-rule' },
      message: 'bug in skillsaw 0.0.0: rule made-up-rule on a,b failed with TypeError; please report it',
    },
    {
      name: 'error',
      properties: { title: 'skillsaw' },
      message: 'bug in skillsaw 0.0.0: the loader on c failed with RangeError; please report it',
    },
  ]);
});
