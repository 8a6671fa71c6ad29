/** Chances where the evidence is uneven: a member that ends within the day, a Blend that is late, hours before the run. */

import { expect, test } from 'vitest';
import { column, numbers } from '../../../../test/answer-columns.js';
import { AT_SEA, answerOf, codes, hourly, NOW, RUN, START } from '../../../../test/forecast-situation.js';
import {
  createMemoryCube,
  type MemoryCube,
  type MemoryCubeOptions,
  shelfOf,
  timesFrom,
} from '../../../../test/memory-cube.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../../../model/element.js';
import { HOUR } from '../../../model/time.js';

const members = (amount: number) =>
  Object.fromEntries(Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => [memberElement(i), () => amount]));

const gfs = (precipitation: (time: number) => number) =>
  createMemoryCube({
    times: timesFrom(START, 48 + 385),
    referenceTime: RUN,
    fields: { temperature: () => 280, precipitation, cloud_cover: () => 1 },
  });
/** `amount` mm in each three hours of every member, from the reference time on. */
const gefs = (amount: number, steps: number, options: Partial<MemoryCubeOptions> = {}) =>
  createMemoryCube({
    dataset: 'gefs',
    referenceTime: RUN,
    times: timesFrom(RUN + 3 * HOUR, steps, 3 * HOUR),
    fields: members(amount),
    ...options,
  });
const nbm = (chance: number, referenceTime = RUN) =>
  createMemoryCube({
    dataset: 'nbm',
    referenceTime,
    times: timesFrom(referenceTime + HOUR, 36),
    fields: { probability_1h: () => chance },
  });

const chanceOfDays = (days: number) => ({
  location: AT_SEA,
  timezone: 'UTC',
  daily: { days, variables: ['precipitation_probability'] as const },
});

test('a day that began before the ensemble is completed, and nothing about it is uncalibrated', async () => {
  const now = RUN + 10 * HOUR;
  const late = gefs(0, 80, { referenceTime: RUN + 6 * HOUR, times: timesFrom(RUN + 9 * HOUR, 80, 3 * HOUR) });
  const shelf = shelfOf(
    gfs((t) => (t === RUN + HOUR ? 2 : 0)),
    late,
  );
  const answer = await answerOf({ shelf, now }, chanceOfDays(2));
  // The 2 mm of the morning are in every member's day, 31.5 / 32, and in the source's, 1 − 1/e, which counts a fifth 6 h
  // after the run. Tomorrow nobody has any: 0.5 / 32, less what the source counts.
  expect(column(answer.daily, 'precipitation_probability')).toEqual([91, 1]);
  expect(codes(answer)).not.toContain('uncalibrated_probability');
});

test('only records that stand on an amount alone are called uncalibrated', async () => {
  const shelf = shelfOf(
    gfs(() => 0),
    gefs(0, 16),
  );
  const within = { location: AT_SEA, ...hourly(24, 'precipitation_probability') };
  expect(codes(await answerOf({ shelf }, within))).not.toContain('uncalibrated_probability');
  // Days share the hours of the hourly section, and reach back before the run; the hours that are shown do not.
  const both = { ...within, ...chanceOfDays(2), timezone: 'America/New_York' };
  expect(codes(await answerOf({ shelf }, both))).not.toContain('uncalibrated_probability');
  const past = { location: AT_SEA, hourly: { ...within.hourly, past_hours: 24 } };
  expect(codes(await answerOf({ shelf }, past))).toContain('uncalibrated_probability');
  const beyond = { location: AT_SEA, ...hourly(60, 'precipitation_probability') };
  expect(codes(await answerOf({ shelf }, beyond))).toContain('uncalibrated_probability');
});

test.each([
  // Members to 03 UTC of the day after tomorrow have an eighth of it, to 21 UTC seven eighths.
  [17, 'the hours together'],
  [23, 'the members'],
])('with members of %i steps, that day stands on %s', async (steps, source) => {
  const wet = (t: number) => (t > RUN + 48 * HOUR && t <= RUN + 51 * HOUR ? 0 : 0.2);
  const answer = await answerOf({ shelf: shelfOf(gfs(wet), gefs(0, steps)) }, chanceOfDays(3));
  const chance = numbers(answer.daily, 'precipitation_probability')[2]!;
  // 0.5 / 32, and 4.2 mm of the source, 81%, which count 0.088 at 60 h.
  if (source === 'the members') expect(chance).toBe(9);
  // 0.2 mm in each hour: no member that is dry for an eighth of the day says that 4.2 mm are sure, or that they are not.
  else expect(chance).toBeGreaterThan(50);
  expect(chance).not.toBe(98);
});

test.each([
  // 0.3 mm in three steady hours are 0.1 mm in each, and 1.0 mm in the 24 hours from 0.125 mm on. A dry source counts 0.365
  // in the first hour and 0.113 in the day; hours that are not wet have no amount, so their day stays below 70%.
  [0.3, 63, 87],
  [0.29, 1, 69],
  [0.12, 1, 1],
])(
  'the event is at least 0.1 mm in the hour and 1.0 mm in the day: members of %d mm in three hours',
  async (...row) => {
    const [amount, hour, day] = row;
    const request = { ...chanceOfDays(2), ...hourly(6, 'precipitation_probability') };
    const answer = await answerOf(
      {
        shelf: shelfOf(
          gfs(() => 0),
          gefs(amount, 80),
        ),
      },
      request,
    );
    expect(numbers(answer.hourly, 'precipitation_probability')[0]).toBe(hour);
    expect(numbers(answer.daily, 'precipitation_probability')[1]).toBe(day);
  },
);

test('a member that is missing is no dry member', async () => {
  const fields = { ...members(3), [memberElement(0)]: () => Number.NaN };
  const answer = await answerOf(
    {
      shelf: shelfOf(
        gfs(() => 3),
        gefs(3, 80, { fields }),
      ),
    },
    { ...chanceOfDays(2), ...hourly(2, 'precipitation_probability') },
  );
  // 30 of 30: 30.5 / 31, and nearly 1 by the source
  expect(numbers(answer.hourly, 'precipitation_probability')).toEqual([99, 99]);
  expect(numbers(answer.daily, 'precipitation_probability')[1]).toBe(99);
  const half = Object.fromEntries(Object.entries(members(3)).slice(0, 4));
  const few = await answerOf(
    {
      shelf: shelfOf(
        gfs(() => Number.NaN),
        gefs(3, 80, { fields: half }),
      ),
    },
    { location: AT_SEA, ...hourly(1, 'precipitation_probability') },
  );
  expect(numbers(few.hourly, 'precipitation_probability')).toEqual([90]); // 4.5 / 5
});

test('a Blend that is late gives way to an ensemble in time, and a late ensemble to the Blend', async () => {
  const chance = async (...cubes: readonly MemoryCube[]) => {
    const answer = await answerOf(
      {
        shelf: shelfOf(
          gfs(() => 0),
          ...cubes,
        ),
      },
      { location: AT_SEA, ...hourly(6, 'precipitation_probability') },
    );
    expect(codes(answer)).toContain('model_degraded');
    return numbers(answer.hourly, 'precipitation_probability');
  };
  const lateBlend = nbm(0.9, RUN - 6 * HOUR);
  expect(NOW - lateBlend.description.referenceTime).toBeGreaterThan(10.5 * HOUR);
  expect(await chance(lateBlend, gefs(0, 80))).toEqual(Array(6).fill(1));
  const lateEnsemble = gefs(0, 80, { referenceTime: RUN - 12 * HOUR, times: timesFrom(RUN - 9 * HOUR, 80, 3 * HOUR) });
  expect(await chance(nbm(0.9), lateEnsemble)).toEqual(Array(6).fill(90));
});
