/** A kill at every single operation of publishing a frame and removing old ones; each time a new process looks. */

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { RadarFrame } from '../../src/model/radar.js';
import {
  killedAtEach,
  MOMENTS,
  operationsOf,
  StoreKilledError,
  withFault,
} from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { readFrame } from '../../src/store/radar/radar-reader.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';
import { publishFrame, removeOldFrames } from '../../src/store/radar/radar-writer.js';
import { readIntactPointer, readPointer } from '../../src/store/versions/pointer.js';
import { versionOf } from '../../src/store/versions/timed-version.js';
import { randomFrame } from '../random-radar.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const frames = new Map(
  [0, 2, 4, 6].map((minutes) => {
    const validTime = NOON + 60 * minutes;
    return [minutes, randomFrame({ rows: 130, columns: 5, seed: minutes, validTime, boxes: 3 })];
  }),
);
const nameOf = (minutes: number) => versionOf(NOON + 60 * minutes);

async function publish(objects: ObjectStore, minutes: number): Promise<void> {
  await publishFrame(objects, frames.get(minutes)!, NOON + 60 * minutes + 90);
}

const retain = (objects: ObjectStore) =>
  removeOldFrames(objects, 'mrms-rate', { now: NOON + 600, keepSeconds: 600 - 1 });

/** Two frames were published; what is killed is the making of one more, and the removal of the first. */
async function storeWith(...minutes: readonly number[]) {
  const objects = createMemoryObjects();
  for (const each of minutes) await publish(objects, each);
  return objects;
}

/** Minutes of the frame that a new process gives, compared whole with what was written; null: none. */
async function answered(objects: ObjectStore): Promise<number | null> {
  const shelf = createRadarShelf({ objects, clock: fixedClock(NOON + 600), log: silentLog });
  const frame: RadarFrame | null = await shelf.newest('mrms-rate');
  if (frame === null) return null;
  const minutes = (frame.description.validTime - NOON) / 60;
  expect(isDeepStrictEqual(frame, frames.get(minutes))).toBe(true);
  return minutes;
}

async function makeThird(objects: ObjectStore): Promise<void> {
  await publish(objects, 4);
  await retain(objects);
}

test.each(MOMENTS)(
  'killed %s any operation, a published frame answers whole and the work can be repeated',
  async (moment) => {
    const look = async (objects: ObjectStore) => {
      const pointer = (await readPointer(objects, 'mrms-rate'))!;
      const minutes = await answered(objects);
      expect([2, 4]).toContain(minutes);
      expect(pointer.version).toBe(nameOf(minutes!));
      const previous = await readFrame(objects, 'mrms-rate', pointer.previous!);
      expect(isDeepStrictEqual(previous, frames.get(minutes! - 2))).toBe(true);

      await makeThird(objects);
      expect(await answered(objects)).toBe(4);
      expect(await readIntactPointer(objects, 'mrms-rate')).toMatchObject({ version: nameOf(4), previous: nameOf(2) });
      expect(await objects.list(`mrms-rate/${nameOf(0)}/`)).toEqual([]);
    };
    const operations = await killedAtEach(moment, { fresh: () => storeWith(0, 2), work: makeThird, look });
    expect(operations).toBeGreaterThan(30);
  },
);

test.each(MOMENTS)('killed %s any operation of the very first, there is nothing or all of it', async (moment) => {
  const first = (objects: ObjectStore) => publish(objects, 0);
  const look = async (objects: ObjectStore) => {
    expect([null, 0]).toContain(await answered(objects));
    await first(objects);
    expect(await answered(objects)).toBe(0);
    expect((await readIntactPointer(objects, 'mrms-rate'))?.version).toBe(nameOf(0));
  };
  await killedAtEach(moment, { fresh: async () => createMemoryObjects(), work: first, look });
});

test.each(MOMENTS)('killed %s any operation of one that comes late, the newest goes on', async (moment) => {
  const late = (objects: ObjectStore) => publish(objects, 4);
  const operations = await operationsOf(late, await storeWith(2, 6));
  for (let at = 1; at <= operations; at++) {
    const objects = await storeWith(2, 6);
    await late(withFault(objects, { at, moment })).catch((error) => expect(error).toBeInstanceOf(StoreKilledError));
    expect(await answered(objects)).toBe(6);
    await late(objects);
    expect(await answered(objects)).toBe(6);
    expect(isDeepStrictEqual(await readFrame(objects, 'mrms-rate', nameOf(4)), frames.get(4))).toBe(true);
  }
});

test('a removal that is killed anywhere is finished by a later one', async () => {
  const look = async (objects: ObjectStore) => {
    await retain(objects);
    expect(await objects.list(`mrms-rate/${nameOf(0)}/`)).toEqual([]);
    expect(await answered(objects)).toBe(4);
  };
  await killedAtEach('after', { fresh: () => storeWith(0, 2, 4), work: retain, look });
});
