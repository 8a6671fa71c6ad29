import { expect, test } from 'vitest';
import { pack } from '../../model/packing.js';
import { DAY_FLAGS, NOT_OBSERVED, STATION_PACKING, type StationSeries } from '../../model/station-series.js';
import { DAY, type Zone, zoneOf } from '../../model/time.js';
import type { HourlySeries } from '../station-day.js';
import { checkBuddies, checkHours } from './observation-checks.js';
import { observedDays } from './observed-days.js';

const UTC = zoneOf('UTC') as Zone;
const FIRST = 20_000;
const hoursOf = (temperatures: readonly number[], amounts: readonly number[] = []): HourlySeries => ({
  ...{ start: FIRST * DAY, temperatures, amounts, occurrences: [] },
});
const wave = (n: number) => 283.15 + 5 * Math.sin(n / 4) + 0.1 * (n % 3);
const missing = ({ temperatures }: HourlySeries) =>
  Array.from(temperatures).flatMap((value, n) => (Number.isNaN(value) ? [n] : []));

test('a spike and an impossible temperature are removed, a front of 9 K an hour stays', () => {
  const values = Array.from({ length: 48 }, (_, n) => wave(n));
  values[10] = values[10]! + 25;
  values[20] = 340;
  for (let n = 30; n < 48; n++) values[n] = values[n]! - 9;
  const series = hoursOf(values, [0, 400, 12]);
  const before = [...values];
  const checked = checkHours(series);
  expect(missing(checked)).toEqual([10, 20]);
  expect([...Array.from(checked.amounts)]).toEqual([0, Number.NaN, 12]);
  expect(values).toEqual(before);
});

test('a thermometer that stands still for more than 12 hours is removed, for 12 hours and less it stays', () => {
  const still = (from: number, to: number) =>
    Array.from({ length: 60 }, (_, n) => (n >= from && n <= to ? 284.25 : wave(n)));
  expect(missing(checkHours(hoursOf(still(20, 31))))).toEqual([]);
  expect(missing(checkHours(hoursOf(still(20, 32))))).toEqual(Array.from({ length: 13 }, (_, n) => 20 + n));
});

test('whole degrees may stand still for a night, and not for more than a day', () => {
  const whole = (to: number) =>
    Array.from({ length: 60 }, (_, n) => 273.15 + (n >= 20 && n <= to ? 18 : Math.round(wave(n) - 273.15)));
  expect(missing(checkHours(hoursOf(whole(38))))).toEqual([]);
  expect(missing(checkHours(hoursOf(whole(45)))).length).toBeGreaterThanOrEqual(25);
});

test('a temperature far from its neighbours is removed, that of a valley that is always colder stays', () => {
  const neighbours = [0, 0.5, -0.5, 1, -1].map((shift) => Array.from({ length: 24 }, (_, n) => wave(n) + shift));
  const valley = Array.from({ length: 24 }, (_, n) => wave(n) - 9);
  expect([...checkBuddies(valley, neighbours)].some(Number.isNaN)).toBe(false);
  valley[7] = valley[7]! + 9;
  const removed = [...checkBuddies(valley, neighbours)].flatMap((value, n) => (Number.isNaN(value) ? [n] : []));
  expect(removed).toEqual([7]);
  expect([...checkBuddies(valley, neighbours.slice(0, 3))].some(Number.isNaN)).toBe(false);
});

function climateDays(maxima: readonly number[], flags: readonly number[]): StationSeries {
  const packed = (value: number) => (Number.isNaN(value) ? NOT_OBSERVED : pack(value, STATION_PACKING.temperature_max));
  return {
    station: { id: 'USW00094728', name: '', latitude: 40.8, longitude: -74, elevation: 43, sources: [] },
    firstDay: FIRST,
    values: new Map([
      ['temperature_max', Int16Array.from(maxima, packed)],
      ['precipitation', Int16Array.from(maxima, () => 0)],
    ]),
    flags: Uint8Array.from(flags),
  };
}

test('days are those of the climate station from midnight to midnight, else those of the hours', () => {
  const hours = hoursOf(
    Array.from({ length: 96 }, (_, n) => 280 + (n % 24) / 10),
    Array.from({ length: 97 }, () => 0.5),
  );
  const series = climateDays([283, 284, Number.NaN, 290], [0, DAY_FLAGS.moved, 0, DAY_FLAGS.presumedZero]);
  const days = observedDays(hours, series, [FIRST, FIRST + 3], UTC);
  expect(Array.from(days.temperatureMax, (value) => Number(value.toFixed(1)))).toEqual([283, 282.3, 282.3, 290]);
  expect(Array.from(days.precipitation)).toEqual([0, 12, 0, 12]);
  expect(Array.from(days.temperatureMin, (value) => Number(value.toFixed(1)))).toEqual([280, 280, 280, 280]);
});

test('without hours and without a climate station nothing is known', () => {
  const { temperatureMax, precipitation } = observedDays(null, null, [FIRST, FIRST + 1], UTC);
  expect([...Array.from(temperatureMax), ...Array.from(precipitation)].every(Number.isNaN)).toBe(true);
});
