import { describe, expect, test } from 'vitest';
import { isShell, powershellLine, programOf } from './interpreters.ts';
import { findOption, invocationOf, programName, readArguments } from './program.ts';
import { splitShell } from './split.ts';
import type { ShellCommand, ShellWord } from './types.ts';

const invocation = (line: string) => invocationOf(splitShell(line).commands[0] as ShellCommand);
const raw = ({ raw: text }: ShellWord): string => text;

describe('the program of a command', () => {
  test.each<[string, string | undefined]>([
    ['prune all trees', 'prune all trees'],
    ['/usr/bin/Prune all', 'prune all'],
    ['X=1 prune', 'prune'],
    ['X=1', undefined],
    ['> a', undefined],
    ['env X=1 Y=2 prune all', 'prune all'],
    ['env -i -u HOME X=1 prune', 'prune'],
    ['env', 'env'],
    ['env -u HOME', 'env -u HOME'],
    ['sudo -E -u mira prune all', 'prune all'],
    ['sudo -l', 'sudo -l'],
    ['command -v prune', 'command -v prune'],
    ['command prune', 'prune'],
    ['exec -a x prune', 'prune'],
    ['timeout -k 5 30s prune all', 'prune all'],
    ['timeout 30', 'timeout 30'],
    ['nice -n 10 nohup prune', 'prune'],
    ['stdbuf -oL prune', 'prune'],
    ['xargs -0 -n 1 prune all', 'prune all'],
    ['flock /tmp/l prune', 'prune'],
    ['sudo env X=1 timeout 3 prune', 'prune'],
    ['$PRUNE all', ' all'],
    ['$SHELL -c a', 'sh -c a'],
    ['"$X/bin/prune" all', ' all'],
  ])('%s', (line, expected) => {
    const found = invocation(line);
    expect(found && [found.name, ...found.args.map(raw)].join(' ')).toBe(expected);
  });

  test('knows what stands behind xargs', () => {
    expect(invocation('xargs -r prune')?.viaXargs).toBe(true);
    expect(invocation('prune xargs')?.viaXargs).toBe(false);
  });

  test.each([
    ['a', 'a'],
    ['/usr/bin/A', 'a'],
    ['C:\\Windows\\System32\\CMD.EXE', 'cmd'],
    ['./a.sh', 'a.sh'],
    ['', ''],
  ])('programName(%j)', (path, name) => {
    expect(programName(path)).toBe(name);
  });
});

describe('where an interpreter takes its program from', () => {
  test.each<[string, string | undefined]>([
    ['prune', undefined],
    ['sh', 'input'],
    ['bash -x', 'input'],
    ['bash -', 'input'],
    ['bash -s -- --all', 'input'],
    ['bash -eus a b', 'input'],
    ['bash /dev/stdin a', 'input'],
    ['bash -o pipefail', 'input'],
    ['bash -euo pipefail a.sh', 'file a.sh'],
    ['bash --rcfile x -i', 'input'],
    ['bash a.sh b', 'file a.sh'],
    ['bash -- a.sh', 'file a.sh'],
    ['bash -x a.sh -c b', 'file a.sh'],
    ["bash -c 'a b' c", "line 'a b'"],
    ["bash -lc 'a b'", "line 'a b'"],
    ["bash -euxo pipefail -c 'a'", "line 'a'"],
    ["bash -euo pipefail -c 'a'", "line 'a'"],
    ["bash -ceuo pipefail 'a'", "line 'a'"],
    ["bash --norc -c 'a'", "line 'a'"],
    ['bash -c', undefined],
    ['bash --version', 'elsewhere'],
    ["fish -c 'a'", "line 'a'"],
    ['python', 'input'],
    ['python3.12 -u', 'input'],
    ['python3 -', 'input'],
    ['python3 a.py', 'file a.py'],
    ["python3 -c 'a' b", "code 'a'"],
    ["python3 -uc 'a'", "code 'a'"],
    ['python3 -m json.tool', 'elsewhere'],
    ['python3 -W ignore a.py', 'file a.py'],
    ['node a.js', 'file a.js'],
    ["node -e 'a'", "code 'a'"],
    ["node --eval='a'", "code --eval='a'"],
    ["node --input-type=module -e 'a'", "code 'a'"],
    ['node -r x a.js', 'file a.js'],
    ['node --test', 'elsewhere'],
    ["perl -ne 'a'", "code 'a'"],
    ["ruby -rjson -e 'a'", "code 'a'"],
    ["php -r 'a'", "code 'a'"],
    ['deno run -A a.ts', 'file a.ts'],
    ['deno run -A -', 'input'],
    ["deno eval 'a'", "code 'a'"],
    ['bun run a.ts', 'file a.ts'],
    ['bun install', 'elsewhere'],
    ['bun a.ts', 'file a.ts'],
    ['pwsh -File a.ps1', 'file a.ps1'],
    ['pwsh a.ps1', 'file a.ps1'],
    ['pwsh', 'input'],
    ['pwsh -NoProfile -', 'input'],
  ])('%s', (line, expected) => {
    const found = invocation(line);
    const program = found && programOf(found);
    const shown = program && ('word' in program ? `${program.from} ${program.word.raw}` : program.from);
    expect(shown).toBe(expected);
  });

  test.each<[string, string | undefined]>([
    ['pwsh -Command a b', 'a b'],
    ['pwsh -NoP -c a', 'a'],
    ['powershell /c a', 'a'],
    ['powershell -ENC eAA=', 'encoded'],
    ['powershell -e eAA=', 'encoded'],
    ['powershell -ep Bypass -Command a', 'a'],
    ['powershell -File a.ps1 -Command b', undefined],
    ['powershell -Command -', undefined],
    ['powershell', undefined],
  ])('%s', (line, expected) => {
    const found = powershellLine(invocation(line)?.args ?? []);
    expect(typeof found === 'string' ? found : found?.map(raw).join(' ')).toBe(expected);
  });

  test('shells are told from other interpreters', () => {
    expect(['sh', 'bash', 'zsh', 'python3', 'node', 'prune'].map(isShell)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('arguments', () => {
  const given = (line: string) =>
    readArguments(invocation(`a ${line}`)?.args ?? [], { values: ['-o', '--out', '-X'] });

  test.each<[string, string, string]>([
    ['-o f a', '-o=f', 'a'],
    ['-of a', '-o=f -of', 'a'],
    ['--out f a', '--out=f', 'a'],
    ['--out=f a', '--out=f', 'a'],
    ['-fsSo f a', '-f -s -S -o=f -fsSo', 'a'],
    ['-f -- -o a', '-f', '-o a'],
    ['- a', '', '- a'],
    ['-o', '-o', ''],
    ['-o "$X" $Y', '-o="$X"', '$Y'],
    ['-delete a', '-d -e -l -e -t -e -delete', 'a'],
  ])('%s', (line, options, operands) => {
    const found = given(line);
    const shown = found.options.map(({ name, value, glued }) => {
      const text = glued ?? value?.raw;
      return text === undefined ? name : `${name}=${text}`;
    });
    expect([shown.join(' '), found.operands.map(raw).join(' ')]).toEqual([options, operands]);
  });

  test('the first of several options is found', () => {
    expect(findOption(given('-f --out=x -o y'), '-o', '--out')?.glued).toBe('x');
    expect(findOption(given('-f'), '-o')).toBeUndefined();
  });
});
