import { describe, expect, test } from 'vitest';
import { scanArgs, textCredential } from './args.ts';
import { assemble } from './testing.ts';

const pw = assemble([['A', 20]]);
const pat = assemble(['gh', 'p_', ['A', 36]]);
const X = '$' + '{X}';

describe('found', () => {
  test.each<[string[], [number, string, string, string?][]]>([
    [['--token', pw], [[1, 'flag', pw, '--token']]],
    [['-apiKey', pw], [[1, 'flag', pw, '-apiKey']]],
    [[`--api-key=${pw}`], [[0, 'flag-value', pw, '--api-key']]],
    [['--header', `Authorization: Bearer ${pw}`], [[1, 'header', pw, 'Authorization']]],
    [['--header', `Authorization:${pw}`], [[1, 'header', pw, 'Authorization']]],
    [['-H', `X-Api-Key: ${pw}`], [[1, 'header', pw, 'X-Api-Key']]],
    [[`-HX-Api-Key: ${pw}`], [[0, 'header', pw, 'X-Api-Key']]],
    [[`--header=X-Api-Key: ${pw}`], [[0, 'header', pw, 'X-Api-Key']]],
    [['run', '-e', `HERON_TOKEN=${pw}`, 'wagon'], [[2, 'env', pw, 'HERON_TOKEN']]],
    [[`-eHERON_TOKEN=${pw}`], [[0, 'env', pw, 'HERON_TOKEN']]],
    [[`--env=HERON_TOKEN=${pw}`], [[0, 'env', pw, 'HERON_TOKEN']]],
    [[`HERON_TOKEN=${pw}`], [[0, 'env', pw, 'HERON_TOKEN']]],
    [[`https://u:${pw}@h/x`], [[0, 'url', pw]]],
    [[`https://h/x?api_key=${pw}`], [[0, 'url', pw]]],
    [[`--url=https://h/x?api_key=${pw}`], [[0, 'url', pw]]],
    [[`postgres://u:${pw}@h/x`], [[0, 'uri', pw]]],
    [['--dsn', `postgres://u:${pw}@h/x`], [[1, 'uri', pw]]],
    [[pat], [[0, 'token', pat]]],
    [['--token', pat], [[1, 'flag', pat, '--token']]],
    [[`https://h/?token=${pat}`], [[0, 'url', pat]]],
    [
      ['-c', `HERON_TOKEN=${pw} heron --password hunter2 -H "X-Api-Key: ${pw}"`],
      [
        [1, 'env', pw, 'HERON_TOKEN'],
        [1, 'flag', 'hunter2', '--password'],
        [1, 'header', pw, 'X-Api-Key'],
      ],
    ],
    [['-lc', `export HERON_TOKEN='${pw}'; heron`], [[1, 'env', pw, 'HERON_TOKEN']]],
    [['-c', `heron --token="${pw}" --x`], [[1, 'flag-value', pw, '--token']]],
    [['-Command', `$env:HERON_TOKEN="${pw}"; heron`], [[1, 'env', pw, 'HERON_TOKEN']]],
    [['--conn', `Server=db;User Id=u;Password=${pw}`], [[1, 'uri', pw]]],
    [[`{"headers": {"X-Api-Key": "${pw}"}}`], [[0, 'header', pw, 'X-Api-Key']]],
    [[`{"a": [{"b": {"apiKey": "${pw}"}}]}`], [[0, 'header', pw, 'apiKey']]],
    [[`{"apiKeys": ["x", "${pw}"]}`], [[0, 'header', pw, 'apiKeys']]],
    [['Authorization', `Bearer ${pw}`], [[1, 'header', pw]]],
    [[`-Dheron.apiKey=${pw}`], [[0, 'flag-value', pw, '-Dheron.apiKey']]],
    [['--bearer', pw], [[1, 'flag', pw, '--bearer']]],
    [
      [`a=${pat}`, `b=${pat}`],
      [
        [0, 'env', pat, 'a'],
        [1, 'env', pat, 'b'],
      ],
    ],
  ])('%j', (args, expected) => {
    const hits = scanArgs(args);
    expect(
      hits.map(({ index, form, name, start, end }) => [
        index,
        form,
        (args[index] as string).slice(start, end),
        ...(name ? [name] : []),
      ]),
    ).toEqual(expected);
  });

  test('says whether the host is this machine', () => {
    expect(scanArgs([`redis://:${pw}@localhost`])).toMatchObject([{ form: 'uri', loopback: true }]);
  });
});

test.each<[string[]]>([
  [['-y', '@orchard/grapes-mcp@3.1.4']],
  [['--token', '--verbose']],
  [['--token']],
  [['--token', X]],
  [[`--token=${X}`]],
  [['--header', `Authorization: Bearer ${X}`]],
  [['--header', `Authorization:${X}`]],
  [['-e', 'HERON_TOKEN']],
  [['-e', `HERON_TOKEN=${X}`]],
  [['--secret', 'id=heron,src=./key']],
  [['--token-file', pw]],
  [['--max-tokens', '4096']],
  [['postgres://postgres:postgres@localhost:5432/grapes']],
  [['run', '-u', '1000:1000', `wagon@sha256:${assemble([['h', 64]])}`]],
  [['--public-key', pw]],
  [['--require-token', pw]],
  [['-c', `heron --token ${X} --key ./k.pem`]],
  [['--password', 'changeme']],
  [['--commit', assemble([['h', 40]])]],
  [['https://h/mcp']],
  [['']],
])('none: %j', (args) => {
  expect(scanArgs(args)).toEqual([]);
});

test("the user's own placeholders", () => {
  expect(scanArgs(['--token', 'heron-dev', pat], ['heron-dev', pat])).toEqual([]);
});

describe('a text of which nobody knows what it is for', () => {
  test.each<[string, string, string]>([
    [`heron --token ${pw}`, 'flag', pw],
    [`HERON_TOKEN=${pw} heron`, 'env', pw],
    [`X-Api-Key: ${pw}`, 'header', pw],
    [`{"X-Api-Key": "${pw}"}`, 'header', pw],
    [`-Dheron.password=${pw}`, 'flag-value', pw],
    [`psql postgres://u:${pw}@h/x`, 'uri', pw],
    ['psql postgres://u:herons@h/x', 'uri', 'herons'],
    [`curl https://h/x?token=${pw}`, 'url', pw],
    [pat, 'token', pat],
    [`x ${pat} y`, 'token', pat],
  ])('%s', (text, form, secret) => {
    const hit = textCredential(text);
    expect([hit?.form, text.slice(hit?.start, hit?.end)]).toEqual([form, secret]);
  });

  test.each([
    '',
    'heron',
    pw,
    'Use --token to log in, or --password when there is none.',
    'token: see the wiki',
    `heron --token ${X}`,
    `heron --commit ${pw}`,
    'https://h/x?theme=dark',
  ])('none: %s', (text) => {
    expect(textCredential(text)).toBeUndefined();
  });

  test("the user's own placeholders", () => {
    expect(textCredential(pat, [pat])).toBeUndefined();
    expect(textCredential(`heron --token ${pw}`, [pw])).toBeUndefined();
  });
});
