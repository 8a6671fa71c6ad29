/** Great circles against published distances, bearings and positions, and against the ellipsoid. */

import { expect, test } from 'vitest';
import {
  EARTH_RADIUS_M,
  greatCircleDistance,
  greatCirclePoint,
  initialBearing,
} from '../../src/science/great-circle.js';

type Place = readonly [latitude: number, longitude: number];

/** Degrees, minutes and seconds; the sign stands before the degrees. */
const dms = (sign: 1 | -1, degrees: number, minutes: number, seconds: number) =>
  sign * (degrees + minutes / 60 + seconds / 3600);
const SECOND = 1 / 3600;

const LANDS_END: Place = [dms(1, 50, 3, 59), dms(-1, 5, 42, 53)];
const JOHN_O_GROATS: Place = [dms(1, 58, 38, 38), dms(-1, 3, 4, 12)];

// movable-type.co.uk/scripts/latlong.html, whose sphere has a radius of 6371 km
test('Land’s End to John o’Groats: 968.9 km, 9°07′11″, midpoint 54°21′44″N 4°31′50″W', () => {
  const distance = (greatCircleDistance(...LANDS_END, ...JOHN_O_GROATS) / EARTH_RADIUS_M) * 6371;
  expect(distance).toBeCloseTo(968.9, 1);
  const bearing = initialBearing(...LANDS_END, ...JOHN_O_GROATS);
  expect(Math.abs(bearing - dms(1, 9, 7, 11))).toBeLessThan(SECOND / 2);
  const middle = greatCirclePoint(...LANDS_END, ...JOHN_O_GROATS, 0.5);
  expect(Math.abs(middle.latitude - dms(1, 54, 21, 44))).toBeLessThan(SECOND / 2);
  expect(Math.abs(middle.longitude - dms(-1, 4, 31, 50))).toBeLessThan(SECOND / 2);
});

// Published test values of Vincenty's solution, m and degrees on the ellipsoid
const ELLIPSOID: readonly {
  name: string;
  from: Place;
  to: Place;
  metres: number;
  bearing?: number;
}[] = [
  {
    name: 'Flinders Peak to Buninyong',
    from: [dms(-1, 37, 57, 3.7203), dms(1, 144, 25, 29.5244)],
    to: [dms(-1, 37, 39, 10.1561), dms(1, 143, 55, 35.3839)],
    metres: 54_972.271,
    bearing: 306.86816,
  },
  {
    name: 'Land’s End to John o’Groats',
    from: [50.06632, -5.71475],
    to: [58.64402, -3.07009],
    metres: 969_954.166,
  },
];

for (const { name, from, to, metres, bearing } of ELLIPSOID)
  test(`${name}: the sphere is within 0.6% of the ellipsoid${bearing === undefined ? '' : ' and 0.2° of its azimuth'}`, () => {
    expect(Math.abs(greatCircleDistance(...from, ...to) / metres - 1)).toBeLessThan(0.006);
    if (bearing !== undefined) expect(Math.abs(initialBearing(...from, ...to) - bearing)).toBeLessThan(0.2);
  });

// A degree is π/180 of the radius, whichever meridians lie between
for (const [from, to] of [
  [0, 1],
  [179.5, -179.5],
] as const)
  test(`one degree of the equator from ${from} to ${to} is 111195.08 m`, () => {
    expect(greatCircleDistance(0, from, 0, to)).toBeCloseTo(111_195.08, 2);
  });

// Williams, Aviation Formulary: Los Angeles (33.95N 118.4W) to New York (40°38′N 73°47′W), positions as rounded there
test('Los Angeles to New York: 0.623585 radians, and 40% of the way lie at 38.6694N 101.6262W', () => {
  const airports = [33.95, -118.4, 40.6333, -73.7833] as const;
  expect(greatCircleDistance(...airports) / EARTH_RADIUS_M).toBeCloseTo(0.623585, 6);
  const place = greatCirclePoint(...airports, 0.4);
  expect(Math.abs(place.latitude - 38.6694)).toBeLessThan(1e-4);
  expect(Math.abs(place.longitude + 101.6262)).toBeLessThan(1e-4);
});
