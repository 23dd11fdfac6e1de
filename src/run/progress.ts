import type { Stream } from './io.ts';

/** Silence up to here, in milliseconds: most runs are over before a line could be read. */
const QUIET_MS = 700;
const STEP_MS = 100;

/** Passes items through; on a terminal, long work shows how far it is, and the line is gone in the end. */
export function progress<T>(items: Iterable<T>, total: number, stream: Stream): Iterable<T> {
  return stream.isTerminal ? drawing(items, total, stream) : items;
}

function* drawing<T>(items: Iterable<T>, total: number, stream: Stream): Generator<T> {
  let next = performance.now() + QUIET_MS;
  let done = 0;
  let drawn = false;
  for (const item of items) {
    const now = performance.now();
    if (now >= next) {
      stream.write(`\r${done} of ${total} files checked`);
      drawn = true;
      next = now + STEP_MS;
    }
    yield item;
    done++;
  }
  if (drawn) stream.write('\r\u001b[K');
}
