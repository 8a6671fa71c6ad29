import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOON, reportOf } from '../../../test/random-reports.js';
import { REPORT_FLAGS, type StationReport } from '../../model/station-report.js';
import { MINUTE } from '../../model/time.js';
import { checkReport, markSteps } from './report-quality.js';

const report = (more: Partial<StationReport>) => reportOf('KABC', NOON, more);

test.each([
  ['a temperature that was never observed', { temperature: 340 }, 'temperature', 'range'],
  ['an amount of 15.60 inches, as MHSC sent it on 2020-05-01', { precipitation: 396.24 }, 'precipitation', 'range'],
  ['a dew point 0.6 K above the temperature', { temperature: 280, dew_point: 280.6 }, 'dew_point', 'dew-point'],
  ['a gust below the mean wind', { wind_speed: 10, wind_gust: 8 }, 'wind_gust', 'gust'],
  // K1M4 on 2020-05-01: SLP645 and A3009
  ['a pressure of 1064.5 hPa beside 1019', { pressure_msl: 106_450, altimeter: 101_900 }, 'pressure_msl', 'sea-level'],
] as const)('%s becomes missing, the other values stay', (_, values, quantity, rule) => {
  const given = report({ visibility: 5000, ...values });
  const { report: checked, broken } = checkReport(given);
  expect(broken).toEqual([rule]);
  expect(checked).toEqual({ ...given, [quantity]: Number.NaN });
});

test.each([
  { temperature: 280, dew_point: 280.5 },
  { temperature: 184 },
  { temperature: 329.8 },
  { wind_speed: 10, wind_gust: 10 },
  { precipitation: 305 },
  { pressure_msl: 103_000, altimeter: 100_000 },
])('%o stays as it is', (values) => {
  const given = report(values);
  expect(checkReport(given)).toEqual({ report: given, broken: [] });
});

/** Reports 20 minutes apart, and which of them are suspect. */
function suspects(temperatures: readonly number[], minutes = 20): boolean[] {
  const reports = temperatures.map((temperature, n) => reportOf('KABC', NOON + n * minutes * MINUTE, { temperature }));
  return markSteps(reports).map(({ flags }) => (flags & REPORT_FLAGS.temperatureSuspect) !== 0);
}

test.each([
  ['a spike', [280, 300, 281], [false, true, false]],
  ['a jump that one report shows', [280, 281, 300], [false, false, true]],
  ['a jump that the next report confirms', [280, 281, 300, 301], [false, false, false, false]],
  ['a first report that those after it contradict', [250, 280, 281], [true, false, false]],
  ['two reports that contradict each other: the later one, until a third', [250, 280], [false, true]],
  ['10 K in an hour', [280, 290], [false, false]],
  ['a single report', [280], [false]],
  ['missing values between', [280, Number.NaN, 281], [false, false, false]],
] as const)('temperature: %s', (_, temperatures, expected) => {
  expect(suspects(temperatures)).toEqual(expected);
});

test('over two hours 20 K are possible', () => {
  expect(suspects([280, 300], 120)).toEqual([false, false]);
  expect(suspects([280, 300.1], 120)).toEqual([false, true]);
});

test('marking again changes nothing, and slow changes are never marked', () => {
  const series = fc.array(fc.double({ min: -0.9, max: 0.9, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(series, fc.array(fc.double({ min: 250, max: 320, noNaN: true }), { maxLength: 12 }), (steps, any) => {
      let temperature = 285;
      expect(suspects(steps.map((step) => (temperature += step))).includes(true)).toBe(false);
      const reports = any.map((value, n) => reportOf('KABC', NOON + n * 1200, { temperature: value }));
      const once = markSteps(reports);
      expect(markSteps(once)).toEqual(once);
    }),
  );
});
