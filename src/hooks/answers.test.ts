import { describe, expect, test } from 'vitest';
import { answerOfProgram, LONGEST_PROGRAM } from './answers.ts';

describe('what a program answers', () => {
  test.each<[string, string, string | undefined]>([
    ['a shell script', "echo '{}'\n", '{}'],
    ['a shell script, bare', 'cat >/dev/null; echo {}; exit 0', '{}'],
    ['Python', 'print("{}")', '{}'],
    ['Python with json', 'print(json.dumps({}))', '{}'],
    ['JavaScript', 'process.stdout.write("{}\\n");', '{}'],
    ['a refusal, and {} otherwise', 'echo \'{"decision":"deny"}\'; echo "{}"', '{}'],
    ['both answers', 'echo \'{"decision":"deny"}\'; echo \'{"decision":"allow"}\'; echo "{}"', undefined],
    ['an answer that is put together', 'decision=$1; echo "{}"', undefined],
    ['a comment', '# echo "{}"\n// print("{}")\n', undefined],
    ['{} for another program', "echo '{}' | jq .", undefined],
    ['{} for a file', "echo '{}' > state.json", undefined],
    ['Claude Code', 'x = {"hookSpecificOutput": {"permissionDecision": "deny"}}', 'hookSpecificOutput'],
    ['Claude Code, short', "{ decision: 'block' }", 'decision: block'],
    ['Claude Code, escaped', '"{\\"decision\\": \\"approve\\"}"', 'decision: approve'],
    ['both hosts', '{"permissionDecision": "deny"} {"decision": "ask"}', undefined],
    ['nothing', '', undefined],
  ])('%s', (_, text, word) => {
    expect(answerOfProgram(text)?.word).toBe(word);
  });

  test('is told with its place', () => {
    const text = '#!/bin/sh\n# {}\necho "{}"\n';
    const { start = 0, end = 0 } = answerOfProgram(text) ?? {};
    expect(text.slice(start, end)).toBe('echo "{}"');
  });

  test('is not looked for in a text of any length', () => {
    expect(answerOfProgram(`echo "{}"\n${' '.repeat(LONGEST_PROGRAM)}`)).toBeUndefined();
  });

  test('is found in linear time', () => {
    for (const part of [
      'echo {',
      'print(',
      'decision": ',
      'decision\\"',
      'console.log(JSON.stringify({',
      ' \t',
    ]) {
      const text = part.repeat(Math.floor(LONGEST_PROGRAM / part.length));
      const start = performance.now();
      answerOfProgram(text);
      expect(performance.now() - start, part).toBeLessThan(1000);
    }
  });
});
