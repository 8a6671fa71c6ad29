import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, randomCube, writeCube } from '../../../test/random-cube.js';
import { type MappedCube, mapBandOf, mappedCube, pictureOf, writeMappedCube } from '../../../test/random-maps.js';
import { crc32c } from '../../base/crc32c.js';
import { silentLog } from '../../base/log.js';
import type { MapFieldId, MapTimes } from '../../model/map-slice.js';
import type { SliceSource } from '../../model/tile.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { discardVersion, removeOldVersions } from '../versions/removal.js';
import { createCubeCaches } from './cube-chunks.js';
import { publishVersion } from './cube-publication.js';
import { openCubeReader } from './cube-reader.js';
import { createCubeShelf } from './cube-shelf.js';
import { shardCount, writeCubeMetadata, writeCubeShard, writeMapShard } from './cube-writer.js';
import { createMapReader } from './map-reader.js';

const SIZE = { elements: 1, times: 5, rows: 35, columns: 7, seed: 21 } as const;
const SHARD = 'gfs/v1/map_temperature/c/0/1/0';

const sourceOf = (field: MapFieldId, time: number, version = 'v1'): SliceSource => ({
  kind: 'slice',
  dataset: 'gfs',
  version,
  field,
  time,
});

async function published(cube: MappedCube): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  await writeMappedCube(objects, cube);
  await publishVersion(objects, 'gfs', cube.draft.version, 1);
  return objects;
}

async function expectAll(objects: ObjectStore, cube: MappedCube): Promise<void> {
  const reader = createMapReader({ objects });
  for (const { field, times } of cube.draft.maps)
    for (const time of times) {
      const { grid, values } = await reader.slice(sourceOf(field, time, cube.draft.version));
      expect(grid).toEqual(cube.draft.grid);
      expect(values).toEqual(pictureOf(cube, field, time));
    }
}

const sizes = fc.record({
  elements: fc.constant(1),
  times: fc.integer({ min: 3, max: 9 }),
  rows: fc.integer({ min: 1, max: 50 }),
  columns: fc.integer({ min: 1, max: 40 }),
  seed: fc.integer(),
  missing: fc.constantFrom(0, 0.3, 0.999, 1),
});

test('every picture of a cube of any shape comes back', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      const cube = mappedCube(size);
      await expectAll(await published(cube), cube);
    }),
    { numRuns: 25 },
  );
});

test('the packing is that of the field', async () => {
  const cube = mappedCube(SIZE);
  const reader = createMapReader({ objects: await published(cube) });
  const time = cube.draft.maps[1]!.times[0]!;
  expect((await reader.slice(sourceOf('temperature', time))).packing).toEqual({ step: 0.02, base: 273.15 });
  expect((await reader.slice(sourceOf('precipitation_rate', time))).packing).toEqual({ step: 0.01, base: 0 });
});

test('the description of a cube says which maps it has, and its series are what they were', async () => {
  const cube = mappedCube(SIZE);
  const objects = await published(cube);
  const { description, readCells } = await openCubeReader(objects, 'gfs', 'v1', createCubeCaches(2 ** 20));
  const { statics, ...described } = cube.draft;
  expect(description).toEqual(described);
  const bare = createMemoryObjects();
  await writeCube(bare, randomCube(SIZE));
  await publishVersion(bare, 'gfs', 'v1', 1);
  const without = await openCubeReader(bare, 'gfs', 'v1', createCubeCaches(2 ** 20));
  expect(without.description.maps).toBeUndefined();
  const cells = [
    { y: 0, x: 0 },
    { y: 34, x: 6 },
  ];
  expect(await readCells(cells)).toEqual(await without.readCells(cells));
});

test('a version from before there were maps has none', async () => {
  const objects = createMemoryObjects();
  const cube = randomCube(SIZE);
  await writeCube(objects, cube);
  await publishVersion(objects, 'gfs', 'v1', 1);
  const read = createMapReader({ objects }).slice(sourceOf('temperature', cube.draft.times[1]!));
  await expect(read).rejects.toThrow(new RangeError('gfs/v1 keeps no maps of temperature'));
});

test.each<[string, MapFieldId, (times: Float64Array) => number]>([
  ['a field that is not kept', 'smoke_pm2_5', (times) => times[1]!],
  ['a time before the first picture', 'temperature', (times) => times[0]!],
  ['a time between two', 'temperature', (times) => times[1]! + 1800],
  ['the last time, at which no step begins', 'precipitation_rate', (times) => times.at(-1)!],
])('%s is a bug of the caller', async (_, field, timeOf) => {
  const cube = mappedCube(SIZE);
  const reader = createMapReader({ objects: await published(cube) });
  await expect(reader.slice(sourceOf(field, timeOf(cube.draft.times)))).rejects.toThrow(RangeError);
});

test('the first picture of a field reads an index and a chunk of each shard, the next only chunks', async () => {
  const cube = mappedCube({ ...SIZE, missing: 0 });
  const stored = await published(cube);
  const gets: string[] = [];
  const objects: ObjectStore = {
    ...stored,
    get: (key, range) => {
      if (key.includes('/c/0/') && key.includes('map_')) gets.push(key);
      return stored.get(key, range);
    },
  };
  const reader = createMapReader({ objects });
  const [first, second] = cube.draft.maps[0]!.times;
  await reader.slice(sourceOf('temperature', first!));
  expect(gets).toHaveLength(2 * 3);
  await reader.slice(sourceOf('temperature', second!));
  expect(gets).toHaveLength(3 * 3);
});

/** The whole index is the last 4 × 16 + 4 bytes of a shard: four pictures. */
const INDEX_BYTES = 68;
const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at < 0 ? bytes.length + at : at, ~bytes.at(at)!);
/** With a checksum that fits, as a writer with a fault would leave it. */
function withEntry(bytes: Uint8Array, word: number, value: number): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  const index = changed.length - INDEX_BYTES;
  view.setUint32(index + 4 * word, value, true);
  view.setUint32(changed.length - 4, crc32c(changed.subarray(index, -4)), true);
  return changed;
}

test.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
  ['the header of the chunk', (bytes) => flip(bytes, 0), 'crc32c of a chunk'],
  ['the chunk', (bytes) => flip(bytes, 60), 'crc32c of a chunk'],
  ['an offset in the index', (bytes) => flip(bytes, -INDEX_BYTES), 'crc32c of the shard index'],
  ['a length in the index', (bytes) => flip(bytes, -INDEX_BYTES + 8), 'crc32c of the shard index'],
  ['the checksum of the index', (bytes) => flip(bytes, -1), 'crc32c of the shard index'],
  ['an index that points behind the shard', (bytes) => withEntry(bytes, 0, 1_000_000), 'ends at byte'],
  ['an index with a length that takes all memory', (bytes) => withEntry(bytes, 2, 2 ** 31), 'entry 0'],
  ['an index that points into a chunk', (bytes) => withEntry(bytes, 0, 4), 'crc32c of a chunk'],
  ['a shard that was cut', (bytes) => bytes.slice(0, -10), 'crc32c'],
  ['a shard of nothing', () => new Uint8Array(0), ''],
])('%s damaged is an error with the key, and pictures of other fields stay readable', async (_, damage, rule) => {
  const cube = mappedCube({ ...SIZE, missing: 0 });
  const objects = await published(cube);
  objects.contents.set(SHARD, damage(objects.contents.get(SHARD)!));
  const reader = createMapReader({ objects });
  const read = reader.slice(sourceOf('temperature', cube.draft.times[1]!));
  await expect(read).rejects.toMatchObject({ tag: 'object-defect', key: SHARD, rule: expect.stringContaining(rule) });
  const time = cube.draft.times[1]!;
  const { values } = await reader.slice(sourceOf('precipitation_rate', time));
  expect(values).toEqual(pictureOf(cube, 'precipitation_rate', time));
});

test('a chunk of another size than the grid has is refused', async () => {
  const cube = mappedCube({ ...SIZE, missing: 0 });
  const objects = await published(cube);
  const other = mappedCube({ ...SIZE, columns: 6, missing: 0, version: 'v2' });
  await writeMappedCube(objects, other);
  objects.contents.set(SHARD, objects.contents.get(SHARD.replace('v1', 'v2'))!);
  const read = createMapReader({ objects }).slice(sourceOf('temperature', cube.draft.times[1]!));
  await expect(read).rejects.toMatchObject({ tag: 'object-defect', key: SHARD });
});

test('a shard that is gone from a version that is there is damage, told of once', async () => {
  const cube = mappedCube(SIZE);
  const objects = await published(cube);
  objects.contents.delete(SHARD);
  const told: object[] = [];
  const log = {
    ...silentLog,
    error: (facts: object) => void told.push(facts),
    warn: (facts: object) => void told.push(facts),
  };
  const reader = createMapReader({ objects, log });
  for (let i = 0; i < 2; i++)
    await expect(reader.slice(sourceOf('temperature', cube.draft.times[1]!))).rejects.toMatchObject({
      tag: 'object-defect',
      key: SHARD,
    });
  expect(told).toHaveLength(1);
});

test('a version that was removed is missing, also for a reader that had it open', async () => {
  const cube = mappedCube(SIZE);
  const objects = await published(cube);
  const reader = createMapReader({ objects });
  const source = sourceOf('temperature', cube.draft.times[1]!);
  await reader.slice(source);
  for (const n of [2, 3]) {
    await writeMappedCube(objects, mappedCube({ ...SIZE, version: `v${n}` }));
    await publishVersion(objects, 'gfs', `v${n}`, n);
  }
  await removeOldVersions(objects, 'gfs', { now: 10_000, isHeld: () => false });
  expect([...objects.contents.keys()].filter((key) => key.startsWith('gfs/v1/'))).toEqual([]);
  const missing = { tag: 'object-missing', key: 'gfs/v1/complete.json' };
  await expect(reader.slice(source)).rejects.toMatchObject(missing);
  await expect(createMapReader({ objects }).slice(source)).rejects.toMatchObject(missing);
});

test('a version is not published before its last map', async () => {
  const cube = mappedCube(SIZE);
  const objects = createMemoryObjects();
  const { draft } = cube;
  await writeCubeMetadata(objects, draft);
  for (let shard = 0; shard < shardCount(draft.grid); shard++) {
    await writeCubeShard(objects, draft, shard, bandOf(cube, shard));
    await writeMapShard(objects, draft, 'temperature', shard, mapBandOf(cube, 'temperature', shard));
    if (shard !== 1)
      await writeMapShard(objects, draft, 'precipitation_rate', shard, mapBandOf(cube, 'precipitation_rate', shard));
  }
  const key = 'gfs/v1/map_precipitation_rate/c/0/1/0';
  await expect(publishVersion(objects, 'gfs', 'v1', 1)).rejects.toMatchObject({ tag: 'object-missing', key });
  await writeMapShard(objects, draft, 'precipitation_rate', 1, mapBandOf(cube, 'precipitation_rate', 1));
  await publishVersion(objects, 'gfs', 'v1', 1);
  await expectAll(objects, cube);
});

test('what a killed writer left of maps goes when the version is begun again, or given up', async () => {
  const cube = mappedCube(SIZE);
  const objects = createMemoryObjects();
  await writeMappedCube(objects, cube);
  await writeCubeMetadata(objects, cube.draft);
  expect(objects.contents.has(SHARD)).toBe(false);
  await writeMappedCube(objects, cube);
  await discardVersion(objects, 'gfs', 'v1');
  expect(objects.contents.size).toBe(0);
});

test('a version without maps is published after one with them, and the other way round', async () => {
  const cube = mappedCube({ ...SIZE, version: 'v2' });
  const objects = createMemoryObjects();
  await writeCube(objects, randomCube(SIZE));
  await publishVersion(objects, 'gfs', 'v1', 1);
  await writeMappedCube(objects, cube);
  await publishVersion(objects, 'gfs', 'v2', 2);
  const shelf = createCubeShelf({ objects, clock: { now: () => 0 }, log: silentLog });
  expect((await shelf.open('gfs'))!.description.maps).toEqual(cube.draft.maps);
  expect((await shelf.openPrevious('gfs'))!.description.maps).toBeUndefined();
});

const { draft } = mappedCube(SIZE);
const { times } = draft;
const temperature = (own: Float64Array): MapTimes => ({ field: 'temperature', times: own });
test.each<[string, readonly MapTimes[], string]>([
  ['a field twice', [draft.maps[0]!, draft.maps[0]!], 'once'],
  ['no times', [temperature(Float64Array.of())], 'some times of the cube'],
  ['a time that the cube does not have', [temperature(Float64Array.of(times[0]! + 1))], 'some times of the cube'],
  ['times with one left out', [temperature(Float64Array.of(times[0]!, times[2]!))], 'one after the other'],
  ['more times than the cube has', [temperature(Float64Array.of(...times.slice(3), 1e10))], 'some times of the cube'],
  ['a step that begins at the end', [{ field: 'smoke_pm2_5', times: times.slice(3) }], 'no step begins'],
  [
    'two fields of steps with different times',
    [draft.maps[1]!, { field: 'smoke_pm2_5', times: times.slice(0, 2) }],
    'maps of one kind',
  ],
])('%s is refused before anything is written', async (_, maps, message) => {
  const objects = createMemoryObjects();
  const write = writeCubeMetadata(objects, { ...draft, maps });
  await expect(write).rejects.toThrow(RangeError);
  await expect(write).rejects.toThrow(message);
  expect(objects.contents.size).toBe(0);
});

test.each<[MapFieldId, number, number]>([
  ['temperature', 3, 4 * 3 * 7],
  ['temperature', 0, 4 * 16 * 7 - 1],
  ['temperature', 2, 4 * 16 * 7],
  ['smoke_pm2_5', 0, 4 * 16 * 7],
])('%s, shard %i with %i values is refused', async (field, shard, count) => {
  await expect(writeMapShard(createMemoryObjects(), draft, field, shard, new Int16Array(count))).rejects.toThrow(
    RangeError,
  );
});

/** The group document as another writer might have left it, with the checksum that belongs to it. */
async function withGroup(change: (maps: Record<string, unknown>[]) => unknown): Promise<MemoryObjects> {
  const objects = await published(mappedCube(SIZE));
  const key = 'gfs/v1/zarr.json';
  const group = JSON.parse(Buffer.from(objects.contents.get(key)!).toString());
  group.attributes.maps = change(group.attributes.maps);
  const bytes = Buffer.from(JSON.stringify(group));
  objects.contents.set(key, bytes);
  const completion = JSON.parse(Buffer.from(objects.contents.get('gfs/v1/complete.json')!).toString());
  objects.contents.set(
    'gfs/v1/complete.json',
    Buffer.from(JSON.stringify({ ...completion, metadataCrc32c: crc32c(bytes) })),
  );
  return objects;
}

test.each<[string, (maps: Record<string, unknown>[]) => unknown]>([
  ['no list', () => 'temperature'],
  ['more pictures than times', (maps) => [{ ...maps[0], count: 6 }]],
  ['a first time behind the axis', (maps) => [{ ...maps[0], first: 1e9 }]],
  ['half a time', (maps) => [{ ...maps[0], first: 0.5 }]],
  ['no pictures', (maps) => [{ ...maps[0], count: 0 }]],
  ['another number than the array has', (maps) => [{ ...maps[0], count: 3 }]],
  ['a packing step of nothing', (maps) => [{ ...maps[0], step: 0 }]],
  ['a field whose array is not there', (maps) => [...maps, { ...maps[1], field: 'smoke_pm2_5' }]],
])('a group that states %s is refused', async (_, change) => {
  const read = createMapReader({ objects: await withGroup(change) }).slice(sourceOf('temperature', times[1]!));
  await expect(read).rejects.toMatchObject({ tag: 'object-defect', key: 'gfs/v1/zarr.json' });
});

test('a field of a later version is passed over, and a packing of its own is taken', async () => {
  const objects = await withGroup((maps) => [
    { ...maps[0], step: 0.5 },
    { ...maps[1], field: 'phlogiston' },
  ]);
  const { packing } = await createMapReader({ objects }).slice(sourceOf('temperature', times[1]!));
  expect(packing).toEqual({ step: 0.5, base: 273.15 });
});
