import { expect, test } from 'vitest';
import { type Around, surroundingsOf } from '../test/rules.ts';
import { installedPackages } from './installed-packages.ts';

const names = (around: Around, folder?: string): readonly string[] =>
  [...installedPackages(surroundingsOf(around, folder))].sort();

test('those of package.json beside the root and at the top of the repository, and the packages themselves', () => {
  const around = {
    'package.json': JSON.stringify({
      name: 'orchard',
      devDependencies: { pears: '1' },
      scripts: { plums: '' },
    }),
    'farms/north/package.json': JSON.stringify({
      name: 'north',
      dependencies: { apples: '1' },
      optionalDependencies: { figs: '1' },
    }),
    'farms/package.json': JSON.stringify({ dependencies: { quinces: '1' } }),
  };
  expect(names(around)).toEqual(['orchard', 'pears']);
  expect(names(around, 'farms/north/.agents')).toEqual(['apples', 'figs', 'north', 'orchard', 'pears']);
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '"orchard"',
  '{"name": 1, "dependencies": ["pears"]}',
  '{"dependencies": null}',
  '[[[[',
])('none in %s', (content) => {
  expect(names({ 'package.json': content })).toEqual([]);
});

test('none where there is no manifest', () => {
  expect(names({})).toEqual([]);
});
