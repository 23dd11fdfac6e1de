import { expect, test } from 'vitest';
import type { MessageSpec, RawFinding } from '../rule.ts';
import { secret } from '../test/secrets.ts';
import { insertion } from '../text/edit.ts';
import { toFinding } from './finding.ts';

const spec: MessageSpec = {
  severity: 'warning',
  scope: 'field',
  consequence: 'value-ignored',
  text: () => 'Lost',
  help: () => 'Mend it.',
};

function finding(raw: Partial<RawFinding>) {
  const whole = { messageId: 'made-up', args: {}, at: { start: 0, end: 1 }, ...raw };
  return toFinding(
    { id: 'made-up-rule' },
    spec,
    whole,
    { path: 'a', repositoryPath: 'a', absolute: '/a' },
    'warning',
  );
}

test('the title of a fix is masked, escaped and cut; its edits are as the rule made them', () => {
  const edits = [insertion(0, '"')];
  const title = (text: string) => finding({ fix: { kind: 'safe', title: text, edits } }).fix?.title;
  expect(finding({ fix: { kind: 'suggested', title: 'Do it', edits } }).fix).toEqual({
    kind: 'suggested',
    title: 'Do it',
    edits,
  });
  expect(title(`Rename ${secret('github-pat')} to x`)).toBe('Rename *** to x');
  expect(title('Quote\n\u202ex')).toBe('Quote\\n\\u202ex');
  expect(title('x'.repeat(500))).toHaveLength(160);
  expect(finding({})).not.toHaveProperty('fix');
});
