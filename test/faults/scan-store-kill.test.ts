/** A kill at every single operation of publishing a sweep of a radar and removing old ones; each time a new process looks. */

import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { killedAtEach, MOMENTS } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { readScan } from '../../src/store/scans/scan-reader.js';
import { createScanShelf } from '../../src/store/scans/scan-shelf.js';
import { heldSites, publishScan, removeOldScans, removeSite } from '../../src/store/scans/scan-writer.js';
import { readIntactPointer, readPointer } from '../../src/store/versions/pointer.js';
import { type RandomScan, randomScan } from '../random-scan.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const scans = new Map<number, RandomScan>(
  [0, 5, 10].map((minutes) => [
    minutes,
    randomScan({ site: 'KTLX', validTime: NOON + 60 * minutes, seed: minutes + 1, radials: 4, gates: 6 }),
  ]),
);

async function publish(objects: ObjectStore, minutes: number): Promise<void> {
  const { description, product } = scans.get(minutes)!;
  await publishScan(objects, description, product, NOON + 60 * minutes + 45);
}

async function storeWith(...minutes: readonly number[]) {
  const objects = createMemoryObjects();
  for (const each of minutes) await publish(objects, each);
  return objects;
}

/** Minutes of the sweep that a new process gives, compared whole with what was written; null: none. */
async function answered(objects: ObjectStore): Promise<number | null> {
  const shelf = createScanShelf({ objects, clock: { now: () => NOON }, log: silentLog });
  const newest = await shelf.newest('KTLX');
  if (newest === null) return null;
  const minutes = (newest.validTime - NOON) / 60;
  expect(await readScan(objects, 'KTLX', newest.version)).toEqual(scans.get(minutes)!.product);
  return minutes;
}

async function makeThird(objects: ObjectStore): Promise<void> {
  await publish(objects, 10);
  await removeOldScans(objects, 'KTLX', NOON + 60);
}

test.each(MOMENTS)(
  'killed %s any operation, a published sweep answers whole and the work can be repeated',
  async (moment) => {
    const look = async (objects: ObjectStore) => {
      const minutes = await answered(objects);
      expect([5, 10]).toContain(minutes);
      const { previous } = (await readPointer(objects, 'nexrad-KTLX'))!;
      expect((await readScan(objects, 'KTLX', previous!)).validTime).toBe(NOON + 60 * (minutes! - 5));
      await makeThird(objects);
      expect(await answered(objects)).toBe(10);
      expect(await readIntactPointer(objects, 'nexrad-KTLX')).toMatchObject({
        version: scans.get(10)!.description.version,
        previous: scans.get(5)!.description.version,
      });
      expect(await objects.list(`nexrad-KTLX/${scans.get(0)!.description.version}/`)).toEqual([]);
    };
    const operations = await killedAtEach(moment, { fresh: () => storeWith(0, 5), work: makeThird, look });
    expect(operations).toBeGreaterThan(30);
  },
);

test.each(MOMENTS)('killed %s any operation of the very first, there is nothing or all of it', async (moment) => {
  const first = (objects: ObjectStore) => publish(objects, 0);
  const look = async (objects: ObjectStore) => {
    expect([null, 0]).toContain(await answered(objects));
    await first(objects);
    expect(await answered(objects)).toBe(0);
  };
  await killedAtEach(moment, { fresh: async () => createMemoryObjects(), work: first, look });
});

test('a radar whose removal is killed anywhere answers whole or not at all, and goes with the next removal', async () => {
  const remove = (objects: ObjectStore) => removeSite(objects, 'KTLX');
  const look = async (objects: ObjectStore) => {
    expect([null, 0, 5]).toContain(await answered(objects));
    await remove(objects);
    expect(await heldSites(objects)).toEqual([]);
  };
  await killedAtEach('after', { fresh: () => storeWith(0, 5), work: remove, look });
});
