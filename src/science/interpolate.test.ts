import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundScaled } from '../model/units.js';
import {
  countExceedances,
  pchip,
  pchipAt,
  placesAmong,
  reachesWithin,
  regularTotals,
  totalWithin,
} from './interpolate.js';

const unknown = Number.NaN;

type Axis = readonly [start: number, step: number, count: number];

const curve = (x: number[], y: ArrayLike<number>, axis: Axis, widest = 1000) =>
  pchip(placesAmong(x, ...axis, widest), y, new Float64Array(axis[2]));

/** Expectations of scipy.interpolate.PchipInterpolator 1.17.1. */
test.each([
  {
    name: 'uneven steps, a plateau and two extremes',
    x: [0, 1, 2, 3, 6, 9],
    y: [1, 3, 2.5, 2.5, 7, 6],
    at: [0.25, 0.5, 0.75, 1.25, 1.5, 2.5, 3.75, 4.5, 5.25, 6.75, 8.25],
    values: [1.76953125, 2.40625, 2.83984375, 2.921875, 2.75, 2.5, 3.203125, 4.75, 6.296875, 6.984375, 6.578125],
  },
  {
    name: 'three nodes, monotone',
    x: [0, 1, 2],
    y: [0, 3, 3.5],
    at: [0.25, 0.5, 1.5],
    values: [1.026227679, 1.924107143, 3.357142857],
  },
  {
    name: 'an end slope that has to be limited',
    x: [0, 1, 2],
    y: [0, 1, -8],
    at: [0.25, 0.5, 0.75, 1.5],
    values: [0.578125, 0.875, 0.984375, -1.75],
  },
  {
    name: 'a long step before a short one',
    x: [0, 3, 4],
    y: [5, 4, 9],
    at: [1, 2, 3.5],
    values: [4.296296296, 4.037037037, 5.708333333],
  },
  { name: 'two nodes are a straight line', x: [0, 2], y: [5, 4], at: [1, 1.5], values: [4.5, 4.25] },
])('PCHIP as scipy has it: $name', ({ x, y, at, values }) => {
  for (const [i, value] of values.entries()) expect(curve(x, y, [at[i]!, 1, 1])[0]).toBeCloseTo(value, 8);
});

test('at a node the answer is the node; beyond the nodes there is none', () => {
  expect([...curve([0, 3, 6], [1, 7, 2], [-3, 3, 5])]).toEqual([unknown, 1, 7, 2, unknown]);
});

test('a hole wider than allowed has no values inside; its edges do', () => {
  expect([...curve([0, 2, 6, 8], [0, 2, 6, 8], [0, 1, 9], 3)]).toEqual([0, 1, 2, unknown, unknown, unknown, 6, 7, 8]);
});

test('all instants in one go are what each is alone, also where the first ones lie between nodes', () => {
  const x = [0, 1, 3, 6, 7];
  const y = [4, 1, 3, 3.5, -2];
  const together = curve(x, y, [0.5, 0.25, 27]);
  for (const [i, value] of together.entries()) expect(value).toBe(curve(x, y, [0.5 + i / 4, 1, 1])[0]);
});

test('places serve an axis that ends earlier', () => {
  const places = placesAmong([0, 4, 8], 0, 1, 9, 10);
  expect([...pchip(places, [0, 4, 8], new Float64Array(3))]).toEqual([0, 1, 2]);
});

test('nothing comes of nothing', () => {
  expect([...curve([], [], [1, 1, 1])]).toEqual([unknown]);
  expect([...curve([1], [5], [0, 1, 3])]).toEqual([unknown, 5, unknown]);
});

test('the curve never leaves the range of the two nodes around, on any axis', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(1, 3, 6), fc.float({ min: -50, max: 50, noNaN: true })), {
    minLength: 2,
    maxLength: 12,
  });
  fc.assert(
    fc.property(steps, (nodes) => {
      let end = 0;
      const x = nodes.map(([step]) => (end += step));
      const y = Float32Array.from(nodes, ([, value]) => value);
      let k = 0;
      for (const [i, value] of curve(x, y, [x[0]!, 1 / 4, (end - x[0]!) * 4]).entries()) {
        while (x[k + 1]! <= x[0]! + i / 4) k++;
        expect(value).toBeGreaterThanOrEqual(Math.min(y[k]!, y[k + 1]!) - 1e-9);
        expect(value).toBeLessThanOrEqual(Math.max(y[k]!, y[k + 1]!) + 1e-9);
      }
    }),
    { seed: 8, numRuns: 200 },
  );
});

/** The middle one of three totals in equal pieces. */
function piecesOf(left: number, total: number, right: number, pieces: number): Float64Array {
  const times = [0, 1, 2, 3].map((k) => k * 60 * pieces);
  return regularTotals(times, [unknown, left, total, right], times[1]!, 60, new Float64Array(pieces));
}

test.each([
  [0, 2, 4, [0.3125, 0.4375, 0.5625, 0.6875]],
  [5, 1, 0.2, [0.4, 0.3, 0.2, 0.1]],
  [1, 2, 4, [0.359375, 0.453125, 0.546875, 0.640625]],
  [2, 4, 1, [1, 1, 1, 1]],
  [1, 0, 3, [0, 0, 0, 0]],
  [unknown, 2, 4, [0.5, 0.5, 0.5, 0.5]],
  [0, 2, unknown, [0.5, 0.5, 0.5, 0.5]],
])('%d mm, %d mm, %d mm: the quarters of the middle hour are %j', (left, total, right, quarters) => {
  const parts = piecesOf(left, total, right, 4);
  for (const [k, quarter] of quarters.entries()) expect(parts[k]).toBeCloseTo(quarter, 9);
});

test('a missing total has missing pieces', () => {
  expect([...piecesOf(0, unknown, 4, 4)]).toEqual([unknown, unknown, unknown, unknown]);
});

const amount = fc.double({ min: 0, max: 200, noNaN: true });

test('pieces add up to the total and are never negative, whatever is around', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 200 }),
      amount,
      fc.double({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 24 }),
      (left, total, right, pieces) => {
        const parts = piecesOf(left, total, right, pieces);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 9);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      },
    ),
    { seed: 9, numRuns: 500 },
  );
});

test('printed quarters differ from the printed hour by at most 0.02 mm', () => {
  fc.assert(
    fc.property(amount, amount, amount, (left, total, right) => {
      const printed = [...piecesOf(left, total, right, 4)].map((quarter) => roundScaled(quarter, 2));
      const sum = printed.reduce((all, quarter) => all + quarter, 0);
      expect(Math.abs(sum - roundScaled(total, 2))).toBeLessThanOrEqual(2);
    }),
    { seed: 12, numRuns: 500 },
  );
});

const H = 3600;

test('hours as quarters: the same numbers as for one hour alone', () => {
  const quarters = regularTotals([0, H, 2 * H, 3 * H], [unknown, 0, 2, 4], H, H / 4, new Float64Array(4));
  expect([...quarters].map((part) => Math.round(part * 1e9) / 1e9)).toEqual([0.3125, 0.4375, 0.5625, 0.6875]);
});

test('hours stay hours, and 3-hour totals become hours that add up', () => {
  const times = [0, H, 2 * H, 5 * H, 8 * H];
  const hours = regularTotals(times, [unknown, 1, 2, 3, 12], 0, H, new Float64Array(8));
  expect([hours[0], hours[1]]).toEqual([1, 2]);
  expect(hours[2]! + hours[3]! + hours[4]!).toBeCloseTo(3, 12);
  expect(hours[5]! + hours[6]! + hours[7]!).toBeCloseTo(12, 12);
});

test('a step of 3 hours takes the slope of rates, not of totals, beside hours', () => {
  // 2 mm/h before, 1 mm/h in, 0 after: falling, as three hours of 2, 1 and 0 mm/h would have it
  const times = [0, H, 4 * H, 7 * H];
  const hours = regularTotals(times, [unknown, 2, 3, 0], H, H, new Float64Array(3));
  expect(hours[0]).toBeGreaterThan(1);
  expect(hours[1]).toBeCloseTo(1, 12);
  expect(hours[2]).toBeLessThan(1);
});

test('a missing interval makes its own bins missing, and leaves its neighbours level', () => {
  const times = [0, H, 4 * H, 7 * H];
  const hours = regularTotals(times, [unknown, 1, unknown, 3], 0, H, new Float64Array(8));
  expect([...hours]).toEqual([1, unknown, unknown, unknown, 1, 1, 1, unknown]);
});

test('bins before the first known beginning and after the end are missing', () => {
  const bins = regularTotals([H, 2 * H], [7, 4], 0, H, new Float64Array(3));
  expect([...bins]).toEqual([unknown, 4, unknown]);
});

test('a bin across two intervals takes its part of each', () => {
  const bins = regularTotals([0, H, 2 * H], [unknown, 2, 4], H / 2, H, new Float64Array(1));
  expect(bins[0]).toBeCloseTo(3, 12);
});

test('any axis of 1, 3 and 6 hours keeps its total in any bins that divide it', () => {
  const axis = fc.array(fc.tuple(fc.constantFrom(1, 3, 6), amount), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(axis, fc.constantFrom(H, H / 4), (intervals, step) => {
      let end = 0;
      const times = [0, ...intervals.map(([hours]) => (end += hours * H))];
      const totals = [unknown, ...intervals.map(([, mm]) => mm)];
      const bins = regularTotals(times, totals, 0, step, new Float64Array(end / step));
      const sum = intervals.reduce((all, [, mm]) => all + mm, 0);
      expect(bins.reduce((all, bin) => all + bin, 0)).toBeCloseTo(sum, 8);
      expect(Math.min(...bins)).toBeGreaterThanOrEqual(0);
    }),
    { seed: 10, numRuns: 300 },
  );
});

/** Intervals of 1, 3 and 6 hours, each with a total or none. */
const intervals = fc.array(fc.tuple(fc.constantFrom(1, 3, 6), fc.option(amount, { nil: unknown })), {
  minLength: 1,
  maxLength: 12,
});

function axisOf(pieces: readonly (readonly [number, number])[]): { times: number[]; totals: number[]; hours: number } {
  let end = 0;
  const times = [0, ...pieces.map(([hours]) => (end += hours * H))];
  return { times, totals: [unknown, ...pieces.map(([, mm]) => mm)], hours: end / H };
}

test('the total of a span is the sum of its hours, and missing where any of them is', () => {
  fc.assert(
    fc.property(intervals, fc.nat(70), fc.nat(70), (pieces, a, b) => {
      const { times, totals, hours } = axisOf(pieces);
      const [first, last] = [Math.min(a, b), Math.max(a, b) + 1];
      const inside = regularTotals(times, totals, first * H, H, new Float64Array(last - first));
      const sum = last <= hours ? inside.reduce((all, hour) => all + hour, 0) : unknown;
      const total = totalWithin(times, totals, first * H, last * H);
      expect(Number.isNaN(sum) ? Number.isNaN(total) : Math.abs(total - sum) < 1e-9).toBe(true);
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('hours above a threshold are those that their totals say', () => {
  fc.assert(
    fc.property(intervals, fc.double({ min: 0.05, max: 8, noNaN: true }), fc.nat(4), (pieces, threshold, begin) => {
      const { times, totals, hours } = axisOf(pieces);
      const exceeding = new Float64Array(hours);
      const known = new Float64Array(hours);
      countExceedances(times, [totals], begin * H, H, threshold, exceeding, known);
      const bins = regularTotals(times, totals, begin * H, H, new Float64Array(hours));
      expect([...known]).toEqual(Array.from(bins, (bin) => (Number.isNaN(bin) ? 0 : 1)));
      expect([...exceeding]).toEqual(Array.from(bins, (bin) => (bin >= threshold ? 1 : 0)));
    }),
    { seed: 12, numRuns: 300 },
  );
});

/** Nodes 1 to 9 apart, with a value each. */
const nodesAndValues = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(900)), { minLength: 2, maxLength: 12 })
  .map((steps) => {
    let end = 0;
    const times = steps.map(([length]) => {
      end += length;
      return end;
    });
    return { times, values: steps.map(([, hundredths]) => hundredths / 100) };
  });

test('one instant out of a few nodes is what a whole axis gives there', () => {
  fc.assert(
    fc.property(nodesAndValues, fc.nat(500), ({ times, values }, tenths) => {
      const t = tenths / 10;
      const k = times.filter((time) => time <= t).length - 1;
      const first = Math.max(0, k - 1);
      const around = values.slice(first, Math.max(3, k + 3));
      const [expected] = curve(times, values, [t, 1, 1], 6);
      const own = pchipAt(times, around, -first, k, t, 6);
      if (Number.isNaN(expected)) expect(own).toBeNaN();
      else expect(own).toBeCloseTo(expected!, 12);
    }),
  );
});

test('a span out of a few intervals, and whether it reaches a threshold, are what whole axes give', () => {
  fc.assert(
    fc.property(nodesAndValues, fc.nat(10), fc.nat(15), fc.nat(15), fc.nat(100), (axis, at, from, more, percent) => {
      const { times, values } = axis;
      const j = 1 + (at % (times.length - 1));
      const sixteenth = (times[j]! - times[j - 1]!) / 16;
      const start = times[j - 1]! + from * sixteenth;
      const end = Math.min(times[j]!, start + (1 + more) * sixteenth);
      const around = values.slice(j - 1, j + 2);
      const total = totalWithin(times, values, start, end);
      expect(totalWithin(times, around, start, end, j, 1 - j)).toBeCloseTo(total, 12);
      const threshold = (percent / 100) * values[j]!;
      if (Math.abs(total - threshold) < 1e-9) return;
      expect(reachesWithin(times, around, 1 - j, j, start, end, threshold)).toBe(total >= threshold);
    }),
  );
});
