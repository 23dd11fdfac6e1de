import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { below, fromBytes, isInside, join, keyOf, nameOf, parent, reportPath, shown } from './raw-path.ts';

const bad = Buffer.from([0x2f, 0x72, 0x2f, 0x66, 0xff, 0x6f]); // /r/f\xffo

describe.skipIf(sep !== '/')('paths whose names are not UTF-8', () => {
  it('stay bytes; valid ones become text', () => {
    expect(fromBytes(bad)).toBeInstanceOf(Buffer);
    expect(fromBytes(Buffer.from('/r/é'))).toBe('/r/é');
    expect(fromBytes(Buffer.from('/r/\ufffd'))).toBe('/r/\ufffd');
  });

  it('come apart and together again', () => {
    expect(shown(bad)).toBe('/r/f\ufffdo');
    expect(nameOf(bad)).toBe('f\ufffdo');
    expect(parent(bad)).toBe('/r');
    expect(parent(join(bad, 'x'))).toEqual(bad);
    expect(join('/r', fromBytes(bad.subarray(3)))).toEqual(bad);
    expect(below('/r', join(bad, 'x'))).toEqual(Buffer.concat([bad.subarray(3), Buffer.from('/x')]));
    expect(below(bad, join(bad, 'x'))).toBe('x');
    expect(below(bad, bad)).toBe('');
    expect(below(bad, '/r/other')).toBeUndefined();
  });

  it('have keys of their own', () => {
    const other = Buffer.from(bad);
    other[4] = 0xfe;
    expect(shown(other)).toBe(shown(bad));
    expect(keyOf(other)).not.toBe(keyOf(bad));
  });
});

describe.skipIf(sep !== '/')('below', () => {
  it.each([
    ['/w', '/w', ''],
    ['/w', '/w/a/b', 'a/b'],
    ['/w', '/wide/a', undefined],
    ['/w/a', '/w', undefined],
    ['/', '/', ''],
    ['/', '/a', 'a'],
  ])('%s, %s is %s', (root, path, expected) => {
    expect(below(root, path)).toBe(expected);
    expect(isInside(root, path)).toBe(expected !== undefined);
    expect(below(Buffer.from(root), path)).toBe(expected);
  });
});

describe.skipIf(sep !== '/')('reportPath', () => {
  it.each([
    ['/w', '/w', '.'],
    ['/w/a/b', '/w', 'a/b'],
    ['/wide/a', '/w', '/wide/a'],
    ['/a', '/', 'a'],
    ['/a', '/w', '/a'],
  ])('%s from %s is %s', (absolute, cwd, reported) => {
    expect(reportPath(absolute, cwd)).toBe(reported);
  });
});
