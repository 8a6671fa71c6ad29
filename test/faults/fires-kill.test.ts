/** A kill at every single operation of publishing fires and removing old ones; each time a new process looks, and goes on. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { HOUR } from '../../src/model/time.js';
import { readFires } from '../../src/store/fires/fire-reader.js';
import { createFireShelf } from '../../src/store/fires/fire-shelf.js';
import { publishFires, removeOldFires } from '../../src/store/fires/fire-writer.js';
import { killedAtEach, MOMENTS } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { NOON, randomFires } from '../random-fires.js';

/** The n-th version has 10 + n fires, and is made n hours after noon. */
const publish = async (objects: ObjectStore, n: number) => {
  const observed = { validTime: NOON, createdAt: NOON + n * HOUR, simulated: true };
  await publishFires(objects, randomFires(10 + n, n), observed);
  await removeOldFires(objects, 'fires', NOON + n * HOUR);
};

async function answered(objects: ObjectStore): Promise<number> {
  const shelf = createFireShelf({ objects, clock: fixedClock(NOON + 9 * HOUR), log: silentLog });
  const { version, createdAt } = (await shelf.newest('fires'))!;
  const n = (createdAt - NOON) / HOUR;
  expect(await readFires(objects, version)).toEqual(randomFires(10 + n, n));
  return n;
}

async function storeOf(versions: number) {
  const objects = createMemoryObjects();
  for (let n = 1; n <= versions; n++) await publish(objects, n);
  return objects;
}

test.each(MOMENTS)('killed at any operation (%s): the old fires or the new ones', async (moment) => {
  const look = async (objects: MemoryObjects) => {
    expect([3, 4]).toContain(await answered(objects));
    await publish(objects, 5);
    expect(await answered(objects)).toBe(5);
    await removeOldFires(objects, 'fires', NOON + 40 * HOUR);
    const left = new Set([...objects.contents.keys()].map((key) => key.split('/')[1]));
    expect(left.size).toBe(3); // the pointer, the published and the previous version
  };
  await killedAtEach(moment, { fresh: () => storeOf(3), work: (objects) => publish(objects, 4), look });
});
