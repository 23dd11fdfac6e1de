import { describe, expect, test } from 'vitest';
import { isSetting, pathOf, uriOf } from './uri.ts';

describe('pathOf', () => {
  test.each<[string, string | undefined]>([
    ['file:///srv/kelp/mcp_config.json', '/srv/kelp/mcp_config.json'],
    ['FILE:///srv/kelp', '/srv/kelp'],
    ['file:///srv/kelp%20bed/%C3%A9', '/srv/kelp bed/é'],
    ['file:///srv/a%23b%3Fc', '/srv/a#b?c'],
    ['file:///srv/a/../b', '/srv/b'],
    ['file:///srv/a/%2e%2e/b', '/srv/b'],
    ['file:///srv/a%2Fb', undefined],
    ['file:///srv/a%00b', undefined],
    ['file:///srv/%zz', undefined],
    ['file://host/srv', undefined],
    ['untitled:Untitled-1', undefined],
    ['vscode-remote://host/srv/a', undefined],
    ['git:/srv/a?ref', undefined],
    ['', undefined],
  ])('%s', (uri, path) => {
    expect(pathOf(uri)).toBe(path);
  });

  test.each(['/srv/a b', '/srv/é#?%', '/srv/100%25'])('%s comes back', (path) => {
    expect(pathOf(uriOf(path))).toBe(path);
  });
});

test('isSetting', () => {
  expect(
    ['/a/.skillsaw.yaml', '/a/.skillsaw.yml', '/.skillsaw-baseline.json', '/a/hooks.json'].map(isSetting),
  ).toEqual([true, true, true, false]);
});
