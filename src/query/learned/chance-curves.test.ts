import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChanceCalibration } from '../../model/learned-corrections.js';
import { HOUR, zoneOf } from '../../model/time.js';
import { calibrationWith, curvesByGroup } from './chance-curves.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const UTC = zoneOf('UTC')!;
const TODAY = Math.floor(NOW / 86_400);

/** Says `share` of what is given. */
function shareOf(interval: '1h' | '1d', lead: number, share: number): ChanceCalibration {
  return { group: 'tropical', interval, lead, given: [0, 1], said: [0, share], gain: 0.1, dates: 60 };
}

const ROWS = [
  ...[shareOf('1h', 0, 0.9), shareOf('1h', 6, 0.5), shareOf('1h', 24, 0.2)],
  ...[shareOf('1d', 1, 0.6), shareOf('1d', 14, 0.4)],
];
const CURVES = calibrationWith(curvesByGroup(ROWS).get('tropical')!, NOW);

test.each([
  ['the hour in progress', -0.5, 0.9],
  ['an hour that is over', -1, 1],
  ['lead 0', 0, 0.9],
  ['lead 1, which has no curve', 1, 1],
  ['half an hour, half way between them', 0.5, 0.95],
  ['lead 6', 6, 0.5],
  ['lead 24', 24, 0.2],
  ['lead 30, half way to none', 30, 0.6],
  ['lead 36', 36, 1],
  ['lead 100', 100, 1],
] as const)('chance of half in %s', (_, lead, share) => {
  expect(CURVES.hour(0.5, NOW + lead * HOUR)).toBeCloseTo(0.5 * share, 12);
});

test.each([
  ['today', 0, 1],
  ['tomorrow', 1, 0.6],
  ['in two days, without a curve', 2, 1],
  ['in fourteen days', 14, 0.4],
  ['in fifteen days, half of it', 15, 0.7],
  ['in sixteen days', 16, 1],
] as const)('chance of half for the day %s', (_, lead, share) => {
  expect(CURVES.day(0.5, TODAY + lead, UTC)).toBeCloseTo(0.5 * share, 12);
});

test('an unknown chance stays unknown', () => {
  expect(CURVES.hour(Number.NaN, NOW)).toBeNaN();
  expect(CURVES.day(Number.NaN, TODAY + 1, UTC)).toBeNaN();
});

const corners = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 11, maxLength: 11 })
  .map((said) => ({ given: said.map((_, n) => n / 10), said: said.toSorted((a, b) => a - b) }));

test('chances of any curves do not fall in what was given and stay within 0..1, at every lead', () => {
  const rows = fc
    .array(corners, { minLength: 3, maxLength: 3 })
    .map((curves) => curves.map((curve, n): ChanceCalibration => ({ ...shareOf('1h', [0, 12, 24][n]!, 1), ...curve })));
  fc.assert(
    fc.property(rows, fc.double({ min: -2, max: 40, noNaN: true }), (made, lead) => {
      const { hour } = calibrationWith(curvesByGroup(made).get('tropical')!, NOW);
      const said = Array.from({ length: 101 }, (_, n) => hour(n / 100, NOW + lead * HOUR));
      expect(said.every((value, n) => value >= (said[n - 1] ?? 0) - 1e-12 && value <= 1 + 1e-12)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
