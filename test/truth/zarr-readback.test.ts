/** The store as the rest of the world sees it: zarrita, a Zarr reader we did not write, opens what we wrote. */

import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import type { Grid } from '../../src/model/field.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { type RandomCube, randomCube, writeCube } from '../random-cube.js';
import { asZarritaStore } from '../zarrita-store.js';

async function openWritten(cube: RandomCube) {
  const objects = createMemoryObjects();
  await writeCube(objects, cube);
  const store = asZarritaStore(objects, `${cube.draft.dataset}/${cube.draft.version}`);
  const root = zarr.root(store);
  const whole = async (name: string) => zarr.get(await zarr.open.v3(root.resolve(name), { kind: 'array' }));
  return { store, root, whole };
}

/** zarrita hands a transposed array out as it lies, with its strides; this walks it in the order of its shape. */
function inShapeOrder(array: { data: unknown; shape: number[]; stride: number[] }): number[] {
  const data = array.data as ArrayLike<number>;
  const places = array.shape.reduce<number[]>(
    (firsts, length, axis) => firsts.flatMap((at) => Array.from({ length }, (_, i) => at + i * array.stride[axis]!)),
    [0],
  );
  return places.map((at) => data[at]!);
}

test.each([
  ['one cell at one time', 1, 1, 1, 1],
  ['one chunk', 2, 3, 2, 2],
  ['a ragged edge below and to the right', 3, 5, 19, 7],
  ['two whole shards', 2, 2, 32, 4],
  ['a last band of one row', 4, 2, 33, 35],
  ['more columns than the writer turns at once', 1, 3, 5, 71],
])('zarrita reads %s bit for bit', async (_, elements, times, rows, columns) => {
  const cube = randomCube({ elements, times, rows, columns, seed: rows * 1000 + columns });
  const { whole } = await openWritten(cube);
  const fc = await whole('fc');
  expect(fc.shape).toEqual([elements, times, rows, columns]);
  expect(Int16Array.from(inShapeOrder(fc))).toEqual(cube.values);
});

test('zarrita reads the coordinates and the static fields', async () => {
  const cube = randomCube({ elements: 3, times: 4, rows: 5, columns: 7, seed: 3 });
  const { whole } = await openWritten(cube);
  expect([...((await whole('element')).data as Iterable<string>)]).toEqual([
    'temperature',
    'dew_point',
    'temperature_max',
  ]);
  expect((await whole('scale')).data).toEqual(Float64Array.of(0.02, 0.02, 0.02));
  expect((await whole('offset')).data).toEqual(Float64Array.of(273.15, 273.15, 273.15));
  expect((await whole('time')).data).toEqual(BigInt64Array.from(cube.draft.times, BigInt));
  expect((await whole('lat')).data).toEqual(Float64Array.of(60, 59.75, 59.5, 59.25, 59));
  expect((await whole('lon')).data).toEqual(Float64Array.of(-10, -9.75, -9.5, -9.25, -9, -8.75, -8.5));
  expect((await whole('elevation')).data).toEqual(cube.draft.statics.elevation);
  expect((await whole('land')).data).toEqual(cube.draft.statics.land);
});

/** A corner of HRRR: its plane has the pole of the cone as origin, so all y are negative. */
const LAMBERT: Grid = {
  kind: 'lambert',
  columns: 4,
  rows: 3,
  firstX: -2_697_520.142522,
  firstY: -9_597_038.761426,
  xStep: 3000,
  yStep: 3000,
  earth: { semiMajor: 6_371_229, semiMinor: 6_371_229 },
  centralMeridian: 262.5,
  standardParallels: [38.5, 38.5],
};

test('zarrita reads a projected cube: axes in metres and the projection that CF defines them by', async () => {
  const cube = randomCube({ elements: 2, times: 2, rows: 3, columns: 4, seed: 5, grid: LAMBERT });
  const { root, whole } = await openWritten(cube);
  const [y, x] = [(await whole('y')).data as Float64Array, (await whole('x')).data as Float64Array];
  expect(y).toEqual(Float64Array.from([0, 1, 2], (i) => -9_597_038.761426 + 3000 * i));
  expect(x).toEqual(Float64Array.from([0, 1, 2, 3], (i) => -2_697_520.142522 + 3000 * i));
  const attributesOf = async (name: string) => (await zarr.open.v3(root.resolve(name), { kind: 'array' })).attrs;
  expect(await attributesOf('y')).toMatchObject({ standard_name: 'projection_y_coordinate', units: 'm' });
  expect(await attributesOf('x')).toMatchObject({ standard_name: 'projection_x_coordinate', units: 'm' });
  for (const name of ['fc', 'elevation']) expect(await attributesOf(name)).toMatchObject({ grid_mapping: 'crs' });
  expect((await whole('fc')).shape).toEqual([2, 2, 3, 4]);

  const crs = (await attributesOf('crs')) as Record<string, number> & { standard_parallel: number[] };
  expect(crs).toMatchObject({ grid_mapping_name: 'lambert_conformal_conic', false_easting: 0, false_northing: 0 });
  // The spherical formulas of the textbook, from nothing but the attributes and the axes.
  const phi = (crs.standard_parallel[0]! * Math.PI) / 180;
  const n = Math.sin(phi);
  const scale = crs.earth_radius! * (Math.cos(phi) / n) * Math.tan(Math.PI / 4 + phi / 2) ** n;
  expect(crs.latitude_of_projection_origin).toBe(90); // where the radius is 0
  const latitude = 2 * Math.atan((scale / Math.hypot(x[0]!, y[0]!)) ** (1 / n)) - Math.PI / 2;
  const longitude = crs.longitude_of_central_meridian! + (Math.atan2(x[0]!, -y[0]!) * 180) / Math.PI / n;
  expect((latitude * 180) / Math.PI).toBeCloseTo(21.138123, 5);
  expect(longitude).toBeCloseTo(237.280472, 5);
});

test('zarrita finds the arrays and where they came from in the group document alone', async () => {
  const { store, root } = await openWritten(randomCube({ elements: 2, times: 2, rows: 3, columns: 3, seed: 4 }));
  const group = await zarr.open.v3(root, { kind: 'group' });
  expect(group.attrs).toMatchObject({ source: 'gfs', simulated: true, format: 'weatherglass-forecast-cube' });
  const listed = (await zarr.withConsolidatedMetadata(store, { format: 'v3' })).contents().map(({ path }) => path);
  const arrays = ['/fc', '/element', '/scale', '/offset', '/time', '/lat', '/lon', '/elevation', '/land'];
  expect(listed.sort()).toEqual(['/', ...arrays].sort());
});
