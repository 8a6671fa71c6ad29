import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalibrationCounts } from '../../model/radar.js';
import { interpolateCalibration } from '../isotonic.js';
import { calibrationOf, countPair, noReliabilityCounts, updatedCounts } from './reliability-counts.js';

/** Pairs of each tenth, all given its middle, of which a share came true. */
function counted(pairs: readonly number[], frequency: (bin: number) => number): CalibrationCounts {
  return {
    pairs,
    forecast: pairs.map((n, bin) => n * (bin + 0.5) * 0.1),
    observed: pairs.map((n, bin) => n * frequency(bin)),
  };
}
const even = (n: number) => new Array<number>(10).fill(n);

test.each([
  [0.04, true, 0],
  [0.1, true, 0],
  [0.3, false, 2],
  [0.31, true, 3],
  [1, true, 9],
])('a chance of %d is counted in its tenth', (chance, hasRained, bin) => {
  const counts = noReliabilityCounts();
  countPair(counts, chance, hasRained, 0.5);
  expect(counts.pairs.indexOf(0.5)).toBe(bin);
  expect(counts.forecast[bin]).toBeCloseTo(chance / 2, 12);
  expect(counts.observed[bin]).toBe(hasRained ? 0.5 : 0);
});

test('fewer than 500 pairs change nothing, and are kept', () => {
  const counts = counted(even(49), () => 0);
  const curve = calibrationOf(30, counts);
  expect(curve).toMatchObject({ leadMinutes: 30, samples: 490, raw: [0, 1], observed: [0, 1], counts });
});

test('many pairs: chances become the frequencies that came true', () => {
  const curve = calibrationOf(
    30,
    counted(even(100_000), (bin) => 0.05 + 0.07 * bin),
  );
  for (const [chance, frequency] of [
    [0.05, 0.05],
    [0.25, 0.19],
    [0.5, 0.365],
    [0.95, 0.68],
  ] as const)
    expect(interpolateCalibration(curve, chance)).toBeCloseTo(frequency, 3);
  expect(interpolateCalibration(curve, 0)).toBe(0);
  expect(interpolateCalibration(curve, 1)).toBeCloseTo(0.68, 2);
});

test('frequencies that fall are pooled, as in the worked example of methods 13.2', () => {
  const frequencies = [0.05, 0.2, 0.15, 0.5, 0.4, 0.8];
  const pairs = [100, 50, 50, 20, 20, 10].map((n) => n * 1e6);
  const curve = calibrationOf(
    30,
    counted([...pairs, 0, 0, 0, 0], (bin) => frequencies[bin] ?? 0),
  );
  // Blocks stand at their mean chance: 0.2 between the tenths of 0.15 and 0.25.
  for (const [chance, fitted] of [
    [0.05, 0.05],
    [0.2, 0.175],
    [0.4, 0.45],
    [0.55, 0.8],
  ] as const)
    expect(interpolateCalibration(curve, chance)).toBeCloseTo(fitted, 4);
});

test('few pairs make no certainty', () => {
  const always = calibrationOf(
    60,
    counted([600, 3, 3, 3, 0, 0, 0, 0, 0, 3], () => 1),
  );
  expect(interpolateCalibration(always, 0.35)).toBeLessThan(0.95);
  const never = calibrationOf(
    60,
    counted([600, 3, 3, 3, 3, 3, 3, 3, 3, 3], () => 0),
  );
  expect(interpolateCalibration(never, 0.05)).toBeGreaterThan(0);
  expect(interpolateCalibration(never, 1)).toBeGreaterThan(0.9);
});

test('a curve rises from 0 to 1 whatever was counted, and lies between the chances and what came', () => {
  const bin = fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.array(bin, { minLength: 10, maxLength: 10 }), (table) => {
      const { raw, observed } = calibrationOf(
        30,
        counted(
          table.map(([n]) => n),
          (k) => table[k]![1],
        ),
      );
      expect(raw[0]).toBe(0);
      expect(raw.at(-1)).toBe(1);
      for (let i = 1; i < raw.length; i++) {
        expect(raw[i]!).toBeGreaterThan(raw[i - 1]!);
        expect(observed[i]!).toBeGreaterThanOrEqual(observed[i - 1]!);
        expect(observed[i]!).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('pairs count half after six hours of rain, and not less when it is dry', () => {
  const fresh = noReliabilityCounts();
  let counts = updatedCounts(
    counted(even(1000), () => 0.5),
    fresh,
  );
  expect(counts.pairs).toEqual(even(1000));
  fresh.pairs[9] = 100;
  fresh.observed[9] = 100;
  for (let verification = 0; verification < 36; verification++) counts = updatedCounts(counts, fresh);
  expect(counts.pairs[0]).toBeCloseTo(500, 6);
  expect(counts.observed[0]).toBeCloseTo(250, 6);
  // The sum of 100 · 2^(−k/36) over 36 verifications and half of what was there.
  expect(counts.pairs[9]).toBeCloseTo(500 + 50 / (1 - 0.5 ** (1 / 36)), 6);
  fresh.pairs[9] = 40;
  expect(updatedCounts(counts, fresh).pairs[0]).toBe(counts.pairs[0]);
});
