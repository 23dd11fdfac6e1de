import { describe, expect, test } from 'vitest';
import { emulateMcpConfig, type LoadedServer } from './mcp-config.ts';
import { traceServer } from './mcp-trace.ts';

const SETTINGS = { extraAuthProviderTypes: [] };

/** Each spelling as `key effect`, what it replaced, and its members: `+` new, `~` taken over, `!` refused. */
function trace(server: string): readonly string[] {
  const { doc, servers } = emulateMcpConfig(
    new TextEncoder().encode(`{"mcpServers": {"kiln": ${server}}}`),
    SETTINGS,
  );
  if (doc === undefined) throw new Error('this is no JSON');
  const order = new Map<number | undefined, number>();
  return traceServer(doc, servers[0] as LoadedServer, SETTINGS).map((one, index) => {
    order.set(one.key, index + 1);
    const earlier = one.earlier === undefined ? [] : [`of ${order.get(one.earlier)}`];
    const members = [
      ...one.added.map((name) => `+${name}`),
      ...one.overwritten.map((name) => `~${name}`),
      ...one.refused.map(({ name, found }) => `!${name}:${found}`),
    ];
    return [doc.text(one.key), one.effect, ...earlier, ...members].join(' ');
  });
}

describe('traceServer', () => {
  test.each<[string, readonly string[]]>([
    ['{}', []],
    ['{"command": "a", "Command": "b"}', ['command created', 'Command replaced of 1']],
    [
      '{"command": "a", "command": null, "command": "b"}',
      ['command created', 'command cleared of 1', 'command created'],
    ],
    ['{"command": null}', ['command cleared']],
    ['{"command": 7, "command": "b"}', ['command refused', 'command replaced of 1']],
    [
      '{"command": "a", "command": 7, "command": "b"}',
      ['command created', 'command refused of 1', 'command replaced of 1'],
    ],
    ['{"command": {"a": 1}}', ['command refused']],
    [
      '{"timeout": 7, "clientId": "x", "ßommand": 1}',
      ['timeout unread', 'clientId unread', 'ßommand unread'],
    ],
    ['{"\\u017ferverUrl": "a"}', ['ſerverUrl created']],
    [
      '{"env": {"A": "1", "B": "2"}, "ENV": {"B": "3", "C": null, "a": ""}}',
      ['env created +A +B', 'ENV merged of 1 +C +a ~B'],
    ],
    [
      '{"env": {"A": "1"}, "env": null, "env": {"A": "2"}}',
      ['env created +A', 'env cleared of 1', 'env created +A'],
    ],
    ['{"env": {"A": 1, "B": "2"}, "env": {"A": "x"}}', ['env refused +A +B !A:number', 'env merged of 1 ~A']],
    ['{"env": [1], "env": {"A": "x"}}', ['env refused', 'env created +A']],
    ['{"headers": {"A": "1", "A": "2"}}', ['headers created +A']],
    ['{"args": ["a", 1, {}], "args": ["b"]}', ['args refused !1:number !2:object', 'args replaced of 1']],
    ['{"args": {"a": 1}}', ['args refused']],
    ['{"disabled": true, "disabled": "no"}', ['disabled created', 'disabled refused of 1']],
    [
      '{"oauth": {"ClientID": "a", "scope": 7}, "oauth": {"clientId": 7, "clientSecret": "s"}}',
      ['oauth created +clientId', 'oauth refused of 1 +clientSecret ~clientId !clientId:number'],
    ],
    [
      '{"oauth": {"clientId": null, "clientSecret": "s"}, "oauth": {"CLIENTSECRET": null}}',
      ['oauth created +clientSecret', 'oauth merged of 1 ~clientSecret'],
    ],
    [
      '{"authProviderType": "tidal", "authProviderType": "google_credentials"}',
      ['authProviderType refused', 'authProviderType replaced of 1'],
    ],
  ])('%s', (server, expected) => {
    expect(trace(server)).toEqual(expected);
  });
});
