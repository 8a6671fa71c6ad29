import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RateGrid } from '../rate-grid.js';
import { motionAt } from '../trajectory.js';
import { estimateMotion, type MotionOptions, motionFactor } from './estimate-motion.js';
import { type RainPattern, rainOf, showers, waves } from './rain-pattern.fixture.js';

const ROWS = 160;
const COLUMNS = 200;
const OPTIONS: MotionOptions = { factor: 1, nativeRows: ROWS, nativeColumns: COLUMNS };

/** Frames every ten minutes of a pattern that moves by (down, right) pixels from one to the next. */
function moving(pattern: RainPattern, down: number, right: number, count = 3): RateGrid[] {
  return Array.from({ length: count }, (_, k) =>
    rainOf(ROWS, COLUMNS, (row, column) => pattern(row - k * down, column - k * right)),
  );
}

const everyTenMinutes = (count: number) => Array.from({ length: count }, (_, k) => 1_560_124_800 + 600 * k);

/** Root mean square of the error at all nodes as a share of the true motion, both per frame interval of ten minutes. */
function relativeError(frames: readonly RateGrid[], down: number, right: number, options = OPTIONS): number {
  const { field } = estimateMotion(frames, everyTenMinutes(frames.length), options);
  if (!field) throw new RangeError('no motion was found');
  const squares = Array.from(field.u, (u, k) => (10 * u - right) ** 2 + (10 * field.v[k]! - down) ** 2);
  return Math.sqrt(squares.reduce((a, b) => a + b) / squares.length) / Math.hypot(down, right);
}

// The condition that pysteps sets itself (test_motion.py): a field moved by two pixels, from two and from three frames.
for (const [name, down, right] of [
  ['columns', 0, 2],
  ['rows', 2, 0],
] as const)
  for (const count of [2, 3])
    test(`a field moved by two ${name} in ${count} frames: the motion is within 0.1%`, () => {
      expect(relativeError(moving(waves, down, right, count), down, right)).toBeLessThan(0.001);
    });

test('a fast motion, and one by parts of a pixel, are found within 1%', () => {
  expect(relativeError(moving(waves, 9, -12), 9, -12)).toBeLessThan(0.01);
  expect(relativeError(moving(waves, -1.5, 3.3), -1.5, 3.3)).toBeLessThan(0.01);
});

test('where no rain is, and where nothing was observed, there is no motion', () => {
  for (const value of [0, 0.05, Number.NaN]) {
    const frame = rainOf(ROWS, COLUMNS, () => value);
    expect(estimateMotion([frame, frame, frame], everyTenMinutes(3), OPTIONS)).toEqual({ field: null, vectors: 0 });
  }
});

test('rain that is the same everywhere has nothing that could be seen to move', () => {
  const frame = rainOf(ROWS, COLUMNS, () => 3);
  expect(estimateMotion([frame, frame], everyTenMinutes(2), OPTIONS).field).toBeNull();
});

test('rain that stands still moves by nothing', () => {
  const frames = moving(waves, 0, 0);
  const { field } = estimateMotion(frames, everyTenMinutes(3), OPTIONS);
  expect(Math.max(...field!.u.map(Math.abs), ...field!.v.map(Math.abs))).toBeLessThan(1e-4);
});

test('shifting all frames by whole pixels shifts the motion and changes nothing in it', () => {
  // Far from the edges, where the window of every corner is whole.
  const at = new Float64Array(2);
  const motionOf = (down: number, right: number) => {
    const frames = [0, 1, 2].map((k) =>
      rainOf(ROWS, COLUMNS, (row, column) => showers(row - down - 2 * k, column - right - 3 * k)),
    );
    return estimateMotion(frames, everyTenMinutes(3), { ...OPTIONS, spacing: 2, declusterSide: 1 }).field!;
  };
  const still = motionOf(0, 0);
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), (twoDown, twoRight) => {
      // Even, so that nodes fall on nodes.
      const [down, right] = [2 * twoDown, 2 * twoRight];
      const shifted = motionOf(down, right);
      for (const [row, column] of [
        [80, 100],
        [60, 90],
        [95, 120],
      ] as const) {
        motionAt(still, row, column, at);
        const [u, v] = [at[0]!, at[1]!];
        motionAt(shifted, row + down, column + right, at);
        expect(Math.hypot(at[0]! - u, at[1]! - v)).toBeLessThan(1e-3);
      }
    }),
    { numRuns: 6 },
  );
});

test('moving the later frame on adds to the motion what it was moved by', () => {
  fc.assert(
    fc.property(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), (down, right) => {
      fc.pre(down !== 0 || right !== 0);
      expect(relativeError(moving(waves, down, right, 2), down, right)).toBeLessThan(0.005);
    }),
    { numRuns: 6 },
  );
});

test('motion is per minute, however far apart the frames are', () => {
  const [speedRow, speedColumn] = [0.15, -0.25];
  const minutes = [0, 9, 24];
  const frames = minutes.map((minute) =>
    rainOf(ROWS, COLUMNS, (row, column) => waves(row - minute * speedRow, column - minute * speedColumn)),
  );
  const { field } = estimateMotion(
    frames,
    minutes.map((minute) => 60 * minute),
    OPTIONS,
  );
  for (const u of field!.u) expect(Math.abs(u - speedColumn)).toBeLessThan(0.02);
  for (const v of field!.v) expect(Math.abs(v - speedRow)).toBeLessThan(0.02);
});

test('rain that turns about a point has a motion that does, within a fifth', () => {
  const turn = 0.006; // radians a minute: at 60 pixels from the middle 0.36 pixels a minute
  const [middleRow, middleColumn] = [80, 100];
  const frames = [0, 10, 20].map((minute) => {
    const [cos, sin] = [Math.cos(turn * minute), Math.sin(turn * minute)];
    return rainOf(ROWS, COLUMNS, (row, column) => {
      const [y, x] = [row - middleRow, column - middleColumn];
      return waves(cos * y - sin * x, cos * x + sin * y);
    });
  });
  const { field } = estimateMotion(frames, everyTenMinutes(3), OPTIONS);
  const at = new Float64Array(2);
  let [errors, speeds] = [0, 0];
  for (let row = 24; row < ROWS - 20; row += 8)
    for (let column = 24; column < COLUMNS - 20; column += 8) {
      motionAt(field!, row, column, at);
      const [u, v] = [-turn * (row - middleRow), turn * (column - middleColumn)];
      errors += (at[0]! - u) ** 2 + (at[1]! - v) ** 2;
      speeds += u ** 2 + v ** 2;
    }
  expect(Math.sqrt(errors / speeds)).toBeLessThan(0.2);
});

test.each([
  ['MRMS', 3500, 7000, 1.1, 4],
  ['KNMI', 765, 700, 1, 2],
  ['a demonstration of 0.05°', 700, 1400, 5, 1],
  ['a single pixel', 1, 1, 1, 2],
])('frames of %s are made coarser as far as they must be and no detail is lost', (_name, rows, columns, km, factor) => {
  expect(motionFactor(rows, columns, km)).toBe(factor);
});

test('the edge of what is observed stands still and does not hold the rain back', () => {
  const inside = (row: number, column: number) => Math.hypot(row - 80, column - 100) < 70;
  const frames = [0, 1, 2].map((k) =>
    rainOf(ROWS, COLUMNS, (row, column) => (inside(row, column) ? waves(row - 3 * k, column + 4 * k) : Number.NaN)),
  );
  expect(relativeError(frames, 3, -4)).toBeLessThan(0.01);
});

test('motion from a coarser field is in pixels of the grid', () => {
  const frames = [0, 1, 2].map((k) => rainOf(ROWS, COLUMNS, (row, column) => waves(row - k, column - 2 * k)));
  const options = { factor: 4, nativeRows: 4 * ROWS - 2, nativeColumns: 4 * COLUMNS - 3 };
  const { field } = estimateMotion(frames, everyTenMinutes(3), options);
  expect(field!.spacing * (field!.rows - 1)).toBeGreaterThanOrEqual(4 * ROWS - 3);
  expect(field!.spacing * (field!.columns - 1)).toBeGreaterThanOrEqual(4 * COLUMNS - 4);
  for (const u of field!.u) expect(u).toBeCloseTo(0.8, 2);
  for (const v of field!.v) expect(v).toBeCloseTo(0.4, 2);
});

test('a few wide smooth storms, without corners to speak of, are enough', () => {
  const storms = [
    [40, 50, 18],
    [90, 120, 30],
    [120, 40, 14],
  ] as const;
  const pattern: RainPattern = (row, column) =>
    storms.reduce(
      (rate, [y, x, size]) => rate + 12 * Math.exp(-((row - y) ** 2 + (column - x) ** 2) / (2 * size ** 2)),
      0,
    );
  expect(relativeError(moving(pattern, 1.5, 2.5), 1.5, 2.5)).toBeLessThan(0.1);
});

test('far from any rain the fallback takes over; without one the motion of the rain holds everywhere', () => {
  const only: RainPattern = (row, column) => (row < 60 && column < 70 ? waves(row, column) : 0);
  const frames = moving(only, 0, 1);
  const at = new Float64Array(2);
  const near = estimateMotion(frames, everyTenMinutes(3), {
    ...OPTIONS,
    fallback: { u: -3, v: 5 },
    fallbackFrom: 50,
    fallbackTo: 80,
  });
  motionAt(near.field!, 155, 195, at);
  expect([...at]).toEqual([-3, 5]);
  motionAt(near.field!, 30, 30, at);
  expect(at[0]).toBeCloseTo(0.1, 1);
  motionAt(estimateMotion(frames, everyTenMinutes(3), OPTIONS).field!, 155, 195, at);
  expect(at[0]).toBeCloseTo(0.1, 1);
});

test.each([
  ['one frame', 1, [0]],
  ['two frames and three times', 2, [0, 600, 1200]],
  ['times that do not rise', 2, [600, 600]],
])('%s are refused', (_name, count, times) => {
  expect(() => estimateMotion(moving(waves, 0, 1, count), times, OPTIONS)).toThrow(RangeError);
});

test('nodes no distance apart are refused', () => {
  expect(() => estimateMotion(moving(waves, 0, 1, 2), [0, 600], { ...OPTIONS, spacing: 0 })).toThrow(RangeError);
});

test('frames of two sizes are refused, and any size is read', () => {
  const frames = [rainOf(20, 30, waves), rainOf(30, 20, waves)];
  expect(() => estimateMotion(frames, [0, 600], OPTIONS)).toThrow(/20/);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 70 }), (rows, columns) => {
      const pair = [rainOf(rows, columns, waves), rainOf(rows, columns, (row, column) => waves(row, column - 1))];
      const { field } = estimateMotion(pair, [0, 600], { factor: 1, nativeRows: rows, nativeColumns: columns });
      for (const value of field ? [...field.u, ...field.v] : []) expect(value).toSatisfy(Number.isFinite);
    }),
  );
});
