import { describe, expect, test } from 'vitest';
import { checkFileLater, placeIn, summary } from '../src/test/rules.ts';
import rule from './antigravity-skill-valid.ts';

const findingsIn = (content: string | Uint8Array, name = 'skills/press/SKILL.md') =>
  checkFileLater(rule, name, content);

async function found(content: string | Uint8Array, name?: string): Promise<string[]> {
  return (await findingsIn(content, name)).map((finding) => summary(content, finding));
}

const head = (lines: string, body = '\nTread on them.\n'): string => `---\n${lines}\n---\n${body}`;
const ABOUT = 'description: Press grapes. Use in autumn.';

describe('silent', () => {
  test.each([
    head(ABOUT),
    head(`name: press\n${ABOUT}`),
    head(`name: "press"\ndescription: >\n  Press grapes.\n  Use in autumn.`),
    head(`name:\n${ABOUT}`),
    head(`${ABOUT}\ndisable-slash-command: true\nallowed-tools: Read\nmetadata:\n  icon: vat`),
    head('description: 42'),
    head(ABOUT).replaceAll('\n', '\r\n'),
    `\ufeff${head(ABOUT)}`,
    head(`description: ${'é'.repeat(1024)}`),
    head(`description: ${'😀'.repeat(1024)}`),
    head(ABOUT, 'x'.repeat(24_000)),
    head(`${ABOUT}\nnote: ${'x'.repeat(30_000)}`, 'short'),
  ])('%#', async (content) => {
    expect(await found(content)).toEqual([]);
  });
});

describe('the head', () => {
  test.each<[string, string[]]>([
    ['# Press\n', ['no-head 1:1 # Press']],
    ['', ['no-head 1:1 ']],
    [`# Press\n\n${head(ABOUT)}`, ['no-head 3:1 ---']],
    [`---\n${ABOUT}\n`, ['broken-head 1:1 ---']],
    [head('Press grapes.'), ['broken-head 2:1 Press grapes.']],
    [head('description: Press grapes: red ones'), ['broken-head 2:14 Press grapes: red ones']],
    [head('name: press\ndescription: "Press "red" grapes"'), ['broken-head 3:14 "Press "red" grapes"']],
    [head("description: Don't: stop"), ["broken-head 2:14 Don't: stop"]],
    [head('description: @press'), ['broken-head 2:14 @press']],
    [head('description: [beta] Press grapes'), ['broken-head 2:14 [beta] Press grapes']],
    [head(`${ABOUT}\nname:press`), ['broken-head 3:1 name:press']],
  ])('%j', async (content, expected) => {
    expect(await found(content)).toEqual(expected);
  });
});

describe('the description', () => {
  test.each<[string, string[]]>([
    ['name: press', ['no-description 2:1 name']],
    ['', ['no-description 1:1 ---']],
    ['description:', ['no-description 2:1 description']],
    ['description: ""', ['no-description 2:14 ""']],
    ['description: "  "', ['no-description 2:14 "  "']],
    ['description: [a, b]', ['no-description 2:14 [a, b]']],
    ['description:\n  en: Press', ['no-description 3:3 en: Press']],
    [`description: ${'é'.repeat(1025)}`, [`long-description 2:14 ${'é'.repeat(1025)}`]],
  ])('%j', async (lines, expected) => {
    expect(await found(head(lines))).toEqual(expected);
  });

  test('is counted in characters', async () => {
    const [finding] = await findingsIn(head(`description: "${'😀'.repeat(1030)}"`));
    expect(finding).toMatchObject({
      args: { characters: 1030 },
      field: 'description',
      pointer: '/description',
    });
  });
});

describe('the name', () => {
  test.each<[string, string[], string?]>([
    ['name: vat', ['other-name 2:7 vat'], 'press'],
    ['name: Press', ['bad-name 2:7 Press'], 'press'],
    ['name: press_red', ['bad-name 2:7 press_red'], 'press'],
    ['name: "press red"', ['bad-name 2:7 "press red"'], 'press'],
    ['name: press--red', ['bad-name 2:7 press--red'], 'press'],
    ['name: press-', ['bad-name 2:7 press-'], 'press'],
    [`name: ${'p'.repeat(65)}`, [`bad-name 2:7 ${'p'.repeat(65)}`], 'press'],
    ['name: 7', ['other-name 2:7 7'], 'press'],
    ['name: [press]', []],
  ])('%s', async (line, expected, folder) => {
    const content = head(`${line}\n${ABOUT}`);
    const findings = await findingsIn(content);
    expect(findings.map((finding) => summary(content, finding))).toEqual(expected);
    expect(findings[0]?.args.folder).toBe(folder);
  });

  test('is not to be that of a folder that is called wrongly itself', async () => {
    const [finding] = await findingsIn(head(`name: Red_Press\n${ABOUT}`), 'skills/Red_Press/SKILL.md');
    expect(finding).toMatchObject({ messageId: 'bad-name', args: { folder: '' } });
    expect(await found(head(ABOUT), 'skills/Red_Press/SKILL.md')).toEqual([]);
  });
});

describe('the place', () => {
  test.each<[string, string, string[]]>([
    ['skills/wine/press/SKILL.md', head(`name: other\n${ABOUT}`), ['too-deep 1:1 ---']],
    ['skills/press.md', head(`name: press\n${ABOUT}`), ['flat 1:1 ---']],
    ['skills/press.md', head('description: Press: red'), ['flat 1:1 ---']],
    ['skills/SKILL.md', head(ABOUT), ['flat 1:1 ---']],
    ['skills/notes.md', '# Notes\n', []],
    ['skills/notes.md', head('title: Notes'), []],
    ['skills/notes.md', '---\ntitle', []],
  ])('%s', async (name, content, expected) => {
    expect(await found(content, name)).toEqual(expected);
  });

  test('a registry reaches further', async () => {
    const place = placeIn({}, { prose: { name: 'press', reach: 'registry' } });
    const content = head(`name: press\n${ABOUT}`);
    expect(await checkFileLater(rule, 'skills/wine/press/SKILL.md', content, {}, place)).toEqual([]);
  });
});

describe('the size', () => {
  test('counts the bytes of the body', async () => {
    const content = head(ABOUT, `${'a'.repeat(23_999)}\nrest\nmore`);
    expect(await found(content)).toEqual(['cut-off 5:1 rest']);
    const [finding] = await findingsIn(head(ABOUT, `${'é'.repeat(12_000)}é`));
    expect(finding?.args).toEqual({ bytes: 24_002, characters: 12_001 });
  });

  test('includes are text in a skill', async () => {
    expect(await found(head(ABOUT, '@[a](gone.md)'))).toEqual([]);
  });
});

describe('hostile files', () => {
  test.each<[string, string | Uint8Array]>([
    ['NUL', '\0'.repeat(100_000)],
    ['no UTF-8', Uint8Array.from({ length: 30_000 }, () => 0xff)],
    ['a name of a megabyte', head(`name: ${'-'.repeat(1 << 20)}`)],
    ['a megabyte of words', head(ABOUT, 'Tread on them. '.repeat(70_000))],
    ['a megabyte of keys', head('a: b\n'.repeat(200_000))],
  ])('%s', async (_, content) => {
    const start = performance.now();
    expect((await findingsIn(content)).length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
