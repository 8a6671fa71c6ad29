import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Clock } from '../../base/clock.js';
import { type Log, silentLog } from '../../base/log.js';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS, tileWindow } from '../../grid/web-mercator.js';
import { createMemoryObjects, type MemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { groupKey, tileKey } from '../../store/terrain/terrain-layout.js';
import { createElevationLookup } from './elevation.js';
import {
  GLOBE_2,
  movingClock,
  publishTerrain as publish,
  recordingLog,
  rolling,
  WORLD_2 as WORLD,
} from './published-terrain.fixture.js';

function lookup(objects: MemoryObjects, clock: Clock = movingClock(), log: Log = silentLog) {
  return createElevationLookup({ objects, log, clock });
}

test('at the centre of a pixel the height is the pixel, on every tile', async () => {
  const objects = createMemoryObjects();
  await publish(objects, GLOBE_2, rolling);
  const elevationAt = lookup(objects);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: WORLD - 1 }), fc.integer({ min: 0, max: WORLD - 1 }), async (x, y) => {
      const height = await elevationAt(latitudeOfPixel(y + 0.5, 2), longitudeOfPixel(x + 0.5, 2));
      expect(height).toBeCloseTo(rolling(x, y), 4);
    }),
    { numRuns: 300 },
  );
});

test('between centres it is bilinear, also where the four belong to four tiles or lie across the date line', async () => {
  const objects = createMemoryObjects();
  await publish(objects, GLOBE_2, rolling);
  const elevationAt = lookup(objects);
  const at = (x: number, y: number): number => rolling((x + WORLD) % WORLD, y);
  for (const [x, y] of [
    [255, 255],
    [511, 767],
    [1023, 300],
    [-1, 511],
    [100, 100],
  ] as const)
    for (const [fx, fy] of [
      [0.25, 0.5],
      [0.5, 0.5],
      [0.9, 0.1],
    ] as const) {
      const expected =
        (at(x, y) * (1 - fx) + at(x + 1, y) * fx) * (1 - fy) + (at(x, y + 1) * (1 - fx) + at(x + 1, y + 1) * fx) * fy;
      const height = await elevationAt(latitudeOfPixel(y + 0.5 + fy, 2), longitudeOfPixel(x + 0.5 + fx, 2));
      expect(height).toBeCloseTo(expected, 4);
    }
});

test('no step anywhere: a path in small paces climbs in small paces, round the globe and over every border', async () => {
  const objects = createMemoryObjects();
  await publish(objects, GLOBE_2, rolling);
  const elevationAt = lookup(objects);
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.oneof(fc.constantFrom(-180, -90, 0, 90, 180), fc.double({ min: -180, max: 180, noNaN: true })),
      async (latitude, longitude) => {
        const [a, b, c] = await Promise.all([
          elevationAt(latitude, longitude - 1e-6),
          elevationAt(latitude, longitude + 1e-6),
          elevationAt(latitude + 1e-6, longitude),
        ]);
        // a pixel is 0.35° wide here and neighbours differ by at most some 10 m
        expect(Math.abs(a! - b!)).toBeLessThan(0.01);
        expect(Math.abs(a! - c!)).toBeLessThan(0.01);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['beyond the square of Mercator', 85.06, 0],
  ['at the pole', -90, 0],
  ['where there is no place', Number.NaN, 0],
  ['at no longitude', 0, Number.POSITIVE_INFINITY],
])('%s there is no height', async (_, latitude, longitude) => {
  const objects = createMemoryObjects();
  await publish(objects, GLOBE_2, () => 7);
  expect(await lookup(objects)(latitude, longitude)).toBeNull();
  expect(await lookup(objects)(85.05, 10)).toBeCloseTo(7, 6);
});

test('a region answers inside, also over the date line, up to its outermost pixels, and nothing outside', async () => {
  const objects = createMemoryObjects();
  const window = tileWindow({ south: -20, west: 170, north: -15, east: -170 }, 5);
  await publish(objects, window, (x) => x % 100);
  const elevationAt = lookup(objects);
  expect(await elevationAt(-17, 180)).not.toBeNull();
  expect(await elevationAt(-17, -179.99)).not.toBeNull();
  expect(await elevationAt(-17, 100)).toBeNull();
  expect(await elevationAt(30, 175)).toBeNull();
  const edge = longitudeOfPixel(window.firstX * TILE_PIXELS + 0.1, 5);
  expect(await elevationAt(-17, edge)).toBeCloseTo((window.firstX * TILE_PIXELS) % 100, 3);
});

test('next to missing pixels the others share the weight; on one there is no height', async () => {
  const objects = createMemoryObjects();
  await publish(objects, tileWindow(null, 0), (x) => (x === 10 ? Number.NaN : 50));
  const elevationAt = lookup(objects);
  expect(await elevationAt(0.1, longitudeOfPixel(10.5, 0))).toBeNull();
  expect(await elevationAt(0.1, longitudeOfPixel(11.1, 0))).toBeCloseTo(50, 6);
});

test('without a terrain there is no height; one that is published, and the next, are seen within seconds', async () => {
  const objects = createMemoryObjects();
  const clock = movingClock();
  const elevationAt = lookup(objects, clock);
  expect(await elevationAt(10, 10)).toBeNull();
  await publish(objects, tileWindow(null, 0), () => 100, 1);
  clock.pass(3);
  expect(await elevationAt(10, 10)).toBeCloseTo(100, 6);
  await publish(objects, tileWindow(null, 1), () => 200, 2);
  clock.pass(3);
  expect(await elevationAt(10, 10)).toBeCloseTo(200, 6);
});

test.each([
  ['torn', (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)],
  ['flipped', (bytes: Uint8Array) => bytes.map((byte, i) => (i === 40 ? byte ^ 4 : byte))],
  ['gone', () => null],
])('a tile that is %s costs its heights and one line in the log, and no other tile', async (_, damage) => {
  const objects = createMemoryObjects();
  const version = await publish(objects, tileWindow(null, 1), (x, y) => 100 + ((x * y) % 7));
  const key = tileKey(version, 0, 0);
  const damaged = damage(objects.contents.get(key)!);
  if (damaged === null) objects.contents.delete(key);
  else objects.contents.set(key, damaged);
  const log = recordingLog();
  const elevationAt = lookup(objects, movingClock(), log);
  expect(await elevationAt(40, -100)).toBeNull();
  expect(await elevationAt(41, -101)).toBeNull();
  expect(await elevationAt(-40, 100)).toBeGreaterThanOrEqual(100);
  expect(log.lines).toEqual(['a stored object is damaged']);
});

test('a damaged description is no height and one line, and is opened again once it is repaired', async () => {
  const objects = createMemoryObjects();
  const version = await publish(objects, tileWindow(null, 0), () => 100);
  const key = `terrain/${version}/zarr.json`;
  const sound = objects.contents.get(key)!;
  objects.contents.set(key, sound.subarray(0, 100));
  const log = recordingLog();
  const elevationAt = lookup(objects, movingClock(), log);
  expect([await elevationAt(1, 1), await elevationAt(2, 2)]).toEqual([null, null]);
  expect(log.lines).toHaveLength(1);
  objects.contents.set(key, sound);
  expect(await elevationAt(1, 1)).toBeCloseTo(100, 6);
});

test('a store that does not answer is no height, and not a failure', async () => {
  const objects = createMemoryObjects();
  const log = recordingLog();
  const broken = { ...objects, get: () => Promise.reject(new Error('EIO')) };
  const elevationAt = createElevationLookup({ objects: broken, log, clock: movingClock() });
  expect([await elevationAt(1, 1), await elevationAt(2, 2)]).toEqual([null, null]);
  expect(log.lines).toHaveLength(1);
});

test('the name of the heights changes with what is published, and a terrain that cannot be opened has one too', async () => {
  const objects = createMemoryObjects();
  const clock = movingClock();
  const { version } = lookup(objects, clock);
  expect(await version!()).toBe('none');
  const published = await publish(objects, GLOBE_2, () => 10);
  clock.pass(5);
  expect(await version!()).toBe(published);
  const broken = createMemoryObjects();
  broken.contents.set(groupKey(await publish(broken, GLOBE_2, () => 10)), new Uint8Array(9));
  expect(await lookup(broken, clock).version!()).toBe('unreadable');
});
