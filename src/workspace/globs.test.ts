import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody } from '../test/as-nobody.ts';
import { tempTree } from '../test/helpers.ts';
import { expandGlobs, understoodNames } from './inputs.ts';

const tree = {
  'a/.agents/mcp_config.json': '',
  'b/.agents/mcp_config.json': '',
  'b/.agents/notes.md': '',
  'node_modules/n/mcp_config.json': '',
  '[odd]/mcp_config.json': '',
  'loop/self': { symlink: '..' },
};

describe('expandGlobs', () => {
  it.each<[string[], string[]]>([
    [
      ['a', 'none'],
      ['a', 'none'],
    ],
    [
      ['**/mcp_config.json'],
      ['[odd]/mcp_config.json', 'a/.agents/mcp_config.json', 'b/.agents/mcp_config.json'],
    ],
    [['{a,b}'], ['a', 'b']],
    [['b/.agents/*'], ['b/.agents/mcp_config.json']],
    [
      ['[ab]/.agents', 'a'],
      ['a/.agents', 'b/.agents', 'a'],
    ],
    [['[odd]'], ['[odd]']],
    [['./a/*'], ['./a/.agents']],
  ])('%j', async (paths, expected) => {
    expect(await expandGlobs(paths, tempTree(tree))).toEqual({ paths: expected, problems: [] });
  });

  it('takes an absolute pattern', async () => {
    const root = tempTree(tree);
    expect((await expandGlobs([join(root, '*/.agents')], '/')).paths).toEqual([
      join(root, 'a/.agents'),
      join(root, 'b/.agents'),
    ]);
  });

  it('says which patterns match nothing that is understood', async () => {
    const message = `nothing matches this pattern; it must match directories or files named ${understoodNames()}`;
    expect(await expandGlobs(['*.toml', 'b/.agents/*.md', 'a'], tempTree(tree))).toEqual({
      paths: ['a'],
      problems: [
        { argument: '*.toml', message },
        { argument: 'b/.agents/*.md', message },
      ],
    });
  });

  it('passes over the manifests of other hosts', async () => {
    const root = tempTree({ 'kiln/.claude-plugin/plugin.json': '', 'kiln/.gemini-plugin/plugin.json': '' });
    expect((await expandGlobs(['kiln/.*/plugin.json'], root)).paths).toEqual([
      'kiln/.gemini-plugin/plugin.json',
    ]);
  });

  it.skipIf(process.platform === 'win32')('says when a directory on the way cannot be read', async () => {
    const cwd = tempTree({ 'a/mcp_config.json': '', 'closed/': { mode: 0 } });
    const { problems } = await asNobody(() => expandGlobs(['*/mcp_config.json'], cwd));
    expect(problems).toEqual([
      {
        argument: '*/mcp_config.json',
        message: 'this pattern cannot be looked up: this directory cannot be read: permission denied',
      },
    ]);
  });
});
