import { expect, test } from 'vitest';
import { NOON, reportOf } from '../../../test/random-reports.js';
import { REPORT_FLAGS, type StationReport } from '../../model/station-report.js';
import { HOUR, MINUTE } from '../../model/time.js';
import { addReports } from './report-window.js';

const at = (minutes: number, more: Partial<StationReport> = {}) => reportOf('KABC', NOON + minutes * MINUTE, more);
const corrected = { flags: REPORT_FLAGS.routine | REPORT_FLAGS.corrected };
const countsOf = (published: StationReport[], fresh: StationReport[]) =>
  Object.fromEntries(addReports(published, fresh, NOON).counts);

test('reports of the last three hours stay, older ones leave', () => {
  const { reports, changed } = addReports([at(-180), at(-179), at(-60)], [at(-7)], NOON);
  expect(reports.map(({ time }) => (time - NOON) / MINUTE)).toEqual([-179, -60, -7]);
  expect(changed).toBe(1);
});

test.each([
  ['future', at(11)],
  ['old', at(-180)],
  ['range', at(0, { temperature: 400 })],
  ['moved', at(0, { station: { id: 'KABC', latitude: 50.2, longitude: 10, elevation: 100 } })],
] as const)('a fresh report is counted by the rule "%s"', (rule, report) => {
  expect(countsOf([at(-60)], [report])).toEqual({ [rule]: 1 });
});

test('a clock that is ten minutes ahead is accepted', () => {
  expect(addReports([], [at(10)], NOON).reports).toHaveLength(1);
});

test('a correction takes the place of the first report, whichever comes first, and stays', () => {
  const [first, second] = [at(-7, { temperature: 280 }), at(-7, { temperature: 281, ...corrected })];
  for (const [published, fresh] of [
    [[first], [second]],
    [[], [first, second]],
    [[], [second, first]],
    [[second], [first]],
  ] as const)
    expect(addReports(published, fresh, NOON).reports).toEqual([second]);
  expect(addReports([second], [first], NOON).changed).toBe(0);
});

test('the same report again changes nothing, another one of the same minute takes its place', () => {
  const rounded = Math.fround(281.3);
  expect(addReports([at(-7, { temperature: rounded })], [at(-7, { temperature: 281.3 })], NOON).changed).toBe(0);
  const { reports, changed } = addReports([at(-7, { temperature: 280 })], [at(-7, { temperature: 281 })], NOON);
  expect([reports[0]!.temperature, changed]).toEqual([281, 1]);
});

test('of two reports of one minute in a file the first is used', () => {
  const { reports, counts } = addReports([], [at(-7, { temperature: 281 }), at(-7, { temperature: 280 })], NOON);
  expect(reports[0]!.temperature).toBe(281);
  expect(Object.fromEntries(counts)).toEqual({ duplicate: 1 });
});

test('a station that moved is at its new place when its old reports have left', () => {
  const station = { id: 'KABC', latitude: 51, longitude: 10, elevation: 0 };
  const moved = (minutes: number) => at(minutes, { station });
  let reports: readonly StationReport[] = [at(-60)];
  for (let hour = 0; hour <= 3; hour++) {
    const now = NOON + hour * HOUR;
    reports = addReports(reports, [moved(hour * 60 - 7)], now).reports;
    const latitudes = new Set(reports.map((report) => report.station.latitude));
    expect([...latitudes]).toEqual([hour < 2 ? 50 : 51]);
  }
});

test('a place that was corrected by a kilometre is taken over', () => {
  const station = { id: 'KABC', latitude: 50.009, longitude: 10, elevation: 101 };
  const { reports } = addReports([at(-60)], [at(-7, { station })], NOON);
  expect(reports.at(-1)!.station).toEqual(station);
});

test('of a station that floods only the newest sixty reports stay', () => {
  const flood = Array.from({ length: 120 }, (_, n) => at(-n));
  const { reports } = addReports([], flood, NOON);
  expect(reports).toHaveLength(60);
  expect(reports.at(-1)!.time).toBe(NOON);
});

test('a suspect temperature is counted, and marked', () => {
  const { reports, counts } = addReports([at(-60, { temperature: 280 })], [at(-7, { temperature: 300 })], NOON);
  expect(Object.fromEntries(counts)).toEqual({ step: 1 });
  expect(reports[1]!.flags & REPORT_FLAGS.temperatureSuspect).not.toBe(0);
});
