/**
 * The past of the demo, verified through the archive of forecasts and the record of hours: the bias that was put into the
 * simulated forecasts comes out.
 */

import { beforeAll, expect, test } from 'vitest';
import { cacheText } from '../../simulator/feeds/metar-cache.js';
import { createForecastModel } from '../../simulator/forecast-error.js';
import { metarStations } from '../../simulator/observations/metar-stations.js';
import { pastIssues } from '../../simulator/past/past-issues.js';
import { pastReports } from '../../simulator/past/past-reports.js';
import { PAST_STATIONS } from '../../simulator/past/past-stations.js';
import { DEFAULT_LATENCY } from '../../simulator/upstream-path.js';
import { createWorld } from '../../simulator/world.js';
import { silentLog } from '../../src/base/log.js';
import { ignoreProgress } from '../../src/base/progress.js';
import { decodeMetarCache } from '../../src/decode/metar/metar-cache.js';
import { decodePastIssues } from '../../src/decode/verification/past-issues.js';
import { recordPastDay } from '../../src/ingest/reports/past-hours.js';
import { accuracyOf, type SectionAccuracy } from '../../src/ingest/verify/accuracy-report.js';
import { verifyArchive } from '../../src/ingest/verify/verify-archive.js';
import type { VerifiedForecasts } from '../../src/ingest/verify/verify-files.js';
import { type ForecastIssue, ISSUE_HOURS } from '../../src/model/forecast-issue.js';
import { DAY } from '../../src/model/time.js';
import { errorsIn, fittedBias } from '../../src/science/learning/temperature-bias.js';
import { ERROR_SUMS, type SumsLayout } from '../../src/science/verification/sums-layout.js';
import { writeClosedDay } from '../../src/store/archive/closed-days.js';
import { FORECAST_ARCHIVE } from '../../src/store/archive/forecast-archive.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';

const BIAS = 0.8;
/** Five that report tenths of a degree, and one that reports whole ones. */
const IDS = ['EDDF', 'KCOS', 'KJFK', 'KMSP', 'KSFO', 'KTPA'];
const STATIONS = PAST_STATIONS.filter(({ id }) => IDS.includes(id));
const LAST = 20_700;
const DATES = 12;
/** Dates before the first verified one: leads of three days, and zones. */
const BEFORE = 4;

const world = createWorld(7);
const wanted = new Map(STATIONS.map((station) => [station.id, station]));

async function issuesOf(day: number, bias: number): Promise<ForecastIssue[]> {
  const model = createForecastModel(world, bias);
  const text = await pastIssues({ world, model, stations: STATIONS, latencySeconds: DEFAULT_LATENCY }, day);
  return decodePastIssues(Buffer.from(text), day, wanted);
}

async function storeIssues(objects: MemoryObjects, days: readonly [number, number]): Promise<void> {
  for (let day = days[0]; day <= days[1]; day++)
    await writeClosedDay(objects, FORECAST_ARCHIVE, await issuesOf(day, BIAS));
}

async function storeHours(objects: MemoryObjects, days: readonly [number, number]): Promise<void> {
  const airports = metarStations().filter(({ id }) => IDS.includes(id));
  for (let day = days[0]; day <= days[1]; day++) {
    const { reports } = decodeMetarCache(Buffer.from(cacheText(pastReports(world, airports, day))));
    const store = { objects, log: silentLog, simulated: true, now: (day + 2) * DAY, createdAt: (day + 2) * DAY };
    await recordPastDay(store, reports, day);
  }
}

async function verifiedPast(objects: MemoryObjects): Promise<VerifiedForecasts> {
  return verifyArchive({
    ...{ objects, stations: STATIONS, climate: null, lastDay: LAST, days: DATES, persistence: 'issue-date' },
    progress: ignoreProgress,
    onDefect: (defect) => {
      throw defect;
    },
  });
}

/**
 * Standard error of a mean error, K, from the means of the dates. Two dates count as one: their forecasts share runs, and
 * their weather.
 */
function samplingError(
  { layout, rows }: VerifiedForecasts,
  ...[interval, lead, variable]: Parameters<SumsLayout['at']>
) {
  const at = layout.at(interval, lead, variable);
  const means = Array.from({ length: DATES }, (_, date) => {
    const sums = rows.sums.subarray(date * layout.width + at);
    return sums[ERROR_SUMS.error]! / sums[ERROR_SUMS.samples]!;
  });
  const mean = means.reduce((sum, value) => sum + value, 0) / DATES;
  const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (DATES - 1);
  return Math.sqrt((2 * variance) / DATES);
}

let verified: VerifiedForecasts;
let sections: readonly SectionAccuracy[];
const leadOf = (interval: string, lead: number) =>
  sections.find((section) => section.interval === interval)!.leads.find((one) => one.lead.first === lead)!;

beforeAll(async () => {
  const objects = createMemoryObjects();
  await storeIssues(objects, [LAST - DATES - BEFORE, LAST + 1]);
  await storeHours(objects, [LAST - DATES - BEFORE, LAST + 1]);
  verified = await verifiedPast(objects);
  sections = accuracyOf(verified.layout, verified.rows, 1);
}, 60_000);

test('hours of the past: every pair is there, and the injected bias is found behind the reach of reports', () => {
  for (const [index, lead] of [0, 1, 2, 3, 6, 12, 24].entries()) {
    const { samples, bias, persistence } = leadOf('1h', lead).errors.temperature!;
    const error = samplingError(verified, '1h', index, 'temperature');
    expect(samples).toBe(IDS.length * DATES * 24);
    expect(error).toBeLessThan(0.15); // or three of them would tell nothing
    if (lead >= 12) expect(Math.abs(bias! - BIAS), `lead ${lead}`).toBeLessThan(3 * error);
    // A report at the station takes five sixths of it away, less the hour by which the issue of lead 0 is old at most.
    if (lead === 0) expect(Math.abs(bias! - BIAS / 6)).toBeLessThan(0.15);
    expect(persistence.skill).toBeGreaterThan(0.3);
  }
});

test('a bias learned from eleven dates of the past is gone on the twelfth', () => {
  const { layout, rows } = verified;
  const bins = { firstDay: rows.firstDay, width: layout.width };
  const position = { layout, interval: '1h', lead: 5, block: 'temperature' } as const; // 12 hours
  const own = errorsIn(rows.sums, bins, position);
  const mean = own.error[DATES - 1]! / own.samples[DATES - 1]!;
  const bias = fittedBias({ own, network: own }, LAST);
  expect(bias).toBeGreaterThan(0.5);
  expect(mean).toBeGreaterThan(0.5);
  expect(Math.abs(mean - bias)).toBeLessThan(0.3);
});

test('days of the past: extremes have the injected bias, and the error grows with the lead', () => {
  for (const variable of ['temperature_max', 'temperature_min'] as const) {
    const errors = [1, 2, 3].map((lead) => leadOf('1d', lead).errors[variable]!);
    for (const [n, { samples, bias }] of errors.entries()) {
      expect(samples).toBe(IDS.length * DATES);
      expect(Math.abs(bias! - BIAS)).toBeLessThan(3 * samplingError(verified, '1d', n, variable));
    }
    expect(errors[0]!.meanAbsoluteError).toBeLessThan(errors[1]!.meanAbsoluteError!);
    expect(errors[1]!.meanAbsoluteError).toBeLessThan(errors[2]!.meanAbsoluteError!);
    expect(errors[0]!.persistence.skill).toBeGreaterThan(0.2);
  }
});

test('chances of the past: better than persistence at every lead, and good for an hour against its usual frequency', () => {
  for (const lead of [1, 6, 24]) expect(leadOf('1h', lead).probability.climatology.skill).toBeGreaterThan(0);
  for (const lead of [1, 2, 3]) expect(leadOf('1d', lead).probability.persistence.skill).toBeGreaterThan(0);
  // Only airports of the United States report amounts: five of six have days, all six have wet and dry hours.
  expect(leadOf('1d', 1).occurrence.samples).toBe(5 * DATES);
  expect(leadOf('1h', 1).occurrence.samples).toBe(6 * DATES * 24);
});

test('forecasts with another bias: temperatures behind the reach of reports differ by just that, and no amount does', async () => {
  const [plain] = await issuesOf(LAST, 0);
  const [biased] = await issuesOf(LAST, BIAS);
  for (const [section, field] of [
    ['hours', 'temperature'],
    ['days', 'temperatureMax'],
    ['days', 'temperatureMin'],
  ] as const) {
    const of = (issue: ForecastIssue) => (issue[section] as unknown as Record<string, Float32Array>)[field]!;
    // Hours behind the reach of reports; all days.
    const isLate = (n: number) => section === 'days' || n % ISSUE_HOURS >= 12;
    const differences = of(biased!)
      .map((value, n) => value - of(plain!)[n]!)
      .filter((_, n) => isLate(n));
    for (const difference of differences.filter((value) => !Number.isNaN(value)))
      expect(Math.abs(difference - BIAS)).toBeLessThan(0.011); // steps of 0.01 K
  }
  expect(biased!.hours.precipitation).toEqual(plain!.hours.precipitation);
});
