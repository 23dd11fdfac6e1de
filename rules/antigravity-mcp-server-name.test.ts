import { describe, expect, test } from 'vitest';
import { checkFile, summary } from '../src/test/rules.ts';
import { secret } from '../src/test/secrets.ts';
import rule from './antigravity-mcp-server-name.ts';

const check = (content: string) => checkFile(rule, 'mcp_config.json', content);
const found = (content: string): string[] => check(content).map((finding) => summary(content, finding));
const named = (...names: string[]): string =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'cellar-mcp' }])) });

/** What the first finding advises. */
function advice(content: string): string {
  const { messageId, args } = check(content)[0] ?? {};
  return messageId === 'characters' ? rule.messages.characters.help(args as never) : '';
}

describe('silent', () => {
  test.each([
    'cellar',
    'Cellar',
    'CELLAR',
    'wine-cellar',
    'wine_cellar',
    '3-Cellars_mcp',
    '_cellar',
    '-',
    '7',
    'c'.repeat(40),
  ])('%s', (name) => {
    expect(found(named(name))).toEqual([]);
  });

  test.each<[string, string]>([
    ['a file that is no JSON', '{"mcpServers": {"wine cellar": {},}}'],
    ['a file without servers', '{"wine cellar": {"command": "cellar-mcp"}}'],
    ['servers of another wrapper', '{"servers": {"wine cellar": {}}, "mcpServers": {}}'],
    [
      'a wrapper that a later one replaces',
      '{"mcpServers": {"wine cellar": {}}, "mcpServers": {"cellar": {}}}',
    ],
    ['other names', '{"mcpServers": {"cellar": {"wine cellar": 1, "env": {"a b": "c d"}}}}'],
  ])('%s', (_, content) => {
    expect(found(content)).toEqual([]);
  });
});

describe('characters', () => {
  test.each([
    'wine cellar',
    ' cellar',
    'cellar ',
    'cellar/lower',
    'cellar.lower',
    '@wine/cellar',
    'cellar:lower',
    'cellar(old)',
    'cave à vin',
    'кладовая',
    '地窖',
    'cellar🍷',
    'cellar\u200b',
    'cellar\n',
    `${'c'.repeat(60)} `,
  ])('%j', (name) => {
    expect(found(named(name))).toEqual([`characters 1:16 ${JSON.stringify(name)}`]);
  });

  test('each name is a finding of its own, in file order', () => {
    const content = named('wine cellar', 'cellar', 'a/b');
    expect(check(content)).toMatchObject([
      { messageId: 'characters', server: 'wine cellar', pointer: '/mcpServers/wine cellar' },
      { messageId: 'characters', server: 'a/b', pointer: '/mcpServers/a~1b' },
    ]);
  });

  test('a name counts as it is read: escapes, invalid bytes, a repeated server', () => {
    expect(found('{"mcpServers": {"wine\\u0020cellar": {}}}')).toEqual([
      'characters 1:17 "wine\\u0020cellar"',
    ]);
    expect(found('{"mcpServers": {"cell\\u0061r": {}}}')).toEqual([]);
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('{"mcpServers": {"a'),
      0xff,
      ...[...'": {}}}'].map((char) => char.charCodeAt(0)),
    ]);
    expect(checkFile(rule, 'mcp_config.json', bytes)).toMatchObject([{ server: 'a\ufffd' }]);
    expect(found('{"mcpServers": {"a b": {}, "a b": {}}}')).toEqual(['characters 1:28 "a b"']);
  });

  test.each(['null', '7', '{}', '{"disabled": true}', '{"command": ""}'])(
    'a server that is %s is named all the same',
    (value) => {
      expect(found(`{"mcpServers": {"a b": ${value}}}`)).toEqual(['characters 1:17 "a b"']);
    },
  );
});

describe('length', () => {
  test('from 41 characters on', () => {
    const name = 'c'.repeat(41);
    expect(found(named(name))).toEqual([`length 1:16 "${name}"`]);
    expect(check(named(name))).toMatchObject([{ args: { length: 41 } }]);
  });
});

test('an empty name', () => {
  expect(found(named(''))).toEqual(['empty 1:16 ""']);
  expect(check(named(''))).toMatchObject([{ server: '', pointer: '/mcpServers/' }]);
});

describe('the name that is proposed', () => {
  test.each<[string, string | undefined]>([
    ['wine cellar', 'wine-cellar'],
    ['cellar/lower.left', 'cellar-lower-left'],
    ['cellar (old)', 'cellar-old'],
    ['a & b', 'a-b'],
    // What may be an address or hold a secret is not taken apart.
    ['bee:honey@cellar', undefined],
    ['key=honey', undefined],
    ['地窖', undefined],
    [`a ${'b'.repeat(39)}`, undefined],
  ])('%s', (name, expected) => {
    const text = advice(named(name));
    expect(text).toMatch(/^Rename the server[;,]/);
    expect(/for example to "(.*)"/.exec(text)?.[1]).toBe(expected);
  });

  test('is none that the file has', () => {
    expect(advice(named('wine cellar', 'wine-cellar'))).not.toContain('for example');
  });

  test('is made of what is shown, so no secret comes through', () => {
    const token = secret('github-pat');
    expect(rule.messages.characters.help({ server: '***', taken: 0 })).not.toContain('for example');
    expect(check(named(`${token} x`))[0]?.args).toEqual({ server: `${token} x`, taken: 0 });
  });
});

test('a hundred thousand bad names', () => {
  const content = named(...Array.from({ length: 100_000 }, (_, i) => `a ${i}`));
  expect(check(content)).toHaveLength(100_000);
});
