/**
 * From native model steps to the steps of an answer: states by monotone cubics, totals by shares that add up again.
 *
 * States (temperature, pressure, u and v …) go through PCHIP: Fritsch & Carlson (1980), SIAM J. Numer. Anal. 17, 238,
 * with the weighted harmonic slopes of Fritsch & Butland (1984). The curve passes through every node and has no
 * extremes of its own, so interpolation never makes a day warmer than its hours.
 *
 * Totals are laid out over their interval with a slope limited by the neighbours (van Leer's monotonised central
 * limiter, J. Comput. Phys. 32, 1979, 101): the pieces add up to the total and none is negative.
 */

type Numbers = ArrayLike<number>;

/** Slope at the end of a run of nodes: one-sided through three points, limited to the shape of the first two. */
function endSlope(h0: number, h1: number, d0: number, d1: number): number {
  const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  return d0 * d1 <= 0 && Math.abs(slope) > 3 * Math.abs(d0) ? 3 * d0 : slope;
}

/**
 * Slope of the curve at node k. A missing neighbour makes it the end of a run; so does an absent one, because reading
 * beyond an array gives undefined and every difference with it is NaN.
 */
function slopeAt(x: Numbers, y: Numbers, k: number): number {
  const hBefore = x[k]! - x[k - 1]!;
  const hAfter = x[k + 1]! - x[k]!;
  const dBefore = (y[k]! - y[k - 1]!) / hBefore;
  const dAfter = (y[k + 1]! - y[k]!) / hAfter;
  const before = !Number.isNaN(dBefore);
  const after = !Number.isNaN(dAfter);
  if (before && after) {
    if (dBefore * dAfter <= 0) return 0;
    const w1 = 2 * hAfter + hBefore;
    const w2 = hAfter + 2 * hBefore;
    return (w1 + w2) / (w1 / dBefore + w2 / dAfter);
  }
  if (after) {
    const hNext = x[k + 2]! - x[k + 1]!;
    const dNext = (y[k + 2]! - y[k + 1]!) / hNext;
    return Number.isNaN(dNext) ? dAfter : endSlope(hAfter, hNext, dAfter, dNext);
  }
  const hLast = x[k - 1]! - x[k - 2]!;
  const dLast = (y[k - 1]! - y[k - 2]!) / hLast;
  return Number.isNaN(dLast) ? dBefore : endSlope(hBefore, hLast, dBefore, dLast);
}

/**
 * Value of the monotone cubic through the nodes (x, y) at each of `at`.
 *
 * Nodes with NaN are missing: the runs between them are curves of their own, and what lies beside a missing node, or
 * outside all nodes, is NaN. At a node the answer is the node, whatever is beside it.
 *
 * @param x strictly increasing, one for each y
 * @param at increasing
 * @returns one entry for each of `at`, in `out` when given
 */
export function pchip(x: Numbers, y: Numbers, at: Numbers, out = new Float64Array(at.length)): Float64Array {
  let k = 0;
  let sloped = Number.NaN;
  let m0 = 0;
  let m1 = 0;
  for (let i = 0; i < at.length; i++) {
    const t = at[i]!;
    while (k + 1 < x.length && x[k + 1]! <= t) k++;
    if (x[k] === t) {
      out[i] = y[k]!;
      continue;
    }
    if (k !== sloped) {
      m0 = sloped === k - 1 ? m1 : slopeAt(x, y, k);
      m1 = slopeAt(x, y, k + 1);
      sloped = k;
    }
    const h = x[k + 1]! - x[k]!;
    const u = (t - x[k]!) / h;
    const v = 1 - u;
    const cubic = v * v * ((1 + 2 * u) * y[k]! + u * h * m0) + u * u * ((1 + 2 * v) * y[k + 1]! - v * h * m1);
    out[i] = t > x[k]! ? cubic : Number.NaN;
  }
  return out;
}

/** Change of the total across its interval, by the totals before and after; a missing neighbour leaves it level. */
function limitedSlope(left: number, total: number, right: number): number {
  const rise = total - left;
  const next = right - total;
  if (!(rise * next > 0)) return 0;
  const size = Math.min(2 * Math.abs(rise), 2 * Math.abs(next), Math.abs(right - left) / 2);
  return rise > 0 ? size : -size;
}

/** What of a total with this slope falls between u and v, as parts 0..1 of the interval. */
function totalBetween(total: number, slope: number, u: number, v: number): number {
  return (v - u) * (total + slope * ((u + v - 1) / 2));
}

/**
 * A total in `pieces` equal parts, in time order; their sum is the total.
 *
 * @param left total of an interval of the same length before; NaN when unknown
 * @param right total of an interval of the same length after; NaN when unknown
 */
export function splitTotal(left: number, total: number, right: number, pieces: number): Float64Array {
  const slope = limitedSlope(left, total, right);
  const parts = new Float64Array(pieces);
  for (let k = 0; k < pieces; k++) parts[k] = totalBetween(total, slope, k / pieces, (k + 1) / pieces);
  return parts;
}

/**
 * Totals of native intervals in regular bins: 3-hour totals as hours, hours as quarter-hours.
 *
 * A bin that lies over two intervals takes its part of each; a bin that a missing interval touches, or that reaches
 * beyond the axis, is NaN. The bins of an interval add up to its total.
 *
 * @param times ends of the intervals, epoch seconds, strictly increasing
 * @param totals totals[i] fell in (times[i − 1], times[i]]; totals[0] has no known beginning and is not used
 * @param start beginning of the first bin, epoch seconds
 * @param step length of the bins, seconds
 * @param out one entry for each bin
 */
export function regularTotals(
  times: Numbers,
  totals: Numbers,
  start: number,
  step: number,
  out: Float64Array,
): Float64Array {
  let i = 1;
  for (let bin = 0; bin < out.length; bin++) {
    const from = start + bin * step;
    const to = from + step;
    while (i < times.length && times[i]! <= from) i++;
    let sum = from >= times[0]! ? 0 : Number.NaN;
    let j = i;
    for (let at = from; at < to; j++) {
      if (j >= times.length) {
        sum = Number.NaN;
        break;
      }
      const until = Math.min(times[j]!, to);
      sum += intervalPart(times, totals, j, at, until);
      at = until;
    }
    out[bin] = sum;
  }
  return out;
}

/** What of interval j falls between two instants inside it. Neighbours of another length count by their rate. */
function intervalPart(times: Numbers, totals: Numbers, j: number, from: number, to: number): number {
  const begin = times[j - 1]!;
  const length = times[j]! - begin;
  const total = totals[j]!;
  if (total === 0 || to - from === length) return (total * (to - from)) / length;
  const left = j >= 2 ? (totals[j - 1]! * length) / (begin - times[j - 2]!) : Number.NaN;
  const right = (totals[j + 1]! * length) / (times[j + 1]! - times[j]!);
  return totalBetween(total, limitedSlope(left, total, right), (from - begin) / length, (to - begin) / length);
}
