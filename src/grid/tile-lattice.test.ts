import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grid } from '../model/field.js';
import type { TileAddress } from '../model/tile.js';
import { gridPosition, placeOf } from './grid.js';
import { GFS, GRIDS } from './grids.fixture.js';
import { tileAt } from './tile-addresses.fixture.js';
import { tileLattice } from './tile-lattice.js';
import { latitudeOfPixel, longitudeOfPixel } from './web-mercator.js';

/** Centre of a pixel, written out anew. */
function centreOf({ z, x, y }: TileAddress, column: number, row: number): [latitude: number, longitude: number] {
  const longitude = ((x + (column + 0.5) / 256) / 2 ** z) * 360 - 180;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + (row + 0.5) / 256)) / 2 ** z)));
  return [(latitude * 180) / Math.PI, longitude];
}

/** One pixel; null outside. */
function positionOf(grid: Grid, address: TileAddress, column: number, row: number): [number, number] | null {
  const [x, y] = [new Float64Array(256), new Float64Array(256)];
  if (!tileLattice(grid, address).positions(row, x, y)) return null;
  return Number.isNaN(x[column]) ? null : [x[column]!, y[column]!];
}

// Figures of mercantile.
test.each([
  ['20.6852 E 40.1222 N', 40.1222, 20.6852, 9, [285, 193]],
  ['the tile 486/332 itself', 53.33087298 - 1e-6, -9.140625 + 1e-6, 10, [486, 332]],
])('%s is in the tile that mercantile says', (_, latitude, longitude, z, [x, y]) => {
  expect(tileAt(z, latitude, longitude)).toEqual({ z, x, y });
});

test.each([
  [10, 486, 332, -9.140625, 53.33087298],
  [0, 0, 0, -180, 85.0511288],
])('tile %i/%i/%i begins where mercantile says', (z, x, y, west, north) => {
  expect(longitudeOfPixel(x * 256, z)).toBeCloseTo(west, 9);
  expect(latitudeOfPixel(y * 256, z)).toBeCloseTo(north, 7);
});

test.each(Object.entries(GRIDS))('pixels lie on %s as the grid says of their centres', (_, grid) => {
  const share = fc.noBias(fc.integer({ min: -100, max: 1100 })).map((thousandths) => thousandths / 1000);
  const pixel = fc.integer({ min: 0, max: 255 });
  let inside = 0;
  fc.assert(
    fc.property(
      share,
      share,
      fc.noBias(fc.integer({ min: 0, max: 12 })),
      pixel,
      pixel,
      (down, along, z, column, row) => {
        const place = placeOf(grid, down * (grid.rows - 1), along * (grid.columns - 1));
        if (!Number.isFinite(place.latitude)) return;
        const address = tileAt(z, place.latitude, place.longitude);
        const found = positionOf(grid, address, column, row);
        const expected = gridPosition(grid, ...centreOf(address, column, row));
        if (expected !== null && found !== null) inside++;
        if (expected === null || found === null) expect([expected, found]).toEqual([null, null]);
        else {
          expect(Math.abs(found[0] - expected.x)).toBeLessThan(1e-6);
          expect(Math.abs(found[1] - expected.y)).toBeLessThan(1e-6);
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(inside).toBeGreaterThan(20);
});

test('the last pixels of a tile and the first of the next one are as far apart as neighbours within a tile', () => {
  const addresses = [0, 1].map((next) => ({ z: 6, x: 14 + next, y: 24 }));
  const right = (grid: Grid) => [254, 255].map((column) => positionOf(grid, addresses[0]!, column, 100)![0]);
  const left = (grid: Grid) => [0, 1].map((column) => positionOf(grid, addresses[1]!, column, 100)![0]);
  for (const grid of [GFS, GRIDS['rotated, global']!, GRIDS.HRRR!]) {
    const [a, b, c, d] = [...right(grid), ...left(grid)] as [number, number, number, number];
    expect(Math.abs(c - b - (b - a))).toBeLessThan(1e-3);
    expect(Math.abs(d - c - (c - b))).toBeLessThan(1e-3);
  }
});

test('a pixel lies in the middle of its four pixels of the next zoom', () => {
  const parent = { z: 5, x: 7, y: 12 };
  const child = { z: 6, x: 14, y: 24 };
  const at = (column: number, row: number) => positionOf(GFS, child, column, row)!;
  const [x, y] = positionOf(GFS, parent, 50, 60)!;
  expect((at(100, 120)[0] + at(101, 120)[0]) / 2).toBeCloseTo(x, 9);
  // Latitudes are not evenly spaced, so only nearly.
  expect((at(100, 120)[1] + at(100, 121)[1]) / 2).toBeCloseTo(y, 4);
});

test('columns go on over the seam of a globe, where the grid begins and at the date line', () => {
  const seam = [127, 128].map((column) => positionOf(GFS, { z: 0, x: 0, y: 0 }, column, 128)![0]);
  // 256 pixels for 1440 columns: 5.625 each, and Greenwich between two pixels.
  expect(seam).toEqual([1440 - 5.625 / 2, 5.625 / 2]);
  const dateLine = [255, 0].map((column) => positionOf(GFS, { z: 0, x: 0, y: 0 }, column, 128)![0]);
  expect(dateLine).toEqual([720 - 5.625 / 2, 720 + 5.625 / 2]);
});

test('a tile that no part of the grid reaches has no positions', () => {
  const antarctica = { z: 4, x: 8, y: 14 };
  for (const grid of [GRIDS.HRRR!, GRIDS['regular, across the date line']!, GRIDS['rotated, over Europe']!])
    for (const row of [0, 255]) expect(positionOf(grid, antarctica, 128, row)).toBeNull();
});
