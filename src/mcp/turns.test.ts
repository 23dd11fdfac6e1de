import { expect, it } from 'vitest';
import { createTurns, pauseFor } from './turns.ts';

const wait = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();

it('one thing is done after the other, whatever becomes of each', async () => {
  const turn = createTurns();
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await wait();
    done.push(`${name} ends`);
    if (name === 'b') throw new Error('no');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => turn(signal, work(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('what nobody waits for is not begun', async () => {
  const turn = createTurns();
  const gone = new AbortController();
  const first = turn(signal, wait);
  const second = turn(gone.signal, () => expect.unreachable());
  gone.abort();
  await first;
  await expect(second).rejects.toThrow();
  expect(await turn(signal, async () => 'c')).toBe('c');
});

it('a long run pauses, and ends when nobody waits any more', async () => {
  const gone = new AbortController();
  const pause = pauseFor(gone.signal);
  expect(pause()).toBeUndefined();
  const busy = (): void => {
    for (const end = performance.now() + 25; performance.now() < end; );
  };
  busy();
  await pause();
  expect(pause()).toBeUndefined();
  busy();
  setImmediate(() => gone.abort());
  await expect(pause()).rejects.toThrow();
});
