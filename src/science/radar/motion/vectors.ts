/**
 * Sparse vectors of motion, made trustworthy: those that disagree with their neighbours go, and crowds count once.
 *
 * A vector is an outlier when its Mahalanobis distance from its nearest neighbours exceeds 3: with m their mean and C their
 * covariance,
 *
 *   D² = (v − m)ᵀ C⁻¹ (v − m)
 *
 * What is left is cut into squares, and each square with vectors in it has one: the medians of their places and motions.
 */

import { findNearest, type Nearest, roomForNearest } from './neighbours.js';

/** Places (pixels) and motions (pixels per minute) of vectors; all lists equally long. */
export interface Vectors {
  readonly rows: number[];
  readonly columns: number[];
  readonly u: number[];
  readonly v: number[];
}

export function noVectors(): Vectors {
  return { rows: [], columns: [], u: [], v: [] };
}

function addVector(to: Vectors, row: number, column: number, u: number, v: number): void {
  to.rows.push(row);
  to.columns.push(column);
  to.u.push(u);
  to.v.push(v);
}

/**
 * Spread below which neighbours count as agreeing, pixels per minute: where all agree to the last digit, any difference
 * would be an infinity of standard deviations.
 */
const LEAST_SPREAD = 1e-3;

/** Squared Mahalanobis distance of vector k from its neighbours. */
function squaredDistance(vectors: Vectors, k: number, near: Nearest): number {
  let [meanU, meanV] = [0, 0];
  for (let n = 0; n < near.count; n++) {
    meanU += vectors.u[near.indices[n]!]! / near.count;
    meanV += vectors.v[near.indices[n]!]! / near.count;
  }
  let [uu, uv, vv] = [0, 0, 0];
  for (let n = 0; n < near.count; n++) {
    const du = vectors.u[near.indices[n]!]! - meanU;
    const dv = vectors.v[near.indices[n]!]! - meanV;
    uu += (du * du) / (near.count - 1);
    uv += (du * dv) / (near.count - 1);
    vv += (dv * dv) / (near.count - 1);
  }
  uu += LEAST_SPREAD ** 2;
  vv += LEAST_SPREAD ** 2;
  const u = vectors.u[k]! - meanU;
  const v = vectors.v[k]! - meanV;
  return (vv * u * u - 2 * uv * u * v + uu * v * v) / (uu * vv - uv * uv);
}

/**
 * @param deviations  greatest distance from the neighbours, standard deviations
 * @param neighbours  how many are asked; with fewer than three, nothing is an outlier
 */
export function withoutOutliers(vectors: Vectors, deviations: number, neighbours: number): Vectors {
  const kept = noVectors();
  const near = roomForNearest(neighbours);
  for (let k = 0; k < vectors.rows.length; k++) {
    findNearest(vectors, vectors.rows[k]!, vectors.columns[k]!, k, near);
    if (near.count >= 3 && squaredDistance(vectors, k, near) > deviations ** 2) continue;
    addVector(kept, vectors.rows[k]!, vectors.columns[k]!, vectors.u[k]!, vectors.v[k]!);
  }
  return kept;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** One vector for each square of `side` pixels that has any, in the order of the first of each. */
export function declustered(vectors: Vectors, side: number): Vectors {
  const squares = new Map<string, number[]>();
  for (let k = 0; k < vectors.rows.length; k++) {
    const square = `${Math.floor(vectors.rows[k]! / side)} ${Math.floor(vectors.columns[k]! / side)}`;
    const members = squares.get(square);
    if (members) members.push(k);
    else squares.set(square, [k]);
  }
  const kept = noVectors();
  for (const members of squares.values()) {
    const medianOf = (of: readonly number[]) => median(members.map((k) => of[k]!));
    addVector(kept, medianOf(vectors.rows), medianOf(vectors.columns), medianOf(vectors.u), medianOf(vectors.v));
  }
  return kept;
}
