/** Damage of every kind to every kind of object: the reader gets a tagged error with key and offset, never wrong weather. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { isTagged } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import type { CubeShelf, OpenCube } from '../../src/model/cube.js';
import { publishVersion } from '../../src/store/cubes/cube-publication.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { randomCube, randomFrom, seriesOf, writeCube } from '../random-cube.js';

const ROWS = 20;
const COLUMNS = 6;
const cubes = new Map(
  ['v1', 'v2'].map((version, seed) => [
    version,
    randomCube({ elements: 3, times: 4, rows: ROWS, columns: COLUMNS, seed: seed + 1, version }),
  ]),
);
const SHARD = 'gfs/v2/fc/c/0/0/0/0';
const INDEX_BYTES = 8 * (COLUMNS / 2) * 16 + 4;

async function storeWithTwo(): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  for (const [version, cube] of cubes) {
    await writeCube(objects, cube);
    await publishVersion(objects, 'gfs', version, 1000);
  }
  return objects;
}

const shelfOn = (objects: MemoryObjects): CubeShelf =>
  createCubeShelf({ objects, clock: fixedClock(2000), log: silentLog });
const cells = Array.from({ length: ROWS * COLUMNS }, (_, i) => ({ y: Math.floor(i / COLUMNS), x: i % COLUMNS }));

function expectedOf(cube: OpenCube): Int16Array[] {
  return cells.map(({ y, x }) => seriesOf(cubes.get(cube.description.version)!, y, x));
}

type Damage = (bytes: Uint8Array) => Uint8Array | null;
const flip =
  (at: number): Damage =>
  (bytes) => {
    const damaged = bytes.slice();
    damaged[at < 0 ? damaged.length + at : at]! ^= 0x10;
    return damaged;
  };
const cutTo =
  (share: number): Damage =>
  (bytes) =>
    bytes.slice(0, Math.floor(bytes.length * share));
const remove: Damage = () => null;

function damage(objects: MemoryObjects, key: string, how: Damage): void {
  const damaged = how(objects.contents.get(key)!);
  if (damaged === null) objects.contents.delete(key);
  else objects.contents.set(key, damaged);
}

test.each<[string, Damage, number]>([
  ['a flipped bit in the first chunk', flip(20), 0],
  ['a flipped bit in the index', flip(-INDEX_BYTES + 8), -INDEX_BYTES],
  ['a flipped bit in the checksum of the index', flip(-1), -INDEX_BYTES],
  ['a shard cut in half', cutTo(0.5), -INDEX_BYTES],
  ['a shard shorter than its index', cutTo(0.01), 0],
  ['an empty shard', cutTo(0), 0],
  ['a missing shard', remove, 0],
  ['a shard with bytes appended', (bytes) => Buffer.concat([bytes, new Uint8Array(8)]), -INDEX_BYTES],
  ['a shard of zeroes', (bytes) => new Uint8Array(bytes.length), -INDEX_BYTES],
])('%s is a defect of that object, and the previous version answers', async (_, how, offset) => {
  const objects = await storeWithTwo();
  damage(objects, SHARD, how);
  const shelf = shelfOn(objects);
  const cube = (await shelf.open('gfs'))!;
  expect(cube.description.version).toBe('v2');
  await expect(cube.readCells([{ y: 0, x: 0 }])).rejects.toMatchObject({ tag: 'object-defect', key: SHARD, offset });
  expect(await cube.readCells([{ y: 17, x: 0 }])).toEqual([seriesOf(cubes.get('v2')!, 17, 0)]); // the other shard
  const previous = (await shelf.openPrevious('gfs'))!;
  expect(await previous.readCells(cells)).toEqual(expectedOf(previous));
});

const DESCRIBING = ['complete.json', 'zarr.json', 'element/c/0', 'scale/c/0', 'offset/c/0', 'time/c/0'];

test.each(
  DESCRIBING.flatMap(
    (name) =>
      [
        ['flipped bit', name, flip(40)],
        ['torn', name, cutTo(0.5)],
        ['missing', name, remove],
      ] as const,
  ),
)('%s in %s: the shelf opens the version before', async (kind, name, how) => {
  const objects = await storeWithTwo();
  // Byte 40 of complete.json is inside a number: a digit changes, and the checksum it states no longer holds.
  damage(objects, `gfs/v2/${name}`, kind === 'flipped bit' && !name.endsWith('.json') ? flip(3) : how);
  const cube = (await shelfOn(objects).open('gfs'))!;
  expect([cube.description.version, cube.isPrevious]).toEqual(['v1', true]);
  expect(await cube.readCells(cells)).toEqual(expectedOf(cube));
});

test('a damaged static field is a defect of that object', async () => {
  const objects = await storeWithTwo();
  damage(objects, 'gfs/v2/land/c/0/0', flip(18));
  const cube = (await shelfOn(objects).open('gfs'))!;
  await expect(cube.staticField('land')).rejects.toMatchObject({ tag: 'object-defect', key: 'gfs/v2/land/c/0/0' });
  expect(await cube.staticField('elevation')).toEqual(cubes.get('v2')!.draft.statics.elevation);
});

test('a pointer to a version that is not there falls back to the one before', async () => {
  const objects = await storeWithTwo();
  const pointer = { version: 'v9', previous: 'v1', publishedAt: 1, sequence: 9 };
  objects.contents.set('gfs/latest.json', Buffer.from(JSON.stringify(pointer)));
  expect((await shelfOn(objects).open('gfs'))?.description.version).toBe('v1');
});

test('with both versions damaged the shelf says what is wrong', async () => {
  const objects = await storeWithTwo();
  for (const version of ['v1', 'v2']) damage(objects, `gfs/${version}/zarr.json`, cutTo(0.9));
  await expect(shelfOn(objects).open('gfs')).rejects.toMatchObject({ tag: 'object-defect', key: 'gfs/v1/zarr.json' });
});

test('a flipped bit anywhere in the store never changes an answer', async () => {
  const sound = await storeWithTwo();
  const random = randomFrom(20261120);
  const keys = [...sound.contents.keys()];
  for (let trial = 0; trial < 250; trial++) {
    const objects = createMemoryObjects();
    for (const [key, bytes] of sound.contents) objects.contents.set(key, bytes);
    const key = keys[random() % keys.length]!;
    const damaged = sound.contents.get(key)!.slice();
    damaged[random() % damaged.length]! ^= 1 << (random() % 8);
    objects.contents.set(key, damaged);
    try {
      const cube = (await shelfOn(objects).open('gfs'))!;
      const series = await cube.readCells(cells);
      expect(series, `${key} damaged`).toEqual(expectedOf(cube));
    } catch (error) {
      expect(isTagged(error, 'object-defect'), `${key}: ${error}`).toBe(true);
    }
  }
});

test('a version with the layout of another writer is refused by name, not misread', async () => {
  const objects = await storeWithTwo();
  const text = Buffer.from(objects.contents.get('gfs/v2/zarr.json')!).toString();
  objects.contents.set(
    'gfs/v2/zarr.json',
    Buffer.from(text.replaceAll('"index_location": "end"', '"index_location": "start"')),
  );
  const publish = publishVersion(objects, 'gfs', 'v2', 3000);
  await expect(publish).rejects.toThrow('fc.codecs is');
});

test.each([
  ['a shape beyond all memory', /"shape": \[\s*3,/, '"shape": [ 900000000,'],
  ['a grid of no rows', /"rows": 20/, '"rows": 0'],
  ['a grid of fractions', /"rows": 20/, '"rows": 20.5'],
  ['a text for a number', /"referenceTime": \d+/, '"referenceTime": "noon"'],
  ['another format', /"formatVersion": 1/, '"formatVersion": 2'],
  ['another dataset', /"dataset": "gfs"/, '"dataset": "ecmwf"'],
])('metadata with %s is refused before memory is taken', async (_, pattern, replacement) => {
  const objects = await storeWithTwo();
  const text = Buffer.from(objects.contents.get('gfs/v2/zarr.json')!).toString();
  expect(text).toMatch(pattern);
  objects.contents.set('gfs/v2/zarr.json', Buffer.from(text.replace(pattern, replacement)));
  await expect(publishVersion(objects, 'gfs', 'v2', 3000)).rejects.toMatchObject({ tag: 'object-defect' });
});
