import { expect, test } from 'vitest';
import type { RegularGrid } from '../../src/model/field.js';
import { type DrawnStorm, randomStorms, stormFrames } from '../storm-frames.js';

const GRID: RegularGrid = {
  kind: 'regular',
  columns: 300,
  rows: 200,
  firstLatitude: 41,
  firstLongitude: -98,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};
const AT = Date.UTC(2026, 6, 20, 21) / 1000;
/** 20 km across, 40 km/h towards the east, so its edge is 40 km away from a place 50 km ahead. */
const EASTWARD: DrawnStorm = {
  latitude: 40,
  longitude: -97,
  at: AT,
  speedKmh: 40,
  bearing: 90,
  radius: 10_000,
  rate: 1000,
};
const KILOMETRE_EAST = 1 / (111.195 * Math.cos((40 * Math.PI) / 180)); // degrees at 40° N

test('a frame has the truth at the centre of each pixel, to its quantum', () => {
  const storms = randomStorms(3, 12, GRID, AT, { wander: 2000, mortal: 0.5 });
  const { fields, truthRate } = stormFrames({ seed: 3, storms, grid: GRID, times: [AT, AT + 600] });
  for (const [n, { values }] of fields.entries())
    for (let i = 0; i < values.length; i += 37) {
      const [row, column] = [Math.floor(i / GRID.columns), i % GRID.columns];
      const truth = truthRate(41 - 0.01 * row, -98 + 0.01 * column, AT + 600 * n);
      expect(Math.abs(values[i]! - truth)).toBeLessThanOrEqual(0.05 + 1e-6 * truth);
    }
});

test('a storm arrives when its speed says: 40 km at 40 km/h take an hour', () => {
  const { arrival } = stormFrames({ seed: 1, storms: [EASTWARD], grid: GRID, times: [] });
  const arrives = arrival(40, -97 + 50 * KILOMETRE_EAST, AT, AT + 7200)!;
  // 0.1 of 1000 mm/h is at (1 − (d/r)²)³ = 1e−4, 0.976 r: 240 m inside the edge.
  expect(Math.abs(arrives - AT - 3600 - (240 / 40_000) * 3600)).toBeLessThan(10);
  expect(arrival(40.5, -96.5, AT, AT + 7200)).toBeNull();
});

test('a storm that is born and dies grows and decays; one that wanders stays within its bounds', () => {
  const mortal = { ...EASTWARD, speedKmh: 0, begins: AT - 1800, ends: AT + 1800, growth: 1800 };
  const { truthRate } = stormFrames({ seed: 1, storms: [mortal], grid: GRID, times: [] });
  expect([-1801, -900, 0, 900, 1801].map((seconds) => Math.round(truthRate(40, -97, AT + seconds)))).toEqual([
    0, 500, 1000, 500, 0,
  ]);
  const wandering = stormFrames({
    seed: 1,
    storms: [{ ...EASTWARD, speedKmh: 0, wander: 3000 }],
    grid: GRID,
    times: [],
  });
  const core = Array.from({ length: 120 }, (_, n) => wandering.truthRate(40, -97, AT + 60 * n));
  const farthest = 1000 * (1 - (3000 * Math.SQRT2) ** 2 / 10_000 ** 2) ** 3;
  expect(Math.min(...core)).toBeGreaterThanOrEqual(farthest);
  expect(Math.max(...core) - Math.min(...core)).toBeGreaterThan(10);
});

test('unobserved pixels are NaN, and a seed draws the same noise again', () => {
  const options = { seed: 5, storms: [EASTWARD], grid: GRID, times: [AT], noise: 0.3 };
  const { fields, frames } = stormFrames({ ...options, isObserved: (row) => row >= 10 });
  expect(fields[0]!.values.subarray(0, 10 * GRID.columns).every(Number.isNaN)).toBe(true);
  expect(fields[0]!.values.subarray(10 * GRID.columns).some(Number.isNaN)).toBe(false);
  expect(stormFrames(options).fields).toEqual(stormFrames(options).fields);
  expect(frames[0]!.description).toMatchObject({ dataset: 'mrms-rate', validTime: AT, grid: GRID });
});
