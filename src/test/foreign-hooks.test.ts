import { describe, expect, test } from 'vitest';
import hooksEffect from '../../rules/antigravity-hooks-effect.ts';
import hooksValid from '../../rules/antigravity-hooks-valid.ts';
import type { AnyRule, FilePlace } from '../rule.ts';
import { checkFile, placeIn } from './rules.ts';

/**
 * Files as users of other hosts have them, in the shape of the hosts' own pages. Each must be answered: by its host's name,
 * and by what to write for Antigravity.
 */
interface Brought {
  readonly what: string;
  readonly content: object;
  readonly host: string;
  readonly write: readonly string[];
}

const claude = (hooks: object, beside: object = {}): object => ({ ...beside, hooks });
const run = (command: string, more: object = {}): object => ({ type: 'command', command, ...more });
const group = (matcher: string, ...hooks: object[]): object => ({ matcher, hooks });
const always = (...hooks: object[]): object => ({ hooks });

const CLAUDE: readonly Brought[] = [
  {
    what: 'a guard on the shell',
    content: claude({ PreToolUse: [group('Bash', run('make guard'))] }),
    host: 'Claude Code',
    write: ['run_command'],
  },
  {
    what: 'a formatter on every edit',
    content: claude({ PostToolUse: [group('Edit|MultiEdit|Write', run('make format'))] }),
    host: 'Claude Code',
    write: ['replace_file_content', 'write_to_file'],
  },
  {
    what: 'tools of a server',
    content: claude({ PreToolUse: [group('mcp__telescope__.*', run('make point'))] }),
    host: 'Claude Code',
    write: ['call_mcp_tool'],
  },
  {
    what: 'a note at the end',
    content: claude({ Stop: [always(run('make report'))] }),
    host: 'Claude Code',
    write: ['directly under Stop'],
  },
  {
    what: 'a greeting at the start',
    content: claude({ SessionStart: [group('startup', run('make greet'))] }),
    host: 'Claude Code',
    write: ['SessionStart'],
  },
  {
    what: 'context for every prompt',
    content: claude({ UserPromptSubmit: [always(run('make context'))] }),
    host: 'Claude Code',
    write: ['PreInvocation'],
  },
  {
    what: 'events that Antigravity has not',
    content: claude({
      SubagentStop: [always(run('make count'))],
      PreCompact: [group('auto', run('make save'))],
    }),
    host: 'Claude Code',
    write: ['nothing like'],
  },
  {
    what: 'all of it',
    content: claude({
      PreToolUse: [group('Bash', run('make guard', { timeout: 5 }))],
      PostToolUse: [group('Write', run('make format'))],
      UserPromptSubmit: [always(run('make context'))],
      Stop: [always(run('make report'))],
    }),
    host: 'Claude Code',
    write: ['directly under Stop', 'PreInvocation', 'run_command', 'write_to_file'],
  },
  {
    what: 'a plugin\u2019s file',
    content: claude(
      { PostToolUse: [group('Write', run('"${CLAUDE_PLUGIN_ROOT}/scripts/format.sh"'))] },
      { description: 'Formats what was written' },
    ),
    host: 'Claude Code',
    write: ['write_to_file'],
  },
  {
    what: 'a script of the project',
    content: claude({ PreToolUse: [group('*', run('"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'))] }),
    host: 'Claude Code',
    write: ['folder of hooks.json'],
  },
  {
    what: 'a decision in its words',
    content: claude({
      PreToolUse: [group('*', run('echo \'{"hookSpecificOutput":{"permissionDecision":"deny"}}\''))],
    }),
    host: 'Claude Code',
    write: ['{"decision": "deny"'],
  },
  {
    what: 'a request instead of a command',
    content: claude({ PostToolUse: [always({ type: 'http', url: 'https://hive.example/hook' })] }),
    host: 'Claude Code',
    write: ['"command" and "prompt"'],
  },
  {
    what: 'events at the top of the file',
    content: {
      PreToolUse: [group('Bash', run('make guard'))],
      UserPromptSubmit: [always(run('make context'))],
    },
    host: 'Claude Code',
    write: ['{"my-hook": {"PreToolUse"', 'PreInvocation'],
  },
];

const GEMINI: readonly Brought[] = [
  {
    what: 'a guard on the shell',
    content: claude({
      BeforeTool: [group('run_shell_command', run('make guard', { name: 'guard', timeout: 5000 }))],
    }),
    host: 'Gemini CLI',
    write: ['PreToolUse', 'run_command'],
  },
  {
    what: 'a formatter on every edit',
    content: claude({ AfterTool: [group('write_file|replace', run('make format'))] }),
    host: 'Gemini CLI',
    write: ['PostToolUse', 'write_to_file'],
  },
  {
    what: 'events about the model',
    content: claude({ BeforeModel: [always(run('make a'))], AfterModel: [always(run('make b'))] }),
    host: 'Gemini CLI',
    write: ['PreInvocation', 'PostInvocation'],
  },
  {
    what: 'events about the agent',
    content: claude({ BeforeAgent: [always(run('make a'))], AfterAgent: [always(run('make b'))] }),
    host: 'Gemini CLI',
    write: ['PreInvocation', 'Stop'],
  },
  {
    what: 'a greeting at the start',
    content: claude({
      SessionStart: [group('startup', run('$GEMINI_PROJECT_DIR/.gemini/hooks/greet.sh', { timeout: 10000 }))],
    }),
    host: 'Gemini CLI',
    write: ['directly', 'SessionStart', 'seconds'],
  },
  {
    what: 'one after another',
    content: claude({ BeforeTool: [{ matcher: 'write_file', sequential: true, hooks: [run('make a')] }] }),
    host: 'Gemini CLI',
    write: ['PreToolUse', 'write_to_file'],
  },
  {
    what: 'events that Antigravity has not',
    content: claude({
      PreCompress: [always(run('make save'))],
      BeforeToolSelection: [always(run('make pick'))],
    }),
    host: 'Gemini CLI',
    write: ['nothing like'],
  },
  {
    what: 'events at the top of the file',
    content: { BeforeTool: [group('run_shell_command', run('make guard'))] },
    host: 'Gemini CLI',
    write: ['PreToolUse', 'run_command'],
  },
];

/** Everything that a reader is told of a file, as one text. */
function told(content: object, place: Partial<FilePlace>): string {
  const text = JSON.stringify(content, null, 2);
  const rules: readonly AnyRule[] = [hooksValid, hooksEffect];
  return rules
    .flatMap((rule) =>
      checkFile(rule, 'hooks.json', text, {}, placeIn({}, place)).flatMap((finding) => {
        const message = rule.messages[finding.messageId];
        const related = (finding.related ?? []).map((one) => one.message);
        return [message?.text(finding.args) ?? '', message?.help(finding.args) ?? '', ...related];
      }),
    )
    .join('\n');
}

const PLACES: readonly (readonly [string, Partial<FilePlace>])[] = [
  ['.agents', { owner: 'root', rootName: '.agents' }],
  ['.agent', { owner: 'root', rootName: '.agent' }],
];

describe.each([...CLAUDE, ...GEMINI])('$host: $what', ({ content, host, write }) => {
  test.each(PLACES)('in %s', (_, place) => {
    const text = told(content, place);
    expect(text).toContain(host);
    for (const words of write) expect(text).toContain(words);
  });

  test('in a plugin', () => {
    expect(told(content, { owner: 'plugin' })).not.toBe('');
  });
});
