import { expect, test } from 'vitest';
import { column } from '../../../test/answer-columns.js';
import {
  createMemoryCube,
  createMemoryShelf,
  HOUR,
  type MemoryCubeOptions,
  timesFrom,
} from '../../../test/memory-cube.js';
import { fixedClock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { ForecastAnswer } from '../../model/answer.js';
import type { CubeShelf } from '../../model/cube.js';
import type { ForecastVariableId } from '../../model/variables.js';
import { createForecastProduct, type ElevationLookup } from './forecast.js';
import type { ForecastRequest } from './request.js';

const epoch = (text: string) => Date.parse(text) / 1000;
const RUN = epoch('2026-11-20T00:00:00Z');
const START = RUN - 48 * HOUR;
const NOW = epoch('2026-11-20T10:07:31Z');
const BERLIN = { latitude: 52.5, longitude: 13.4 };
const AT_SEA = { latitude: 0, longitude: 0 };

interface Situation extends Partial<MemoryCubeOptions> {
  readonly now?: number;
  readonly elevationAt?: ElevationLookup;
  readonly shelf?: CubeShelf;
}

function productOf({ now = NOW, elevationAt, shelf, ...cube }: Situation) {
  const options = { times: timesFrom(START, 48 + 385), referenceTime: RUN, fields: {}, ...cube };
  return createForecastProduct({
    shelf: shelf ?? createMemoryShelf(createMemoryCube(options)),
    clock: fixedClock(now),
    log: silentLog,
    ...(elevationAt && { elevationAt }),
  });
}

const answerOf = (situation: Situation, request: ForecastRequest) => productOf(situation).answer(request);

const codes = (answer: ForecastAnswer) => answer.warnings.map(({ code }) => code);
const hourly = (hours: number, ...variables: ForecastVariableId[]) => ({ hourly: { hours, variables } });

test('hours begin with the one that contains now, after as many past hours as asked for', async () => {
  const request = { location: AT_SEA, hourly: { hours: 2, past_hours: 2, variables: ['temperature'] as const } };
  const answer = await answerOf({ fields: { temperature: (t) => 273.15 + (t - RUN) / HOUR } }, request);
  expect(answer.hourly?.labels).toEqual([
    '2026-11-20T08:00:00Z',
    '2026-11-20T09:00:00Z',
    '2026-11-20T10:00:00Z',
    '2026-11-20T11:00:00Z',
  ]);
  expect(column(answer.hourly, 'temperature')).toEqual([8, 9, 10, 11]);
  expect(column(answer.hourly, 'type')).toEqual(['analysis', 'analysis', 'forecast', 'forecast']);
});

test('current is this minute; its totals are those of the quarter hour around it', async () => {
  const fields = { temperature: (t: number) => 273.15 + (t - RUN) / HOUR, precipitation: () => 2 };
  const variables = ['temperature', 'precipitation'] as const;
  const answer = await answerOf({ fields }, { location: AT_SEA, current: { variables } });
  expect(answer.current?.labels).toEqual(['2026-11-20T10:07:00Z']);
  expect(column(answer.current, 'temperature')).toEqual([10.1]); // 10 + 7/60
  expect(column(answer.current, 'precipitation')).toEqual([0.5]);
  expect(column(answer.current, 'type')).toEqual(['analysis']);
});

test('quarter hours begin with the current one and rise along the line', async () => {
  const fields = { temperature: (t: number) => 273.15 + (4 * (t - RUN)) / HOUR };
  const request = { location: AT_SEA, quarter_hourly: { hours: 1, variables: ['temperature'] as const } };
  const answer = await answerOf({ now: NOW + 900, fields }, request);
  expect(answer.quarter_hourly?.labels[0]).toBe('2026-11-20T10:15:00Z');
  expect(column(answer.quarter_hourly, 'temperature')).toEqual([41, 42, 43, 44]);
});

test('a total labelled 11:00 by the model falls in the record of 10:00', async () => {
  const fields = { precipitation: (t: number) => (t === RUN + 11 * HOUR ? 3 : 0) };
  const answer = await answerOf({ fields }, { location: AT_SEA, ...hourly(3, 'precipitation') });
  expect(column(answer.hourly, 'precipitation')).toEqual([3, 0, 0]);
});

test('quarters of rising rain sum to their hour', async () => {
  // (0, 2, 4) mm in three hours: 0.3125 0.4375 0.5625 0.6875 by methods 1.12
  const fields = { precipitation: (t: number) => Math.max(0, (2 * (t - RUN - 10 * HOUR)) / HOUR) };
  const request = { location: AT_SEA, quarter_hourly: { hours: 1, variables: ['precipitation'] as const } };
  const answer = await answerOf({ fields }, { ...request, ...hourly(1, 'precipitation') });
  expect(column(answer.quarter_hourly, 'precipitation')).toEqual([0.31, 0.44, 0.56, 0.69]);
  expect(column(answer.hourly, 'precipitation')).toEqual([2]);
});

test('wind from the north is 360°, calm is 0, and an estimated gust says so', async () => {
  const variables = ['wind_speed', 'wind_direction', 'wind_gust'] as const;
  const north = await answerOf(
    { fields: { wind_u: () => 0, wind_v: () => -10 }, statics: { land: () => 1 } },
    { location: AT_SEA, ...hourly(1, ...variables) },
  );
  expect(variables.map((name) => column(north.hourly, name)[0])).toEqual([36, 360, 59.8]); // 10 m/s × 1.66
  expect(codes(north)).toContain('estimated_gust');
  const calm = await answerOf(
    { fields: { wind_u: () => 0, wind_v: () => 0, wind_gust: () => 2 } },
    { location: AT_SEA, ...hourly(1, ...variables) },
  );
  expect(variables.map((name) => column(calm.hourly, name)[0])).toEqual([0, 0, 7.2]);
  expect(codes(calm)).not.toContain('estimated_gust');
});

test('a gust is the strongest of its hour and never below the sustained wind', async () => {
  const fields = { wind_u: () => 6, wind_v: () => 0, wind_gust: (t: number) => (t === RUN + 12 * HOUR ? 20 : 5) };
  const answer = await answerOf({ fields }, { location: AT_SEA, ...hourly(4, 'wind_gust') });
  expect(column(answer.hourly, 'wind_gust')).toEqual([21.6, 72, 72, 21.6]);
});

test('the place 1000 m above the model is 6.5 K colder and drier, and its snow replaces the rain', async () => {
  const fields = {
    temperature: () => 277.15,
    dew_point: () => 276.15,
    precipitation: () => 1,
    cloud_cover: () => 1,
    rain_flag: () => 1,
  };
  const variables = ['temperature', 'dew_point', 'rain_total', 'snow_total', 'condition'] as const;
  const situation = { fields, statics: { elevation: () => 200 } };
  const request = { location: BERLIN, ...hourly(1, ...variables) };
  const low = await answerOf(situation, request);
  expect(variables.map((name) => column(low.hourly, name)[0])).toEqual([4, 3, 1, 0, 'rain']);
  expect([low.location.forecast_elevation_m, codes(low).includes('elevation_unavailable')]).toEqual([200, true]);
  const high = await answerOf({ ...situation, elevationAt: async () => 1200 }, request);
  const [temperature, dewPoint, rain, snow, condition] = variables.map((name) => column(high.hourly, name)[0]);
  // 4 − 6.5 and min(3 − 5.2, T); Kuchera at 270.65 K: 12 + (271.16 − 270.65) = 12.51 mm of depth for 1 mm
  expect([temperature, dewPoint, rain, snow, condition]).toEqual([-2.5, -2.5, 0, 12.51, 'snow']);
  expect([high.location.forecast_elevation_m, codes(high).includes('elevation_unavailable')]).toEqual([1200, false]);
});

test('more than 1500 m above the model the values stop moving, and the answer says so', async () => {
  const situation = { fields: { temperature: () => 283.15 }, statics: { elevation: () => 0 } };
  const answer = await answerOf(
    { ...situation, elevationAt: async () => 4000 },
    { location: BERLIN, ...hourly(1, 'temperature') },
  );
  expect(column(answer.hourly, 'temperature')).toEqual([0.3]); // 10 − 9.75, half away from zero
  expect(codes(answer)).toContain('elevation_clamped');
});

test('probability follows from the amount, says so, and its quarters make up the hour', async () => {
  const fields = { precipitation: () => 0.35 }; // r = 0.35 mm/h: 1 − 1/e = 63.2%
  const request = {
    location: AT_SEA,
    ...hourly(1, 'precipitation_probability'),
    quarter_hourly: { hours: 1, variables: ['precipitation_probability'] as const },
  };
  const answer = await answerOf({ fields }, request);
  expect(column(answer.hourly, 'precipitation_probability')).toEqual([63]);
  const quarter = column(answer.quarter_hourly, 'precipitation_probability')[0] as number;
  expect(1 - (1 - quarter / 100) * (1 - (quarter / 100) * 0.15) ** 3).toBeCloseTo(0.632, 1);
  expect(codes(answer)).toContain('uncalibrated_probability');
});

test('uv is 0 at night, and at noon what Madronich gives for the sun and ozone', async () => {
  const fields = { cloud_cover: () => 0, ozone: () => 300 };
  // Equinox on the equator at Greenwich: the sun is near the zenith at noon, UV 12.5; 30° off (two hours) 8.83
  const march = epoch('2026-03-20T00:00:00Z');
  const situation = { fields, times: timesFrom(march, 48), referenceTime: march, now: march };
  const answer = await answerOf(situation, { location: AT_SEA, ...hourly(24, 'uv_index') });
  const uv = column(answer.hourly, 'uv_index') as number[];
  expect([uv[0], uv[3], uv[22]]).toEqual([0, 0, 0]);
  expect(Math.max(...uv)).toBeGreaterThan(12);
  expect(Math.max(...uv)).toBeLessThanOrEqual(12.5);
});

for (const [name, location, now, cloud, code] of [
  ['a clear noon', AT_SEA, '2026-11-20T12:00:00Z', 0.1, 'sun'],
  ['a clear midnight', AT_SEA, '2026-11-21T00:00:00Z', 0.1, 'clear-night'],
  ['an overcast midnight', AT_SEA, '2026-11-21T00:00:00Z', 1, 'cloudy-night'],
  ['a polar noon without sun', { latitude: 85, longitude: 0 }, '2026-11-20T12:00:00Z', 0.1, 'clear-night'],
  ['a polar night of sun', { latitude: -85, longitude: 0 }, '2026-11-20T23:00:00Z', 0.1, 'sun'],
] as const)
  test(`condition of ${name} is ${code}`, async () => {
    const fields = { cloud_cover: () => cloud, precipitation: () => 0 };
    const request = { location, ...hourly(1, 'condition'), current: { variables: ['condition'] as const } };
    const answer = await answerOf({ now: epoch(now), fields }, request);
    expect([column(answer.hourly, 'condition')[0], column(answer.current, 'condition')[0]]).toEqual([code, code]);
  });

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

test('where a place lies above 850 hPa the air of that level says nothing about its snow', async () => {
  const fields = {
    temperature: () => 272.15,
    dew_point: () => 271.15,
    precipitation: () => 1,
    pressure_surface: () => 86_500,
    temperature_850hpa: () => 275.15, // 2 °C over a frozen ground: ice pellets
  };
  const at = async (height: number) => {
    const situation = { fields, statics: { elevation: () => 1300 }, elevationAt: async () => height };
    return column((await answerOf(situation, { location: BERLIN, ...hourly(1, 'condition') })).hourly, 'condition');
  };
  expect(await at(1300)).toEqual(['sleet']);
  expect(await at(1600)).toEqual(['snow']); // 300 m up: 865 hPa − 33 hPa by the hydrostatic equation
});

test('us units are the metric answer converted, overrides win, and the units object says so', async () => {
  const fields = {
    temperature: () => 293.15,
    precipitation: () => 25.4,
    pressure_msl: () => 101_325,
    wind_u: () => 10,
  };
  const variables = ['temperature', 'precipitation', 'pressure', 'wind_speed'] as const;
  const request = { location: AT_SEA, units: 'us' as const, ...hourly(1, ...variables) };
  const situation = { fields: { ...fields, wind_v: () => 0 } };
  const us = await answerOf(situation, request);
  expect(variables.map((name) => column(us.hourly, name)[0])).toEqual([68, 1, 29.92, 22.4]);
  const mixed = await answerOf(situation, { ...request, unit_overrides: { temperature: 'K', wind_speed: 'm/s' } });
  expect(variables.map((name) => column(mixed.hourly, name)[0])).toEqual([293.2, 1, 29.92, 10]);
  expect(mixed.units).toMatchObject({ system: 'us', temperature: 'K', wind_speed: 'm/s', precipitation: 'in' });
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

test('the state key changes with the minute and with the version, not with the second', async () => {
  const key = (now: number, version: string) => productOf({ now, version }).stateKey();
  expect(await key(NOW, 'a')).toBe(await key(NOW + 20, 'a'));
  expect(await key(NOW, 'a')).not.toBe(await key(NOW + 60, 'a'));
  expect(await key(NOW, 'a')).not.toBe(await key(NOW, 'b'));
});

for (const [name, latitude, longitude, zone] of [
  ['the north pole', 90, 0, 'Etc/GMT'],
  ['the south pole', -90, 77, 'Antarctica/McMurdo'],
  ['the dateline from the west', 0, 180, 'Etc/GMT-12'],
  ['the dateline from the east', 0, -180, 'Etc/GMT-12'],
  ['the seam of the grid', 0, -0.001, 'Etc/GMT'],
] as const)
  test(`${name} has weather like any other place`, async () => {
    const fields = { temperature: (_: number, lat: number) => 288.15 - lat / 9, precipitation: () => 1 };
    const request = { location: { latitude, longitude }, ...hourly(1, 'temperature', 'precipitation') };
    const answer = await answerOf({ fields }, request);
    expect(column(answer.hourly, 'temperature')).toEqual([15 - latitude / 9]);
    expect(column(answer.hourly, 'precipitation')).toEqual([1]);
    expect(answer.location).toMatchObject({ latitude, longitude, timezone: zone });
  });

test('updated_at is when the version was made', async () => {
  const answer = await answerOf({ createdAt: RUN + 5.5 * HOUR }, { location: AT_SEA, ...hourly(1, 'uv_index') });
  expect(answer.updated_at).toBe('2026-11-20T05:30:00Z');
});

test('a point outside the region is the request’s fault, at /location', async () => {
  const grid = {
    kind: 'regular',
    columns: 5,
    rows: 5,
    firstLatitude: 60,
    firstLongitude: 0,
    latitudeStep: -1,
  } as const;
  const failing = answerOf({ grid: { ...grid, longitudeStep: 1 } }, { location: AT_SEA, ...hourly(1, 'temperature') });
  await expect(failing).rejects.toMatchObject({
    tag: 'invalid-request',
    faults: [{ pointer: '/location', code: 'outside_region' }],
  });
});

for (const [name, body, pointer, code] of [
  ['an unknown zone', { timezone: 'Mars/Olympus' }, '/timezone', 'unknown_timezone'],
  ['a start that no calendar has', { start: '2026-02-30', end: '2026-11-21' }, '/daily/start', 'invalid_date'],
  ['an end before its start', { start: '2026-11-21', end: '2026-11-20' }, '/daily/start', 'dates_reversed'],
  ['a start 366 days back', { start: '2025-11-19', end: '2026-11-20' }, '/daily/start', 'date_out_of_range'],
  ['an end 16 days ahead', { start: '2026-11-20', end: '2026-12-06' }, '/daily/end', 'date_out_of_range'],
] as const)
  test(`${name} is refused with a pointer, even before there is data`, async () => {
    const { timezone, ...dates } = { timezone: 'UTC', ...body };
    const daily = { ...dates, variables: ['sunrise'] as const };
    const failing = answerOf({ shelf: createMemoryShelf(null) }, { location: BERLIN, timezone, daily });
    await expect(failing).rejects.toMatchObject({ tag: 'invalid-request', faults: [{ pointer, code }] });
  });

test('sections of one answer agree with the same sections alone', async () => {
  const wave = (t: number) => Math.sin(t / 17_000);
  const fields = {
    temperature: (t: number) => 283 + 6 * wave(t),
    dew_point: (t: number) => 279 + 4 * wave(t + 9000),
    precipitation: (t: number) => Math.max(0, 2 * wave(t * 1.7)),
    cloud_cover: (t: number) => 0.5 + 0.5 * wave(t / 2),
    wind_u: () => 4,
    wind_v: wave,
    wind_gust: (t: number) => 9 + wave(t),
  };
  const variables = ['temperature', 'humidity', 'wind_gust', 'precipitation', 'snow_total', 'condition'] as const;
  const sections = {
    current: { variables },
    quarter_hourly: { hours: 3, variables },
    hourly: { hours: 100, past_hours: 20, variables },
    daily: { days: 5, variables: ['temperature_max', 'precipitation', 'condition'] as const },
  };
  const together = await answerOf({ fields }, { location: BERLIN, ...sections });
  for (const name of ['current', 'quarter_hourly', 'hourly', 'daily'] as const) {
    const alone = await answerOf({ fields }, { location: BERLIN, [name]: sections[name] });
    expect(alone[name]).toEqual(together[name]);
  }
});
