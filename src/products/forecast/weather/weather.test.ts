import { expect, test } from 'vitest';
import { column } from '../../../../test/answer-columns.js';
import { AT_SEA, answerOf, BERLIN, codes, epoch, hourly, RUN } from '../../../../test/forecast-situation.js';
import { timesFrom } from '../../../../test/memory-cube.js';
import { HOUR } from '../../../model/time.js';

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
