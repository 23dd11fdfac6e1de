import { Ajv } from 'ajv';
import type { Issue } from 'codeclimate-types';
import { expect, test } from 'vitest';
import { inOrder } from '../engine/order.ts';
import { findingIn, NASTY_FINDINGS, reportOf } from '../test/findings.ts';
import { codeQualityIssue, reportGitlab } from './gitlab.ts';

/** What GitLab's documentation asks of a report; it ignores what else there is. */
const validate = new Ajv({ allErrors: true }).compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', pattern: '^[^\\r\\n]+$' },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!\\./)' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 }, end: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
});

function issuesOf(...args: Parameters<typeof reportOf>) {
  const issues = JSON.parse(reportGitlab(reportOf(...args)));
  validate(issues);
  expect(validate.errors).toBeNull();
  return issues;
}

test('is a list that GitLab can read, with everything nasty and with nothing', () => {
  const findings = inOrder(NASTY_FINDINGS, new Set());
  const issues = issuesOf(findings);
  expect(issues).toHaveLength(NASTY_FINDINGS.length);
  // Of two with the same fingerprint only one is shown.
  expect(new Set(issues.map(({ fingerprint }: Issue) => fingerprint)).size).toBe(issues.length);
  expect(reportGitlab(reportOf([]))).toBe('[]\n');
});

test('is made of issues as Code Climate has them', () => {
  const issue: Pick<Issue, 'check_name' | 'description' | 'fingerprint' | 'location' | 'severity'> =
    codeQualityIssue(findingIn('{\n"a": [\n1]}', '[\n1]', { path: 'a b.json' }));
  expect(issue).toEqual({
    description: 'Something is lost. Mend it.',
    check_name: 'made-up-rule',
    fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    severity: 'major',
    location: { path: 'a b.json', lines: { begin: 2, end: 3 } },
  });
});

test.each([
  ['error', 'critical'],
  ['warning', 'major'],
  ['info', 'info'],
] as const)('an %s is %s', (severity, expected) => {
  expect(issuesOf([findingIn('x', 'x', { severity })])[0].severity).toBe(expected);
});
