import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import { type Log, silentLog } from '../../base/log.js';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS, tileWindow } from '../../grid/web-mercator.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { groupKey, tileKey } from '../../store/terrain/terrain-layout.js';
import { createElevationLookup } from './elevation.js';
import { GLOBE_2, movingClock, publishTerrain, recordingLog, rolling } from './published-terrain.fixture.js';

type Places = readonly (readonly [latitude: number, longitude: number])[];

const lookup = (objects: ObjectStore, log: Log = silentLog) =>
  createElevationLookup({ objects, log, clock: movingClock() });

const columns = (places: Places) =>
  [
    Float64Array.from(places, ([latitude]) => latitude),
    Float64Array.from(places, ([, longitude]) => longitude),
  ] as const;

/** What the look-up of one place says of each. */
async function oneByOne(elevationAt: ReturnType<typeof lookup>, places: Places): Promise<number[]> {
  const heights = await Promise.all(places.map(([latitude, longitude]) => elevationAt(latitude, longitude)));
  return heights.map((height) => height ?? Number.NaN);
}

/** Beside borders of tiles at zoom 2, the date line and the ends of the map. */
const nearBorder = (first: number, second: (n: number) => number) =>
  fc.tuple(fc.integer({ min: 0, max: 4 }), fc.double({ min: -1.5, max: 1.5, noNaN: true })).map(([tile, pixels]) => {
    const at = second(tile * TILE_PIXELS + pixels);
    return Number.isFinite(at) ? at : first;
  });
const latitudes = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  nearBorder(0, (y) => latitudeOfPixel(y, 2)),
  fc.constantFrom(85.05, 85.06, -85.05, -90, 0, Number.NaN),
);
const longitudes = fc.oneof(
  fc.double({ min: -200, max: 380, noNaN: true }),
  nearBorder(0, (x) => longitudeOfPixel(x, 2)),
  fc.constantFrom(-180, 180, 0, 179.9999, Number.POSITIVE_INFINITY),
);
const anyPlaces = fc.array(fc.tuple(latitudes, longitudes), { maxLength: 80 });

test('many at once are what each is by itself: on borders of tiles, over the date line, at the ends of the map', async () => {
  const objects = createMemoryObjects();
  await publishTerrain(objects, GLOBE_2, (x, y) => ((x * 31 + y * 17) % 97 === 0 ? Number.NaN : rolling(x, y)));
  const elevationAt = lookup(objects);
  await fc.assert(
    fc.asyncProperty(anyPlaces, async (places) => {
      const heights = await elevationAt.along(...columns(places));
      expect([...heights]).toEqual(await oneByOne(elevationAt, places));
    }),
    { numRuns: 60 },
  );
});

test('the same in a region over the date line, where most places are outside', async () => {
  const objects = createMemoryObjects();
  await publishTerrain(objects, tileWindow({ south: -20, west: 170, north: -15, east: -170 }, 5), (x) => x % 100);
  const elevationAt = lookup(objects);
  const places = fc.array(
    fc.tuple(fc.double({ min: -25, max: -10, noNaN: true }), fc.double({ min: 160, max: 200, noNaN: true })),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(places, async (drawn) => {
      const heights = await elevationAt.along(...columns(drawn));
      expect([...heights]).toEqual(await oneByOne(elevationAt, drawn));
    }),
    { numRuns: 50 },
  );
});

/** A meridian through all rows of tiles, and a parallel through all columns. */
const ACROSS: Places = [
  ...Array.from({ length: 160 }, (_, i) => [80 - i, 10] as const),
  ...Array.from({ length: 350 }, (_, i) => [30, i - 175] as const),
];

/** The whole globe, stored once; each test has its own copy to damage. */
const stored = (async () => {
  const objects = createMemoryObjects();
  return { contents: objects.contents, version: await publishTerrain(objects, GLOBE_2, rolling) };
})();

async function storedGlobe() {
  const { contents, version } = await stored;
  const objects = createMemoryObjects();
  for (const [key, bytes] of contents) objects.contents.set(key, bytes);
  return { objects, version };
}

test('each tile is read once', async () => {
  const { objects } = await storedGlobe();
  const gets: string[] = [];
  const get: ObjectStore['get'] = (key, range) => {
    if (key.includes('/height/')) gets.push(key);
    return objects.get(key, range);
  };
  await lookup({ ...objects, get }).along(...columns([...ACROSS, ...ACROSS]));
  expect(gets).toHaveLength(new Set(gets).size);
  expect(gets).toHaveLength(4 + 4 - 1);
});

test.each([
  ['torn', (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)],
  ['gone', () => null],
])(
  'a tile that is %s costs the heights that need it, as it does one by one, and one line in the log',
  async (_, damage) => {
    const objects = createMemoryObjects();
    const version = await publishTerrain(objects, GLOBE_2, rolling);
    const key = tileKey(version, 1, 1);
    const damaged = damage(objects.contents.get(key)!);
    if (damaged === null) objects.contents.delete(key);
    else objects.contents.set(key, damaged);
    const log = recordingLog();
    const elevationAt = lookup(objects, log);
    // The last lies half a pixel east of the tile, and blends with its pixels.
    const places: Places = [...ACROSS, [30, longitudeOfPixel(2 * TILE_PIXELS + 0.1, 2)]];
    const heights = await elevationAt.along(...columns(places));
    expect([...heights]).toEqual(await oneByOne(elevationAt, places));
    expect(heights.filter(Number.isNaN).length).toBeGreaterThan(50);
    expect(heights.at(-1)).toBeNaN();
    expect(log.lines).toEqual(['a stored object is damaged']);
  },
);

test('what does not come before the deadline has no height, the rest has its own', async () => {
  const { objects, version } = await storedGlobe();
  const hanging = tileKey(version, 0, 1);
  let asked = 0;
  const get: ObjectStore['get'] = (key, range) => {
    if (key.includes('/height/')) asked++;
    return key === hanging ? new Promise(() => undefined) : objects.get(key, range);
  };
  const elevationAt = lookup({ ...objects, get });
  const deadline = deadlineByHand();
  const answer = elevationAt.along(...columns(ACROSS), deadline);
  while (asked < 7) await setImmediate();
  const others = await lookup(objects).along(...columns(ACROSS));
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  deadline.pass();
  const heights = await answer;
  for (const [i, [latitude, longitude]] of ACROSS.entries())
    if (latitude === 30 && longitude <= -90) expect(heights[i]).toBeNaN();
    else expect(heights[i]).toBe(others[i]);
});

test('a store that hangs from the start is no heights when the time is over', async () => {
  const objects = { ...createMemoryObjects(), get: () => new Promise<never>(() => undefined) };
  const deadline = deadlineByHand();
  const answer = lookup(objects).along(...columns(ACROSS), deadline);
  deadline.pass();
  expect((await answer).every(Number.isNaN)).toBe(true);
});

test('after the deadline no further tile is read', async () => {
  const objects = createMemoryObjects();
  await publishTerrain(objects, { zoom: 3, firstX: 0, firstY: 2, across: 8, down: 5 }, () => 7);
  const gets: string[] = [];
  const get: ObjectStore['get'] = (key, range) => {
    if (!key.includes('/height/')) return objects.get(key, range);
    gets.push(key);
    return new Promise(() => undefined);
  };
  const deadline = deadlineByHand();
  const everywhere = Array.from({ length: 40 }, (_, i): [number, number] => [
    latitudeOfPixel((2 + Math.floor(i / 8) + 0.5) * TILE_PIXELS, 3),
    longitudeOfPixel(((i % 8) + 0.5) * TILE_PIXELS, 3),
  ]);
  const answer = lookup({ ...objects, get }).along(...columns(everywhere), deadline);
  while (gets.length === 0) await setImmediate();
  const begun = gets.length;
  expect(begun).toBeLessThan(everywhere.length);
  deadline.pass();
  expect((await answer).every(Number.isNaN)).toBe(true);
  expect(gets).toHaveLength(begun);
});

test('no terrain, one that cannot be opened, and a store that fails are no heights and no failure', async () => {
  const none = await lookup(createMemoryObjects()).along(...columns(ACROSS));
  const { objects: broken, version } = await storedGlobe();
  broken.contents.set(groupKey(version), new Uint8Array(9));
  const log = recordingLog();
  const unreadable = await lookup(broken, log).along(...columns(ACROSS));
  const failing = { ...createMemoryObjects(), get: () => Promise.reject(new Error('EIO')) };
  const failed = await lookup(failing, log).along(...columns(ACROSS));
  for (const heights of [none, unreadable, failed]) {
    expect(heights).toHaveLength(ACROSS.length);
    expect(heights.every(Number.isNaN)).toBe(true);
  }
  expect(log.lines).toHaveLength(2);
  expect(await lookup(createMemoryObjects()).along(...columns([]))).toHaveLength(0);
});
