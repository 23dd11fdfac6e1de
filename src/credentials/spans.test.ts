import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskText } from './mask.ts';
import { namedCredential } from './named.ts';
import { secretSpans } from './spans.ts';
import { assemble, LEADS, SAMPLES, samplePem } from './testing.ts';

const pw = 'hunter2';
const X = '$' + '{X}';
const pat = assemble(['gh', 'p_', ['A', 36]]);

describe('masked', () => {
  test.each([
    ['{"env": {"DB_PASSWORD": "hunter2"}}', '{"env": {"DB_PASSWORD": "***"}}'],
    ['{"DB_PASSWORD":\n  "hunter2"}', '{"DB_PASSWORD":\n  "***"}'],
    ['{"DB_PASSWORD"\n:\n"hunter2"}', '{"DB_PASSWORD"\n:\n"***"}'],
    ['{"DB_PASSWORD" "hunter2"}', '{"DB_PASSWORD" "***"}'],
    ['{"DB_PASSWORD": 8472019, "a": 1}', '{"DB_PASSWORD": ***, "a": 1}'],
    ['{"DB_PASSWORD": "hunter2,\n "PORT": "80"}', '{"DB_PASSWORD": "***,\n "PORT": "80"}'],
    ['{"DB_PASSWORD": "hunter2\nsalty",\n "PORT": "80"}', '{"DB_PASSWORD": "***\n***",\n "PORT": "80"}'],
    ['{"DB_PASSWORD": hunter2}', '{"DB_PASSWORD": ***}'],
    ["{'DB_PASSWORD': 'hunter2'}", "{'DB_PASSWORD': '***'}"],
    ['{DB_PASSWORD: "hunter2"}', '{DB_PASSWORD: "***"}'],
    ['{"DB_PASSWORD": ["hunter2", "swordfish9"], "a": "b"}', '{"DB_PASSWORD": ["***", "***"], "a": "b"}'],
    [
      '{"CREDENTIALS": {"user": "imogen7", "n": 1}, "a": "b"}',
      '{"CREDENTIALS": {"user": "***", "n": 1}, "a": "b"}',
    ],
    ['{"DB_PASS\\u0057ORD": "hunter2"}', '{"DB_PASS\\u0057ORD": "***"}'],
    ['{"DB_PASSWORD": "hun\\u0074er2"}', '{"DB_PASSWORD": "***"}'],
    ['{"x": "https://u:hun\\u0074er2@h"}', '{"x": "***"}'],
    ['{"x": "https:\\/\\/u:hunter2@h"}', '{"x": "https:\\/\\/u:***@h"}'],
    ['["--token", "hunter2"]', '["--token", "***"]'],
    ['["--token"\n"hunter2"]', '["--token"\n"***"]'],
    ['["--token=hunter2"]', '["--token=***"]'],
    ['["--token", "--verbose", "hunter2"]', '["--token", "--verbose", "hunter2"]'],
    ['["--header", "Authorization: Bearer hunter2"]', '["--header", "Authorization: Bearer ***"]'],
    ['{"Authorization": "Bearer hunter2"}', '{"Authorization": "Bearer ***"}'],
    ['args:\n  - --token\n  - hunter2\n', 'args:\n  - --token\n  - ***\n'],
    ['password: hunter2 # note', 'password: *** # note'],
    ['password: two words9', 'password: ***'],
    ['password: |\n  hunter2\n  salt9\nport: 1', 'password: |\n  ***\n  ***\nport: 1'],
    ['password = "hunter2"\nport = 1', 'password = "***"\nport = 1'],
    ['password = """hunter2"""', 'password = """***"""'],
    ['export DB_PASSWORD=hunter2', 'export DB_PASSWORD=***'],
    ['Run `DB_PASSWORD=hunter2 heron` now', 'Run `DB_PASSWORD=*** heron` now'],
    ["curl -H 'X-Api-Key: hunter2' h", "curl -H 'X-Api-Key: ***' h"],
    ['heron --api-key hunter2 now', 'heron --api-key *** now'],
    ['see https://u:hunter2@h/x now', 'see https://u:***@h/x now'],
    ['see https://h/x?api_key=hunter2&y=1 now', 'see https://h/x?api_key=***&y=1 now'],
    ['{"url": "https:u:hunter2@h"}', '{"url": "https:u:***@h"}'],
    ['redis://:hunter2@cache', 'redis://:***@cache'],
    ['{"X-Forward": "Bearer hunter2abc9"}', '{"X-Forward": "Bearer ***"}'],
    ['["--headers", "{\\"X-Api-Key\\": \\"hunter2\\"}"]', '["--headers", "{\\"X-Api-Key\\": \\"***\\"}"]'],
    ['// "DB_PASSWORD": "hunter2"', '// "DB_PASSWORD": "***"'],
    [`the token ${pat}, twice: ${pat}`, 'the token ***, twice: ***'],
    [`{"x": "a\\n${pat}"}`, '{"x": "a\\n***"}'],
    [`{"key": "${samplePem('\\n')}"}`, '{"key": "***"}'],
  ])('%j', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});

test.each([
  '',
  'heron',
  '.agents/mcp_config.json',
  '{"mcpServers": {"grapes": {"command": "npx", "args": ["-y", "@orchard/grapes@1.2.3"]}}}',
  `{"env": {"API_KEY": "${X}", "TOKEN_LIMIT": "4096", "CLIENT_ID": "heron-web-eu"}}`,
  `{"headers": {"Authorization": "Bearer ${X}"}}`,
  'The token is read from the keychain.',
  'Set `API_KEY` in your shell; the password: see the wiki.',
  "it's a token, isn't it: 'yes'",
  'DB_PASSWORD=',
  `sha512-${assemble([['A', 86]])}==`,
  assemble([['h', 40]]),
  'https://h/@scope/pkg?x=1',
  'postgres://postgres:postgres@localhost/x',
  'pass --token to log in',
  'secret: true',
  'API_KEY: required',
  'token:',
  '"token"',
  '["token", "b"]',
  'server `grapes`: field env.API_KEY is not a string',
])('left alone: %j', (text) => {
  expect(maskText(text)).toBe(text);
});

const tokens = Object.entries(SAMPLES).flatMap(([name, list]) =>
  list.map((parts) => [LEADS[name] ?? '', assemble(parts)] as const),
);

test('a value that looks like an address, under a name whose values are judged by their end', () => {
  expect(maskText('{"Cookie":"https://sid=Bearer Bearer aB3"}')).toBe('{"Cookie":"https://sid=***"}');
});

test('a token that breaks off at a line end', () => {
  const head = ['gh', 'p_', 'k3Rv9TzQ1mWx'].join('');
  const tail = '7LbN4cYd8HsJ2fGp6VaEuR5o';
  const masked = maskText(`{"K": "${head}\n${tail}"}`);
  expect(masked).not.toContain(head);
  expect(masked).not.toContain(tail);
});

describe('properties', () => {
  test('what a rule finds under a name is masked wherever the file is shown', () => {
    const names = fc.constantFrom('API_KEY', 'X-Forward', 'Cookie', 'Authorization', 'clientSecret');
    const value = fc.array(
      fc.constantFrom(
        'Bearer ',
        'Basic ',
        'sid=',
        '; ',
        'aB3',
        'q9',
        ' the ',
        '"',
        '\\',
        '/',
        ':',
        '@',
        'https://',
      ),
      { maxLength: 16 },
    );
    fc.assert(
      fc.property(names, value, (name, parts) => {
        const hit = namedCredential(name, parts.join(''));
        if (!hit) return;
        const secret = parts.join('').slice(hit.start, hit.end);
        expect(maskText(JSON.stringify({ [name]: parts.join('') }))).not.toContain(secret);
      }),
      { numRuns: 2000 },
    );
  });

  const noise = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.constantFrom(...'"\'\\:=,[]{}\n -`@/?#$', 'token', 'x1', '://', 'https:'), { maxLength: 40 })
      .map((a) => a.join('')),
  );

  test('a token that is planted anywhere is gone after masking', () => {
    fc.assert(
      fc.property(noise, fc.constantFrom(...tokens), noise, (before, [lead, token], after) => {
        expect(maskText(`${before} ${lead}${token} ${after}`)).not.toContain(token);
      }),
      { numRuns: 500 },
    );
  });

  test('spans never throw, lie inside, are sorted, disjoint and not empty', () => {
    fc.assert(
      fc.property(noise, noise, (a, b) => {
        const text = `${a}"DB_PASSWORD": ${b}`;
        let last = -1;
        for (const { start, end } of secretSpans(text)) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  test('a password under a name in JSON is gone, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('API_KEY', 'db_password', 'clientSecret'), (value, name) => {
        const secret = `${pw}Qz81`;
        expect(maskText(`{"a": ${value}, "${name}": "${secret}"}`)).not.toContain(secret);
        expect(maskText(`{"a": ${value}, "${name}": "${secret}`)).not.toContain(secret);
      }),
    );
  });
});

describe('time', () => {
  // The best of three: a busy machine only ever adds.
  const time = (text: string) => {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      secretSpans(text);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  test.each([
    'a ',
    '"',
    "'",
    "'\\",
    '"\\n',
    'token=',
    'token: ',
    'token:\n',
    '"token" ',
    '--token ',
    'redis://x:',
    'redis://{',
    '?a&',
    '{"token":',
    '"""',
    'xoxb-1234567890-',
    '#"token":"abc\n',
    'https:',
  ])('%j over and over', (pattern) => {
    const small = pattern.repeat(Math.ceil(30_000 / pattern.length));
    const large = pattern.repeat(Math.ceil(300_000 / pattern.length));
    expect(time(large)).toBeLessThan(30 * time(small) + 300);
  });
});
