/** Every kind of grid: the check vectors of real feeds, and what must hold of any grid. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grid } from '../model/field.js';
import {
  bilinearWeights,
  cellsCovering,
  columnsBeforeSeam,
  cropGrid,
  edgeDistance,
  gridNorth,
  gridPosition,
  isGlobal,
  placeOf,
  turnWindToEarth,
} from './grid.js';
import { AQM, GRIDS, HRRR, isWellInside, NBM } from './grids.fixture.js';

const RADIANS = Math.PI / 180;
const NAMES = Object.keys(GRIDS);

/** Corners as the producers' own tools print them (grib2 dumps of HRRR, NBM and NCEP grid 227). */
test.each([
  ['HRRR, first cell', HRRR, [0, 0], [21.138123, -122.719528], 6],
  ['HRRR, last column', HRRR, [0, 1798], [21.140547, -72.289718], 6],
  ['HRRR, last row', HRRR, [1058, 0], [47.838623, -134.09548], 6],
  ['HRRR, last cell', HRRR, [1058, 1798], [47.842195, -60.917193], 6],
  ['HRRR, middle of the last row', HRRR, [1058, 899], [52.615653, -97.507453], 6],
  ['HRRR, a cell at Omaha', HRRR, [633, 944], [41.29135, -95.8923], 5],
  ['NBM, a cell at Omaha', NBM, [828, 1257], [41.30338, -95.90287], 5],
  ['NCEP grid 227, last column', AQM, [0, 1472], [14.3359, -65.097], 4],
  ['NCEP grid 227, last row', AQM, [1024, 0], [54.5327, -152.853], 4],
  ['NCEP grid 227, last cell', AQM, [1024, 1472], [57.2878, -49.3955], 4],
] as const)('%s', (_, grid, [y, x], [latitude, longitude], digits) => {
  const place = placeOf(grid, y, x);
  expect(place.latitude).toBeCloseTo(latitude, digits);
  expect(place.longitude).toBeCloseTo(longitude, digits);
});

test('a place on HRRR has the position and the turn that were worked out for it elsewhere', () => {
  const { x, y } = gridPosition(HRRR, 41.3032, -95.8941)!;
  expect(x).toBeCloseTo(943.942, 3);
  expect(y).toBeCloseTo(633.439, 3);
  expect(gridNorth(HRRR, 41.3032, -95.8941)).toBeCloseTo(0.9997, 5);
});

test('outside HRRR there is nothing', () => {
  for (const [latitude, longitude] of [
    [21, -122.8],
    [60, -97],
    [48.9, 2.3],
    [-41, -96],
    [-90, 0],
    [90, 0],
  ] as const) {
    expect(gridPosition(HRRR, latitude, longitude)).toBeNull();
    expect(bilinearWeights(HRRR, latitude, longitude)).toEqual([]);
    expect(edgeDistance(HRRR, latitude, longitude)).toBe(0);
  }
});

const anyGrid = fc.constantFrom(...NAMES).map((name) => GRIDS[name]!);
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** A place inside, by its shares of the grid's height and width, a hair from the edge at most. */
const inside = (grid: Grid, [down, across]: readonly [number, number]) => ({
  y: (0.001 + 0.998 * down) * (grid.rows - 1),
  x: (0.001 + 0.998 * across) * (grid.columns - 1),
});
const shares = fc.tuple(share, share);

test.each(NAMES)('%s: a place is found where it came from', (name) => {
  const grid = GRIDS[name]!;
  fc.assert(
    fc.property(shares, fc.integer({ min: -2, max: 2 }), (at, turns) => {
      const { y, x } = inside(grid, at);
      const { latitude, longitude } = placeOf(grid, y, x);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      // On a pole every longitude is the same place, so what is left there is the row.
      fc.pre(Math.abs(latitude) < 89.99);
      const found = gridPosition(grid, latitude, longitude + 360 * turns)!;
      expect(found.y).toBeCloseTo(y, 5);
      expect(found.x).toBeCloseTo(x, 5);
    }),
    { numRuns: 300 },
  );
});

test('weights are positive, sum to 1, and their cells are the corners around the position', () => {
  fc.assert(
    fc.property(anyGrid, shares, (grid, at) => {
      const { y, x } = inside(grid, at);
      const { latitude, longitude } = placeOf(grid, y, x);
      const weights = bilinearWeights(grid, latitude, longitude);
      const { x: column, y: row } = gridPosition(grid, latitude, longitude)!;
      expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
      const width = columnsBeforeSeam(grid);
      for (const { cell, weight } of weights) {
        expect(weight).toBeGreaterThan(0);
        expect(Math.abs(cell.y - row)).toBeLessThan(1);
        expect(Math.min(Math.abs(cell.x - column), width - Math.abs(cell.x - column))).toBeLessThan(1);
        expect(cell.x).toBeLessThan(width);
      }
    }),
    { numRuns: 1000 },
  );
});

/** A smooth field on the globe, whose values anywhere are known: two coordinates of the place in space, mixed. */
const smooth = (latitude: number, longitude: number) =>
  Math.sin(latitude * RADIANS) + Math.cos(latitude * RADIANS) * Math.cos((longitude - 77) * RADIANS);

function sampled(grid: Grid, latitude: number, longitude: number): number {
  let sum = 0;
  for (const { cell, weight } of bilinearWeights(grid, latitude, longitude)) {
    const place = placeOf(grid, cell.y, cell.x);
    sum += weight * smooth(place.latitude, place.longitude);
  }
  return sum;
}

test('a smooth field sampled anywhere is the field, also across seams, the date line and the poles', () => {
  fc.assert(
    fc.property(anyGrid, shares, (grid, at) => {
      const { y, x } = inside(grid, at);
      const { latitude, longitude } = placeOf(grid, y, x);
      // Beside a row on the pole the cap is flat, as the module says: 1° of a latitude row at most.
      expect(Math.abs(sampled(grid, latitude, longitude) - smooth(latitude, longitude))).toBeLessThan(0.002);
    }),
    { numRuns: 2000 },
  );
});

test.each(NAMES.filter((name) => isGlobal(GRIDS[name]!)))('%s: no step at the date line nor at the seam', (name) => {
  const grid = GRIDS[name]!;
  const seam = placeOf(grid, (grid.rows - 1) / 2, 0);
  for (const [latitude, longitude] of [
    [seam.latitude, seam.longitude],
    [12.3, 180],
    [-47.7, -180],
  ] as const) {
    const [west, east] = [-1e-7, 1e-7].map((apart) => sampled(grid, latitude, longitude + apart));
    expect(Math.abs(west! - east!)).toBeLessThan(1e-7);
  }
});

test('gridNorth is the bearing in which rows grow towards +y', () => {
  fc.assert(
    fc.property(anyGrid, shares, (grid, at) => {
      const { y, x } = inside(grid, at);
      // Of grids that are not planes the rows may run southward; +y is north of the system all the same.
      const southward =
        ('latitudeStep' in grid && grid.latitudeStep < 0) ||
        ('yStep' in grid && grid.yStep < 0) ||
        (grid.kind === 'gaussian' && grid.rowStep === 1);
      const sign = southward ? -1 : 1;
      const [from, to] = [placeOf(grid, y, x), placeOf(grid, y + sign * 0.001, x)];
      fc.pre(Math.abs(from.latitude) < 89);
      const eastward = ((to.longitude - from.longitude + 540) % 360) - 180;
      const bearing = Math.atan2(eastward * Math.cos(from.latitude * RADIANS), to.latitude - from.latitude);
      const apart = bearing / RADIANS - gridNorth(grid, from.latitude, from.longitude);
      expect(Math.abs(((apart + 540) % 360) - 180)).toBeLessThan(0.1);
    }),
    { numRuns: 1000 },
  );
});

test.each(NAMES)('%s: turned wind keeps its speed, and one along +y comes from where the grid’s south is', (name) => {
  const grid = cropGrid(GRIDS[name]!, { first: 3, count: 20 }, { first: 5, count: 20 });
  const [u, v] = [new Float32Array(400), new Float32Array(400).fill(10)];
  u[7] = Number.NaN;
  turnWindToEarth(grid, u, v);
  for (const cell of [0, 33, 399]) {
    const { latitude, longitude } = placeOf(grid, Math.floor(cell / 20), cell % 20);
    const north = gridNorth(grid, latitude, longitude) * RADIANS;
    expect(Math.hypot(u[cell]!, v[cell]!)).toBeCloseTo(10, 5);
    expect(u[cell]!).toBeCloseTo(10 * Math.sin(north), 4);
    expect(v[cell]!).toBeCloseTo(10 * Math.cos(north), 4);
  }
  expect(u[7]).toBeNaN();
});

test('wind of HRRR turns by the formula of its producer', () => {
  const [y, x] = [633, 944];
  const grid = cropGrid(HRRR, { first: y, count: 1 }, { first: x, count: 1 });
  const [u, v] = [Float32Array.of(3), Float32Array.of(-4)];
  turnWindToEarth(grid, u, v);
  const alpha = Math.sin(38.5 * RADIANS) * (-95.8923 + 97.5) * RADIANS;
  expect(u[0]).toBeCloseTo(3 * Math.cos(alpha) - 4 * Math.sin(alpha), 5);
  expect(v[0]).toBeCloseTo(-3 * Math.sin(alpha) - 4 * Math.cos(alpha), 5);
});

test('wind of another size than the grid is a bug of the caller', () => {
  expect(() => turnWindToEarth(HRRR, new Float32Array(3), new Float32Array(3))).toThrow(RangeError);
});

/** Great-circle distance on a sphere of the mean radius, m (haversine). */
function distance(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const [latitude, longitude] = [(b.latitude - a.latitude) * RADIANS, (b.longitude - a.longitude) * RADIANS];
  const cosines = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  const h = Math.sin(latitude / 2) ** 2 + cosines * Math.sin(longitude / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
}

test('the edge is as far as the nearest of its cells, to a few percent', () => {
  const places = [
    [41.3, -95.9],
    [25, -80.2],
    [47.6, -122.3],
    [44.5, -67.5],
  ] as const;
  for (const [latitude, longitude] of places) {
    let nearest = Number.POSITIVE_INFINITY;
    const measure = (y: number, x: number) => {
      nearest = Math.min(nearest, distance({ latitude, longitude }, placeOf(HRRR, y, x)));
    };
    for (let y = 0; y < HRRR.rows; y++) for (const x of [0, HRRR.columns - 1]) measure(y, x);
    for (let x = 0; x < HRRR.columns; x++) for (const y of [0, HRRR.rows - 1]) measure(y, x);
    const edge = edgeDistance(HRRR, latitude, longitude);
    expect(edge / nearest).toBeGreaterThan(0.95);
    expect(edge / nearest).toBeLessThan(1.05);
  }
});

test.each([
  ['regular, global, from the north', 12, 34, Number.POSITIVE_INFINITY],
  ['Gaussian, global', -89.9, 34, Number.POSITIVE_INFINITY],
  // The grid ends at 30° N and 20° S: 5° of latitude are 556 km.
  ['regular, across the date line', 25, 180, 555_975],
  // 1° of longitude at 60° is half as wide.
  ['regular, across the date line', 0, 161, 111_195],
] as const)('the edge of a grid (%s) at %f, %f is %f m away', (name, latitude, longitude, expected) => {
  const edge = edgeDistance(GRIDS[name]!, latitude, longitude);
  if (expected === Number.POSITIVE_INFINITY) expect(edge).toBe(expected);
  else expect(edge / expected).toBeCloseTo(1, 4);
});

test('a cut has the cells of the whole, at their places', () => {
  fc.assert(
    fc.property(anyGrid, shares, shares, (grid, at, [height, width]) => {
      const rows = { first: Math.floor(at[0] * (grid.rows - 1)), count: 0 };
      const columns = { first: Math.floor(at[1] * (grid.columns - 1)), count: 0 };
      rows.count = 1 + Math.floor(height * (grid.rows - 1 - rows.first));
      columns.count = 1 + Math.floor(width * (grid.columns - 1 - columns.first));
      const cut = cropGrid(grid, rows, columns);
      expect([cut.rows, cut.columns]).toEqual([rows.count, columns.count]);
      const [y, x] = [cut.rows - 1, cut.columns - 1];
      const [one, other] = [placeOf(cut, y, x), placeOf(grid, rows.first + y, columns.first + x)];
      expect(one.latitude).toBeCloseTo(other.latitude, 8);
      const apart = Math.abs(one.longitude - other.longitude);
      expect(Math.min(apart, 360 - apart)).toBeLessThan(1e-6);
    }),
    { numRuns: 300 },
  );
});

test('a cut that the grid does not have is a bug of the caller', () => {
  expect(() => cropGrid(HRRR, { first: 1000, count: 60 }, { first: 0, count: 1 })).toThrow('rows 1000 + 60');
  expect(() => cropGrid(HRRR, { first: 0, count: 1 }, { first: 0, count: 0 })).toThrow('columns 0 + 0');
});

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test('a block that covers a region gives every place of it the weights that the whole grid gives', () => {
  fc.assert(
    fc.property(
      anyGrid,
      fc.tuple(degrees(-90, 89), degrees(-180, 180), degrees(0.1, 60), degrees(0.1, 350)),
      fc.array(shares, { minLength: 5, maxLength: 5 }),
      (grid, [south, west, height, width], places) => {
        const north = Math.min(90, south + height);
        const east = west + width > 180 ? west + width - 360 : west + width;
        const block = cellsCovering(grid, { south, west, north, east });
        for (const [up, right] of places) {
          const [latitude, longitude] = [south + up * (north - south), west + right * width];
          const whole = bilinearWeights(grid, latitude, longitude);
          if (block === null) {
            expect(whole).toEqual([]);
            continue;
          }
          const { firstRow, firstColumn, rows, columns } = block;
          const cut = cropGrid(grid, { first: firstRow, count: rows }, { first: firstColumn, count: columns });
          const seam = columns === grid.columns ? columns : columnsBeforeSeam(grid);
          const key = (y: number, x: number, weight: number) => `${y} ${x} ${weight.toFixed(5)}`;
          const own = bilinearWeights(cut, latitude, longitude)
            .filter(({ weight }) => weight > 1e-5)
            .map(({ cell, weight }) => key(firstRow + cell.y, (firstColumn + cell.x) % seam, weight));
          const expected = whole
            .filter(({ weight }) => weight > 1e-5)
            .map(({ cell, weight }) => key(cell.y, cell.x, weight));
          expect(own.sort()).toEqual(expected.sort());
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a block is not much larger than its region needs', () => {
  const { rows, columns } = cellsCovering(HRRR, { south: 40, north: 42, west: -97, east: -94 })!;
  // 2° of latitude are 222 km, 3° of longitude 255 km at 40° N; the box is turned by up to 2°.
  expect(rows).toBeGreaterThan(75);
  expect(rows).toBeLessThan(85);
  expect(columns).toBeGreaterThan(84);
  expect(columns).toBeLessThan(92);
});

test.each([
  ['India', { south: 5, north: 35, west: 68, east: 97 }],
  ['beside the corner, where only the bounding box touches', { south: 50, north: 52, west: -133, east: -126 }],
  ['the south', { south: -90, north: -10, west: -180, east: 180 }],
] as const)('HRRR does not cover %s', (_, region) => {
  expect(cellsCovering(HRRR, region)).toBeNull();
});

test('a region around the whole grid takes all of it', () => {
  const all = { firstRow: 0, rows: 1059, firstColumn: 0, columns: 1799 };
  expect(cellsCovering(HRRR, { south: -90, north: 90, west: -180, east: 180 })).toEqual(all);
  expect(cellsCovering(HRRR, { south: 10, north: 60, west: -140, east: -50 })).toEqual(all);
});

test.each(NAMES)('a region all the way round takes every column: %s', (name) => {
  const grid = GRIDS[name]!;
  const whole = { firstRow: 0, rows: grid.rows, firstColumn: 0, columns: grid.columns };
  for (const [west, east] of [
    [-180, 180],
    [0, 360],
  ] as const)
    expect(cellsCovering(grid, { south: -90, north: 90, west, east })).toEqual(whole);
});

test('a region that leaves out only the middle of a grid takes its columns on both sides', () => {
  const grid = GRIDS['regular, across the date line']!;
  const block = cellsCovering(grid, { south: 0, north: 10, west: -170, east: 175 });
  expect(block).toMatchObject({ firstColumn: 0, columns: grid.columns });
});

test('a region over the pole takes the pole of a polar grid', () => {
  const grid = GRIDS['polar stereographic, over the pole and the date line']!;
  expect(isWellInside(grid, 90, 0, 10)).toBe(true);
  const block = cellsCovering(grid, { south: 85, north: 90, west: -180, east: 180 })!;
  const { x, y } = gridPosition(grid, 90, 0)!;
  // 5° are 555 km on the ground and 555 × 0.933 km on a map that is true at 60°.
  for (const [first, count, pole] of [
    [block.firstColumn, block.columns, x],
    [block.firstRow, block.rows, y],
  ] as const) {
    expect(pole - first).toBeGreaterThan(51);
    expect(pole - first).toBeLessThan(54);
    expect(first + count - 1 - pole).toBeGreaterThan(51);
    expect(first + count - 1 - pole).toBeLessThan(54);
  }
});
