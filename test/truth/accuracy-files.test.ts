/**
 * Accuracy of real forecasts with real observations, through the whole command: 61,456 records of NWS highs of 2021, and 242
 * archived issues for New York of autumn 2023. Expected figures of the highs were computed apart, in another language,
 * straight from the columns of the file.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ignoreProgress } from '../../src/base/progress.js';
import { readTar } from '../../src/decode/tar/tar.js';
import {
  accuracyByMonth,
  accuracyByStation,
  accuracyOf,
  type ErrorVariable,
  type SectionAccuracy,
} from '../../src/ingest/verify/accuracy-report.js';
import { type FileVerification, verifyFiles } from '../../src/ingest/verify/verify-files.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile, WITHOUT_XZ } from './grib2-upstream.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-accuracy-'));
afterAll(() => rmSync(directory, { recursive: true }));

const DEFAULTS: Omit<FileVerification, 'archive' | 'observations'> = {
  ...{ units: 'metric', zone: null, issueHour: null, persistence: 'day-before', leadDays: null },
  ...{ leadHours: null, from: null, to: null },
};

/** Errors of a variable by the first lead of their span. */
function errorsOf(sections: readonly SectionAccuracy[], interval: string, variable: ErrorVariable) {
  const leads = sections.find((section) => section.interval === interval)!.leads;
  return new Map(leads.map(({ lead, errors }) => [`${lead.first}-${lead.last}`, errors[variable]!]));
}

const rounded = (values: readonly (number | null)[], decimals: number) =>
  values.map((value) => value?.toFixed(decimals));

testWithSharedData('NWS highs of 2021 have the error, the skill and the range of cities computed apart', () => {
  const highs = sharedData('accuracy', 'nws_hilo_forecasts_2021.csv.gz');
  const verified = verifyFiles({ ...DEFAULTS, archive: highs, observations: highs }, ignoreProgress);
  const { layout, rows, stations } = verified;
  const errors = [...errorsOf(accuracyOf(layout, rows, 1), '1d', 'temperature_max')];
  // This morning, last evening, yesterday morning, the evening before.
  expect(errors.map(([lead]) => lead)).toEqual(['0-0', '0.5-0.5', '1-1', '1.5-1.5']);
  const values = errors.map(([, error]) => error);
  expect(values.map(({ samples }) => samples)).toEqual([57_781, 57_869, 57_652, 57_536]);
  expect(
    rounded(
      values.map((one) => one.meanAbsoluteError),
      3,
    ),
  ).toEqual(['1.061', '1.191', '1.280', '1.374']);
  expect(
    rounded(
      values.map((one) => one.bias),
      3,
    ),
  ).toEqual(['-0.174', '-0.203', '-0.170', '-0.137']);
  expect(
    rounded(
      values.map((one) => one.rootMeanSquareError),
      3,
    ),
  ).toEqual(['1.449', '1.640', '1.749', '1.893']);
  expect(
    rounded(
      values.map((one) => one.persistence.meanAbsoluteError),
      3,
    ),
  ).toEqual(['3.177', '3.179', '3.174', '3.171']);
  expect(
    rounded(
      values.map((one) => one.persistence.skill),
      3,
    ),
  ).toEqual(['0.666', '0.626', '0.596', '0.567']);
  expect(values.map((one) => one.persistence.samples)).toEqual([57_404, 56_941, 56_687, 56_442]);

  const byCity = accuracyByStation(layout, stations).map(({ name, sections }): [string, number] => [
    name,
    errorsOf(sections, '1d', 'temperature_max').get('1-1')!.meanAbsoluteError!,
  ]);
  byCity.sort((a, b) => a[1] - b[1]);
  const [best, worst] = [byCity[0]!, byCity.at(-1)!];
  expect([best[0], best[1].toFixed(2), worst[0], worst[1].toFixed(2)]).toEqual([
    'YUMA AZ',
    '0.71',
    'FAIRBANKS AK',
    '1.96',
  ]);

  const byMonth = new Map(
    accuracyByMonth(layout, rows).map(({ name, sections }) => [
      name,
      errorsOf(sections, '1d', 'temperature_max').get('1-1')!.meanAbsoluteError?.toFixed(2),
    ]),
  );
  expect([byMonth.get('2021-02'), byMonth.get('2021-07')]).toEqual(['1.70', '1.08']);
});

function unpackIssues(): string {
  const archive = readUpstreamFile(sharedData('accuracy', 'openmeteo_nyc_issues_2023-10_11.tar.xz'));
  for (const { name, bytes } of readTar(archive)) writeFileSync(join(directory, basename(name)), bytes);
  return directory;
}

const testIssues = WITHOUT_XZ === null ? testWithSharedData : (name: string) => test.skip(`${name} (${WITHOUT_XZ})`);

testIssues(
  'archived issues for New York are worse on the first two days than on the third, and cold at the airports',
  () => {
    const observations = sharedData('accuracy', 'nyc2023_weather.csv.gz');
    const verified = verifyFiles({ ...DEFAULTS, archive: unpackIssues(), observations }, ignoreProgress);
    expect([verified.issues, verified.stations.length, verified.issueHour]).toEqual([242, 3, 5]);
    expect(verified.notes).toEqual([expect.stringContaining('1 file is no forecast')]); // a page "504 Gateway Time-out"
    const sections = accuracyOf(verified.layout, verified.rows, 1);
    const hourly = errorsOf(sections, '1h', 'temperature');
    const [first, second, third] = [hourly.get('0-23')!, hourly.get('24-47')!, hourly.get('48-71')!];
    expect(first.errorInterval!.low).toBeGreaterThan(third.errorInterval!.high);
    expect(second.errorInterval!.low).toBeGreaterThan(third.errorInterval!.high);
    expect(Math.abs(third.bias!)).toBeLessThan(0.2);
    for (const { name, sections: own } of accuracyByStation(verified.layout, verified.stations)) {
      const bias = errorsOf(own, '1h', 'temperature').get('24-47')!.bias!;
      const [least, most] = name === 'JFK' ? [-1.6, -0.9] : [-2.6, -1.8];
      expect([name, bias > least! && bias < most!]).toEqual([name, true]);
    }
    const days = errorsOf(sections, '1d', 'temperature_max');
    expect(days.get('1-1')!.meanAbsoluteError).toBeGreaterThan(days.get('2-2')!.meanAbsoluteError!);
  },
);

test('one station of the two tables of the manual has its pairs, and its skill against the day before', () => {
  const [archive, observations] = [join(directory, 'forecasts.csv'), join(directory, 'observed.csv')];
  const days = Array.from({ length: 10 }, (_, n) => 10 + n);
  const issued = days.map((day) => `A,2026-11-${day}T06:10:00-05:00,2026-11-${day + 1},temperature_max,${day + 2}`);
  const observed = days.map((day) => `A,2026-11-${day + 1},temperature_max,${day + 1},America/New_York`);
  writeFileSync(archive, ['station,issued,valid,variable,value', ...issued, ''].join('\n'));
  writeFileSync(observations, ['station,time,variable,value,zone', ...observed, ''].join('\n'));
  const verified = verifyFiles({ ...DEFAULTS, archive, observations }, ignoreProgress);
  const error = errorsOf(accuracyOf(verified.layout, verified.rows, 1), '1d', 'temperature_max').get('1-1')!;
  // It gets warmer by a degree a day: the forecast is 1 K too warm, and persistence 1 K too cold.
  expect([error.samples, error.bias?.toFixed(4)]).toEqual([10, '1.0000']);
  expect([error.persistence.samples, error.persistence.bias?.toFixed(4)]).toEqual([9, '-1.0000']);
  expect(error.persistence.skill).toBeCloseTo(0, 4);
});
