import { describe, expect, test } from 'vitest';
import fc from '../test/property.ts';
import { GAP_MARK, holdsGap, placeholderIn, type ValueRole } from './mcp-placeholders.ts';

/** What is shown of the placeholder found, with its form; whose syntax it is for one of another program. */
function found(text: string, role: ValueRole = 'text'): string {
  const placeholder = placeholderIn(text, role);
  if (placeholder === undefined) return '';
  return placeholder.form === 'variable'
    ? `variable ${placeholder.shown}`
    : `${placeholder.means} ${placeholder.shown} of ${placeholder.host}`;
}

describe('a variable', () => {
  test.each<[string, string]>([
    ['${HIVE_TOKEN}', '${HIVE_TOKEN}'],
    ['${hive_token}', '${hive_token}'],
    ['${ HIVE_TOKEN }', '${HIVE_TOKEN}'],
    ['${HIVE_TOKEN:-honey}', '${HIVE_TOKEN}'],
    ['${HIVE_TOKEN-honey}', '${HIVE_TOKEN}'],
    ['${HIVE_TOKEN:?is not set}', '${HIVE_TOKEN}'],
    ['${HIVE_TOKEN:=honey}', '${HIVE_TOKEN}'],
    ['--token=${HIVE_TOKEN}', '${HIVE_TOKEN}'],
    ['Bearer ${HIVE_TOKEN}', '${HIVE_TOKEN}'],
    ['Authorization: Bearer ${HIVE_TOKEN}', '${HIVE_TOKEN}'],
    ['https://${HIVE_HOST}/mcp', '${HIVE_HOST}'],
    ['C:\\Users\\${USERNAME}\\hive', '${USERNAME}'],
    ['{"token": "${HIVE_TOKEN}"}', '${HIVE_TOKEN}'],
    ['${a}/${B}', '${a}'],
    ['${HIVE_HOME:-${HOME}/hive}', '${HOME}'],
    ['$HIVE_TOKEN', '$HIVE_TOKEN'],
    ['$X', '$X'],
    ['Bearer $HIVE_TOKEN', '$HIVE_TOKEN'],
    ['X-Hive: $HIVE_TOKEN', '$HIVE_TOKEN'],
    ['Authorization: token $HIVE_TOKEN', '$HIVE_TOKEN'],
    ['--token=$HIVE_TOKEN', '$HIVE_TOKEN'],
    ['HIVE_TOKEN=$HIVE_TOKEN', '$HIVE_TOKEN'],
    ['$HOME/hive', '$HOME'],
    ['$HOME\\hive', '$HOME'],
    ['C:\\Users\\$USERNAME\\hive', '$USERNAME'],
    ['/opt:$PATH', '$PATH'],
    ['$HOME/bin:$PATH', '$HOME'],
    ['https://$HIVE_HOST:7420/mcp', '$HIVE_HOST'],
    ['{"token":"$HIVE_TOKEN"}', '$HIVE_TOKEN'],
  ])('%s', (text, shown) => {
    expect(found(text)).toBe(`variable ${shown}`);
  });

  test('the default in it is not shown', () => {
    expect(JSON.stringify(placeholderIn('${HIVE_TOKEN:-honey}', 'text'))).not.toContain('honey');
  });

  test('in lower case without braces only as the value of a name', () => {
    expect(found('$hive_token', 'named')).toBe('variable $hive_token');
    expect(found('Bearer $hive_token', 'named')).toBe('variable $hive_token');
    expect(found('$hive_token')).toBe('');
    expect(found('Bearer $hive_token')).toBe('');
  });
});

describe('of another program', () => {
  const EDITORS = 'VS Code and its kin';
  test.each<[string, string]>([
    ['${input:hive-pat}', `answer \${input:hive-pat} of ${EDITORS}`],
    ['${command:hive.pick}', `answer \${command:hive.pick} of ${EDITORS}`],
    ['${config:hive.token}', `answer \${config:hive.token} of ${EDITORS}`],
    ['Bearer ${env:HIVE_TOKEN}', `variable \${env:HIVE_TOKEN} of ${EDITORS}`],
    ['${ENV:HIVE_TOKEN}', `variable \${ENV:HIVE_TOKEN} of ${EDITORS}`],
    ['${workspaceFolder}', `place \${workspaceFolder} of ${EDITORS}`],
    ['--root=${workspaceFolder}/combs', `place \${workspaceFolder} of ${EDITORS}`],
    ['${workspaceFolder:hive}/combs', `place \${workspaceFolder:hive} of ${EDITORS}`],
    ['${workspaceRoot}', `place \${workspaceRoot} of ${EDITORS}`],
    ['${userHome}/.hive', `place \${userHome} of ${EDITORS}`],
    ['combs${/}hive.js', `place \${/} of ${EDITORS}`],
    ['${extensionPath}/hive.js', 'place ${extensionPath} of Gemini CLI'],
    ['${__dirname}/hive.js', 'place ${__dirname} of Claude Desktop'],
    ['${user_config.token}', 'answer ${user_config.token} of Claude Desktop'],
    ['${process.env.HIVE_TOKEN}', 'variable ${process.env.HIVE_TOKEN} of JavaScript'],
    ['${CLAUDE_PLUGIN_ROOT}/hive.js', 'place ${CLAUDE_PLUGIN_ROOT} of Claude Code'],
    ['${CLAUDE_PROJECT_DIR:-.}/hive.js', 'place ${CLAUDE_PROJECT_DIR:-.} of Claude Code'],
    ['$CLAUDE_PROJECT_DIR/hive.js', 'place $CLAUDE_PROJECT_DIR of Claude Code'],
    ['${{ secrets.HIVE_TOKEN }}', 'variable ${{ secrets.HIVE_TOKEN }} of GitHub Actions'],
    ['{env:HIVE_TOKEN}', 'variable {env:HIVE_TOKEN} of OpenCode'],
    ['Bearer {env:HIVE_TOKEN}', 'variable {env:HIVE_TOKEN} of OpenCode'],
    ['{file:~/.hive/token}', 'place {file:~/.hive/token} of OpenCode'],
    ['%HIVE_TOKEN%', 'variable %HIVE_TOKEN% of the command prompt of Windows'],
    ['%BEE%', 'variable %BEE% of the command prompt of Windows'],
    ['%APPDATA%\\hive', 'variable %APPDATA% of the command prompt of Windows'],
    ['%AppData%\\hive', 'variable %AppData% of the command prompt of Windows'],
    ['%userprofile%\\hive', 'variable %userprofile% of the command prompt of Windows'],
    ['$env:HIVE_TOKEN', 'variable $env:HIVE_TOKEN of PowerShell'],
    ['$Env:USERPROFILE\\hive', 'variable $Env:USERPROFILE of PowerShell'],
    // It comes before one that agy might know.
    ['${HIVE}/${workspaceFolder}', `place \${workspaceFolder} of ${EDITORS}`],
  ])('%s', (text, expected) => {
    expect(found(text)).toBe(expected);
  });
});

describe('ordinary text', () => {
  test.each([
    '',
    'hive-mcp',
    'fares from $5 on',
    'US$',
    'US$100',
    '$5',
    '$1',
    '$$',
    '$',
    '^open$',
    '^(HONEY|WAX)$',
    'a$B',
    '$.hives[0].honey',
    '.[] | select(.name == $ARGS.named.hive)',
    '$match',
    '$ref',
    '{"$ref":"#/hive"}',
    '{"$gt":7}',
    'hive:$LATEST',
    '$LATEST',
    '$${HIVE}',
    '$$HIVE',
    '${}',
    '${',
    '${1}',
    '${hive.comb}',
    '${date:yyyy-MM-dd}',
    'Hello ${name}, this is ${hive}',
    'Costs $USD or $EUR',
    '100%',
    '%',
    '%s %d %(message)s',
    '%Y-%m-%dT%H:%M:%SZ',
    '%H%M%S',
    "name LIKE '%honey%'",
    '%honey%',
    '%temp%',
    'https://hive.example/%20honey%20wax',
    'https://hive.example/?q=%E2%80%A6%C3%A4%DF%FF',
    'https://hive.example/%ABCDEF%20x',
    '{env}',
    '{env: "HIVE"}',
    '{"env":{"A":"b"}}',
    '{{hive}}',
    '{hive}',
    '<hive>',
    'YOUR_TOKEN',
  ])('%j', (text) => {
    expect(found(text)).toBe('');
  });

  test.each(['', 'honey', '$5', 'US$', '100%', '^open$'])('%j as the value of a name', (text) => {
    expect(found(text, 'named')).toBe('');
  });
});

describe('a gap', () => {
  test.each([
    'YOUR_API_KEY',
    'your-api-key-here',
    'your_token',
    'YOUR API KEY',
    'yourApiKey',
    'PUT_YOUR_TOKEN_HERE',
    'sk-YOUR_KEY',
    'Bearer YOUR_TOKEN',
    '--token=YOUR_TOKEN',
    'https://your-hive.example/mcp',
    '<token>',
    '<your token>',
    'Bearer <token>',
    '--token=<token>',
    'https://<tenant>.example/mcp',
    'https://hive.example/<tenant>/mcp',
    '{{token}}',
    'Bearer {{ token }}',
    'changeme',
    'CHANGE_ME',
    'replace-me',
    'REPLACE_WITH_TOKEN',
    'insert-token-here',
    'paste your token here',
    'xxx',
    'XXXXXXXX',
    'ghp_xxxxxxxxxxxx',
  ])('%j', (text) => {
    expect(holdsGap(text)).toBe(true);
    expect(GAP_MARK.test(text)).toBe(true);
  });

  test.each([
    '',
    'honey',
    '7420',
    'tour-guide',
    'yours',
    'Write down your notes',
    'xx',
    'exxxtra',
    'x-large',
    'a < b and c > d',
    'hive <keeper@hive.example>',
    'exchange',
    'changes',
    'look-here',
    '${HIVE}',
    `your-${'x'.repeat(300)}`,
  ])('not %j', (text) => {
    expect(holdsGap(text)).toBe(false);
  });
});

describe('hostile text', () => {
  const size = 128 << 10;
  test.each([
    '${',
    '$',
    '%',
    '$A',
    '${A',
    '%A',
    '${a.',
    '{env:',
    '${{',
    '$env:',
    '{',
    'Bearer $A ',
    ' ',
    '%A_',
  ])('very much of %j takes no time to speak of', (piece) => {
    const text = piece.repeat(size / piece.length);
    const before = performance.now();
    placeholderIn(text, 'text');
    placeholderIn(text, 'named');
    holdsGap(text);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test('what no program can be started with is not read', () => {
    expect(found(`${'a'.repeat(size - 4)}\${X}`)).not.toBe('');
    expect(found(`${'a'.repeat(size)}\${X}`)).toBe('');
  });

  test('any text is judged, and what is shown of a variable stands in it', () => {
    const part = fc.constantFrom('$', '{', '}', '%', ':', 'A', 'b', '_', ' ', 'env', '-', '.');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const placeholder = placeholderIn(text, 'text');
        if (placeholder?.form === 'variable') expect(text).toContain(placeholder.name);
        if (placeholder?.form === 'foreign') expect(text).toContain(placeholder.shown);
      }),
    );
  });
});
