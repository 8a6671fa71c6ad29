import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexStations } from './station-index.js';

const RADIANS = Math.PI / 180;

/** Haversine formula (Sinnott 1984), km. */
function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const half = (a: number, b: number) => Math.sin(((b - a) * RADIANS) / 2) ** 2;
  const h = half(latA, latB) + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * half(lonA, lonB);
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
}

const place = fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }));
/** Places that meet often: around the date line, the poles and a city. */
const crowded = fc.oneof(
  place,
  fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-180, 180, -179.9, 179.9)),
  fc.tuple(fc.double({ min: 88, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
  fc.tuple(fc.double({ min: 40, max: 41, noNaN: true }), fc.double({ min: -75, max: -73, noNaN: true })),
);

test('the nearest stations are those of a search through all', async () => {
  const options = fc.record({ most: fc.integer({ min: 1, max: 10 }), within: fc.constantFrom(10, 50, 100, 500, 3000) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(crowded, { minLength: 1, maxLength: 80 }),
      crowded,
      options,
      async (stations, [latitude, longitude], { most, within }) => {
        const index = await indexStations(
          Float64Array.from(stations, ([y]) => y),
          Float64Array.from(stations, ([, x]) => x),
        );
        const distances = stations.map(([y, x]) => distanceKm(latitude, longitude, y, x));
        const found = index.near(latitude, longitude, { most, within });
        const expected = distances
          .filter((km) => km <= within)
          .sort((a, b) => a - b)
          .slice(0, most);
        expect(found).toHaveLength(expected.length);
        for (const [n, { station, distance }] of found.entries()) {
          expect(distance).toBeCloseTo(expected[n]!, 6);
          expect(distance).toBeCloseTo(distances[station]!, 6);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('an index of no stations finds none', async () => {
  expect((await indexStations(new Float64Array(0), new Float64Array(0))).near(0, 0, { most: 8, within: 100 })).toEqual(
    [],
  );
});
