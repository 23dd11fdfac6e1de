import { describe, expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver/node';
import { SourceFile } from '../text/source.ts';
import { symbolsOf } from './symbols.ts';

function outline(kind: Parameters<typeof symbolsOf>[0], text: string, name = 'a.json'): DocumentSymbol[] {
  const source = new SourceFile(name, new TextEncoder().encode(text));
  return symbolsOf(kind, { source, fromDisk: false }, name);
}

/** Names, with what they hold in brackets. */
function names(symbols: readonly DocumentSymbol[]): string {
  return symbols
    .map(({ name, children = [] }) => (children.length === 0 ? name : `${name}(${names(children)})`))
    .join(' ');
}

describe('symbolsOf', () => {
  test.each<[Parameters<typeof symbolsOf>[0], string, string, string]>([
    [
      'mcp-config',
      'a.json',
      '{"mcpServers": {"eel": {"env": {"A": {"b": 1}}}, "eel": 1}}',
      'mcpServers(eel(env(A)) eel)',
    ],
    ['registry', 'a.json', '{ // all\n"entries": [],}', 'entries'],
    ['hooks', 'a.json', '{"a": {"Stop": []}}', 'a(Stop)'],
    ['hooks', 'a.json', '{"a": ', ''],
    ['hooks', 'a.json', '{"": 1, "\\u001b": 2}', '"" \\u001b'],
    ['skill', 'SKILL.md', '---\nname: a\n---\n# A\n## B\n### C\n## D\n# E\n', 'A(B(C) D) E'],
    ['context', 'GEMINI.md', '### A\n# B\n', 'A B'],
    ['root-file', 'x.sh', '# A\n', ''],
  ])('%s', (kind, name, text, expected) => {
    expect(names(outline(kind, text, name))).toBe(expected);
  });

  test('ranges hold what is below, and the name', () => {
    const [top] = outline('context', '# A\n\ntext\n## B\n\n# C\n', 'GEMINI.md');
    expect(top?.selectionRange).toEqual({ start: { line: 0, character: 0 }, end: { line: 0, character: 3 } });
    expect(top?.range.end).toEqual({ line: 5, character: 0 });
    expect(top?.children?.[0]?.range.end).toEqual({ line: 5, character: 0 });
    const [key] = outline('hooks', '{"é🦀": [1]}');
    expect(key?.selectionRange).toEqual({ start: { line: 0, character: 1 }, end: { line: 0, character: 6 } });
    expect(key?.range.end).toEqual({ line: 0, character: 11 });
  });

  test('a key that is a secret is not shown, and a million keys are not either', () => {
    const secret = ['ghp', 'R7sK2mQ9xT4vB8nW3yZ6cF1hJ5dL0pG2aE4u'].join('_');
    expect(names(outline('hooks', JSON.stringify({ [secret]: 1 })))).toBe('***');
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]));
    expect(outline('hooks', JSON.stringify(many))).toHaveLength(5000);
  });
});
