import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bilinearWeights, gridPosition } from '../../grid/grid.js';
import { GFS, HRRR } from '../../grid/grids.fixture.js';
import { latitudeOf, longitudeOf } from '../../grid/regular.js';
import type { RegularGrid } from '../../model/field.js';
import { cropTo } from './region-crop.js';

const NORTHWARD: RegularGrid = { ...GFS, firstLatitude: -90, latitudeStep: 0.25, firstLongitude: -180 };
const PATCH: RegularGrid = { ...GFS, columns: 41, rows: 41, firstLatitude: 50, firstLongitude: 350 };

test('no region is no cut', () => {
  expect(cropTo(GFS, null)).toEqual({ grid: GFS, firstRow: 0, firstColumn: 0, seam: 1440 });
});

test.each([
  ['on grid lines', GFS, { south: 40, west: 10, north: 50, east: 20 }, { rows: 41, columns: 41, first: [50, 10] }],
  [
    'between them',
    GFS,
    { south: 40.1, west: 10.1, north: 49.9, east: 19.9 },
    { rows: 41, columns: 41, first: [50, 10] },
  ],
  [
    'across Greenwich',
    GFS,
    { south: 35, west: -12, north: 72, east: 45 },
    { rows: 149, columns: 229, first: [72, 348] },
  ],
  [
    'across the date line',
    GFS,
    { south: -50, west: 160, north: -30, east: -170 },
    { rows: 81, columns: 121, first: [-30, 160] },
  ],
  ['up to a pole', GFS, { south: 80, west: 0, north: 90, east: 10 }, { rows: 41, columns: 41, first: [90, 0] }],
  ['nearly all round', GFS, { south: 0, west: -180, north: 1, east: 179.9 }, { rows: 5, columns: 1440, first: [1, 0] }],
  [
    'rows northward',
    NORTHWARD,
    { south: 40, west: 10, north: 50, east: 20 },
    { rows: 41, columns: 41, first: [40, 10] },
  ],
  [
    'date line on a grid that begins there',
    NORTHWARD,
    { south: 0, west: 179, north: 1, east: -179 },
    { rows: 5, columns: 9, first: [0, 179] },
  ],
  [
    'a patch, partly covered',
    PATCH,
    { south: 30, west: -5, north: 45, east: 30 },
    { rows: 21, columns: 21, first: [45, 355] },
  ],
])('%s', (_, grid, region, expected) => {
  const cut = cropTo(grid, region).grid as RegularGrid;
  expect({ rows: cut.rows, columns: cut.columns, first: [cut.firstLatitude, cut.firstLongitude] }).toEqual(expected);
});

test('a region that the grid does not touch is refused by name', () => {
  const region = { south: -10, west: 100, north: 0, east: 110 };
  expect(() => cropTo(PATCH, region)).toThrow('WEATHERGLASS_REGION: must overlap the grid of the feed');
});

test.each([
  ['row', { south: 50, west: -5, north: 60, east: 0 }, { rows: 1, columns: 21 }, [50, -3]],
  ['column', { south: 45, west: 0, north: 48, east: 9 }, { rows: 13, columns: 1 }, [46, 0]],
] as const)('a region that only touches the last %s gets that', (_, region, shape, [latitude, longitude]) => {
  const { grid } = cropTo(PATCH, region);
  expect(grid).toMatchObject(shape);
  const weights = bilinearWeights(grid, latitude, longitude);
  expect(weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
});

test('a projected grid is cut to the rows and columns of its own plane that hold the region', () => {
  const nebraska = { south: 40, west: -104.1, north: 43, east: -95.3 };
  const { grid, firstRow, firstColumn, seam } = cropTo(HRRR, nebraska);
  expect(grid.kind).toBe('lambert');
  expect(seam).toBe(HRRR.columns);
  // 3° of latitude are 334 km, 8.8° of longitude at 40° N 750 km; the outline bends and is turned by up to 4°.
  expect(grid.rows * 3).toBeGreaterThan(334);
  expect(grid.rows * 3).toBeLessThan(334 + 60);
  expect(grid.columns * 3).toBeGreaterThan(750);
  expect(grid.columns * 3).toBeLessThan(750 + 60);
  const [whole, cut] = [HRRR, grid].map((each) => gridPosition(each, 41.3032, -95.8941)!);
  expect(cut!.x + firstColumn).toBeCloseTo(whole!.x, 6);
  expect(cut!.y + firstRow).toBeCloseTo(whole!.y, 6);
});

test('a region that a projected grid does not reach is refused by name', () => {
  const france = { south: 42, west: -5, north: 51, east: 8 };
  expect(() => cropTo(HRRR, france)).toThrow('WEATHERGLASS_REGION: must overlap the grid of the feed');
});

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test('every point of the region keeps its four neighbours, at the places they had', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(GFS, NORTHWARD),
      fc.tuple(degrees(-90, 89), degrees(-180, 180), degrees(0.1, 60), degrees(0.1, 350)),
      fc.tuple(degrees(0, 1), degrees(0, 1)),
      (grid, [south, west, height, width], [up, right]) => {
        const north = Math.min(90, south + height);
        const east = west + width > 180 ? west + width - 360 : west + width;
        const crop = cropTo(grid, { south, west, north, east });
        const cut = crop.grid as RegularGrid;
        const point = [south + up * (north - south), west + right * width] as const;
        const inside = bilinearWeights(crop.grid, ...point);
        const before = bilinearWeights(grid, ...point);
        const place = ({ y, x }: { y: number; x: number }) =>
          `${crop.firstRow + y} ${(crop.firstColumn + x) % grid.columns}`;
        expect(inside.map(({ cell }) => place(cell)).sort()).toEqual(
          before.map(({ cell }) => `${cell.y} ${cell.x}`).sort(),
        );
        for (const { cell } of inside) {
          expect(latitudeOf(cut, cell.y)).toBeCloseTo(latitudeOf(grid, crop.firstRow + cell.y), 6);
          const turned = longitudeOf(cut, cell.x) - longitudeOf(grid, (crop.firstColumn + cell.x) % grid.columns);
          expect(Math.abs(Math.round(turned / 360) * 360 - turned)).toBeLessThan(1e-6);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('of a projected grid, too, every point of the region keeps its four neighbours, to the last corner', () => {
  fc.assert(
    fc.property(
      fc.tuple(degrees(15, 56), degrees(-140, -55), degrees(0.01, 12), degrees(0.01, 20)),
      fc.tuple(degrees(0, 1), degrees(0, 1)),
      ([south, west, height, width], [up, right]) => {
        const region = { south, west, north: south + height, east: west + width };
        const point = [south + up * height, west + right * width] as const;
        const before = gridPosition(HRRR, ...point) === null ? [] : bilinearWeights(HRRR, ...point);
        if (before.length === 0) return;
        const { grid, firstRow, firstColumn } = cropTo(HRRR, region);
        const inside = bilinearWeights(grid, ...point);
        const places = inside.map(({ cell }) => `${cell.y + firstRow} ${cell.x + firstColumn}`);
        expect(places.sort()).toEqual(before.map(({ cell }) => `${cell.y} ${cell.x}`).sort());
      },
    ),
    { numRuns: 300 },
  );
});
