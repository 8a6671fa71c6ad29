import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCube, seriesOf, writeCube } from '../../../test/random-cube.js';
import { ObjectDefectError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { CellWindow } from '../../model/cube.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ByteRange, ObjectStore } from '../objects/object-store.js';
import { createCubeCaches } from './cube-chunks.js';
import { openCubeReader } from './cube-reader.js';
import { createCubeShelf } from './cube-shelf.js';
import { publishVersion } from './publication.js';

const SIZE = { elements: 3, times: 7, rows: 35, columns: 9, seed: 4 };
const ROWS_PER_SHARD = 16;
const shardKeyOf = (shard: number) => `gfs/v1/fc/c/0/0/${shard}/0`;

async function publish(size = SIZE) {
  const objects = createMemoryObjects();
  const cube = randomCube(size);
  await writeCube(objects, cube);
  await publishVersion(objects, 'gfs', 'v1', 1);
  return { objects, cube };
}

type Answer = (key: string, range: ByteRange | undefined) => Promise<Uint8Array> | null;

/** A store that counts, and answers some reads otherwise. */
function watching(objects: ObjectStore, otherwise: Answer = () => null) {
  const gets: { readonly key: string; readonly range: ByteRange | undefined }[] = [];
  const get: ObjectStore['get'] = (key, range) => {
    gets.push({ key, range });
    return otherwise(key, range) ?? objects.get(key, range);
  };
  return { ...objects, get, gets };
}

const never = () => new Promise<never>(() => undefined);

/** Turns of the loop until no more than `count` results are waited for; for ever, if that never happens. */
async function waitUntilPending(results: readonly unknown[], count: number): Promise<void> {
  while (results.filter((result) => result === null).length > count) await setImmediate();
}

async function open(objects: ObjectStore) {
  const reader = await openCubeReader(objects, 'gfs', 'v1', createCubeCaches(2 ** 20));
  const reported: unknown[] = [];
  const read = (windows: readonly CellWindow[]) => reader.readWindows(windows, (error) => reported.push(error));
  return { reader, read, reported };
}

const whole = (y: number, x: number): CellWindow => ({ y, x, from: 0, to: SIZE.times });

/** Every cell of the cube, all steps. */
const EVERYWHERE = Array.from({ length: SIZE.rows * SIZE.columns }, (_, i) =>
  whole(Math.floor(i / SIZE.columns), i % SIZE.columns),
);

const windows = fc.array(
  fc
    .tuple(fc.nat(SIZE.rows - 1), fc.nat(SIZE.columns - 1), fc.nat(SIZE.times), fc.nat(SIZE.times))
    .map(([y, x, one, other]): CellWindow => ({ y, x, from: Math.min(one, other), to: Math.max(one, other) })),
  { maxLength: 60 },
);

test('windows of any cells, overlapping, repeated or empty, are the steps of the series that were written', async () => {
  const { objects, cube } = await publish();
  const { read } = await open(objects);
  await fc.assert(
    fc.asyncProperty(windows, async (wanted) => {
      const { results, done } = read(wanted);
      await done;
      const expected = wanted.map(({ y, x, from, to }) => {
        const series = seriesOf(cube, y, x);
        const rows = Array.from({ length: SIZE.elements }, (_, element) =>
          series.subarray(element * SIZE.times + from, element * SIZE.times + to),
        );
        return Int16Array.from(rows.flatMap((row) => [...row]));
      });
      expect(results).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('each chunk and each index is read once for all the windows in it', async () => {
  const store = watching((await publish()).objects);
  const { read } = await open(store);
  store.gets.length = 0;
  await read([...EVERYWHERE, ...EVERYWHERE]).done;
  const shards = Math.ceil(SIZE.rows / ROWS_PER_SHARD);
  const chunks = Math.ceil(SIZE.rows / 2) * Math.ceil(SIZE.columns / 2);
  expect(store.gets).toHaveLength(shards + chunks);
});

test('a window is a copy: changing it changes nothing that is read later', async () => {
  const { objects, cube } = await publish();
  const { read } = await open(objects);
  const first = read([whole(0, 0)]);
  await first.done;
  (first.results[0] as Int16Array).fill(77);
  const second = read([whole(0, 0)]);
  await second.done;
  expect(second.results).toEqual([seriesOf(cube, 0, 0)]);
});

test('a shard that hangs keeps its own windows waiting and no others', async () => {
  const { objects, cube } = await publish();
  const { read } = await open(watching(objects, (key) => (key === shardKeyOf(1) ? never() : null)));
  const { results, done } = read(EVERYWHERE);
  await waitUntilPending(results, ROWS_PER_SHARD * SIZE.columns);
  for (const [i, { y, x }] of EVERYWHERE.entries())
    expect(results[i]).toEqual(Math.floor(y / ROWS_PER_SHARD) === 1 ? null : seriesOf(cube, y, x));
  const isDone = await Promise.race([done.then(() => true), Promise.resolve(false)]);
  expect(isDone).toBe(false);
});

test('a chunk that hangs lets the others of its shard through', async () => {
  const { objects } = await publish();
  // The first chunk of a shard begins at byte 0.
  const isFirst = (range: ByteRange | undefined) => range !== undefined && 'offset' in range && range.offset === 0;
  const { read } = await open(
    watching(objects, (key, range) => (key === shardKeyOf(0) && isFirst(range) ? never() : null)),
  );
  const { results } = read(EVERYWHERE);
  await waitUntilPending(results, 4);
  expect(EVERYWHERE.filter((_, i) => results[i] === null).map(({ y, x }) => [y, x])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
});

test('a torn chunk fails its windows with its object and offset, is told of once, and spares the rest', async () => {
  const { objects, cube } = await publish();
  objects.contents.get(shardKeyOf(0))![30]! ^= 4;
  const { read, reported } = await open(objects);
  const { results, done } = read([whole(0, 0), whole(1, 1), whole(0, 2), whole(0, 0)]);
  await done;
  expect(results[2]).toEqual(seriesOf(cube, 0, 2));
  for (const i of [0, 1, 3]) expect(results[i]).toMatchObject({ tag: 'object-defect', key: shardKeyOf(0), offset: 0 });
  expect(reported).toHaveLength(1);
});

test('a shard that is gone fails its windows, and a store that does not answer says so in them', async () => {
  const { objects, cube } = await publish();
  objects.contents.delete(shardKeyOf(1));
  const refusing = watching(objects, (key) => (key === shardKeyOf(2) ? Promise.reject(new Error('EIO')) : null));
  const { read } = await open(refusing);
  const { results, done } = read([whole(0, 0), whole(16, 0), whole(33, 0)]);
  await done;
  expect(results[0]).toEqual(seriesOf(cube, 0, 0));
  expect(results[1]).toBeInstanceOf(ObjectDefectError);
  expect(results[2]).toMatchObject({ message: 'EIO' });
});

test('no windows are read at once', async () => {
  const { read } = await open((await publish()).objects);
  const { results, done } = read([]);
  await done;
  expect(results).toEqual([]);
});

test.each([
  ['a cell below the grid', { y: 35, x: 0, from: 0, to: 1 }],
  ['a cell between others', { y: 0.5, x: 0, from: 0, to: 1 }],
  ['steps before the first', { y: 0, x: 0, from: -1, to: 1 }],
  ['steps after the last', { y: 0, x: 0, from: 0, to: 8 }],
  ['steps that go backward', { y: 0, x: 0, from: 3, to: 2 }],
  ['half a step', { y: 0, x: 0, from: 0.5, to: 2 }],
])('%s are a bug of the caller', async (_, window) => {
  const { read } = await open((await publish()).objects);
  expect(() => read([window])).toThrow(RangeError);
});

test('what a route reads drives out nothing that places ask for, and both find what the other has read', async () => {
  const store = watching((await publish()).objects);
  const chunkBytes = 2 * 4 * SIZE.elements * SIZE.times;
  const reader = await openCubeReader(store, 'gfs', 'v1', createCubeCaches(2 * chunkBytes));
  const home = [{ y: 0, x: 0 }];
  await reader.readCells(home);
  await reader.readWindows(EVERYWHERE, () => undefined).done;
  store.gets.length = 0;
  await reader.readCells(home);
  await reader.readCells([{ y: 20, x: 4 }]); // on the route
  await reader.readWindows([whole(0, 0), whole(20, 4)], () => undefined).done;
  expect(store.gets).toEqual([]);
});

test('over a shelf a damaged chunk is logged once, and windows after the release are a bug that is named', async () => {
  const { objects } = await publish();
  objects.contents.get(shardKeyOf(0))![30]! ^= 4;
  const lines: object[] = [];
  const log = { ...silentLog, error: (facts: object) => void lines.push(facts) };
  const cube = (await createCubeShelf({ objects, clock: { now: () => 1000 }, log }).open('gfs'))!;
  for (let request = 0; request < 3; request++) {
    const { results, done } = cube.readWindows([whole(0, 0)]);
    await done;
    expect(results[0]).toBeInstanceOf(ObjectDefectError);
  }
  expect(lines).toEqual([
    { dataset: 'gfs', version: 'v1', object: shardKeyOf(0), offset: 0, rule: 'crc32c of a chunk' },
  ]);
  cube.release();
  expect(() => cube.readWindows([whole(0, 0)])).toThrow(RangeError);
});
