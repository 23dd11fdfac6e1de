import { describe, expect, test } from 'vitest';
import { createColors } from '../report/colors.ts';
import { renderMarkdown } from './render-markdown.ts';

const render = (markdown: string, width = 60): string => renderMarkdown(markdown, createColors(false), width);

describe('in a line', () => {
  test.each([
    ['a link to a page', 'see [the page](page.md)', 'see the page'],
    ['a link to the network', 'see [it](https://kiln.example/)', 'see it (https://kiln.example/)'],
    ['code in a link', '[`kiln-valid`](kiln-valid.md)', 'kiln-valid'],
    ['code in bold text', '**`tools` is a list.**', 'tools is a list.'],
    ['a link in code', '`@[label](path)` and `**`', '@[label](path) and **'],
  ])('%s', (_, markdown, expected) => {
    expect(render(markdown)).toBe(`${expected}\n`);
  });
});

describe('a table', () => {
  const table =
    '| where | what | why |\n|---|---|---|\n| the long name of a place | a kiln | it is warm \\| dry |\n';

  test('is aligned where there is room', () => {
    expect(render(table, 70)).toBe(
      'where                     what    why\nthe long name of a place  a kiln  it is warm | dry\n',
    );
  });

  test('is a list of its rows where there is none', () => {
    expect(render(table, 50)).toBe(
      '\u2022 the long name of a place; what: a kiln; why: it\n  is warm | dry\n',
    );
  });
});
