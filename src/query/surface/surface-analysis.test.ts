import { expect, test } from 'vitest';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import { createMemoryCube, type MemoryCubeOptions, timesFrom } from '../../../test/memory-cube.js';
import { memorySurface } from '../../../test/memory-surface.js';
import { NOON, reportOf } from '../../../test/random-reports.js';
import { ObjectDefectError } from '../../base/errors.js';
import type { CubeShelf } from '../../model/cube.js';
import { REPORT_FLAGS, type StationReport } from '../../model/station-report.js';
import { HOUR, MINUTE } from '../../model/time.js';
import { createSurfaceAnalysis, observeAt, type SurfaceAnalysis } from './surface-analysis.js';

const NOW = NOON;
const PLACE = { latitude: 50, longitude: 10 };
const SPAN = { start: NOW - HOUR, end: NOW + 6 * HOUR };
const WANTS = [{ id: 'temperature' as const, span: SPAN }];

/** GFS says 280 K and a dew point of 275 K at 100 m all over the globe; counts how often a cube is opened. */
function countingShelf(change: Partial<MemoryCubeOptions> = {}): { shelf: CubeShelf; opened: () => number } {
  const cube = createMemoryCube({
    times: timesFrom(NOW - 6 * HOUR, 30),
    fields: { temperature: () => 280, dew_point: () => 275 },
    statics: { elevation: () => 100 },
    ...change,
  });
  let count = 0;
  const open = async (dataset: string) => {
    if (dataset !== 'gfs') return null;
    count += 1;
    return cube.opened();
  };
  return { shelf: { open, openPrevious: async () => null }, opened: () => count };
}

/** A station as high as the model's ground, 11 km north of the place, 20 minutes ago. */
function stationReport(change: Partial<StationReport> = {}): StationReport {
  const station = { id: 'EDXX', latitude: 50.1, longitude: 10, elevation: 100 };
  return reportOf('EDXX', NOW - 20 * MINUTE, { station, temperature: 282, dew_point: 274, ...change });
}

async function incrementAt(surface: SurfaceAnalysis, place = PLACE, wants: Parameters<typeof observeAt>[2] = WANTS) {
  const increments = (await observeAt(surface, place, wants, NOW))(100);
  return increments === null ? null : increments.at('temperature', NOW);
}

test('a station that observes 2 K more than the forecast raises it near by most of that', async () => {
  const surface = memorySurface(countingShelf().shelf, [stationReport()]);
  const increments = (await observeAt(surface, PLACE, WANTS, NOW))(100)!;
  expect(increments.at('temperature', NOW)).toBeGreaterThan(1.2);
  expect(increments.at('temperature', NOW)).toBeLessThan(2);
  expect(increments.at('dew_point', NOW)).toBeLessThan(-0.6);
  expect(increments.stations[0]!.values.temperature).toBeCloseTo(2, 1);
  expect(increments.stations[0]!.values.dew_point).toBeCloseTo(-1, 1);
});

test('the forecast is compared at the height of the station: 200 m up it is 1.3 K colder', async () => {
  const station = { id: 'EDXX', latitude: 50.1, longitude: 10, elevation: 300 };
  const surface = memorySurface(countingShelf().shelf, [stationReport({ station })]);
  const increments = (await observeAt(surface, PLACE, WANTS, NOW))(250)!;
  expect(increments.stations[0]!.values.temperature).toBeCloseTo(2 + 1.3, 1);
});

test.each([
  ['no station is near', { latitude: 52, longitude: 10 }, WANTS, {}],
  ['no corrected element is requested', PLACE, [{ id: 'pressure_msl' as const, span: SPAN }], {}],
  [
    'the time lies beyond the reach',
    PLACE,
    [{ id: 'temperature' as const, span: { start: NOW + 13 * HOUR, end: NOW + 20 * HOUR } }],
    {},
  ],
  ['the temperature is suspect', PLACE, WANTS, { flags: REPORT_FLAGS.temperatureSuspect }],
  ['the report is too old', PLACE, WANTS, { time: NOW - 151 * MINUTE }],
  [
    'the height of the station is unknown',
    PLACE,
    WANTS,
    { station: { id: 'EDXX', latitude: 50.1, longitude: 10, elevation: Number.NaN } },
  ],
] as const)('nothing is read and nothing corrected where %s', async (_, place, wants, change) => {
  const { shelf, opened } = countingShelf();
  expect(await incrementAt(memorySurface(shelf, [stationReport(change)]), place, wants)).toBeNull();
  expect(opened()).toBe(0);
});

test.each([
  ['real', false, 'simulated', true, false],
  ['simulated', true, 'real', false, false],
  ['simulated', true, 'simulated', true, true],
])(
  'a forecast that is %s (%s) and reports that are %s (%s): corrected is %s',
  async (_, cube, __, reports, corrected) => {
    const { shelf } = countingShelf({ simulated: cube });
    const surface = memorySurface(shelf, [stationReport()], undefined, reports);
    expect((await incrementAt(surface)) !== null).toBe(corrected);
  },
);

test('the newest report with a sound temperature counts, not the newest', async () => {
  const suspect = { time: NOW - 5 * MINUTE, flags: REPORT_FLAGS.routine | REPORT_FLAGS.temperatureSuspect };
  const without = { time: NOW - 9 * MINUTE, temperature: Number.NaN };
  const reports = [{}, suspect, without].map((change) => stationReport(change));
  const surface = memorySurface(countingShelf().shelf, reports);
  const [station] = (await observeAt(surface, PLACE, WANTS, NOW))(100)!.stations;
  expect(station!.time).toBe(NOW - 20 * MINUTE);
});

test('requests near one station share one reading of the forecast, until a new report or another run', async () => {
  const { shelf, opened } = countingShelf();
  let version = 'run 1';
  const surface = memorySurface(shelf, [stationReport()], () => version);
  const near = [0, 1, 2, 3].map((n) => ({ latitude: 50 + 0.01 * n, longitude: 10 }));
  await Promise.all(near.map((place) => incrementAt(surface, place)));
  await incrementAt(surface);
  expect(opened()).toBe(1);
  surface.publish([stationReport({ time: NOW - 5 * MINUTE })]);
  await incrementAt(surface);
  expect(opened()).toBe(2);
  version = 'run 2';
  await incrementAt(surface);
  expect(opened()).toBe(3);
});

test('a corrected report counts at once, although it has the time of the one that it replaces', async () => {
  const surface = memorySurface(countingShelf().shelf, [stationReport({ temperature: 288 })]);
  const before = await incrementAt(surface);
  surface.publish([stationReport({ temperature: 281 })]);
  expect(await incrementAt(surface)).toBeLessThan(before! - 5);
});

test('another publication of reports has another version', async () => {
  const surface = memorySurface(countingShelf().shelf, [stationReport()]);
  const before = await surface.version();
  surface.publish([stationReport()]);
  expect(await surface.version()).not.toBe(before);
});

function surfaceOver(shelf: CubeShelf, newest: () => Promise<never> | Promise<null>): SurfaceAnalysis {
  return createSurfaceAnalysis({ shelf, newest, versions: async () => 'v', seconds: 5 });
}

test('reports that are absent or damaged mean no correction, not a failure', async () => {
  const { shelf } = countingShelf();
  const absent = surfaceOver(shelf, async () => null);
  expect([await incrementAt(absent), await absent.version()]).toEqual([null, 'none']);
  const damaged = surfaceOver(shelf, () => Promise.reject(new ObjectDefectError('reports/v1/time/c/0', 0, 'crc32c')));
  expect([await incrementAt(damaged), await damaged.version()]).toEqual([null, 'defective']);
});

test('an error that is no defect of the store is not swallowed', async () => {
  const broken = surfaceOver(countingShelf().shelf, () => Promise.reject(new TypeError('a mistake')));
  await expect(incrementAt(broken)).rejects.toThrow('a mistake');
  await expect(broken.version()).rejects.toThrow('a mistake');
});

const SPOTS = {
  count: 1,
  latitudes: Float64Array.of(50),
  longitudes: Float64Array.of(10),
  starts: Float64Array.of(SPAN.start),
  ends: Float64Array.of(SPAN.end),
};

test('after the deadline there is no correction, and the next request reads again', async () => {
  const { shelf: sound } = countingShelf();
  const { shelf: hanging } = countingShelf({ hangs: () => true });
  let shelf = hanging;
  const surface = memorySurface({ open: (id) => shelf.open(id), openPrevious: async () => null }, [stationReport()]);
  const deadline = deadlineByHand();
  const observing = surface.observe(SPOTS, NOW, deadline);
  await new Promise((resolve) => setImmediate(resolve));
  deadline.pass();
  expect((await observing)(0, 100)).toBeNull();
  shelf = sound;
  await new Promise((resolve) => setImmediate(resolve));
  expect((await surface.observe(SPOTS, NOW, deadlineByHand()))(0, 100)).not.toBeNull();
});

test('reports that never come mean no correction after the deadline', async () => {
  const surface = surfaceOver(countingShelf().shelf, () => new Promise<never>(() => undefined));
  const deadline = deadlineByHand();
  const observing = surface.observe(SPOTS, NOW, deadline);
  deadline.pass();
  expect((await observing)(0, 100)).toBeNull();
  expect(deadline.isCancelled()).toBe(false);
});
