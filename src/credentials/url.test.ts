import { describe, expect, test } from 'vitest';
import { assemble } from './testing.ts';
import { connectionUriPassword, findUriPasswords } from './uri.ts';
import { urlQueryCredentials, urlUserInfo } from './url.ts';

const pw = assemble([['A', 14]]);
const pat = assemble(['gh', 'p_', ['A', 36]]);
const X = '$' + '{X}';

const cut = (text: string, hit: { start: number; end: number } | undefined) =>
  hit && text.slice(hit.start, hit.end);

describe('user information', () => {
  test.each([
    [`https://imogen:${pw}@mcp.heron.internal/sse`, pw, 'a password'],
    ['https:user:pw@h', 'pw', 'a password'],
    ['HTTPS:\\\\user:pw@h', 'pw', 'a password'],
    ['http:/user:pw@h', 'pw', 'a password'],
    ['ws:////user:pw@h', 'pw', 'a password'],
    ['ht\ttps:/\n/us\ner:pw@h', 'pw', 'a password'],
    ['  wss://user:pw@h', 'pw', 'a password'],
    ['https://user:p@w@h/x', 'p@w', 'a password'],
    ['https://imogen@h/x', 'imogen', 'a user name'],
    ['https://imogen:@h/x', 'imogen', 'a user name'],
    [`https://${pat}:x-oauth-basic@h/x`, pat, 'a user name'],
    [`https://:${pw}@h`, pw, 'a password'],
    [`https://imogen:${pw}@${X}/x`, pw, 'a password'],
  ])('%j', (value, secret, what) => {
    const hit = urlUserInfo(value);
    expect([cut(value, hit), hit?.what]).toEqual([secret, what]);
    // The platform agrees that there is user information, wherever it accepts the host.
    if (!value.includes(X)) expect(new URL(value).username + new URL(value).password).not.toBe('');
  });

  test.each([
    'https://mcp.heron.internal/sse',
    'https://h/@scope/pkg',
    'https://h?to=a@b',
    'https://h#a@b',
    'https://h\\a@b',
    `https://${X}@h`,
    `https://imogen:${X}@h`,
    `https://${X}:${X}@h`,
    'https://{env:U}:{env:P}@h/x',
    'https://imogen:<your/password>@h',
    'https://user:YOUR_PASSWORD@h',
    'https://user:***@h',
    `ftp://user:${pw}@h`,
    'imogen@heron.example',
    '',
    'https:',
    'mailto:a@b',
    'https://0a1b2c3d4e5f60718293a4b5c6d7e8f9@o7.ingest.sentry.io/1',
  ])('none: %s', (value) => {
    expect(urlUserInfo(value)).toBeUndefined();
  });
});

describe('query', () => {
  test.each([
    [`https://h/mcp?api_key=${pw}`, [pw]],
    [`https://h/mcp?x=1&token=${pw}&y=2`, [pw]],
    [`https://h/mcp?api%5Fkey=${pw}`, [pw]],
    [`https://h/#access_token=${pw}`, [pw]],
    [`https://h/#/r?token=${pw}`, [pw]],
    [`https://h?x=${pat}`, [pat]],
    [`https://h?apiKey=${pw}&secret=${pw}Q`, [pw, `${pw}Q`]],
    ['https://h?token=a%2Fb%2F9xQ7', ['a%2Fb%2F9xQ7']],
    [`https://h?sig=${pw}${pw}%3D`, [`${pw}${pw}%3D`]],
  ])('%s', (value, secrets) => {
    expect(urlQueryCredentials(value).map((hit) => cut(value, hit))).toEqual(secrets);
  });

  test.each([
    'https://h',
    'https://h?token',
    'https://h?token=',
    `https://h?token=${X}`,
    'https://h?api_key=YOUR_KEY',
    'https://h?api_key=%3Cyour-key%3E',
    `https://h?page_token=${pw}`,
    'https://h?max_tokens=4096',
    `https://h?id=${pw}`,
    'https://h?token=true',
    'https://h?code=de',
    `https://h?q=a&&&`,
  ])('none: %s', (value) => {
    expect(urlQueryCredentials(value)).toEqual([]);
  });
});

describe('connection URIs', () => {
  test.each([
    [`postgresql://u:${pw}@host/db`, pw, false],
    ['postgresql://u:pw@host/db', 'pw', false],
    [`postgres://grapes:${pw}@127.0.0.1:5432/grapes`, pw, true],
    [`mysql://u:${pw}@localhost/db`, pw, true],
    [`mongodb+srv://u:${pw}@c.heron.internal/db`, pw, false],
    [`mongodb://u:${pw}@localhost:1,127.0.0.1:2/db`, pw, true],
    [`mongodb://u:${pw}@localhost:1,far:2/db`, pw, false],
    [`redis://:${pw}@cache:6379/0`, pw, false],
    [`rediss://default:${pw}@[::1]:6379`, pw, true],
    [`amqps://u:${pw}@mq/v`, pw, false],
    [`sqlserver://sa:${pw}@db:1433`, pw, false],
    [`ftp://u:${pw}@files.heron.internal`, pw, false],
    [`smtp://u:${pw}@mail:587`, pw, false],
    [`postgres://u:p/a#s?s${pw}@host:5432/db`, `p/a#s?s${pw}`, false],
    [`--dsn=postgres://u:${pw}@host/db`, pw, false],
    [`jdbc:postgresql://host/db?user=u&password=${pw}`, pw, false],
    [`jdbc:sqlserver://localhost:1433;user=sa;password=${pw};`, pw, true],
    [`Server=tcp:db.heron.internal,1433;User Id=sa;Password=${pw};Encrypt=true`, pw, false],
    [`host=localhost user=grapes password=${pw}`, pw, true],
    [`Server=db.heron.internal;User Id=sa;Password=${pw}`, pw, false],
  ])('%s', (value, secret, loopback) => {
    const hit = connectionUriPassword(value);
    expect([cut(value, hit), hit?.loopback]).toEqual([secret, loopback]);
  });

  test.each([
    'postgres://postgres:postgres@localhost:5432/grapes',
    'mysql://root:root@127.0.0.1/x',
    'amqp://guest:guest@localhost',
    'postgresql://localhost/grapes',
    'postgresql://u@host/db',
    `postgresql://u:${X}@host/db`,
    `postgresql://${X}@host/db`,
    'postgresql://user:password@host/db',
    'postgresql://u:<password>@host/db',
    'postgresql://u:YOUR_PASSWORD@host',
    `https://u:${pw}@h`,
    `docker://orchard/wagon:1.2@sha256:${assemble([['h', 64]])}`,
    `docker://wagon:1.2@sha256:${assemble([['h', 64]])}`,
    'ssh://git@heron.example:22/x',
    'git+ssh://git@heron.example/x',
    'redis://host:6379/0@x',
    'file:///a:b@c',
    'password=heron7q',
    'postgres://u:postgres@localhost/db',
    '://',
    'x://',
    'x://:@',
  ])('none: %s', (value) => {
    expect(connectionUriPassword(value)).toBeUndefined();
  });

  test('all of a text', () => {
    const text = `a redis://:${pw}@h b amqp://u:${pw}@h`;
    expect(findUriPasswords(text).map((hit) => cut(text, hit))).toEqual([pw, pw]);
  });
});
