import { expect, test } from 'vitest';
import { namedVersion } from './pinning.ts';

/** A tag or branch stands for itself. */
const version = (from: 'npm' | 'pypi' | 'image', spec: string): string => {
  const named = namedVersion({ from, spec });
  return named.state === 'open' ? (named.tag ?? NONE) : named.state;
};
const NONE = 'none';
const FIXED = 'fixed';
const UNKNOWN = 'unknown';

test.each<[string, string]>([
  ['orchard-mcp', NONE],
  ['@orchard/mcp', NONE],
  ['@orchard/mcp@', NONE],
  ['@orchard/mcp@*', NONE],
  ['orchard@x', NONE],
  ['orchard@latest', 'latest'],
  ['@orchard/mcp@next', 'next'],
  ['orchard@canary', 'canary'],
  ['npm:orchard', NONE],
  ['jsr:@orchard/mcp', NONE],
  ['pears@npm:@orchard/mcp', NONE],
  ['pears@npm:@orchard/mcp@latest', 'latest'],
  ['orchard/mcp', NONE],
  ['github:orchard/mcp', NONE],
  ['github:orchard/mcp#main', 'main'],
  ['git+https://git.orchard.example/mcp.git', NONE],
  ['git+ssh://git@git.orchard.example/mcp.git#harvest', 'harvest'],
  ['https://git.orchard.example/mcp.git', NONE],
  ['orchard@github:orchard/mcp#main', 'main'],

  ['orchard@1.2.3', FIXED],
  ['@orchard/mcp@1', FIXED],
  ['orchard@v2', FIXED],
  ['orchard@^1.2', FIXED],
  ['orchard@~1', FIXED],
  ['orchard@>=1 <3', FIXED],
  ['orchard@1.x', FIXED],
  ['orchard@1.0.0-beta.2', FIXED],
  ['orchard@1 || 2', FIXED],
  ['npm:orchard@1.0.0', FIXED],
  ['pears@npm:@orchard/mcp@1.0.0', FIXED],
  ['github:orchard/mcp#4f2a9c1', FIXED],
  ['orchard/mcp#v1.2.0', FIXED],
  ['orchard/mcp#semver:^1', FIXED],
  ['git+https://git.orchard.example/mcp.git#0123456789abcdef0123456789abcdef01234567', FIXED],
  ['https://orchard.example/mcp.tgz', UNKNOWN],
  ['https://orchard.example/download/mcp', UNKNOWN],
  ['./tools/orchard', UNKNOWN],
  ['../orchard', UNKNOWN],
  ['.', UNKNOWN],
  ['/opt/orchard', UNKNOWN],
  ['~/orchard', UNKNOWN],
  ['C:\\orchard', UNKNOWN],
  ['file:orchard', UNKNOWN],
  ['orchard-mcp-1.0.0.tgz', UNKNOWN],
  ['orchard@workspace:*', FIXED],
  ['${ORCHARD}', UNKNOWN],
  ['orchard@$VERSION', UNKNOWN],
  ['<package>', UNKNOWN],
  ['{{package}}', UNKNOWN],
  ['%PACKAGE%', UNKNOWN],
  [`orchard${'d'.repeat(1000)}`, UNKNOWN],
])('npm %s: %s', (spec, expected) => {
  expect(version('npm', spec)).toBe(expected);
});

test.each<[string, string]>([
  ['kiln-mcp', NONE],
  ['kiln-mcp[cli]', NONE],
  ['kiln-mcp@latest', 'latest'],
  ['kiln-mcp[cli]@latest', 'latest'],
  ['git+https://git.kiln.example/mcp', NONE],
  ['git+ssh://git@git.kiln.example/mcp', NONE],
  ['git+https://git.kiln.example/mcp@main', 'main'],
  ['git+https://git.kiln.example/mcp@glaze#subdirectory=server', 'glaze'],
  ['kiln-mcp @ git+https://git.kiln.example/mcp', NONE],

  ['kiln-mcp==1.0', FIXED],
  ['kiln-mcp>=1,<2', FIXED],
  ['kiln-mcp~=1.4', FIXED],
  ['kiln-mcp!=2', FIXED],
  ['kiln-mcp@1.0', FIXED],
  ['kiln-mcp[cli]==1.0', FIXED],
  ['git+https://git.kiln.example/mcp@4f2a9c1d', FIXED],
  ['git+https://git.kiln.example/mcp@v1.4.0', FIXED],
  ['git+https://git.kiln.example/mcp@release-1.4', FIXED],
  ['git+ssh://git@git.kiln.example/mcp@4f2a9c1d#subdirectory=server', FIXED],
  ['kiln-mcp @ git+https://git.kiln.example/mcp@4f2a9c1d', FIXED],
  ['https://kiln.example/kiln-1.0-py3-none-any.whl', UNKNOWN],
  ['https://kiln.example/kiln', UNKNOWN],
  ['./tools/kiln', UNKNOWN],
  ['.', UNKNOWN],
  ['kiln.py', UNKNOWN],
  ['${KILN}', UNKNOWN],
])('pypi %s: %s', (spec, expected) => {
  expect(version('pypi', spec)).toBe(expected);
});

test.each<[string, string]>([
  ['bakery', NONE],
  ['bakery/oven', NONE],
  ['registry.bakery.example:5000/oven', NONE],
  ['bakery/oven:latest', 'latest'],
  ['bakery/oven:next', 'next'],

  ['bakery/oven:1.4', FIXED],
  ['bakery/oven:stable', FIXED],
  ['bakery/oven:1.4@sha256:00ff', FIXED],
  ['bakery/oven@sha256:00ff', FIXED],
  ['registry.bakery.example:5000/oven:2', FIXED],
  ['localhost/oven', UNKNOWN],
  ['${OVEN_IMAGE}', UNKNOWN],
  ['bakery/oven:${TAG:-latest}', UNKNOWN],
])('image %s: %s', (spec, expected) => {
  expect(version('image', spec)).toBe(expected);
});

test('a hostile spec costs no time', () => {
  const start = performance.now();
  for (const piece of ['@', 'a-', 'a/', 'npm:', '<', '%a', '[', '#']) {
    for (const from of ['npm', 'pypi', 'image'] as const) namedVersion({ from, spec: piece.repeat(300) });
  }
  expect(performance.now() - start).toBeLessThan(500);
});
