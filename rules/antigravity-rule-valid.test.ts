import { describe, expect, test } from 'vitest';
import { type Around, checkFileLater, placeIn, summary } from '../src/test/rules.ts';
import rule from './antigravity-rule-valid.ts';

/** Files around the rule, which lies in `.agents/rules`. */
async function found(
  content: string | Uint8Array,
  around: Around = {},
  name = 'rules/kiln.md',
): Promise<string[]> {
  const findings = await findingsIn(content, around, name);
  return findings.map((finding) => summary(content, finding));
}

function findingsIn(content: string | Uint8Array, around: Around = {}, name = 'rules/kiln.md') {
  const place = placeIn(around, {}, '.agents/rules');
  return checkFileLater(rule, name, content, {}, place);
}

const head = (lines: string, body = '\nFire slowly.\n'): string => `---\n${lines}\n---\n${body}`;
const ALWAYS = 'trigger: always_on';

describe('silent', () => {
  test.each([
    head(ALWAYS),
    head('trigger: "always_on"\ndescription: How to fire the kiln'),
    head('trigger: manual'),
    head('trigger: model_decision\ndescription: For the kiln'),
    head('trigger: glob\nglobs: "**/*.ts, **/*.tsx"'),
    head('trigger: glob\nglob: src/**/*.ts'),
    head("trigger: glob\nglobs: '*'\ndescription: x"),
    head('trigger: glob\nglobs:\nglob: a.ts'),
    head('trigger: always_on\nglobs: [a, b]\ndescription:'),
    head('description: For TypeScript\nalwaysApply: true\ntrigger: manual\ntags: [a]'),
    head(`${ALWAYS}  # as agreed`),
    `\ufeff${head(ALWAYS)}`,
    head(ALWAYS).replaceAll('\n', '\r\n'),
    head(ALWAYS).replaceAll('\n', '\r'),
    head(ALWAYS, 'x'.repeat(11_999)),
    head(ALWAYS, 'é'.repeat(11_999)),
    head(ALWAYS, ''),
    head(
      ALWAYS,
      'The word @[a](gone.md) in code: `@[a](gone.md)`.\n```\n@[a](gone.md)\n```\n<!-- @[a](gone.md) -->',
    ).replace('@[a](gone.md) in', 'is in'),
  ])('%j', async (content) => {
    expect(await found(content)).toEqual([]);
  });
});

describe('the head', () => {
  test.each<[string, string[]]>([
    ['# Kiln\n\nFire slowly.', ['no-head 1:1 # Kiln']],
    ['', ['no-head 1:1 ']],
    ['\n\n', ['no-head 1:1 ']],
    [`\n${head(ALWAYS)}`, ['no-head 2:1 ---']],
    [`<!-- note -->\n${head(ALWAYS)}`, ['no-head 2:1 ---']],
    [`---\n${ALWAYS}\n\nFire slowly.`, ['broken-head 1:1 ---']],
    [head('- always_on'), ['broken-head 2:1 - always_on']],
    [head(`${ALWAYS}\ndescription: Kilns: a guide`), ['broken-head 3:14 Kilns: a guide']],
    [head('trigger: glob\nglobs: **/*.ts'), ['broken-head 3:8 **/*.ts']],
    [head('trigger: glob\nglobs: *.ts, *.tsx'), ['broken-head 3:8 *.ts, *.tsx']],
    [head(`${ALWAYS}\ndescription: "a "b" c"`), ['broken-head 3:14 "a "b" c"']],
    [head(`${ALWAYS}\nmeta:\n\tby: me`), ['broken-head 4:1 \t']],
    [head(`${ALWAYS}\n${ALWAYS}`), ['broken-head 3:1 trigger']],
    [head(''), ['no-trigger 1:1 ---']],
    [head('description: For the kiln'), ['no-trigger 2:1 description']],
    [head('description: x\nTrigger: always_on'), ['no-trigger 3:1 Trigger']],
    [head('description: x\nglobs: a\nalwaysApply: false'), ['no-trigger 4:1 alwaysApply']],
  ])('%j', async (content, expected) => {
    expect(await found(content)).toEqual(expected);
  });

  test('says what to write', async () => {
    const args = async (content: string) => (await findingsIn(content))[0]?.args;
    expect(await args(head('alwaysApply: true'))).toMatchObject({
      key: 'alwaysApply',
      host: 'Cursor',
      instead: 'always_on',
    });
    expect(await args(head('triggers: manual'))).toMatchObject({
      key: 'triggers',
      host: '',
      instead: 'manual',
    });
    expect(await args(head('trigger: glob\nglobs: **/*.ts'))).toEqual({ cause: 'star', key: 'globs' });
  });
});

describe('the trigger', () => {
  test.each<[string, string, string?]>([
    ['trigger: model-decision', 'bad-trigger 2:10 model-decision', 'model_decision'],
    ['trigger: always', 'bad-trigger 2:10 always', 'always_on'],
    ['trigger: alwaysOn', 'bad-trigger 2:10 alwaysOn', 'always_on'],
    ['trigger: Always_On', 'bad-trigger 2:10 Always_On', 'always_on'],
    ['trigger: "globs"', 'bad-trigger 2:10 "globs"', 'glob'],
    ['trigger: on_save', 'bad-trigger 2:10 on_save', ''],
    ['trigger: true', 'bad-trigger 2:10 true', ''],
    ['trigger: 1', 'bad-trigger 2:10 1', ''],
    ['trigger:', 'bad-trigger 2:1 trigger', ''],
    ['trigger: ""', 'bad-trigger 2:10 ""', ''],
    ['trigger: [glob]', 'bad-trigger 2:10 [glob]', ''],
    ['trigger: {on: save}', 'bad-trigger 2:10 {on: save}', ''],
  ])('%s', async (lines, expected, instead) => {
    const content = head(lines);
    const findings = await findingsIn(content);
    expect(findings.map((finding) => summary(content, finding))).toEqual([expected]);
    expect(findings[0]).toMatchObject({ field: 'trigger', pointer: '/trigger', args: { instead } });
  });

  test.each<[string, string[]]>([
    ['trigger: glob', ['no-globs 2:10 glob']],
    ['trigger: glob\nglobs:', ['no-globs 3:1 globs']],
    ['trigger: glob\nglobs: ""', ['no-globs 3:1 globs']],
    ['trigger: glob\nglobs:\n  - "**/*.ts"\n  - "**/*.tsx"', ['globs-type 4:3 - "**/*.ts"\n  - "**/*.tsx"']],
    ['trigger: glob\nglobs: ["*.ts"]', ['globs-type 3:8 ["*.ts"]']],
    ['trigger: glob\nglob: {a: b}', ['globs-type 3:7 {a: b}']],
    ['trigger: model_decision', ['no-description 2:10 model_decision']],
    ['description:\ntrigger: model_decision', ['no-description 2:1 description']],
    ['description: " "\ntrigger: model_decision', ['no-description 2:1 description']],
    ['description: [a]\ntrigger: model_decision', ['no-description 2:1 description']],
  ])('%s', async (lines, expected) => {
    expect(await found(head(lines))).toEqual(expected);
  });
});

describe('the place', () => {
  test.each<[string, string[]]>([
    ['rules/kiln.md', []],
    ['rules/clay/red.md', ['too-deep 1:1 ---']],
  ])('%s', async (name, expected) => {
    expect(await found(head(ALWAYS), {}, name)).toEqual(expected);
  });

  test('nothing else is said of a rule that is not read', async () => {
    expect(await found('# Red clay', {}, 'rules/clay/red.md')).toEqual(['too-deep 1:1 # Red clay']);
  });

  test('a registry reaches further', async () => {
    const place = placeIn({}, { prose: { name: 'red', reach: 'registry' } });
    expect(await checkFileLater(rule, 'rules/clay/red.md', head(ALWAYS), {}, place)).toEqual([]);
  });
});

describe('the size', () => {
  const line = `${'a'.repeat(99)}\n`;
  test('is cut off behind so many bytes of the body', async () => {
    const content = head(ALWAYS, `${line.repeat(240)}tail\nmore`);
    expect(await found(content)).toEqual(['cut-off 244:1 tail']);
    const [finding] = await findingsIn(content);
    expect(finding?.args).toEqual({ bytes: 24_009, characters: 24_009, included: 0 });
  });

  test('counts bytes for the one limit, and characters for the other', async () => {
    expect(await found(head(ALWAYS, 'é'.repeat(12_000)))).toEqual([]);
    expect(await found(head(ALWAYS, `${'é'.repeat(11_999)}\nxyz`))).toEqual(['cut-off 5:1 xyz']);
    expect(await found(head(ALWAYS, `${line.repeat(120)}tail`))).toEqual(['long 124:1 tail']);
    expect(await found(head(ALWAYS, '😀'.repeat(6000)))).toEqual([]);
  });

  test('does not count the head', async () => {
    expect(await found(head(`${ALWAYS}\ndescription: ${'a'.repeat(400)}`, 'b'.repeat(11_900)))).toEqual([]);
  });

  test('of a file without line ends', async () => {
    const [finding] = await findingsIn(head(ALWAYS, 'a'.repeat(30_000)));
    expect(finding).toMatchObject({ messageId: 'cut-off', at: { start: 27, end: 30_027 } });
  });
});

describe('includes', () => {
  const around = {
    '.agents/rules/long.md': head('trigger: manual', 'b'.repeat(23_990)),
    '.agents/rules/short.md': 'c'.repeat(100),
    'docs/kiln.md': 'd'.repeat(13_000),
    'docs/a.md': '@[b](b.md)',
    'docs/b.md': `@[a](a.md)${'e'.repeat(12_500)}`,
    'docs/with space.md': 'f',
  };

  test.each<[string, string[]]>([
    ['@[a](short.md)', []],
    ['@[a](./short.md) @[b](../../docs/a.md#part)', ['long 4:18 @[b](../../docs/a.md#part)']],
    ['@[long](long.md) and some more', ['cut-off 4:1 @[long](long.md) and some more']],
    ['text @[long](long.md) @[short](short.md)', ['cut-off 4:23 @[short](short.md)']],
    ['@[kiln](../../docs/kiln.md)', ['long 4:1 @[kiln](../../docs/kiln.md)']],
    ['@[a](../../docs/with%20space.md) @[b](../../docs/with space.md)', []],
    ['@[me](kiln.md)', []],
    ['@[dir](../../docs)', []],
    [
      '@[home](~/x.md) @[root](/etc/x.md) @[out](../../../x.md) @[net](https://kiln.example/x.md) @[var]($HOME/x.md)',
      [],
    ],
    ['@[a](gone.md)', ['missing-include 4:1 @[a](gone.md)']],
    [
      '@[a](gone.md) @[b](lost.md)\n@[c](gone.md)',
      ['missing-include 4:1 @[a](gone.md)', 'missing-include 4:15 @[b](lost.md)'],
    ],
    ['@[a](docs/kiln.md)', ['missing-include 4:1 @[a](docs/kiln.md)']],
  ])('%s', async (body, expected) => {
    const content = head(ALWAYS, body);
    expect(await found(content, { ...around, '.agents/rules/kiln.md': content })).toEqual(expected);
  });

  test('one missing file is one finding', async () => {
    const [finding] = await findingsIn(head(ALWAYS, '@[a](gone.md)\n@[c](gone.md)'));
    expect(finding?.related).toEqual([
      { message: 'it is included here as well', at: { start: 41, end: 54 } },
    ]);
  });

  test('says where the file is when the path starts at the repository', async () => {
    const [finding] = await findingsIn(head(ALWAYS, '@[a](docs/kiln.md)'), around);
    expect(finding?.args).toEqual({ path: 'docs/kiln.md', there: '../../docs/kiln.md' });
  });
});

describe('hostile files', () => {
  test.each<[string, string | Uint8Array]>([
    ['NUL', head(ALWAYS, '\0'.repeat(1000))],
    ['no UTF-8', Uint8Array.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x0a])],
    ['a head of brackets', head('['.repeat(100_000))],
    ['includes in a row', head(ALWAYS, '@[a](gone.md)'.repeat(100_000))],
    ['a megabyte of words', head(ALWAYS, 'Fire the kiln slowly. '.repeat(50_000))],
    ['includes that are open', head(ALWAYS, '@['.repeat(500_000))],
  ])('%s', async (_, content) => {
    const start = performance.now();
    expect((await findingsIn(content)).length).toBeGreaterThanOrEqual(0);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test('files that include each other many times over', async () => {
    const around = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `.agents/rules/f${i}.md`,
        `@[a](f${i + 1}.md)@[b](f${i + 1}.md)x`,
      ]),
    );
    const start = performance.now();
    expect(await found(head(ALWAYS, '@[a](f0.md)'), around)).toEqual(['cut-off 4:1 @[a](f0.md)']);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
