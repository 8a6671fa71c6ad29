import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactCorrelation, leaveOneOutResiduals, solvePositive, taper } from './optimal-interpolation.js';

/**
 * Overlap of two cones of radius 1 in three dimensions, as Gaspari & Cohn define the function: ∫ (1 − |x|)(1 − |x − s|) dx,
 * by midpoints in cylindrical coordinates around the line between the tops.
 */
function coneOverlap(separation: number): number {
  const step = 0.01;
  let sum = 0;
  for (let z = -1 + step / 2; z < 1; z += step)
    for (let r = step / 2; r < 1; r += step) {
      const own = 1 - Math.hypot(r, z);
      const other = 1 - Math.hypot(r, z - separation);
      if (own > 0 && other > 0) sum += own * other * r;
    }
  return sum;
}

test('the compact correlation is the normalised overlap of two cones, as published', () => {
  const whole = coneOverlap(0);
  for (const ratio of [0, 0.1, 0.35, 0.5, 0.8, 1, 1.2, 1.5, 1.8, 1.99, 2])
    expect(compactCorrelation(ratio)).toBeCloseTo(coneOverlap(ratio) / whole, 3);
  expect(compactCorrelation(1)).toBeCloseTo(5 / 24, 12);
  expect([compactCorrelation(0), compactCorrelation(2), compactCorrelation(7)]).toEqual([1, 0, 0]);
});

test('the taper is 1 to half of its limit, falls smoothly, and is 0 from the limit on', () => {
  expect([taper(0), taper(0.5), taper(1), taper(3)]).toEqual([1, 1, 0, 0]);
  for (let ratio = 0; ratio < 1.2; ratio += 0.001) {
    const fall = taper(ratio) - taper(ratio + 0.001);
    expect(fall).toBeGreaterThanOrEqual(0);
    expect(fall).toBeLessThan(0.004);
  }
});

test('a positive definite system is solved', () => {
  // [[4, 12, -16], [12, 37, -43], [-16, -43, 98]] is L Lᵀ of L = [[2], [6, 1], [-8, 5, 3]].
  const matrix = [[4], [12, 37], [-16, -43, 98]];
  const [x, y, z] = [1, -2, 3];
  const right = [4 * x + 12 * y - 16 * z, 12 * x + 37 * y - 43 * z, -16 * x - 43 * y + 98 * z];
  expect(solvePositive(matrix, right)).toEqual([x, y, z].map((value) => expect.closeTo(value, 9)));
});

test('a matrix that is not positive definite is refused with its pivot', () => {
  expect(() => solvePositive([[1], [2, 1]], [1, 1])).toThrow('pivot 1 of the matrix is -3');
});

const position = fc.double({ min: -3, max: 3, noNaN: true });
const points = fc.array(fc.tuple(position, fc.double({ min: -9, max: 9, noNaN: true })), {
  minLength: 1,
  maxLength: 8,
});

function covariance(positions: readonly number[]): number[][] {
  return positions.map((a, i) =>
    positions.slice(0, i + 1).map((b, j) => compactCorrelation(Math.abs(a - b)) + (i === j ? 0.2 : 0)),
  );
}

test('residuals are those of leaving one out and predicting it from the others, and below the norm of all', () => {
  fc.assert(
    fc.property(points, (observed) => {
      const positions = observed.map(([x]) => x);
      const values = observed.map(([, value]) => value);
      const residuals = leaveOneOutResiduals(covariance(positions), values);
      for (let i = 0; i < values.length; i++) {
        const others = positions.filter((_, k) => k !== i);
        const matrix = covariance(others);
        const toOwn = others.map((x) => compactCorrelation(Math.abs(x - positions[i]!)));
        const gains = others.length === 0 ? [] : solvePositive(matrix, toOwn);
        const otherValues = values.filter((_, k) => k !== i);
        const predicted = gains.reduce((sum, gain, k) => sum + gain * otherValues[k]!, 0);
        const variance = 1.2 - gains.reduce((sum, gain, k) => sum + gain * toOwn[k]!, 0);
        expect(residuals[i]).toBeCloseTo((values[i]! - predicted) / Math.sqrt(variance), 6);
      }
      const solved = solvePositive(covariance(positions), values);
      const bound = Math.sqrt(solved.reduce((sum, value, i) => sum + value * values[i]!, 0));
      expect(Math.max(...residuals.map(Math.abs))).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-9);
    }),
  );
});
