import { describe, expect, test } from 'vitest';
import { namedCredential } from './named.ts';
import { assemble, sampleJwt } from './testing.ts';

const pat = assemble(['gh', 'p_', ['A', 36]]);
const random = assemble([['A', 30]]);
const hash = assemble([['h', 40]]);
const basic = btoa(`imogen:${random}`);

describe('found', () => {
  test.each([
    ['DB_PASSWORD', 'hunter2', 'hunter2', 'a password', false],
    ['HERON_API_KEY', hash, hash, 'a literal credential', false],
    [
      'API_KEY',
      '2f1c4b7a-90de-4f3b-8a56-17c0be92d4f8',
      '2f1c4b7a-90de-4f3b-8a56-17c0be92d4f8',
      'a literal credential',
      false,
    ],
    ['ANYTHING', pat, pat, 'a GitHub personal access token', true],
    ['Authorization', `Bearer ${random}`, random, 'a literal credential', false],
    ['Authorization', `token ${random}`, random, 'a literal credential', false],
    ['Authorization', `Basic ${basic}`, basic, 'a literal credential', false],
    ['Authorization', random, random, 'a literal credential', false],
    ['X-Forward', `Bearer ${random}`, random, 'a literal credential', false],
    ['Authorization', `Bearer ${pat}`, pat, 'a GitHub personal access token', true],
    ['clientSecret', random, random, 'a literal credential', false],
    ['PASSPHRASE', 'correct horse battery staple', 'correct horse battery staple', 'a password', false],
    ['PIN_PASSWORD', '84720195', '84720195', 'a password', false],
    ['Cookie', `theme=dark; sid=${random}`, random, 'a session cookie', false],
  ])('%s: %s', (name, value, secret, what, high) => {
    const start = value.indexOf(secret);
    expect(namedCredential(name, value)).toEqual({ start, end: start + secret.length, what, high });
  });
});

/** Under a credential-bearing name none of these is a credential. */
const ORDINARY = [
  'true',
  'false',
  '0',
  '1',
  '3600',
  '-1',
  '0.5',
  '/run/secrets/heron',
  './key.pem',
  '~/.config/heron/token',
  'C:\\keys\\heron.pem',
  'certs/heron.pem',
  'creds.json',
  'https://heron.example/token',
  'none',
  'null',
  'test',
  'dummy',
  'example',
  'required',
  'optional',
  'disabled',
  'HERON_API_KEY',
  'MY_SECRET_2',
  'op://orchard/heron/token',
  'vault:kv/heron#token',
  'arn:aws:secretsmanager:eu-west-1:123:secret:heron',
  'projects/kiln/secrets/heron',
  'sm://heron',
  'keychain:heron',
  'bws:7',
  'google_credentials',
  'Bearer',
  'Bearer token',
  'Basic',
  'your-token-here',
  'see the wiki for this one',
  'oauth2',
  'prompt',
  'secret',
  'password',
  'API key',
  'the token of the kiln',
  'abc',
  '!secret heron',
  'file:heron.txt',
];
/** Values that look like much and are nothing, under names that bear no credential. */
const NOISE = [
  hash,
  assemble([['h', 64]]),
  '2f1c4b7a-90de-4f3b-8a56-17c0be92d4f8',
  `sha512-${assemble([['A', 86]])}==`,
  `sha256:${assemble([['h', 64]])}`,
  `data:image/png;base64,iVBORw0KGgo${assemble([['A', 300]])}`,
  '1.24.3-rc.1+build.7',
  '@orchard/grapes-mcp@3.1.4',
  `v${assemble([['d', 8]])}`,
  'heron-web-eu',
  `ghcr.io/orchard/wagon@sha256:${assemble([['h', 64]])}`,
  `git+https://github.com/orchard/heron#${hash}`,
  'postgres://localhost/grapes',
  'pk_live_is_public',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx',
  assemble([['A', 44]]),
  'sk-heron',
  'ghp_short',
  'AKIA',
  'xoxb-',
  'eyJhbGciOiJub25lIn0',
];
const PLAIN_NAMES =
  'TOKEN_LIMIT MAX_TOKENS CLIENT_ID AUTH_MODE TOKEN_URL PUBLIC_KEY COMMIT INTEGRITY IMAGE VERSION X-Request-Id ETag KEYBOARD PATTERN'.split(
    ' ',
  );
const SECRET_NAMES =
  'API_KEY AUTH_TOKEN DB_PASSWORD clientSecret Authorization x-api-key GITHUB_PAT COOKIE SIGNING_KEY CREDENTIALS'.split(
    ' ',
  );
const X = '$' + '{HERON}';
const GAPS = [
  X,
  '$HERON',
  `Bearer ${X}`,
  `prefix-${X}`,
  '<your-key>',
  '{{heron}}',
  '{env:HERON}',
  '%HERON%',
  'YOUR_KEY',
  'xxx',
  'changeme',
  '***',
  '...',
  'TODO',
  'REDACTED',
  `$${'{input:heron}'}`,
  `$${'{HERON:-none}'}`,
  'Bearer <token>',
  'Bearer YOUR_TOKEN',
  'Token xxx',
  `Basic ${btoa('user:password')}`,
];

const corpus = [
  ...SECRET_NAMES.flatMap((name) => [...ORDINARY, ...GAPS].map((value) => [name, value] as const)),
  ...PLAIN_NAMES.flatMap((name) => [...ORDINARY, ...GAPS, ...NOISE].map((value) => [name, value] as const)),
];

test('the corpus is large enough', () => {
  expect(new Set(corpus.map((pair) => pair.join('='))).size).toBeGreaterThanOrEqual(300);
});

test('no false alarm on the corpus', () => {
  expect(corpus.filter(([name, value]) => namedCredential(name, value) !== undefined)).toEqual([]);
});

test('a public key of Supabase and the sample of jwt.io under any name that bears none', () => {
  expect(namedCredential('SUPABASE_ANON_KEY', sampleJwt({ iss: 'supabase', role: 'anon' }))).toBeUndefined();
  expect(namedCredential('SAMPLE', sampleJwt({ sub: '1234567890' }))).toBeUndefined();
});

test("the user's own placeholders, also after a scheme and in the form of a token", () => {
  expect(namedCredential('API_KEY', 'heron-dev', ['heron-dev'])).toBeUndefined();
  expect(namedCredential('Authorization', 'Bearer heron-dev', ['heron-dev'])).toBeUndefined();
  expect(namedCredential('API_KEY', pat, [pat])).toBeUndefined();
  expect(namedCredential('API_KEY', 'heron-dev', ['heron'])).toBeDefined();
});
