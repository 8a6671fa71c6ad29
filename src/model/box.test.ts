import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, boxInWords, isInside, meets } from './box.js';

const PACIFIC: Box = { south: -50, west: 160, north: -10, east: -150 };
const ICELAND: Box = { south: 63, west: -25, north: 67, east: -13 };

test.each<[string, Box, number, number, boolean]>([
  ['a place in the box', ICELAND, 64.1, -21.9, true],
  ['a place on its edge', ICELAND, 63, -25, true],
  ['a place south of it', ICELAND, 62.9, -20, false],
  ['a place west of a box over the date line', PACIFIC, -30, 159, false],
  ['a place before the date line', PACIFIC, -30, 180, true],
  ['a place behind the date line', PACIFIC, -30, -180, true],
  ['a meridian', { ...ICELAND, west: -20, east: -20 }, 64, -20, true],
  ['a place beside a meridian', { ...ICELAND, west: -20, east: -20 }, 64, -19, false],
])('%s is inside or not', (_, box, latitude, longitude, expected) => {
  expect(isInside(box, latitude, longitude)).toBe(expected);
});

test('boxes over the date line are in words as two ranges of longitude', () => {
  expect(boxInWords(ICELAND)).toBe('latitude 63 to 67 and longitude -25 to -13');
  expect(boxInWords(PACIFIC)).toBe('latitude -50 to -10 and longitude 160 to 180 and -180 to -150');
});

const degrees = (most: number) => fc.integer({ min: -most, max: most });
const anyBox = fc
  .tuple(degrees(90), degrees(90), degrees(180), degrees(180))
  .map(([a, b, west, east]): Box => ({ south: Math.min(a, b), north: Math.max(a, b), west, east }));

test('two boxes that hold the same place meet, in either order', () => {
  fc.assert(
    fc.property(anyBox, anyBox, degrees(90), degrees(180), (a, b, latitude, longitude) => {
      fc.pre(isInside(a, latitude, longitude) && isInside(b, latitude, longitude));
      expect([meets(a, b), meets(b, a)]).toEqual([true, true]);
    }),
  );
});

test('boxes meet exactly when they have a corner of a 10° lattice in common, if their edges lie on it', () => {
  const places = (box: Box) => {
    const found = new Set<string>();
    for (let latitude = -90; latitude <= 90; latitude += 10)
      for (let longitude = -180; longitude < 180; longitude += 10)
        if (isInside(box, latitude, longitude)) found.add(`${latitude} ${longitude}`);
    return found;
  };
  const tens = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), degrees(17), degrees(17)).map(
    ([a, b, west, east]): Box => ({
      ...{ south: 10 * Math.min(a, b), north: 10 * Math.max(a, b), west: 10 * west, east: 10 * east },
    }),
  );
  fc.assert(
    fc.property(tens, tens, (a, b) => {
      const inB = places(b);
      expect(meets(a, b)).toBe([...places(a)].some((place) => inB.has(place)));
    }),
  );
});

test('a margin makes the second box larger on each side', () => {
  const east = { south: 63, west: -12, north: 67, east: -5 };
  expect([meets(ICELAND, east), meets(ICELAND, east, 1)]).toEqual([false, true]);
});
