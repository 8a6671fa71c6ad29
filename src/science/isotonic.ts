/**
 * Probabilities as they come true: the rising step function that is nearest to what was observed, in the sense of weighted
 * least squares, by pooling adjacent violators (Ayer et al. 1955, Ann. Math. Statist. 26, 641; Barlow et al. 1972).
 *
 * Bins stand in the order of what was forecast. A bin whose event came more rarely than that of the bin before is merged
 * with it into their weighted mean, until nothing falls. No shape but "more likely means more often" is assumed, so a few
 * hundred pairs are enough.
 */

/**
 * The fitted frequency of each bin, rising, as long as `observed`.
 *
 * @param observed  frequency of the event in each bin, in the order of the forecast probability
 * @param weights  pairs of each bin; of a bin of weight 0 the frequency does not count (it may be NaN)
 * @throws RangeError  lengths differ, or a weight is negative or no number
 */
export function isotonic(observed: ArrayLike<number>, weights: ArrayLike<number>): Float64Array {
  const bins = observed.length;
  if (weights.length !== bins) throw new RangeError(`${weights.length} weights for ${bins} bins`);
  const level = new Float64Array(bins);
  const weight = new Float64Array(bins);
  const end = new Int32Array(bins);
  let blocks = 0;
  for (let bin = 0; bin < bins; bin++) {
    const w = weights[bin]!;
    if (!(w >= 0)) throw new RangeError(`weights must not be negative; got ${w}`);
    if (w === 0) {
      // It takes the level of what precedes it; before the first bin that counts, of what follows (below).
      if (blocks > 0) end[blocks - 1] = bin + 1;
      continue;
    }
    level[blocks] = observed[bin]!;
    weight[blocks] = w;
    end[blocks] = bin + 1;
    blocks += 1;
    while (blocks > 1 && level[blocks - 2]! >= level[blocks - 1]!) {
      blocks -= 1;
      merge(level, weight, blocks - 1);
      end[blocks - 1] = bin + 1;
    }
  }
  return spread(level, end, blocks, bins);
}

/** Makes block `at` the weighted mean of itself and the next. */
function merge(level: Float64Array, weight: Float64Array, at: number): void {
  const total = weight[at]! + weight[at + 1]!;
  level[at] = (level[at]! * weight[at]! + level[at + 1]! * weight[at + 1]!) / total;
  weight[at] = total;
}

function spread(level: Float64Array, end: Int32Array, blocks: number, bins: number): Float64Array {
  const fitted = new Float64Array(bins).fill(Number.NaN);
  for (let block = 0, bin = 0; block < blocks; block++) while (bin < end[block]!) fitted[bin++] = level[block]!;
  return fitted;
}

/** Points of a calibration: what came true (`observed`) where `raw` was forecast; both rising. */
export interface CalibrationPoints {
  readonly raw: ArrayLike<number>;
  readonly observed: ArrayLike<number>;
}

/**
 * The calibrated probability: linear between the points, at the ends theirs. An exact 0 stays 0, since nothing rained
 * anywhere near; NaN stays NaN, and without points everything stays as it is.
 */
export function interpolateCalibration({ raw, observed }: CalibrationPoints, probability: number): number {
  const last = raw.length - 1;
  if (probability === 0 || Number.isNaN(probability) || last < 0) return probability;
  if (probability <= raw[0]!) return observed[0]!;
  if (probability >= raw[last]!) return observed[last]!;
  let next = 1;
  while (raw[next]! < probability) next += 1;
  const share = (probability - raw[next - 1]!) / (raw[next]! - raw[next - 1]!);
  return observed[next - 1]! + share * (observed[next]! - observed[next - 1]!);
}
