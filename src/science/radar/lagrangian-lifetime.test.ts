import { expect, test } from 'vitest';
import { normalAt } from '../../../simulator/random.js';
import { uniformMotion } from '../../../test/memory-radar.js';
import { advect } from './advection.js';
import {
  blendedLifetimes,
  boxCorrelations,
  coarserMotion,
  type DecibelGrid,
  decibelsOf,
  lifetimesOf,
} from './lagrangian-lifetime.js';
import type { RateGrid } from './rate-grid.js';
import { motionAt } from './trajectory.js';

const SIZE = 300;
const BOX = 100;
const LEADS = [10, 20, 30, 60];

const noises = new Map<number, Float64Array>();

/** Noise with structures of some ten pixels, mean 0 and variance 1, the same beyond the edges. Each is made once. */
function smoothNoise(seed: number): Float64Array {
  const noise = noises.get(seed) ?? madeNoise(seed);
  noises.set(seed, noise);
  return noise;
}

function madeNoise(seed: number): Float64Array {
  let values: Float64Array = Float64Array.from({ length: SIZE * SIZE }, (_, i) => normalAt(seed, 1, i, 0));
  for (const stride of [1, SIZE, 1, SIZE]) values = runningMean(values, stride);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  return values.map((value) => value / deviation);
}

/** Means of seven pixels along rows (stride 1) or columns. */
function runningMean(values: Float64Array, stride: number): Float64Array {
  return values.map((_, i) => {
    const [row, column] = [Math.floor(i / SIZE), i % SIZE];
    let sum = 0;
    for (let k = -3; k <= 3; k++) {
      const [y, x] = stride === 1 ? [row, (column + k + SIZE) % SIZE] : [(row + k + SIZE) % SIZE, column];
      sum += values[y * SIZE + x]!;
    }
    return sum / 7;
  });
}

/**
 * Rain of `median` mm/h and a standard deviation of 4 dB that forgets itself with an e-folding of `lifetime` minutes: a
 * first-order autoregression at each place of a pattern that moves by (down, right) pixels a minute. Every ten minutes.
 */
function forgetfulRain(lifetime: number, median: number, down: number, right: number, seed: number): RateGrid[] {
  const keep = Math.exp(-10 / lifetime);
  let state = smoothNoise(seed);
  return Array.from({ length: 7 }, (_, n) => {
    const news = smoothNoise(seed + 1 + n);
    if (n > 0) state = state.map((value, i) => keep * value + Math.sqrt(1 - keep * keep) * news[i]!);
    const values = new Float32Array(SIZE * SIZE);
    for (let i = 0; i < values.length; i++) {
      const row = (Math.floor(i / SIZE) + Math.round(10 * n * down)) % SIZE;
      const column = ((i % SIZE) + Math.round(10 * n * right)) % SIZE;
      values[row * SIZE + column] = median * 10 ** ((4 * state[i]!) / 10);
    }
    return { rows: SIZE, columns: SIZE, values };
  });
}

function measured(frames: readonly RateGrid[], right: number, down: number): number[] {
  const came = decibelsOf(frames[6]!);
  const motion = uniformMotion(SIZE, SIZE, right, down);
  const correlations = LEADS.map((lead) =>
    boxCorrelations(advect(frames[6 - lead / 10]!, motion, lead), came, BOX, lead),
  );
  return [...lifetimesOf(correlations)];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** By how much the lifetimes of nine boxes are too long, as a factor. */
function excess(found: readonly number[], lifetime: number): number {
  expect(found).toHaveLength(9);
  return Math.exp(mean(found.map((minutes) => Math.log(minutes / lifetime))));
}

test.each([[45], [75], [120]])('rain that forgets itself in %d minutes is found to, within a fifth', (lifetime) => {
  const factor = excess(measured(forgetfulRain(lifetime, 20, 0.2, 0.4, 7), 0.4, 0.2), lifetime);
  expect(factor).toBeGreaterThan(1 / 1.2);
  expect(factor).toBeLessThan(1.2);
});

/**
 * Correlation of max(0, X) and max(0, Y), of normal X and Y with correlation ρ: E = (√(1 − ρ²) + ρ (π/2 + asin ρ)) / 2π
 * (Rosenbaum 1961), less the square of the mean 1/√2π, over the variance 1/2 − 1/2π.
 */
function correlationAboveMedian(rho: number): number {
  const product = (Math.sqrt(1 - rho * rho) + rho * (Math.PI / 2 + Math.asin(rho))) / (2 * Math.PI);
  return (product - 1 / (2 * Math.PI)) / (0.5 - 1 / (2 * Math.PI));
}

test('where half is dry, what is below 0.1 mm/h is not seen, and rain is forgotten the sooner, as theory has it', () => {
  const theory = LEADS.map((leadMinutes) => ({
    leadMinutes,
    values: Float64Array.of(correlationAboveMedian(Math.exp(-leadMinutes / 75))),
  }));
  const [lifetime] = lifetimesOf(theory);
  expect(lifetime).toBeLessThan(70);
  const factor = excess(measured(forgetfulRain(75, 0.1, 0.2, 0.4, 7), 0.4, 0.2), lifetime!);
  expect(factor).toBeGreaterThan(1 / 1.2);
  expect(factor).toBeLessThan(1.2);
});

test('rain that only moves lasts longest; moved the wrong way it is lost at once', () => {
  const frames = forgetfulRain(1e9, 20, 0.2, 0.4, 3);
  // Boxes at the edges that the rain comes from have no nowcast in a part of them.
  expect(Math.min(...measured(frames, 0.4, 0.2).filter((minutes) => !Number.isNaN(minutes)))).toBeGreaterThan(150);
  expect(mean(measured(frames, -0.4, -0.2).filter((minutes) => !Number.isNaN(minutes)))).toBeLessThan(35);
});

const field = (rate: (row: number, column: number) => number): RateGrid => ({
  rows: 20,
  columns: 30,
  values: Float32Array.from({ length: 600 }, (_, i) => rate(Math.floor(i / 30), i % 30)),
});
const correlationsOf = (forecast: RateGrid, came: RateGrid) => [
  ...boxCorrelations(forecast, decibelsOf(came), 10, 30).values,
];
const slope = field((row, column) => 0.1 * 10 ** ((row + (column % 10) + 1) / 20));

test('boxes with hardly any rain, or hardly any nowcast, are unknown', () => {
  const dry = field(() => 0);
  expect(correlationsOf(dry, dry)).toEqual(new Array(6).fill(Number.NaN));
  const drops = field((row, column) => (row % 10 < 2 && column % 10 < 2 ? 3 : 0)); // 4 of 100 pixels
  expect(correlationsOf(drops, drops)).toEqual(new Array(6).fill(Number.NaN));
  const unseen = field((_, column) => (column < 18 ? Number.NaN : 2 + (column % 3)));
  const [west, middle, east] = correlationsOf(unseen, unseen);
  expect([west, middle]).toEqual([Number.NaN, Number.NaN]);
  expect(east).toBeCloseTo(1, 6);
});

test('the correlation is that of decibels above 0.1 mm/h, less their means', () => {
  expect(correlationsOf(slope, slope)[0]).toBeCloseTo(1, 6);
  const square = { ...slope, values: slope.values.map((rate) => 0.1 * (rate / 0.1) ** 2) }; // twice the decibels
  expect(correlationsOf(square, slope)[0]).toBeCloseTo(1, 6);
  const turned = field((row, column) => 0.1 * 10 ** ((40 - row - (column % 10)) / 20));
  expect(correlationsOf(turned, slope)[0]).toBeCloseTo(-1, 5);
  expect(
    correlationsOf(
      field(() => 0),
      slope,
    )[0],
  ).toBe(0);
});

test.each([
  [[[10, 0.9]], 'a lead of 10 minutes alone says nothing', Number.NaN],
  [[[30, Math.exp(-30 / 60)]], 'one of half an hour does', 60],
  [
    [
      [20, Math.exp(-20 / 100)],
      [60, Math.exp(-60 / 100)],
    ],
    'two that agree',
    100,
  ],
  [
    [
      [20, Math.exp(-20 / 100)],
      [60, Number.NaN],
    ],
    'one of two unknown',
    100,
  ],
  [[[30, -0.2]], 'nothing in common any more: the shortest', 30],
  [[[30, 1]], 'nothing lost: the longest', 180],
] as const)('%j: %s', (known, _, expected) => {
  const correlations = known.map(([leadMinutes, r]) => ({ leadMinutes, values: Float64Array.of(r) }));
  const [found] = lifetimesOf(correlations);
  if (Number.isNaN(expected)) expect(found).toBeNaN();
  else expect(Math.abs(found! / expected - 1)).toBeLessThan(0.01);
});

test('lifetimes of before are worn down in half an hour; rain that has gone leaves none', () => {
  const boxes = (...minutes: number[]) => ({
    rows: 1,
    columns: 3,
    boxPixels: 100,
    minutes: Float32Array.from(minutes),
  });
  const now = boxes(40, 40, Number.NaN);
  const before = boxes(160, Number.NaN, 100);
  expect([...blendedLifetimes(now, null, 10).minutes]).toEqual([...now.minutes]);
  expect([...blendedLifetimes(now, { ...before, boxPixels: 50 }, 10).minutes]).toEqual([...now.minutes]);
  const [first, second, third] = blendedLifetimes(now, before, 30 * Math.LN2).minutes;
  expect(first).toBeCloseTo(80, 4); // half of each: the geometric mean
  expect([second, third]).toEqual([40, Number.NaN]);
});

test('a motion on larger pixels is the same motion', () => {
  const motion = { ...uniformMotion(400, 400, 0, 0), u: Float32Array.from({ length: 100 }, (_, i) => i % 10) };
  const coarse = coarserMotion(motion, 4);
  const [native, scaled] = [new Float64Array(2), new Float64Array(2)];
  for (const [row, column] of [
    [10, 20],
    [50.5, 33.25],
  ] as const) {
    motionAt(motion, 4 * row + 1.5, 4 * column + 1.5, native);
    motionAt(coarse, row, column, scaled);
    expect(4 * scaled[0]!).toBeCloseTo(native[0]!, 6);
  }
});

test('dryness is 0 dB, what was not observed stays so', () => {
  const { values }: DecibelGrid = decibelsOf({
    rows: 1,
    columns: 5,
    values: Float32Array.of(0, 0.05, 1, 100, Number.NaN),
  });
  expect([...values].map((value) => Math.round(value))).toEqual([0, 0, 10, 30, Number.NaN]);
});
