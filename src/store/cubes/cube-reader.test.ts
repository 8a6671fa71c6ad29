import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, randomCube, seriesOf, writeCube } from '../../../test/random-cube.js';
import { pack, unpack } from '../../model/packing.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createCubeCaches } from './cube-chunks.js';
import { publishVersion } from './cube-publication.js';
import { openCubeReader } from './cube-reader.js';
import { writeCubeMetadata, writeCubeShard } from './cube-writer.js';

const openPublished = (objects: ObjectStore, cacheBytes = 2 ** 20) =>
  openCubeReader(objects, 'gfs', 'v1', createCubeCaches(cacheBytes));

/** Counts what a reader asks the store for. */
function counting(objects: ObjectStore): ObjectStore & { gets: string[] } {
  const gets: string[] = [];
  function get(...[key, range]: Parameters<ObjectStore['get']>) {
    gets.push(key);
    return objects.get(key, range);
  }
  return { ...objects, gets, get };
}

const sizes = fc.record({
  elements: fc.integer({ min: 1, max: 20 }),
  times: fc.integer({ min: 1, max: 12 }),
  rows: fc.integer({ min: 1, max: 35 }),
  columns: fc.integer({ min: 1, max: 9 }),
  seed: fc.integer(),
  missing: fc.constantFrom(0, 0.3, 0.999, 1),
});

test('every cell, static value and axis of a cube of any shape comes back', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      const objects = createMemoryObjects();
      const cube = randomCube(size);
      await writeCube(objects, cube);
      await publishVersion(objects, 'gfs', 'v1', 1);
      const reader = await openPublished(objects);
      const { statics, ...description } = cube.draft;
      expect(reader.description).toEqual(description);
      const cells = Array.from({ length: size.rows * size.columns }, (_, i) => ({
        y: Math.floor(i / size.columns),
        x: i % size.columns,
      }));
      const read = await reader.readCells(cells);
      expect(read).toEqual(cells.map(({ y, x }) => seriesOf(cube, y, x)));
      expect(await reader.staticField('elevation')).toEqual(statics.elevation);
    }),
    { numRuns: 25 },
  );
});

test('a value comes back within half a packing step, NaN as NaN', async () => {
  const temperature = fc.oneof(fc.double({ min: 180, max: 340, noNaN: true }), fc.constant(Number.NaN));
  await fc.assert(
    fc.asyncProperty(fc.array(temperature, { minLength: 4, maxLength: 4 }), async (values) => {
      const objects = createMemoryObjects();
      const { draft } = randomCube({ elements: 1, times: 4, rows: 1, columns: 1, seed: 1 });
      const packing = draft.packings[0]!;
      await writeCubeMetadata(objects, draft);
      await writeCubeShard(
        objects,
        draft,
        0,
        Int16Array.from(values, (value) => pack(value, packing)),
      );
      await publishVersion(objects, 'gfs', 'v1', 1);
      const [series] = await (await openPublished(objects)).readCells([{ y: 0, x: 0 }]);
      values.forEach((value, i) => {
        const read = unpack(series![i]!, packing);
        if (Number.isNaN(value)) expect(read).toBeNaN();
        else expect(Math.abs(read - value)).toBeLessThanOrEqual(packing.step / 2 + 1e-9);
      });
    }),
    { numRuns: 30 },
  );
});

test('a cell costs one read of its chunk, and nothing the second time', async () => {
  const objects = counting(createMemoryObjects());
  await writeCube(objects, randomCube({ elements: 2, times: 3, rows: 20, columns: 8, seed: 5 }));
  await publishVersion(objects, 'gfs', 'v1', 1);
  const reader = await openPublished(objects);
  const shard = 'gfs/v1/fc/c/0/0/0/0';
  objects.gets.length = 0;
  await reader.readCells([{ y: 0, x: 0 }]);
  expect(objects.gets).toEqual([shard, shard]); // the index of the shard, then the chunk
  await reader.readCells([{ y: 1, x: 1 }]); // the same chunk
  await reader.readCells([{ y: 0, x: 2 }]); // its neighbour
  expect(objects.gets).toEqual([shard, shard, shard]);
});

test('readers of one chunk at the same moment share one read', async () => {
  const objects = counting(createMemoryObjects());
  await writeCube(objects, randomCube({ elements: 2, times: 3, rows: 4, columns: 4, seed: 6 }));
  await publishVersion(objects, 'gfs', 'v1', 1);
  const reader = await openPublished(objects);
  objects.gets.length = 0;
  const corner = [0, 1].flatMap((y) => [0, 1].map((x) => ({ y, x })));
  await Promise.all([reader.readCells(corner), reader.readCells(corner), reader.readCells([{ y: 0, x: 0 }])]);
  expect(objects.gets).toHaveLength(2);
});

test('decoded chunks stay within the bound that was given', async () => {
  const objects = counting(createMemoryObjects());
  await writeCube(objects, randomCube({ elements: 2, times: 3, rows: 2, columns: 20, seed: 7 }));
  await publishVersion(objects, 'gfs', 'v1', 1);
  const chunkBytes = 2 * 3 * 4 * 2;
  const reader = await openPublished(objects, 3 * chunkBytes);
  const cells = Array.from({ length: 10 }, (_, i) => ({ y: 0, x: 2 * i }));
  await reader.readCells(cells);
  objects.gets.length = 0;
  await reader.readCells(cells.slice(-3));
  expect(objects.gets).toHaveLength(0);
  await reader.readCells(cells.slice(0, 1));
  expect(objects.gets).toHaveLength(1);
});

test('shards may be written in any order, and the version is not published before the last', async () => {
  const objects = createMemoryObjects();
  const cube = randomCube({ elements: 1, times: 2, rows: 40, columns: 3, seed: 8 });
  await writeCubeMetadata(objects, cube.draft);
  await writeCubeShard(objects, cube.draft, 2, bandOf(cube, 2));
  await writeCubeShard(objects, cube.draft, 0, bandOf(cube, 0));
  await expect(publishVersion(objects, 'gfs', 'v1', 1)).rejects.toMatchObject({
    tag: 'object-missing',
    key: 'gfs/v1/fc/c/0/0/1/0',
  });
  await writeCubeShard(objects, cube.draft, 1, bandOf(cube, 1));
  await publishVersion(objects, 'gfs', 'v1', 1);
});

test('a version without static fields has none', async () => {
  const objects = createMemoryObjects();
  const cube = randomCube({ elements: 1, times: 1, rows: 1, columns: 1, seed: 9 });
  await writeCube(objects, { ...cube, draft: { ...cube.draft, statics: {} } });
  await publishVersion(objects, 'gfs', 'v1', 1);
  expect(await (await openPublished(objects)).staticField('land')).toBeNull();
});

test.each([
  ['above', { y: -1, x: 0 }],
  ['below', { y: 3, x: 0 }],
  ['west', { y: 0, x: -1 }],
  ['east', { y: 0, x: 2 }],
  ['between cells', { y: 0.5, x: 0 }],
])('a cell %s of the grid is a bug of the caller', async (_, cell) => {
  const objects = createMemoryObjects();
  await writeCube(objects, randomCube({ elements: 1, times: 1, rows: 3, columns: 2, seed: 10 }));
  await publishVersion(objects, 'gfs', 'v1', 1);
  await expect((await openPublished(objects)).readCells([cell])).rejects.toThrow(RangeError);
});

const { draft } = randomCube({ elements: 2, times: 2, rows: 3, columns: 2, seed: 11 });
const grid = draft.grid;
test.each([
  ['no elements', { elements: [], packings: [] }, 'elements are some'],
  ['an element twice', { elements: ['cape', 'cape'] as const }, 'each once'],
  ['an unknown element', { elements: ['cape', 'phlogiston'] as never }, 'phlogiston'],
  ['too few packings', { packings: draft.packings.slice(1) }, '1 packings for 2 elements'],
  ['a packing step of nothing', { packings: [draft.packings[0]!, { step: 0, base: 1 }] }, 'positive'],
  ['times that stand still', { times: Float64Array.of(5, 5) }, 'strictly increasing'],
  ['half a second', { times: Float64Array.of(5, 5.5) }, 'whole seconds'],
  ['a time that is no number', { times: Float64Array.of(5, Number.NaN) }, 'whole seconds'],
  ['a grid without columns', { grid: { ...grid, columns: 0 } }, '3 × 0'],
  ['a grid over the pole', { grid: { ...grid, firstLatitude: -89.75 } }, 'latitude'],
  ['a chunk beyond all memory', { times: Float64Array.from({ length: 5_000_000 }, (__, i) => i) }, 'bytes'],
  ['a static field of another size', { statics: { land: new Float32Array(5) } }, 'land has 5 values'],
  ['a version named like the pointer', { version: 'latest.json' }, 'latest.json'],
  ['a dataset outside', { dataset: '..' }, '".."'],
])('%s is refused before anything is written', async (_, change, message) => {
  const objects = createMemoryObjects();
  const write = writeCubeMetadata(objects, { ...draft, ...change });
  await expect(write).rejects.toThrow(RangeError);
  await expect(write).rejects.toThrow(message);
  expect(objects.contents.size).toBe(0);
});

test.each([
  [-1, 24],
  [1, 24],
  [0, 23],
])('shard %i with %i values is refused', async (shard, count) => {
  await expect(writeCubeShard(createMemoryObjects(), draft, shard, new Int16Array(count))).rejects.toThrow(RangeError);
});
