import { describe, expect, test } from 'vitest';
import { findingIn } from '../test/findings.ts';
import { baselineEntries, compareWithBaseline, inFileOrder } from './baseline.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';
import { inOrder } from './order.ts';

const TEXT = 'abcdefghij';
const at = (place: string, rest: Partial<Finding> = {}): Finding =>
  findingIn(TEXT, place, { server: 'kiln', field: 'args[0]', ...rest });
const ordered = (...findings: Finding[]): readonly Finding[] => inOrder(findings, new Set());
const own = ({ repositoryPath }: Finding): string => repositoryPath;

describe('an entry', () => {
  test('says what a finding is about, without place and value, and has its fingerprint', () => {
    const finding = at('c', { field: 'args[3]' });
    expect(baselineEntries([finding], own)).toEqual([
      {
        path: '.agents/mcp_config.json',
        rule: 'made-up-rule',
        kind: 'made-up',
        server: 'kiln',
        field: 'args',
        fingerprint: fingerprint(finding),
      },
    ]);
  });

  test('names no server and no field where there is none', () => {
    const { server: _s, field: _f, ...finding } = at('c');
    expect(Object.keys(baselineEntries([finding], own)[0] ?? {})).toEqual([
      'path',
      'rule',
      'kind',
      'fingerprint',
    ]);
  });

  test('takes the path that it is given, in the fingerprint as well', () => {
    const finding = at('c');
    const [entry] = baselineEntries([finding], () => 'sub/x.json');
    expect(entry).toMatchObject({
      path: 'sub/x.json',
      fingerprint: fingerprint({ ...finding, repositoryPath: 'sub/x.json' }),
    });
  });

  test.each(['unreadable-file', 'escaping-link', 'too-many-findings'])('is not made for %s', (ruleId) => {
    const finding = at('a', { ruleId });
    expect(baselineEntries([finding], own)).toEqual([]);
    expect(compareWithBaseline([], [finding], own)).toMatchObject({ fresh: [finding], known: [] });
  });
});

describe('order', () => {
  const entry = { path: 'a', rule: 'r', kind: 'k', fingerprint: '1' };
  const sorted = [
    entry,
    { ...entry, fingerprint: '2' },
    { ...entry, kind: 'l', fingerprint: '0' },
    { ...entry, server: 's' },
    { ...entry, server: 's', field: 'f' },
    { ...entry, rule: 's' },
    { ...entry, path: '\uff5e' },
    { ...entry, path: '🍎' },
  ];

  test('is by path, rule, server, field and kind, in code points', () => {
    expect(inFileOrder([...sorted].reverse())).toEqual(sorted);
  });

  test('holds each once', () => {
    expect(inFileOrder([...sorted, ...sorted])).toEqual(sorted);
  });
});

describe('comparison', () => {
  const known = ordered(at('a'), at('b'), at('c', { server: 'orchard' }));
  const entries = baselineEntries(known, own);

  test('leaves out what is known, wherever it stands now', () => {
    const moved = ordered(at('d'), at('e'), at('f', { server: 'orchard' }));
    expect(compareWithBaseline(entries, moved, own)).toEqual({ fresh: [], known: moved, unmatched: [] });
  });

  test('one more of a kind is new', () => {
    const more = ordered(at('a'), at('b'), at('d'), at('c', { server: 'orchard' }));
    const { fresh, known, unmatched } = compareWithBaseline(entries, more, own);
    expect({ fresh: fresh.map(({ span }) => span.start), known: known.length, unmatched }).toEqual({
      fresh: [3],
      known: 3,
      unmatched: [],
    });
  });

  test('one less of a kind leaves an entry over', () => {
    const { fresh, known, unmatched } = compareWithBaseline(entries, ordered(at('b')), own);
    expect({ fresh, known: known.length, left: unmatched.map(({ server }) => server) }).toEqual({
      fresh: [],
      known: 1,
      left: ['kiln', 'orchard'],
    });
  });

  test('the same in another file is new, and counts by itself', () => {
    const elsewhere = at('a', { path: 'x/mcp_config.json', repositoryPath: 'x/mcp_config.json' });
    const { fresh } = compareWithBaseline(entries, ordered(...known, elsewhere), own);
    expect(fresh.map(({ path, ordinal }) => [path, ordinal])).toEqual([['x/mcp_config.json', 0]]);
  });

  test.each<[string, object]>([
    ['path', { path: 'docs/example.json' }],
    ['rule', { rule: 'harmless-rule' }],
    ['kind', { kind: 'harmless' }],
    ['server', { server: 'other' }],
    ['field', { field: 'env' }],
    ['fingerprint', { fingerprint: '0'.repeat(32) }],
  ])('an entry with another %s matches nothing: nobody is told a tale by it', (_, change) => {
    const finding = at('a');
    const changed = baselineEntries([finding], own).map((entry) => ({ ...entry, ...change }));
    const { fresh, unmatched } = compareWithBaseline(changed, [finding], own);
    expect({ fresh, unmatched }).toEqual({ fresh: [finding], unmatched: changed });
  });
});
