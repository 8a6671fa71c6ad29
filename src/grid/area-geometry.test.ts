/** GeoJSON of areas: by the rules of RFC 7946, and covering the same places as the area itself. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertCircle, AlertPolygon } from '../model/alert.js';
import { box, capLatitudes, nearPlace, place, polygon, ring, starRing, turned } from './alert-areas.fixture.js';
import { type AreaGeometry, areaGeometry, doubleArea } from './area-geometry.js';
import { createArea } from './areas.js';
import type { Corner } from './date-line-cut.js';

function polygonsOf(geometry: AreaGeometry | null): readonly (readonly Corner[][])[] {
  if (geometry === null) return [];
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** The polygons of an answer as an issuer would send them. */
function sent(geometry: AreaGeometry | null): AlertPolygon[] {
  return polygonsOf(geometry).map((rings) => rings.map((corners) => ring(...corners)));
}

/** As well-known text does: rings apart by `|`, polygons by `;`. */
function written(geometry: AreaGeometry | null): string {
  return polygonsOf(geometry)
    .map((rings) => rings.map((corners) => corners.map((corner) => corner.join(' ')).join(', ')).join(' | '))
    .join('; ');
}

/** RFC 7946, 3.1.6 and 3.1.9. */
function expectValid(geometry: AreaGeometry): void {
  if (geometry.type === 'MultiPolygon') expect(geometry.coordinates.length).toBeGreaterThan(1);
  for (const rings of polygonsOf(geometry))
    for (const [i, corners] of rings.entries()) {
      expect(corners.length).toBeGreaterThanOrEqual(4);
      expect(corners.at(-1)).toEqual(corners[0]);
      expect(Math.sign(doubleArea(corners.slice(1)))).toBe(i === 0 ? 1 : -1);
      for (const [longitude, latitude] of corners) {
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        for (const degrees of [longitude, latitude]) expect(degrees).toBe(Number(degrees.toFixed(6)));
      }
    }
}

test.each([
  ['clockwise comes out counterclockwise, and closed', '0 0, 0 10, 10 10, 10 0', '10 0, 10 10, 0 10, 0 0, 10 0'],
  [
    'a hole comes out clockwise',
    '0 0, 10 0, 10 10, 0 10, 0 0 | 4 4, 6 4, 6 6, 4 6, 4 4',
    '0 0, 10 0, 10 10, 0 10, 0 0 | 4 6, 6 6, 6 4, 4 4, 4 6',
  ],
  ['0..360', '190 0, 200 0, 200 10, 190 10', '-170 0, -160 0, -160 10, -170 10, -170 0'],
  ['seven decimals', '0.12345649 0, 10 0, 10 10', '0.123456 0, 10 0, 10 10, 0.123456 0'],
  [
    'across the date line',
    '170 0, -170 0, -170 10, 170 10, 170 0',
    '180 10, 170 10, 170 0, 180 0, 180 10; -180 0, -170 0, -170 10, -180 10, -180 0',
  ],
  ['an edge on the date line', '170 0, 180 0, 180 10, 170 10', '180 10, 170 10, 170 0, 180 0, 180 10'],
  [
    'an edge on the date line, from the east',
    '-180 0, -170 0, -170 10, -180 10',
    '-180 0, -170 0, -170 10, -180 10, -180 0',
  ],
  [
    'two arms across the date line',
    '170 0, 190 0, 190 3, 175 3, 175 6, 190 6, 190 9, 170 9',
    '180 9, 170 9, 170 0, 180 0, 180 3, 175 3, 175 6, 180 6, 180 9; ' +
      '-180 0, -170 0, -170 3, -180 3, -180 0; -180 6, -170 6, -170 9, -180 9, -180 6',
  ],
  [
    'holes west of the date line and across it',
    '170 0, 190 0, 190 10, 170 10 | 172 2, 174 2, 174 4, 172 4 | 178 4, 182 4, 182 6, 178 6',
    '180 10, 170 10, 170 0, 180 0, 180 4, 178 4, 178 6, 180 6, 180 10 | 172 4, 174 4, 174 2, 172 2, 172 4; ' +
      '-180 0, -170 0, -170 10, -180 10, -180 6, -178 6, -178 4, -180 4, -180 0',
  ],
  [
    'round the north pole',
    '-180 70, -90 65, 0 75, 90 65, 180 70',
    '-180 70, -90 65, 0 75, 90 65, 180 70, 180 90, -180 90, -180 70',
  ],
  [
    'round the south pole, westward, from Greenwich',
    '0 -75, -90 -65, 180 -70, 90 -65',
    '180 -70, 90 -65, 0 -75, -90 -65, -180 -70, -180 -90, 180 -90, 180 -70',
  ],
  ['all longitudes', '-180 60, 180 60, 180 70, -180 70', '180 70, -180 70, -180 60, 180 60, 180 70'],
  ['a line there and back', '0 0, 5 5, 10 10', ''],
  ['narrower than the decimals', '0 0, 10 0, 10 0.0000001', ''],
  ['two corners', '0 0, 5 5, 0 0', ''],
  ['north of the pole', '0 80, 5 91, 10 80', ''],
])('%s', (_, from, to) => {
  const geometry = areaGeometry([polygon(from)], [], 0);
  expect(written(geometry)).toBe(to);
  if (to === '') expect(geometry).toBeNull();
  else expectValid(geometry!);
});

test('a belt round the pole has a hole only where it is drawn flat', () => {
  const geometry = areaGeometry([polygon('-120 60, 0 60, 120 60 | -120 80, 0 80, 120 80')], [], 0)!;
  expect(geometry.type).toBe('Polygon');
  expect(geometry.coordinates).toHaveLength(1);
  expectValid(geometry);
});

test('nothing is null, and what cannot be drawn leaves the rest', () => {
  expect(areaGeometry([], [], 0.005)).toBeNull();
  const bad: AlertCircle = { latitude: 1, longitude: 2, radius: Number.NaN };
  expect(areaGeometry([polygon('0 0, 1 1')], [bad], 0.005)).toBeNull();
  expect(areaGeometry([polygon('0 0, 1 1'), polygon('0 0, 1 0, 1 1')], [bad], 0.005)!.type).toBe('Polygon');
  expect(() => areaGeometry([], [], -1)).toThrow(RangeError);
});

const centre = fc.tuple(place, fc.integer({ min: 100, max: 19_000_000 }));

test('the corners of a circle lie on it, 64 of them, whatever it covers', () => {
  fc.assert(
    fc.property(centre, ([at, radius]) => {
      const circle = { ...at, radius };
      const geometry = areaGeometry([], [circle], 0.005)!;
      expectValid(geometry);
      const [inner, outer] = [0.999, 1.001].map((factor) =>
        createArea([], [{ ...circle, radius: radius * factor + (factor - 1) * 200 }]),
      );
      const corners = polygonsOf(geometry)
        .flat(2)
        .filter(([longitude, latitude]) => Math.abs(longitude) !== 180 && Math.abs(latitude) !== 90);
      expect(new Set(corners.map(String)).size).toBeGreaterThanOrEqual(62);
      for (const [longitude, latitude] of corners) {
        expect(outer!.contains(latitude, longitude)).toBe(true);
        expect(inner!.contains(latitude, longitude) && radius > 1000).toBe(false);
      }
    }),
    { numRuns: 200 },
  );
});

test('a circle covers its middle and not its antipode, also round a pole and beyond half of the globe', () => {
  fc.assert(
    fc.property(centre, ([at, radius]) => {
      const drawn = createArea(sent(areaGeometry([], [{ ...at, radius }], 0)), []);
      expect(drawn.contains(at.latitude, at.longitude)).toBe(true);
      expect(drawn.contains(-at.latitude, at.longitude + 180)).toBe(false);
    }),
  );
  expect(written(areaGeometry([], [{ latitude: 9, longitude: 9, radius: 2.1e7 }], 0))).toBe(
    '-180 -90, 180 -90, 180 90, -180 90, -180 -90',
  );
});

/** Further than this from every edge, rounding to six decimals does not count. */
const NEAR = 2e-6;

/** True, false, or null of a place so near to an edge that rounding decides. */
function holds(polygons: readonly AlertPolygon[], latitude: number, longitude: number): boolean | null {
  const area = createArea(polygons, []);
  const around = [-NEAR, 0, NEAR].flatMap((north) =>
    [-NEAR, 0, NEAR].map((east) => area.contains(latitude + north, longitude + east)),
  );
  return around.every((inside) => inside === around[0]) ? around[0]! : null;
}

test('cut at the date line, an area covers the same places', () => {
  fc.assert(
    fc.property(starRing, fc.integer({ min: -180, max: 180 }), fc.array(nearPlace), (corners, turn, places) => {
      const shape = [[turned(corners, turn)]];
      const drawn = sent(areaGeometry(shape, [], 0));
      for (const { latitude, longitude } of places) {
        const want = holds(shape, latitude, longitude + turn);
        if (want !== null) expect(createArea(drawn, []).contains(latitude, longitude + turn)).toBe(want);
      }
    }),
  );
});

test('cut at the date line with a hole, an area covers the same places', () => {
  fc.assert(
    fc.property(starRing, fc.integer({ min: 140, max: 220 }), fc.array(nearPlace), (corners, turn, places) => {
      const hole = ring([4, 0], [0, 3], [-4, 0], [0, -2]);
      const shape = [[turned(corners, turn), turned(hole, turn)]];
      const geometry = areaGeometry(shape, [], 0)!;
      expectValid(geometry);
      for (const { latitude, longitude } of places) {
        const want = holds(shape, latitude, longitude + turn);
        if (want !== null) expect(createArea(sent(geometry), []).contains(latitude, longitude + turn)).toBe(want);
      }
    }),
  );
});

test('a cap that is drawn by way of the pole covers the same places', () => {
  fc.assert(
    fc.property(capLatitudes, fc.constantFrom(1, -1), fc.array(place), (latitudes, hemisphere, places) => {
      const cap = [[ring(...latitudes.map((latitude, i): Corner => [i * 30 - 170, latitude * hemisphere]))]];
      const geometry = areaGeometry(cap, [], 0)!;
      expectValid(geometry);
      for (const { latitude, longitude } of places) {
        const want = holds(cap, Math.max(-89, Math.min(89, latitude)), longitude);
        if (want !== null)
          expect(createArea(sent(geometry), []).contains(Math.max(-89, Math.min(89, latitude)), longitude)).toBe(want);
      }
    }),
  );
});

test('the whole earth and nothing but it', () => {
  const geometry = areaGeometry([[box(-180, -90, 180, 90)]], [], 0.005)!;
  expect(written(geometry)).toBe('180 90, -180 90, -180 -90, 180 -90, 180 90');
});
