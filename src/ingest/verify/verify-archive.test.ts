/** The service's own record verified: forecasts with a known bias against observations in memory. */

import { beforeAll, expect, test } from 'vitest';
import { ignoreProgress } from '../../base/progress.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import type { StationHours } from '../../model/station-report.js';
import { DAY, formatDate, HOUR, localDateNumber, MINUTE, zoneOf } from '../../model/time.js';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import { stationDay } from '../../science/station-day.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import { writeIssue } from '../../store/archive/issue-writer.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { writeHours } from '../../store/reports/hour-record.js';
import { accuracyByStation, accuracyOf, type ErrorVariable, type SectionAccuracy } from './accuracy-report.js';
import { stationIssueOf } from './archive-comparison.js';
import { lastCompleteDay } from './data-end.js';
import { verifyArchive } from './verify-archive.js';

const STATIONS = VERIFICATION_STATIONS.filter(({ id }) => ['EDDF', 'KDEN', 'KJFK'].includes(id)).sort((a, b) =>
  a.id < b.id ? -1 : 1,
);
const BIAS = 0.8;
const FIRST = 20_770;
const DAYS = 9;
const LAST = FIRST + DAYS - 1;

/** Truth at a station, K, on the steps of the record: its days differ by the weather. */
function truth(station: number, time: number): number {
  const day = Math.floor(time / DAY);
  const value = 280 + 4 * station + 6 * Math.sin((2 * Math.PI * time) / DAY + station) + 3 * Math.sin(day * 1.7);
  return 273.15 + Math.round((value - 273.15) * 10) / 10;
}
const isWet = (station: number, time: number) => (Math.floor(time / HOUR) + station) % 11 === 0;

function issueAt(issueTime: number): ForecastIssue {
  const start = Math.floor(issueTime / HOUR) * HOUR;
  const hourly = (value: (station: number, time: number) => number) =>
    Float32Array.from({ length: 3 * ISSUE_HOURS }, (_, n) =>
      value(Math.floor(n / ISSUE_HOURS), start + (n % ISSUE_HOURS) * HOUR),
    );
  const firstDays = STATIONS.map(({ zone }) => {
    const local = issueTime + zoneOf(zone)!.offsetAt(issueTime);
    return Math.floor((((local % DAY) + DAY) % DAY) / HOUR) === 6 ? localDateNumber(issueTime, zoneOf(zone)!) : null;
  });
  const daily = (value: (station: number, day: number) => number) =>
    Float32Array.from({ length: 3 * ISSUE_DAYS }, (_, n) => {
      const station = Math.floor(n / ISSUE_DAYS);
      const first = firstDays[station];
      return first === null || first === undefined ? Number.NaN : value(station, first + (n % ISSUE_DAYS));
    });
  const maximum = (station: number, day: number) => dayOf(station, day).maximum + BIAS;
  return {
    ...{ issueTime, firstDays, simulated: true, stale: STATIONS.map(() => false) },
    stations: STATIONS.map(({ id, latitude, longitude, zone }) => ({ id, latitude, longitude, zone })),
    hours: {
      temperature: hourly((station, time) => truth(station, time) + BIAS),
      precipitation: hourly((station, time) => (isWet(station, time) ? 1.5 : 0)),
      probability: hourly((station, time) => (isWet(station, time) ? 0.9 : 0.1)),
    },
    days: {
      temperatureMax: daily(maximum),
      temperatureMin: daily((station, day) => dayOf(station, day).minimum),
      precipitation: daily(() => Number.NaN),
      probability: daily(() => 0.5),
    },
    // Frankfurt has no forecast in the issues of noon.
    updatedAt: STATIONS.map(({ id }) =>
      id === 'EDDF' && issueTime % DAY >= 12 * HOUR && issueTime % DAY < 13 * HOUR ? null : issueTime - 600,
    ),
  };
}

function dayOf(station: number, day: number) {
  const start = (day - 1) * DAY;
  const temperatures = Array.from({ length: 72 }, (_, n) => truth(station, start + n * HOUR));
  return stationDay({ start, temperatures, amounts: [], occurrences: [] }, day, zoneOf(STATIONS[station]!.zone)!);
}

function hoursOf(day: number, shift = 0): StationHours {
  const cells = Array.from({ length: 3 * 24 }, (_, n) => [Math.floor(n / 24), day * DAY + (n % 24) * HOUR] as const);
  return {
    ...{ start: day * DAY, simulated: true, offsets: new Int8Array(cells.length) },
    stations: STATIONS.map(({ id, latitude, longitude, elevation }) => ({ id, latitude, longitude, elevation })),
    temperatures: Float32Array.from(cells, ([station, time]) => truth(station, time) + shift),
    amounts: Float32Array.from(cells, ([station, time]) => (isWet(station, time - HOUR) ? 1 : 0)),
    occurrences: new Uint8Array(cells.length),
  };
}

const objects = createMemoryObjects();
const MISSING_ISSUE = (FIRST + 5) * DAY + 3 * HOUR;

beforeAll(async () => {
  for (let time = FIRST * DAY; time < (LAST + 1) * DAY; time += HOUR)
    if (time !== MISSING_ISSUE) await writeIssue(objects, FORECAST_ARCHIVE, issueAt(time + 5 * MINUTE));
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
