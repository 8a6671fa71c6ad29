import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/random-numbers.js';
import { PROBABILITY_BINS, probabilityBin } from '../scores.js';
import { binnedBrier, fittedCurve, followCurve } from './chance-curve.js';
import { curveOf, type DailyBins, judgedCurve, learnedCurve } from './chance-learning.js';
import { gainOf } from './judgement.js';

const FIRST = 20_000;
const DATES = 450;
const LAST = FIRST + DATES - 1;
const WIDTH = 3 * PROBABILITY_BINS;

/** Sums over all dates before each of daily bins. */
function summed(days: readonly Float64Array[], leadDays = 1): DailyBins {
  const sums = new Float64Array((days.length + 1) * WIDTH);
  for (const [date, bins] of days.entries())
    for (let i = 0; i < WIDTH; i++) sums[(date + 1) * WIDTH + i] = sums[date * WIDTH + i]! + bins[i]!;
  return { firstDay: FIRST, sums, leadDays };
}

/** Bins of pairs that say `forecast` and come true as often as `truth` of it. */
function dayOf(pairs: number, random: () => number, truth: (forecast: number) => number): Float64Array {
  const bins = new Float64Array(WIDTH);
  for (let n = 0; n < pairs; n++) {
    const forecast = random();
    const bin = probabilityBin(forecast);
    bins[bin]! += 1;
    bins[bin + PROBABILITY_BINS]! += forecast;
    bins[bin + 2 * PROBABILITY_BINS]! += random() < truth(forecast) ? 1 : 0;
  }
  return bins;
}

function recordOf(pairs: number, seed: number, truth: (forecast: number) => number, dates = DATES): DailyBins {
  const random = seededRandom(seed);
  return summed(Array.from({ length: dates }, () => dayOf(pairs, random, truth)));
}

const NOTHING = summed(Array.from({ length: DATES }, () => new Float64Array(WIDTH)));

test('the curve through 950 pairs at 30% of which 95 came, with 50 added, says 11% there', () => {
  const bins = new Float64Array(WIDTH);
  bins[3] = 950;
  bins[3 + PROBABILITY_BINS] = 0.3 * 950;
  bins[3 + 2 * PROBABILITY_BINS] = 95;
  const curve = fittedCurve(bins);
  // (95 + 50 x 0.3) / 1000 = 0.11; the bins below, 0.05 and 0.15, pool with it: only (50 x 0.15 + 110) / 1050 is in reverse.
  expect(followCurve(curve, 0.3)).toBeCloseTo(117.5 / 1050, 12);
  expect(followCurve(curve, 0.05)).toBeCloseTo(0.05, 12);
  expect(followCurve(curve, 0.95)).toBeCloseTo(0.95, 12);
});

test('a forecast of 0 that came true in a fifth of the cases becomes 5% at most', () => {
  const bins = new Float64Array(WIDTH);
  bins[0] = 10_000;
  bins[2 * PROBABILITY_BINS] = 2000;
  expect(followCurve(fittedCurve(bins), 0)).toBe(0.05);
});

const anyBins = fc
  .array(
    fc.tuple(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    {
      minLength: PROBABILITY_BINS,
      maxLength: PROBABILITY_BINS,
    },
  )
  .map((bins) => {
    const made = new Float64Array(WIDTH);
    for (const [bin, [pairs, place, share]] of bins.entries()) {
      made[bin] = pairs;
      made[bin + PROBABILITY_BINS] = bin === 0 ? 0 : (pairs * (bin - 1 + Math.max(1e-6, place))) / 10;
      made[bin + 2 * PROBABILITY_BINS] = Math.round(pairs * share);
    }
    return made;
  });

test('a curve does not fall, stays within 0..1 and has no steps, whatever came', () => {
  fc.assert(
    fc.property(anyBins, (bins) => {
      const curve = fittedCurve(bins);
      const said = Array.from({ length: 201 }, (_, n) => followCurve(curve, n / 200));
      expect(said.every((value, n) => value >= (said[n - 1] ?? 0) - 1e-12 && value <= 1)).toBe(true);
      expect(curve.given.every((given, n) => n === 0 || given > curve.given[n - 1]!)).toBe(true);
      expect(curve.given.every((given, n) => Math.abs(followCurve(curve, given) - curve.said[n]!) < 1e-12)).toBe(true);
      expect(followCurve(curve, Number.NaN)).toBeNaN();
    }),
    { numRuns: 100 },
  );
});

test('the Brier sum of bins equals that of pairs that all have the mean of their bin', () => {
  const bins = new Float64Array(WIDTH);
  bins.set([4, 10], 3);
  bins.set([4 * 0.25, 10 * 0.35], 3 + PROBABILITY_BINS);
  bins.set([1, 5], 3 + 2 * PROBABILITY_BINS);
  expect(binnedBrier(bins, null)).toBeCloseTo(0.75 ** 2 + 3 * 0.25 ** 2 + 5 * 0.65 ** 2 + 5 * 0.35 ** 2, 12);
});

test('overconfident chances are drawn to what came, on dates that were not learned from', () => {
  const truth = (p: number) => 0.2 + 0.4 * p;
  const record = recordOf(30, 1, truth);
  const learned = learnedCurve(record, record, LAST, false)!;
  // The best gain is that of the truth: E(p - f)^2 / E(p - o)^2 = 0.04 / (0.04 + mean of f (1 - f)).
  expect(learned.gain).toBeGreaterThan(0.1);
  for (const p of [0.15, 0.35, 0.55, 0.75]) expect(followCurve(learned.curve, p)).toBeCloseTo(truth(p), 1);
});

test('chances that come true as they are gain nothing and lose less than 1%', () => {
  for (let seed = 0; seed < 10; seed++) {
    const record = recordOf(30, 50 + seed, (p) => p);
    const gain = gainOf(judgedCurve(record, record, LAST));
    expect(gain).toBeGreaterThan(-0.01);
    expect(learnedCurve(record, record, LAST, false)).toBeNull();
  }
});

test('a region without 500 pairs takes the curve of the network, and none without 500 there', () => {
  const network = recordOf(30, 3, (p) => 0.5 * p);
  const region = recordOf(1, 4, (p) => p);
  expect(curveOf(region, network, LAST + 1)).toEqual(curveOf(NOTHING, network, LAST + 1));
  expect(curveOf(NOTHING, NOTHING, LAST + 1)).toBeNull();
  expect(curveOf(region, region, LAST + 1)).toBeNull();
});

test('the season has the last 90 dates and those within 45 days of a year ago', () => {
  const dates = [LAST, LAST - 89, LAST + 1 - 365 + 45, LAST + 1 - 365 - 45];
  const others = [LAST - 90, LAST + 1 - 365 + 46, LAST + 1 - 365 - 46];
  const withPairsOn = (day: number) => {
    const days = Array.from({ length: DATES }, (): Float64Array => new Float64Array(WIDTH));
    days[day - FIRST] = dayOf(600, seededRandom(9), () => 1);
    return summed(days);
  };
  for (const day of dates) expect(curveOf(withPairsOn(day), NOTHING, LAST + 1)).not.toBeNull();
  for (const day of others) expect(curveOf(withPairsOn(day), NOTHING, LAST + 1)).toBeNull();
});

test('pairs on the day of the issue and later change no curve', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: DATES - 1 }), (known) => {
      const random = seededRandom(known);
      const days = Array.from({ length: DATES }, () => dayOf(10, random, (p) => p));
      const later = days.map((bins, n) => (n < known ? bins : dayOf(10, random, () => 1)));
      expect(curveOf(summed(later), NOTHING, FIRST + known)).toEqual(curveOf(summed(days), NOTHING, FIRST + known));
    }),
    { numRuns: 5 },
  );
});
