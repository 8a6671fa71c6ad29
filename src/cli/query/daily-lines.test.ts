import { expect, test } from 'vitest';
import { formatDate } from '../../model/time.js';
import { dailyLines, type PrintedDay, type PrintedDays } from './daily-lines.js';

const answerOf = (daily: PrintedDay[], changes: Partial<PrintedDays> = {}): PrintedDays => ({
  location: { latitude: 40.71, longitude: -74.01, timezone: 'America/New_York' },
  units: { temperature: 'degC', precipitation: 'mm' },
  daily,
  warnings: [],
  ...changes,
});

const day = (date: string, min: number | null, max: number | null, precipitation: number | null = 0): PrintedDay => ({
  ...{ date, temperature_min: min, temperature_max: max, precipitation, snow_total: null },
});

test('each day is a row with its values and a bar between them on the scale of all days', () => {
  const lines = dailyLines(
    answerOf([day('2026-10-01', 0, 5, 1.25), day('2026-10-02', 5, 10), day('2026-10-03', null, 9)]),
  );
  expect(lines).toEqual([
    '40.71, -74.01 (America/New_York)',
    'date        min degC  max degC  precip. mm  snow mm  0.0 to 10.0',
    `2026-10-01       0.0       5.0         1.3        -  ${'━'.repeat(21)}`,
    `2026-10-02       5.0      10.0         0.0        -  ${' '.repeat(20)}${'━'.repeat(20)}`,
    '2026-10-03         -       9.0         0.0        -',
  ]);
});

test.each([
  [62, 62, '1970-01-01'],
  [63, 3, '1970-01'],
  [18_263, 51, '1970'],
])('%i days have %i rows, the first is %s', (count, rows, first) => {
  const days = Array.from({ length: count }, (_, i) => day(formatDate(i), 2, 8, 1));
  const lines = dailyLines(answerOf(days));
  expect(lines).toHaveLength(2 + rows);
  expect(lines[2]).toMatch(new RegExp(`^${first} +2\\.0 +8\\.0 `));
});

test('a month has the means of its temperatures, and the total of its known amounts', () => {
  const days = Array.from({ length: 70 }, (_, i) => day(formatDate(i), 2, i % 2 === 0 ? 8 : null, i === 3 ? null : 1));
  const [, , january] = dailyLines(answerOf(days));
  expect(january).toMatch(/^1970-01 +2\.0 +8\.0 +30\.0 +- /);
});

test('without any value there is no bar, and stations and warnings follow the table', () => {
  const stations = [{ id: 'USW00094728', name: 'CENTRAL PARK', distance_km: 8, weight: 0.71 }];
  const warnings = [{ code: 'variable_unavailable', message: 'No station.' }] as const;
  const lines = dailyLines(answerOf([day('2026-10-01', null, null, null)], { stations, warnings }));
  expect(lines.slice(2)).toEqual([
    '2026-10-01         -         -           -        -',
    '',
    'Stations:',
    '  USW00094728  CENTRAL PARK  8 km  71%',
    '',
    'variable_unavailable: No station.',
  ]);
});
