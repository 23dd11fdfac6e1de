import { describe, expect, test } from 'vitest';
import { checkFileLater, summary } from '../src/test/rules.ts';
import rule from './antigravity-workflow-valid.ts';

const findingsIn = (content: string | Uint8Array) => checkFileLater(rule, 'workflows/bake.md', content);

/** Without the one that every workflow has. */
async function found(content: string): Promise<string[]> {
  const [first, ...others] = await findingsIn(content);
  expect(first?.messageId).toBe('retired');
  return others.map((finding) => summary(content, finding));
}

const head = (body: string): string => `---\ndescription: Bake bread\n---\n\n${body}`;

test('every workflow is retired', async () => {
  const content = head('1. Run `make bread`.\n');
  expect((await findingsIn(content)).map((finding) => summary(content, finding))).toEqual([
    'retired 1:1 ---',
  ]);
});

describe('the description', () => {
  test.each<[string, string[]]>([
    [head(''), []],
    ['', ['no-description 1:1 ']],
    ['1. Run `make bread`.\n', ['no-description 1:1 1. Run `make bread`.']],
    ['---\nname: bake\n---\n', ['no-description 1:1 ---']],
    ['---\ndescription:\n---\n', ['no-description 2:1 description']],
    ['---\ndescription: a: b\n---\n', []],
    ['---\ndescription: never closed\n', []],
  ])('%j', async (content, expected) => {
    expect(await found(content)).toEqual(expected);
  });
});

describe('lines that let steps run', () => {
  test.each<[string, string[]]>([
    ['// turbo-all\n1. a', ['turbo 5:1 // turbo-all']],
    ['1. a\n   // turbo  \n2. b', ['turbo 6:4 // turbo']],
    ['// turbo\r\n1. a\r\n// turbo\r\n', ['turbo 5:1 // turbo']],
    ['// turbo\r1. a\r// turbo-all', ['turbo 5:1 // turbo', 'turbo 7:1 // turbo-all']],
    ['// turbo-all is not for us.', []],
    ['// turbos', []],
    ['//turbo', []],
    ['Write // turbo above a step.', []],
    ['`// turbo`', []],
    ['```\n// turbo\n```', []],
    ['<!--\n// turbo\n-->', []],
    ['text\n\n    // turbo', ['turbo 7:5 // turbo']],
  ])('%j', async (body, expected) => {
    expect(await found(head(body))).toEqual(expected);
  });

  test('the same line again is a further place', async () => {
    const findings = await findingsIn(head('// turbo\n1. a\n// turbo\n2. b\n'));
    expect(findings[1]?.related).toEqual([
      { message: '// turbo stands here as well', at: { start: 47, end: 55 } },
    ]);
  });
});

test.each<[string, string | Uint8Array]>([
  ['NUL', '\0'.repeat(100_000)],
  ['no UTF-8', Uint8Array.from({ length: 30_000 }, () => 0xff)],
  ['many lines', '// turbo\n'.repeat(100_000)],
  ['one line', '// turbo '.repeat(100_000)],
])('hostile: %s', async (_, content) => {
  const start = performance.now();
  expect((await findingsIn(content)).length).toBeGreaterThan(0);
  expect(performance.now() - start).toBeLessThan(3000);
});
