import { expect, test } from 'vitest';
import { column } from '../../../test/answer-columns.js';
import { AT_SEA, answerOf, BERLIN, hourly, NOW, productOf, RUN } from '../../../test/forecast-situation.js';
import { createMemoryShelf } from '../../../test/memory-cube.js';
import { HOUR } from '../../model/time.js';

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
  // (0, 2, 4) mm in three hours: 0.3125 0.4375 0.5625 0.6875 by van Leer's limiter
  const fields = { precipitation: (t: number) => Math.max(0, (2 * (t - RUN - 10 * HOUR)) / HOUR) };
  const request = { location: AT_SEA, quarter_hourly: { hours: 1, variables: ['precipitation'] as const } };
  const answer = await answerOf({ fields }, { ...request, ...hourly(1, 'precipitation') });
  expect(column(answer.quarter_hourly, 'precipitation')).toEqual([0.31, 0.44, 0.56, 0.69]);
  expect(column(answer.hourly, 'precipitation')).toEqual([2]);
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

test('the state key changes with the minute and with the version, not with the second', async () => {
  const key = (now: number, version: string) => productOf({ now, version }).stateKey();
  expect(await key(NOW, 'a')).toBe(await key(NOW + 20, 'a'));
  expect(await key(NOW, 'a')).not.toBe(await key(NOW + 60, 'a'));
  expect(await key(NOW, 'a')).not.toBe(await key(NOW, 'b'));
});

test('updated_at is when the version was made', async () => {
  const answer = await answerOf({ createdAt: RUN + 5.5 * HOUR }, { location: AT_SEA, ...hourly(1, 'uv_index') });
  expect(answer.updated_at).toBe('2026-11-20T05:30:00Z');
});

test('a point that no run covers is unavailable, and the request’s fault outside the configured region', async () => {
  const grid = {
    kind: 'regular',
    columns: 5,
    rows: 5,
    firstLatitude: 60,
    firstLongitude: 0,
    latitudeStep: -1,
  } as const;
  const cropped = { grid: { ...grid, longitudeStep: 1 } };
  const request = { location: AT_SEA, ...hourly(1, 'temperature') };
  await expect(answerOf(cropped, request)).rejects.toMatchObject({ tag: 'product-unavailable', product: 'forecast' });
  const region = { south: 56, west: 0, north: 60, east: 4 };
  await expect(answerOf({ ...cropped, region }, request)).rejects.toMatchObject({
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
