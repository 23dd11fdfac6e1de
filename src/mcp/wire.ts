import type { Readable, Writable } from 'node:stream';
import {
  deserializeMessage,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
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

const CANCELLED = 'notifications/cancelled';

const LF = 0x0a;
/** Room for the longest text that a tool takes, however it is escaped. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
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
  const { promise: closed, resolve } = promiseWithResolve();
  const wire: Wire = { closed, start, send, close };
  /** Requests that are still to be answered. */
  const asked = new Set<RequestId>();
  /** The line that is not whole yet. */
  let pieces: Buffer[] = [];
  let size = 0;
  let open = true;
  let ended = false;
  return wire;

  async function start(): Promise<void> {
    input.on('data', hear).once('end', end).once('close', end).once('error', close);
    output.on('error', close);
  }

  function hear(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1 && open; at = chunk.indexOf(LF, from)) {
      pieces.push(chunk.subarray(from, at));
      from = at + 1;
      const line = Buffer.concat(pieces).toString('utf8');
      pieces = [];
      size = 0;
      take(line);
    }
    pieces.push(chunk.subarray(from));
    size += chunk.length - from;
    // Longer than any message may be: where the next one begins cannot be told.
    if (size > MAX_MESSAGE_BYTES) void close();
  }

  function take(line: string): void {
    try {
      const message = deserializeMessage(line);
      if (isJSONRPCRequest(message)) asked.add(message.id);
      if (isJSONRPCNotification(message)) {
        if (message.method === UNHEARD) return;
        if (message.method === CANCELLED) asked.delete(message.params?.requestId as RequestId);
      }
      wire.onmessage?.(message);
    } catch (error) {
      // This line is no message; the next one may be.
      wire.onerror?.(error as Error);
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
