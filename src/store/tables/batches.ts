/**
 * Work in portions that let others have their turn. PGlite runs a statement on the event loop, and answers it without
 * going back there: statements one after the other hold up every request until the last (500 messages: 0.3 s).
 */

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Portions of at most `most` items and, but for a single larger one, at most `characters` in all. */
export async function* inBatches<T>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  characters: number,
  sizeOf: (item: T) => number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for await (const item of items) {
    const more = sizeOf(item);
    if (batch.length === most || (batch.length > 0 && size + more > characters)) {
      yield batch;
      await nextTurn();
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += more;
  }
  if (batch.length > 0) yield batch;
}

/** Pages until one comes that is not full; each begins behind the last row of the one before. */
export async function* inPages<Row>(size: number, read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const page: Row[] = await read(last);
    if (page.length > 0) yield page;
    if (page.length < size) return;
    last = page.at(-1)!;
    await nextTurn();
  }
}
