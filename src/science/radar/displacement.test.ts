import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MotionField } from '../../model/radar.js';
import { departureBox, displacementOf, takeBack, takeBackOnAxes } from './displacement.js';
import { backwardTrajectory } from './trajectory.js';

const SIZE = 320;

function motion(at: (row: number, column: number) => [u: number, v: number], origin = 3.5): MotionField {
  const [count, spacing] = [21, 16];
  const nodes = Array.from({ length: count * count }, (_, k) =>
    at(origin + spacing * Math.floor(k / count), origin + spacing * (k % count)),
  );
  const [u, v] = [Float32Array.from(nodes, ([u]) => u), Float32Array.from(nodes, ([, v]) => v)];
  return { rows: count, columns: count, spacing, origin, u, v };
}

/** Departures by the mesh: rows, then columns. */
function departures(field: MotionField, minutes: number, rows: number[], columns: number[], divisions = 4): number[] {
  const displacement = displacementOf(field, SIZE, SIZE, minutes, divisions);
  const box = {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
  departureBox(displacement, box);
  const [y, x] = [Float64Array.from(rows), Float64Array.from(columns)];
  takeBack(displacement, y, x);
  return [...y, ...x];
}

const PIXEL = fc.double({ min: 0, max: SIZE - 1, noNaN: true });

/** 0.02 radians a minute at 40 pixels: 0.8 pixels a minute, 48 km/h where pixels are 1 km. */
const vortex = (row: number, column: number): [number, number] => {
  const turn = 0.02 * Math.exp(-((row - 160) ** 2 + (column - 160) ** 2) / 80 ** 2);
  return [-turn * (row - 160) + 0.3, turn * (column - 160)];
};

test('the rain of two hours is looked for within half a pixel of where its trajectory begins', () => {
  const field = motion(vortex);
  const [rows, columns] = [new Float64Array(121), new Float64Array(121)];
  fc.assert(
    fc.property(PIXEL, PIXEL, fc.constantFrom(10, 30, 60, 120), (row, column, minutes) => {
      const [y, x] = departures(field, minutes, [row], [column]);
      backwardTrajectory(field, row, column, minutes, rows, columns);
      expect(Math.hypot(y! - rows[minutes]!, x! - columns[minutes]!)).toBeLessThan(0.5);
    }),
    { seed: 5, numRuns: 300 },
  );
});

test('through an even motion it is exact', () => {
  const [row, column] = departures(
    motion(() => [2, -0.5]),
    60,
    [200],
    [210],
  );
  expect(row).toBeCloseTo(230, 3);
  expect(column).toBeCloseTo(90, 3);
});

test('shifting motion and place by whole pixels shifts where the rain is from', () => {
  const wavy = (row: number, column: number): [number, number] => [Math.sin(row / 40), Math.cos(column / 31)];
  const still = motion(wavy);
  fc.assert(
    fc.property(
      fc.integer({ min: -40, max: 40 }),
      fc.double({ min: 60, max: 250, noNaN: true }),
      fc.double({ min: 60, max: 250, noNaN: true }),
      (shift, row, column) => {
        // One origin serves both axes: rows and columns shift alike.
        const [y, x] = departures(still, 90, [row], [column]);
        const [movedY, movedX] = departures(
          { ...still, origin: still.origin + shift },
          90,
          [row + shift],
          [column + shift],
        );
        expect(movedY! - shift).toBeCloseTo(y!, 4);
        expect(movedX! - shift).toBeCloseTo(x!, 4);
      },
    ),
    { seed: 9 },
  );
});

test('the box of departures holds them all', () => {
  const field = motion(vortex);
  fc.assert(
    fc.property(PIXEL, PIXEL, PIXEL, PIXEL, (a, b, c, d) => {
      const [rows, columns] = [
        [a, b, (a + b) / 2],
        [c, d, (c + 2 * d) / 3],
      ];
      const displacement = displacementOf(field, SIZE, SIZE, 80, 2);
      const box = departureBox(displacement, {
        top: Math.min(a, b),
        bottom: Math.max(a, b),
        left: Math.min(c, d),
        right: Math.max(c, d),
      });
      const [y, x] = [Float64Array.from(rows), Float64Array.from(columns)];
      takeBack(displacement, y, x);
      for (const row of y) expect(row >= box.top && row <= box.bottom).toBe(true);
      for (const column of x) expect(column >= box.left && column <= box.right).toBe(true);
    }),
    { seed: 13 },
  );
});

test('a row of positions that share their columns is taken back like each of them; NaN stays', () => {
  const field = motion(vortex);
  const columns = Float64Array.from({ length: 90 }, (_, i) => (i < 5 ? Number.NaN : 20 + i * 3.1));
  const displacement = displacementOf(field, SIZE, SIZE, 50, 4);
  departureBox(displacement, { top: 0, bottom: SIZE - 1, left: 0, right: SIZE - 1 });
  const onAxes = takeBackOnAxes(displacement, columns);
  const [rows, into] = [new Float64Array(90), new Float64Array(90)];
  for (const row of [0, 77.7, 160, 318.9]) {
    onAxes(row, rows, into);
    const [y, x] = [new Float64Array(90).fill(row), columns.slice()];
    takeBack(displacement, y, x);
    for (let i = 5; i < 90; i++) {
      expect(rows[i]).toBeCloseTo(y[i]!, 6);
      expect(into[i]).toBeCloseTo(x[i]!, 6);
    }
    expect(rows.slice(0, 5).every(Number.isNaN)).toBe(true);
  }
});

test.each([
  ['minutes before', -1, 4],
  ['minutes without end', Number.POSITIVE_INFINITY, 4],
  ['no divisions', 10, 0],
])('%s are refused', (_name, minutes, divisions) => {
  expect(() =>
    displacementOf(
      motion(() => [0, 0]),
      SIZE,
      SIZE,
      minutes,
      divisions,
    ),
  ).toThrow(RangeError);
});
