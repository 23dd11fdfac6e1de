import { describe, expect, test } from 'vitest';
import fc from '../src/test/property.ts';
import { type Around, checkFile, placeIn, summary } from '../src/test/rules.ts';
import rule from './antigravity-hooks-effect.ts';

const AROUND: Around = {
  '.agents/hooks/open.sh': { content: '#!/bin/sh\necho \'{"decision":"allow"}\'\n', executable: true },
  '.agents/hooks/closed.sh': '#!/bin/sh\n',
  '.agents/hooks/bare': { content: 'make sift\n', executable: true },
  '.agents/hooks/program': { content: '\u007fELF\u0000', executable: true },
  '.agents/hooks/empty.sh': '# "decision"\necho "{}"\n',
  '.agents/hooks/claude.py': 'print(json.dumps({"hookSpecificOutput": {}}))\n',
  'tools/sift.mjs': '',
  '.gitignore': '/.agents/made\n*.gen.sh\n',
};

const findings = (content: string, options = {}, around = AROUND) =>
  checkFile(rule, 'hooks.json', content, options, placeIn(around));
const hooks = (members: object): string => JSON.stringify({ mill: members });
const run = (event: string, handler: object): string =>
  hooks({ [event]: event.endsWith('ToolUse') ? [{ hooks: [handler] }] : [handler] });
const ids = (content: string, options = {}): string[] =>
  findings(content, options).map(({ messageId }) => messageId);
const idsOf = (command: string, event = 'PreToolUse'): string[] => ids(run(event, { command }));

describe('matchers', () => {
  const match = (matcher: string): string => hooks({ PostToolUse: [{ matcher, hooks: [{ command: 'a' }] }] });

  test.each<[string, string[]]>([
    ['Bash', ['foreign-matcher']],
    ['Bash|Edit', ['foreign-matcher']],
    ['^(?:Write|MultiEdit)$', ['foreign-matcher']],
    ['run_shell_command', ['foreign-matcher']],
    ['mcp__loom__weave', ['foreign-matcher']],
    ['Bash|run_command', []],
    ['run_command\\|view_file', ['escaped-pipe']],
    ['Bash\\|Edit', ['escaped-pipe']],
    ['a[\\|]b', []],
    ['a\\\\|b', []],
    ['(?=a)', ['bad-matcher']],
    ['(a)\\1', ['bad-matcher']],
    ['a**', ['bad-matcher']],
    ['(', ['bad-matcher']],
    ['', []],
    ['*', []],
    ['.*', []],
    ['run_command|view_file', []],
    ['Frobnicate', []],
  ])('%s', (matcher, expected) => {
    expect(ids(match(matcher))).toEqual(expected);
  });

  test('a tool that the user names is one', () => {
    expect(ids(match('Bash'), { 'extra-tools': ['Bash'] })).toEqual([]);
  });

  test('stand where the matcher stands, and say what to write', () => {
    const content = match('Bash|Read');
    const [finding] = findings(content);
    expect(finding && summary(content, finding)).toBe('foreign-matcher 1:36 "Bash|Read"');
    expect(finding).toMatchObject({
      field: 'PostToolUse[0].matcher',
      pointer: '/mill/PostToolUse/0/matcher',
      args: { hosts: 'Claude Code', instead: 'run_command|view_file' },
    });
  });

  test('are not read where nothing would run, or the event has none', () => {
    expect(ids(hooks({ PostToolUse: [{ matcher: 'Bash', hooks: [] }] }))).toEqual([]);
    expect(ids(hooks({ Stop: [{ matcher: 'Bash', command: 'a' }] }))).toEqual([]);
  });
});

describe('handlers', () => {
  test.each<[number, string[]]>([
    [999, []],
    [1000, ['milliseconds']],
    [30000, ['milliseconds']],
    [-30000, []],
  ])('a timeout of %i', (timeout, expected) => {
    expect(ids(run('Stop', { command: 'a', timeout }))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['PostToolUse', ['prompt-handler']],
    ['PreToolUse', []],
    ['Stop', []],
  ])('a prompt under %s', (event, expected) => {
    expect(ids(run(event, { type: 'prompt', prompt: 'a' }))).toEqual(expected);
  });

  test('of one event are told together', () => {
    const content = hooks({
      Stop: [
        { command: 'a', timeout: 5000 },
        { command: 'b', timeout: 6000 },
      ],
      SessionStart: [{ command: 'c', timeout: 7000 }],
    });
    const all = findings(content);
    expect(all.map(({ field, args: { more } }) => [field, more])).toEqual([
      ['Stop[0].timeout', 1],
      ['SessionStart[0].timeout', 0],
    ]);
    expect(all[0]?.related?.map(({ message }) => message)).toEqual(['Stop[1].timeout as well']);
  });

  test('list no more places than a reader wants, and count them all', () => {
    const [finding] = findings(
      hooks({ Stop: Array.from({ length: 100 }, () => ({ command: 'a', timeout: 5000 })) }),
    );
    expect(finding?.args.more).toBe(99);
    expect(finding?.related).toHaveLength(50);
  });

  test.each([
    ['a lost file', '{"version":1,"mill":{"Stop":[{"command":"agy -p a","timeout":5000}]}}'],
    ['no JSON', '{'],
    ['a hook that is switched off', '{"mill":{"enabled":false,"Stop":[{"command":"agy -p a"}]}}'],
    ['a replaced hook', '{"mill":{"Stop":[{"command":"agy -p a"}]},"mill":{}}'],
    ['another host\u2019s event', '{"mill":{"BeforeTool":[{"hooks":[{"command":"agy -p a"}]}]}}'],
  ])('%s is not judged', (_, content) => {
    expect(findings(content)).toEqual([]);
  });
});

describe('scripts', () => {
  test.each<[string, string[]]>([
    ['./hooks/open.sh', []],
    ['sh hooks/closed.sh', []],
    ['sh .agents/hooks/open.sh', ['script-elsewhere']],
    ['node tools/sift.mjs', ['script-elsewhere']],
    ['npx tsx tools/sift.mjs', ['script-elsewhere']],
    ['MODE=1 timeout 5 node "tools/sift.mjs" --fast', ['script-elsewhere']],
    ['node ../tools/sift.mjs', []],
    ['sh hooks/none.sh', ['script-missing']],
    ['./hooks/none.sh', ['script-missing']],
    ['uv run hooks/none.py', ['script-missing']],
    ['sh hooks/none.sh || true', ['script-missing']],
    ['set -e; sh hooks/none.sh', ['script-missing']],
    ['./hooks/none', []],
    ['none.sh', []],
    ['make sift && sh hooks/none.sh', []],
    ['sh hooks/none.sh || sh hooks/other.sh', []],
    ['[ -f hooks/none.sh ] && sh hooks/none.sh', []],
    ['if true; then sh hooks/none.sh; fi', []],
    ['cd hooks && sh none.sh', []],
    ['sh "$(dirname x)/none.sh"', []],
    ['sh `pwd`/none.sh', []],
    ['sh "$HOME/none.sh"', []],
    ['sh ~/none.sh', []],
    ['sh /opt/none.sh', []],
    ['sh ../../none.sh', []],
    ['sh hooks/*.sh', []],
    ['env -C hooks sh none.sh', []],
    ['chroot hooks sh none.sh', []],
    ['sh made/none.sh', []],
    ['sh hooks/none.gen.sh', []],
    ['node dist/none.js', []],
    ['../node_modules/.bin/none.js', []],
    ['python -m none', []],
    ['node -e "1"', []],
    ['deno run https://x.example/none.ts', []],
    ['curl -o x.sh https://x.example; sh x.sh', []],
    ['.\\hooks\\none.ps1', []],
  ])('%s', (command, expected) => {
    expect(idsOf(command)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['hooks/closed.sh', ['not-executable']],
    ['hooks/bare', ['no-shebang']],
    ['hooks/program', []],
    ['chmod +x hooks/closed.sh; hooks/closed.sh', []],
    ['test -x hooks/closed.sh && hooks/closed.sh', []],
  ])('%s, called directly', (command, expected) => {
    expect(idsOf(command, 'Stop')).toEqual(expected);
  });

  test.each<[string, string, string]>([
    ['sh .agents/hooks/open.sh', 'script-elsewhere', './hooks/open.sh'],
    ['node tools/sift.mjs', 'script-elsewhere', '../tools/sift.mjs'],
    ['sh ${PLUGIN_ROOT}/hooks/open.sh', 'unset-variable', './hooks/open.sh'],
    ['"$CLAUDE_PROJECT_DIR"/tools/sift.mjs', 'unset-variable', '../tools/sift.mjs'],
  ])('%s: says what to write', (command, messageId, right) => {
    expect(findings(run('Stop', { command }))).toMatchObject([{ messageId, args: { right } }]);
  });

  test('a call is refused only where the failure reaches PreToolUse', () => {
    const denies = (command: string, event: string) =>
      findings(run(event, { command })).map(({ args }) => args.denies);
    expect(denies('sh hooks/none.sh', 'PreToolUse')).toEqual([1]);
    expect(denies('sh hooks/none.sh || true', 'PreToolUse')).toEqual([0]);
    expect(denies('sh hooks/none.sh', 'Stop')).toEqual([0]);
  });
});

describe('variables', () => {
  test.each<[string, string[]]>([
    ['sh ${CLAUDE_PLUGIN_ROOT}/x', ['unset-variable']],
    ['sh "$CLAUDE_PROJECT_DIR/x"', ['unset-variable']],
    ['A=$AGY_PROJECT_DIR make a', ['unset-variable']],
    ['make a > $GEMINI_PROJECT_DIR/log', ['unset-variable']],
    ['sh ${PLUGIN_ROOT:?}/x', ['unset-variable']],
    ['sh ${PLUGIN_ROOT:-..}/x', []],
    ['sh ${PLUGIN_ROOT-..}/x', []],
    ["echo '${PLUGIN_ROOT}'", []],
    ['echo \\$PLUGIN_ROOT', []],
    ['PLUGIN_ROOT=.. ; sh $PLUGIN_ROOT/x', []],
    ['export PLUGIN_ROOT=..; sh $PLUGIN_ROOT/x', []],
    ['[ "$PLUGIN_ROOT" ] && sh $PLUGIN_ROOT/x', []],
    ['echo $HOME $PLUGIN_DATA $ANTIGRAVITY_CONVERSATION_ID $MILL', []],
  ])('%s', (command, expected) => {
    expect(idsOf(command, 'Stop')).toEqual(expected);
  });

  test('of one command are one finding', () => {
    const [finding, ...rest] = findings(
      run('Stop', { command: 'cp $PLUGIN_ROOT/a $PLUGIN_ROOT/b $AGY_PROJECT_DIR' }),
    );
    expect(rest).toEqual([]);
    expect(finding?.args).toMatchObject({ name: 'PLUGIN_ROOT', others: 1 });
  });
});

describe('answers', () => {
  test.each<[string, string[]]>([
    ["echo '{}'", ['empty-answer']],
    ['printf "{}\\n"', ['empty-answer']],
    ["make sift >&2; echo '{}'", ['empty-answer']],
    ['cat <<X\n{}\nX', ['empty-answer']],
    ['node -e "console.log(JSON.stringify({}))"', ['empty-answer']],
    ['sh hooks/empty.sh', ['empty-answer']],
    ['sh hooks/empty.sh | cat', []],
    ["echo '{}' | jq .", []],
    ["echo '{}' >/dev/null", []],
    ["echo '{}' >&2", []],
    ["sh hooks/open.sh || echo '{}'", []],
    ["if make sift; then echo '{}'; fi", []],
    ['X="$(echo \'{}\')"; make sift', []],
    ['echo \'{"decision":"deny"}\'', []],
    ['echo \'{"decision":"block"}\'', ['foreign-answer']],
    ['echo "{\\"hookSpecificOutput\\":{}}"', ['foreign-answer']],
    ['python3 hooks/claude.py', ['foreign-answer']],
    ['echo \'{"hookSpecificOutput":{}}\'; echo \'{"decision":"allow"}\'', []],
  ])('%s', (command, expected) => {
    expect(idsOf(command)).toEqual(expected);
    expect(idsOf(command, 'PostToolUse')).toEqual([]);
  });

  test('of a script point into it', () => {
    const [finding] = findings(run('PreToolUse', { command: 'sh hooks/empty.sh' }));
    expect(finding?.related).toMatchObject([
      { at: { start: 13, end: 22 }, file: { path: '.agents/hooks/empty.sh' } },
    ]);
  });
});

describe('recursion', () => {
  test.each<[string, string[]]>([
    ['agy -p "Sum up"', ['recursion']],
    ['agy --print=x', ['recursion']],
    ['echo x | /usr/local/bin/agy --model y --prompt -', ['recursion']],
    ['nohup env A=1 agy -p x &', ['recursion']],
    ["bash -c 'agy -p x'", ['recursion']],
    ['X=$(agy -p x)', ['recursion']],
    ['[ -d .git ] && agy -p x', ['recursion']],
    ['[ -z "$IN" ] && IN=1 agy -p x', []],
    ['test -n "$IN" || env IN=1 agy -p x', []],
    ['agy mcp list', []],
    ['echo "agy -p x"', []],
    ['git log -p agy', []],
  ])('%s', (command, expected) => {
    expect(idsOf(command, 'Stop')).toEqual(expected);
  });
});

test('no command and no matcher makes it throw, and every finding lies inside the file', () => {
  const piece = fc.constantFrom(
    ...[
      'sh ',
      './hooks/open.sh',
      'hooks/none.sh',
      '$PLUGIN_ROOT',
      '${',
      '}',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '|',
      '||',
    ],
    ...[
      '&& ',
      ';',
      '\n',
      '<<X\n',
      '>',
      "echo '{}'",
      'decision',
      '[ ',
      'agy -p ',
      'npx ',
      'uv run ',
      '-',
      '\0',
      '\ud800',
      '(',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, text, (command, matcher) => {
      const content = hooks({ PreToolUse: [{ matcher, hooks: [{ command, timeout: 5000 }] }] });
      const { length } = new TextEncoder().encode(content);
      for (const { at } of findings(content)) {
        expect(at.start).toBeLessThan(at.end);
        expect(at.end).toBeLessThanOrEqual(length);
      }
    }),
  );
});
