import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ignoreProgress } from '../../base/progress.js';
import { accuracyByStation, accuracyOf } from '../../ingest/verify/accuracy-report.js';
import { verifyFiles } from '../../ingest/verify/verify-files.js';
import { verifyAccuracy } from './verify-accuracy.js';
import { accuracyReport } from './verify-accuracy-json.js';
import { accuracyPlots } from './verify-accuracy-plot.js';
import { accuracyTables, groupTables, type ShownUnits } from './verify-accuracy-table.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-verify-'));
afterAll(() => rmSync(directory, { recursive: true }));

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const DAYS = Array.from({ length: 12 }, (_, n) => 10 + n);
/** Errors of 1 and −3 °C in turn; it gets warmer by 2 °C each day. */
const archive = fileOf('forecasts.csv', [
  'station,issued,valid,variable,value',
  ...DAYS.flatMap((day, n) => [
    `A,2026-11-${day}T06:00:00Z,2026-11-${day},temperature_max,${2 * day + (n % 2 === 0 ? 1 : -3)}`,
    `*,2026-11-${day}T06:00:00Z,2026-11-${day},precipitation,${n < 6 ? 3 : 0}`,
    `*,2026-11-${day}T06:00:00Z,2026-11-${day},precipitation_probability,${n < 6 ? 75 : 0}`,
  ]),
]);
const observations = fileOf('observed.csv', [
  'station,time,variable,value',
  ...DAYS.flatMap((day, n) => [
    `A,2026-11-${day},temperature_max,${2 * day}`,
    `A,2026-11-${day},precipitation,${n < 8 ? 2 : 0}`,
  ]),
]);

const verified = verifyFiles(
  {
    ...{ archive, observations, units: 'metric', zone: null, issueHour: null, persistence: 'day-before' },
    ...{ leadDays: null, leadHours: null, from: null, to: null },
  },
  ignoreProgress,
);
const sections = accuracyOf(verified.layout, verified.rows, 1);
const UNITS: ShownUnits = {
  temperature: { name: 'K', factor: 1, decimals: 3 },
  precipitation: { name: 'mm', factor: 1, decimals: 3 },
};

test('the tables have a line for each lead, with persistence and skill, and no table of what was not forecast', () => {
  expect(accuracyTables(sections, UNITS).split('\n')).toEqual([
    'Highest temperature of the day, K, by lead in days',
    'days  pairs    MAE           95%    bias   RMSE  matched  persistence   skill            95%',
    '   0     12  2.000  1.34 to 2.66  -1.000  2.236       11        2.000  -0.045  -0.40 to 0.31',
    '',
    'Amount where it was forecast or observed wet, mm, by lead in days',
    'days  pairs    MAE           95%   bias   RMSE  matched  persistence  skill  95%',
    '   0      8  1.250  0.86 to 1.64  0.250  1.323        7        0.000      –    –',
    '',
    'Precipitation of the day, wet or dry',
    'days  pairs    CSI    POD    FAR  bias  accuracy  persistence CSI   skill',
    '   0     12  0.750  0.750  0.000  0.75     0.833            0.875  -1.286',
    '',
    'Probability of precipitation of the day',
    'days  pairs   Brier             95%    bias  reliability  climatology  skill  persistence   skill',
    '   0     12  0.1979  0.000 to 0.437  -0.292       0.0868       0.2222  0.109       0.0909  -1.313',
  ]);
});

test('stations have their error and bias side by side by lead', () => {
  expect(groupTables('station', accuracyByStation(verified.layout, verified.stations), UNITS).split('\n')).toEqual([
    'Highest temperature of the day, K: mean absolute error and bias by lead in days',
    'station             0',
    'A        2.000 -1.000',
  ]);
});

test('the plots mark forecast and persistence on one axis, and each bin of the reliability', () => {
  const lines = accuracyPlots(sections, UNITS).split('\n');
  expect(lines[0]).toMatch(/^Mean absolute error of temperature_max \(1d\), K/);
  expect(lines[1]).toBe(`        0 │${'─'.repeat(49)}◉`);
  expect(lines[3]).toMatch(/^ {11}0 +2\.0 K$/);
  const reliability = lines.slice(lines.findIndex((line) => line.startsWith('Reliability')));
  expect(reliability[1]).toMatch(/^ {7}0% │┼ {15}● +33% of 6$/);
  expect(reliability[2]).toMatch(/^ {6}75% │ {37}┼ {11}● 100% of 6$/);
});

test('the JSON has the names of the interface, and only what has pairs', () => {
  const choices = { by: 'station', persistence: 'day-before', blockDays: 1 } as const;
  const groups = accuracyByStation(verified.layout, verified.stations);
  const report = JSON.parse(JSON.stringify(accuracyReport(choices, verified, sections, groups)));
  expect(report).toMatchObject({
    evaluation_period: { start: '2026-11-10', end: '2026-11-21', days: 12 },
    ...{ stations: ['A'], issue_hour: 6, units: { temperature: 'K' } },
    by_station: [{ name: 'A', daily: [{ temperature_max: { bias: expect.closeTo(-1, 4), error_interval: null } }] }],
  });
  expect(report.daily).toHaveLength(1);
  const [record] = report.daily;
  const names = ['lead_days', 'lead_days_to', 'temperature_max', 'precipitation', 'precipitation_probability'];
  expect(Object.keys(record)).toEqual(names);
  expect(record.precipitation.occurrence).toMatchObject({ hits: 6, misses: 2, correct_negatives: 4, samples: 12 });
  expect(record.precipitation.amount).toMatchObject({ samples: 8, persistence: { skill_score: null } });
  expect(record.precipitation_probability.counts.pairs.reduce((sum: number, n: number) => sum + n, 0)).toBe(12);
});

test.each([
  [['--archive', 'nowhere', '--observations', 'nowhere'], '--archive must name a file or folder that exists'],
  [['--archive', archive], '--archive and --observations must be given together'],
  [['--archive', archive, '--observations', archive], 'must have the columns station,time,variable,value'],
  [['--archive', observations, '--observations', observations], 'must hold forecasts'],
  [['--archive', archive, '--observations', observations, '--from', '2027-01-01'], 'dates that were forecast'],
  [
    ['--minutes', '--archive', archive, '--observations', observations],
    '--minutes compares nowcasts of the data directory',
  ],
  [['--days', '400'], '--days must be at most 365'],
  [['--lead-hours', '47-24'], 'must be hours as 0,6,24 or rising ranges'],
  [['--lead-days', '0.3'], 'must be days in halves'],
])('wrong use is refused with what would be right: %j', async (args, message) => {
  const command = verifyAccuracy()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await expect(command.parseAsync(args, { from: 'user' })).rejects.toThrow(message);
});
