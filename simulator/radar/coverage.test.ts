import { expect, test } from 'vitest';
import { placesAt } from '../places.js';
import { qualityOf, sitesAtWork } from './coverage.js';
import { NEXRAD_SITES } from './sites-table.js';

const SITE = { name: 'here', latitude: 40, longitude: -100 };

test('quality is whole near a radar, falls with distance and ends where it sees nothing', () => {
  // Along the meridian: 0, 89, 180, 245 and 289 km north of the site.
  const places = placesAt(Float64Array.of(40, 40.8, 41.62, 42.2, 42.6), Float64Array.of(-100));
  const [near, close, middle, far, beyond] = qualityOf(places, [SITE], 260_000);
  expect([near, close]).toEqual([1, 1]);
  expect(middle).toBeCloseTo(1 - (0.8 * 80.1) / 160, 2);
  expect(far).toBeGreaterThan(0.2);
  expect(far).toBeLessThan(0.35);
  expect(beyond).toBeNaN();
});

test('the radars of the States see nearly all of them, and no ocean', () => {
  const at = (latitude: number, longitude: number) =>
    qualityOf(placesAt(Float64Array.of(latitude), Float64Array.of(longitude)), NEXRAD_SITES, 260_000)[0]!;
  const cities = [
    [40.7, -74.0],
    [34.1, -118.2],
    [41.9, -87.6],
    [29.8, -95.4],
    [47.6, -122.3],
    [39.7, -105.0],
    [25.8, -80.2],
  ] as const;
  for (const [latitude, longitude] of cities) expect(at(latitude, longitude)).toBeGreaterThan(0.8);
  expect([at(35, -66), at(25, -90), at(40, -129), at(54, -100)]).toEqual([NaN, NaN, NaN, NaN]);
});

test('a site is in maintenance about one span in sixty, each at its own time', () => {
  const spans = Array.from({ length: 200 }, (_, n) => sitesAtWork(NEXRAD_SITES, 1, n * 21_600).length);
  const away = spans.reduce((sum, working) => sum + NEXRAD_SITES.length - working, 0);
  expect(away / (200 * NEXRAD_SITES.length)).toBeGreaterThan(1 / 75);
  expect(away / (200 * NEXRAD_SITES.length)).toBeLessThan(1 / 48);
});
