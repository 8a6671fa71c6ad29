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

/** Slope at the end of the nodes: one-sided through three of them, limited to the shape of the first two. */
function endSlope(h0: number, h1: number, d0: number, d1: number): number {
  const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  return d0 * d1 <= 0 && Math.abs(slope) > 3 * Math.abs(d0) ? 3 * d0 : slope;
}

/**
 * Slope of the curve at node k, the weighted harmonic mean of the slopes beside it; two nodes are a straight line.
 *
 * @param offset  where in `y` the value of node 0 stands, or would stand: the values of a few nodes are enough
 */
function slopeAt(x: Numbers, y: Numbers, k: number, offset = 0): number {
  const last = x.length - 1;
  const at = offset + k;
  if (k === 0 || k === last) {
    const inner = k === 0 ? 1 : last - 1;
    const h0 = x[inner]! - x[k]!;
    const d0 = (y[offset + inner]! - y[at]!) / h0;
    if (last === 1) return d0;
    const next = k === 0 ? 2 : last - 2;
    const h1 = x[next]! - x[inner]!;
    return endSlope(h0, h1, d0, (y[offset + next]! - y[offset + inner]!) / h1);
  }
  const hBefore = x[k]! - x[k - 1]!;
  const hAfter = x[k + 1]! - x[k]!;
  const dBefore = (y[at]! - y[at - 1]!) / hBefore;
  const dAfter = (y[at + 1]! - y[at]!) / hAfter;
  if (dBefore * dAfter <= 0) return 0;
  const w1 = 2 * hAfter + hBefore;
  const w2 = hAfter + 2 * hBefore;
  return ((w1 + w2) * dBefore * dAfter) / (w1 * dAfter + w2 * dBefore);
}

/** The cubic between two nodes `h` apart with values y and slopes m, at the fraction u of the way. */
function cubicAt(u: number, h: number, y0: number, y1: number, m0: number, m1: number): number {
  const v = 1 - u;
  return v * v * ((1 + 2 * u) * y0 + u * h * m0) + u * u * ((1 + 2 * v) * y1 - v * h * m1);
}

/** Where instants lie among nodes: found once, and used by every series on the same nodes. */
export interface Places {
  readonly nodes: Numbers;
  /** For each instant the last node at or before it; −1 outside the nodes and inside holes. */
  readonly before: Int32Array;
  /** How far on the instant lies towards the next node, 0..1; 0 at a node. */
  readonly along: Float64Array;
}

/**
 * @param nodes strictly increasing
 * @param start first of `count` instants, each `step` after the one before
 * @param widest nodes farther apart than this have a hole between them
 */
export function placesAmong(nodes: Numbers, start: number, step: number, count: number, widest: number): Places {
  const before = new Int32Array(count).fill(-1);
  const along = new Float64Array(count);
  const last = nodes.length - 1;
  let k = 0;
  for (let i = 0; i < count; i++) {
    const t = start + i * step;
    while (k < last && nodes[k + 1]! <= t) k++;
    if (t === nodes[k]) before[i] = k;
    if (!(t > nodes[k]!) || k === last) continue;
    const length = nodes[k + 1]! - nodes[k]!;
    if (length > widest) continue;
    before[i] = k;
    along[i] = (t - nodes[k]!) / length;
  }
  return { nodes, before, along };
}

/**
 * Values of the monotone cubic through the nodes at `out.length` of the places; NaN where a place is in none.
 *
 * @param values one for each node, all known: nodes without a value are left out by the caller
 * @param from the first of the places
 * @returns `out`
 */
export function pchip({ nodes, before, along }: Places, values: Numbers, out: Float64Array, from = 0): Float64Array {
  let sloped = -2;
  let m0 = 0;
  let m1 = 0;
  for (let i = 0; i < out.length; i++) {
    const k = before[from + i]!;
    const u = along[from + i]!;
    if (u === 0) {
      out[i] = k < 0 ? Number.NaN : values[k]!;
      continue;
    }
    if (k !== sloped) {
      m0 = sloped === k - 1 ? m1 : slopeAt(nodes, values, k);
      m1 = slopeAt(nodes, values, k + 1);
      sloped = k;
    }
    out[i] = cubicAt(u, nodes[k + 1]! - nodes[k]!, values[k]!, values[k + 1]!, m0, m1);
  }
  return out;
}

/**
 * `pchip` at one instant; NaN outside the nodes and inside holes.
 *
 * @param values  of the nodes from k − 1 to k + 2, as far as there are such; node 0 stands, or would stand, at `offset`
 * @param k  the last node at or before t; −1 none
 * @param widest nodes farther apart than this have a hole between them
 */
export function pchipAt(nodes: Numbers, values: Numbers, offset: number, k: number, t: number, widest: number): number {
  if (k < 0) return Number.NaN;
  const begin = nodes[k]!;
  if (t === begin) return values[offset + k]!;
  if (k >= nodes.length - 1) return Number.NaN;
  const h = nodes[k + 1]! - begin;
  if (h > widest) return Number.NaN;
  const m0 = slopeAt(nodes, values, k, offset);
  const m1 = slopeAt(nodes, values, k + 1, offset);
  return cubicAt((t - begin) / h, h, values[offset + k]!, values[offset + k + 1]!, m0, m1);
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
  const count = out.length;
  const last = times.length - 1;
  out.fill(Number.NaN);
  if (last < 1) return out;
  const from = Math.min(count, Math.max(0, Math.ceil((times[0]! - start) / step)));
  out.fill(0, from, Math.min(count, Math.max(from, Math.floor((times[last]! - start) / step))));
  // Interval by interval and not bin by bin: most are dry, and then there is nothing to do.
  for (let j = 1; j <= last; j++) {
    const total = totals[j]!;
    const begin = times[j - 1]!;
    const end = times[j]!;
    if (total === 0 || end <= start) continue;
    if (begin >= start + count * step) break;
    const slope = slopeOfTotal(times, totals, j);
    const perSecond = 1 / (end - begin);
    for (let bin = Math.max(0, Math.floor((begin - start) / step)) | 0; bin < count; bin++) {
      const at = start + bin * step;
      if (at >= end) break;
      const u = at > begin ? (at - begin) * perSecond : 0;
      const v = at + step < end ? (at + step - begin) * perSecond : 1;
      out[bin] = out[bin]! + totalBetween(total, slope, u, v);
    }
  }
  return out;
}

/**
 * Total of a span, whatever its length: what `regularTotals` gives for one bin of it. NaN where any of it is unknown.
 *
 * @param first  the interval in which the span begins, or one before it
 * @param offset  where in `totals` that of interval 0 stands, or would stand
 */
export function totalWithin(
  times: Numbers,
  totals: Numbers,
  start: number,
  end: number,
  first = 1,
  offset = 0,
): number {
  const last = times.length - 1;
  if (last < 1 || start < times[0]! || end > times[last]!) return Number.NaN;
  let sum = 0;
  for (let j = first; j <= last && times[j - 1]! < end; j++) {
    const begin = times[j - 1]!;
    const total = totals[offset + j]!;
    if (times[j]! <= start || total === 0) continue;
    const perSecond = 1 / (times[j]! - begin);
    const u = start > begin ? (start - begin) * perSecond : 0;
    const v = end < times[j]! ? (end - begin) * perSecond : 1;
    sum += u === 0 && v === 1 ? total : totalBetween(total, slopeOfTotal(times, totals, j, offset), u, v);
  }
  return sum;
}

/** Whether of interval j at least `threshold` falls in a span that lies inside it. `offset` as above. */
export function reachesWithin(
  times: Numbers,
  totals: Numbers,
  offset: number,
  j: number,
  start: number,
  end: number,
  threshold: number,
): boolean {
  const total = totals[offset + j]!;
  if (!(total >= threshold)) return false;
  const begin = times[j - 1]!;
  const perSecond = 1 / (times[j]! - begin);
  const u = (start - begin) * perSecond;
  const slope = slopeOfTotal(times, totals, j, offset);
  return totalBetween(total, slope, u, u + (end - start) * perSecond) >= threshold;
}

/**
 * Counts series on the same intervals in each bin: in `known` those whose total is known, in `exceeding` those of them with
 * at least `threshold`. The same bins as those of `regularTotals`, which need not be made for it: of most intervals the
 * whole total is below the threshold. A bin that lies over two intervals is not counted.
 */
export function countExceedances(
  times: Numbers,
  series: readonly Numbers[],
  start: number,
  step: number,
  threshold: number,
  exceeding: Float64Array,
  known: Float64Array,
): void {
  for (let j = 1; j < times.length; j++) {
    const begin = times[j - 1]!;
    const end = times[j]!;
    if (end <= start) continue;
    // Indices as integers: rounded ones are still doubles to the compiler, and that nearly doubles the cost of the loops.
    const first = Math.max(0, Math.ceil((begin - start) / step)) | 0;
    const last = Math.min(known.length, Math.floor((end - start) / step)) | 0;
    if (first >= known.length) break;
    let found = 0;
    for (let n = 0; n < series.length; n++) {
      const totals = series[n]!;
      const total = totals[j]!;
      if (Number.isNaN(total)) continue;
      found++;
      if (total < threshold) continue;
      const slope = slopeOfTotal(times, totals, j);
      const perSecond = 1 / (end - begin);
      for (let bin = first; bin < last; bin++) {
        const u = (start + bin * step - begin) * perSecond;
        if (totalBetween(total, slope, u, u + step * perSecond) >= threshold) exceeding[bin] = exceeding[bin]! + 1;
      }
    }
    for (let bin = first; bin < last; bin++) known[bin] = known[bin]! + found;
  }
}

/** Slope of interval j; neighbours of another length count by their rate. */
function slopeOfTotal(times: Numbers, totals: Numbers, j: number, offset = 0): number {
  const total = totals[offset + j]!;
  if (!(total > 0)) return 0;
  const begin = times[j - 1]!;
  const length = times[j]! - begin;
  const left = j >= 2 ? (totals[offset + j - 1]! * length) / (begin - times[j - 2]!) : Number.NaN;
  const right = j + 1 < times.length ? (totals[offset + j + 1]! * length) / (times[j + 1]! - times[j]!) : Number.NaN;
  return limitedSlope(left, total, right);
}
