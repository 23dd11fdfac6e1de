/** How long a call may keep others from being heard, in milliseconds. */
const SLICE_MS = 20;

/**
 * Lets one piece of work be done after the other: they would not be done any sooner side by side, and each of them holds
 * files in memory.
 */
export function createTurns(): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, work) => {
    const turn = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = turn.catch(() => {});
    return turn;
  };
}

/**
 * A pause for a long run: every now and then it lets messages in, and throws when one of them was that nobody waits
 * any more.
 */
export function pauseFor(signal: AbortSignal): () => Promise<void> | undefined {
  let next = performance.now() + SLICE_MS;
  return () => (performance.now() < next ? undefined : pause());

  async function pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    next = performance.now() + SLICE_MS;
  }
}
