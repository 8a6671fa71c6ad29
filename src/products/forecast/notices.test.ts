import { expect, test } from 'vitest';
import { column } from '../../../test/answer-columns.js';
import {
  AT_SEA,
  answerOf,
  BERLIN,
  codes,
  epoch,
  hourly,
  NOW,
  productOf,
  RUN,
  START,
} from '../../../test/forecast-situation.js';
import { createMemoryCube, createMemoryShelf, timesFrom } from '../../../test/memory-cube.js';
import { isTagged } from '../../base/errors.js';
import { HOUR } from '../../model/time.js';

test('a file of one step answers its instant, spreads its total backwards, and takes the condition from the rate', async () => {
  const noon = epoch('2011-01-15T12:00:00Z');
  const only = (value: number) => (t: number) => (t === noon ? value : Number.NaN);
  const situation = {
    now: noon,
    times: [noon - 6 * HOUR, noon],
    referenceTime: noon - 120 * HOUR,
    fields: {
      temperature: only(281.15),
      dew_point: only(279.15),
      precipitation: only(6),
      precipitation_rate: only(1.5),
      cloud_cover: only(1),
      rain_flag: only(1),
    },
  };
  const variables = ['temperature', 'humidity', 'cloud_cover', 'precipitation', 'rain_total', 'condition'] as const;
  const answer = await answerOf(situation, {
    location: BERLIN,
    hourly: { hours: 1, past_hours: 6, variables },
    current: { variables },
  });
  expect(column(answer.hourly, 'precipitation')).toEqual([1, 1, 1, 1, 1, 1, null]);
  expect(column(answer.hourly, 'rain_total')).toEqual([1, 1, 1, 1, 1, 1, null]);
  expect(column(answer.hourly, 'temperature')).toEqual([null, null, null, null, null, null, 8]);
  // Bolton: es(6 °C) / es(8 °C) = 9.3465 / 10.7226
  expect(variables.map((name) => column(answer.current, name)[0])).toEqual([8, 87, 100, null, null, 'rain']);
  expect(codes(answer)).toEqual(expect.arrayContaining(['stale_data', 'horizon_reduced', 'partial_data']));
});

test('a variable that the model lacks is null and named; the others are not touched', async () => {
  const answer = await answerOf(
    { fields: { temperature: () => 280, cloud_cover: () => Number.NaN } },
    { location: AT_SEA, ...hourly(2, 'temperature', 'pressure', 'cloud_cover', 'air_quality_index') },
  );
  expect(column(answer.hourly, 'pressure')).toEqual([null, null]);
  expect(answer.warnings.find(({ code }) => code === 'variable_unavailable')?.variables).toEqual([
    'pressure',
    'cloud_cover',
  ]);
  expect(column(answer.hourly, 'air_quality_index')).toEqual([null, null]);
  expect(answer.warnings.find(({ code }) => code === 'air_quality_unavailable')?.variables).toEqual([
    'air_quality_index',
  ]);
  expect(codes(answer)).not.toContain('partial_data');
});

test('a hole of more than six hours in the run is null and said to be partial; a shorter one is bridged', async () => {
  const without = (hours: number) => (t: number) =>
    t >= RUN + 12 * HOUR && t < RUN + (12 + hours) * HOUR ? Number.NaN : 280;
  const hole = await answerOf(
    { fields: { temperature: without(6) } },
    { location: AT_SEA, ...hourly(9, 'temperature') },
  );
  const nulls = column(hole.hourly, 'temperature').map((value) => value === null);
  expect(nulls).toEqual([false, false, true, true, true, true, true, true, false]);
  expect(hole.warnings.find(({ code }) => code === 'partial_data')).toMatchObject({ variables: ['temperature'] });
  const gap = await answerOf(
    { fields: { temperature: without(5) } },
    { location: AT_SEA, ...hourly(9, 'temperature') },
  );
  expect(column(gap.hourly, 'temperature')).toEqual(Array(9).fill(6.9));
  expect(codes(gap)).not.toContain('partial_data');
});

test('beyond the run values are null, counted under horizon_reduced', async () => {
  const answer = await answerOf(
    { fields: { temperature: () => 280 } },
    { location: AT_SEA, ...hourly(384, 'temperature') },
  );
  const values = column(answer.hourly, 'temperature');
  expect(values).toHaveLength(384); // now is hour 10 of a run of 384 hours
  expect(values.filter((value) => value === null)).toHaveLength(9);
  expect(answer.warnings.find(({ code }) => code === 'horizon_reduced')?.count).toBe(10);
});

test('long after the run everything is null, stale, and no error', async () => {
  const answer = await answerOf(
    { now: NOW + 40 * 24 * HOUR, fields: { temperature: () => 280 } },
    {
      location: AT_SEA,
      ...hourly(24, 'temperature', 'condition', 'uv_index', 'wind_gust'),
      current: { variables: ['temperature'] },
      daily: { days: 2, variables: ['temperature_max', 'sunrise'] },
    },
  );
  for (const name of ['temperature', 'condition', 'uv_index', 'wind_gust'])
    expect(column(answer.hourly, name)).toEqual(Array(24).fill(null));
  expect(column(answer.daily, 'sunrise').every((value) => value !== null)).toBe(true);
  expect(answer.stale).toBe(true);
  expect(codes(answer)).toEqual(expect.arrayContaining(['stale_data', 'horizon_reduced']));
});

for (const [hours, stale] of [
  [14, false],
  [14.1, true],
] as const)
  test(`a run of ${hours} hours ago is ${stale ? '' : 'not '}stale`, async () => {
    const product = productOf({ now: RUN + hours * HOUR, fields: { temperature: () => 280 } });
    const answer = await product.answer({ location: AT_SEA, ...hourly(1, 'temperature') });
    expect([answer.stale, codes(answer).includes('stale_data')]).toEqual([stale, stale]);
    expect((await product.status()).state).toBe(stale ? 'stale' : 'ready');
  });

test('warnings come once each, in the order of the list, with words', async () => {
  const variables = ['temperature', 'air_quality_index', 'precipitation_probability'] as const;
  const answer = await answerOf(
    { simulated: true, fields: { temperature: () => 280, precipitation: () => 0 } },
    { location: AT_SEA, ...hourly(1, ...variables), current: { variables } },
  );
  expect(codes(answer)).toEqual([
    'uncalibrated_probability',
    'elevation_unavailable',
    'air_quality_unavailable',
    'timezone_fallback',
    'simulated_data',
  ]);
  for (const { message } of answer.warnings) expect(message).toMatch(/^[A-Z].{20,}\.$/);
});

for (const [variable, expected] of [
  ['temperature', ['elevation_unavailable']],
  ['uv_index', ['elevation_unavailable']],
  ['wind_speed', []],
  ['pressure', []],
  ['condition', ['elevation_unavailable']],
  ['precipitation_probability', ['uncalibrated_probability']],
] as const)
  test(`${variable} alone comes with the warnings ${JSON.stringify(expected)} and no other`, async () => {
    const constant = (value: number) => () => value;
    const fields = {
      temperature: constant(280),
      dew_point: constant(279),
      pressure_msl: constant(101_000),
      wind_u: constant(3),
      wind_v: constant(0),
      wind_gust: constant(5),
      precipitation: constant(1),
      cloud_cover: constant(1),
      ozone: constant(300),
    };
    const answer = await answerOf({ fields }, { location: BERLIN, ...hourly(2, variable) });
    expect(column(answer.hourly, variable).includes(null)).toBe(false);
    expect(codes(answer)).toEqual(expected);
  });

test('a torn version gives way to the one before, with a warning; two torn ones are unavailable', async () => {
  const cube = (version: string, torn: boolean) =>
    createMemoryCube({
      times: timesFrom(START, 99),
      referenceTime: RUN,
      fields: { temperature: () => 280 },
      version,
      torn,
    });
  const request = { location: AT_SEA, ...hourly(1, 'temperature') };
  const degraded = await answerOf({ shelf: createMemoryShelf(cube('b', true), cube('a', false)) }, request);
  expect(column(degraded.hourly, 'temperature')).toEqual([6.9]);
  expect(codes(degraded)).toContain('model_degraded');
  const failing = answerOf({ shelf: createMemoryShelf(cube('b', true), cube('a', true)) }, request);
  await expect(failing).rejects.toSatisfy((error) => isTagged(error, 'product-unavailable'));
});

test('without any run the product is unavailable', async () => {
  const product = productOf({ shelf: createMemoryShelf(null) });
  expect(await product.status()).toMatchObject({ product: 'forecast', state: 'unavailable', updatedAt: null });
  await expect(product.answer({ location: AT_SEA, ...hourly(1, 'temperature') })).rejects.toThrow(
    'forecast is unavailable: no model run has been ingested yet',
  );
});
