import { expect, test } from 'vitest';
import { HOUR } from '../model/time.js';
import { forecastHour, formatRun, isRunOf, leadsEvery, parseRun, pathPartsOf, runsBefore } from './runs.js';

const at = (text: string): number => Date.parse(text) / 1000;
const SIX_HOURLY = { cycle: { every: 6 * HOUR, offset: 0 } };
const HOURLY = { cycle: { every: HOUR, offset: 0 } };
const TWICE_A_DAY = { cycle: { every: 6 * HOUR, offset: 0, only: [6 * HOUR, 12 * HOUR] } };

test.each([
  ['every six hours', SIX_HOURLY, '2026-11-20T05:59:59Z', ['2026112000', '2026111918', '2026111912']],
  ['every six hours', SIX_HOURLY, '2026-11-20T06:00:00Z', ['2026112006', '2026112000', '2026111918']],
  ['every hour', HOURLY, '2026-11-20T00:30:00Z', ['2026112000', '2026111923', '2026111922']],
  ['at 06 and 12 only', TWICE_A_DAY, '2026-11-20T13:00:00Z', ['2026112012', '2026112006', '2026111912']],
  ['at 06 and 12 only', TWICE_A_DAY, '2026-11-20T05:00:00Z', ['2026111912', '2026111906', '2026111812']],
])('the newest runs %s, %s, at %s', (_, feed, now, expected) => {
  expect(runsBefore(feed, at(now), 3).map(formatRun)).toEqual(expected);
});

test.each([
  [SIX_HOURLY, '2026-11-20T12:00:00Z', true],
  [SIX_HOURLY, '2026-11-20T13:00:00Z', false],
  [TWICE_A_DAY, '2026-11-20T12:00:00Z', true],
  [TWICE_A_DAY, '2026-11-20T18:00:00Z', false],
])('%j at %s: %s', (feed, time, expected) => {
  expect(isRunOf(feed, at(time))).toBe(expected);
});

test.each([
  ['2026112006', '2026-11-20T06:00:00Z'],
  ['2026112005', '2026-11-20T05:00:00Z'],
  ['2026112024', null],
  ['2026023106', null],
  ['20261120', null],
  ['run', null],
])('run %s', (text, expected) => {
  expect(parseRun(text)).toBe(expected === null ? null : at(expected));
});

test('what paths are made of', () => {
  expect(pathPartsOf(at('2026-08-05T12:00:00Z'))).toEqual({ date: '20260805', hour: '12' });
  expect(forecastHour(6 * HOUR, 3)).toBe('f006');
  expect(forecastHour(18 * HOUR, 2)).toBe('f18');
  expect(leadsEvery(6, 150, 165).map((lead) => lead / HOUR)).toEqual([150, 156, 162]);
});
