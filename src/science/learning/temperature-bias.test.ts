import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalFrom, seededRandom } from '../../../test/random-numbers.js';
import { gainOf } from './judgement.js';
import { type DailyErrors, fittedBias, judgedBias, learnedBias, type StationErrors } from './temperature-bias.js';

const FIRST = 20_000;
const DATES = 130;
const LAST = FIRST + DATES - 1;

/** A station with one error on each date, in a network with no pairs. */
function errorsOf(errors: readonly number[], leadDays = 1): StationErrors {
  return { own: dailyOf(errors, leadDays), network: dailyOf([], leadDays) };
}

function dailyOf(errors: readonly number[], leadDays: number): DailyErrors {
  return {
    ...{ firstDay: FIRST, leadDays },
    samples: Float64Array.from(errors, (error) => (Number.isNaN(error) ? 0 : 1)),
    error: Float64Array.from(errors, (error) => error || 0),
    squared: Float64Array.from(errors, (error) => error * error || 0),
  };
}

/** Errors with a bias and independent noise, K. */
function noisy(bias: number, noise: number, seed: number, leadDays = 1): StationErrors {
  const random = seededRandom(seed);
  return errorsOf(
    Array.from({ length: DATES }, () => bias + noise * normalFrom(random)),
    leadDays,
  );
}

test('the bias of thirty equal errors is that error, since nothing scatters', () => {
  expect(fittedBias(errorsOf(new Array(30).fill(1.5)), FIRST + 30)).toBeCloseTo(1.5, 12);
});

test('the bias of thirty errors of 2.8 and -0.8 K in turn is 1 K x 30 / (30 + 3.24 / 0.16)', () => {
  const errors = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? 2.8 : -0.8));
  expect(fittedBias(errorsOf(errors), FIRST + 30)).toBeCloseTo(30 / (30 + 20.25), 12);
});

test('the same errors in a network that is off by 0.4 K each day are drawn to 0.4 K in place of 0', () => {
  const own = dailyOf(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? 2.8 : -0.8)),
    1,
  );
  const network = dailyOf(new Array(30).fill(0.4), 1);
  expect(fittedBias({ own, network }, FIRST + 30)).toBeCloseTo(0.4 + (0.6 * 30) / 50.25, 12);
});

test('the bias of nine dates is 0, that of ten is not', () => {
  expect(fittedBias(errorsOf(new Array(9).fill(2)), FIRST + 9)).toBe(0);
  expect(fittedBias(errorsOf(new Array(10).fill(2)), FIRST + 10)).toBeCloseTo(2, 12);
});

test('an error of 40 K on every date is taken for 8 K', () => {
  expect(fittedBias(errorsOf(new Array(30).fill(-40)), FIRST + 30)).toBe(-8);
});

test('squared errors with a bias equal those of the corrected errors one by one', () => {
  const errors = Array.from({ length: DATES }, (_, n) => 1 + Math.sin(n * 7));
  const { corrected, raw, dates } = judgedBias(errorsOf(errors, 3), LAST);
  let [expected, uncorrected] = [0, 0];
  for (let n = DATES - 60; n < DATES; n++) {
    const known = errors.slice(n - 3 - 30, n - 3);
    const mean = known.reduce((sum, error) => sum + error, 0) / 30;
    const variance = known.reduce((sum, error) => sum + (error - mean) ** 2, 0) / 30;
    expected += (errors[n]! - (mean * 30) / (30 + variance / 0.16)) ** 2;
    uncorrected += errors[n]! ** 2;
  }
  expect(dates).toBe(60);
  expect(corrected).toBeCloseTo(expected, 9);
  expect(raw).toBeCloseTo(uncorrected, 9);
});

/** Daily sums of 30 stations with the same bias, at one lead. */
function networkOf(bias: number, seed: number, leadDays: number) {
  const stations = Array.from({ length: 30 }, (_, n) => noisy(bias, 2, seed + 1000 * n, leadDays).own);
  const sum = (of: (one: DailyErrors) => Float64Array) =>
    Float64Array.from({ length: DATES }, (_, date) => stations.reduce((total, one) => total + of(one)[date]!, 0));
  const network = {
    ...{ firstDay: FIRST, leadDays, samples: sum(({ samples }) => samples) },
    ...{ error: sum(({ error }) => error), squared: sum(({ squared }) => squared) },
  };
  return stations.map((own): StationErrors => ({ own, network }));
}

/** Leads 1 to 5 of each of 30 stations. */
function stationsOf(bias: number, seed: number): StationErrors[][] {
  const byLead = [1, 2, 3, 4, 5].map((lead) => networkOf(bias, seed + lead, lead));
  return byLead[0]!.map((_, n) => byLead.map((stations) => stations[n]!));
}

test('a bias of 0.8 K under a noise of 2 K is found within its sampling error and removed', () => {
  const found = stationsOf(0.8, 1).map((leads) => learnedBias(leads, LAST, false));
  const on = found.filter((one) => one !== null);
  expect(on.length).toBeGreaterThanOrEqual(29);
  // The mean of 30 dates at 30 stations has a standard error of 2 / 30 = 0.07 K, that of a station 0.37 K x 30 / 55.
  const biases = on.flatMap((one) => one.biases);
  const mean = biases.reduce((sum, bias) => sum + bias, 0) / biases.length;
  expect(Math.abs(mean - 0.8)).toBeLessThan(2 * 0.07);
  expect(biases.filter((bias) => Math.abs(bias - 0.8) > 0.6).length).toBeLessThan(0.01 * biases.length);
  // All that can be gained is 0.64 of 4.64 K², or 14%.
  const gain = on.reduce((sum, one) => sum + one.gain, 0) / on.length;
  expect(gain).toBeGreaterThan(0.1);
  expect(gain).toBeLessThan(0.18);
});

test('without a bias the correction mostly stays off, and never costs more than 4% of the squared error', () => {
  const stations = stationsOf(0, 500);
  expect(stations.filter((leads) => learnedBias(leads, LAST, false) !== null).length).toBeLessThan(8);
  for (const leads of stations) {
    const gains = leads.map((errors) => gainOf(judgedBias(errors, LAST)));
    expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeGreaterThan(-0.04);
  }
});

test('a correction that is on stays on with a gain that would not switch it on', () => {
  const errors = errorsOf(Array.from({ length: DATES }, (_, n) => 0.2 + (n % 2 === 0 ? 2 : -2)));
  const gain = gainOf(judgedBias(errors, LAST));
  expect(gain).toBeGreaterThan(0);
  expect(gain).toBeLessThan(0.01);
  expect(learnedBias([errors], LAST, false)).toBeNull();
  expect(learnedBias([errors], LAST, true)).not.toBeNull();
});

test('a correction that was judged on nineteen dates is off', () => {
  const errors = Array.from({ length: DATES }, (_, n) => (n >= DATES - 29 ? 2 : Number.NaN));
  expect(judgedBias(errorsOf(errors, 0), LAST).dates).toBe(19);
  expect(learnedBias([errorsOf(errors, 0)], LAST, true)).toBeNull();
  errors[DATES - 30] = 2;
  expect(learnedBias([errorsOf(errors, 0)], LAST, true)).not.toBeNull();
});

const anyErrors = fc.array(fc.oneof(fc.constant(Number.NaN), fc.double({ min: -10, max: 10, noNaN: true })), {
  minLength: DATES,
  maxLength: DATES,
});

test('errors on the day of the issue and later change no bias', () => {
  fc.assert(
    fc.property(anyErrors, anyErrors, fc.integer({ min: 0, max: DATES }), (errors, others, known) => {
      const later = errors.map((error, n) => (n < known ? error : others[n]!));
      const biasOf = (own: readonly number[]) =>
        fittedBias({ own: dailyOf(own, 1), network: dailyOf(own, 1) }, FIRST + known);
      expect(biasOf(later)).toBe(biasOf(errors));
    }),
    { numRuns: 50 },
  );
});

test('a bias is never larger than the mean error of its dates, and has its sign', () => {
  fc.assert(
    fc.property(anyErrors, (errors) => {
      const known = errors.slice(-30).filter((error) => !Number.isNaN(error));
      const mean = known.reduce((sum, error) => sum + error, 0) / Math.max(1, known.length);
      const bias = fittedBias(errorsOf(errors), LAST + 1);
      expect(Math.abs(bias)).toBeLessThanOrEqual(Math.abs(mean) + 1e-9);
      expect(bias * mean).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 50 },
  );
});
