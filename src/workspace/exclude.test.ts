import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileExclude } from './exclude.ts';

describe.skipIf(sep !== '/')('compileExclude', () => {
  it.each([
    ['vendor', 'vendor', true],
    ['vendor', 'vendor/a/b.json', true],
    ['vendor', 'x/vendor', false],
    ['vendor', 'vendors', false],
    ['vendor/**', 'vendor', true],
    ['vendor/**', 'vendor/a/b.json', true],
    ['vendor/*', 'vendor', false],
    ['vendor/*', 'vendor/a', true],
    ['vendor/*', 'vendor/a/b/c.json', true],
    ['**/examples/**', 'examples', true],
    ['**/examples/**', 'a/b/examples', true],
    ['**/examples/**', 'a/b/examples/c/d.json', true],
    ['**/*.json', 'a/b.json', true],
    ['**/*.json', 'a/b.yaml', false],
    ['*.json', 'a/b.json', false],
    ['.agents/**', '.agents/mcp_config.json', true],
    ['*', '.agents', true],
    ['**', 'a', true],
    ['{old,new}/x', 'new/x/y', true],
    ['a?', 'ab', true],
    ['[ab]', 'b', true],
    ['Vendor', 'vendor', false],
    ['!keep', 'other', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(compileExclude([pattern], '/w/p')(`/w/p/${path}`)).toBe(expected);
  });

  it('matches any of several patterns', () => {
    const excluded = compileExclude(['a', 'b/*.json'], '/w');
    expect(['/w/a', '/w/b/x.json', '/w/b/x'].map(excluded)).toEqual([true, true, false]);
  });

  it.each(['/w', '/other/a', '/wide', '/'])(
    'says nothing of %s, which is not below its directory',
    (path) => {
      expect(compileExclude(['**', '*', '../**'], '/w')(path)).toBe(false);
    },
  );

  it('works from the top of the file system', () => {
    expect(compileExclude(['srv/**'], '/')('/srv/a')).toBe(true);
    expect(compileExclude(['srv/**'], '/')('/var/a')).toBe(false);
  });
});
