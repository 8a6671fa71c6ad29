/**
 * A store that does not answer for part of a route: the answer comes when the time of the request is over, says
 * `timeout` where it waited in vain, and is for the rest what it would have been. Deadlines are passed by hand.
 */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ObjectDefectError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { TILE_PIXELS, tileWindow } from '../../src/grid/web-mercator.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { RouteAnswer, RouteSample } from '../../src/model/route.js';
import type { RouteRequest } from '../../src/products/route/request.js';
import { createElevationLookup } from '../../src/query/place/elevation.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { beginTerrain, publishTerrain } from '../../src/store/terrain/terrain-writer.js';
import { type DeadlineByHand, deadlineByHand } from '../deadline-by-hand.js';
import { RUN, START } from '../forecast-situation.js';
import { createMemoryCube, type MemoryCubeOptions, shelfOf, timesFrom } from '../memory-cube.js';
import { PLAIN_FIELDS, routeProductOf, statuses, warningCodes } from '../route-situation.js';

/** Four hours from 5° E to 65° E; the cells of a cube stand on whole tens of degrees. */
const PATH: RouteRequest['path'] = [
  { latitude: 50, longitude: 5, time: '2026-11-20T12:00:00Z' },
  { latitude: 50, longitude: 65, time: '2026-11-20T16:00:00Z' },
];
const REQUEST: RouteRequest = {
  path: PATH,
  variables: ['temperature', 'precipitation', 'wind_gust', 'condition', 'precipitation_probability'],
  timezone: 'UTC',
};
/** A chunk that has the cells at 20° and 30° E does not come, so nothing does between 10° and 40°. */
const hangs = ({ x }: { readonly x: number }) => x === 2 || x === 3;
const isBesideThem = ({ longitude }: RouteSample) => longitude > 10 && longitude < 40;

function cubeOf(more: Partial<MemoryCubeOptions> = {}) {
  const times = timesFrom(START, 200);
  return createMemoryCube({ times, referenceTime: RUN, fields: PLAIN_FIELDS, ...more });
}

const warmer = {
  dataset: 'ecmwf-ifs',
  fields: { ...PLAIN_FIELDS, temperature: () => 299, wind_gust: () => 21 },
} as const;

function never<Value>(): Promise<Value> {
  return new Promise(() => undefined);
}

/** Something that comes when the test lets it. */
function createGate(): { readonly opened: Promise<void>; open(): void } {
  const waiting: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
  return { opened, open: () => waiting.pop()?.() };
}

/** Everything that can happen without waiting has happened. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
}

interface Asked {
  readonly answer: RouteAnswer;
  readonly deadlines: readonly DeadlineByHand[];
  /** Whether it was there before any deadline passed. */
  readonly wasEarly: boolean;
}

/** Asks, and lets the deadlines pass in their order. */
async function ask(situation: Parameters<typeof routeProductOf>[0], request = REQUEST): Promise<Asked> {
  const started = new Map<DeadlineByHand, number>();
  const startDeadline = (seconds: number) => {
    const deadline = deadlineByHand();
    started.set(deadline, seconds);
    return deadline;
  };
  const pending = routeProductOf({ ...situation, startDeadline }).answer(request);
  const early = await Promise.race([pending, settle()]);
  const deadlines = [...started].sort((a, b) => a[1] - b[1]).map(([deadline]) => deadline);
  for (const deadline of deadlines) {
    deadline.pass();
    await settle();
  }
  return { answer: await pending, deadlines, wasEarly: early !== undefined };
}

const rejections: unknown[] = [];
const note = (reason: unknown) => void rejections.push(reason);
beforeEach(() => {
  rejections.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  await settle();
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});

test('where cells hang samples have a timeout, the others are what they are without the fault', async () => {
  const cube = cubeOf({ hangs });
  const { answer, deadlines, wasEarly } = await ask({ shelf: shelfOf(cube) });
  expect(wasEarly).toBe(false);
  expect(statuses(answer)).toEqual(answer.samples.map((sample) => (isBesideThem(sample) ? 'timeout' : 'ok')));
  const late = answer.samples.filter(isBesideThem).length;
  expect(late).toBeGreaterThan(2);
  const whole = await ask({ shelf: shelfOf(cubeOf()) });
  expect(whole.wasEarly).toBe(true);
  const sound = (samples: readonly RouteSample[]) => samples.filter((sample) => !isBesideThem(sample));
  expect(sound(answer.samples)).toEqual(sound(whole.answer.samples));
  expect(answer.route).toEqual(whole.answer.route);
  expect(answer.warnings.find(({ code }) => code === 'sample_unavailable')).toMatchObject({ count: late });
  expect(answer.stale).toBe(false);
  expect([cube.readers(), ...deadlines.map(({ isCancelled }) => isCancelled())]).toEqual([0, true, true, true, true]);
});

test('a better source that hangs is replaced by the next, and the warning names it', async () => {
  const [better, global] = [cubeOf({ ...warmer, hangs }), cubeOf()];
  const { answer } = await ask({ shelf: shelfOf(better, global) });
  const both = await ask({ shelf: shelfOf(cubeOf(warmer), cubeOf()) });
  const alone = await ask({ shelf: shelfOf(cubeOf()) });
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
  expect(answer.samples).toEqual(
    answer.samples.map((sample, i) => (isBesideThem(sample) ? alone : both).answer.samples[i]),
  );
  const warning = answer.warnings.find(({ code }) => code === 'model_degraded');
  expect(warning).toMatchObject({ source: 'ecmwf-ifs', count: answer.samples.filter(isBesideThem).length });
  expect(warningCodes(answer)).not.toContain('sample_unavailable');
  expect([better.readers(), global.readers()]).toEqual([0, 0]);
});

test('where the next best hangs as well the one after it answers', async () => {
  const best = cubeOf({ ...warmer, dataset: 'icon-eu', hangs });
  const next = cubeOf({ ...warmer, hangs });
  const { answer } = await ask({ shelf: shelfOf(best, next, cubeOf()) });
  const alone = await ask({ shelf: shelfOf(cubeOf()) });
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
  const beside = ({ samples }: RouteAnswer) => samples.filter(isBesideThem);
  expect(beside(answer)).toEqual(beside(alone.answer));
  expect(answer.warnings.find(({ code }) => code === 'model_degraded')?.source).toBe('ecmwf-ifs, icon-eu');
  expect([best.readers(), next.readers()]).toEqual([0, 0]);
});

test('a run that hangs when it is opened is not waited for longer, and is given back when it comes', async () => {
  const [slow, global] = [cubeOf(warmer), cubeOf()];
  const shelf = shelfOf(slow, global);
  const gate = createGate();
  const slowShelf: CubeShelf = {
    ...shelf,
    open: (dataset) => (dataset === 'ecmwf-ifs' ? gate.opened.then(() => shelf.open(dataset)) : shelf.open(dataset)),
  };
  const { answer } = await ask({ shelf: slowShelf });
  const alone = await ask({ shelf: shelfOf(cubeOf()) });
  expect(answer.samples).toEqual(alone.answer.samples);
  gate.open();
  await settle();
  expect([slow.readers(), global.readers()]).toEqual([0, 0]);
});

test('a run that fails after the deadline fails unheard', async () => {
  const shelf = shelfOf(cubeOf());
  const gate = createGate();
  const failing = gate.opened.then(() => {
    throw new ObjectDefectError('ecmwf-ifs/v1/zarr.json', 0, 'crc32c');
  });
  const { answer } = await ask({
    shelf: { ...shelf, open: (dataset) => (dataset === 'ecmwf-ifs' ? failing : shelf.open(dataset)) },
  });
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
  gate.open();
  await settle(); // what would be unheard shows in afterEach
});

test('a shelf that hangs altogether is a timeout everywhere, and the rest of the answer is there', async () => {
  const { answer } = await ask({
    shelf: { open: () => never(), openPrevious: () => never() },
  });
  expect(new Set(statuses(answer))).toEqual(new Set(['timeout']));
  expect(answer.summary).toEqual({ extremes: {}, windows: [] });
  expect(answer).toMatchObject({ updated_at: null, stale: false, route: { duration_seconds: 4 * 3600 } });
});

test('a shelf that does not say what is published is in another state each time, and soon', async () => {
  const deadlines: DeadlineByHand[] = [];
  const startDeadline = () => {
    const deadline = deadlineByHand();
    deadlines.push(deadline);
    return deadline;
  };
  const product = routeProductOf({ shelf: { open: never, openPrevious: never }, startDeadline });
  const keys = [product.stateKey(), product.stateKey()];
  for (const deadline of deadlines) deadline.pass();
  expect(new Set(await Promise.all(keys)).size).toBe(2);
  expect(deadlines.every(({ isCancelled }) => isCancelled())).toBe(true);
});

/** Of the globe at zoom 2: 500 m everywhere. */
async function publishTerrainOf500m(): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  const window = tileWindow(null, 2);
  const facts = { source: 'terrarium', origin: 'test', simulated: true, window };
  const draft = await beginTerrain(objects, facts, 0);
  const heights = new Float32Array(TILE_PIXELS ** 2).fill(500);
  for (let y = 0; y < window.down; y++) for (let x = 0; x < window.across; x++) await draft.write(x, y, heights);
  await publishTerrain(objects, draft.description.version, 0);
  return objects;
}

test('a tile of the terrain that hangs costs heights, not those of other tiles, and no weather', async () => {
  const objects = await publishTerrainOf500m();
  // Tiles are 90° wide; that of 0..90° E, 0..66.5° N hangs.
  const get: MemoryObjects['get'] = (key, range) => (key.endsWith('height/c/1/2') ? never() : objects.get(key, range));
  const elevationAt = createElevationLookup({ objects: { ...objects, get }, log: silentLog });
  await elevationAt(50, -2); // the tile in the west is there, and is decoded
  const path = [
    { latitude: 50, longitude: -2 },
    { latitude: 50, longitude: 2 },
  ];
  const ride: RouteRequest = { ...REQUEST, path, travel: { mode: 'cycling' } };
  const { answer, wasEarly } = await ask({ shelf: shelfOf(cubeOf()), elevationAt }, ride);
  expect(wasEarly).toBe(false);
  // Beside the border a height is blended from both tiles.
  const apart = answer.samples.filter(({ longitude }) => Math.abs(longitude) > 0.2);
  const heights = apart.map(({ longitude, elevation }) => [longitude < 0, elevation]);
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
  expect(heights.filter(([isWest, elevation]) => elevation !== (isWest ? 500 : null))).toEqual([]);
  expect(answer.warnings.find(({ code }) => code === 'elevation_unavailable')?.message).toContain('counts as flat');
});
