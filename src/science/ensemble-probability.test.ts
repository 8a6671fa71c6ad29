import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calibrate,
  calibrationSlot,
  combineLogit,
  fitCalibration,
  IDENTITY_CALIBRATION,
  memberProbability,
  type Season,
  seasonOf,
  type VerifiedChance,
} from './ensemble-probability.js';

test.each([
  [0, 31, 1 / 64],
  [31, 31, 63 / 64],
  [15, 30, 0.5],
  [10, 20, 0.5],
])('%i of %i members', (hits, members, expected) => {
  expect(memberProbability(hits, members)).toBeCloseTo(expected, 12);
});

test('no members say nothing, and more hits than members are a fault of the caller', () => {
  expect(memberProbability(0, 0)).toBeNaN();
  expect(() => memberProbability(32, 31)).toThrow(RangeError);
  expect(() => memberProbability(Number.NaN, 31)).toThrow(RangeError);
});

/** Odds multiply: 1 : 1 with 9 : 1 is 3 : 1. */
test.each([
  [0.2, 0.8, 0.5, 0.5],
  [0.5, 0.9, 0.5, 0.75],
  [0.5, 0.9, 0, 0.5],
  [0.5, 0.9, 1, 0.9],
  [0.3, 0.3, 0.7, 0.3],
  [Number.NaN, 0.4, 0.5, 0.4],
  [0.4, Number.NaN, 0.5, 0.4],
])('%d and %d with weight %d are %d', (a, b, weight, expected) => {
  expect(combineLogit(a, b, weight)).toBeCloseTo(expected, 12);
});

test('none of two forecasts decides alone by being certain', () => {
  const against = combineLogit(0, 0.9, 0.5);
  expect(against).toBeGreaterThan(0.1);
  expect(against).toBeLessThan(0.3);
  expect(combineLogit(0, 1, 0.5)).toBeCloseTo(0.5, 12);
});

test('the average lies between the two', () => {
  const chance = fc.double({ min: 0.005, max: 0.995, noNaN: true });
  const weight = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(chance, chance, weight, (a, b, w) => {
      const p = combineLogit(a, b, w);
      expect(p).toBeGreaterThanOrEqual(Math.min(a, b) - 1e-12);
      expect(p).toBeLessThanOrEqual(Math.max(a, b) + 1e-12);
    }),
  );
});

/** `count` forecasts of a chance, of which the event came `hits` times. */
function forecasts(given: number, count: number, hits: number): VerifiedChance[] {
  return Array.from({ length: count }, (_, i) => ({ given, happened: i < hits }));
}

test('adjacent violators are pooled, weighted by their pairs', () => {
  const curve = fitCalibration([
    ...forecasts(0.4, 200, 160),
    ...forecasts(0.1, 200, 20),
    ...forecasts(0.2, 100, 60),
    ...forecasts(0.3, 300, 60),
  ]);
  expect(curve?.given).toEqual([0.1, 0.275, 0.4].map((chance) => expect.closeTo(chance, 12)));
  expect(curve?.observed).toEqual([0.1, 0.3, 0.8]);
});

test('a forecast that always says the reverse is level at the climate', () => {
  const curve = fitCalibration([...forecasts(0.1, 300, 270), ...forecasts(0.9, 300, 30)]);
  expect(curve?.observed).toEqual([0.5]);
});

test('499 pairs are too few', () => {
  expect(fitCalibration(forecasts(0.5, 499, 10))).toBeNull();
  expect(fitCalibration(forecasts(0.5, 500, 10))?.observed).toEqual([0.02]);
});

const PLACE = { cohort: 'humid-east', leadSeconds: 30 * 3600, season: 'summer' as Season };

test('a chance follows the curve of its place, and stays as it is elsewhere', () => {
  const curve = { given: [0.2, 0.4, 0.8], observed: [0.1, 0.5, 0.7] };
  const calibration = { curves: new Map([['humid-east/1/summer', curve]]) };
  const at = (p: number) => calibrate(calibration, p, PLACE);
  expect([0, 0.2, 0.3, 0.4, 0.6, 0.8, 1].map(at)).toEqual(
    [0.1, 0.1, 0.3, 0.5, 0.6, 0.7, 0.7].map((p) => expect.closeTo(p, 12)),
  );
  expect(at(Number.NaN)).toBeNaN();
  expect(calibrate(calibration, 0.3, { ...PLACE, season: 'winter' })).toBe(0.3);
  expect(calibrate(IDENTITY_CALIBRATION, 0.3, PLACE)).toBe(0.3);
});

test.each([
  [0, 0],
  [24, 0],
  [25, 1],
  [72, 1],
  [168, 2],
  [169, 3],
  [384, 3],
])('a lead of %i h is in bin %i', (hours, bin) => {
  expect(calibrationSlot({ ...PLACE, leadSeconds: hours * 3600 })).toBe(`humid-east/${bin}/summer`);
});

test.each<[number, number, Season]>([
  [1, 50, 'winter'],
  [12, 50, 'winter'],
  [3, 50, 'spring'],
  [8, 50, 'summer'],
  [11, 50, 'autumn'],
  [1, -34, 'summer'],
  [7, -34, 'winter'],
])('month %i at latitude %d is in %s', (month, latitude, season) => {
  expect(seasonOf(month, latitude)).toBe(season);
});

test('a fitted curve never falls, stays within 0 and 1, and keeps the order of chances', () => {
  const pair = fc.record({ given: fc.integer({ min: 0, max: 100 }).map((p) => p / 100), happened: fc.boolean() });
  fc.assert(
    fc.property(fc.array(pair, { minLength: 500, maxLength: 600 }), (pairs) => {
      const curve = fitCalibration(pairs)!;
      const calibration = { curves: new Map([[calibrationSlot(PLACE), curve]]) };
      let before = 0;
      for (let p = 0; p <= 1; p += 0.05) {
        const now = calibrate(calibration, p, PLACE);
        expect(now).toBeGreaterThanOrEqual(before - 1e-12);
        expect(now).toBeLessThanOrEqual(1);
        before = now;
      }
    }),
    { numRuns: 50 },
  );
});
