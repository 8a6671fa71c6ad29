import { expect, test } from 'vitest';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { gridPosition, placeOf } from '../../grid/grid.js';
import type { RegularGrid } from '../../model/field.js';
import { UNOBSERVED } from '../../model/radar.js';
import { bytesOf, packedAt, tiledField, valueAt } from '../../science/radar/tiled-field.js';
import { asStored } from './frame-reading.js';

/** The north-western part of the grid of MRMS, whose first centre is 54.995° N, 129.995° W. */
const LARGE: RegularGrid = {
  kind: 'regular',
  columns: 2800,
  rows: 1502,
  firstLatitude: 54.995,
  firstLongitude: 230.005,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};

/** Falls off eastward by 0.01 in 100 pixels; beyond column 2000 nobody looks. */
function quality(grid: RegularGrid): RadarRaster {
  const { rows, columns } = grid;
  const packed = Uint16Array.from({ length: rows * columns }, (_, i) =>
    i % columns < 2000 ? 100 - Math.floor((i % columns) / 100) : UNOBSERVED,
  );
  return { grid, validTime: 0, field: tiledField(rows, columns, 0.01, packed) };
}

test('quality on a large grid is kept as means of 4 × 4 pixels, each where its pixels are', () => {
  const fine = quality(LARGE);
  const { grid, field } = asStored('mrms-quality', fine);
  expect([field.rows, field.columns, grid.rows, grid.columns]).toEqual([376, 700, 376, 700]);
  expect(grid).toMatchObject({ firstLatitude: 54.98, firstLongitude: 230.02 });
  expect(bytesOf(field)).toBeLessThan(bytesOf(fine.field) / 12);
  for (const [row, column] of [
    [2, 2],
    [1234, 1345],
    [1497, 1999],
  ] as const) {
    const { latitude, longitude } = placeOf(LARGE, row, column);
    const at = gridPosition(grid, latitude, longitude)!;
    expect([Math.round(at.y), Math.round(at.x)]).toEqual([Math.floor(row / 4), Math.floor(column / 4)]);
    expect(valueAt(field, Math.round(at.y), Math.round(at.x))).toBeCloseTo(valueAt(fine.field, row, column), 6);
  }
  expect(packedAt(field, 100, 600)).toBe(UNOBSERVED);
});

test('a small grid, and what is no quality, stay as they are', () => {
  const small = quality({ ...LARGE, rows: 70, columns: 140, latitudeStep: -0.5, longitudeStep: 0.5 });
  expect(asStored('mrms-quality', small)).toBe(small);
  const flag = quality(LARGE);
  expect(asStored('mrms-flag', flag)).toBe(flag);
});
