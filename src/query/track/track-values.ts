/**
 * The mix of the layers at every spot (`layers/mixing.ts`), each at its own time: best first, what one leaves goes to the
 * next, and what is left at the end to the last that has a value.
 */

import type { ElementId } from '../../model/element.js';
import { isKnownAt, type Lane, weightOf } from './lanes.js';
import type { Sampler } from './samplers.js';
import type { TrackSpots } from './track.js';

/** An element along a track. */
export interface Strand {
  readonly id: ElementId;
  /** Seconds. */
  readonly before: number;
  readonly lanes: readonly Lane[];
  /** How each of the lanes is looked at. */
  readonly samplers: readonly Sampler[];
}

/**
 * @param starts  of the interval of each spot, or its instant; NaN none
 * @param seconds  its length; null for instants
 * @returns `out`
 * @throws RangeError when a spot is looked at outside of its own time
 */
export function mixAlong(
  strand: Strand,
  spots: TrackSpots,
  starts: Float64Array,
  seconds: Float64Array | null,
  out: Float64Array,
): Float64Array {
  for (let i = 0; i < spots.count; i++) {
    const from = starts[i]!;
    const length = seconds === null ? 0 : seconds[i]!;
    if (Number.isNaN(from)) out[i] = Number.NaN;
    else {
      checkTime(spots, strand, i, from, from + length);
      out[i] = mixAt(strand, spots, i, from, length);
    }
  }
  return out;
}

export function checkTime(
  { starts, ends }: TrackSpots,
  { id, before }: Pick<Strand, 'id' | 'before'>,
  i: number,
  from: number,
  to: number,
): void {
  if (from >= starts[i]! - before && to <= ends[i]!) return;
  throw new RangeError(
    `${id} of spot ${i} at ${from} to ${to}, outside of ${starts[i]! - before} to ${ends[i]!} that was asked for`,
  );
}

function mixAt({ lanes, samplers }: Strand, spots: TrackSpots, i: number, from: number, length: number): number {
  let sum = 0;
  let rest = 1;
  let last = Number.NaN;
  for (let rank = 0; rank < lanes.length; rank++) {
    const lane = lanes[rank]!;
    if (!isKnownAt(lane, i)) continue;
    const value = samplers[rank]!(lane, i, from, from + length);
    if (Number.isNaN(value)) continue;
    last = value;
    // Nothing stands below: whatever its weight, it takes all that is left.
    if (rank === lanes.length - 1) break;
    const weight = rest * weightOf(lane, spots, i, from + length / 2);
    sum += weight * value;
    rest -= weight;
    if (rest === 0) return sum;
  }
  return sum + rest * last;
}
