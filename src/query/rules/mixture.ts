/**
 * The mix of several sources at many records, best first:
 *
 *   rest = 1;  for each source that has a value:  w = rest × weight,  value += w × v,  rest −= w
 *   what is left at the end goes to the last source that has a value
 *
 * A source alone is therefore itself whatever its weight, and no value is ever outside the range of the sources.
 */

export interface Mixture {
  /** Remaining share of each record, 0..1; 0 where nothing more is added. */
  rest: Float64Array;
  /** The value that was added last to each record; NaN for none. */
  last: Float64Array;
  /** Records that still have a rest. */
  left: number;
}

/** Memory of one mix at a time, for about `room` records; it grows. */
export function createMixture(room: number): Mixture {
  return { rest: new Float64Array(room), last: new Float64Array(room), left: 0 };
}

/** Begins the mix of all records of `out`. */
export function startMix(mixture: Mixture, out: Float64Array): void {
  const count = out.length;
  if (mixture.rest.length < count) {
    mixture.rest = new Float64Array(2 * count);
    mixture.last = new Float64Array(2 * count);
  }
  mixture.rest.fill(1, 0, count);
  mixture.last.fill(Number.NaN, 0, count);
  mixture.left = count;
  out.fill(0);
}

/** Leaves a record out: it is NaN. */
export function skipRecord(mixture: Mixture, k: number, out: Float64Array): void {
  mixture.rest[k] = 0;
  mixture.left--;
  out[k] = Number.NaN;
}

/** Adds the value of the next source to record k, which has a rest. */
export function addValue(mixture: Mixture, k: number, value: number, weight: number, out: Float64Array): void {
  const { rest, last } = mixture;
  const share = rest[k]! * weight;
  out[k] = out[k]! + share * value;
  last[k] = value;
  rest[k] = rest[k]! - share;
  if (rest[k] === 0) mixture.left--;
}

/** Gives what is left to the last source. Returns `out`. */
export function finishMix({ rest, last, left }: Mixture, out: Float64Array): Float64Array {
  if (left > 0) for (let k = 0; k < out.length; k++) if (rest[k]! > 0) out[k] = out[k]! + rest[k]! * last[k]!;
  return out;
}
