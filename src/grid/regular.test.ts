import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RegularGrid } from '../model/field.js';
import { bilinearWeights, isGlobal } from './grid.js';
import { GFS } from './grids.fixture.js';
import { latitudeOf, longitudeOf } from './regular.js';

const GLOBE_FROM_DATELINE: RegularGrid = { ...GFS, firstLongitude: -180 };
const SOUTH_FIRST: RegularGrid = { ...GFS, firstLatitude: -90, latitudeStep: 0.25 };
/** Rows at cell centres: no row on the pole. */
const CENTRED: RegularGrid = {
  ...GFS,
  columns: 360,
  rows: 180,
  firstLatitude: 89.5,
  firstLongitude: 0.5,
  latitudeStep: -1,
  longitudeStep: 1,
};
/** 10°W..10°E, 40..60°N, first longitude as GRIB writes it. */
const REGION: RegularGrid = {
  ...GFS,
  columns: 21,
  rows: 21,
  firstLatitude: 60,
  firstLongitude: 350,
  latitudeStep: -1,
  longitudeStep: 1,
};

/** "y,x:weight" of each cell. */
function written(grid: RegularGrid, latitude: number, longitude: number): string[] {
  return bilinearWeights(grid, latitude, longitude).map(
    ({ cell, weight }) => `${cell.y},${cell.x}:${Number(weight.toFixed(6))}`,
  );
}

for (const [name, grid, latitude, longitude, cells] of [
  ['a node is one cell', GFS, 45, 10, ['180,40:1']],
  [
    'the middle of a cell is four quarters',
    GFS,
    44.875,
    10.125,
    ['180,40:0.25', '180,41:0.25', '181,40:0.25', '181,41:0.25'],
  ],
  ['between two columns of one row', GFS, 45, 10.0625, ['180,40:0.75', '180,41:0.25']],
  ['between two rows of one column', GFS, 44.8125, 10, ['180,40:0.25', '181,40:0.75']],
  ['a western longitude on a grid from 0', GFS, 0, -75, ['360,1140:1']],
  ['an eastern longitude on a grid from −180', GLOBE_FROM_DATELINE, 0, 179.75, ['360,1439:1']],
  ['the seam of a grid from 0 lies at Greenwich', GFS, 0, -0.0625, ['360,1439:0.25', '360,0:0.75']],
  [
    'the seam of a grid from −180 lies at the dateline',
    GLOBE_FROM_DATELINE,
    0,
    179.9375,
    ['360,1439:0.25', '360,0:0.75'],
  ],
  ['180 and −180 are one meridian', GLOBE_FROM_DATELINE, 0, 180, ['360,0:1']],
  ['rounding just west of the first column', GFS, 0, -1e-12, ['360,0:1']],
  ['rows that run northward', SOUTH_FIRST, 44.8125, 10, ['539,40:0.75', '540,40:0.25']],
  ['the north pole is its row', GFS, 90, 33.25, ['0,133:1']],
  ['the south pole is its row', GFS, -90, 33.25, ['720,133:1']],
  ['beyond the last row of cell centres', CENTRED, 89.9, 10.5, ['0,10:1']],
  ['the south pole of cell centres', CENTRED, -90, 10.75, ['179,10:0.75', '179,11:0.25']],
  ['inside a region, west of Greenwich', REGION, 50, -9.5, ['10,0:0.5', '10,1:0.5']],
  ['the last column of a region', REGION, 50, 10, ['10,20:1']],
  ['the first column of a region, rounded', REGION, 50, -10 - 1e-10, ['10,0:1']],
  ['east of a region', REGION, 50, 10.1, []],
  ['west of a region', REGION, 50, -10.1, []],
  ['north of a region', REGION, 60.1, 0, []],
  ['south of a region', REGION, 39.9, 0, []],
  ['a pole far from a region', REGION, 90, 0, []],
] as const)
  test(`weights: ${name}`, () => expect(written(grid, latitude, longitude)).toEqual(cells));

test('a region near the pole has no cap', () => {
  const arctic: RegularGrid = { ...REGION, firstLatitude: 88, rows: 10 };
  expect(bilinearWeights(arctic, 89, 0)).toEqual([]);
});

test('a region up to the pole includes it', () => {
  const arctic: RegularGrid = { ...REGION, firstLatitude: 90, rows: 10 };
  expect(written(arctic, 90, 0)).toEqual(['0,10:1']);
});

test('global means that the columns close the circle', () => {
  expect([GFS, GLOBE_FROM_DATELINE, CENTRED, REGION].map(isGlobal)).toEqual([true, true, true, false]);
  expect(isGlobal({ ...GFS, columns: 1439 })).toBe(false);
  expect(isGlobal({ ...GFS, columns: 1441 })).toBe(true); // first column repeated at the end
});

test('weights sum to 1 and give back a linear field, everywhere between the poles', () => {
  const grids = fc.constantFrom(GFS, GLOBE_FROM_DATELINE, SOUTH_FIRST);
  const coordinate = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  fc.assert(
    fc.property(grids, coordinate(90), coordinate(180), (grid, latitude, longitude) => {
      const weights = bilinearWeights(grid, latitude, longitude);
      const sum = weights.reduce((total, { weight }) => total + weight, 0);
      const latitudeBack = weights.reduce((total, { cell, weight }) => total + weight * latitudeOf(grid, cell.y), 0);
      expect(sum).toBeCloseTo(1, 12);
      expect(latitudeBack).toBeCloseTo(latitude, 6);
      for (const { cell } of weights) {
        const apart = Math.abs(((longitudeOf(grid, cell.x) - longitude + 540) % 360) - 180);
        expect(Math.min(apart, 360 - apart)).toBeLessThanOrEqual(grid.longitudeStep);
      }
    }),
  );
});
