import { describe, expect, test } from 'vitest';
import { generatedStation } from '../../../test/generated-stations.js';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { DAY_SLOTS } from '../stations/day-slots.js';
import { climatologyAt, percentileOffsetsAt, recordAt, snowClimateAt } from './climatology-at.js';
import { CLIMATOLOGY_LENGTH, GROUPS, RECORDS } from './climatology-layout.js';
import { fitClimatology } from './fit-climatology.js';
import { fitGamma, fitLogistic, fitMean, harmonicSum, noSums, windowed } from './harmonics.js';

const PLACE = { id: 'S', latitude: 40, longitude: 10 } as const;
const NORMALS = { first: '1991-01-01', last: '2020-12-31' } as const;
const slots = Array.from({ length: DAY_SLOTS }, (_, slot) => slot);

/** Sums of one observation a slot. */
function sumsOf(value: (slot: number) => number, count = 30) {
  const sums = noSums();
  for (const slot of slots) {
    sums.weights[slot] = count;
    sums.totals[slot] = count * value(slot);
  }
  return sums;
}

describe('harmonic fits', () => {
  const known = [283, -9, 4, 1, -0.5, 0.3, 0.2];

  test('find the coefficients that values were made from', () => {
    const fitted = fitMean(
      sumsOf((slot) => harmonicSum(known, 0, 7, slot)),
      3,
    );
    fitted.forEach((coefficient, k) => {
      expect(coefficient).toBeCloseTo(known[k]!, 8);
    });
  });

  test('of frequencies and of amounts find those of their logarithms', () => {
    const odds = [-0.8, 0.5, -0.3, 0.1, 0.1, 0, 0.05];
    const logistic = fitLogistic(
      sumsOf((slot) => 1 / (1 + Math.exp(-harmonicSum(odds, 0, 7, slot)))),
      3,
    );
    logistic.forEach((coefficient, k) => {
      expect(coefficient).toBeCloseTo(odds[k]!, 4);
    });
    const amounts = [2, 0.4, -0.2, 0.1, 0.05];
    const gamma = fitGamma(
      sumsOf((slot) => Math.exp(harmonicSum(amounts, 0, 5, slot))),
      2,
    );
    gamma.forEach((coefficient, k) => {
      expect(coefficient).toBeCloseTo(amounts[k]!, 3);
    });
  });

  test('of a season without any event stay finite', () => {
    const fitted = fitLogistic(
      sumsOf((slot) => (slot > 150 && slot < 250 ? 0.9 : 0)),
      3,
    );
    for (const slot of slots) expect(Number.isFinite(harmonicSum(fitted, 0, 7, slot))).toBe(true);
    expect(harmonicSum(fitted, 0, 7, 200)).toBeGreaterThan(0);
    expect(harmonicSum(fitted, 0, 7, 0)).toBeLessThan(-3);
  });

  test('a window reaches around the turn of the year', () => {
    const sums = noSums();
    sums.weights[0] = 1;
    const { weights } = windowed(sums, 29);
    expect([weights[352], weights[351], weights[14], weights[15]]).toEqual([1, 0, 1, 0]);
  });
});

describe('a fitted station', () => {
  test('has an array of fixed length without a gap, and its records with their years', () => {
    const fitted = fitClimatology(generatedStation({ ...PLACE, ...NORMALS }))!;
    expect(fitted).toHaveLength(CLIMATOLOGY_LENGTH);
    expect(fitted.slice(0, 58).every(Number.isFinite)).toBe(true);
    expect([...fitted.subarray(58, 60)]).toEqual([1991, 2020]);
    for (const slot of slots)
      expect(recordAt(fitted, 'high', slot)!.value).toBeGreaterThan(recordAt(fitted, 'low', slot)!.value);
  });

  test('of equal records has the latest year', () => {
    const same = generatedStation({
      ...PLACE,
      ...NORMALS,
      day: () => ({ temperature_max: 200, temperature_min: 100 }),
    });
    const fitted = fitClimatology(same)!;
    expect(recordAt(fitted, 'high', 100)).toEqual({ value: expect.closeTo(293.15, 2), year: 2020 });
    expect(fitted[RECORDS.lowYear + 59]).toBe(2020);
  });

  test('carries half of its trend on', () => {
    const day = ({ index }: { index: number }) => ({
      temperature_max: 200 + Math.round(index / 730.5),
      temperature_min: 100,
    });
    const fitted = fitClimatology(generatedStation({ ...PLACE, ...NORMALS, day }))!;
    expect(fitted[GROUPS.temperatureMax.from + 7]).toBeCloseTo(0.05, 2); // K a year
    const rise = climatologyAt(fitted, 100, 2030).temperatureMax - climatologyAt(fitted, 100, 2010).temperatureMax;
    expect(rise).toBeCloseTo(0.5 * 20 * 0.05, 1);
    expect(
      climatologyAt(fitted, 100, 2030).temperatureMin - climatologyAt(fitted, 100, 2010).temperatureMin,
    ).toBeCloseTo(0, 4);
  });

  test('in a desert with four wet days in 30 years has finite amounts and hardly any chance', () => {
    const day = ({ index }: { index: number }) => ({ precipitation: index % 2700 === 50 ? 120 : 0, snowfall: 0 });
    const fitted = fitClimatology(generatedStation({ ...PLACE, ...NORMALS, day }))!;
    for (const slot of slots) {
      const { probability, wetDayAmount } = climatologyAt(fitted, slot, 2020);
      expect(probability).toBeLessThan(0.05);
      expect(wetDayAmount).toBeGreaterThan(1);
      expect(wetDayAmount).toBeLessThan(100);
    }
  });

  test('without any wet day keeps a chance of 0.2%', () => {
    const dry = generatedStation({ ...PLACE, ...NORMALS, day: () => ({ precipitation: 0, snowfall: 0 }) });
    const { probability, wetDayAmount } = climatologyAt(fitClimatology(dry)!, 180, 2020);
    expect(probability).toBeCloseTo(0.002, 3);
    expect(wetDayAmount).toBe(1);
  });

  test('without reports of snowfall has the share that the temperature suggests', () => {
    const unseen = generatedStation({ ...PLACE, ...NORMALS, day: () => ({ snowfall: NOT_OBSERVED }) });
    const fitted = fitClimatology(unseen)!;
    expect(fitted[GROUPS.snowShare.from]).toBeNaN();
    expect(snowClimateAt(fitted, 15, { temperatureMax: 265, temperatureMin: 258 }).share).toBeGreaterThan(0.99);
    expect(snowClimateAt(fitted, 190, { temperatureMax: 300, temperatureMin: 290 }).share).toBeLessThan(0.01);
  });

  test('with fewer than ten years tells nothing, and with one element that one', () => {
    expect(fitClimatology(generatedStation({ ...PLACE, first: '2012-01-01', last: '2020-12-31' }))).toBeNull();
    const missing = { temperature_max: NOT_OBSERVED, temperature_min: NOT_OBSERVED };
    const gauge = fitClimatology(generatedStation({ ...PLACE, ...NORMALS, day: () => missing }))!;
    expect(climatologyAt(gauge, 100, 2020).temperatureMax).toBeNaN();
    expect(climatologyAt(gauge, 100, 2020).probability).toBeCloseTo(0.25, 2);
    expect(percentileOffsetsAt(gauge, 'temperature_max', 100).p10).toBeNaN();
    expect(recordAt(gauge, 'high', 100)).toBeNull();
  });
});

test('where snowfall is reported in winter only, its share is not extrapolated into summer', () => {
  const fitted = fitClimatology(
    generatedStation({
      ...{ ...PLACE, ...NORMALS, mean: 4 },
      day: ({ slot }): { snowfall?: number } => (slot > 120 && slot < 300 ? { snowfall: NOT_OBSERVED } : {}),
    }),
  )!;
  expect(fitted[GROUPS.snowShare.from]).toBeNaN();
  expect(fitted[GROUPS.wetDays.from]).not.toBeNaN();
});
