import { expect, test } from 'vitest';
import { createTurns } from './turns.js';

/** A clock that every piece of work moves on by a millisecond. */
function worker() {
  let now = 0;
  const turns = createTurns({ now: () => now }, 0.003);
  const order: string[] = [];
  return {
    turns,
    order,
    async work(name: string, pieces: number): Promise<void> {
      for (let piece = 0; piece < pieces; piece++) {
        await turns.pause();
        now += 0.001;
        order.push(name);
      }
    },
  };
}

/** Something is put down in every turn of the loop, as a request would be heard in it. */
async function withLoopTurns(order: string[], work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  (function turn() {
    order.push('|');
    if (!isDone) setImmediate(turn);
  })();
  await end;
}

test('work goes on for a turn, then the loop has its own', async () => {
  const { order, work } = worker();
  await withLoopTurns(order, work('a', 7));
  expect(order.join('')).toMatch(/^\|+aaa\|+aaa\|+a$/);
});

test('of two works one goes on in each turn of the loop', async () => {
  const { order, work } = worker();
  await withLoopTurns(order, Promise.all([work('a', 6), work('b', 6)]));
  expect(order.join('')).toMatch(/^\|+aaa\|+bbb\|+aaa\|+bbb$/);
});
