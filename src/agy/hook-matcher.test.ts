import { describe, expect, test } from 'vitest';
import { foreignMatcher, matcherNames } from './hook-matcher.ts';

describe('the names of a matcher', () => {
  test.each<[string, string[] | undefined]>([
    ['Bash', ['Bash']],
    ['Bash|Edit', ['Bash', 'Edit']],
    ['^(Bash|Edit)$', ['Bash', 'Edit']],
    ['(?:Bash|Edit)', ['Bash', 'Edit']],
    ['^Bash$|^Edit$', ['Bash', 'Edit']],
    ['Bash | Edit', ['Bash', 'Edit']],
    ['Bash(make:*)', ['Bash']],
    ['mcp__loom__.*', ['mcp__loom__']],
    ['browser_.+|view_file', ['browser_', 'view_file']],
    ['', undefined],
    ['*', undefined],
    ['.*', undefined],
    ['Bash|', undefined],
    ['[Bb]ash', undefined],
    ['(?i)bash', undefined],
    ['Bash\\|Edit', undefined],
    ['(Bash)(Edit)', undefined],
    [`${'a|'.repeat(1000)}a`, undefined],
  ])('%s', (matcher, names) => {
    expect(matcherNames(matcher)).toEqual(names);
  });
});

describe('a matcher of other hosts', () => {
  test.each<[string, string[] | undefined]>([
    ['Bash', ['Bash']],
    ['Bash|Edit|MultiEdit', ['Bash', 'Edit', 'MultiEdit']],
    ['write_file|run_shell_command', ['write_file', 'run_shell_command']],
    ['mcp__.*', ['mcp__']],
    ['write_file|replace', ['write_file', 'replace']],
    ['Bash|run_command', undefined],
    ['Bash|Frobnicate', undefined],
    ['replace', undefined],
    ['view', undefined],
    ['run_command', undefined],
    ['browser_click', undefined],
    ['*', undefined],
  ])('%s', (matcher, names) => {
    expect(foreignMatcher(matcher, [])?.map(({ name }) => name)).toEqual(names);
  });

  test('is none once the user says that Antigravity has a tool like that', () => {
    expect(foreignMatcher('Bash|Edit', ['Edit'])).toBeUndefined();
    expect(foreignMatcher('Bash', ['BashLike'])).toBeUndefined();
    expect(foreignMatcher('Bash', ['bash'])).toBeDefined();
  });
});
