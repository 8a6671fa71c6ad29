import { expect, test } from 'vitest';
import { NOWCAST_MINUTES } from '../../model/nowcast.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { onsetMinute, onsetUncertaintyOf, statusOf } from './status.js';

/** Dry but for one minute. */
const minutesOf = (minute: number, rate: number, chance: number) => ({
  rates: new Float64Array(NOWCAST_MINUTES).map((_, i) => (i === minute ? rate : 0)),
  chances: new Float64Array(NOWCAST_MINUTES).map((_, i) => (i === minute ? chance : 0)),
});

test.each<[rate: number, probability: number, status: string, onset: number]>([
  [0.1, 0, 'active', 40],
  [0.0951, 0, 'active', 40], // is printed as 0.1
  [0.0949, 0, 'dry', -1],
  [0, 0.3, 'active', -1],
  [0, 0.295, 'active', -1], // is printed as 30
  [0, 0.294, 'dry', -1],
  [0, 0.5, 'active', 40],
  [0, 0.495, 'active', 40], // is printed as 50
  [0, 0.494, 'active', -1],
  [Number.NaN, 0.6, 'active', 40],
  [Number.NaN, Number.NaN, 'dry', -1],
])('one minute of %d mm/h with a probability of %d makes the nowcast %s, its onset %d', (rate, probability, ...is) => {
  const minutes = minutesOf(40, rate, probability);
  expect([statusOf('minutes', minutes), onsetMinute(minutes)]).toEqual(is);
  expect(statusOf('outside', minutes)).toBe(is[0]);
  expect(statusOf('pending', minutes)).toBe('pending');
});

const radarOf = (ageMinutes: number, speedKmh: number, cadenceMinutes: number) =>
  ({ age: ageMinutes * 60, speedKmh, cadence: cadenceMinutes * 60 }) as unknown as RadarMinutes;
const weights = (of: (i: number) => number) => ({ weights: new Float64Array(NOWCAST_MINUTES).map((_, i) => of(i)) });

test.each<[name: string, first: number, ageMinutes: number, speed: number, cadence: number, expected: number | null]>([
  // docs/methods: (30, 40, 2) → 6, (60, 40, 2) → 10, (30, 8, 5) → 20, with the lead from the frame on
  ['half an hour after the frame', 28, 2, 40, 2, 6],
  ['an hour after it', 55, 5, 40, 2, 10],
  ['slow', 30, 0, 8, 5, 20],
  ['raining already', 0, 2, 40, 2, null],
  ['dry', -1, 2, 40, 2, null],
])('%s: one standard deviation of the onset', (_name, first, age, speed, cadence, expected) => {
  expect(
    onsetUncertaintyOf(
      radarOf(age, speed, cadence),
      weights(() => 1),
      first,
    ),
  ).toBe(expected);
});

test('an onset that only the models have, or that comes after minutes of the models, has no uncertainty', () => {
  const radar = radarOf(1, 40, 2);
  expect(
    onsetUncertaintyOf(
      radar,
      weights((i) => (i < 60 ? 1 : 0)),
      70,
    ),
  ).toBeNull();
  expect(
    onsetUncertaintyOf(
      radar,
      weights((i) => (i < 5 ? 0 : 1)),
      70,
    ),
  ).toBeNull();
  expect(
    onsetUncertaintyOf(
      null,
      weights(() => 0),
      70,
    ),
  ).toBeNull();
});
