import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR } from '../../model/time.js';
import { type Axis, instantsOn, meansOn, QUARTER, quarterTotals, stepAt, windowExtreme } from './series.js';

const NaN_ = Number.NaN;
const hours = (...values: number[]) => Float64Array.from(values, (hour) => hour * HOUR);
const axis = (startHour: number, step: number, count: number): Axis => ({ start: startHour * HOUR, step, count });
const rounded = (values: Float64Array) => [...values].map((value) => Number(value.toFixed(6)));

test('a straight line of one-hour and three-hour nodes comes back at every hour', () => {
  const values = instantsOn(hours(0, 1, 2, 5, 8), Float64Array.of(0, 1, 2, 5, 8), axis(0, HOUR, 9));
  expect(rounded(values)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('outside the nodes and inside gaps of more than six hours there is no value', () => {
  const values = instantsOn(hours(0, 1, 8, 9), Float64Array.of(0, 1, 8, 9), axis(-1, HOUR, 12));
  expect(rounded(values)).toEqual([NaN_, 0, 1, NaN_, NaN_, NaN_, NaN_, NaN_, NaN_, 8, 9, NaN_]);
});

test('six hours are still bridged', () => {
  expect(rounded(instantsOn(hours(0, 6), Float64Array.of(0, 6), axis(0, 3 * HOUR, 3)))).toEqual([0, 3, 6]);
});

test('a step without the value is no step: up to six hours are bridged, more are a gap', () => {
  const missing = (...values: number[]) => instantsOn(hours(0, 3, 6, 9), Float64Array.from(values), axis(0, HOUR, 10));
  expect(rounded(missing(0, NaN_, 6, 9))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rounded(missing(0, NaN_, NaN_, 9))).toEqual([0, ...Array(8).fill(NaN_), 9]);
  expect(rounded(missing(NaN_, NaN_, 6, NaN_))).toEqual([...Array(6).fill(NaN_), 6, NaN_, NaN_, NaN_]);
});

test('another series, other nodes or another axis never get the places of the last one', () => {
  const first = hours(0, 3);
  const of = (times: Float64Array, step: number) => rounded(instantsOn(times, Float64Array.of(0, 6), axis(0, step, 2)));
  expect(of(first, HOUR)).toEqual([0, 2]);
  expect(of(first, QUARTER)).toEqual([0, 0.5]);
  expect(of(hours(0, 6), QUARTER)).toEqual([0, 0.25]);
  expect(rounded(instantsOn(first, Float64Array.of(6, 0), axis(1, HOUR, 1)))).toEqual([4]);
});

test('one single step answers its own instant only', () => {
  expect(rounded(instantsOn(hours(6, 12), Float64Array.of(NaN_, 280), axis(11, HOUR, 3)))).toEqual([NaN_, 280, NaN_]);
  expect(rounded(instantsOn(hours(12), Float64Array.of(280), axis(11, HOUR, 3)))).toEqual([NaN_, 280, NaN_]);
});

for (const [name, times, totals, start, expected] of [
  // van Leer's limiter, by hand: (0, 2, 4) and (5, 1, 0.2)
  ['rising rain', hours(0, 1, 2, 3), [NaN_, 0, 2, 4], 1, [0.3125, 0.4375, 0.5625, 0.6875]],
  ['rain that ends', hours(0, 1, 2, 3), [NaN_, 5, 1, 0.2], 1, [0.4, 0.3, 0.2, 0.1]],
  ['a missing neighbour leaves it even', hours(0, 1, 2, 3), [NaN_, 5, 1, NaN_], 1, [0.25, 0.25, 0.25, 0.25]],
  ['the total labelled 01 falls from 00', hours(0, 1, 2), [NaN_, 4, 0], 0, [1, 1, 1, 1]],
  ['before the first time nothing is known', hours(0, 1), [8, 4], -0.5, [NaN_, NaN_, 1, 1]],
  ['after the last time nothing is known', hours(0, 1), [8, 4], 0.5, [1, 1, NaN_, NaN_]],
  ['a missing total is not 0', hours(0, 1, 2), [NaN_, NaN_, 4], 0.5, [NaN_, NaN_, 1, 1]],
] as const)
  test(`quarters: ${name}`, () => {
    expect(rounded(quarterTotals(times, Float64Array.from(totals), axis(start, QUARTER, 4)))).toEqual(expected);
  });

test('a single six-hour total is spread over its hours', () => {
  const quarters = quarterTotals(hours(6, 12), Float64Array.of(NaN_, 12), axis(6, QUARTER, 24));
  expect(rounded(quarters)).toEqual(Array(24).fill(0.5));
});

test('quarters add up to the native totals and are never negative, whatever the steps', () => {
  const steps = fc.array(
    fc.record({ length: fc.constantFrom(1, 3, 6), total: fc.double({ min: 0, max: 80, noNaN: true }) }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(steps, (native) => {
      const times = [0];
      for (const { length } of native) times.push(times.at(-1)! + length);
      const totals = Float64Array.of(NaN_, ...native.map(({ total }) => total));
      const quarters = quarterTotals(hours(...times), totals, axis(0, QUARTER, times.at(-1)! * 4));
      for (const quarter of quarters) expect(quarter).toBeGreaterThanOrEqual(-1e-12);
      native.forEach(({ total }, k) => {
        const part = quarters.slice(times[k]! * 4, times[k + 1]! * 4);
        expect(part.reduce((sum, each) => sum + each, 0)).toBeCloseTo(total, 9);
      });
    }),
  );
});

test('an instant belongs to the step that begins at it or before', () => {
  expect([-1, 0, 1, 3, 4].map((hour) => stepAt(hours(0, 1, 4), hour * HOUR))).toEqual([-1, 1, 2, 2, -1]);
});

test('means over hours average to the mean of their step, and rise with their neighbours', () => {
  const means = Float64Array.of(NaN_, 10, 20, 30);
  expect(rounded(meansOn(hours(0, 3, 6, 9), means, axis(3, HOUR, 3), new Float64Array(3)))).toEqual([
    expect.closeTo(16.666667, 5),
    20,
    expect.closeTo(23.333333, 5),
  ]);
});

test('only windows wholly inside the day count, and only those that are to', () => {
  const times = hours(0, 6, 12, 18, 24);
  const values = Float64Array.of(99, 1, 5, NaN_, 50);
  const extreme = (start: number, end: number, which: 'highest' | 'lowest', last = 24) =>
    windowExtreme(times, values, 6 * HOUR, { start: start * HOUR, end: end * HOUR }, which, {
      counts: (t) => t <= last * HOUR,
    });
  expect(extreme(0, 18, 'highest')).toBe(5);
  expect(extreme(0, 24, 'highest')).toBe(50);
  expect(extreme(0, 24, 'highest', 12)).toBe(5);
  expect(extreme(0, 18, 'lowest')).toBe(1);
  expect(extreme(1, 11, 'highest')).toBeNaN();
});

test('only windows whose extreme is known and that lie inside the day and count are corrected', () => {
  const times = hours(0, 6, 12, 18, 24, 30);
  const values = Float64Array.of(99, 1, 5, NaN_, 50, 3);
  const asked: number[] = [];
  const correction = (end: number) => {
    asked.push(end / HOUR);
    return end === 6 * HOUR ? 10 : -1;
  };
  const counts = (end: number) => end < 24 * HOUR;
  const day = { start: 0, end: 24 * HOUR };
  expect(windowExtreme(times, values, 6 * HOUR, day, 'highest', { counts, correction })).toBe(11);
  expect(asked).toEqual([6, 12]);
});
