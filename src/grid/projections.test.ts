/**
 * The projections against worked examples that others have published: Snyder (1987), USGS Professional Paper 1395,
 * appendix A, and the IOGP Geomatics Guidance Note 7-2. Tolerance: half of the last printed digit, or what the printed
 * intermediate figures allow.
 */

import { expect, test } from 'vitest';
import type { EarthShape } from '../model/field.js';
import { type Cone, coneGeometry, toPlane } from './conformal-cone.js';
import { gaussianLatitude, nearestGaussianRow } from './gaussian-latitudes.js';
import { lambertCone } from './lambert.js';
import { mercatorGeometry, mercatorRadius, mercatorY } from './mercator.js';
import { polarCone } from './polar-stereographic.js';

const flattened = (semiMajor: number, inverseFlattening: number): EarthShape => ({
  semiMajor,
  semiMinor: semiMajor * (1 - 1 / inverseFlattening),
});
const withSquare = (semiMajor: number, eSquared: number): EarthShape => ({
  semiMajor,
  semiMinor: semiMajor * Math.sqrt(1 - eSquared),
});
const UNIT_SPHERE: EarthShape = { semiMajor: 1, semiMinor: 1 };
const CLARKE_1866 = withSquare(6_378_206.4, 0.00676866);
const INTERNATIONAL = withSquare(6_378_388, 0.00672267);
const WGS84 = flattened(6_378_137, 298.257223563);
const KRASSOWSKY = flattened(6_378_245, 298.3);

/** Snyder measures y from the parallel φ₀; here the origin is the pole of the cone. */
const fromParallel = (cone: Cone, parallel: number, latitude: number, longitude: number) => {
  const origin = toPlane(cone, parallel, cone.centralMeridian);
  const point = toPlane(cone, latitude, longitude);
  return { x: point.x - origin.x, y: point.y - origin.y };
};

test.each([
  ['Lambert of the sphere, Snyder', UNIT_SPHERE, 0.2966785, 0.2462112, 6],
  ['Lambert of the ellipsoid, Snyder', CLARKE_1866, 1_894_410.9, 1_564_649.5, 0],
] as const)('%s: 35° N 75° W, parallels 33° and 45°, origin 23° N 96° W', (_, earth, x, y, digits) => {
  const point = fromParallel(lambertCone(earth, -96, [33, 45]), 23, 35, -75);
  expect(point.x).toBeCloseTo(x, digits);
  expect(point.y).toBeCloseTo(y, digits);
});

test('polar stereographic of the ellipsoid, Snyder: 75° S 150° E, true at 71° S, 100° W upward', () => {
  const point = toPlane(polarCone(INTERNATIONAL, 'south', -100, -71), -75, 150);
  expect(point.x).toBeCloseTo(-1_540_033.6, 0);
  expect(point.y).toBeCloseTo(-560_526.4, 0);
});

test('polar stereographic, variant B of Guidance Note 7-2: 75° S 120° E, true at 71° S, 70° E upward', () => {
  const point = toPlane(polarCone(WGS84, 'south', 70, -71), -75, 120);
  expect(point.x + 6_000_000).toBeCloseTo(7_255_380.79, 2);
  expect(point.y + 6_000_000).toBeCloseTo(7_053_389.56, 2);
});

test.each([
  ['of the sphere, Snyder', UNIT_SPHERE, 0, 35, 105, 1.8325957, 0.6528366, 7],
  ['of the ellipsoid, Snyder', CLARKE_1866, 0, 35, 105, 11_688_673.7, 4_139_145.6, 0],
  ['true at 42°, variant B of Guidance Note 7-2', KRASSOWSKY, 42, 53, 2, 165_704.29, 5_171_848.07, 2],
] as const)('Mercator %s', (_, earth, trueLatitude, latitude, east, x, y, digits) => {
  const plane = { earth, trueLatitude };
  expect((mercatorRadius(plane) * east * Math.PI) / 180).toBeCloseTo(x, digits);
  expect(mercatorY(plane, latitude)).toBeCloseTo(y, digits);
});

/** The step of 1 m makes cells of metres, so a place's position is its place in the plane. */
const SQUARE_METRES = { columns: 2, rows: 2, firstX: 0, firstY: 0, xStep: 1, yStep: 1 };

test.each([
  ['Lambert', lambertCone(CLARKE_1866, -96, [33, 45]), 35, -75],
  ['Lambert of the south', lambertCone(WGS84, 140, [-20, -50]), -35, 120],
  ['polar stereographic', polarCone(WGS84, 'north', -45, 60), 75, 170],
  ['polar stereographic of the south', polarCone(INTERNATIONAL, 'south', -100, -71), -75, 150],
] as const)('%s of an ellipsoid comes back to a millionth of an arc second', (_, cone, latitude, longitude) => {
  const { x, y } = toPlane(cone, latitude, longitude);
  const earth = { semiMajor: cone.semiMajor, semiMinor: cone.semiMajor };
  const back = coneGeometry({ ...SQUARE_METRES, earth }, cone).place(y, x);
  expect(back.latitude).toBeCloseTo(latitude, 9);
  expect(back.longitude).toBeCloseTo(longitude, 9);
});

test.each([
  ['Lambert', lambertCone(WGS84, 140, [20, 50]), lambertCone(WGS84, 140, [-20, -50])],
  ['polar stereographic', polarCone(WGS84, 'north', 140, 71), polarCone(WGS84, 'south', 140, -71)],
] as const)('%s of the south is the mirror image of the north: +y points north in both', (_, north, south) => {
  for (const [latitude, longitude] of [
    [35, 120],
    [60, 140],
    [89, -60],
    [-10, 175],
  ] as const) {
    const [above, below] = [toPlane(north, latitude, longitude), toPlane(south, -latitude, longitude)];
    expect(below.x).toBeCloseTo(above.x, 3);
    expect(below.y).toBeCloseTo(-above.y, 3);
  }
});

test('every place is finite on every plane, the far pole too', () => {
  for (const cone of [
    polarCone(WGS84, 'north', 0, 60),
    polarCone(WGS84, 'south', 0, -60),
    lambertCone(WGS84, 0, [-20, -50]),
  ])
    for (const latitude of [-90, 90])
      for (const longitude of [0, 90])
        expect(toPlane(cone, latitude, longitude).x).toBeLessThan(Number.POSITIVE_INFINITY);
});

test('Mercator of an ellipsoid comes back too', () => {
  const grid = { kind: 'mercator', ...SQUARE_METRES, earth: WGS84, centralMeridian: 51, trueLatitude: 42 } as const;
  const back = mercatorGeometry(grid).place(mercatorY(grid, -53), 0);
  expect(back.latitude).toBeCloseTo(-53, 9);
  expect(back.longitude).toBeCloseTo(51, 9);
});

test('true at the pole is the limit of true beside it', () => {
  const [atPole, beside] = [90, 89.999].map((latitude) => toPlane(polarCone(WGS84, 'north', 0, latitude), 60, 30));
  expect(atPole!.x / beside!.x).toBeCloseTo(1, 9);
});

/** ECMWF's published table of the N80 and N320 Gaussian latitudes; N = 1 and 2 are the textbook zeros ±1/√3 and so on. */
test.each([
  [1, 0, 35.264389683],
  [2, 0, 59.444408289],
  [2, 1, 19.875719147],
  [80, 0, 89.14151943],
  [80, 1, 88.02942887],
  [80, 79, 0.560744943],
  [320, 0, 89.78487691],
] as const)('Gaussian latitude %i/%i is %f', (parallels, row, latitude) => {
  expect(gaussianLatitude(parallels, row)).toBeCloseTo(latitude, 5);
  expect(gaussianLatitude(parallels, 2 * parallels - 1 - row)).toBeCloseTo(-latitude, 5);
});

test.each([1, 2, 80, 640, 2000])('each row of %i parallels is found by its latitude', (parallels) => {
  for (const row of [0, 1, parallels - 1, parallels, 2 * parallels - 1])
    expect(nearestGaussianRow(parallels, gaussianLatitude(parallels, row))).toBe(Math.min(row, 2 * parallels - 1));
});
