/** A kill at every single operation of publishing station series and removing old ones; each time a new process looks. */

import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { HOUR } from '../../src/model/time.js';
import { killedAtEach, MOMENTS } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { createStationShelf } from '../../src/store/stations/station-shelf.js';
import { removeOldStations } from '../../src/store/stations/station-writer.js';
import { madeValue, NOON, placesOf, publishMade, TODAY } from '../random-stations.js';

const STATIONS = placesOf(2);
const DAYS = { dataset: 'stations-recent', firstDay: TODAY - 10, days: 10, stations: STATIONS } as const;

/** The n-th version has values of seed n, and is made n hours after noon. */
async function publish(objects: ObjectStore, n: number): Promise<void> {
  await publishMade(objects, { ...DAYS, seed: n, createdAt: NOON + n * HOUR });
  await removeOldStations(objects, 'stations-recent', NOON + n * HOUR);
}

/** Number of the version that readers get. */
async function answered(objects: ObjectStore): Promise<number | undefined> {
  const shelf = createStationShelf({ objects, clock: { now: () => NOON + 9 * HOUR }, log: silentLog });
  const archive = (await shelf.open())!;
  const [series] = await archive.read([archive.find('USC00000001')!], ['precipitation'], [TODAY - 10, TODAY - 1]);
  const values = [...series!.values.get('precipitation')!];
  return [1, 2, 3, 4, 5].find((n) =>
    values.every((value, k) => value === madeValue(n, 'USC00000001', 2, TODAY - 10 + k)),
  );
}

const three = (async () => {
  const objects = createMemoryObjects();
  for (const n of [1, 2, 3]) await publish(objects, n);
  return objects;
})();

async function copyOfThree(): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  for (const [key, bytes] of (await three).contents) objects.contents.set(key, bytes.slice());
  return objects;
}

test.each(MOMENTS)('killed at any operation (%s): readers get the old series or the new ones', async (moment) => {
  const look = async (objects: MemoryObjects) => {
    expect([3, 4]).toContain(await answered(objects));
    await publish(objects, 5);
    expect(await answered(objects)).toBe(5);
    await removeOldStations(objects, 'stations-recent', NOON + 40 * HOUR);
    const left = new Set([...objects.contents.keys()].map((key) => key.split('/')[1]));
    expect(left.size).toBe(3); // the pointer, the published and the previous version
  };
  await killedAtEach(moment, { fresh: copyOfThree, work: (objects) => publish(objects, 4), look });
});
