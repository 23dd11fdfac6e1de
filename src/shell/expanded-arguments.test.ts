import { expect, test } from 'vitest';
import { expandedArguments } from './expanded-arguments.ts';

/** The arguments in which variables are put in, with the reader where it is no interpreter. */
function found(...argv: string[]): string[] {
  return [...expandedArguments(argv)].map(([index, reader]) =>
    reader === 'interpreter' ? (argv[index] as string) : `${reader} ${argv[index]}`,
  );
}

test.each<[string[], string[]]>([
  [['sh', '-c', 'CODE'], ['CODE']],
  [['/bin/bash', '-lc', 'CODE'], ['CODE']],
  [['bash', '-l', '-c', 'CODE', '_', '$X'], ['CODE']],
  [['zsh', '-ilc', 'CODE'], ['CODE']],
  [['fish', '-c', 'CODE'], ['CODE']],
  [['env', 'A=$A', 'bash', '-c', 'CODE'], ['CODE']],
  [['env', '-S', 'CODE'], ['CODE']],
  [['sudo', '-u', 'kiln', 'sh', '-c', 'CODE'], ['CODE']],
  [['docker', 'run', '--rm', '-e', 'A=$A', 'kiln', 'sh', '-c', 'CODE'], ['CODE']],
  [['docker', 'exec', '-i', 'kiln', 'bash', '-lc', 'CODE'], ['CODE']],
  [['wsl', 'bash', '-lc', 'CODE'], ['CODE']],
  [['node', '-e', 'CODE'], ['CODE']],
  [['node', '--eval', 'CODE', '$X'], ['CODE']],
  [['python3', '-c', 'CODE'], ['CODE']],
  [['uv', 'run', 'python', '-c', 'CODE'], ['CODE']],
  [['deno', 'eval', 'CODE'], ['CODE']],
  [['npx', '-c', 'CODE'], ['CODE']],
  [['nix-shell', '--run', 'CODE'], ['CODE']],
  [['su', 'kiln', '-c', 'CODE'], ['CODE']],
  [
    ['ssh', 'kiln.example', 'exec', 'CODE'],
    ['kiln.example', 'exec', 'CODE'],
  ],
  [
    ['cmd', '/c', 'npx', 'CODE'],
    ['cmd npx', 'cmd CODE'],
  ],
  [['CMD.EXE', '/C', 'CODE'], ['cmd CODE']],
  [
    ['cmd', '/c', 'bash', '-c', 'CODE'],
    ['cmd bash', 'cmd -c', 'CODE'],
  ],
  [
    ['powershell', '-NoProfile', '-Command', 'CODE', 'MORE'],
    ['CODE', 'MORE'],
  ],
  [['pwsh', '-c', 'CODE'], ['CODE']],
  [
    [
      'npx',
      '-y',
      'mcp-remote@0.1.29',
      'https://kiln.example',
      '--header',
      'A: $A',
      '--header',
      'B',
      '--port',
      '$X',
    ],
    ['mcp-remote A: $A', 'mcp-remote B'],
  ],
  [['mcp-remote-other', '--header', '$X'], []],
  [[], []],
  [['kiln-mcp'], []],
  [['kiln-mcp', '-c', '$X'], []],
  [['bash'], []],
  [['bash', 'start.sh', '$X'], []],
  [['node', 'index.js', '--root', '$X'], []],
  [['python', '-m', 'kiln', '$X'], []],
  [['npx', '-y', 'kiln', '$X'], []],
  [['powershell', '-File', 'start.ps1', '$X'], []],
  [['powershell', '-enc', 'eAA='], []],
  [['cmd'], []],
  [['cmd', '$X'], []],
])('%j', (argv, expected) => {
  expect(found(...argv)).toEqual(expected);
});

test('ten thousand arguments', () => {
  expect(found(...Array.from({ length: 10_000 }, () => 'sh'))).toEqual([]);
});
