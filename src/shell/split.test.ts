import { describe, expect, test } from 'vitest';
import fc, { runs } from '../test/property.ts';
import { MOST_COMMANDS, splitShell } from './split.ts';
import type { ShellCommand, ShellWord } from './types.ts';

/** A word in a short form: its value, or as spelled in braces when it holds an expansion. */
const short = ({ value, raw }: ShellWord): string => value ?? `{${raw}}`;

/** Commands in a short form: assignments, words, redirections, and what stands behind. */
function shown({ assignments, words, redirections, connector, script }: ShellCommand): string {
  const parts = [
    ...assignments.map(({ name, value }) => `${name}:=${short(value)}`),
    ...words.map(short),
    ...redirections.map(
      ({ descriptor, operator, target }) => `${descriptor ?? ''}${operator}${short(target)}`,
    ),
  ];
  return `${script === 0 ? '' : `${script}: `}${parts.join('·')}${connector === '' ? '' : ` ${connector}`}`;
}

const commands = (line: string): string[] => splitShell(line).commands.map(shown);

describe('words', () => {
  test.each<[string, string[]]>([
    ['', []],
    [' \t\n ', []],
    ['prune', ['prune']],
    ['prune  all\ttrees', ['prune·all·trees']],
    [`prune 'a b' "c d" e\\ f`, ['prune·a b·c d·e f']],
    [`pr'un'e"d"`, ['pruned']],
    [`a '' ""`, ['a··']],
    [`"a\\"b\\$c\\\\d\\e"`, ['a"b$c\\d\\e']],
    [`'a\\'b`, ['a\\b']],
    [`$'a\\n\\x41\\u00e9\\101\\'b'`, ["a\nA\u00e9A'b"]],
    ['a\\\nb \\\r\n c', ['ab·c']],
    ['a # b\nc', ['a', 'c']],
    ['a#b', ['a#b']],
    ['$', ['$']],
    ['a$ b', ['a$·b']],
    ['~/a *.js {a,b}', ['~/a·*.js·{a,b}']],
    ['"open', ['open']],
    ["'open", ['open']],
    ['a\\', ['a']],
    ['é😀 b', ['é😀·b']],
  ])('%j', (line, expected) => {
    expect(commands(line)).toEqual(expected);
  });
});

describe('lists, pipes and groups', () => {
  test.each<[string, string[]]>([
    ['a; b && c || d & e', ['a ;', 'b &&', 'c ||', 'd &', 'e']],
    ['a | b |& c', ['a |', 'b |&', 'c']],
    ['a\nb', ['a', 'b']],
    ['(a; b) && c', ['a ;', 'b &&', 'c']],
    ['{ a; b; } | c', ['a ;', 'b |', 'c']],
    ['! a && time b', ['a &&', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a ;', 'b ;', 'c ;', 'd ;', 'e ;']],
    ['while a; do b; done; until c; do d; done', ['a ;', 'b ;', 'c ;', 'd ;']],
    ['for x in 1 $Y; do a; done', ['for·x·in·1·{$Y} ;', 'a ;']],
    ['case $x in a|b) c;; (d) e;; *) f; esac; g', ['case·{$x}·in', 'c ;', 'e ;', 'f ;', 'g']],
    ['case a in esac; b', ['case·a·in ;', 'b']],
    ['f() { a; }; function g { b; }; function h() { c; }', ['a ;', 'b ;', 'c ;']],
    ['[[ a < b && ( c || d ) ]] && e', ['[[·a·b·c·d &&', 'e']],
    ['((x = 1 + (2))) && a', ['a']],
    // `{` and the like are words where no command begins.
    ['echo { if } done', ['echo·{·if·}·done']],
    [') a ) b', ['a', 'b']],
    ['} fi done esac a', ['a']],
    ['a;; b', ['a ;', 'b']],
  ])('%j', (line, expected) => {
    expect(commands(line)).toEqual(expected);
  });

  test.each<[string, [number, number][][]]>([
    [
      'a | b',
      [
        [
          [0, 1],
          [1, 2],
        ],
      ],
    ],
    [
      'a; b | c | d; e',
      [
        [
          [1, 2],
          [2, 3],
          [3, 4],
        ],
      ],
    ],
    [
      '(a; b) | c',
      [
        [
          [0, 2],
          [2, 3],
        ],
      ],
    ],
    [
      'a | { b; c | d; }',
      [
        [
          [2, 3],
          [3, 4],
        ],
        [
          [0, 1],
          [1, 4],
        ],
      ],
    ],
    [
      'a | while b; do c; done | d',
      [
        [
          [0, 1],
          [1, 3],
          [3, 4],
        ],
      ],
    ],
    [
      'a | b && c | d',
      [
        [
          [0, 1],
          [1, 2],
        ],
        [
          [2, 3],
          [3, 4],
        ],
      ],
    ],
    [
      'if a | b; then c; fi | d',
      [
        [
          [0, 1],
          [1, 2],
        ],
        [
          [0, 3],
          [3, 4],
        ],
      ],
    ],
    ['a || b', []],
  ])('pipelines of %j', (line, expected) => {
    const found = splitShell(line).pipelines.map(({ stages }) => stages.map(({ from, to }) => [from, to]));
    expect(found).toEqual(expected);
  });
});

describe('assignments and redirections', () => {
  test.each<[string, string[]]>([
    ['X=1 Y="a b" prune', ['X:=1·Y:=a b·prune']],
    ['X=$Y', ['X:={$Y}']],
    ['X= a', ['X:=·a']],
    ['X+=1; X[0]=2', ['X:=1 ;', 'X:=2']],
    ['prune X=1', ['prune·X=1']],
    ['X=(a "b c") d', ['d']],
    ['1X=2', ['1X=2']],
    ['a > b 2>&1 >>c <d', ['a·>b·2>&1·>>c·<d']],
    ['a &>b; a &>>b; a >|b; a <>b; a >&2', ['a·&>b ;', 'a·&>>b ;', 'a·>|b ;', 'a·<>b ;', 'a·>&2']],
    ['a 2>b; a2>b; a {fd}>b', ['a·2>b ;', 'a2·>b ;', 'a·>b']],
    ['> a b', ['b·>a']],
    ['{ a; } > b', ['a ;', '>b']],
    ['a <<< "b c"', ['a·<<<b c']],
    ['a >', ['a·>']],
  ])('%j', (line, expected) => {
    expect(commands(line)).toEqual(expected);
  });

  test.each<[string, (string | undefined)[]]>([
    ['a <<E\nb $c\nE\nd', ['b $c\n', undefined]],
    ['a <<-E\n\tb\n\tE\nd', ['\tb\n', undefined]],
    ["a <<'E' | b\nc\nE", ['c\n', undefined]],
    ['a <<E <<F\nb\nE\nc\nF', ['b\n']],
    ['a <<E\nb', ['b']],
    ['a <<E', [undefined]],
  ])('here-documents of %j', (line, expected) => {
    const found = splitShell(line).commands.map(({ redirections }) => redirections[0]?.body);
    expect(found).toEqual(expected);
  });
});

describe('expansions', () => {
  test.each<[string, string[]]>([
    ['a $(b c) d', ['1: b·c', 'a·{$(b c)}·d']],
    ['a `b c` d', ['1: b·c', 'a·{`b c`}·d']],
    ['a "$(b "c)")"', ['1: b·c)', 'a·{"$(b "c)")"}']],
    ['a $(b $(c) | d)', ['2: c', '1: b·{$(c)} |', '1: d', 'a·{$(b $(c) | d)}']],
    ['a <(b) >(c)', ['1: b', '2: c', 'a·{<(b)}·{>(c)}']],
    ["a '$(b)' \\$(c)", ['a·$(b)·$', 'c']],
    ['a $((1 + (2))) b', ['a·{$((1 + (2)))}·b']],
    ['a ${X:-$(b)}', ['1: b', 'a·{${X:-$(b)}}']],
    ['$(case x in y) a;; esac) b', ['1: case·x·in', '1: a ;', '{$(case x in y) a;; esac)}·b']],
    ['X=$(a) b', ['1: a', 'X:={$(a)}·b']],
    ['a $(b', ['1: b', 'a·{$(b}']],
    ['a `b', ['1: b', 'a·{`b}']],
    ['a ${X', ['a·{${X}']],
    ['a "$(b" c', ['1: b c', 'a·{"$(b" c}']],
  ])('%j', (line, expected) => {
    expect(commands(line)).toEqual(expected);
  });

  test.each<[string, object[]]>([
    ['$X', [{ name: 'X', hasDefault: false, required: false }]],
    ['"${X}/a"', [{ name: 'X', hasDefault: false }]],
    ['${X:-y}', [{ name: 'X', hasDefault: true, fallback: 'y' }]],
    ['${X-}', [{ name: 'X', hasDefault: true, fallback: '' }]],
    ['${X:="a b"}', [{ name: 'X', hasDefault: true, fallback: 'a b' }]],
    ['${X:-$Y}', [{ name: 'Y' }, { name: 'X', hasDefault: true, fallback: undefined }]],
    ['${X:?not set}', [{ name: 'X', required: true, hasDefault: false }]],
    ['${X:+y}', [{ name: 'X', hasDefault: false, required: false }]],
    ['${#X} ${!X}', [{ name: 'X' }]],
    ['${X%.js} ${X//a/b} ${X[0]}', [{ name: 'X' }]],
    ['$1$@$?', [{ name: '1' }, { name: '@' }, { name: '?' }]],
    ['"$X"\'$Y\'\\$Z', [{ name: 'X' }]],
  ])('variables of %j', (line, expected) => {
    const [command] = splitShell(line).commands;
    expect(command?.words[0]?.variables).toMatchObject(expected);
    expect(command?.words[0]?.variables).toHaveLength(expected.length);
  });

  test('a variable knows its place, and whether it stands in quotes', () => {
    const line = 'a "b$X" ${Y}';
    const parts = splitShell(line).commands[0]?.words.flatMap((word) => word.parts) ?? [];
    const found = parts.map((part) =>
      part.kind === 'variable' ? [line.slice(part.variable.start, part.variable.end), part.quoted] : [],
    );
    expect(found).toEqual([[], [], ['$X', true], ['${Y}', false]]);
  });
});

describe('at the command prompt', () => {
  test.each<[string, string[]]>([
    ['a "b c" & d && e | f', ['a·b c &', 'd &&', 'e |', 'f']],
    ["C:\\a\\b 'c d' %X% $Y `z` a;b #c", ["C:\\a\\b·'c·d'·%X%·$Y·`z`·a;b·#c"]],
    ['a ^& b', ['a·&·b']],
    ['a > b 2>&1', ['a·>b·2>&1']],
  ])('%j', (line, expected) => {
    expect(splitShell(line, 'cmd').commands.map(shown)).toEqual(expected);
  });
});

describe('limits', () => {
  test.each<[string, boolean]>([
    ['a "b" $(c) ${d} (e)', true],
    ['', true],
    ['"a', false],
    ["'a", false],
    ['$(a', false],
    ['`a', false],
    ['${a', false],
    ['(a', false],
    ['if a', false],
    ['$('.repeat(60) + ')'.repeat(60), true],
    ['$('.repeat(10_000), false],
    ['('.repeat(10_000), false],
    ['( '.repeat(10_000), false],
    ['$((1', false],
    ['${X:-'.repeat(10_000), false],
    ['a;'.repeat(2000), false],
    ['a '.repeat(8000), true],
    ['a '.repeat(9000), false],
    ['`a`'.repeat(2000), false],
    ['a'.repeat(131_072), true],
    ['a'.repeat(131_073), false],
  ])('%#: whether all was read', (line, complete) => {
    expect(splitShell(line).complete).toBe(complete);
  });
});

test('a line of many commands is read up to a bound', () => {
  for (const unit of ['a;', '`a`', '$(a)', '(a)', 'a|', '<(a) ']) {
    expect(splitShell(unit.repeat(20_000)).commands.length).toBeLessThan(MOST_COMMANDS + 100);
  }
});

describe('of any text', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      ' ',
      '|',
      '&',
      ';',
      '\n',
      '\r',
      '"',
      "'",
      '`',
      '$(',
      ')',
      '(',
      '${',
      '}',
      '$X',
      '<(',
      '>',
      '<<E',
      '<<<',
      '2>',
      '\\',
    ],
    ...[
      '#',
      'X=',
      'case',
      ' in ',
      'esac',
      'if ',
      'fi',
      'for ',
      'do ',
      'done',
      '[[ ',
      ' ]]',
      '((',
      "$'",
      '$"',
      ':-',
      '😀',
      '\0',
    ],
  );
  const line = fc
    .array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string()))
    .map((parts) => parts.join(''));

  test('it never throws, places are in order and in the line, and words are what stands there', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('sh' as const, 'cmd' as const), (text, dialect) => {
        const { commands: found, pipelines, scripts } = splitShell(text, dialect);
        for (const { start, end, words, redirections, assignments, script } of found) {
          expect(0 <= start && start <= end && end <= text.length).toBe(true);
          expect(scripts[script]).toBeDefined();
          let at = start;
          for (const word of words) {
            expect(text.slice(word.start, word.end)).toBe(word.raw);
            expect(word.start).toBeGreaterThanOrEqual(at);
            at = word.end;
          }
          for (const { start: from, end: to } of [...redirections, ...assignments]) {
            expect(start <= from && from <= to && to <= end).toBe(true);
          }
          expect(at).toBeLessThanOrEqual(end);
        }
        for (const { stages } of pipelines) {
          expect(stages.length).toBeGreaterThan(1);
          for (const { from, to } of stages) expect(0 <= from && from <= to && to <= found.length).toBe(true);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  test('a quoted word comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 5 }),
        (words) => {
          const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
          const [command] = splitShell(`a ${quoted.join(' ')}`).commands;
          expect(command?.words.slice(1).map(({ value }) => value)).toEqual(words);
        },
      ),
    );
  });
});
