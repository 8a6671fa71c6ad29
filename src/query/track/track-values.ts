/** The mix of the candidates at every spot, each at its own time (`rules/mixture.ts`). */

import type { ElementId } from '../../model/element.js';
import { addValue, createMixture, finishMix, skipRecord, startMix } from '../rules/mixture.js';
import { type Candidate, isKnownAt, weightOf } from './candidates.js';
import type { Sampler } from './samplers.js';
import type { TrackSpots } from './track.js';

/** An element along a track. */
export interface TrackElement {
  readonly id: ElementId;
  /** Seconds. */
  readonly before: number;
  readonly candidates: readonly Candidate[];
  /** How each of the candidates is looked at. */
  readonly samplers: readonly Sampler[];
}

/** Memory of one mix at a time; nothing in it outlives the call. */
const mixture = createMixture(2048);

/**
 * Candidate by candidate and not spot by spot: of one candidate all is the same but its numbers.
 *
 * @param starts  of the interval of each spot, or its instant; NaN none
 * @param seconds  its length; null for instants
 * @returns `out`
 * @throws RangeError when a spot is looked at outside of its own time
 */
export function mixAlong(
  wanted: TrackElement,
  spots: TrackSpots,
  starts: Float64Array,
  seconds: Float64Array | null,
  out: Float64Array,
): Float64Array {
  prepare(wanted, spots, starts, seconds, out);
  for (let rank = 0; rank < wanted.candidates.length && mixture.left > 0; rank++)
    addCandidate(wanted, rank, spots, starts, seconds, out);
  return finishMix(mixture, out);
}

/** Nothing is left of spots that are not looked at. */
function prepare(
  wanted: TrackElement,
  spots: TrackSpots,
  starts: Float64Array,
  seconds: Float64Array | null,
  out: Float64Array,
): void {
  startMix(mixture, out);
  for (let i = 0; i < spots.count; i++) {
    const from = starts[i]!;
    if (Number.isNaN(from)) skipRecord(mixture, i, out);
    else checkTime(spots, wanted, i, from, from + (seconds === null ? 0 : seconds[i]!));
  }
}

/** Adds a candidate where the ones before it left something. */
function addCandidate(
  { candidates, samplers }: TrackElement,
  rank: number,
  spots: TrackSpots,
  starts: Float64Array,
  seconds: Float64Array | null,
  out: Float64Array,
): void {
  const candidate = candidates[rank]!;
  const sampler = samplers[rank]!;
  // Nothing stands below the last: whatever its weight, it takes all that is left.
  const isLast = rank === candidates.length - 1;
  const { rest, last } = mixture;
  for (let i = 0; i < spots.count; i++) {
    if (rest[i] === 0 || !isKnownAt(candidate, i)) continue;
    const from = starts[i]!;
    const length = seconds === null ? 0 : seconds[i]!;
    const value = sampler(candidate, i, from, from + length);
    if (Number.isNaN(value)) continue;
    if (isLast) last[i] = value;
    else addValue(mixture, i, value, weightOf(candidate, spots, i, from + length / 2), out);
  }
}

export function checkTime(
  { starts, ends }: TrackSpots,
  { id, before }: Pick<TrackElement, 'id' | 'before'>,
  i: number,
  from: number,
  to: number,
): void {
  if (from >= starts[i]! - before && to <= ends[i]!) return;
  throw new RangeError(
    `${id} of spot ${i} at ${from} to ${to}, outside of ${starts[i]! - before} to ${ends[i]!} that was asked for`,
  );
}
