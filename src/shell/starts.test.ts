import { describe, expect, test } from 'vitest';
import { splitShell } from './split.ts';
import { startsOf } from './starts.ts';

/** Each start as its program, and the arguments that its words stand in. */
function starts(argv: readonly string[], read = true): readonly string[] | undefined {
  return startsOf(argv, read ? splitShell : undefined)?.map(({ invocation, argumentOf }) => {
    const { name, word, args } = invocation;
    return [name, ...[word, ...args].map((one) => argumentOf(one))].join(' ');
  });
}

describe('what a server starts', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['orchard-mcp'], ['orchard-mcp 0']],
    [['/opt/Orchard', '--port', '1'], ['orchard 0 1 2']],
    [['env', 'A=1', 'npx', '-y', 'orchard'], ['npx 2 3 4']],
    [['cmd', '/c', 'npx', '-y', 'orchard'], ['npx 2 3 4']],
    [['C:\\Windows\\System32\\CMD.EXE', '/d', '/s', '/C', 'npx', 'orchard'], ['npx 4 5']],
    [['powershell', '-NoProfile', '-Command', 'npx', 'orchard'], ['npx 3 4']],
    [['cmd', '/k'], ['cmd 0 1']],
    [['cmd', 'npx'], ['cmd 0 1']],
    [['node', '-e', 'npx()'], ['node 0 1 2']],
    [['orchard-mcp', 'sh', '-c', 'npx pears'], ['orchard-mcp 0 1 2 3']],
    [[], []],
    [['env', 'A=1'], ['env 0 1']],
  ])('%j, without a line', (argv, expected) => {
    expect(starts(argv, false)).toEqual(expected);
    expect(starts(argv)).toEqual(expected);
  });

  test.each<[readonly string[], readonly string[]]>([
    [['bash', '-lc', 'npx -y orchard'], ['npx 2 2 2']],
    [
      ['bash', '-lc', 'source ~/.nvm/nvm.sh && exec npx orchard'],
      ['source 2 2', 'npx 2 2'],
    ],
    [
      ['sh', '-c', 'cd "$HOME" || exit; A=1 orchard-mcp'],
      ['cd 2 2', 'exit 2', 'orchard-mcp 2'],
    ],
    [['env', 'A=1', 'zsh', '-c', 'orchard-mcp'], ['orchard-mcp 4']],
    [['cmd', '/c', 'npx -y orchard'], ['npx 2 2 2']],
    [['cmd', '/c', 'bash', '-lc', 'orchard-mcp --a'], ['orchard-mcp 4 4']],
    [['pwsh', '-c', 'npx -y orchard'], ['npx 2 2 2']],
    [['bash', '-c', "sh -c 'orchard-mcp a'"], ['orchard-mcp 2 2']],
    [['bash', '-c', 'sh -c "sh -c \'sh -c orchard-mcp\'"'], ['sh 2 2 2']],
    [['bash', '-c', ''], []],
  ])('%j, with one', (argv, expected) => {
    expect(starts(argv, false)).toBeUndefined();
    expect(starts(argv)).toEqual(expected);
  });
});
