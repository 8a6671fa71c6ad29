import { expect, test } from 'vitest';
import { NOON, reportOf } from '../../../test/random-reports.js';
import { OCCURRENCES, REPORT_FLAGS, type StationHours, type StationReport } from '../../model/station-report.js';
import { HOUR, MINUTE } from '../../model/time.js';
import { hourlyObservations, isSameDay, mergeHours, wholeHours } from './hourly.js';

const SPAN = { first: NOON - 2 * HOUR, last: NOON + HOUR };
const { routine, weatherObserved, wet, temperatureSuspect } = REPORT_FLAGS;
const at = (minutes: number, more: Partial<StationReport> = {}) => reportOf('KABC', NOON + minutes * MINUTE, more);

/** Values of the first station at an hour. */
function hourOf(day: StationHours, hour: number) {
  return {
    temperature: day.temperatures[hour]!,
    offset: day.offsets[hour]!,
    amount: day.amounts[hour]!,
    occurrence: OCCURRENCES[day.occurrences[hour]!],
  };
}
const noonOf = (reports: StationReport[]) => hourOf(hourlyObservations(reports, SPAN, false)[0]!, 12);

test('the report of :53 is of the next hour', () => {
  const noon = noonOf([at(-7, { temperature: 288.15, precipitation: 0.762, flags: routine | weatherObserved | wet })]);
  expect(noon).toEqual({ temperature: Math.fround(288.15), offset: -7, amount: Math.fround(0.762), occurrence: 'wet' });
});

test.each([
  ['the nearest to the hour', [-10, -7, 9], -7],
  ['of two as near the one before it', [7, -7], -7],
  ['none eleven minutes away', [-11, 11], Number.NaN],
])('temperature: %s', (_, minutes, expected) => {
  const reports = minutes.map((minute) => at(minute, { temperature: 280 + minute / 100 }));
  const { temperature, offset } = noonOf([...reports, at(-30)]);
  expect(temperature).toBe(Math.fround(280 + expected / 100));
  expect(offset).toBe(Number.isNaN(expected) ? 0 : expected);
});

test('a suspect temperature is not that of the hour', () => {
  const reports = [at(-7, { temperature: 300, flags: temperatureSuspect }), at(-10, { temperature: 280 })];
  expect(noonOf(reports).temperature).toBe(280);
});

test.each([
  ['a special report', -7, { flags: weatherObserved }],
  ['a routine report of half past', -27, {}],
  ['a routine report of ten past', 10, {}],
])('the amount of %s is not that of an hour', (_, minute, more) => {
  expect(noonOf([at(minute, { precipitation: 2, ...more })]).amount).toBeNaN();
});

test('the amount is that of the routine report, whatever specials before it carried', () => {
  const special = { flags: weatherObserved | wet };
  const reports = [
    at(-40, { precipitation: 5, ...special }),
    at(-7, { precipitation: 3 }),
    at(-2, { precipitation: 0, ...special }),
  ];
  expect(noonOf(reports).amount).toBe(3);
});

test.each([
  ['wet when one of its reports is', [-50, -7], [0, wet], 'wet'],
  ['dry when its weather was observed', [-7], [weatherObserved], 'dry'],
  ['unknown when no report observed the weather', [-7], [0], 'unknown'],
  ['not wet by a report of six past, which is of the next hour', [-7, 6], [weatherObserved, wet], 'dry'],
  ['wet by a report of five past', [5], [wet], 'wet'],
])('an hour is %s', (_, minutes, flags, expected) => {
  const reports = minutes.map((minute, n) => at(minute, { flags: flags[n]! }));
  expect(noonOf(reports).occurrence).toBe(expected);
});

test('hours at midnight belong to the day that begins', () => {
  const midnight = 12 * 60;
  const span = { first: NOON, last: NOON + 20 * HOUR };
  const days = hourlyObservations([at(midnight - 7, { temperature: 280 }), at(60 - 7)], span, false);
  expect(days.map(({ start }) => (start - NOON) / HOUR)).toEqual([-12, 12]);
  expect(days[1]!.temperatures[0]).toBe(280);
  expect(days[0]!.temperatures.every(Number.isNaN)).toBe(true);
});

test('hours outside the span are left out', () => {
  expect(hourlyObservations([at(-7)], { first: NOON + HOUR, last: NOON + 2 * HOUR }, false)).toEqual([]);
});

test('the whole hours of a window begin when all of their reports are in it, and end ten minutes ago', () => {
  expect(wholeHours(NOON + 15 * MINUTE, 3 * HOUR)).toEqual({ first: NOON - HOUR, last: NOON });
  expect(wholeHours(NOON + 9 * MINUTE, 3 * HOUR).last).toBe(NOON - HOUR);
});

const NONE = { first: 0, last: -1 };
const dayOf = (reports: StationReport[]) => hourlyObservations(reports, SPAN, false)[0]!;
const merged = (before: StationReport[], fresh: StationReport[], whole = NONE) =>
  hourOf(mergeHours(dayOf(before), dayOf(fresh), whole), 12);

test('a late report takes the place of one further from the hour, and of none that is nearer', () => {
  const [far, near] = [at(-9, { temperature: 280 }), at(-2, { temperature: 281 })];
  expect(merged([far], [near])).toMatchObject({ temperature: 281, offset: -2 });
  expect(merged([near], [far])).toMatchObject({ temperature: 281, offset: -2 });
});

test('a corrected report takes the place of the first one', () => {
  const [first, second] = [
    at(-7, { temperature: 280, precipitation: 9 }),
    at(-7, { temperature: 281, precipitation: 1 }),
  ];
  expect(merged([first], [second])).toMatchObject({ temperature: 281, amount: 1 });
});

test('values that are missing now leave what was there', () => {
  const before = at(-7, { temperature: 280, precipitation: 2, flags: routine | wet });
  expect(merged([before], [at(-7, { flags: 0 })])).toEqual(noonOf([before]));
});

test('a wet hour becomes dry only by all of its reports', () => {
  const [rain, dry] = [at(-7, { flags: wet }), at(-7)];
  expect(merged([rain], [dry]).occurrence).toBe('wet');
  expect(merged([rain], [dry], SPAN).occurrence).toBe('dry');
  expect(merged([rain], [at(-7, { flags: 0 })], SPAN).occurrence).toBe('wet');
});

test('stations of both are there, each with its own values', () => {
  const other = { id: 'AAAA', latitude: 1, longitude: 1, elevation: 1 };
  const day = mergeHours(
    dayOf([at(-7, { temperature: 280 })]),
    dayOf([at(-7, { station: other, temperature: 290 })]),
    NONE,
  );
  expect(day.stations.map(({ id }) => id)).toEqual(['AAAA', 'KABC']);
  expect([day.temperatures[12], day.temperatures[24 + 12]]).toEqual([290, 280]);
});

test('simulated and real observations are never in one day', () => {
  const real = dayOf([at(-7, { temperature: 280 })]);
  const simulated = { ...dayOf([at(-67, { temperature: 290 })]), simulated: true };
  expect(mergeHours(real, simulated, NONE)).toEqual(simulated);
});

test('days that are stored as the same are the same', () => {
  const [a, b, c] = [2.54, 2.5432, 2.56].map((precipitation) => dayOf([at(-7, { precipitation })]));
  expect([isSameDay(a!, b!), isSameDay(a!, c!)]).toEqual([true, false]);
});

test('a day keeps the stations that it had, and takes others as long as there is room', () => {
  const dayOf = (ids: readonly string[], temperature: number) =>
    hourlyObservations(
      ids.map((id) => reportOf(id, NOON, { temperature })),
      SPAN,
      false,
    )[0]!;
  const merged = mergeHours(dayOf(['KBBB', 'KDDD'], 280), dayOf(['KAAA', 'KCCC', 'KDDD'], 290), SPAN, 3);
  expect(merged.stations.map(({ id }) => id)).toEqual(['KAAA', 'KBBB', 'KDDD']);
  expect([0, 1, 2].map((row) => merged.temperatures[row * 24 + 12])).toEqual([290, 280, 290]);
});
