import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { maskText } from '../credentials/index.ts';
import { printable } from '../text/quote.ts';

/**
 * What a client says of its roots is nothing to us. agy says it behind `server/discover`, before its first request, without
 * the revision that it speaks: whoever listened would take it for a client of an older one.
 */
const UNHEARD = 'notifications/roots/list_changed';

const ERROR_LIMIT = 500;

export interface Wire extends Transport {
  /** Done when the client is gone. */
  readonly closed: Promise<void>;
}

/** A client at the other end of two streams: a message a line. It is gone when one of them ends or breaks. */
export function wireOver(input: Readable, output: Writable): Wire {
  const buffer = new ReadBuffer();
  const { promise: closed, resolve } = promiseWithResolve();
  const wire: Wire = { closed, start, send, close };
  let open = true;
  return wire;

  async function start(): Promise<void> {
    input.on('data', hear).once('end', close).once('close', close).once('error', close);
    output.on('error', close);
  }

  function hear(chunk: Buffer): void {
    try {
      buffer.append(chunk);
    } catch {
      // Longer than any message may be: where the next one begins cannot be told.
      void close();
      return;
    }
    while (open) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        if (!('method' in message && message.method === UNHEARD)) wire.onmessage?.(message);
      } catch (error) {
        // This line is no message; the next one may be.
        wire.onerror?.(error as Error);
      }
    }
  }

  async function send(message: JSONRPCMessage): Promise<void> {
    if (open) output.write(serializeMessage(shortened(message)));
  }

  async function close(): Promise<void> {
    if (!open) return;
    open = false;
    input.off('data', hear).pause();
    wire.onclose?.();
    resolve();
  }
}

/** What the package says of a mistake repeats what was asked for, whatever it was. */
function shortened(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const text = printable(maskText(message.error.message), ERROR_LIMIT);
  return { ...message, error: { ...message.error, message: text } };
}

function promiseWithResolve(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
