import { describe, expect, test } from 'vitest';
import { checkFile, summary } from '../src/test/rules.ts';
import rule from './hooks-prohibited.ts';

const found = (content: string, allowlist: readonly string[]): string[] =>
  checkFile(rule, 'hooks.json', content, { allowlist }).map((finding) => summary(content, finding));
const stop = (...commands: string[]): string =>
  JSON.stringify({ mill: { Stop: commands.map((command) => ({ command })) } });

test.each<[string, readonly string[], string[]]>([
  ['', ['make'], []],
  ['{}', [], []],
  [stop('make'), ['make'], []],
  [stop('make', 'make test'), ['make test', 'make'], []],
  [stop(''), [], []],
  [stop('make'), [], ['prohibited 1:29 "make"']],
  // Letter for letter: no prefix, no pattern, no white space.
  [stop('make test'), ['make', 'make *', 'Make test'], ['prohibited 1:29 "make test"']],
  [stop(' make'), ['make'], ['prohibited 1:29 " make"']],
  [stop('make', 'make test'), ['make'], ['prohibited 1:48 "make test"']],
  ['{"mill":{"enabled":false,"Stop":[{"command":"make"}]}}', [], ['prohibited 1:45 "make"']],
  ['{"v":1,"mill":{"Later":[{"hooks":[{"command":"make"}]}]}}', [], ['prohibited 1:46 "make"']],
  ['{"command":"make"}', [], ['prohibited 1:12 "make"']],
  ['{"mill":{"Stop":[{"command":"m\\u0061ke"}]}}', ['make'], []],
])('%s, allowed: %j', (content, allowlist, expected) => {
  expect(found(content, allowlist)).toEqual(expected);
});

describe('what is said', () => {
  test('the hook, the command, and where it stands', () => {
    expect(checkFile(rule, 'hooks.json', stop('make'))).toMatchObject([
      {
        messageId: 'prohibited',
        args: { hook: 'mill', named: 1, command: 'make' },
        field: 'Stop[0].command',
        pointer: '/mill/Stop/0/command',
      },
    ]);
    const { text } = rule.messages.prohibited;
    expect(text({ hook: 'mill', named: 1, command: 'make' })).toMatch(/^Hook "mill" runs "make", /);
    expect(text({ hook: '', named: 0, command: 'make' })).toMatch(/^The file runs "make", /);
  });
});

test('a million commands are a thousand findings', () => {
  expect(found(stop(...Array.from({ length: 20_000 }, () => 'make')), [])).toHaveLength(1000);
});
