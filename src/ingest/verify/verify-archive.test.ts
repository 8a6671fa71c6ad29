/** The service's own record verified: forecasts with a known bias against observations in memory. */

import { beforeAll, expect, test } from 'vitest';
import { ignoreProgress } from '../../base/progress.js';
import { DAY, formatDate, HOUR, MINUTE } from '../../model/time.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import { writeIssue } from '../../store/archive/issue-writer.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { writeHours } from '../../store/reports/hour-record.js';
import { accuracyByStation, accuracyOf, type ErrorVariable, type SectionAccuracy } from './accuracy-report.js';
import { stationIssueOf } from './archive-comparison.js';
import { BIAS, FIRST, hoursOf, issueAt, issuesOfWorld, LAST, STATIONS } from './archived-world.fixture.js';
import { lastCompleteDay } from './data-end.js';
import { verifyArchive } from './verify-archive.js';

const objects = createMemoryObjects();

beforeAll(async () => {
  for (const issue of issuesOfWorld()) await writeIssue(objects, FORECAST_ARCHIVE, issue);
  for (let day = FIRST; day <= LAST; day++) await writeHours(objects, hoursOf(day), (day + 1) * DAY);
}, 60_000);

const verify = (days = 4) =>
  verifyArchive({
    ...{ objects, stations: STATIONS, climate: null, lastDay: LAST - 1, days, persistence: 'issue-date' },
    progress: ignoreProgress,
    onDefect: (defect) => {
      throw defect;
    },
  });

function errorOf(sections: readonly SectionAccuracy[], interval: string, variable: ErrorVariable, lead: number) {
  const leads = sections.find((section) => section.interval === interval)!.leads;
  return leads.find((one) => one.lead.first === lead)!.errors[variable]!;
}

test('the injected bias of 0.8 K is found at every lead, and a missing issue is missing', async () => {
  const { layout, rows, stations, firstDay, lastDay } = await verify();
  expect([firstDay, lastDay, stations.map(({ id }) => id)]).toEqual([LAST - 4, LAST - 1, ['EDDF', 'KDEN', 'KJFK']]);
  const sections = accuracyOf(layout, rows, 1);
  for (const lead of [0, 1, 2, 3, 6, 12, 24]) {
    const { bias, meanAbsoluteError, persistence } = errorOf(sections, '1h', 'temperature', lead);
    expect(Math.abs(bias! - BIAS)).toBeLessThan(0.006); // half a step of the archive
    expect(Math.abs(meanAbsoluteError! - BIAS)).toBeLessThan(0.006);
    expect(persistence.samples).toBeGreaterThan(200);
  }
  // Four dates of 24 hours at three stations, less the issue that is missing at three and those of noon at one.
  expect(errorOf(sections, '1h', 'temperature', 0).samples).toBe(4 * 24 * 3 - 3 - 4);
  const days = errorOf(sections, '1d', 'temperature_max', 1);
  expect([days.samples, Math.abs(days.bias! - BIAS) < 0.006]).toEqual([12, true]);
  expect(Math.abs(errorOf(sections, '1d', 'temperature_min', 2).bias!)).toBeLessThan(0.006);
  const hour = sections.find(({ interval }) => interval === '1h')!.leads[4]!;
  expect([hour.occurrence.criticalSuccessIndex, hour.occurrence.counts.misses]).toEqual([1, 0]);
  expect(hour.errors.amount!.bias).toBeCloseTo(0.5, 2);
  expect(hour.probability.brierScore).toBeCloseTo(0.01, 4);
});

test('a longer period is the sum of its dates, station by station', async () => {
  const [four, three] = [await verify(4), await verify(3)];
  const oneDate = four.rows.sums.subarray(0, four.layout.width);
  const samples = (verified: typeof four) =>
    errorOf(accuracyOf(verified.layout, verified.rows, 1), '1h', 'temperature', 1).samples;
  const first = oneDate[four.layout.at('1h', 1, 'temperature')]!;
  expect(samples(four)).toBe(samples(three) + first);
  const byStation = accuracyByStation(four.layout, four.stations);
  const total = byStation.reduce((sum, { sections }) => sum + errorOf(sections, '1h', 'temperature', 1).samples, 0);
  expect(total).toBe(samples(four));
});

test('a corrected day of observations replaces the one before, and is not counted twice', async () => {
  const before = await verify();
  await writeHours(objects, hoursOf(LAST - 1, 1), (LAST + 2) * DAY);
  const after = await verify();
  await writeHours(objects, hoursOf(LAST - 1), (LAST + 3) * DAY);
  const again = await verify();
  const error = (verified: typeof before) =>
    errorOf(accuracyOf(verified.layout, verified.rows, 1), '1h', 'temperature', 0);
  expect(error(after).samples).toBe(error(before).samples);
  expect(error(after).bias).toBeLessThan(BIAS - 0.1);
  expect(again.rows).toEqual(before.rows);
});

test('the evaluation ends with the last date that is observed', async () => {
  const verified = await verifyArchive({
    ...{ objects, stations: STATIONS, climate: null, lastDay: LAST + 3, days: 2, persistence: 'issue-date' },
    ...{ progress: ignoreProgress, onDefect: () => undefined },
  });
  expect([verified.firstDay, verified.lastDay]).toEqual([LAST - 1, LAST]);
  const empty = await verifyArchive({
    ...{ objects: createMemoryObjects(), stations: STATIONS, climate: null, lastDay: LAST, days: 2 },
    ...{ persistence: 'issue-date', progress: ignoreProgress, onDefect: () => undefined },
  });
  expect([empty.stations, empty.notes]).toEqual([
    [],
    [`no date up to ${formatDate(LAST)} has 80% of its observations`],
  ]);
});

test('an issue without a forecast at a station is none of it, and the last complete day is that of the westernmost zone', () => {
  const noon = issueAt(FIRST * DAY + 12 * HOUR + 5 * MINUTE);
  expect(stationIssueOf(noon, 0)).toBeNull();
  expect(stationIssueOf(noon, 1)).toMatchObject({ hours: { start: FIRST * DAY + 12 * HOUR }, days: null });
  // 04:00 UTC: in Denver it is still the evening before.
  expect(lastCompleteDay(FIRST * DAY + 4 * HOUR, STATIONS)).toBe(FIRST - 2);
});
