/**
 * Days of airports from their hourly reports against what climate records have of the same airports: Seattle-Tacoma in 2014
 * and New York JFK in 2013.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { OCCURRENCE } from '../../src/model/station-report.js';
import { DAY, HOUR, parseDate, zoneOf } from '../../src/model/time.js';
import { HOURLY_EXTREMES } from '../../src/query/history/recent-days.js';
import { type StationDay, stationDay } from '../../src/science/station-day.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

interface Airport {
  readonly file: string;
  readonly origin: string;
  readonly city: string;
  readonly zone: string;
  readonly year: number;
  /** Epoch seconds of a row. */
  readonly timeOf: (row: Readonly<Record<string, string>>) => number;
}

const AIRPORTS: readonly Airport[] = [
  {
    ...{ file: 'pnwflights14_weather.csv', origin: 'SEA', city: 'Seattle', zone: 'America/Los_Angeles', year: 2014 },
    // Its hours are those of UTC.
    timeOf: ({ year, month, day, hour }) => Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour)) / 1000,
  },
  {
    ...{ file: 'nycflights13_weather.csv', origin: 'JFK', city: 'New York', zone: 'America/New_York', year: 2013 },
    timeOf: ({ time_hour }) => Date.parse(time_hour!) / 1000,
  },
];

function rowsOf(...path: string[]): Record<string, string>[] {
  const bytes = readFileSync(sharedData(...path));
  const text = (path.at(-1)!.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1').replaceAll('"', '');
  const [header, ...lines] = text.trim().split(/\r?\n/);
  const names = header!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n]!, cell])));
}

/** Reports are made seven minutes before the hour that they count for, and filed under the hour before. */
function hoursOf({ file, origin, year, timeOf }: Airport) {
  const start = Date.UTC(year, 0, 1) / 1000 - DAY;
  const cells = 370 * 24;
  const temperatures = new Float32Array(cells).fill(Number.NaN);
  const amounts = new Float32Array(cells).fill(Number.NaN);
  for (const row of rowsOf('flights', file)) {
    const hour = (timeOf(row) + HOUR - start) / HOUR;
    if (row.origin !== origin || !(hour >= 0 && hour < cells)) continue;
    if (row.temp !== 'NA') temperatures[hour] = (Number(row.temp) - 32) / 1.8 + 273.15;
    if (row.precip !== 'NA') amounts[hour] = Number(row.precip) * 25.4;
  }
  return { start, temperatures, amounts, occurrences: new Uint8Array(cells).fill(OCCURRENCE.unknown) };
}

interface Judged {
  readonly days: number;
  readonly bias: number;
  readonly error: number;
}

function judge(pairs: readonly (readonly [own: number, truth: number])[]): Judged {
  const known = pairs.filter(([own]) => !Number.isNaN(own)).map(([own, truth]) => own - truth);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { days: known.length, bias: mean(known), error: mean(known.map(Math.abs)) };
}

function judgedBy(airport: Airport, of: (day: StationDay) => number, column: string, offset: number): Judged {
  const hours = hoursOf(airport);
  const zone = zoneOf(airport.zone)!;
  const observed = rowsOf('climate', 'vega_weather.csv').filter(
    ({ location, date }) => location === airport.city && date!.startsWith(String(airport.year)),
  );
  return judge(
    observed.map((row) => {
      const day = stationDay(hours, parseDate(row.date!.replaceAll('/', '-'))!, zone);
      return [of(day), Number(row[column]) + offset] as const;
    }),
  );
}

testWithSharedData('extremes of hourly temperatures are too narrow, and corrected they are not', () => {
  for (const airport of AIRPORTS) {
    const extremes = [
      ['temp_max', ({ maximum }: StationDay) => maximum, HOURLY_EXTREMES.temperature_max],
      ['temp_min', ({ minimum }: StationDay) => minimum, HOURLY_EXTREMES.temperature_min],
    ] as const;
    for (const [column, of, correction] of extremes) {
      const raw = judgedBy(airport, of, column, 273.15);
      const corrected = judgedBy(airport, (day) => of(day) + correction, column, 273.15);
      expect(raw.days, airport.city).toBeGreaterThan(340);
      expect(Math.abs(raw.bias), `${airport.city} ${column}`).toBeGreaterThan(0.3);
      expect(Math.abs(corrected.bias), `${airport.city} ${column}`).toBeLessThan(0.1);
      expect(corrected.error, `${airport.city} ${column}`).toBeLessThan(raw.error);
    }
  }
});

testWithSharedData('hourly amounts add up to the daily totals of the same airport', () => {
  const { days, bias, error } = judgedBy(AIRPORTS[1]!, ({ precipitation }) => precipitation, 'precipitation', 0);
  expect(days).toBeGreaterThan(340);
  expect(Math.abs(bias)).toBeLessThan(0.1);
  expect(error).toBeLessThan(0.3); // mm; days of the record end at midnight of standard time, also in summer
});
