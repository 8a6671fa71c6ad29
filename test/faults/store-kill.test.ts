/** A kill at every single operation of writing, publishing and retention; each time a new process looks at what is left. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { CubeShelf, OpenCube } from '../../src/model/cube.js';
import { publishVersion } from '../../src/store/cubes/cube-publication.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { killedAtEach, MOMENTS } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { readPointer } from '../../src/store/versions/pointer.js';
import { removeOldVersions } from '../../src/store/versions/removal.js';
import { randomCube, seriesOf, writeCube } from '../random-cube.js';

const SIDE = 17; // two shards, the second ragged
const cubes = new Map(
  ['v1', 'v2', 'v3'].map((version, seed) => [
    version,
    randomCube({ elements: 2, times: 2, rows: SIDE, columns: 3, seed: seed + 1, version, createdAt: 1000 * seed }),
  ]),
);

async function publish(objects: ObjectStore, version: string, at: number): Promise<void> {
  await writeCube(objects, cubes.get(version)!);
  await publishVersion(objects, 'gfs', version, at);
}

/** v1 and v2 published long ago; what is killed is the making of v3 and the removal of v1. */
async function storeWithTwo() {
  const objects = createMemoryObjects();
  await publish(objects, 'v1', 1000);
  await publish(objects, 'v2', 2000);
  return objects;
}

const retain = (objects: ObjectStore) => removeOldVersions(objects, 'gfs', { now: 5000, isHeld: () => false });

async function makeThird(objects: ObjectStore): Promise<void> {
  await publish(objects, 'v3', 3000);
  await retain(objects);
}

const freshShelf = (objects: ObjectStore): CubeShelf =>
  createCubeShelf({ objects, clock: fixedClock(5000), log: silentLog });

/** The version that answers, after every one of its cells was compared with what was written. */
async function wholeVersion(cube: OpenCube | null): Promise<string> {
  const { version } = cube!.description;
  const cells = Array.from({ length: SIDE * 3 }, (_, i) => ({ y: Math.floor(i / 3), x: i % 3 }));
  const expected = cells.map(({ y, x }) => seriesOf(cubes.get(version)!, y, x));
  expect(await cube!.readCells(cells)).toEqual(expected);
  return version;
}

test.each(MOMENTS)(
  'killed %s any operation, the store answers a published version whole and the work can be repeated',
  async (moment) => {
    const look = async (objects: ObjectStore) => {
      // A torn pointer is recovered to v3, which was complete; every other kill leaves the pointer's own version.
      const pointer = (await readPointer(objects, 'gfs'))!;
      const answered = await wholeVersion(await freshShelf(objects).open('gfs'));
      expect(answered).toBe(pointer.version);
      const before = await wholeVersion(await freshShelf(objects).openPrevious('gfs'));
      expect([answered, before]).toEqual(answered === 'v3' ? ['v3', 'v2'] : ['v2', 'v1']);

      if (pointer.defect !== undefined) await publishVersion(objects, 'gfs', 'v3', 3000);
      else if (answered === 'v2') await publish(objects, 'v3', 3000);
      await retain(objects);
      expect(await wholeVersion(await freshShelf(objects).open('gfs'))).toBe('v3');
      expect(await wholeVersion(await freshShelf(objects).openPrevious('gfs'))).toBe('v2');
      expect(await objects.list('gfs/v3/')).toContain('gfs/v3/complete.json');
    };
    const operations = await killedAtEach(moment, { fresh: storeWithTwo, work: makeThird, look });
    expect(operations).toBeGreaterThan(50);
  },
);

test('killed during the very first publication, the store is empty or whole, and the work can be repeated', async () => {
  const first = (objects: ObjectStore) => publish(objects, 'v1', 1000);
  const look = async (objects: ObjectStore) => {
    const cube = await freshShelf(objects).open('gfs');
    if (cube !== null) expect(await wholeVersion(cube)).toBe('v1');
    await first(objects);
    expect(await wholeVersion(await freshShelf(objects).open('gfs'))).toBe('v1');
  };
  await killedAtEach('before', { fresh: async () => createMemoryObjects(), work: first, look });
});

test('a removal that is killed anywhere is finished by a later one', async () => {
  const start = async () => {
    const objects = await storeWithTwo();
    await publish(objects, 'v3', 3000);
    return objects;
  };
  const look = async (objects: ObjectStore) => {
    await removeOldVersions(objects, 'gfs', { now: 200_000, isHeld: () => false });
    expect(await objects.list('gfs/v1/')).toEqual([]);
  };
  await killedAtEach('after', { fresh: start, work: retain, look });
});
