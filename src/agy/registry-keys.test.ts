import { describe, expect, test } from 'vitest';
import { parseJson } from '../json/parse.ts';
import { filterProblem } from './registry-filter.ts';
import { unreadKeys } from './registry-keys.ts';

function unread(text: string): string[] {
  const parsed = parseJson(new TextEncoder().encode(text), { dialect: 'jsonc' });
  if (!parsed.ok) throw new Error(text);
  return [...unreadKeys(parsed.doc)].map(
    ({ meant, because, alone, place }) => `${place.field} ${place.pointer} ${meant} ${because} ${alone}`,
  );
}

describe('keys that are not read', () => {
  test.each<[string, string[]]>([
    ['{"Entries": [{"PATH": "a", "Include_Only": []}], "INHERITS": []}', []],
    ['null', []],
    ['[{"paths": 1}]', []],
    ['{"entries": {"paths": 1}}', []],
    ['{"entries": ["paths", null, {"paths": 1}]}', ['entries[2].paths /entries/2/paths path spelling true']],
    [
      '{"entries": [{"exclude": [], "excludes": []}]}',
      ['entries[0].excludes /entries/0/excludes exclude spelling false'],
    ],
    ['{"Inherits": [{"exclude": 1}]}', ['Inherits[0].exclude /Inherits/0/exclude exclude place true']],
    ['{"include-only": 1}', ['include-only /include-only include_only place true']],
    ['{"entries": [], "entry": 1}', ['entry /entry entries spelling false']],
    // Every occurrence of a list, also one that is replaced.
    [
      '{"entries": [{"only": 1}], "entries": [{"only": 1}]}',
      [
        'entries[0].only /entries/0/only include_only spelling true',
        'entries[0].only /entries/0/only include_only spelling true',
      ],
    ],
    ['{"entries": [{"name": 1, "patch": 1, "pat": 1, "constructor": 1, "": 1, "__proto__": 1}]}', []],
  ])('%s', (text, expected) => {
    expect(unread(text)).toEqual(expected);
  });

  test.each([
    'exclud',
    'excluude',
    'exlcude',
    'exclude_',
    'EX-CLUDE',
    'exclade',
    'include_onl',
    'inculdeOnly',
  ])('%s is a misspelling', (key) => {
    expect(unread(JSON.stringify({ entries: [{ [key]: [] }] }))).toHaveLength(1);
  });

  test.each(['conclude', 'exclusive', 'includeOnlyTheVeryBestOfThem', 'paath'])('%s is none', (key) => {
    expect(unread(JSON.stringify({ entries: [{ [key]: [] }] }))).toEqual([]);
  });
});

describe('filters', () => {
  test.each<[string, string]>([
    ['kiln', 'none'],
    ['^kiln-.*$', 'none'],
    ['a{2,3}', 'none'],
    ['(kiln)*', 'none'],
    ['[ab]*', 'none'],
    ['kiln-*', 'glob'],
    ['kiln *', 'glob'],
    ['{kiln,dome}', 'glob'],
    ['{1,b}', 'glob'],
    ['*.md', 'invalid glob'],
    ['a**', 'invalid glob'],
    ['(?=a)', 'invalid'],
    [`${'a'.repeat(300)}*`, 'none'],
  ])('%s: %s', (pattern, expected) => {
    const problem = filterProblem(pattern);
    const seen =
      problem === undefined
        ? 'none'
        : problem.code === 'invalid' && problem.glob
          ? 'invalid glob'
          : problem.code;
    expect(seen).toBe(expected);
  });
});
