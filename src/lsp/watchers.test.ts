import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempTree } from '../test/helpers.ts';
import { uriOf } from './uri.ts';
import { watchers } from './watchers.ts';

const patterns = (folder: string, canBeAbove: boolean): readonly unknown[] =>
  watchers([folder], canBeAbove).map(({ globPattern }) => globPattern);

describe('watchers', () => {
  test('name what is linted and what says how', () => {
    const all = patterns(tempTree({ '.git/': '' }), false);
    for (const name of [
      '.skillsaw.yaml',
      '.skillsaw-baseline.json',
      'mcp_config.json',
      'GEMINI.md',
      '.agents/**',
      '_agent/**',
    ]) {
      expect(all).toContain(`**/${name}`);
    }
  });

  test('look above a folder up to the top of its repository, where the client can', () => {
    const root = tempTree({ '.git/': '', 'a/b/c/': '' });
    const above = (canBeAbove: boolean): readonly unknown[] =>
      patterns(join(root, 'a/b/c'), canBeAbove).filter((one) => typeof one === 'object');
    const pattern = '{.skillsaw.yaml,.skillsaw.yml,.skillsaw-baseline.json}';
    expect(above(true)).toEqual(
      ['a/b', 'a', '.'].map((folder) => ({ baseUri: uriOf(join(root, folder)), pattern })),
    );
    expect(above(false)).toEqual([]);
    expect(patterns(root, true).filter((one) => typeof one === 'object')).toEqual([]);
  });
});
