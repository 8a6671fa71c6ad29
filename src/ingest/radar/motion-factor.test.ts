import { expect, test } from 'vitest';
import type { Grid } from '../../model/field.js';
import { motionFactorOf } from './motion-factor.js';

const regular = (rows: number, columns: number, step: number): Grid => ({
  kind: 'regular',
  rows,
  columns,
  firstLatitude: 55 - step / 2,
  firstLongitude: -130 + step / 2,
  latitudeStep: -step,
  longitudeStep: step,
});

/** DWD's composite: 1 km in the plane that touches the earth at 60° N. */
const DE1200: Grid = {
  kind: 'polar-stereographic',
  pole: 'north',
  earth: { semiMajor: 6_378_137, semiMinor: 6_356_752.314 },
  centralMeridian: 10,
  trueLatitude: 60,
  rows: 1200,
  columns: 1100,
  firstX: -543_000,
  firstY: -3_623_000,
  xStep: 1000,
  yStep: -1000,
};

test.each<[string, Grid, number]>([
  ['CONUS of MRMS: 24.5 million pixels, blocks of 4 km', regular(3500, 7000, 0.01), 4],
  ['the composite of DWD: 1 km, 1.3 million pixels', DE1200, 2],
  ['a region of MRMS', regular(500, 800, 0.01), 2],
  ['pixels of 2 km, not too many', regular(800, 1000, 0.02), 1],
  ['pixels of 5 km', regular(700, 1400, 0.05), 1],
])('%s', (_, grid, factor) => {
  expect(motionFactorOf(grid)).toBe(factor);
});
