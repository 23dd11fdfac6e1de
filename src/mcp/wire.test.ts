import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { secret } from '../test/secrets.ts';
import { wireOver } from './wire.ts';

async function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const wire = wireOver(input, output);
  const heard: JSONRPCMessage[] = [];
  const errors: string[] = [];
  wire.onmessage = (message) => void heard.push(message);
  wire.onerror = ({ name }) => void errors.push(name);
  await wire.start();
  return { input, output, wire, heard, errors };
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

it('hears a message a line, in pieces or several at once', async () => {
  const { input, heard } = await open();
  const text = line(PING);
  input.write(text.slice(0, 9));
  await tick();
  expect(heard).toEqual([]);
  input.write(`${text.slice(9)}${text}${text.replace('\n', '\r\n')}`);
  await tick();
  expect(heard).toEqual([PING, PING, PING]);
});

it('goes on behind what is no message, and hears nothing of roots', async () => {
  const { input, heard, errors } = await open();
  input.write(
    `{\n${line({ method: 7 })}${line({ method: 'notifications/roots/list_changed' })}${line(PING)}`,
  );
  await tick();
  expect(heard).toEqual([PING]);
  expect(errors.length).toBeGreaterThan(0);
});

it.each<[string, (streams: { input: PassThrough; output: PassThrough }) => void]>([
  ['the input ends', ({ input }) => input.end()],
  ['the input breaks', ({ input }) => input.destroy(new Error('gone'))],
  ['the output breaks', ({ output }) => output.destroy(new Error('gone'))],
  ['a line has no end', ({ input }) => input.write('x'.repeat(11 << 20))],
])('is closed when %s', async (_, end) => {
  const { input, output, wire } = await open();
  let closes = 0;
  wire.onclose = () => void closes++;
  end({ input, output });
  await wire.closed;
  await tick();
  expect(closes).toBe(1);
  await wire.send(PING as JSONRPCMessage);
  expect(output.read()).toBeNull();
});

it('answers what was asked before the end, but waits no longer than that', async () => {
  const { input, output, wire } = await open();
  let closed = false;
  void wire.closed.then(() => {
    closed = true;
  });
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 2 } };
  input.end(`${line(PING)}${line({ ...PING, id: 2 })}${line(cancelled)}`);
  await tick();
  await tick();
  expect(closed).toBe(false);
  await wire.send({ jsonrpc: '2.0', id: 1, result: {} });
  await wire.closed;
  expect(String(output.read())).toContain('"id":1');
  const slow = await open();
  slow.input.end(line(PING));
  await slow.wire.closed;
  expect(slow.output.read()).toBeNull();
});

it('says messages as they are, and errors in short and without a secret', async () => {
  const { output, wire } = await open();
  await wire.send(PING as JSONRPCMessage);
  expect(String(output.read())).toBe(line(PING));
  const message = `Tool ${secret('github-pat')} not found\u001b ${'x'.repeat(9000)}`;
  await wire.send({ jsonrpc: '2.0', id: 1, error: { code: -32602, message } });
  const said = String(output.read());
  expect(said).toContain('Tool *** not found\\\\u001b xxx');
  expect(said.length).toBeLessThan(700);
});
