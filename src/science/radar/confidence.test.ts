import { expect, test } from 'vitest';
import { INTENSE_RATE, nowcastConfidence, patternLifetime } from './confidence.js';

const LEADS = [0, 15, 30, 60, 115];

test.each([
  [90, [100, 85, 72, 51, 28]],
  [45, [100, 72, 51, 26, 8]],
])('a lifetime of %d min', (lifetime, expected) => {
  expect(LEADS.map((lead) => Math.round(100 * nowcastConfidence(1, lead, lifetime)))).toEqual(expected);
});

test('half the quality is half the confidence', () => {
  expect(nowcastConfidence(0.5, 30, 90)).toBeCloseTo(nowcastConfidence(1, 30, 90) / 2, 12);
});

test.each([
  ['measured', 70, true, 70],
  ['measured, too short', 12, false, 30],
  ['measured, too long', 400, false, 180],
  ['unknown, convective', Number.NaN, true, 45],
  ['unknown, stratiform', Number.NaN, false, 90],
])('lifetime %s', (_, measured, intense, expected) => {
  expect(patternLifetime(measured, intense)).toBe(expected);
});

test('convective is what a radar sees as 40 dBZ', () => {
  expect(INTENSE_RATE).toBeCloseTo(12.24, 2);
});
