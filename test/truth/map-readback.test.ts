/** Maps as the rest of the world sees them: zarrita, a Zarr reader we did not write, opens what we wrote. */

import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { mappedCube, writeMappedCube } from '../random-maps.js';
import { asZarritaStore } from '../zarrita-store.js';

async function openWritten(rows: number, columns: number, missing = 0.2) {
  const objects = createMemoryObjects();
  const cube = mappedCube({ elements: 2, times: 6, rows, columns, seed: rows + columns, missing });
  await writeMappedCube(objects, cube);
  const store = asZarritaStore(objects, 'gfs/v1');
  const open = (name: string) => zarr.open.v3(zarr.root(store).resolve(name), { kind: 'array' });
  return { cube, store, open, whole: async (name: string) => zarr.get(await open(name)) };
}

test.each([
  ['one cell', 1, 1],
  ['a ragged edge below', 19, 6],
  ['whole shards, an odd number of columns', 32, 7],
])('zarrita reads the pictures of %s bit for bit', async (_, rows, columns) => {
  const { cube, whole } = await openWritten(rows, columns);
  for (const [field, count] of [
    ['temperature', 5],
    ['precipitation_rate', 4],
  ] as const) {
    const { shape, data } = await whole(`map_${field}`);
    expect(shape).toEqual([count, rows, columns]);
    expect(data).toEqual(cube.pictures.get(field));
  }
});

test('zarrita reads one picture of a field alone', async () => {
  const { cube, open } = await openWritten(20, 5);
  const { data } = await zarr.get(await open('map_temperature'), [2, null, null]);
  expect(data).toEqual(cube.pictures.get('temperature')!.slice(2 * 100, 3 * 100));
});

test('times that are missing altogether read as missing', async () => {
  const { cube, whole } = await openWritten(17, 3, 1);
  expect((await whole('map_temperature')).data).toEqual(cube.pictures.get('temperature'));
});

test('the axes of the maps and the packing are what any reader of CF looks for', async () => {
  const { cube, open, whole } = await openWritten(3, 4);
  const { times } = cube.draft;
  expect((await whole('map_time')).data).toEqual(BigInt64Array.from(times.slice(1), BigInt));
  expect((await whole('map_step')).data).toEqual(BigInt64Array.from(times.slice(1, -1), BigInt));
  expect((await open('map_step')).attrs).toMatchObject({ units: 'seconds since 1970-01-01T00:00:00Z' });
  const { attrs } = await open('map_temperature');
  expect(attrs).toMatchObject({ units: 'K', scale_factor: 0.02, add_offset: 273.15, _FillValue: -32768 });
});

test('zarrita finds the maps in the group document alone', async () => {
  const { store } = await openWritten(3, 3);
  const listed = (await zarr.withConsolidatedMetadata(store, { format: 'v3' })).contents().map(({ path }) => path);
  const maps = ['/map_precipitation_rate', '/map_step', '/map_temperature', '/map_time'];
  expect(listed.filter((path) => path.startsWith('/map_')).sort()).toEqual(maps);
});
