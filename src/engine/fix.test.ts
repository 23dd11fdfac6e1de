import { describe, expect, test } from 'vitest';
import { type AnyRule, defineRule, type Fix, type MessageSpec, type RawFinding } from '../rule.ts';
import { mendFile, textOf } from '../test/mend-memory.ts';
import fc, { runs } from '../test/property.ts';
import { deletion, insertion, type TextEdit } from '../text/edit.ts';
import { MAX_PASSES } from './fix.ts';

const spec = (consequence: MessageSpec['consequence']): MessageSpec => ({
  severity: 'warning',
  scope: 'field',
  consequence,
  text: () => 'Said',
  help: () => 'Mend it.',
});

/** A rule that looks at the text of an `mcp_config.json`; `lost` makes the loader give up on the file. */
function ruleOf(
  id: string,
  find: (
    text: string,
  ) => Iterable<{ at: number; length?: number; fix?: TextEdit[]; kind?: Fix['kind']; lost?: true }>,
): AnyRule {
  return defineRule({
    id,
    summary: 'Made up',
    category: 'mcp',
    repositoryTypes: ['any'],
    kinds: ['mcp-config'],
    severity: 'warning',
    enabled: true,
    since: '0.20.0',
    fixable: true,
    options: {},
    evidence: [],
    messages: { said: spec('value-ignored'), lost: spec('file-lost') },
    check: ({ source }, { report }): RawFinding[] =>
      [...find(source.text)].map(({ at, length = 1, fix, kind = 'safe', lost }) =>
        report(
          lost === true ? 'lost' : 'said',
          { start: at, end: at + length },
          {},
          { fix: fix === undefined ? undefined : { kind, title: `${id} at ${at}`, edits: fix } },
        ),
      ),
  });
}

/** A finding for each occurrence of a letter, with what to do about it. */
const letters = (letter: string, edit: (at: number) => TextEdit[], id = `rule-${letter}`): AnyRule =>
  ruleOf(id, function* (text) {
    for (let at = text.indexOf(letter); at !== -1; at = text.indexOf(letter, at + 1))
      yield { at, fix: edit(at) };
  });

const replaced =
  (by: string) =>
  (at: number): TextEdit[] => [{ at: { start: at, end: at + 1 }, text: by }];

async function mended(content: string, ...rules: AnyRule[]) {
  const outcome = await mendFile('mcp_config.json', `"${content}"`, { rules });
  return { ...outcome, text: textOf(outcome)?.slice(1, -1), left: outcome.left.result.findings.length };
}

describe('what is applied', () => {
  test('all at once that leave each other alone', async () => {
    const { text, left, files } = await mended(
      'a.b.a',
      letters('a', replaced('A')),
      letters('b', replaced('')),
    );
    expect({ text, left }).toEqual({ text: 'A..A', left: 0 });
    expect(files[0]?.mended.map(({ title }) => title)).toEqual(['rule-a at 1', 'rule-b at 3', 'rule-a at 5']);
  });

  test('of two that overlap or touch one now, and the other in the next pass', async () => {
    const { text, files } = await mended('aa.ab', letters('a', replaced('A')), letters('b', replaced('B')));
    expect(text).toBe('AA.AB');
    expect(files[0]?.mended.map(({ title }) => title)).toEqual([
      'rule-a at 1',
      'rule-a at 4',
      'rule-a at 2',
      'rule-b at 5',
    ]);
  });

  test('edits of one finding that go around another one', async () => {
    const around = ruleOf('rule-x', function* (text) {
      if (text.startsWith('"x')) yield { at: 1, fix: [deletion(1, 2), insertion(text.length - 1, '!')] };
    });
    expect((await mended('x.a.', around, letters('a', replaced('A')))).text).toBe('.A.!');
  });

  test('only the safe ones unless the others are wanted', async () => {
    const rule = ruleOf('rule-s', function* (text) {
      if (text.includes('s'))
        yield {
          at: text.indexOf('s'),
          kind: 'suggested',
          fix: [deletion(text.indexOf('s'), text.indexOf('s') + 1)],
        };
    });
    expect(textOf(await mendFile('mcp_config.json', '"s"', { rules: [rule] }))).toBeUndefined();
    expect(textOf(await mendFile('mcp_config.json', '"s"', { rules: [rule], suggested: true }))).toBe('""');
  });

  test('in ten passes at most, and then it says that there is more', async () => {
    const grows = letters('a', (at) => [insertion(at, 'a')]);
    const first = ruleOf('rule-f', function* (text) {
      const at = text.indexOf('f');
      if (at !== -1) yield { at, fix: replaced('F')(at) };
    });
    expect(await mended('f.'.repeat(10), first)).toMatchObject({ text: 'F.'.repeat(10), unfinished: false });
    expect(await mended('f.'.repeat(12), first)).toMatchObject({
      text: `${'F.'.repeat(MAX_PASSES)}f.f.`,
      unfinished: true,
      refused: 0,
    });
    // What only grows never goes, and is refused.
    expect(await mended('a', grows)).toMatchObject({ text: undefined, unfinished: false, refused: 1 });
  });

  test('nothing when there is nothing to mend', async () => {
    expect(await mended('x', letters('a', replaced('A')))).toMatchObject({
      files: [],
      refused: 0,
      unfinished: false,
    });
  });
});

describe('what is refused', () => {
  test('a fix after which its finding is still there, and the others are applied', async () => {
    const useless = letters('u', () => [insertion(1, ' ')]);
    const { text, refused, left } = await mended('a.u', letters('a', replaced('A')), useless);
    expect({ text, refused, left }).toEqual({ text: 'A.u', refused: 1, left: 1 });
  });

  test('a fix after which something new stands where it wrote', async () => {
    const worse = letters('a', replaced('b'));
    const other = ruleOf('rule-b', function* (text) {
      for (let at = text.indexOf('b'); at !== -1; at = text.indexOf('b', at + 1)) yield { at };
    });
    expect(await mended('a.b', worse, other)).toMatchObject({ text: undefined, refused: 1, left: 2 });
    // Elsewhere it may stand.
    const reveals = ruleOf('rule-c', function* (text) {
      if (!text.includes('a') && text.includes('c')) yield { at: text.indexOf('c') };
    });
    expect(await mended('a.c', letters('a', replaced('A')), reveals)).toMatchObject({ text: 'A.c', left: 1 });
  });

  test('but not for what came with another fix: it has its turn in the next pass', async () => {
    const reveals = ruleOf('rule-c', function* (text) {
      if (!text.includes('a') && text.includes('c')) yield { at: text.indexOf('c') };
    });
    const outcome = await mended('a.cb', letters('a', replaced('A')), letters('b', replaced('')), reveals);
    expect(outcome).toMatchObject({ text: 'A.c', refused: 0, left: 1 });
    expect(outcome.files[0]?.mended.map(({ title }) => title)).toEqual(['rule-a at 1', 'rule-b at 4']);
  });

  test('but not for what a defect of the whole file had hidden', async () => {
    const hides = ruleOf('rule-h', function* (text) {
      if (text.includes('a'))
        yield { at: text.indexOf('a'), lost: true, fix: replaced('b')(text.indexOf('a')) };
    });
    const hidden = ruleOf('rule-b', function* (text) {
      if (text.includes('b')) yield { at: text.indexOf('b') };
    });
    expect(await mended('a', hides, hidden)).toMatchObject({ text: 'b', refused: 0, left: 1 });
  });

  test('a fix after which the file does not parse, whatever rules are on', async () => {
    const breaks = letters('q', (at) => [{ at: { start: at, end: at + 1 }, text: '"' }]);
    const { text, refused } = await mended('a.q.a.a', letters('a', replaced('A')), breaks);
    expect({ text, refused }).toEqual({ text: 'A.q.A.A', refused: 1 });
    // What did not parse before may be anything.
    const outcome = await mendFile('mcp_config.json', '{q', { rules: [breaks] });
    expect(textOf(outcome)).toBe('{"');
  });

  test('what is refused keeps no other from its place', async () => {
    const wide = ruleOf('rule-w', function* (text) {
      yield { at: 1, fix: [insertion(1, ' '), insertion(text.length - 1, ' ')] };
    });
    const { text, refused } = await mended('wa', wide, letters('a', replaced('A')));
    expect({ text, refused }).toEqual({ text: 'wA', refused: 1 });
  });

  test('a fix after which a rule crashes', async () => {
    const crashes = ruleOf('rule-c', (text) => {
      if (text.includes('A')) throw new Error('made up');
      return [];
    });
    expect(await mended('a', letters('a', replaced('A')), crashes)).toMatchObject({
      text: undefined,
      refused: 1,
    });
  });
});

test('the same comes out every time, nothing is left that could be mended, and the rest stays', async () => {
  const rules = [
    letters('a', replaced('xyz')),
    letters('b', replaced('')),
    letters('c', (at) =>
      [insertion(at, '<'), { at: { start: at, end: at + 1 }, text: 'C' }, insertion(at + 1, '>')].slice(1),
    ),
    letters('d', (at) => [deletion(Math.max(1, at - 1), at + 1)]),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '.'), maxLength: 12 }),
      async (content) => {
        const { text = content, unfinished, refused } = await mended(content, ...rules);
        expect(await mended(content, ...rules)).toMatchObject(text === content ? { files: [] } : { text });
        if (unfinished || refused > 0) return;
        expect(text).not.toMatch(/[abcd]/);
        expect((await mended(text, ...rules)).text).toBeUndefined();
      },
    ),
    { numRuns: runs(50) },
  );
});
