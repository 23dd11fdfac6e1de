import { describe, expect, test } from 'vitest';
import fc, { runs } from '../test/property.ts';
import { secret } from '../test/secrets.ts';
import { scanArgs } from './args.ts';
import { maskArguments, maskValue } from './mask-args.ts';

const pw = secret('password');
const token = secret('github-pat');

describe('maskArguments', () => {
  test.each<[readonly string[], readonly string[]]>([
    [[], []],
    [
      ['kiln', '', '--glaze', 'deep blue'],
      ['kiln', '', '--glaze', 'deep blue'],
    ],
    [
      ['kiln', '--password', pw, '--port', '7700'],
      ['kiln', '--password', '***', '--port', '7700'],
    ],
    [
      ['kiln', `--password=${pw}`],
      ['kiln', '--password=***'],
    ],
    [
      ['kiln', '--password', `${pw} `, pw],
      ['kiln', '--password', '*** ', pw],
    ],
    [
      ['kiln', '--header', `Authorization: Bearer ${pw}`],
      ['kiln', '--header', 'Authorization: Bearer ***'],
    ],
    [
      ['sh', '-c', `KILN_PASSWORD='${pw}' kiln`],
      ['sh', '-c', "KILN_PASSWORD='***' kiln"],
    ],
    [
      ['kiln', `x ${token} y`],
      ['kiln', 'x *** y'],
    ],
    [
      ['kiln', '--password', '${KILN_PASSWORD}'],
      ['kiln', '--password', '${KILN_PASSWORD}'],
    ],
    [
      ['kiln', 'http://hive.example/', '--glaze'],
      ['kiln', 'http://hive.example/', '--glaze'],
    ],
    [
      ['kiln', `https://bee:${pw}@hive.example/`, '', ''],
      ['kiln', 'https://bee:***@hive.example/', '', ''],
    ],
  ])('%j', (words, expected) => {
    expect(maskArguments(words)).toEqual(expected);
  });

  test('nothing that a rule would report is left', () => {
    const piece = fc.constantFrom(
      '',
      ' ',
      'kiln',
      '--password',
      '--token=',
      '-H',
      'Authorization: Bearer ',
      '-e',
      'KILN_TOKEN=',
      '{"password": "',
      '"}',
      'sh',
      '-c',
      pw,
      token,
      "'",
      'postgresql://bee:',
      '@hive.example/x',
      'https://',
    );
    const word = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const masked = maskArguments(words);
        expect(masked).toHaveLength(words.length);
        const left = scanArgs(masked).map(({ index, start, end }) => masked[index]?.slice(start, end));
        expect(left.filter((text) => text?.includes(pw) || text?.includes(token))).toEqual([]);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('maskValue', () => {
  const key = secret('key');

  test.each<[string, string]>([
    ['', ''],
    ['/srv/kiln', '/srv/kiln'],
    ['https://kiln.example/mcp?page=2', 'https://kiln.example/mcp?page=2'],
    [`https://bee:${pw}@kiln.example/`, 'https://bee:***@kiln.example/'],
    [`https://bee:${pw}\r@kiln.example/ x`, 'https://bee:***@kiln.example/ x'],
    [`/srv/${token}/kiln`, '/srv/***/kiln'],
    [`--token ${key}`, '--token ***'],
    [`Authorization:,user=${key}`, 'Authorization:***'],
  ])('%j', (value, shown) => {
    expect(maskValue(value)).toBe(shown);
  });

  test('a program as well', () => {
    expect(maskArguments([`Authorization:,user=${key}`, 'kiln'])).toEqual(['Authorization:***', 'kiln']);
  });
});
