import { expect, test } from 'vitest';
import { formatInstant } from '../../model/time.js';
import { nowcastLines, type PrintedMinute, type PrintedNowcast, statusWords } from './nowcast-lines.js';

const START = Date.parse('2026-11-20T10:07:00Z') / 1000;

function minutesOf(rateAt: (i: number) => number | null, changes: Partial<PrintedMinute> = {}): PrintedMinute[] {
  return Array.from({ length: 120 }, (_, i) => ({
    time: formatInstant(START + i * 60),
    condition: 'rain',
    precipitation_rate: rateAt(i),
    precipitation_probability: 60,
    source: i < 60 ? 'radar' : 'blend',
    ...changes,
  }));
}

const answerOf = (changes: Partial<PrintedNowcast>): PrintedNowcast => ({
  location: { latitude: 39, longitude: -89, timezone: 'America/Chicago' },
  units: { precipitation_rate: 'mm/h' },
  status: 'active',
  start: formatInstant(START),
  minutes: [],
  updated_at: formatInstant(START - 90),
  stale: false,
  onset_uncertainty_minutes: null,
  warnings: [],
  ...changes,
});

test.each<[changes: Partial<PrintedNowcast>, words: string]>([
  [{ status: 'dry' }, 'dry for the next two hours'],
  [
    { minutes: minutesOf((i) => (i < 12 ? 0 : 2)), onset_uncertainty_minutes: 4 },
    'rain begins in about 12 minutes (±4)',
  ],
  [{ minutes: minutesOf((i) => (i < 1 ? 0 : 2), { condition: 'heavy-snow' }) }, 'heavy snow begins in about 1 minute'],
  [{ minutes: minutesOf((i) => (i < 25 ? 2 : 0)) }, 'rain now, for about 25 minutes'],
  [{ minutes: minutesOf(() => 2) }, 'rain throughout the next two hours'],
  [
    { minutes: [...minutesOf(() => 9, { condition: 'hail' }).slice(0, 20), ...minutesOf(() => 2).slice(20)] },
    'hail, then rain throughout the next two hours',
  ],
  [{ minutes: minutesOf(() => 2, { condition: 'cloudy' }) }, 'precipitation throughout the next two hours'],
  [{ minutes: minutesOf(() => 2, { condition: 'thunderstorm' }) }, 'a thunderstorm throughout the next two hours'],
  [{ minutes: minutesOf(() => 0.05) }, 'precipitation is possible, with a probability of up to 60%'],
  [
    { minutes: minutesOf(() => 0.05, { precipitation_probability: 30 }) },
    'precipitation is possible, with a probability of up to 30%',
  ],
  [
    { status: 'pending', minutes: minutesOf(() => 0, { precipitation_probability: 29 }) },
    'no fresh radar frame yet; dry, with a probability of precipitation of up to 29%',
  ],
  [{ status: 'pending' }, 'no fresh radar frame yet; nothing is known of the next two hours'],
  [
    { status: 'pending', minutes: minutesOf(() => 0, { precipitation_probability: 0 }) },
    'no fresh radar frame yet; dry for the next two hours',
  ],
  // 0.1 mm/h as it is printed in inches
  [
    { units: { precipitation_rate: 'in/h' }, minutes: minutesOf((i) => (i < 9 ? 0.003 : 0.004)) },
    'rain begins in about 9 minutes',
  ],
])('%#: %s', (changes, words) => {
  expect(statusWords(answerOf(changes))).toBe(words);
});

test('two hours are sixty bars, by the rate, over the time at the place', () => {
  const steps = [0, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
  const minutes = minutesOf((i) => (i < 18 ? steps[Math.floor(i / 2)]! : i < 22 ? null : 0));
  const [, , bars, rule, marks, most, , sources, age] = nowcastLines(answerOf({ minutes }));
  expect(bars).toBe('   ▁▂▃▄▅▆▇█??');
  expect(rule).toBe(`  ${'─'.repeat(60)}`);
  expect(marks).toBe('  04:07     04:27     04:47     05:07     05:27     05:47      America/Chicago');
  expect(most).toBe('  at most 25 mm/h, at 04:23');
  expect(sources).toBe('  from radar until 05:07, radar and models until 06:07');
  expect(age).toBe('  updated 2026-11-20 10:05 UTC, 2 minutes ago');
});

test('a dry answer is a line, and what it warns of follows', () => {
  const warnings = [{ code: 'stale_data' as const, message: 'The newest frame\u0007 is old.' }];
  expect(nowcastLines(answerOf({ status: 'dry', stale: true, warnings }))).toEqual([
    '39, -89: dry for the next two hours',
    '  updated 2026-11-20 10:05 UTC, 2 minutes ago (late)',
    '',
    'stale_data: The newest frame\\u0007 is old.',
  ]);
});

test('two dry hours of models have nothing to draw', () => {
  const minutes = minutesOf(() => 0, { precipitation_probability: 1, source: 'nwp' });
  expect(nowcastLines(answerOf({ status: 'pending', minutes }))).toEqual([
    '39, -89: no fresh radar frame yet; dry, with a probability of precipitation of up to 1%',
    '  from models until 06:07',
    '  updated 2026-11-20 10:05 UTC, 2 minutes ago',
  ]);
});

test('a warning names the variables that it is about', () => {
  const warnings = [{ code: 'partial_data' as const, message: 'Null.', variables: ['condition', 'rain_total'] }];
  expect(nowcastLines(answerOf({ status: 'dry', warnings })).at(-1)).toBe(
    'partial_data: Null. (condition, rain_total)',
  );
});
