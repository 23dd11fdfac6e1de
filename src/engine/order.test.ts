import { describe, expect, test } from 'vitest';
import { findingIn } from '../test/findings.ts';
import fc from '../test/property.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';
import { compareFindings, inOrder } from './order.ts';

const TEXT = 'abcdefghij';
const at = (place: string, rest: Partial<Finding> = {}): Finding => findingIn(TEXT, place, rest);
const short = ({ path, span, ruleId }: Finding): string => `${path} ${span.start} ${ruleId}`;

describe('order', () => {
  test('path, offset, rule', () => {
    const findings = [
      at('a', { path: 'b', ruleId: 'x' }),
      at('j', { path: 'a', ruleId: 'x' }),
      at('b', { path: 'a', ruleId: 'y' }),
      at('b', { path: 'a', ruleId: 'x' }),
    ];
    expect(inOrder(findings, new Set()).map(short)).toEqual(['a 1 x', 'a 1 y', 'a 9 x', 'b 0 x']);
  });

  test('paths by code points, not by UTF-16 units and not by language', () => {
    const paths = ['Z', 'a', 'z', 'ä', '\uff5e', '🍎'];
    const findings = [...paths].reverse().map((path) => at('a', { path }));
    expect(inOrder(findings, new Set()).map(({ path }) => path)).toEqual(paths);
  });

  test('does not depend on the order in which they were found', () => {
    const finding = fc
      .record({
        path: fc.constantFrom('a', 'b'),
        ruleId: fc.constantFrom('x', 'y'),
        place: fc.constantFrom('a', 'b', 'bc'),
        message: fc.constantFrom('m', 'n'),
      })
      .map(({ place, ...rest }) => at(place, rest));
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 8 }), (findings) => {
        const ordered = inOrder(findings, new Set());
        expect(inOrder([...findings].reverse(), new Set()).map(fingerprint)).toEqual(
          ordered.map(fingerprint),
        );
        for (const [index, next] of ordered.slice(1).entries()) {
          expect(compareFindings(ordered[index] as Finding, next)).toBeLessThanOrEqual(0);
        }
        expect(new Set(ordered.map(fingerprint)).size).toBe(ordered.length);
      }),
    );
  });
});

describe('running number', () => {
  test('counts equal findings in their order, silenced ones too', () => {
    const [first, second, third] = [at('a'), at('b'), at('c')];
    const ordered = inOrder([third, second, first], new Set([second]));
    expect(ordered.map(({ span, ordinal }) => [span.start, ordinal])).toEqual([
      [0, 0],
      [2, 2],
    ]);
  });

  test.each<[string, Partial<Finding>]>([
    ['rule', { ruleId: 'other' }],
    ['kind of finding', { messageId: 'other' }],
    ['file', { path: 'other', repositoryPath: 'other' }],
    ['server', { server: 'other' }],
    ['field', { field: 'env.OTHER' }],
  ])('begins anew for another %s', (_, change) => {
    const ordered = inOrder([at('a'), at('b', change)], new Set());
    expect(ordered.map(({ ordinal }) => ordinal)).toEqual([0, 0]);
    expect(new Set(ordered.map(fingerprint)).size).toBe(2);
  });
});

describe('fingerprint', () => {
  const base = at('b', { server: 'kiln', field: 'args[1]' });
  test.each<[string, Partial<Finding>]>([
    ['place', { span: { start: 8, end: 9 } }],
    ['wording', { message: 'Something else', help: 'Other.' }],
    ['severity', { severity: 'error' }],
    ['position in a list', { field: 'args[7]' }],
    ['path from the working directory', { path: '/elsewhere/x' }],
  ])('does not depend on the %s', (_, change) => {
    expect(fingerprint({ ...base, ...change })).toBe(fingerprint(base));
  });

  test('tells apart what glued together would be the same', () => {
    const [a, b] = [at('a', { server: 'ab', field: 'c' }), at('a', { server: 'a', field: 'bc' })];
    expect(fingerprint(a)).not.toBe(fingerprint(b));
    expect(inOrder([a, b], new Set()).map(({ ordinal }) => ordinal)).toEqual([0, 0]);
  });

  test('is 32 hexadecimal digits', () => {
    expect(fingerprint(base)).toMatch(/^[0-9a-f]{32}$/);
  });
});
