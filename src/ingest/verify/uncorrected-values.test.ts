import { expect, test } from 'vitest';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import { stationIssueOf } from './archive-comparison.js';

const NOW = Date.UTC(2026, 10, 20, 7) / 1000;
const IDS = ['CORRECTED', 'PLAIN', 'HOURS'];

/** Values of each station; null: none. */
const tableOf = (count: number, values: readonly (number | null)[]) =>
  Float32Array.from({ length: count * values.length }, (_, n) => values[Math.floor(n / count)] ?? Number.NaN);
const hourly = (...values: readonly (number | null)[]) => tableOf(ISSUE_HOURS, values);
const daily = (...values: readonly (number | null)[]) => tableOf(ISSUE_DAYS, values);

const ISSUE: ForecastIssue = {
  issueTime: NOW,
  stations: IDS.map((id, n) => ({ id, latitude: n, longitude: n, zone: 'UTC' })),
  hours: { temperature: hourly(280, 281, 282), precipitation: hourly(0, 0, 0), probability: hourly(0.1, 0.2, 0.3) },
  days: {
    ...{ temperatureMax: daily(285, 286, null), temperatureMin: daily(275, 276, null) },
    ...{ precipitation: daily(0, 0, null), probability: daily(0.4, 0.5, null) },
  },
  uncorrected: {
    hours: { temperature: hourly(280.8, null, 282.8), probability: hourly(0.15, null, 0.35) },
    days: {
      ...{ temperatureMax: daily(285.8, null, null), temperatureMin: daily(275.8, null, null) },
      probability: daily(0.45, null, null),
    },
  },
  firstDays: [20_777, 20_777, null],
  updatedAt: IDS.map(() => NOW - 60),
  stale: IDS.map(() => false),
  simulated: false,
};

test('a station hands on its values before corrections, and null where it had none', () => {
  const [corrected, plain, hours] = IDS.map((_, n) => stationIssueOf(ISSUE, n)!);
  const before = corrected!.uncorrected!;
  expect(before.hours!.temperature).toHaveLength(ISSUE_HOURS);
  expect(before.hours!.temperature[25]).toBeCloseTo(280.8, 3);
  expect(before.hours!.probability[0]).toBeCloseTo(0.15, 6);
  expect(before.days!.temperatureMax[15]).toBeCloseTo(285.8, 3);
  expect(before.days!.temperatureMin[0]).toBeCloseTo(275.8, 3);
  expect(before.days!.probability[1]).toBeCloseTo(0.45, 6);
  expect(plain!.uncorrected).toBeNull();
  expect(hours!.uncorrected!.hours!.temperature[0]).toBeCloseTo(282.8, 3);
  expect(hours!.uncorrected!.days).toBeNull();
});

test('an issue from before learned corrections has nothing but its answers', () => {
  const { uncorrected: _, ...earlier } = ISSUE;
  expect(stationIssueOf(earlier, 0)).toMatchObject({ issueTime: NOW, uncorrected: null });
});
