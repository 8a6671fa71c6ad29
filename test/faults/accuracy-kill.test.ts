/** A kill at every single operation of writing verified dates; each time a new process looks, and goes on. */

import { beforeAll, expect, test } from 'vitest';
import { parseDate } from '../../src/model/time.js';
import { removeOldAccuracy } from '../../src/store/accuracy/accuracy-writer.js';
import { killedAtEach } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { openSmall, sumOf, writeSmall } from '../small-accuracy.js';

const FIRST = parseDate('2026-10-30')!;
const LAST = FIRST + 4;

async function work(objects: ObjectStore, edition: number, first = FIRST + 1): Promise<void> {
  await writeSmall(objects, [first, LAST], { edition, stations: [1], createdAt: 10_000 * edition });
  await removeOldAccuracy(objects, { now: 10_000 * edition, firstDay: FIRST });
}

/** Editions of each date, where station and network agree. */
async function editions(objects: ObjectStore): Promise<number[]> {
  const record = (await openSmall(objects))!;
  const [own, all] = [
    await record.rows('station/KDEN', '1d', [FIRST, LAST]),
    await record.rows('network', '1d', [FIRST, LAST]),
  ];
  return Array.from({ length: 5 }, (_, n) => {
    const edition = [0, 1, 2, 3].find((one) => own[3 * n] === sumOf(1, '1d', FIRST + n, 0, one))!;
    expect(all[5 * n]).toBe(sumOf(1, '1d', FIRST + n, 0, edition));
    return edition;
  });
}

const before = createMemoryObjects();

beforeAll(async () => {
  await writeSmall(before, [FIRST, LAST], { stations: [1], createdAt: 0 });
  await work(before, 1);
});

// After an operation is before the next one, so that two moments are all of them.
test.each([
  ['after', 'two months', FIRST + 1],
  ['torn', 'one month', FIRST + 2],
] as const)('killed %s at any operation on %s, each month is as before or anew', async (moment, _, from) => {
  const fresh = async () => {
    const objects = createMemoryObjects();
    for (const [key, bytes] of before.contents) objects.contents.set(key, bytes);
    return objects;
  };
  const look = async (objects: MemoryObjects) => {
    const [first, october, ...november] = await editions(objects);
    expect([first, [1, 2].includes(october!), new Set(november).size]).toEqual([0, true, 1]);
    expect([1, 2]).toContain(november[0]);
    await work(objects, 3);
    expect(await editions(objects)).toEqual([0, 3, 3, 3, 3]);
    const left = new Set([...objects.contents.keys()].map((key) => key.split('/')[1]));
    expect(left.size).toBe(4);
  };
  const operations = await killedAtEach(moment, { fresh, work: (objects) => work(objects, 2, from), look });
  expect(operations).toBeGreaterThan(40);
});
