import { expect, test } from 'vitest';
import { pack } from '../../model/packing.js';
import { DAY_FLAGS, NOT_OBSERVED, STATION_PACKING, type StationSeries } from '../../model/station-series.js';
import { parseDate } from '../../model/time.js';
import { calendarDate } from '../stations/day-slots.js';
import { wetDaysByMonth } from './wet-climate.js';

const FIRST = parseDate('2016-01-01')!;
const COUNT = parseDate('2025-12-31')! - FIRST + 1;
const dates = Array.from({ length: COUNT }, (_, n) => calendarDate(FIRST + n));

function seriesOf(
  amountOf: (date: (typeof dates)[number]) => number,
  flagOf: (n: number) => number = () => 0,
): Omit<StationSeries, 'station'> {
  const packed = dates.map((date) => {
    const amount = amountOf(date);
    return Number.isNaN(amount) ? NOT_OBSERVED : pack(amount, STATION_PACKING.precipitation);
  });
  const flags = Uint8Array.from(dates, (_, n) => flagOf(n));
  return { firstDay: FIRST, values: new Map([['precipitation', Int16Array.from(packed)]]), flags };
}

test('each month of the year has the share of its wet days, from 1.0 mm on', () => {
  // In January the first ten days are wet, in July the first; 0.9 mm are dry.
  const shares = wetDaysByMonth(
    seriesOf(({ month, day }) => (month === 1 && day <= 10 ? 1 : month === 7 && day === 1 ? 30 : 0.9)),
  );
  expect(shares.map((share) => Number(share.toFixed(6)))).toEqual([0.322581, 0, 0, 0, 0, 0, 0.032258, 0, 0, 0, 0, 0]);
});

test('missing days and presumed zeros do not count, and below 100 days a month has no share', () => {
  const shares = wetDaysByMonth(
    seriesOf(
      ({ month, day, year }) => (month === 2 && year > 2018 ? Number.NaN : day % 2 === 0 ? 5 : 0),
      (n) => (dates[n]!.month === 4 && dates[n]!.day % 2 === 1 ? DAY_FLAGS.presumedZero : 0),
    ),
  );
  expect([shares[1], shares[3]]).toEqual([Number.NaN, 1]);
  expect(shares[5]).toBe(0.5);
  expect(wetDaysByMonth({ firstDay: FIRST, values: new Map(), flags: new Uint8Array(COUNT) })[0]).toBeNaN();
});
