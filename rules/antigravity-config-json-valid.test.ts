import { describe, expect, test } from 'vitest';
import { checkFile, placeIn, summary, surroundingsOf } from '../src/test/rules.ts';
import rule from './antigravity-config-json-valid.ts';

const AROUND = {
  'common/skills/focus/SKILL.md': '',
  'common/more.json': '{}',
  '.agents/near/SKILL.md': '',
  'orchard/.agents/skills.json': '',
  'orchard/pears/SKILL.md': '',
};
const place = placeIn(AROUND);
const found = (content: string, at = place, asked = false): string[] =>
  checkFile(rule, 'skills.json', content, {}, at, asked).map((finding) => summary(content, finding));
const entry = (text: string): string => `{"entries": [${text}]}`;

describe('silent', () => {
  test.each([
    'null',
    '{"entries": null, "inherits": null}',
    '// notes\n{"entries": [{"path": "common/skills"},], /* more */ "inherits": [{"path": "common/more.json"}]}',
    '{"ENTRIES": [{"Path": "./common/../common/skills/", "Include_Only": ["^focus$"], "EXCLUDE": [null]}]}',
    entry('{"path": "common/skills/focus", "note": "x", "name": "y", "description": [], "$schema": 1}'),
    entry('{"path": "."}'),
    '{"entries": [{"path": "gone"}], "entries": [{"path": "common"}]}',
    '{"$schema": "x", "version": 2, "entries": [], "description": "kept by hand"}',
  ])('%s', (content) => {
    expect(found(content, place, true)).toEqual([]);
  });
});

describe('whose file it is', () => {
  const OTHERS = ['{"skills": [}', '["kiln"]', '[]', '{"potter": {}}', "{'entries': 1}"];
  test.each(OTHERS)('%s is left alone', (content) => {
    expect(found(content)).toEqual([]);
  });

  test.each([
    ['{"skills": [}', ['syntax 1:13 }']],
    ['["kiln"]', ['root-type 1:1 ["kiln"]']],
  ])('%s is judged when the rule was asked for, or a registry inherits it', (content, expected) => {
    expect(found(content, place, true)).toEqual(expected);
    expect(found(content, { ...place, owner: 'none', inherited: true })).toEqual(expected);
  });

  test.each([
    ['[{"path": "common"}]', ['root-type 1:1 [{"path": "common"}]']],
    ['{"entries": [}', ['syntax 1:14 }']],
    ['{"Inherits": 1}', ['wrong-type 1:14 1']],
  ])('%s is a registry', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });
});

describe('the file is skipped', () => {
  test.each<[string, string[]]>([
    ['{"entries": [NaN]}', ['syntax 1:14 NaN']],
    ['{"entries": [] /* open', ['syntax 1:23 ']],
    ['{"entries": [,]}', ['syntax 1:14 ,']],
    ['{"entries": [{\'path\': 1}]}', ["syntax 1:15 '"]],
    ['{"entries": []} // end\n{}', ['syntax 2:1 {']],
    ['{"entries": {}}', ['wrong-type 1:13 {}']],
    [entry('"common/skills"'), ['wrong-type 1:14 "common/skills"']],
    [entry('{"path": 5}'), ['wrong-type 1:23 5']],
    [entry('{"path": "common", "include_only": "focus"}'), ['wrong-type 1:49 "focus"']],
    [entry('{"path": "common", "exclude": [true]}'), ['wrong-type 1:45 true']],
    ['{"inherits": "common/more.json"}', ['wrong-type 1:14 "common/more.json"']],
    ['{"inherits": [{"path": ["common/more.json"]}]}', ['wrong-type 1:24 ["common/more.json"]']],
    ['{"entries": [1], "inherits": [2]}', ['wrong-type 1:14 1', 'wrong-type 1:31 2']],
    ['{"entries": 1, "Entries": []}', ['wrong-type 1:13 1']],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test('nothing else is said of it', () => {
    expect(found('{"entries": [{"path": "gone", "includeOnly": 1, "exclude": ["*"]}, 5]}')).toEqual([
      'wrong-type 1:68 5',
    ]);
  });

  test('several places in one list are one finding', () => {
    const content = '{"entries": ["a", {"path": 1}, "c"]}';
    const findings = checkFile(rule, 'skills.json', content, {}, place);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ field: 'entries[0]', pointer: '/entries/0', args: { more: 2 } });
    expect(findings[0]?.related?.map(({ message }) => message)).toEqual([
      'entries[1].path as well',
      'entries[2] as well',
    ]);
  });
});

describe('keys that are not read', () => {
  test.each<[string, string[]]>([
    ['{"path": "common", "includeOnly": []}', ['unread-key 1:33 "includeOnly"']],
    ['{"path": "common", "include-only": []}', ['unread-key 1:33 "include-only"']],
    ['{"path": "common", "include": []}', ['unread-key 1:33 "include"']],
    ['{"path": "common", "inculde_only": []}', ['unread-key 1:33 "inculde_only"']],
    ['{"path": "common", "excludes": []}', ['unread-key 1:33 "excludes"']],
    ['{"path": "common", "exlude": []}', ['unread-key 1:33 "exlude"']],
    ['{"paths": "common"}', ['unread-key 1:15 "paths"']],
    ['{"path": "common", "inherits": []}', []],
  ])('entry %s', (text, expected) => {
    expect(found(entry(text))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['{"entries": [], "inherit": []}', ['unread-key 1:17 "inherit"']],
    ['{"inherits": [], "entires": []}', ['unread-key 1:18 "entires"']],
    ['{"entries": [], "exclude": []}', ['misplaced-key 1:17 "exclude"']],
    ['{"entries": [], "includeOnly": []}', ['misplaced-key 1:17 "includeOnly"']],
    ['{"inherits": [{"path": "common/more.json", "exclude": []}]}', ['misplaced-key 1:44 "exclude"']],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  test('what is lost is told only when the right key does not stand beside it', () => {
    const lost = (text: string): unknown =>
      checkFile(rule, 'skills.json', entry(text), {}, place)[0]?.args.lost;
    expect(lost('{"path": "common", "includeOnly": []}')).toContain('no filter');
    expect(lost('{"path": "common", "includeOnly": [], "include_only": []}')).toBe('');
  });
});

describe('paths', () => {
  test.each<[string, string[]]>([
    ['{}', ['no-path 1:14 {']],
    ['null', ['no-path 1:14 null']],
    ['{"name": "focus"}', ['no-path 1:15 "name"']],
    ['{"path": ""}', ['no-path 1:23 ""']],
    ['{"path": null}', ['no-path 1:23 null']],
    ['{"path": "gone"}', ['missing-path 1:23 "gone"']],
    ['{"path": "~potter/skills"}', ['missing-path 1:23 "~potter/skills"']],
    ['{"path": "near"}', ['path-from-elsewhere 1:23 "near"']],
    ['{"path": "/srv/skills"}', ['path-on-this-machine 1:23 "/srv/skills"']],
    ['{"path": "~/skills"}', ['path-on-this-machine 1:23 "~/skills"']],
    ['{"path": "~"}', ['path-on-this-machine 1:23 "~"']],
    ['{"path": "C:/skills"}', ['path-on-this-machine 1:23 "C:/skills"']],
    ['{"path": "C:\\\\skills"}', ['path-on-this-machine 1:23 "C:\\\\skills"']],
    ['{"path": "\\\\\\\\kiln\\\\skills"}', ['path-on-this-machine 1:23 "\\\\\\\\kiln\\\\skills"']],
    ['{"path": "../skills"}', ['path-outside 1:23 "../skills"']],
    ['{"path": "common/../../skills"}', ['path-outside 1:23 "common/../../skills"']],
  ])('entry %s', (text, expected) => {
    expect(found(entry(text))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['common', ['inherits-directory 1:24 "common"']],
    ['gone.json', ['inherits-missing 1:24 "gone.json"']],
    ['', ['no-path 1:24 ""']],
    ['~/more.json', ['path-on-this-machine 1:24 "~/more.json"']],
    ['../more.json', ['path-outside 1:24 "../more.json"']],
  ])('inherits %s', (path, expected) => {
    expect(found(`{"inherits": [{"path": "${path}"}]}`)).toEqual(expected);
  });

  test('one from the folder above the customization root is told where it lies', () => {
    const surroundings = surroundingsOf(AROUND, 'orchard/.agents');
    const [finding] = checkFile(
      rule,
      'skills.json',
      entry('{"path": "pears"}'),
      {},
      { ...place, surroundings },
    );
    expect(finding).toMatchObject({ messageId: 'path-from-elsewhere', args: { there: 'orchard/pears' } });
  });

  test('what cannot be told, and a link that leaves the repository, is not reported', () => {
    const at = (look: 'unclear' | 'outside') => ({
      ...place,
      surroundings: { ...place.surroundings, look: () => look },
    });
    expect(found(entry('{"path": "pipe"}'), at('unclear'))).toEqual([]);
    expect(found(entry('{"path": "link"}'), at('outside'))).toEqual([]);
  });

  test('of a file that belongs to no customization root are not judged', () => {
    expect(found(entry('{"path": "gone"}, {"path": "/srv"}, {}'), { ...place, owner: 'none' })).toEqual([
      'no-path 1:50 {',
    ]);
  });

  test('a place as it is spelled', () => {
    const content = '{"Entries": [{"PATH": "gone", "Exclude": ["a", "*"]}]}';
    expect(checkFile(rule, 'skills.json', content, {}, place)).toMatchObject([
      { field: 'Entries[0].PATH', pointer: '/Entries/0/PATH' },
      { field: 'Entries[0].Exclude[1]', pointer: '/Entries/0/Exclude/1' },
    ]);
  });
});

describe('filters', () => {
  test.each([
    'focus',
    '^focus-.*$',
    'focus.*',
    '.*-draft',
    'lens|mirror',
    'colou?r',
    'v[0-9]+',
    '(?i)old',
    'legacy/',
    'notes.md',
    'a{2,3}',
    '',
  ])('%s is an expression', (pattern) => {
    expect(found(entry(JSON.stringify({ path: 'common', exclude: [pattern] })))).toEqual([]);
  });

  test.each(['focus-*', 'focus*', 'legacy/*', 'a-*-b', 'lens-{new,old}'])(
    '%s looks like a glob',
    (pattern) => {
      const content = entry(JSON.stringify({ path: 'common', include_only: [pattern] }));
      expect(found(content)).toEqual([`glob-filter 1:47 ${JSON.stringify(pattern)}`]);
    },
  );

  test.each<[string, boolean]>([
    ['*', true],
    ['*-draft', true],
    ['**', true],
    ['*.md', true],
    ['lib/**', true],
    ['(?!a)', false],
    ['a++', false],
    ['[a', false],
    ['\\1', false],
    ['a{2000}', false],
  ])('%s is not valid; a glob: %s', (pattern, glob) => {
    const content = entry(JSON.stringify({ path: 'common', exclude: [pattern] }));
    const findings = checkFile(rule, 'skills.json', content, {}, place);
    expect(findings.map(({ messageId }) => messageId)).toEqual(['invalid-filter']);
    expect(findings[0]?.args.glob !== '').toBe(glob);
  });

  test('an example is given only of what is shown as it is', () => {
    const help = (pattern: string): string => rule.messages['glob-filter'].help({ field: '', pattern });
    expect(help('focus-*')).toContain('"^focus-.*$"');
    expect(help('lens.*md*')).not.toContain('"');
    expect(help('a very long one\u2026')).not.toContain('"');
  });
});

test('ten thousand entries of every fault take linear time', () => {
  const text =
    '{"path": "gone", "includeOnly": [], "exclude": ["(?!a)", "b*"]}, {"paths": 1}, {"path": "../x"}, {"path": "/x"}, ';
  const time = (count: number): number => {
    const start = performance.now();
    expect(checkFile(rule, 'skills.json', entry(text.repeat(count)), {}, place)).toHaveLength(count * 7);
    return performance.now() - start;
  };
  time(250);
  expect(time(2500)).toBeLessThan(40 * Math.max(time(250), 50));
});
