/** The analysis of a day from cubes, held against days that are computed in another way and against the simulated truth. */

import { describe, expect, test } from 'vitest';
import { forecastOf } from '../../simulator/models.js';
import { trueDays } from '../../simulator/observations/true-days.js';
import { createWorld } from '../../simulator/world.js';
import type { ObjectDefectError } from '../../src/base/errors.js';
import { placeOf } from '../../src/grid/grid.js';
import { dayOfCube } from '../../src/ingest/archive/cube-day.js';
import { type AnalysisDataset, type AnalysisElement, elementsOf } from '../../src/model/daily-analysis.js';
import type { Grid, RegularGrid } from '../../src/model/field.js';
import { unpack } from '../../src/model/packing.js';
import { DAY, HOUR, localDay, parseDate, type Zone, zoneOf } from '../../src/model/time.js';
import { zoneOfPlace } from '../../src/query/place/time-zone.js';
import { createMemoryCube, type FieldOf, type MemoryCubeOptions, timesFrom } from '../memory-cube.js';

const MINUTES = 15;
const QUARTER = MINUTES * 60;

interface Wanted {
  readonly date: string;
  readonly cube: Partial<MemoryCubeOptions>;
  readonly dataset?: AnalysisDataset;
  readonly zoneAt?: (latitude: number, longitude: number) => Zone;
  readonly onDefect?: (defect: ObjectDefectError) => void;
}

const realZone = (latitude: number, longitude: number) => zoneOfPlace(latitude, longitude).zone;

/** Hourly steps from 48 hours before the run that is 6 hours over the noon after the day. */
function cubeOf(date: string, cube: Partial<MemoryCubeOptions>) {
  const run = parseDate(date)! * DAY + DAY + 6 * HOUR;
  return createMemoryCube({ times: timesFrom(run - 48 * HOUR, 72), referenceTime: run, fields: {}, ...cube });
}

async function analyse({ date, cube, dataset = 'daily-weather', zoneAt = realZone, onDefect = unexpected }: Wanted) {
  const day = parseDate(date)!;
  const signal = new AbortController().signal;
  const found = await dayOfCube(cubeOf(date, cube), { dataset, day, zoneAt, onDefect, signal });
  if (found === null) return null;
  const cells = found.grid.rows * found.grid.columns;
  return (id: AnalysisElement, y: number, x: number): number => {
    const element = elementsOf(dataset).findIndex((one) => one.id === id);
    return unpack(found.values[element * cells + y * found.grid.columns + x]!, elementsOf(dataset)[element]!);
  };
}

function unexpected(defect: ObjectDefectError): never {
  throw defect;
}

/** 290 K in the mean, 8 K up and down in the course of a day that is not that of the clock, and 0.1 K an hour. */
const temperature: FieldOf = (time, latitude, longitude) =>
  290 + 8 * Math.sin((time / DAY) * 2 * Math.PI + latitude) + ((time / HOUR) % 97) * 0.05 + longitude / 100;
const rain: FieldOf = (time, _, longitude) => ((time / HOUR) % 7) * 0.2 + Math.abs(longitude) / 500;

/** What the straight lines between full hours reach between two instants, looked at every quarter of an hour. */
function extremesOf(field: FieldOf, [start, end]: [number, number], latitude: number, longitude: number) {
  const seen: number[] = [];
  for (let time = start; time <= end; time += QUARTER) {
    const hour = Math.floor(time / HOUR) * HOUR;
    const [a, b] = [field(hour, latitude, longitude), field(hour + HOUR, latitude, longitude)];
    seen.push(a + ((time - hour) / HOUR) * (b - a));
  }
  return { highest: Math.max(...seen), lowest: Math.min(...seen) };
}

function totalOf(field: FieldOf, [start, end]: [number, number], latitude: number, longitude: number): number {
  let total = 0;
  for (let time = start; time < end; time += QUARTER)
    total += field(Math.floor(time / HOUR) * HOUR + HOUR, latitude, longitude) / 4;
  return total;
}

const cellAt = (latitude: number, longitude: number): RegularGrid => ({
  ...{ kind: 'regular', rows: 2, columns: 2, latitudeStep: -0.1, longitudeStep: 0.1 },
  ...{ firstLatitude: latitude, firstLongitude: longitude },
});

describe('the day of a cell is that of its zone', () => {
  test.each<[name: string, latitude: number, longitude: number, date: string, hours: number]>([
    ['Kiritimati, UTC+14', 1.9, -157.45, '2026-11-20', 24],
    ['at sea in UTC−12', 0, -175, '2026-11-20', 24],
    ['Kolkata, UTC+5:30', 22.6, 88.3, '2026-11-20', 24],
    ['Kathmandu, UTC+5:45', 27.7, 85.3, '2026-11-20', 24],
    ['New York as clocks go back', 40.8, -74.1, '2026-11-01', 25],
    ['New York as clocks go forward', 40.8, -74.1, '2026-03-08', 23],
    ['Lord Howe as clocks go forward by half an hour', -31.5, 159.05, '2026-10-04', 23.5],
  ])('%s', async (_, latitude, longitude, date, hours) => {
    const { start, end } = localDay(parseDate(date)!, realZone(latitude, longitude));
    expect((end - start) / HOUR).toBe(hours);
    const cube = { grid: cellAt(latitude, longitude), fields: { temperature, precipitation: rain } };
    const of = (await analyse({ date, cube }))!;
    const { highest, lowest } = extremesOf(temperature, [start, end], latitude, longitude);
    expect(of('temperature_max', 0, 0)).toBeCloseTo(highest, 0.8);
    expect(Math.abs(of('temperature_max', 0, 0) - highest)).toBeLessThan(0.07);
    expect(Math.abs(of('temperature_min', 0, 0) - lowest)).toBeLessThan(0.07);
    expect(Math.abs(of('precipitation', 0, 0) - totalOf(rain, [start, end], latitude, longitude))).toBeLessThan(0.2);
  });
});

const HERE = cellAt(50, -30); // at sea, UTC−2

test('a cube that holds three quarters of a day has it, and one that holds less has not', async () => {
  const start = parseDate('2026-11-20')! * DAY + 2 * HOUR;
  const fields = { temperature, precipitation: rain };
  const from = (hour: number) => ({ grid: HERE, fields, times: timesFrom(start + hour * HOUR, 60) });
  expect(await analyse({ date: '2026-11-20', cube: from(7) })).toBeNull();
  const of = (await analyse({ date: '2026-11-20', cube: from(6) }))!;
  expect(of('temperature_max', 0, 0)).toBeGreaterThan(280);
});

describe('rain and snow', () => {
  const steady = (kelvin: number, flags: Partial<MemoryCubeOptions['fields']>) => ({
    grid: HERE,
    fields: { temperature: () => kelvin, dew_point: () => kelvin - 1, precipitation: () => 0.5, ...flags },
  });

  test('all is snow at −10 °C, 20 times as deep as its water by Kuchera', async () => {
    const of = (await analyse({ date: '2026-11-20', cube: steady(263.16, { snow_flag: () => 1 }) }))!;
    expect(of('precipitation', 0, 0)).toBeCloseTo(12, 3);
    expect(of('rain_total', 0, 0)).toBe(0);
    expect(of('snow_total', 0, 0)).toBe(240);
  });

  test('all is rain at 15 °C', async () => {
    const of = (await analyse({ date: '2026-11-20', cube: steady(288.15, { rain_flag: () => 1 }) }))!;
    expect([of('rain_total', 0, 0), of('snow_total', 0, 0)]).toEqual([expect.closeTo(12, 3), 0]);
  });

  test('ice pellets are no rain and lie three times as deep, freezing rain is rain', async () => {
    const pellets = (await analyse({ date: '2026-11-20', cube: steady(272, { ice_pellets_flag: () => 1 }) }))!;
    expect([pellets('rain_total', 0, 0), pellets('snow_total', 0, 0)]).toEqual([0, 36]);
    const glaze = (await analyse({ date: '2026-11-20', cube: steady(272, { freezing_rain_flag: () => 1 }) }))!;
    expect([glaze('rain_total', 0, 0), glaze('snow_total', 0, 0)]).toEqual([expect.closeTo(12, 3), 0]);
  });

  test('a dry day has neither, and one of unknown precipitation has none of the three', async () => {
    const fields = { temperature: () => 280 };
    const dry = (await analyse({
      date: '2026-11-20',
      cube: { grid: HERE, fields: { ...fields, precipitation: () => 0 } },
    }))!;
    expect([dry('precipitation', 0, 0), dry('rain_total', 0, 0), dry('snow_total', 0, 0)]).toEqual([0, 0, 0]);
    const unknown = (await analyse({ date: '2026-11-20', cube: { grid: HERE, fields } }))!;
    for (const id of ['precipitation', 'rain_total', 'snow_total'] as const) expect(unknown(id, 0, 0)).toBeNaN();
  });
});

test('cloud is that between sunrise and sunset', async () => {
  // 20 November at the equator and Greenwich: the sun is up from 5:43 to 17:50 UTC.
  const cloud: FieldOf = (time) => ((time % DAY) / HOUR >= 6 && (time % DAY) / HOUR <= 17 ? 0.25 : 1);
  const cube = { grid: cellAt(0, 0), fields: { temperature, cloud_cover: cloud } };
  const of = (await analyse({ date: '2026-11-20', cube }))!;
  expect(of('cloud_cover', 0, 0)).toBeCloseTo(0.25, 6);
});

test('air quality has the means of its particles in steps of three hours', async () => {
  const run = parseDate('2026-11-21')! * DAY + 6 * HOUR;
  const pm: FieldOf = (time) => (time % DAY) / HOUR; // of the three hours that end there
  const cube = {
    dataset: 'gefs-aerosol' as const,
    grid: cellAt(0, 0),
    times: timesFrom(run - 48 * HOUR, 40, 3 * HOUR),
    fields: { pm2_5: pm },
  };
  const of = (await analyse({ date: '2026-11-20', dataset: 'daily-air-quality', cube }))!;
  expect(of('pm2_5', 0, 0)).toBeCloseTo((3 + 6 + 9 + 12 + 15 + 18 + 21 + 0) / 8, 1);
  expect(of('pm10', 0, 0)).toBeNaN();
});

test('cells of a damaged chunk are missing, and the others are there', async () => {
  const grid: Grid = { ...HERE, rows: 4, columns: 40 };
  const defects: ObjectDefectError[] = [];
  const cube = { grid, fields: { temperature }, torn: ({ y, x }: { y: number; x: number }) => y === 1 && x === 5 };
  const of = (await analyse({ date: '2026-11-20', cube, onDefect: (defect) => defects.push(defect) }))!;
  const missing = [];
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 40; x++) if (Number.isNaN(of('temperature_max', y, x))) missing.push([y, x]);
  expect(missing).toEqual([[1, 5]]);
  expect(defects).toHaveLength(1);
});

test('every cell of the globe has its own day, the poles and both sides of the date line included', async () => {
  const grid: RegularGrid = { ...cellAt(90, 0), rows: 7, columns: 13, latitudeStep: -30, longitudeStep: 30 };
  const date = '2026-11-20';
  const of = (await analyse({
    date,
    cube: {
      grid,
      fields: { temperature, precipitation: () => 1 },
      times: timesFrom(parseDate(date)! * DAY - 24 * HOUR, 90),
    },
  }))!;
  for (let y = 0; y < grid.rows; y++)
    for (let x = 0; x < grid.columns; x++) {
      const { latitude, longitude } = placeOf(grid, y, x);
      const { start, end } = localDay(parseDate(date)!, realZone(latitude, longitude));
      const { highest } = extremesOf(temperature, [start, end], latitude, longitude);
      expect(Math.abs(of('temperature_max', y, x) - highest), `${latitude}, ${longitude}`).toBeLessThan(0.07);
      expect(of('precipitation', y, x)).toBeCloseTo(24, 1);
    }
});

test('of the simulated GFS it is the true day but for the known error of the forecast', async () => {
  const world = createWorld(3);
  const gfs = forecastOf('gfs', world);
  const date = '2026-11-20';
  // 20 cells of the North Pacific, where zones are nautical
  const grid: RegularGrid = { ...cellAt(45, -170), rows: 4, columns: 5, latitudeStep: -9, longitudeStep: 6 };
  const state = (time: number, latitude: number, longitude: number) => {
    const run = Math.floor((time - 1) / (6 * HOUR)) * 6 * HOUR; // the shortest lead above 0
    return gfs.forecast(run, latitude, longitude, time);
  };
  const fields: MemoryCubeOptions['fields'] = {
    temperature: (...at) => state(...at).temperature,
    precipitation: (time, ...at) =>
      (state(time, ...at).precipitationRate + state(time - HOUR, ...at).precipitationRate) / 2,
  };
  const of = (await analyse({ date, cube: { grid, fields } }))!;
  const errors: number[] = [];
  let [water, trueWater] = [0, 0];
  for (let y = 0; y < grid.rows; y++)
    for (let x = 0; x < grid.columns; x++) {
      const { latitude, longitude } = placeOf(grid, y, x);
      const zone = realZone(latitude, longitude);
      const { elevation } = world.truth(latitude, longitude, parseDate(date)! * DAY);
      const bounds = { utcOffset: zone.offsetAt(0) / HOUR, endHour: 24 };
      const truth = trueDays(world, { latitude, longitude, elevation }, bounds, parseDate(date)!, 1);
      errors.push(of('temperature_max', y, x) - truth.maximum[0]!, of('temperature_min', y, x) - truth.minimum[0]!);
      water += of('precipitation', y, x);
      trueWater += truth.precipitation[0]!;
    }
  const bias = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(bias).toBeGreaterThan(0.5); // the simulator's GFS is 0.8 K too warm
  expect(bias).toBeLessThan(1.1);
  expect(Math.max(...errors.map((error) => Math.abs(error - bias)))).toBeLessThan(1.5);
  expect(trueWater).toBeGreaterThan(10);
  expect(water / trueWater).toBeGreaterThan(0.75);
  expect(water / trueWater).toBeLessThan(1.33);
});

test('zones are asked for once a cell', async () => {
  let asked = 0;
  const zoneAt = () => {
    asked++;
    return zoneOf('UTC')!;
  };
  await analyse({ date: '2026-11-20', cube: { grid: HERE, fields: { temperature } }, zoneAt });
  expect(asked).toBe(4);
});
