import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ReadBuffer,
  type RequestId,
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
/** How long answers are waited for that may find no reader. */
const GRACE_MS = 1000;

export interface Wire extends Transport {
  /** Done when the client is gone. */
  readonly closed: Promise<void>;
}

/**
 * A client at the other end of two streams: a message a line. It is gone when one of them ends or breaks; what it asked
 * before its end is answered all the same, if that takes no time.
 */
export function wireOver(input: Readable, output: Writable): Wire {
  const buffer = new ReadBuffer();
  const { promise: closed, resolve } = promiseWithResolve();
  const wire: Wire = { closed, start, send, close };
  /** Requests that are still to be answered. */
  const asked = new Set<RequestId>();
  let open = true;
  let ended = false;
  return wire;

  async function start(): Promise<void> {
    input.on('data', hear).once('end', end).once('close', end).once('error', close);
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
        if (isJSONRPCRequest(message)) asked.add(message.id);
        if (isJSONRPCNotification(message)) {
          if (message.method === UNHEARD) continue;
          if (message.method === 'notifications/cancelled')
            asked.delete(message.params?.requestId as RequestId);
        }
        wire.onmessage?.(message);
      } catch (error) {
        // This line is no message; the next one may be.
        wire.onerror?.(error as Error);
      }
    }
  }

  async function send(message: JSONRPCMessage): Promise<void> {
    if (!open) return;
    output.write(serializeMessage(shortened(message)));
    if ('method' in message || message.id === undefined) return;
    asked.delete(message.id);
    if (ended && asked.size === 0) await close();
  }

  function end(): void {
    if (ended) return;
    ended = true;
    const timer = setTimeout(close, asked.size === 0 ? 0 : GRACE_MS);
    void closed.then(() => clearTimeout(timer));
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
