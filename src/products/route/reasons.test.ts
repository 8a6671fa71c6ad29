import { expect, test } from 'vitest';
import { COARSE_GLOBE, createMemoryCube, timesFrom } from '../../../test/memory-cube.js';
import { HOUR } from '../../model/time.js';
import type { LayeredTrack, SpotState } from '../../query/track/track.js';
import { causesOf, reasonOf, unavailableMessage, type Warming } from './reasons.js';

const START = 1_800_000_000;
const GFS = createMemoryCube({ times: timesFrom(START, 100), fields: {} }).description;

const track = (...states: SpotState[]) =>
  ({ states, sources: [{ dataset: 'gfs', description: GFS }] }) as unknown as LayeredTrack;

function samplesAt(...times: number[]) {
  const each = () => new Float64Array(times.length);
  const places = { latitudes: each(), longitudes: each(), distances: each(), waypoints: new Uint8Array(times.length) };
  return { count: times.length, times: Float64Array.from(times), ...places };
}

const reasons = (found: LayeredTrack, samples: ReturnType<typeof samplesAt>, warming: Warming) =>
  causesOf(found, samples, warming).map(reasonOf);

const SETTLED = { isWarming: false, isLacking: true };

for (const [state, settled, warming, complete] of [
  ['known', null, null, null],
  ['outside', 'provider_unavailable', 'warming', 'provider_unavailable'],
  ['nothing', 'provider_unavailable', 'warming', 'warming'],
  ['unreached', 'provider_unavailable', 'provider_unavailable', 'provider_unavailable'],
  ['defective', 'provider_unavailable', 'provider_unavailable', 'provider_unavailable'],
  ['late', 'timeout', 'timeout', 'timeout'],
] as const)
  test(`${state} is ${settled}, while the first data comes in ${warming}`, () => {
    const samples = samplesAt(START);
    expect(reasons(track(state), samples, SETTLED)).toEqual([settled]);
    expect(reasons(track(state), samples, { isWarming: true, isLacking: true })).toEqual([warming]);
    expect(reasons(track(state), samples, { isWarming: true, isLacking: false })).toEqual([complete]);
  });

test.each(['outside', 'nothing'] as const)('%s is geography_unavailable outside the configured region', (state) => {
  const causesIn = (south: number, isWarming: boolean) =>
    causesOf(track(state), samplesAt(START), { isWarming, isLacking: true }, { south, west: -10, north: 70, east: 10 });
  expect([causesIn(50, false), causesIn(50, true)].flat().map(reasonOf)).toEqual(
    Array(2).fill('geography_unavailable'),
  );
  expect([causesIn(-5, false), causesIn(-5, true)].flat().map(reasonOf)).toEqual(['provider_unavailable', 'warming']);
});

test('what lies before the data, after it and beyond the horizon is told apart in words, not in the reason', () => {
  const samples = samplesAt(START - HOUR, START, START + 100 * HOUR, START + 500 * HOUR);
  const causes = causesOf(track('unreached', 'known', 'unreached'), samples, SETTLED);
  expect(causes).toEqual(['before', null, 'after', 'beyond']);
  expect(unavailableMessage(causes)).toBe(
    '3 of 4 samples have no weather: 1 lies before the stored data begins; ' +
      '1 lies after the newest data for the place ends; 1 lies beyond the horizon of the forecast.',
  );
});

test('a record of which only one end is known tells nothing between its ends', () => {
  const END = START + 99 * HOUR; // the last of 100 steps
  const times = [START - 1, START, END, END + 1, END + HOUR - 1];
  const states = times.map(() => 'known' as const);
  expect(causesOf(track(...states), samplesAt(...times), SETTLED)).toEqual(['before', null, null, 'after', 'after']);
});

test('where one source ends another may go on, and one elsewhere does not count', () => {
  const END = START + 99 * HOUR;
  const longer = createMemoryCube({ times: timesFrom(START, 200), fields: {} }).description;
  const elsewhere = { ...longer, grid: { ...COARSE_GLOBE, columns: 2, firstLongitude: 100 } };
  const beside = (description: typeof GFS) =>
    ({
      ...track('known'),
      sources: [GFS, description].map((each) => ({ dataset: 'gfs', description: each })),
    }) as never;
  expect(causesOf(beside(longer), samplesAt(END + 60), SETTLED)).toEqual([null]);
  expect(causesOf(beside(elsewhere), samplesAt(END + 60), SETTLED)).toEqual(['after']);
});

for (const [causes, message] of [
  [[null, null], null],
  [['late'], '1 of 1 sample has no weather: 1 could not be read within the time of this request.'],
  [['late', null], '1 of 2 samples has no weather: 1 could not be read within the time of this request.'],
  [
    ['outside', 'outside', 'coming', null],
    '3 of 4 samples have no weather: 2 lie outside the region that this service covers; ' +
      '1 waits for the first model runs, which are being prepared.',
  ],
] as const)
  test(`${JSON.stringify(causes)} is said in one sentence`, () => {
    expect(unavailableMessage(causes)).toBe(message);
  });
