/** The simulated GHCN-Daily, read by columns and commas alone: its files say the world's true days, and the errors put in. */

import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createGhcnDailyFeed, issueDayAt } from '../../simulator/feeds/ghcn-daily.js';
import {
  CORRECTED_WITHIN,
  correctedAfter,
  elementsOf,
  type GhcnRecord,
  ghcnRecords,
} from '../../simulator/observations/ghcn-records.js';
import { type GhcnStation, ghcnStations } from '../../simulator/observations/ghcn-stations.js';
import { trueDays } from '../../simulator/observations/true-days.js';
import { STATIONS } from '../../simulator/stations.js';
import { createWorld } from '../../simulator/world.js';
import { fixedClock } from '../../src/base/clock.js';
import { DAY } from '../../src/model/time.js';
import { greatCircleDistance } from '../../src/science/great-circle.js';

const NOW = Date.UTC(2026, 0, 9, 12) / 1000;
const FREEZING = 273.15;
const world = createWorld(5);
const stations = ghcnStations();

async function textOf(path: string, now = NOW): Promise<string> {
  const file = createGhcnDailyFeed(world, fixedClock(now)).find(path)!;
  expect(file.availableAt).toBeLessThanOrEqual(now);
  await file.prepare!();
  const bytes = file.make().grib;
  return Buffer.from(path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

interface Row {
  readonly id: string;
  readonly day: number;
  readonly element: string;
  readonly value: number;
  readonly flags: readonly [measurement: string, quality: string, source: string];
  readonly time: string;
}

function rowsOf(text: string): Row[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [id, date, element, value, m, q, s, time, ...more] = line.split(',') as [string, string, ...string[]];
    expect(more).toEqual([]);
    const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].map(Number) as [
      number,
      number,
      number,
    ];
    return {
      ...{ id, day: Date.UTC(year, month - 1, day) / 1000 / DAY, element: element!, value: Number(value) },
      ...{ flags: [m!, q!, s!], time: time! },
    };
  });
}

const HEADER = 'ID,DATE,ELEMENT,DATA_VALUE,M_FLAG,Q_FLAG,S_FLAG,OBS_TIME\n';

function stationNamed(part: string): GhcnStation {
  return stations.find(({ name }) => name.includes(part))!;
}

describe('lists', () => {
  test('stations stand in the columns of the readme, two to four around each place on land, within 60 km', async () => {
    const lines = (await textOf('/ghcnd-stations.txt')).trimEnd().split('\n');
    expect(lines).toHaveLength(stations.length);
    const listed = lines.map((line) => ({
      id: line.slice(0, 11),
      latitude: Number(line.slice(12, 20)),
      longitude: Number(line.slice(21, 30)),
      elevation: Number(line.slice(31, 37)),
      state: line.slice(38, 40),
      name: line.slice(41, 71).trimEnd(),
      wmo: line.slice(80, 85),
      length: line.length,
    }));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(lines.length);
    for (const [n, station] of stations.entries()) {
      const { id, latitude, longitude, name } = station;
      expect(listed[n]).toMatchObject({ id, latitude, longitude, name, length: 85 });
      expect(listed[n]!.elevation).toBe(station.isElevationListed ? station.elevation : -999.9);
      expect(id).toMatch(/^[A-Z]{2}([0CEMNSW]00\w{6}|1[A-Z]{4}\d{4}|[CW]000?\d{5,6})$/);
    }
    expect(listed.filter(({ elevation }) => elevation === -999.9)).toHaveLength(2);
    for (const place of STATIONS.filter(({ setting }) => setting !== 'sea')) {
      const near = stations.filter(
        (one) => greatCircleDistance(place.latitude, place.longitude, one.latitude, one.longitude) < 60_000,
      );
      expect([place.name, near.length >= 2 && near.length <= 4]).toEqual([place.name, true]);
    }
  });

  test('the inventory has first and last year of every element of every station', async () => {
    const lines = (await textOf('/ghcnd-inventory.txt')).trimEnd().split('\n');
    expect(lines).toHaveLength(stations.flatMap((one) => elementsOf(one)).length);
    const park = lines.filter((line) => line.startsWith('USW00094728'));
    expect(park.map((line) => line.slice(31, 35))).toEqual(['TMAX', 'TMIN', 'PRCP', 'SNOW', 'WESF']);
    expect(park.map((line) => line.slice(36, 45))).toEqual(park.map(() => '1975 2026'));
    const { id } = stationNamed('OMAHA WATER WORKS');
    expect(lines.find((line) => line.startsWith(id))!.slice(36)).toBe('1975 2003');
  });
});

describe('Central Park', async () => {
  const text = await textOf('/csv/by_station/USW00094728.csv');
  const rows = rowsOf(text.slice(HEADER.length));
  const [first, last] = [Date.UTC(1975, 0, 1), Date.UTC(2024, 11, 31)].map((at) => at / 1000 / DAY) as [number, number];

  test.each(['TMAX', 'TMIN', 'PRCP'])('%s has all 18,263 days from 1975 to 2024', (element) => {
    expect(text.startsWith(HEADER)).toBe(true);
    const days = rows.filter((row) => row.element === element && row.day >= first && row.day <= last);
    expect(days).toHaveLength(18_263);
    expect(days.every(({ day }, n) => day === first + n)).toBe(true);
    expect(days.every(({ flags: [, quality], time }) => quality === '' && time === '2400')).toBe(true);
  });

  test('values are the true days, in whole °F and hundredths of an inch', () => {
    const park = stations.find(({ id }) => id === 'USW00094728')!;
    const truth = trueDays(world, park, { utcOffset: -5, endHour: 24 }, first, 400);
    const byName = new Map(rows.map((row) => [`${row.element} ${row.day - first}`, row]));
    const rowOf = (element: string, n: number) => byName.get(`${element} ${n}`)!;
    for (let n = 0; n < 400; n += 7) {
      expect(Math.abs(rowOf('TMAX', n).value / 10 + FREEZING - truth.maximum[n]!)).toBeLessThan(0.34);
      expect(Math.abs(rowOf('TMIN', n).value / 10 + FREEZING - truth.minimum[n]!)).toBeLessThan(0.34);
      const { value, flags } = rowOf('PRCP', n);
      expect(Math.abs(value / 10 - truth.precipitation[n]!)).toBeLessThan(0.18);
      expect(flags[0] === 'T').toBe(value === 0 && truth.precipitation[n]! > 1e-4);
    }
  });

  test('young values may be wrong, and no others', () => {
    const issued = issueDayAt(NOW);
    const park = stations.find(({ id }) => id === 'USW00094728')!;
    const records = ghcnRecords(world, park, [issued - 400, issued], issued);
    const wrong = records.filter(({ flaw }) => flaw === 'preliminary');
    expect(wrong.length).toBeGreaterThan(2);
    for (const { day } of wrong) expect(issued - day).toBeLessThan(correctedAfter(park, day));
    const later = ghcnRecords(world, park, [issued - 400, issued], issued + CORRECTED_WITHIN + 1);
    for (const { day, element, value, truth } of wrong) {
      const corrected = later.find((one) => one.day === day && one.element === element)!;
      expect(corrected.flaw).toBeNull();
      expect(corrected.value).not.toBe(value);
      expect(Math.abs(corrected.value - truth)).toBeLessThan(element === 'SNOW' ? 2 : 3.4);
    }
  });
});

test('a year is in the order of dates, the same rows as in the files of stations', async () => {
  const now = Date.UTC(2008, 0, 9, 12) / 1000;
  const year = (await textOf('/csv.gz/by_year/2008.csv.gz', now)).slice(HEADER.length);
  const rows = rowsOf(year);
  expect(rows.every(({ day }, n) => n === 0 || day >= rows[n - 1]!.day)).toBe(true);
  const { id } = stationNamed('SEATTLE 2.4 SE');
  const whole = await textOf(`/csv/by_station/${id}.csv`, now);
  const own = whole.split('\n').filter((line) => line.slice(12, 16) === '2008');
  expect(
    year
      .split('\n')
      .filter((line) => line.startsWith(id))
      .sort(),
  ).toEqual(own.sort());
  // Stations lag one to three days.
  const youngest = new Map(rows.map(({ id: one, day }) => [one, day]));
  const lags = new Set([...youngest.values()].map((day) => issueDayAt(now) - day));
  expect([1, 2, 3].every((lag) => lags.has(lag))).toBe(true);
});

function recordsOf(station: GhcnStation, years: number): GhcnRecord[] {
  const last = Date.UTC(2021, 0, 1) / 1000 / DAY;
  return ghcnRecords(world, station, [last - 365 * years, last], last + 400);
}

test('a morning observer files the afternoon before under the date of the morning', () => {
  const observer = stationNamed('SEATTLE 5 NW');
  const { latitude, longitude, elevation, bias } = observer;
  const records = recordsOf(observer, 1).filter(({ element, flaw }) => element === 'TMAX' && flaw === null);
  const first = records[0]!.day - 1;
  const { maximum } = trueDays(world, { latitude, longitude, elevation }, { utcOffset: -8, endHour: 24 }, first, 368);
  const errorAgainst = (shift: number) =>
    records.reduce((sum, { day, value }) => {
      const kelvin = maximum[day + shift - first]!;
      return sum + Math.abs(value / 10 - bias - (kelvin - FREEZING));
    }, 0) / records.length;
  expect(errorAgainst(-1)).toBeLessThan(0.5);
  expect(errorAgainst(0)).toBeGreaterThan(2 * errorAgainst(-1));
  expect(new Set(records.map(({ observationTime }) => observationTime))).toEqual(new Set(['0700']));
});

test('absurd values carry a flag of a failed check, all others are right within their rounding', () => {
  for (const part of ['SEATTLE 5 NW', 'LONDON OBSERVATORY', 'VANCOUVER TOWN']) {
    const station = stationNamed(part);
    const records = recordsOf(station, 4);
    const absurd = records.filter(({ flaw }) => flaw === 'absurd');
    expect(absurd.length).toBeGreaterThan(3);
    for (const { qualityFlag } of absurd) expect(qualityFlag).toMatch(/^[DGIKLMNORSTWXZ]$/);
    for (const { element, value, truth, qualityFlag, flaw } of records) {
      if (flaw !== null) continue;
      expect(qualityFlag).toBe('');
      const isDegrees = element.startsWith('T');
      const step = isDegrees ? (station.country === 'US' ? 2.8 : 0.5) : element === 'SNOW' ? 5 : 1.8;
      const off = Math.abs(value - truth - (isDegrees ? 10 * station.bias : 0));
      if (off > step + 0.5) expect.fail(`${element} is ${value}, in truth ${truth}`);
    }
  }
});

test('a rain gauge that was not read for a week-end has the total of three days on a Monday', () => {
  const gauge = stationNamed('SEATTLE 2.4 SE');
  const records = recordsOf(gauge, 10);
  const totals = records.filter(({ element }) => element === 'MDPR');
  expect(totals.length).toBeGreaterThan(40);
  const byDay = new Map(records.filter(({ element }) => element === 'PRCP').map((one) => [one.day, one]));
  for (const { day } of totals) {
    expect(new Date(day * DAY * 1000).getUTCDay()).toBe(1);
    expect([day - 2, day - 1, day].filter((one) => byDay.has(one))).toEqual([]);
    expect(records.find((one) => one.day === day && one.element === 'DAPR')!.value).toBe(3);
  }
  const whole = trueDays(world, gauge, gauge.bounds, totals[0]!.day - 2, 3).precipitation;
  expect(Math.abs(totals[0]!.value / 10 - whole[0]! - whole[1]! - whole[2]!)).toBeLessThan(0.18);
});

test('what is presumed to be zero is flagged, and is sometimes not', () => {
  const records = recordsOf(stationNamed('OMAHA WATER WORKS'), 0);
  expect(records).toEqual([]); // ended in 2003
  const last = Date.UTC(2003, 5, 30) / 1000 / DAY;
  const before = ghcnRecords(world, stationNamed('OMAHA WATER WORKS'), [last - 1500, last + 500], last + 2000);
  expect(before.at(-1)!.day).toBeLessThanOrEqual(last);
  const presumed = before.filter(({ measurementFlag }) => measurementFlag === 'P');
  expect(presumed.length).toBeGreaterThan(100);
  expect(presumed.every(({ value, element }) => value === 0 && element === 'PRCP')).toBe(true);
  expect(presumed.filter(({ flaw }) => flaw === 'presumed').length).toBeGreaterThan(3);
});

test.each([
  '/csv/by_station/USW00000000.csv',
  '/csv/by_station/usw00094728.csv',
  '/csv.gz/by_year/2026.csv',
  '/csv/by_year/1974.csv',
  '/csv/by_year/20260.csv',
  '/ghcnd-version.txt',
])('there is no %s', (path) => {
  expect(createGhcnDailyFeed(world, fixedClock(NOW)).find(path)).toBeNull();
});

test('next year’s file is not there yet, and a year of long ago no longer changes', () => {
  const feed = createGhcnDailyFeed(world, fixedClock(NOW));
  expect(feed.find('/csv/by_year/2027.csv')!.availableAt).toBeGreaterThan(NOW);
  const later = createGhcnDailyFeed(world, fixedClock(NOW + 90 * DAY));
  const path = '/csv.gz/by_year/2010.csv.gz';
  expect(later.find(path)!.availableAt).toBe(feed.find(path)!.availableAt);
});
