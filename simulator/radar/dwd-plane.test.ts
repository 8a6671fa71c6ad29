import { expect, test } from 'vitest';
import { dwdPlaneOf, placeInDwdPlane } from './dwd-plane.js';

/** Corners as `where` of a composite of 2025-09-23 has them: 1100 × 1200 km below (−500 m, 500 m). */
test.each([
  ['LL', 45.696425377390064, 3.5669946350078914, -500, -1_199_500],
  ['LR', 45.68460578137082, 16.580869348598274, 1_099_500, -1_199_500],
  ['UL', 55.862087108249824, 1.463301510256666, -500, 500],
  ['UR', 55.845438563255755, 18.73161645466747, 1_099_500, 500],
])('corner %s of the composite', (_, latitude, longitude, x, y) => {
  const plane = dwdPlaneOf(latitude, longitude);
  expect([plane.x - x, plane.y - y].map(Math.abs).every((metres) => metres < 1e-3)).toBe(true);
  const place = placeInDwdPlane(x, y);
  expect(place.latitude).toBeCloseTo(latitude, 9);
  expect(place.longitude).toBeCloseTo(longitude, 9);
});
