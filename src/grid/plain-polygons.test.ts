import fc from 'fast-check';
import { expect, test } from 'vitest';
import { polygon, starRing, tangledRing } from './alert-areas.fixture.js';
import { prepareRegion } from './even-odd.js';
import { plainBoxes } from './plain-polygons.js';
import { readRegion } from './regions.js';

test.each([
  ['crosses the date line', '170 0, -170 0, -170 10, 170 10'],
  ['counts from 0 to 360', '170 0, 190 0, 190 10, 170 10'],
  ['goes round a pole', '0 60, 120 60, -120 60, 0 60'],
  ['goes half round the globe', '0 0, 180 0, 180 10, 0 10'],
  ['has a latitude of 91', '0 0, 10 0, 10 91'],
  ['has a number that is none', '0 0, 10 NaN, 10 10'],
  ['has two corners', '0 0, 10 0, 0 0, 10 0, 0 0'],
  ['has corners nearer to each other than 0.1 µm', '0 0, 1e-14 0, 10 0'],
  ['has a hole without corners', '0 0, 10 0, 10 10 | 1 1, 2 2, 1 1'],
])('a polygon that %s is not written plainly', (_, text) => {
  expect(plainBoxes(polygon(text))).toBeNull();
});

test('a polygon without rings, or of numbers that are not pairs, is not written plainly', () => {
  expect(plainBoxes([])).toBeNull();
  expect(plainBoxes([Float64Array.of(0, 0, 10, 0, 10, 10, 0)])).toBeNull();
});

const fewPlaces = fc
  .array(fc.tuple(fc.constantFrom(-180, -179, 0, 1, 180), fc.constantFrom(-90, 0, 1, 90)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((corners) => Float64Array.from(corners.flat()));

test('of one that is, no ring is left out, and its boxes are those of the whole region', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(starRing, tangledRing, fewPlaces), fc.oneof(tangledRing, fewPlaces), (outer, hole) => {
      for (const rings of [[outer], [outer, hole]]) {
        const boxes = plainBoxes(rings);
        if (boxes === null) continue;
        plain++;
        const ignored: string[] = [];
        expect(boxes).toEqual(prepareRegion(readRegion(rings, ignored)!).boxes);
        expect(ignored).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(500);
});
