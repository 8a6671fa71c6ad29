/** Areas of alerts: the boundary cases one by one, and what must hold of every ring however it is written. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  capLatitudes,
  cornersOfRing,
  nearPlace,
  place,
  polygon,
  ring,
  starRing,
  tangledRing,
  turned,
  WAYS_OF_WRITING,
} from './alert-areas.fixture.js';
import { createArea } from './areas.js';
import type { Corner } from './date-line-cut.js';

const SQUARE = '0 0, 10 0, 10 10, 0 10, 0 0';
const DATE_LINE = '170 0, -170 0, -170 10, 170 10, 170 0';
const HOLED = '0 0, 10 0, 10 10, 0 10, 0 0 | 4 4, 6 4, 6 6, 4 6, 4 4';
const NOTCHED = '0 0, 10 0, 10 10, 5 5, 0 10, 0 0';
const COMB = '0 0, 8 0, 8 4, 6 4, 6 2, 4 2, 4 4, 2 4, 2 2, 0 2, 0 0';
const ARCTIC = '-180 70, -90 65, 0 75, 90 65, 180 70';
const ANTARCTIC = '-180 -70, -90 -65, 0 -75, 90 -65, 180 -70, 180 -90, -180 -90';
const BELT = '-120 60, 0 60, 120 60, -120 60 | -120 80, 0 80, 120 80, -120 80';
const NOTCHED_CAP = '-170 60, -60 60, 60 60, 170 60, 170 90, -170 90, -170 60';

test.each([
  ['a square: its middle', SQUARE, 5, 5, true],
  ['a square: the east edge', SQUARE, 5, 10, true],
  ['a square: just outside', SQUARE, 5, 10.0001, false],
  ['across the date line: east of it', DATE_LINE, 5, -179, true],
  ['across the date line: west of it', DATE_LINE, 5, 179, true],
  ['across the date line: on it, as 180', DATE_LINE, 5, 180, true],
  ['across the date line: on it, as -180', DATE_LINE, 5, -180, true],
  ['across the date line: the rest of the world', DATE_LINE, 5, 0, false],
  ['across the date line: its corner', DATE_LINE, 10, -170, true],
  ['across the date line: beyond its corner', DATE_LINE, 10, -169.9999, false],
  // edges and corners
  ['each corner: south-west', SQUARE, 0, 0, true],
  ['each corner: south-east', SQUARE, 0, 10, true],
  ['each corner: north-east', SQUARE, 10, 10, true],
  ['each corner: north-west', SQUARE, 10, 0, true],
  ['a level edge', SQUARE, 10, 3, true],
  ['in line with a level edge', SQUARE, 10, 11, false],
  ['in line with an upright edge', SQUARE, 11, 10, false],
  ['half a tolerance beyond an edge', SQUARE, 10 + 5e-10, 3, true],
  ['half a tolerance west of an upright edge', SQUARE, 5, -5e-10, true],
  ['ten tolerances beyond an edge', SQUARE, 10 + 1e-8, 3, false],
  ['ten tolerances beyond an upright edge', SQUARE, 5, 10 + 1e-8, false],
  ['under an inner corner, on its meridian', NOTCHED, 4, 5, true],
  ['the inner corner', NOTCHED, 5, 5, true],
  ['above the inner corner', NOTCHED, 6, 5, false],
  ['on a slope', NOTCHED, 7, 7, true],
  ['beside a slope', NOTCHED, 7.001, 7, false],
  ['in a tooth', COMB, 3, 3, true],
  ['between teeth', COMB, 3, 5, false],
  ['under a tooth, on the meridian of its side', COMB, 1, 4, true],
  ['over a level edge between upright ones', COMB, 2, 5, true],
  // holes
  ['a hole', HOLED, 5, 5, false],
  ['the edge of a hole', HOLED, 4, 5, true],
  ['beside a hole', HOLED, 5, 3.9, true],
  ['a hole that reaches beyond the ring: the part outside', `${SQUARE} | 5 5, 15 5, 15 8, 5 8`, 6, 12, false],
  ['a hole that reaches beyond the ring: the part inside', `${SQUARE} | 5 5, 15 5, 15 8, 5 8`, 6, 7, false],
  ['a hole that reaches beyond the ring: beside it', `${SQUARE} | 5 5, 15 5, 15 8, 5 8`, 6, 4, true],
  ['a hole that lies elsewhere, south of the ring', `${SQUARE} | 2 -9, 4 -9, 4 -7, 2 -7`, -8, 3, false],
  ['where two holes overlap', `${SQUARE} | 2 2, 6 2, 6 6, 2 6 | 4 4, 8 4, 8 8, 4 8`, 5, 5, false],
  ['the edge of a hole inside of another hole', `${SQUARE} | 2 2, 6 2, 6 6, 2 6 | 4 4, 8 4, 8 8, 4 8`, 5, 4, false],
  [
    'a hole that is the whole ring: its inside',
    '0 0, 10 0, 10 10, 0 10, 0 0 | 0 0, 10 0, 10 10, 0 10, 0 0',
    5,
    5,
    false,
  ],
  ['a hole that is the whole ring: its edge', '0 0, 10 0, 10 10, 0 10, 0 0 | 0 0, 10 0, 10 10, 0 10, 0 0', 0, 5, true],
  // ways of writing longitudes
  ['0..360, of a place in -180..180', '190 0, 200 0, 200 10, 190 10, 190 0', 5, -165, true],
  ['0..360, edge', '190 0, 200 0, 200 10, 190 10, 190 0', 5, -160, true],
  ['0..360 across Greenwich', '350 0, 10 0, 10 10, 350 10', 5, 0, true],
  ['0..360 across Greenwich, outside', '350 0, 10 0, 10 10, 350 10', 5, 180, false],
  ['both names of the date line in turn', '170 0, 180 0, -180 0, -170 0, -170 9, 170 9', 5, 180, true],
  ['an edge on the date line, asked from the other side', '170 0, 180 0, 180 10, 170 10, 170 0', 5, -180, true],
  ['half a tolerance past an edge on the date line', '170 0, 180 0, 180 10, 170 10, 170 0', 5, -180 + 5e-10, true],
  [
    'half a tolerance west of an edge on the date line',
    '-180 0, -170 0, -170 10, -180 10, -180 0',
    5,
    180 - 5e-10,
    true,
  ],
  ['past an edge on the date line', '170 0, 180 0, 180 10, 170 10, 170 0', 5, -179.9999, false],
  ['not closed', '0 0, 10 0, 10 10, 0 10', 5, 1, true],
  ['corners given twice', '0 0, 0 0, 10 0, 10 0, 10 10, 0 10, 0 10, 0 0', 5, 0, true],
  ['exactly half of the globe wide', '-90 -10, 90 -10, 90 10, -90 10, -90 -10', 0, 0, true],
  ['exactly half of the globe wide, beyond', '-90 -10, 90 -10, 90 10, -90 10, -90 -10', 0, 91, false],
  // poles
  ['the Arctic: the pole', ARCTIC, 90, 12, true],
  ['the Arctic: inside', ARCTIC, 80, 180, true],
  ['the Arctic: on the meridian of its first corner', ARCTIC, 71, -180, true],
  ['the Arctic: edge', ARCTIC, 70, 180, true],
  ['the Arctic: south of an edge', ARCTIC, 69.99, 180, false],
  ['the Arctic: north of a bay', ARCTIC, 75.001, 0, true],
  ['the Arctic: in a bay', ARCTIC, 74.999, 0, false],
  ['the Arctic: the other pole', ARCTIC, -90, 0, false],
  ['the Antarctic, drawn by way of the pole', ANTARCTIC, -80, 33, true],
  ['the Antarctic: on the line drawn to the pole', ANTARCTIC, -80, 180, true],
  ['the Antarctic: the pole', ANTARCTIC, -90, 77, true],
  ['the Antarctic: outside', ANTARCTIC, -60, 33, false],
  ['the Antarctic: the other pole', ANTARCTIC, 90, 33, false],
  ['a belt round the pole: inside', BELT, 70, 179.99, true],
  ['a belt round the pole: its hole', BELT, 85, -50, false],
  ['a belt round the pole: the pole', BELT, 90, -50, false],
  ['a belt round the pole: south of it', BELT, 59.9, -50, false],
  ['a cap with a notch that reaches the pole', NOTCHED_CAP, 75, 0, true],
  ['in the notch', NOTCHED_CAP, 75, 180, false],
  ['a wedge that ends at the pole', '0 60, 90 60, 90 90, 0 90', 90, -100, true],
  ['a wedge that ends at the pole, beside it', '0 60, 90 60, 90 90, 0 90', 89, -100, false],
  ['all longitudes, as a box', '-180 60, 180 60, 180 70, -180 70, -180 60', 65, 180, true],
  ['all longitudes, as a box: inside', '-180 60, 180 60, 180 70, -180 70, -180 60', 65, 3, true],
  ['all longitudes, as a box: north of it', '-180 60, 180 60, 180 70, -180 70, -180 60', 71, 3, false],
  ['all longitudes from 0 to 360, to the pole', '0 60, 360 60, 360 90, 0 90, 0 60', 90, 3, true],
  ['the whole earth', '-180 -90, 180 -90, 180 90, -180 90, -180 -90', -12, 180, true],
  ['the whole earth: a pole', '-180 -90, 180 -90, 180 90, -180 90', -90, 3, true],
  ['a belt with one long edge', '-180 60, 180 60, 180 70, 0 75, -180 70', 65, 3, true],
  ['a belt with one long edge, north of it', '-180 60, 180 60, 180 70, 0 75, -180 70', 80, 3, false],
  ['a cap closed along a parallel', '-180 60, -90 60, 0 60, 90 60, 180 60, -180 60', 80, 3, true],
  ['a box given with a corner twice', '-180 60, 180 60, 180 60, 180 70, -180 70, -180 70', 65, 3, true],
  // no area
  ['a line there and back: on it', '0 0, 5 5, 10 10, 0 0', 3, 3, true],
  ['a line there and back: beside it', '0 0, 5 5, 10 10, 0 0', 3, 3.001, false],
  ['an hourglass: one bulb', '0 0, 10 0, 0 10, 10 10', 9, 5, true],
  ['an hourglass: beside its waist', '0 0, 10 0, 0 10, 10 10', 5, 2, false],
  ['not a place', SQUARE, Number.NaN, 5, false],
  ['not a meridian', SQUARE, 5, Number.NaN, false],
] as const)('%s', (_, shape, latitude, longitude, want) => {
  expect(createArea([polygon(shape)], []).contains(latitude, longitude)).toBe(want);
});

test.each([
  ['one corner', '3 3, 3 3', 'a ring with fewer than three distinct corners'],
  ['two corners', '0 0, 5 5, 0 0, 5 5, 0 0', 'a ring with fewer than three distinct corners'],
  ['the same corner in three ways', '180 5, -180 5, 540 5, 170 5', 'a ring with fewer than three distinct corners'],
  ['beyond the pole', '0 80, 5 91, 10 80', 'latitude 91 of a ring is not in -90..90'],
  ['no number', '0 0, NaN 1, 1 1', 'longitude NaN of a ring is not in -720..720'],
  ['no latitude', '0 0, 1 NaN, 1 1', 'latitude NaN of a ring is not in -90..90'],
  ['no longitude', '0 0, 1e300 1, 1 1', 'longitude 1e+300 of a ring is not in -720..720'],
  ['along the equator', '-120 0, 0 0, 120 0', 'a ring that divides the globe evenly, so has no inside'],
  ['twice round', '-120 60, 0 61, 120 62, -120 63, 0 64, 120 65', 'a ring that goes 2 times round the axis'],
  ['a bad hole', '0 0, 9 0, 9 9 | 1 1, 2 1', 'a ring with fewer than three distinct corners (hole 1)'],
  [
    'a hole round the pole',
    '0 0, 9 0, 9 9 | -120 80, 0 80, 120 80',
    'a hole around a pole, in a ring that does not go round it',
  ],
])('a ring that is %s has no inside, and why is said', (_, shape, reason) => {
  const area = createArea([polygon(shape), polygon('20 20, 30 20, 30 30')], []);
  expect(area.ignored).toEqual([reason]);
  expect(area.contains(25, 29)).toBe(true);
  expect(area.boxes).toHaveLength(shape.includes('|') ? 2 : 1);
});

test('half a pair is no ring', () => {
  expect(createArea([[Float64Array.of(0, 0, 1, 0, 1)]], []).ignored).toEqual([
    'a ring of 5 numbers, which are not pairs',
  ]);
});

/** A degree of a great circle, m. */
const DEGREE = (6_371_008.8 * Math.PI) / 180;

test.each([
  ['the centre', 50, 10, 1000, 50, 10, true],
  ['radius 0: the place itself', 32.9525, -115.5527, 0, 32.9525, -115.5527, true],
  ['radius 0: 0.9 millionths of a degree north', 0, 10, 0, 0.9e-6, 10, true],
  ['radius 0: 1.1 millionths of a degree north', 0, 10, 0, 1.1e-6, 10, false],
  ['the edge, north', 50, 10, DEGREE, 51, 10, true],
  ['beyond the edge, north', 50, 10, DEGREE, 51.0001, 10, false],
  ['the edge, east on the equator', 0, 10, 5 * DEGREE, 0, 15, true],
  ['a degree of longitude is half as long at 60° N', 60, 10, DEGREE / 2, 60, 11, true],
  ['and less than that is not reached', 60, 10, (DEGREE / 2) * 0.999, 60, 11, false],
  ['across the date line', 0, 179, 3 * DEGREE, 0, -178, true],
  ['across the date line, beyond', 0, 179, 3 * DEGREE, 0, -177.999, false],
  ['over the pole', 85, 0, 10 * DEGREE, 85, 180, true],
  ['over the pole, beyond', 85, 0, 10 * DEGREE, 84.999, 180, false],
  ['the pole itself', 85, 0, 5 * DEGREE, 90, -120, true],
  ['a longitude of 0..360', 0, 350, DEGREE, 0, -10, true],
  ['more than the whole earth', 10, 10, 3e7, -10, -170, true],
] as const)('circle: %s', (_, centre, meridian, radius, latitude, longitude, want) => {
  const area = createArea([], [{ latitude: centre, longitude: meridian, radius }]);
  expect(area.contains(latitude, longitude)).toBe(want);
});

test.each([
  [{ latitude: 91, longitude: 0, radius: 5 }, 'latitude 91 of a circle is not in -90..90'],
  [{ latitude: 0, longitude: Number.NaN, radius: 5 }, 'longitude NaN of a circle is not in -720..720'],
  [{ latitude: 0, longitude: 0, radius: -5 }, 'radius -5 m of a circle is not 0 or more'],
  [{ latitude: 0, longitude: 0, radius: Number.POSITIVE_INFINITY }, 'radius Infinity m of a circle is not 0 or more'],
])('%j is no circle', (circle, reason) => {
  const area = createArea([], [circle]);
  expect(area).toMatchObject({ boxes: [], ignored: [reason] });
  expect(area.contains(0, 0)).toBe(false);
});

test('any of several polygons and circles will do, overlapping or not', () => {
  const area = createArea(
    [polygon('0 0, 10 0, 10 10, 0 10'), polygon('5 5, 15 5, 15 15, 5 15')],
    [{ latitude: 30, longitude: 30, radius: 1000 }],
  );
  for (const [latitude, longitude] of [
    [1, 1],
    [7, 7],
    [14, 14],
    [30, 30],
  ] as const)
    expect(area.contains(latitude, longitude)).toBe(true);
  expect(area.contains(20, 20)).toBe(false);
});

test.each(Object.entries(WAYS_OF_WRITING))('a ring written %s holds the same places, edges included', (_, rewrite) => {
  fc.assert(
    fc.property(
      fc.oneof(starRing, tangledRing),
      fc.integer({ min: -180, max: 180 }),
      fc.array(nearPlace),
      (drawn, turn, places) => {
        const corners = turned(drawn, turn);
        const [one, other] = [createArea([[corners]], []), createArea([[rewrite(corners)]], [])];
        for (const [longitude, latitude] of cornersOfRing(corners).filter(() => one.boxes.length > 0))
          expect(other.contains(latitude, longitude)).toBe(true);
        for (const { latitude, longitude } of places)
          for (const around of [0, 360, -360])
            expect(other.contains(latitude, longitude + turn + around)).toBe(one.contains(latitude, longitude + turn));
      },
    ),
  );
});

test('a ring turned about the axis, over the date line too, holds the turned places', () => {
  fc.assert(
    fc.property(starRing, fc.integer({ min: -180, max: 180 }), fc.array(nearPlace), (corners, turn, places) => {
      const [still, moved] = [createArea([[corners]], []), createArea([[turned(corners, turn)]], [])];
      for (const { latitude, longitude } of places)
        expect(moved.contains(latitude, longitude + turn)).toBe(still.contains(latitude, longitude));
    }),
  );
});

test('a cap holds what lies poleward of its edge, whichever way and from wherever it is drawn', () => {
  fc.assert(
    fc.property(capLatitudes, fc.boolean(), fc.nat(11), fc.array(place), (latitudes, westward, start, places) => {
      const corners = latitudes.map((latitude, i): Corner => [i * 30 - 180, latitude]);
      const order = [...corners.slice(start), ...corners.slice(0, start)];
      const north = createArea([[ring(...(westward ? order.toReversed() : order))]], []);
      const south = createArea([[ring(...order.map(([x, y]): Corner => [x, -y]))]], []);
      for (const { latitude, longitude } of places) {
        const [i, share] = [Math.floor((longitude + 180) / 30) % 12, ((((longitude + 180) % 30) + 30) % 30) / 30];
        const edge = latitudes[i]! * (1 - share) + latitudes[(i + 1) % 12]! * share;
        expect(north.contains(latitude, longitude)).toBe(latitude >= edge - 1e-9);
        expect(south.contains(-latitude, longitude)).toBe(latitude >= edge - 1e-9);
      }
    }),
  );
});

test('boxes hold every place of the area, edges included, and none crosses the date line', () => {
  const shape = fc.oneof(
    fc
      .tuple(starRing, fc.integer({ min: -180, max: 180 }))
      .map(([corners, turn]) => [[turned(corners, turn)], []] as const),
    capLatitudes.map(
      (latitudes) => [[ring(...latitudes.map((latitude, i): Corner => [i * 30 - 180, latitude]))], []] as const,
    ),
    fc.tuple(place, fc.integer({ min: 0, max: 19_000_000 })).map(([at, radius]) => [[], [{ ...at, radius }]] as const),
  );
  fc.assert(
    fc.property(shape, fc.array(place), ([rings, circles], places) => {
      const area = createArea(
        rings.map((corners) => [corners]),
        circles,
      );
      const edges = rings.flatMap(cornersOfRing).map(([longitude, latitude]) => ({ longitude, latitude }));
      for (const { west, south, east, north } of area.boxes) {
        expect(west >= -180 && west <= east && east <= 180).toBe(true);
        expect(south >= -90 && south <= north && north <= 90).toBe(true);
      }
      for (const { latitude, longitude } of [...places, ...edges, ...edges.map(opposite)])
        if (area.contains(latitude, longitude))
          expect(
            area.boxes.some(
              (box) => longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north,
            ),
          ).toBe(true);
    }),
  );
});

/** The other name of a place on the date line. */
function opposite({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude, longitude: Math.abs(longitude) === 180 ? -longitude : longitude };
}

test('a hundred thousand edges from one end of the ring to the other do not ask for more memory than their number', () => {
  const zigzag = Array.from({ length: 100_000 }, (_, i): Corner => [i % 2 === 0 ? -60 : 60, i / 2000 - 25]);
  const area = createArea([[ring(...zigzag)]], []);
  expect(area.contains(-24.9995, 0)).toBe(true);
  expect(area.contains(-24.999, 0)).toBe(false);
  expect(area.contains(25.1, 0)).toBe(false);
});
