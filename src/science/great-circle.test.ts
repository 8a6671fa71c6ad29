import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areAntipodal,
  EARTH_RADIUS_M,
  greatCircleDistance,
  greatCirclePoint,
  initialBearing,
  wrapLongitude,
} from './great-circle.js';

const RADIANS = Math.PI / 180;
const QUARTER = (EARTH_RADIUS_M * Math.PI) / 2;
const METRE_IN_DEGREES = 1 / (EARTH_RADIUS_M * RADIANS);

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const place = fc.tuple(latitude, longitude);

/** The angle between two places by the cross and the dot product of their unit vectors, m. */
function distanceByVectors(latA: number, lonA: number, latB: number, lonB: number): number {
  const [a, b] = [
    [latA, lonA],
    [latB, lonB],
  ].map(([phi, lambda]) => [
    Math.cos(phi! * RADIANS) * Math.cos(lambda! * RADIANS),
    Math.cos(phi! * RADIANS) * Math.sin(lambda! * RADIANS),
    Math.sin(phi! * RADIANS),
  ]) as [number[], number[]];
  const cross = Math.hypot(a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!);
  return EARTH_RADIUS_M * Math.atan2(cross, a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!);
}

for (const [name, latA, lonA, latB, lonB, want, bearing] of [
  ['a quarter of the equator', 0, 0, 0, 90, QUARTER, 90],
  ['equator to pole', 0, 77, 90, 0, QUARTER, 0],
  ['over the pole', 80, 0, 80, 180, QUARTER * (20 / 90), 0],
  ['the pole has one place, whatever its longitude', 90, -40, 90, 130, 0, null],
  ['180° east is 180° west', 12, 180, 12, -180, 0, 0],
  ['west across the date line', 0, -179, 0, 179, QUARTER / 45, 270],
  ['half around', 0, -90, 0, 90, 2 * QUARTER, null],
  ['a millimetre north', 52, 13, 52 + METRE_IN_DEGREES / 1000, 13, 1e-3, 0],
] as const)
  test(`distance and bearing: ${name}`, () => {
    expect(Math.abs(greatCircleDistance(latA, lonA, latB, lonB) - want)).toBeLessThan(1e-7);
    if (bearing !== null) expect(initialBearing(latA, lonA, latB, lonB)).toBeCloseTo(bearing, 9);
  });

test('distances are those of unit vectors, the same both ways', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      const distance = greatCircleDistance(...a, ...b);
      expect(Math.abs(distance - distanceByVectors(...a, ...b))).toBeLessThan(1e-6);
      expect(Math.abs(distance - greatCircleDistance(...b, ...a))).toBeLessThan(1e-7);
    }),
  );
});

test('a position lies on the way: as far from A as asked, the rest from B', () => {
  fc.assert(
    fc.property(place, place, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, fraction) => {
      fc.pre(!areAntipodal(...a, ...b));
      const distance = greatCircleDistance(...a, ...b);
      const at = greatCirclePoint(...a, ...b, fraction);
      expect(at.longitude).toBeGreaterThanOrEqual(-180);
      expect(at.longitude).toBeLessThan(180);
      const fromA = greatCircleDistance(...a, at.latitude, at.longitude);
      const fromB = greatCircleDistance(...b, at.latitude, at.longitude);
      expect(Math.abs(fromA - fraction * distance)).toBeLessThan(1e-6);
      expect(Math.abs(fromB - (1 - fraction) * distance)).toBeLessThan(1e-2); // worst a metre off the antipode
    }),
  );
});

test('a leg that ends two metres from the antipode still ends where it should', () => {
  const end = [-10 + 2 * METRE_IN_DEGREES, -160] as const;
  expect(areAntipodal(10, 20, ...end)).toBe(false);
  const at = greatCirclePoint(10, 20, ...end, 1);
  expect(greatCircleDistance(at.latitude, at.longitude, ...end)).toBeLessThan(1e-2);
  expect(greatCirclePoint(10, 20, ...end, 0.5).latitude).toBeCloseTo(80, 4); // north, over the pole, is shorter
});

test('between a place and itself there is only that place', () => {
  const at = greatCirclePoint(47.5, 180, 47.5, -180, 0.3);
  expect(at.latitude).toBeCloseTo(47.5, 12);
  expect(at.longitude).toBe(-180);
});

for (const [name, latA, lonA, latB, lonB, want] of [
  ['poles', 90, 0, -90, 33, true],
  ['on the equator', 0, -180, 0, 0, true],
  ['of degrees that are no exact numbers', 20.1, 20.1, -20.1, -159.9, true],
  ['half a metre beside', 0, 0, METRE_IN_DEGREES / 2, 180, true],
  ['two metres beside', 0, 0, 2 * METRE_IN_DEGREES, 180, false],
  ['the same place', 10, 10, 10, 10, false],
  ['opposite meridian, same side', 10, 10, 10, -170, false],
] as const)
  test(`opposite places: ${name}`, () => expect(areAntipodal(latA, lonA, latB, lonB)).toBe(want));

test('longitudes come back within [−180, 180)', () => {
  expect([-360, -180.5, -180, 0, 179.5, 180, 360].map(wrapLongitude)).toEqual([0, 179.5, -180, 0, 179.5, -180, 0]);
});
