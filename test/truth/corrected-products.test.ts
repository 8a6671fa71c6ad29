/** Corrections by station reports as responses show them: the same in forecast, route and nowcast, without a step in time. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import type { StationReport } from '../../src/model/station-report.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import { createForecastProduct, type ForecastDependencies } from '../../src/products/forecast/forecast.js';
import { createNowcastProduct } from '../../src/products/nowcast/nowcast.js';
import { createRouteProduct } from '../../src/products/route/route.js';
import { createSurfaceAnalysis, type SurfaceAnalysis } from '../../src/query/surface/surface-analysis.js';
import { column, numbers } from '../answer-columns.js';
import { BERLIN, NOW, RUN, START } from '../forecast-situation.js';
import { createMemoryCube, type FieldOf, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf } from '../memory-radar.js';
import { memorySurface } from '../memory-surface.js';
import { reportOf } from '../random-reports.js';
import { PLAIN_FIELDS } from '../route-situation.js';

const COMMON = { clock: fixedClock(NOW), log: silentLog };
/** K by which the station is warmer than the forecast. */
const WARMER = 3;

/** A warm afternoon: highest at 15 UTC. */
const daily: FieldOf = (time) => 285 + 5 * Math.cos((2 * Math.PI * (time - RUN - 15 * HOUR)) / (24 * HOUR));

function shelfWith(fields: Partial<Record<'temperature_max' | 'temperature_min', FieldOf>> = {}) {
  const cube = createMemoryCube({
    times: timesFrom(START, 48 + 385),
    referenceTime: RUN,
    fields: { ...PLAIN_FIELDS, temperature: daily, dew_point: (time) => daily(time, 0, 0) - 2, ...fields },
    statics: { elevation: () => 40 },
  });
  return shelfOf(cube);
}

/** Reports of a station 6 km away, 17 minutes ago. */
function reportsWith(kelvin: number, dewPoint = kelvin): StationReport[] {
  const time = NOW - 17 * MINUTE;
  const station = { id: 'EDDT', latitude: BERLIN.latitude + 0.05, longitude: BERLIN.longitude, elevation: 40 };
  const here = daily(time, 0, 0);
  return [reportOf('EDDT', time, { station, temperature: here + kelvin, dew_point: here - 2 + dewPoint })];
}

const SI = { location: BERLIN, units: 'si', timezone: 'UTC' } as const;

function forecastOf(surface: SurfaceAnalysis | null, shelf = shelfWith()) {
  const deps: ForecastDependencies = { shelf, ...COMMON, ...(surface && { surface }) };
  return createForecastProduct(deps);
}

test('the current temperature and the next hours move towards the station, and from hour 12 on nothing does', async () => {
  const shelf = shelfWith();
  const request = {
    ...SI,
    current: { variables: ['temperature', 'dew_point', 'humidity'] },
    hourly: { hours: 20, past_hours: 18, variables: ['temperature'] },
  } as const;
  const before = await forecastOf(null, shelf).answer(request);
  const after = await forecastOf(memorySurface(shelf, reportsWith(WARMER)), shelf).answer(request);
  const moved = numbers(after.hourly, 'temperature').map(
    (value, n) => value - numbers(before.hourly, 'temperature')[n]!,
  );
  const current = numbers(after.current, 'temperature')[0]! - numbers(before.current, 'temperature')[0]!;
  expect(current).toBeGreaterThan(0.7 * WARMER);
  expect(current).toBeLessThan(WARMER);
  // Record 18 is the present hour.
  expect(Math.abs(moved[18]! - current)).toBeLessThan(0.15);
  expect(moved.slice(18).every((value, n) => n === 0 || value <= moved[17 + n]! + 0.051)).toBe(true);
  expect(moved.slice(31)).toEqual(moved.slice(31).map(() => 0));
  expect(moved.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
});

test('the dew point stays below the temperature, and what is derived from both is valid', async () => {
  const shelf = shelfWith();
  const surface = memorySurface(shelf, reportsWith(-4, 3));
  const request = {
    ...SI,
    hourly: { hours: 12, variables: ['temperature', 'dew_point', 'humidity'] },
  } as const;
  const { hourly } = await forecastOf(surface, shelf).answer(request);
  const [temperatures, dewPoints] = [numbers(hourly, 'temperature'), numbers(hourly, 'dew_point')];
  expect(dewPoints[0]).toBe(temperatures[0]);
  for (const [n, dewPoint] of dewPoints.entries()) expect(dewPoint).toBeLessThanOrEqual(temperatures[n]!);
  expect(Math.max(...numbers(hourly, 'humidity'))).toBe(100);
});

test.each([WARMER, -WARMER])(
  'extremes of the day hold all hours and quarter hours of a series moved by %d K',
  async (kelvin) => {
    const window: FieldOf = () => 290.6;
    const shelf = shelfWith({ temperature_max: window, temperature_min: () => 279.5 });
    const {
      daily: days,
      hourly,
      quarter_hourly: quarters,
    } = await forecastOf(memorySurface(shelf, reportsWith(kelvin)), shelf).answer({
      ...SI,
      daily: { days: 1, variables: ['temperature_max', 'temperature_min'] },
      hourly: { hours: 13, past_hours: 10, variables: ['temperature'] },
      quarter_hourly: { hours: 13, variables: ['temperature'] },
    });
    const shown = [...numbers(hourly, 'temperature'), ...numbers(quarters, 'temperature')];
    expect(numbers(days, 'temperature_max')[0]).toBeGreaterThanOrEqual(Math.max(...shown));
    expect(numbers(days, 'temperature_min')[0]).toBeLessThanOrEqual(Math.min(...shown));
  },
);

test('no minute of a corrected series steps away from the minute before, whatever was observed', async () => {
  const shelf = shelfWith();
  const axis = { hours: 48, variables: ['temperature'] } as const;
  await fc.assert(
    fc.asyncProperty(fc.double({ min: -9, max: 9, noNaN: true }), async (kelvin) => {
      const product = (surface: SurfaceAnalysis | null) =>
        forecastOf(surface, shelf).answer({ ...SI, quarter_hourly: axis });
      const [before, after] = await Promise.all([product(null), product(memorySurface(shelf, reportsWith(kelvin)))]);
      const moved = numbers(after.quarter_hourly, 'temperature').map(
        (value, n) => value - numbers(before.quarter_hourly, 'temperature')[n]!,
      );
      // A quarter hour takes at most a twentieth of the innovation; both series are rounded to 0.1 K.
      for (let n = 1; n < moved.length; n++)
        expect(Math.abs(moved[n]! - moved[n - 1]!)).toBeLessThanOrEqual(0.05 * Math.abs(kelvin) + 0.21);
    }),
    { numRuns: 15 },
  );
});

test('a route says at its samples what the corrected forecast says there', async () => {
  const shelf = shelfWith();
  const surface = memorySurface(shelf, reportsWith(WARMER));
  const forecast = forecastOf(surface, shelf);
  const route = createRouteProduct({ shelf, surface, ...COMMON, seconds: 5 });
  const hour = Math.ceil(NOW / HOUR) * HOUR;
  const path = [0, 1, 2, 5].map((hours) => ({
    latitude: BERLIN.latitude + 0.04 * hours,
    longitude: BERLIN.longitude + 0.02 * hours,
    time: new Date((hour + hours * HOUR) * 1000).toISOString().replace('.000', ''),
  }));
  const variables = ['temperature', 'dew_point', 'apparent_temperature'] as const;
  const answer = await route.answer({ path, units: 'si', timezone: 'UTC', variables: [...variables] });
  let corrected = 0;
  for (const sample of answer.samples) {
    const time = Date.parse(sample.time) / 1000;
    if (time % HOUR !== 0) continue;
    const location = { latitude: sample.latitude, longitude: sample.longitude };
    const { hourly } = await forecast.answer({ ...SI, location, hourly: { hours: 8, variables } });
    const plain = await forecastOf(null, shelf).answer({ ...SI, location, hourly: { hours: 8, variables } });
    const at = Math.round((time - Math.floor(NOW / HOUR) * HOUR) / HOUR);
    for (const id of variables) expect(sample[id]).toBe(column(hourly, id)[at]);
    if (column(hourly, 'temperature')[at] !== column(plain.hourly, 'temperature')[at]) corrected += 1;
  }
  expect(corrected).toBeGreaterThanOrEqual(3);
});

test('snow of the nowcast turns to rain where a station is 4 K warmer', async () => {
  const cold: FieldOf = () => 272.2;
  const cube = createMemoryCube({
    times: timesFrom(START, 48 + 385),
    referenceTime: RUN,
    fields: {
      ...{
        temperature: cold,
        dew_point: (...at) => cold(...at) - 0.3,
        precipitation: () => 2,
        pressure_surface: () => 101_000,
      },
      ...{ cloud_cover: () => 1, visibility: () => 9000, cape: () => 0 },
    },
    statics: { elevation: () => 40 },
  });
  const shelf = shelfOf(cube);
  const time = NOW - 17 * MINUTE;
  const station = { id: 'EDDT', latitude: BERLIN.latitude + 0.02, longitude: BERLIN.longitude, elevation: 40 };
  const reports = [reportOf('EDDT', time, { station, temperature: 276.2, dew_point: 275.9 })];
  const snowOf = async (surface: SurfaceAnalysis | null) => {
    const parts = { shelf, radar: memoryRadarShelf([]), networks: ['mrms' as const], ...COMMON };
    const product = createNowcastProduct({ ...parts, ...(surface && { surface }) });
    const { minutes } = await product.answer({ ...SI, variables: ['rain_total', 'snow_total'] });
    return numbers(minutes, 'snow_total').reduce((sum, value) => sum + value, 0);
  };
  const [before, after] = [await snowOf(null), await snowOf(memorySurface(shelf, reports))];
  expect(before).toBeGreaterThan(0.03); // m, of 4 mm in two hours
  expect(after).toBeLessThan(0.2 * before);
});

test('a response is another one when reports are, and stays what it was without them when they cannot be read', async () => {
  const shelf = shelfWith();
  const surface = memorySurface(shelf, reportsWith(WARMER));
  const product = forecastOf(surface, shelf);
  const key = await product.stateKey();
  surface.publish(reportsWith(1));
  expect(await product.stateKey()).not.toBe(key);
  const unreadable = createSurfaceAnalysis({
    ...{ shelf, seconds: 5, versions: async () => 'v' },
    newest: () => Promise.reject(new ObjectDefectError('reports/v1/time/c/0', 0, 'crc32c')),
  });
  const request = { ...SI, current: { variables: ['temperature'] } } as const;
  expect(await forecastOf(unreadable, shelf).answer(request)).toEqual(await forecastOf(null, shelf).answer(request));
});

test('provenance names the station, its innovation and its weight, and values contain the correction', async () => {
  const shelf = shelfWith();
  const product = forecastOf(memorySurface(shelf, reportsWith(WARMER)), shelf);
  const found = await product.provenance(BERLIN, [NOW - (NOW % HOUR), NOW + 48 * HOUR]);
  const [station] = found.correction!.stations;
  expect(station!.id).toBe('EDDT');
  expect(station!.distance).toBeCloseTo(5560, -2);
  expect(station!.innovations.temperature).toBeCloseTo(WARMER, 0);
  const [temperature] = found.correction!.elements;
  expect(temperature!.values[0]!.value).toBeCloseTo(
    station!.weights.temperature * station!.innovations.temperature!,
    6,
  );
  expect(temperature!.values.at(-1)!.value).toBe(0);
  const plain = await forecastOf(null, shelf).provenance(BERLIN, [NOW - (NOW % HOUR), NOW + 48 * HOUR]);
  const valuesOf = ({ elements }: typeof found) => elements.find(({ id }) => id === 'temperature')!.values;
  expect(valuesOf(found)[0]!.value! - valuesOf(plain)[0]!.value!).toBeCloseTo(temperature!.values[0]!.value, 1);
  expect(valuesOf(found)[1]!.value).toBe(valuesOf(plain)[1]!.value);
  expect(plain.correction).toBeNull();
});
