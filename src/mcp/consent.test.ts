import type { McpServer, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { type Asked, type Consent, consentOf } from './consent.ts';

const SERVER = { server: { getClientCapabilities: () => undefined } } as unknown as McpServer;
const CODEC = {} as RequestStateCodec<Asked>;

function bringing(asked: Asked | undefined, answered: Set<string>): Consent {
  const inputResponses = { consent: { action: 'accept', content: {} } };
  const context = { mcpReq: { inputResponses, requestState: () => asked } } as unknown as ServerContext;
  return consentOf(context, SERVER, CODEC, answered);
}

it('an answer counts once, and for the plan that was asked about', () => {
  const answered = new Set<string>();
  expect(bringing(undefined, answered).given('mend a')).toBeUndefined();
  expect(bringing({ plan: 'mend a', id: '1' }, answered).given('mend b')).toBeUndefined();
  expect(bringing({ plan: 'mend a', id: '1' }, answered).given('mend a')).toBe('accept');
  expect(bringing({ plan: 'mend a', id: '1' }, answered).given('mend a')).toBeUndefined();
  expect(bringing({ plan: 'mend a', id: '2' }, answered).given('mend a')).toBe('accept');
});
