import { expect, test } from 'vitest';
import { tempTree } from '../src/test/helpers.ts';
import { lintTree } from '../src/test/lint-tree.ts';

type Tree = Parameters<typeof tempTree>[0];

const BERTHS = `A berth is booked by its number and the hour of high water. Two ferries never share one, and what a captain has
confirmed is not moved. When a booking fails, read the answer, say what it says, and leave the table as it was.
`;
const TIDES = `- The table of tides is made once a year and never by hand.
- A row holds the date, the hour, the height and the name of the port.
- When a row is missing, the run stops and says which, so that nobody sails by a guess, and the port is told.
`;
const SHORT = 'Run `make`, then `make test`. Both must pass.\n';

async function found(files: Tree): Promise<readonly string[]> {
  const findings = await lintTree(tempTree(files));
  return findings
    .filter(({ ruleId }) => ruleId === 'context-duplicate-section')
    .map(({ messageId, severity, path, source, span, related }) => {
      const { line, column } = source?.lines.position(span.start) ?? { line: 0, column: 0 };
      const others = related.map((other) => {
        const at = other.source?.lines.position(other.span.start);
        return ` ~ ${other.path}:${at?.line}`;
      });
      return `${messageId} ${severity} ${path}:${line}:${column}${others.join('')}`;
    });
}

const section = (title: string, body: string): string => `## ${title}\n\n${body}\n`;

test.each<[string, Tree, string[]]>([
  [
    'in both files of a directory',
    { 'AGENTS.md': `# Port\n\n${section('Berths', BERTHS)}`, 'GEMINI.md': section('Berths', BERTHS) },
    ['repeated warning GEMINI.md:1:1 ~ AGENTS.md:3'],
  ],
  [
    'under another heading, with other white space and other marks',
    {
      'AGENTS.md': section('Tides', TIDES),
      'GEMINI.md': `Intro\n\n### High water\r\n\r\n${TIDES.replaceAll('- ', '  *  ').replaceAll('\n', '\r\n')}`,
    },
    ['repeated warning GEMINI.md:3:1 ~ AGENTS.md:1'],
  ],
  [
    'numbered in one of them',
    { 'AGENTS.md': TIDES, 'GEMINI.md': TIDES.replaceAll('- ', '1. ') },
    ['repeated warning GEMINI.md:1:1 ~ AGENTS.md:1'],
  ],
  [
    'before the first heading',
    { 'AGENTS.md': `${BERTHS}\n# Port\n`, 'GEMINI.md': `\n\n${BERTHS}` },
    ['repeated warning GEMINI.md:3:1 ~ AGENTS.md:1'],
  ],
  [
    'several, one behind the other: one finding',
    {
      'AGENTS.md': section('Berths', BERTHS) + section('Tides', TIDES) + section('Build', SHORT),
      'GEMINI.md': `# Port\n\n${section('Berths', BERTHS)}${section('Tides', TIDES)}${section('Build', SHORT)}`,
    },
    ['repeated warning GEMINI.md:3:1 ~ AGENTS.md:1'],
  ],
  [
    'short ones that are long together',
    {
      'AGENTS.md': [1, 2, 3, 4, 5, 6].map((n) => section(`Step ${n}`, SHORT)).join(''),
      'GEMINI.md': [1, 2, 3, 4, 5, 6].map((n) => section(`Step ${n}`, SHORT)).join(''),
    },
    ['repeated warning GEMINI.md:1:1 ~ AGENTS.md:1'],
  ],
  [
    'two that lie apart: two findings',
    {
      'AGENTS.md': section('Berths', BERTHS) + section('Own', SHORT) + section('Tides', TIDES),
      'GEMINI.md': section('Tides', TIDES) + section('Berths', BERTHS),
    },
    ['repeated warning GEMINI.md:1:1 ~ AGENTS.md:10', 'repeated warning GEMINI.md:7:1 ~ AGENTS.md:1'],
  ],
  [
    'in a nested directory',
    { 'GEMINI.md': section('Tides', TIDES), 'ports/north/AGENTS.md': section('Tides', TIDES) },
    ['repeated warning ports/north/AGENTS.md:1:1 ~ GEMINI.md:1'],
  ],
  [
    'in a directory above, whose path comes later',
    { 'ports/A/AGENTS.md': section('Tides', TIDES), 'ports/GEMINI.md': section('Tides', TIDES) },
    ['repeated warning ports/GEMINI.md:1:1 ~ ports/A/AGENTS.md:1'],
  ],
  [
    'in a customization root',
    { '.agents/GEMINI.md': section('Tides', TIDES), 'AGENTS.md': section('Tides', TIDES) },
    ['repeated warning AGENTS.md:1:1 ~ .agents/GEMINI.md:1'],
  ],
  [
    'in three files: each later one names the earlier ones',
    {
      '.agents/AGENTS.md': section('Tides', TIDES),
      'AGENTS.md': section('Tides', TIDES),
      'north/AGENTS.md': section('Tides', TIDES),
    },
    [
      'repeated warning AGENTS.md:1:1 ~ .agents/AGENTS.md:1',
      'repeated warning north/AGENTS.md:1:1 ~ .agents/AGENTS.md:1',
    ],
  ],
  [
    'Chinese text, which has no spaces',
    { 'AGENTS.md': '潮'.repeat(20) + '汐'.repeat(20), 'GEMINI.md': '潮'.repeat(20) + '汐'.repeat(20) },
    ['repeated warning GEMINI.md:1:1 ~ AGENTS.md:1'],
  ],
])('reports a section %s', async (_, files, expected) => {
  expect(await found(files)).toEqual(expected);
});

test.each<[string, Tree]>([
  ['a short one', { 'AGENTS.md': section('Build', SHORT), 'GEMINI.md': section('Build', SHORT) }],
  [
    'the same heading over other text',
    { 'AGENTS.md': section('A', BERTHS), 'GEMINI.md': section('A', TIDES) },
  ],
  ['one that differs in a word', { 'AGENTS.md': BERTHS, 'GEMINI.md': BERTHS.replace('ferries', 'barges') }],
  ['twice in one file', { 'GEMINI.md': section('A', BERTHS) + section('B', BERTHS), 'AGENTS.md': SHORT }],
  [
    'short ones under other headings',
    {
      'AGENTS.md': [1, 2, 3, 4, 5, 6].map((n) => section(`Step ${n}`, SHORT)).join(''),
      'GEMINI.md': [1, 2, 3, 4, 5, 6].map((n) => section(`Part ${n}`, SHORT)).join(''),
    },
  ],
  [
    'in directories side by side',
    { 'north/AGENTS.md': BERTHS, 'south/AGENTS.md': BERTHS, 'south/GEMINI.md': '' },
  ],
  ['in another repository', { 'AGENTS.md': BERTHS, 'lib/.git/HEAD': '', 'lib/AGENTS.md': BERTHS }],
  ['in a file of another name', { 'AGENTS.md': BERTHS, 'README.md': BERTHS }],
  ['in a link to the other', { 'AGENTS.md': BERTHS, 'GEMINI.md': { symlink: 'AGENTS.md' } }],
  ['empty files', { 'AGENTS.md': '', 'GEMINI.md': '' }],
  ['headings alone', { 'AGENTS.md': '# a\n\n## b\n', 'GEMINI.md': '# a\n\n## b\n' }],
])('keeps quiet about %s', async (_, files) => {
  expect(await found(files)).toEqual([]);
});

test.each<[string, Tree, string[]]>([
  ['a bare reference', { 'GEMINI.md': '@AGENTS.md\n', 'AGENTS.md': SHORT }, ['pointer info GEMINI.md:1:1']],
  [
    'under a heading',
    { 'GEMINI.md': '# Port\n\n@./AGENTS.md', 'AGENTS.md': SHORT },
    ['pointer info GEMINI.md:1:1'],
  ],
  ['beside text of its own', { 'GEMINI.md': `@AGENTS.md\n\n${SHORT}`, 'AGENTS.md': SHORT }, []],
  ['to a file that is not there', { 'GEMINI.md': '@AGENTS.md\n' }, []],
  ['to a file elsewhere', { 'GEMINI.md': '@AGENTS.md\n', 'docs/AGENTS.md': SHORT }, []],
  ['the other way round', { 'AGENTS.md': '@GEMINI.md\n', 'GEMINI.md': SHORT }, []],
])('a GEMINI.md that only points: %s', async (_, files, expected) => {
  expect(await found(files)).toEqual(expected);
});

test('the second file can be excluded, or the finding ignored', async () => {
  const files = { 'AGENTS.md': BERTHS, 'GEMINI.md': BERTHS };
  const config = (block: string): Tree => ({
    ...files,
    '.skillsaw.yaml': `rules:\n  context-duplicate-section:\n    ${block}\n`,
  });
  expect(await found(config('exclude: ["GEMINI.md"]'))).toEqual([]);
  expect(await found(config('exclude: ["docs/GEMINI.md"]'))).toHaveLength(1);
});

test('many equal files side by side below one: linear', async () => {
  const files: Record<string, string> = { 'AGENTS.md': BERTHS };
  for (let i = 0; i < 300; i++) files[`p${String(i).padStart(3, '0')}/AGENTS.md`] = BERTHS;
  const lines = await found(files);
  expect(lines).toHaveLength(300);
  expect(lines[299]).toBe('repeated warning p299/AGENTS.md:1:1 ~ AGENTS.md:1');
});
