import { describe, expect, test } from 'vitest';
import fc, { runs } from '../test/property.ts';
import type { Span } from '../text/span.ts';
import { textOf } from './bytes.ts';
import { outlineOf } from './outline.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What was found, as text: a kind, and the bytes of it. */
function found(text: string): string[] {
  const bytes = encode(text);
  const { headings, fences, comments, codeSpans, includes } = outlineOf(bytes, 0);
  const list: [number, string][] = [
    ...headings.map((one): [number, string] => [one.span.start, `h${one.level} ${textOf(bytes, one.text)}`]),
    ...fences.map((one): [number, string] => [
      one.span.start,
      `fence ${textOf(bytes, one.info)}|${textOf(bytes, one.content)}`,
    ]),
    ...comments.map((one): [number, string] => [one.span.start, `comment ${textOf(bytes, one.content)}`]),
    ...codeSpans.map((one): [number, string] => [one.start, `code ${textOf(bytes, one)}`]),
    ...includes.map((one): [number, string] => [one.span.start, `include ${textOf(bytes, one.path)}`]),
  ];
  return list.sort(([a], [b]) => a - b).map(([, what]) => what);
}

describe('headings', () => {
  test.each<[string, string[]]>([
    ['# Kiln', ['h1 Kiln']],
    ['###### Six\n####### Seven', ['h6 Six']],
    ['   ## Kiln ##  ', ['h2 Kiln']],
    ['## Kiln#', ['h2 Kiln#']],
    ['##', ['h2 ']],
    ['#hashtag', []],
    ['    # code', []],
    ['text\n# Kiln\ntext', ['h1 Kiln']],
    ['Kiln\n====', ['h1 Kiln']],
    ['Kiln\nand clay\n---  ', ['h2 Kiln\nand clay']],
    ['text\n\n---\n', []],
    ['---\n---\n', []],
    ['- item\n---\n', []],
    ['> quoted\n---\n', []],
    ['> # quoted\n', []],
    ['- # in an item\n', []],
    ['Kiln\n- - -', []],
    ['# `clay` @[x](y.md)', ['h1 `clay` @[x](y.md)', 'code `clay`', 'include y.md']],
    ['# One\r\n## Two\r# Three', ['h1 One', 'h2 Two', 'h1 Three']],
    ['```\n# code\n```\n# Kiln', ['fence |# code\n', 'h1 Kiln']],
    ['<!--\n# no\n-->\n# Kiln', ['comment \n# no\n', 'h1 Kiln']],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('fences', () => {
  test.each<[string, string[]]>([
    ['```sh\nmake\n```\n', ['fence sh|make\n']],
    ['~~~ python x=1\nrun()\n~~~', ['fence python x=1|run()\n']],
    ['~~~\n```\n~~~\n', ['fence |```\n']],
    ['````\n```\n````\n# Kiln', ['fence |```\n', 'h1 Kiln']],
    ['```\na\n`````\n# Kiln', ['fence |a\n', 'h1 Kiln']],
    ['```\na\n``` b\n```\n', ['fence |a\n``` b\n']],
    ['```\nnever closed\n# no', ['fence |never closed\n# no']],
    ['```', ['fence |']],
    ['``\nno fence\n``', ['code ``\nno fence\n``']],
    ['``` a`b\ntext', []],
    ['~~~ a`b\ntext', ['fence a`b|text']],
    ['  ```\n  a\n  ```\n# Kiln', ['fence |  a\n', 'h1 Kiln']],
    ['text\n```\na\n```', ['fence |a\n']],
    ['- item\n  ```sh\n  a\n\n  b\n  ```\n# Kiln', ['fence sh|  a\n\n  b\n', 'h1 Kiln']],
    ['1. item\n\n   ```sh\n   a\n   ```\n2. more', ['fence sh|   a\n']],
    ['- ```sh\n  a\n  ```\n', ['fence sh|  a\n']],
    ['- - ```\n    a\n    ```\n- b', ['fence |    a\n']],
    ['- item\n  ```\n  a\nout of the list\n# Kiln', ['fence |  a\n', 'h1 Kiln']],
    ['> ```\n> a\n> ```\n# Kiln', ['fence |> a\n', 'h1 Kiln']],
    ['> ```\n> a\n# Kiln', ['fence |> a\n', 'h1 Kiln']],
    ['    ```\n    a\n    ```\n# Kiln', ['fence |    a\n', 'h1 Kiln']],
    ['\t```\n\ta\n\t```', ['fence |\ta\n']],
    ['```\r\na\r\n```\r\n', ['fence |a\r\n']],
    ['```\ra\r```\r', ['fence |a\r']],
    ['```\n<!-- no -->\n@[no](no.md)\n`no`\n```', ['fence |<!-- no -->\n@[no](no.md)\n`no`\n']],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('comments', () => {
  test.each<[string, string[]]>([
    ['<!-- clay -->', ['comment  clay ']],
    ['a <!-- clay --> b', ['comment  clay ']],
    ['<!-- a --> @[x](y.md) <!-- b -->', ['comment  a ', 'include y.md', 'comment  b ']],
    ['<!-- a\n\nb -->\n# Kiln', ['comment  a\n\nb ', 'h1 Kiln']],
    ['- <!-- a -->', ['comment  a ']],
    ['<!-- never closed\n# no', ['comment  never closed\n# no']],
    ['a <!-- never closed\n\n# Kiln', ['h1 Kiln']],
    ['`<!-- code -->`', ['code `<!-- code -->`']],
    ['\\`<!-- clay -->\\`', ['comment  clay ']],
    ['<!-- `a --> b`', ['comment  `a ']],
    ['<!---->', ['comment ']],
    ['text\n<!-- clay -->\ntext', ['comment  clay ']],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('includes and code in a line', () => {
  test.each<[string, string[]]>([
    ['see @[the kiln](docs/kiln.md).', ['include docs/kiln.md']],
    ['@[](a.md)@[b](c d.md)', ['include a.md', 'include c d.md']],
    ['@[a](b.md', []],
    ['@[a] (b.md)', []],
    ['@[a]()', []],
    ['@[a\nb](c.md)', []],
    ['@[@[a](b.md)', ['include b.md']],
    ['[a](b.md) @a.md', []],
    ['`@[a](b.md)`', ['code `@[a](b.md)`']],
    ['``a`b`` `c', ['code ``a`b``']],
    ['`a``b`', ['code `a``b`']],
    ['a `b\nc` d', ['code `b\nc`']],
    ['a `b\n\nc` d', []],
    ['- a `b\n- c` d', []],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

test('sections', () => {
  const text = 'before\n# One\na\n## Two\nb\n### Three\n# Four';
  const bytes = encode(text);
  const show = (span: Span): string => textOf(bytes, span);
  expect(
    outlineOf(bytes, 0).sections.map(({ heading, span, body }) => [
      heading && show(heading.text),
      show(span),
      show(body),
    ]),
  ).toEqual([
    [undefined, 'before\n', 'before\n'],
    ['One', '# One\na\n', '\na\n'],
    ['Two', '## Two\nb\n', '\nb\n'],
    ['Three', '### Three\n', '\n'],
    ['Four', '# Four', ''],
  ]);
  expect(outlineOf(encode(''), 0).sections).toEqual([]);
});

test('regions', () => {
  const text = 'a `b` c\n```\nd\n```\n<!-- e -->\nf';
  const outline = outlineOf(encode(text), 0);
  const regions = [...'abcdef'].map((letter) => outline.regionAt(text.indexOf(letter)));
  expect(regions).toEqual(['prose', 'code', 'prose', 'fence', 'comment', 'prose']);
});

const PIECES = [
  '#',
  '# ',
  '`',
  '```',
  '~~~',
  '<!--',
  '-->',
  '@[',
  '](',
  ')',
  '- ',
  '1. ',
  '> ',
  '---',
  '===',
];
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES, ' ', '    ', '\t', '\n', '\r\n', '\r', '\\'),
      fc.string({ maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''));

test('whatever the text: places lie in it, in order, and nothing is in two lists', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const bytes = encode(text);
      const { headings, fences, comments, codeSpans, includes, sections } = outlineOf(bytes, 0);
      const spans = [fences, comments, includes].map((list) => list.map(({ span }) => span));
      for (const list of [...spans, codeSpans, headings.map(({ span }) => span)]) {
        let last = 0;
        for (const { start, end } of list) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThanOrEqual(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(bytes.length);
      }
      const apart = [...spans.flat(), ...codeSpans].sort((a, b) => a.start - b.start);
      for (const [index, { start }] of apart.entries())
        expect(start).toBeGreaterThanOrEqual(apart[index - 1]?.end ?? 0);
      for (const { content, span, info } of fences) {
        expect(info.start).toBeGreaterThanOrEqual(span.start);
        expect(content.end).toBeLessThanOrEqual(bytes.length);
        expect(content.start).toBeLessThanOrEqual(content.end);
      }
      expect(sections.map(({ span }) => textOf(bytes, span)).join('')).toBe(text);
    }),
    { numRuns: runs(2000) },
  );
});

test.each<[string, string]>([
  ['words', 'Throw the clay on the wheel. '],
  ['backticks', '`'],
  ['runs of backticks', '` `` ``` '],
  ['open comments', 'a <!-- '],
  ['open comments in lines', '<!-\n<!- '],
  ['open includes', '@['],
  ['half includes', '@[a]('],
  ['list markers', '- '],
  ['quotation marks', '> '],
  ['backslashes', '\\'],
  ['blank lines', '\n'],
  ['carriage returns', '\r'],
  ['NUL', '\0'],
  ['fences', '```\n'],
  ['dashes', 'a\n-\n'],
  ['code', '`a`'],
])('two megabytes of %s take no more than linear time', (_, piece) => {
  const bytes = encode(piece.repeat(Math.ceil((2 << 20) / piece.length)));
  const start = performance.now();
  outlineOf(bytes, 0);
  expect(performance.now() - start).toBeLessThan(5000);
});
