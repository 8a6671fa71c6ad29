import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInside } from '../../model/box.js';
import { EARTH_RADIUS_M, wrapLongitude } from '../../science/great-circle.js';
import { withSurroundings } from './radar-decoding.js';

const RADIANS = Math.PI / 180;

/** The place so many m away along a great circle that begins at a bearing; degrees. */
function destination(from: { latitude: number; longitude: number }, bearing: number, metres: number) {
  const [phi, theta, delta] = [from.latitude * RADIANS, bearing * RADIANS, metres / EARTH_RADIUS_M];
  const sine = Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(theta);
  const east = Math.sin(theta) * Math.sin(delta) * Math.cos(phi);
  const turn = Math.atan2(east, Math.cos(delta) - Math.sin(phi) * sine);
  return { latitude: Math.asin(sine) / RADIANS, longitude: wrapLongitude(from.longitude + turn / RADIANS) };
}

test.each([
  ['Kenya', { south: -5, west: 34, north: 5, east: 42 }, { south: -7.61, west: 31.37, north: 7.61, east: 44.63 }],
  ['Fiji, over the date line', { south: -20, west: 176, north: -15, east: -178 }, { west: 173.17, east: -175.17 }],
  ['up to the pole', { south: 70, west: 0, north: 89, east: 10 }, { north: 90, west: -180, east: 180 }],
  ['the globe', { south: -60, west: -180, north: 70, east: 180 }, { west: -180, east: 180 }],
  ['almost round the globe', { south: 0, west: -179, north: 1, east: 179 }, { west: -180, east: 180 }],
])('%s', (_, region, expected) => {
  const around = withSurroundings(region);
  for (const [side, degrees] of Object.entries(expected))
    expect(around[side as keyof typeof around], side).toBeCloseTo(degrees, 1);
});

test('from anywhere in a region, whatever comes in two hours at 40 m/s is inside of its surroundings', () => {
  const regions = fc.record({
    south: fc.double({ min: -60, max: 59, noNaN: true }),
    height: fc.double({ min: 0.1, max: 10, noNaN: true }),
    west: fc.double({ min: -180, max: 180, noNaN: true }),
    width: fc.double({ min: 0.1, max: 350, noNaN: true }),
    share: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    bearing: fc.double({ min: 0, max: 360, noNaN: true }),
  });
  const property = fc.property(regions, ({ south, height, west, width, share, bearing }) => {
    const east = west + width > 180 ? west + width - 360 : west + width;
    fc.pre(Math.abs(west - east) > 1e-6);
    const around = withSurroundings({ south, west, north: south + height, east });
    const place = { latitude: south + share[0] * height, longitude: west + share[1] * width };
    const from = destination(place, bearing, 2 * 3600 * 40);
    expect(isInside(around, from.latitude, from.longitude)).toBe(true);
  });
  fc.assert(property);
});
