import { expect, test } from 'vitest';
import { createMemoryCube, createMemoryShelf, type FieldOf } from '../../../test/memory-cube.js';
import { placeOf } from '../../grid/grid.js';
import type { Grid, PolarStereographicGrid, RegularGrid } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import { motionAt } from '../../science/radar/trajectory.js';
import { modelMotion } from './model-motion.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
/** 2.5° all over the globe. */
const GLOBE: RegularGrid = {
  kind: 'regular',
  columns: 144,
  rows: 73,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -2.5,
  longitudeStep: 2.5,
};
const CONUS: RegularGrid = {
  kind: 'regular',
  columns: 1400,
  rows: 700,
  firstLatitude: 54.975,
  firstLongitude: -129.975,
  latitudeStep: -0.05,
  longitudeStep: 0.05,
};
const COMPOSITE: PolarStereographicGrid = {
  kind: 'polar-stereographic',
  columns: 1100,
  rows: 1200,
  firstX: -523_462,
  firstY: -3_658_645 - 1_200_000,
  xStep: 1000,
  yStep: 1000,
  earth: { semiMajor: 6_370_040, semiMinor: 6_370_040 },
  pole: 'north',
  centralMeridian: 10,
  trueLatitude: 60,
};

function shelfOf(u: FieldOf, v: FieldOf, grid: Grid = GLOBE) {
  const cube = createMemoryCube({
    times: [NOON - HOUR, NOON, NOON + HOUR],
    fields: { temperature: () => 280, wind_u_700hpa: u, wind_v_700hpa: v },
    grid,
  });
  return createMemoryShelf(cube);
}

async function at(grid: Grid, row: number, column: number, shelf: ReturnType<typeof shelfOf>, time = NOON) {
  const out = new Float64Array(2);
  motionAt((await modelMotion(shelf, grid, time))!, row, column, out);
  return [...out];
}

/** Pixels of 0.05° that 8 m/s, 0.8 of 10 m/s, make in a minute. */
const NORTHWARD = 480 / 111_195 / 0.05;

test('eight tenths of the wind, in pixels of a latitude-longitude grid: rows run southward, columns narrow to the north', async () => {
  const north = shelfOf(
    () => 0,
    () => 10,
  );
  const east = shelfOf(
    () => 10,
    () => 0,
  );
  expect((await at(CONUS, 350, 700, north))[1]).toBeCloseTo(-NORTHWARD, 4);
  expect((await at(CONUS, 350, 700, north))[0]).toBeCloseTo(0, 6);
  for (const row of [0, 350, 699]) {
    const { latitude } = placeOf(CONUS, row, 700);
    const [u, v] = await at(CONUS, row, 700, east);
    // nodes are 2° apart, and the motion is linear between them
    expect(u! / (NORTHWARD / Math.cos((latitude * Math.PI) / 180))).toBeCloseTo(1, 2);
    expect(v).toBeCloseTo(0, 6);
  }
});

test('on a projection the motion turns with its meridians, and a pixel is as long as the projection makes it', async () => {
  const shelf = shelfOf(
    () => 0,
    () => 10,
  );
  const [row, column] = [600, 1000];
  const here = placeOf(COMPOSITE, row, column);
  const [u, v] = await at(COMPOSITE, row, column, shelf);
  const there = placeOf(COMPOSITE, row + v!, column + u!);
  expect((there.latitude - here.latitude) * 111_195).toBeCloseTo(480, -1);
  expect((there.longitude - here.longitude) * 111_195 * Math.cos((here.latitude * Math.PI) / 180)).toBeCloseTo(0, -1);
});

test('corners move along with the others', async () => {
  const shelf = shelfOf(
    () => 10,
    () => -10,
  );
  for (const row of [0, 699])
    for (const column of [0, 1399]) {
      const [u, v] = await at(CONUS, row, column, shelf);
      expect(u).toBeGreaterThan(NORTHWARD);
      expect(v).toBeCloseTo(NORTHWARD, 3);
    }
});

test('between two steps of the model the wind is between theirs', async () => {
  const shelf = shelfOf(
    () => 0,
    (time) => (time - NOON) / 360,
  );
  expect((await at(CONUS, 350, 700, shelf, NOON + HOUR))[1]).toBeCloseTo(-NORTHWARD, 4);
  expect((await at(CONUS, 350, 700, shelf, NOON + HOUR / 2))[1]).toBeCloseTo(-NORTHWARD / 2, 3);
});

test('a model that is kept for a region lends its mean to what lies beyond', async () => {
  const region: RegularGrid = { ...GLOBE, columns: 9, rows: 9, firstLatitude: 50, firstLongitude: 250 };
  const shelf = shelfOf(
    () => 0,
    () => 10,
    region,
  );
  expect((await at(CONUS, 690, 1390, shelf))[1]).toBeCloseTo(-NORTHWARD, 4);
});

test('there is no motion without a run, beyond its hours, where it lacks this wind, or lies elsewhere', async () => {
  const still = () => 0;
  const elsewhere: RegularGrid = { ...GLOBE, columns: 9, rows: 9, firstLatitude: 0, firstLongitude: 0 };
  const other = createMemoryCube({ times: [NOON, NOON + HOUR], fields: { wind_u: still, wind_v: still }, grid: GLOBE });
  const cases: [Parameters<typeof modelMotion>[0], number][] = [
    [createMemoryShelf(null), NOON],
    [shelfOf(still, still), NOON + 2 * HOUR],
    [shelfOf(still, still), NOON - 2 * HOUR],
    [createMemoryShelf(other), NOON],
    [shelfOf(still, () => Number.NaN), NOON],
    [shelfOf(still, still, elsewhere), NOON],
  ];
  for (const [shelf, time] of cases) expect(await modelMotion(shelf, CONUS, time)).toBeNull();
  expect(other.readers()).toBe(0);
});

test('of a globe there are no more nodes than can be read', async () => {
  const globe: RegularGrid = { ...GLOBE, columns: 18_000, rows: 6501, firstLatitude: 70, firstLongitude: -180 };
  const fine = { ...globe, latitudeStep: -0.02, longitudeStep: 0.02 };
  const motion = (await modelMotion(
    shelfOf(
      () => 10,
      () => 0,
    ),
    fine,
    NOON,
  ))!;
  expect(motion.u.length).toBeLessThan(1700);
  expect(motion.u.every((u) => u > 0)).toBe(true);
});
