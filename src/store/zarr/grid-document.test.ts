/** Grids of every kind go into a version and come out of it; one that cannot be is refused at the door. */

import { expect, test } from 'vitest';
import { randomCube, writeCube } from '../../../test/random-cube.js';
import { cropGrid, placeOf } from '../../grid/grid.js';
import { GRIDS, HRRR } from '../../grid/grids.fixture.js';
import type { Grid } from '../../model/field.js';
import { createCubeCaches } from '../cubes/cube-chunks.js';
import { publishVersion } from '../cubes/cube-publication.js';
import { openCubeReader } from '../cubes/cube-reader.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import { encodeDocument, readDocument } from '../versions/json-document.js';
import { gridAxes, projectionAttributes } from './grid-coordinates.js';
import { gridFault, readGrid } from './grid-document.js';

const NAMES = Object.keys(GRIDS);
const small = (grid: Grid) => cropGrid(grid, { first: 2, count: 5 }, { first: 3, count: 7 });

test.each(NAMES)('%s: a version on it opens with the same grid and the same values', async (name) => {
  const objects = createMemoryObjects();
  const cube = randomCube({ elements: 1, times: 2, rows: 5, columns: 7, seed: 1, grid: small(GRIDS[name]!) });
  await writeCube(objects, cube);
  await publishVersion(objects, 'gfs', 'v1', 1);
  const reader = await openCubeReader(objects, 'gfs', 'v1', createCubeCaches(2 ** 20));
  expect(reader.description.grid).toEqual(cube.draft.grid);
  expect(reader.description.windowSeconds).toBe(6 * 3600);
  expect(await reader.staticField('land')).toEqual(cube.draft.statics.land);
});

test.each(NAMES.filter((name) => projectionAttributes(GRIDS[name]!) === null))('%s: axes are the places', (name) => {
  const grid = small(GRIDS[name]!);
  const [latitudes, longitudes] = gridAxes(grid);
  const { latitude, longitude } = placeOf(grid, 4, 6);
  expect(latitudes.values[4]).toBeCloseTo(latitude, 9);
  expect((longitudes.values[6]! - longitude) % 360).toBeCloseTo(0, 9);
});

const conical = GRIDS['Lambert, two parallels, southern, WGS84'] as Extract<Grid, { kind: 'lambert' }>;

test.each([
  [
    'Lambert of two parallels',
    conical,
    {
      standard_parallel: [-18, -36],
      latitude_of_projection_origin: -90,
      semi_major_axis: 6_378_137,
      semi_minor_axis: 6_356_752.314245,
    },
  ],
  [
    'polar stereographic',
    GRIDS['polar stereographic, southern, WGS84, from the top']!,
    {
      grid_mapping_name: 'polar_stereographic',
      straight_vertical_longitude_from_pole: 0,
      latitude_of_projection_origin: -90,
      standard_parallel: -71,
    },
  ],
  [
    'Mercator',
    GRIDS['Mercator, global']!,
    {
      grid_mapping_name: 'mercator',
      longitude_of_projection_origin: 20,
      standard_parallel: 0,
      earth_radius: 6_371_229,
    },
  ],
  [
    // The pair 39.25° N, 162° W is how the CORDEX grids state the pole of a south pole at 39.25° S, 18° E.
    'rotated',
    GRIDS['rotated, over Europe']!,
    {
      grid_mapping_name: 'rotated_latitude_longitude',
      grid_north_pole_latitude: 39.25,
      grid_north_pole_longitude: -162,
      north_pole_grid_longitude: 0,
    },
  ],
] as const)('%s has the attributes of the CF conventions', (_, grid, attributes) => {
  expect(projectionAttributes(grid)).toMatchObject(attributes);
});

test.each<[string, Grid, string]>([
  ['no cells', { ...HRRR, rows: 0 }, '0 × 1799 cells'],
  ['an earth of the moon', { ...HRRR, earth: { semiMajor: 1_737_400, semiMinor: 1_737_400 } }, 'an earth of 1737400'],
  ['a plane beyond the earth', { ...HRRR, firstX: 1e9 }, 'a plane from 1000000000'],
  ['columns that run backwards', { ...HRRR, xStep: -3000 }, 'grid steps -3000'],
  ['no cone', { ...HRRR, standardParallels: [30, -30] }, 'parallels 30 and -30 make a cone'],
  ['rows that are no Gaussian rows', { ...gaussian(), firstRow: 159 }, 'rows 159 to 318 are among the 160'],
  ['Gaussian rows without end', { ...gaussian(), parallels: 1e6 }, 'Gaussian parallels 1000000'],
  ['a step of nothing', { ...regular(), longitudeStep: 0 }, 'columns eastward'],
  ['a number that is none', { ...regular(), firstLongitude: Number.NaN }, 'lies on the globe'],
])('a grid of %s is refused', (_, grid, fault) => {
  expect(gridFault(grid)).toContain(fault);
});

function regular() {
  return GRIDS['regular, global, from the north'] as Extract<Grid, { kind: 'regular' }>;
}

function gaussian() {
  return GRIDS['Gaussian, global'] as Extract<Grid, { kind: 'gaussian' }>;
}

test.each([
  ['a kind of the future', { ...HRRR, kind: 'icosahedral' }, 'grid.kind "icosahedral" is one that this version reads'],
  ['parallels that are one', { ...HRRR, standardParallels: [38.5] }, 'grid.standardParallels is two finite numbers'],
  ['no earth', { ...HRRR, earth: 6_371_229 }, 'earth is an object'],
  [
    'a pole in between',
    { ...HRRR, kind: 'polar-stereographic', pole: 'east', trueLatitude: 60 },
    '"east" is north or south',
  ],
])('a stored grid with %s is damage', (_, grid, rule) => {
  expect(() => readGrid(readDocument('gfs/v1/zarr.json', encodeDocument(grid)))).toThrow(rule);
});

test('a version of the first release, which does not say how long its windows are, has those of GFS', async () => {
  const objects = createMemoryObjects();
  await writeCube(objects, randomCube({ elements: 1, times: 1, rows: 2, columns: 2, seed: 2 }));
  const key = 'gfs/v1/zarr.json';
  const group = JSON.parse(new TextDecoder().decode(await objects.get(key)));
  delete group.attributes.windowSeconds;
  await objects.put(key, encodeDocument(group));
  await publishVersion(objects, 'gfs', 'v1', 1);
  const reader = await openCubeReader(objects, 'gfs', 'v1', createCubeCaches(2 ** 20));
  expect(reader.description.windowSeconds).toBe(21_600);
});
