import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PAUSE_MS, Queue } from './queue.ts';

function recorder(): { done: string[]; queue: Queue; job: (name: string) => () => Promise<void> } {
  const done: string[] = [];
  const queue = new Queue((error) => done.push(`failed ${String(error)}`));
  const job = (name: string) => async (): Promise<void> => {
    await setTimeout(1);
    done.push(name);
  };
  return { done, queue, job };
}

test('does one job after the other, and only the last of a name', async () => {
  const { done, queue, job } = recorder();
  const all = [
    queue.soon('a', job('a1')),
    queue.soon('b', job('b1')),
    queue.soon('a', job('a2')),
    queue.soon('c', job('c1')),
  ];
  await Promise.all(all);
  expect(done).toEqual(['a2', 'b1', 'c1']);
});

test('does what can wait after a pause, and after all that is urgent', async () => {
  const { done, queue, job } = recorder();
  queue.afterPause('later', job('later 1'));
  queue.afterPause('later', job('later 2'));
  await queue.soon('a', job('a'));
  expect(done).toEqual(['a']);
  await setTimeout(PAUSE_MS + 100);
  expect(done).toEqual(['a', 'later 2']);
});

test('does not wait for a pause that never comes, where it is told so', async () => {
  const { done, queue, job } = recorder();
  for (let i = 0; i < 12; i++) {
    queue.afterPause('patient', job('patient'));
    queue.afterPause('later', job('later'), 2 * PAUSE_MS);
    await setTimeout(PAUSE_MS / 4);
  }
  expect(new Set(done)).toEqual(new Set(['later']));
  await setTimeout(PAUSE_MS + 100);
  expect(done).toContain('patient');
});

test('goes on when a job fails', async () => {
  const { done, queue, job } = recorder();
  await queue.soon('a', () => Promise.reject(new Error('broken')));
  await queue.soon('b', job('b'));
  expect(done).toEqual(['failed Error: broken', 'b']);
});
