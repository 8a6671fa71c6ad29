import { expect, test } from 'vitest';
import { ObjectDefectError } from '../../../base/errors.js';
import { silentLog } from '../../../base/log.js';
import type { AlertChange, AlertShape, TileOrder } from '../../../model/tile.js';
import { drawInThreads, LOOK_SECONDS } from './drawing-threads.js';

interface FakeOrder {
  readonly order: TileOrder;
  resolve(bytes: Uint8Array<ArrayBuffer>): void;
  reject(error: Error): void;
}

interface FakeThread {
  exit(error: Error): void;
  readonly orders: FakeOrder[];
  readonly changes: AlertChange[];
  isEnded: boolean;
}

/** Threads that do nothing by themselves, and a sleep that ends when the test says so. */
function situation(count: number, mostWaiting = 100) {
  const threads: FakeThread[] = [];
  let wake: (() => void) | null = null;
  const drawing = drawInThreads({
    ...{ count, mostWaiting, log: silentLog },
    start(onExit) {
      const thread: FakeThread = { exit: onExit, orders: [], changes: [], isEnded: false };
      threads.push(thread);
      return {
        run: (order) => new Promise((resolve, reject) => thread.orders.push({ order, resolve, reject })),
        notify: (change) => void thread.changes.push(change),
        terminate: async () => {
          thread.isEnded = true;
        },
      };
    },
    sleep: (_seconds, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason);
        wake = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        signal?.addEventListener('abort', abort, { once: true });
      }),
  });
  /** Lets time pass, and all that follows from it happen. */
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += LOOK_SECONDS) {
      wake?.();
      await new Promise(setImmediate);
    }
  };
  /** Ends the first order of a thread; resolves when all that follows from it has happened. */
  const answer = async (thread: FakeThread, result: Uint8Array<ArrayBuffer> | Error = new Uint8Array([1])) => {
    const { resolve, reject } = thread.orders.shift()!;
    if (result instanceof Error) reject(result);
    else resolve(result);
    await new Promise(setImmediate);
  };
  return { drawing, threads, pass, answer };
}

const order = (x: number): TileOrder => ({ layer: 'radar', z: 9, x, y: 0, sources: [], validTime: 0 });
const shape = (id: string): AlertShape => ({ id, severity: 'minor', polygons: [], circles: [] });

test('no thread is started before the first order, and no more than there may be', async () => {
  const { drawing, threads } = situation(2);
  expect(threads).toHaveLength(0);
  const drawn = [1, 2, 3, 4, 5, 6].map((x) => drawing.draw(order(x)));
  expect(threads.map(({ orders }) => orders.length)).toEqual([2, 2]);
  const settled = Promise.allSettled(drawn);
  await drawing.close();
  await settled;
});

test('orders that wait follow in their order', async () => {
  const { drawing, threads, answer } = situation(1);
  const drawn = [1, 2, 3].map((x) => drawing.draw(order(x)));
  await answer(threads[0]!);
  expect(threads[0]!.orders.map(({ order: { x } }) => x)).toEqual([2, 3]);
  await answer(threads[0]!);
  await answer(threads[0]!, new Uint8Array([3]));
  expect(await Promise.all(drawn)).toEqual([new Uint8Array([1]), new Uint8Array([1]), new Uint8Array([3])]);
});

test('an order that cannot be drawn fails with its own error, and the thread goes on', async () => {
  const { drawing, threads, answer } = situation(1);
  const drawn = drawing.draw(order(1));
  void answer(threads[0]!, new ObjectDefectError('gfs/v1/maps', 7, 'crc32c'));
  await expect(drawn).rejects.toMatchObject({ tag: 'object-defect', key: 'gfs/v1/maps' });
  expect(threads).toHaveLength(1);
});

test('a thread that dies is replaced and its orders are tried once more', async () => {
  const { drawing, threads, answer } = situation(1);
  const drawn = drawing.draw(order(1));
  threads[0]!.exit(new Error('out of memory'));
  expect(threads).toHaveLength(2);
  await answer(threads[1]!);
  expect(await drawn).toEqual(new Uint8Array([1]));
});

test('an order that kills two threads is given up', async () => {
  const { drawing, threads } = situation(1);
  const drawn = drawing.draw(order(1));
  threads[0]!.exit(new Error('out of memory'));
  threads[1]!.exit(new Error('out of memory'));
  await expect(drawn).rejects.toMatchObject({ tag: 'product-unavailable' });
  expect(threads).toHaveLength(2);
});

test('a thread that does not answer in its time is ended and replaced', async () => {
  const { drawing, threads, pass, answer } = situation(1);
  const drawn = drawing.draw(order(1));
  await pass(20);
  expect(threads[0]!.isEnded).toBe(false);
  await pass(5);
  expect(threads[0]!.isEnded).toBe(true);
  await answer(threads[1]!);
  expect(await drawn).toEqual(new Uint8Array([1]));
});

test('a late answer of a thread that was given up changes nothing', async () => {
  const { drawing, threads, pass, answer } = situation(1);
  const drawn = drawing.draw(order(1));
  await pass(25);
  await answer(threads[0]!, new Uint8Array([9]));
  await answer(threads[1]!);
  expect(await drawn).toEqual(new Uint8Array([1]));
});

test('threads that nobody needs for five minutes are ended, and come again', async () => {
  const { drawing, threads, pass, answer } = situation(2);
  const drawn = drawing.draw(order(1));
  await answer(threads[0]!);
  await drawn;
  await pass(295);
  expect(threads[0]!.isEnded).toBe(false);
  await pass(10);
  expect(threads[0]!.isEnded).toBe(true);
  const again = drawing.draw(order(2));
  expect(threads).toHaveLength(2);
  await answer(threads[1]!);
  await again;
});

test('more orders than can be drawn soon are refused at once', async () => {
  const { drawing } = situation(1, 3);
  const drawn = Promise.allSettled([1, 2, 3, 4, 5].map((x) => drawing.draw(order(x))));
  await expect(drawing.draw(order(6))).rejects.toMatchObject({ tag: 'product-unavailable', reason: 'overloaded' });
  await drawing.close();
  await drawn;
});

test('closing ends the threads and what waits', async () => {
  const { drawing, threads } = situation(1);
  const drawn = Promise.allSettled([1, 2, 3].map((x) => drawing.draw(order(x))));
  await drawing.close();
  expect((await drawn).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(threads[0]!.isEnded).toBe(true);
  await expect(drawing.draw(order(9))).rejects.toMatchObject({ tag: 'product-unavailable' });
});

test('a thread that starts late is told of all alerts, one that runs of what is new', async () => {
  const { drawing, threads } = situation(2);
  drawing.showAlerts({ version: 'one', ids: ['a', 'b'], added: [shape('a'), shape('b')] });
  const drawn = Promise.allSettled([drawing.draw(order(1))]);
  drawing.showAlerts({ version: 'two', ids: ['b', 'c'], added: [shape('c')] });
  threads[0]!.exit(new Error('out of memory'));
  const told = threads.map(({ changes }) =>
    changes.map(({ version, added }) => [version, ...added.map(({ id }) => id)]),
  );
  expect(told).toEqual([
    [
      ['one', 'a', 'b'],
      ['two', 'c'],
    ],
    [['two', 'b', 'c']],
  ]);
  await drawing.close();
  await drawn;
});

test('much is told in parts, each of a set that can be drawn, and orders come after the last', async () => {
  const { drawing, threads } = situation(1);
  const ring = new Float64Array(40_000);
  const large = (id: string): AlertShape => ({ ...shape(id), polygons: [[ring]] });
  drawing.showAlerts({ version: 'one', ids: ['a', 'b', 'c'], added: [large('a'), large('b'), large('c')] });
  const drawn = drawing.draw(order(1)).catch(() => 'closed');
  const told = () => threads[0]!.changes.map(({ ids, added }) => [ids.join(), added.map(({ id }) => id).join()]);
  expect(threads[0]!.orders).toHaveLength(0);
  while (threads[0]!.orders.length === 0) await new Promise(setImmediate);
  expect(told()).toEqual([
    ['a', 'a'],
    ['a,b', 'b'],
    ['a,b,c', 'c'],
  ]);
  expect(threads[0]!.changes.map(({ version }) => version === 'one')).toEqual([false, false, true]);
  drawing.showAlerts({ version: 'two', ids: ['c', 'd', 'e'], added: [large('d'), large('e')] });
  while (threads[0]!.changes.length < 5) await new Promise(setImmediate);
  expect(told().slice(3)).toEqual([
    ['a,b,c,d', 'd'],
    ['c,d,e', 'e'],
  ]);
  await drawing.close();
  await drawn;
});
