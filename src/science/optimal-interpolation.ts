/**
 * Optimal interpolation of innovations (Gandin 1963, Objective Analysis of Meteorological Fields; Daley 1991, Atmospheric
 * Data Analysis, ch. 4).
 *
 *   increment = bᵀ (B + R)⁻¹ d
 *
 *   d   innovations: observation minus background at each station
 *   B   correlation of background errors between the stations, b between the place and the stations
 *   R   error variance of each observation, diagonal, as a share of the background's
 *
 * All variances are shares of the variance of the background, which cancels. A far observation counts less by `b`; two that
 * stand together count little more than one, by `B`. Where observations must vanish at a limit, `R` grows without bound
 * towards it (Hunt, Kostelich & Szunyogh 2007, Physica D 230, 112): nothing jumps where one begins to count.
 */

/**
 * Correlation function of compact support, twice continuously differentiable, valid in up to three dimensions
 * (Gaspari & Cohn 1999, Q. J. R. Meteorol. Soc. 125, 723, equation 4.10).
 *
 * @param ratio  distance as a share of half the support, not negative
 * @returns 1 at 0, 0 from 2 on
 */
export function compactCorrelation(ratio: number): number {
  const x = ratio;
  if (x >= 2) return 0;
  if (x <= 1) return 1 + x * x * (-5 / 3 + x * (5 / 8 + x * (1 / 2 - x / 4)));
  return Math.max(0, 4 - 2 / (3 * x) + x * (-5 + x * (5 / 3 + x * (5 / 8 + x * (-1 / 2 + x / 12)))));
}

/** Weight that is 1 up to half of a limit and falls smoothly to 0 there. @param ratio  share of the limit, not negative */
export function taper(ratio: number): number {
  if (ratio <= 0.5) return 1;
  if (ratio >= 1) return 0;
  return (1 - (2 * ratio - 1) ** 2) ** 2;
}

/** Symmetric, positive definite, row by row; only the lower triangle is looked at. */
export type SquareMatrix = readonly (readonly number[])[];

/**
 * The lower triangle L of A = L Lᵀ.
 *
 * @throws RangeError  the matrix is not positive definite
 */
function choleskyFactor(matrix: SquareMatrix): number[][] {
  const factor: number[][] = [];
  for (const [i, row] of matrix.entries()) {
    const own: number[] = [];
    for (let j = 0; j <= i; j++) {
      let rest = row[j]!;
      for (let k = 0; k < j; k++) rest -= own[k]! * (j === i ? own : factor[j]!)[k]!;
      if (j < i) own.push(rest / factor[j]![j]!);
      else if (rest > 0) own.push(Math.sqrt(rest));
      else throw new RangeError(`pivot ${i} of the matrix is ${rest}; a positive definite one has positive pivots`);
    }
    factor.push(own);
  }
  return factor;
}

/**
 * Solution x of A x = b, by Cholesky's factor.
 *
 * @throws RangeError  the matrix is not positive definite
 */
export function solvePositive(matrix: SquareMatrix, right: readonly number[]): number[] {
  return solveFactored(choleskyFactor(matrix), right);
}

function solveFactored(factor: readonly (readonly number[])[], right: readonly number[]): number[] {
  const x = [...right];
  const size = x.length;
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= factor[i]![k]! * x[k]!;
    x[i]! /= factor[i]![i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= factor[k]![i]! * x[k]!;
    x[i]! /= factor[i]![i]!;
  }
  return x;
}

/**
 * Distance of each innovation from the value that the others give for it, as a share of its standard deviation, in standard
 * deviations of the background: with C = (B + R)⁻¹
 *
 *   residual = (C d)ᵢ / √Cᵢᵢ
 *
 * A single innovation is compared with the background alone, which says 0.
 *
 * @throws RangeError  the matrix is not positive definite
 */
export function leaveOneOutResiduals(matrix: SquareMatrix, innovations: readonly number[]): number[] {
  const factor = choleskyFactor(matrix);
  const solved = solveFactored(factor, innovations);
  return solved.map((value, i) => {
    const unit = innovations.map((_, k) => (k === i ? 1 : 0));
    return value / Math.sqrt(solveFactored(factor, unit)[i]!);
  });
}
