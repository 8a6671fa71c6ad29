import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OCCURRENCE } from '../model/station-report.js';
import { DAY, HOUR, parseDate, zoneOf } from '../model/time.js';
import { type HourlySeries, stationDay } from './station-day.js';

const START = Date.UTC(2026, 2, 7) / 1000;
const dayNumber = (date: string) => parseDate(date)!;

/** Four days from 2026-03-07 on, by functions of the hours since then. */
function series(temperature: (hour: number) => number, amount: (hour: number) => number, occurrence = 0): HourlySeries {
  const hours = Array.from({ length: 96 }, (_, hour) => hour);
  return {
    start: START,
    temperatures: hours.map(temperature),
    amounts: hours.map(amount),
    occurrences: hours.map(() => occurrence),
  };
}

const hourly = series(
  (hour) => 280 + hour / 10,
  () => 1,
);

test.each([
  // hours 24 to 47 of the series are the 8th in UTC
  ['UTC', '2026-03-08', 24, 24, 282.4, 284.7],
  // clocks go forward on the 8th: from 05 UTC to 04 UTC
  ['America/New_York', '2026-03-08', 23, 23, 282.9, 285.1],
  ['America/New_York', '2026-03-09', 24, 24, 285.2, 287.5],
  // from 18:15 UTC of the 7th: the hour that ends at 19 UTC has its middle at 18:30
  ['Asia/Kathmandu', '2026-03-08', 24, 24, 281.9, 284.2],
] as const)('a local day in %s, %s', (zone, date, hours, sum, minimum, maximum) => {
  const day = stationDay(hourly, dayNumber(date), zoneOf(zone)!);
  expect(day).toMatchObject({ hours, temperatures: hours, amounts: sum, precipitation: sum });
  expect([day.minimum, day.maximum]).toEqual([expect.closeTo(minimum, 9), expect.closeTo(maximum, 9)]);
});

test('no hour is counted twice and none is lost: sums of consecutive local days are that of their hours', () => {
  const zones = ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'America/St_Johns'];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(fc.nat(50), { minLength: 96, maxLength: 96 }), (name, amounts) => {
      const zone = zoneOf(name)!;
      const days = ['2026-03-08', '2026-03-09'].map((date) => dayNumber(date));
      const sums = days.map((day) => stationDay({ ...hourly, amounts }, day, zone));
      const both = sums[0]!.hours + sums[1]!.hours;
      const first = amounts.findIndex(
        (_, hour) => START + hour * HOUR - HOUR / 2 >= days[0]! * DAY - zone.offsetAt(START + DAY),
      );
      const expected = amounts.slice(first, first + both).reduce((sum, amount) => sum + amount, 0);
      expect(sums[0]!.precipitation + sums[1]!.precipitation).toBe(expected);
    }),
  );
});

const UTC = zoneOf('UTC')!;
const eighth = dayNumber('2026-03-08');
const without = (missing: readonly number[]) => (hour: number) =>
  missing.includes(hour - 24) ? Number.NaN : 280 + hour / 10;

test.each([
  ['four hours apart', [1, 5, 9, 13], true],
  ['two hours in a row', [4, 5], true],
  ['three hours in a row', [4, 5, 6], false],
  ['five hours', [1, 5, 9, 13, 17], false],
])('extremes of a day that lacks %s', (_, missing, areKnown) => {
  const { maximum, minimum } = stationDay(
    series(without(missing), () => 0),
    eighth,
    UTC,
  );
  expect([Number.isNaN(maximum), Number.isNaN(minimum)]).toEqual([!areKnown, !areKnown]);
});

const amountsWithout = (missing: readonly number[]) => (hour: number) =>
  missing.includes(hour - 24) ? Number.NaN : 0.5;

test.each([
  ['an hour that was dry counts as 0', [3], OCCURRENCE.dry, 11.5],
  ['an hour that was wet leaves the sum unknown', [3], OCCURRENCE.wet, Number.NaN],
  ['an hour of which nothing is known leaves the sum unknown', [3], OCCURRENCE.unknown, Number.NaN],
  ['half of the hours measured is enough', Array.from({ length: 12 }, (_, n) => n + 1), OCCURRENCE.dry, 6],
  ['less than half is not', Array.from({ length: 13 }, (_, n) => n + 1), OCCURRENCE.dry, Number.NaN],
])('an amount is missing: %s', (_, missing, occurrence, expected) => {
  const { precipitation } = stationDay(
    series(() => 280, amountsWithout(missing), occurrence),
    eighth,
    UTC,
  );
  expect(precipitation).toBe(expected);
});

test('a day outside the series is unknown, and one that the zone skipped too', () => {
  const unknown = { maximum: Number.NaN, minimum: Number.NaN, precipitation: Number.NaN };
  expect(stationDay(hourly, eighth + 100, UTC)).toMatchObject(unknown);
  expect(stationDay(hourly, dayNumber('2011-12-30'), zoneOf('Pacific/Apia')!)).toMatchObject({ hours: 0, ...unknown });
});
