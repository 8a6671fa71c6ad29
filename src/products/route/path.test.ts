import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomPath } from '../../../test/random-path.js';
import { EARTH_RADIUS_M, greatCircleDistance } from '../../science/great-circle.js';
import { antipodalLeg, createPath } from './path.js';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const DEGREE_M = (EARTH_RADIUS_M * Math.PI) / 180;

test('distances add up from waypoint to waypoint', () => {
  const path = createPath([at(0, 0), at(0, 1), at(2, 1), at(2, 1)]);
  [0, 1, 3, 3].forEach((degrees, i) => {
    expect(path.distances[i]).toBeCloseTo(degrees * DEGREE_M, 5);
  });
  expect(path.length).toBe(path.distances[3]);
});

test('places lie on their leg; before the start is the start, beyond the end the end', () => {
  const path = createPath([at(0, 0), at(0, 2), at(1, 2)]);
  const { latitudes, longitudes } = path.placesAt(Float64Array.of(2.5, 0.5, -1, 99).map((x) => x * DEGREE_M));
  [0.5, 0, 0, 1].forEach((latitude, i) => {
    expect(latitudes[i]).toBeCloseTo(latitude, 9);
  });
  [2, 0.5, 0, 2].forEach((longitude, i) => {
    expect(longitudes[i]).toBeCloseTo(longitude, 9);
  });
  expect(path.placeAt(0.5 * DEGREE_M)).toEqual(at(latitudes[1]!, longitudes[1]!));
});

test('across the date line the way is the shorter one, and 180 is said as −180', () => {
  const path = createPath([at(10, 179), at(10, 180), at(10, -179)]);
  expect([...path.longitudes]).toEqual([179, -180, -179]);
  expect(path.length).toBeLessThan(2 * DEGREE_M);
  expect(path.placeAt(path.length / 4).longitude).toBeCloseTo(179.5, 4);
  expect(path.placeAt((3 * path.length) / 4).longitude).toBeCloseTo(-179.5, 4);
});

test('a path over the pole changes its meridian there', () => {
  const path = createPath([at(89, 30), at(89, -150)]);
  const before = path.placeAt(0.5 * DEGREE_M);
  const after = path.placeAt(1.5 * DEGREE_M);
  expect([before.latitude, before.longitude, after.latitude, after.longitude].map((x) => Math.round(x * 1e9) / 1e9)) //
    .toEqual([89.5, 30, 89.5, -150]);
});

test('waypoints in one place make a path without length', () => {
  const path = createPath([at(-33, 18), at(-33, 18)]);
  expect(path.length).toBe(0);
  expect(path.placeAt(0)).toEqual(at(-33, 18));
});

test('legs between opposite places are found by their second waypoint, and refused', () => {
  const waypoints = [at(0, 0), at(10, 20), at(-10, -160), at(0, 0)];
  expect(antipodalLeg(waypoints)).toBe(2);
  expect(antipodalLeg(waypoints.slice(2))).toBe(-1);
  expect(() => createPath(waypoints)).toThrow(RangeError);
  expect(() => createPath([at(0, 0)])).toThrow('a path has 1 waypoints, needs 2');
});

test('on random paths distances begin with 0, never decrease, end with the length, and waypoints are themselves', () => {
  fc.assert(
    fc.property(randomPath, (waypoints) => {
      const path = createPath(waypoints);
      expect(path.distances[0]).toBe(0);
      expect(path.distances.every((distance, i) => i === 0 || distance >= path.distances[i - 1]!)).toBe(true);
      expect(path.distances.at(-1)).toBe(path.length);
      const places = path.placesAt(path.distances);
      waypoints.forEach((waypoint, i) => {
        const [latitude, longitude] = [places.latitudes[i]!, places.longitudes[i]!];
        expect(greatCircleDistance(waypoint.latitude, waypoint.longitude, latitude, longitude)).toBeLessThan(1e-6);
        if (path.distances[i] === path.distances[i - 1]) return; // one place with the waypoint before it
        expect(latitude).toBe(waypoint.latitude);
        expect(longitude).toBe(waypoint.longitude === 180 ? -180 : waypoint.longitude);
      });
    }),
  );
});

test('on random paths positions are as far from the waypoints around them as their distance says', () => {
  fc.assert(
    fc.property(randomPath, fc.double({ min: 0, max: 1, noNaN: true }), (waypoints, share) => {
      const path = createPath(waypoints);
      const distance = share * path.length;
      const place = path.placeAt(distance);
      const leg = path.distances.findIndex((end) => end >= distance);
      for (const i of [leg - 1, leg]) {
        if (i < 0) continue;
        const far = greatCircleDistance(path.latitudes[i]!, path.longitudes[i]!, place.latitude, place.longitude);
        expect(Math.abs(far - Math.abs(path.distances[i]! - distance))).toBeLessThan(1e-2);
      }
    }),
  );
});
