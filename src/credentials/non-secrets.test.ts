import { describe, expect, test } from 'vitest';
import rule from '../../rules/mcp-valid-json.ts';
import { checkFile } from '../test/rules.ts';
import { findTokens, namedCredential } from './index.ts';
import { NON_SECRETS } from './non-secrets.ts';
import { assemble } from './testing.ts';

type Place = (value: string) => object;

const ADDRESS = 'https://mcp.orchard.example/mcp';
const query = (name: string, value: string): object => ({
  serverUrl: `${ADDRESS}?${name}=${encodeURIComponent(value)}&x=1`,
});

/** Where a value may stand without a name that speaks of a credential. */
const PLAIN: Readonly<Record<string, Place>> = {
  env: (v) => ({ env: { HERON: v, TOKEN_LIMIT: v, CLIENT_ID: v, PUBLIC_KEY: v, COMMIT: v } }),
  headers: (v) => ({ serverUrl: ADDRESS, headers: { 'X-Heron': v, 'X-Request-Id': v, ETag: v } }),
  'an argument': (v) => ({ command: 'heron', args: [v] }),
  'an argument after a flag': (v) => ({ command: 'heron', args: ['--heron', v, '-x', v] }),
  'a flag with its value': (v) => ({ command: 'heron', args: [`--heron=${v}`] }),
  'a header among the arguments': (v) => ({ command: 'heron', args: ['--header', `X-Heron: ${v}`] }),
  'a variable among the arguments': (v) => ({ command: 'docker', args: ['run', '-e', `HERON=${v}`] }),
  'a shell line': (v) => ({ command: 'sh', args: ['-c', `heron --commit "${v}"`] }),
  'the query of an address': (v) => query('heron', v),
  'an address as it is': (v) => ({ serverUrl: `${ADDRESS}?heron=${v}` }),
  oauth: (v) => ({ serverUrl: ADDRESS, oauth: { clientId: v } }),
  'a command': (v) => ({ command: v, cwd: v }),
};

/** The same with a name that does. */
const TELLING: Readonly<Record<string, Place>> = {
  env: (v) => ({ env: { HERON_API_KEY: v, DB_PASSWORD: v, HERON_TOKEN: v, CLIENT_SECRET: v } }),
  headers: (v) => ({ serverUrl: ADDRESS, headers: { Authorization: v, 'X-Api-Key': v } }),
  'an argument after a flag': (v) => ({ command: 'heron', args: ['--token', v, '--password', v] }),
  'a flag with its value': (v) => ({ command: 'heron', args: [`--api-key=${v}`] }),
  'a header among the arguments': (v) => ({ command: 'heron', args: ['--header', `X-Api-Key: ${v}`] }),
  'a variable among the arguments': (v) => ({ command: 'docker', args: ['run', '-e', `HERON_TOKEN=${v}`] }),
  'the query of an address': (v) => query('token', v),
  oauth: (v) => ({ serverUrl: ADDRESS, oauth: { clientId: v, clientSecret: v } }),
  'beside the fields': (v) => ({ serverUrl: ADDRESS, clientSecret: v }),
};

/** What is found in a file that has the value in a server, as `message field`. */
function found(server: object): string[] {
  const content = JSON.stringify({ mcpServers: { grapes: server } });
  return checkFile(rule, 'mcp_config.json', content).map(({ messageId, field }) => `${messageId} ${field}`);
}

function alarms(values: readonly string[], place: Place): object {
  const told = values.map((value) => [value, found(place(value))] as const);
  return Object.fromEntries(told.filter(([, list]) => list.length > 0));
}

const all = NON_SECRETS.flatMap(({ values }) => values);
const stated = NON_SECRETS.filter(({ anywhere }) => anywhere).flatMap(({ values }) => values);

test('there are 500 values, each of them once', () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(500);
});

describe('no false alarm', () => {
  test.each(Object.entries(PLAIN))('in %s', (_, place) => {
    expect(alarms(all, place)).toEqual({});
  });

  test.each(Object.entries(TELLING))('under a name that bears a credential, in %s', (_, place) => {
    expect(alarms(stated, place)).toEqual({});
  });

  test('after a scheme', () => {
    const bare = stated.filter((value) => !/^(?:Bearer|Basic|Token|ApiKey)\b/.test(value));
    const place: Place = (v) => ({ serverUrl: ADDRESS, headers: { Authorization: `Bearer ${v}` } });
    expect(alarms(bare, place)).toEqual({});
  });

  test('in a text', () => {
    expect(all.filter((value) => findTokens(value).length > 0)).toEqual([]);
    expect(findTokens(all.join('\n'))).toEqual([]);
    expect(findTokens(all.map((value) => `- \`${value}\`: see there.`).join('\n'))).toEqual([]);
  });
});

test('however random it looks, a value is no credential by that', () => {
  for (const alphabet of ['A', 'h', 'w', 'u', 'l', 'd']) {
    for (let length = 4; length <= 512; length += 7) {
      const value = assemble([[alphabet, length]], length);
      expect([value, namedCredential('HERON', value)]).toEqual([value, undefined]);
    }
  }
});
