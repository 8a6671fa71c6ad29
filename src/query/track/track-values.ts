/**
 * The mix of the layers at every spot (`layers/mixing.ts`), each at its own time: best first, what one leaves goes to the
 * next, and what is left at the end to the last that has a value.
 */

import type { ElementId } from '../../model/element.js';
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
const work = { rest: new Float64Array(2048), last: new Float64Array(2048) };

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
  for (let rank = 0; rank < wanted.candidates.length; rank++) addCandidate(wanted, rank, spots, starts, seconds, out);
  const { rest, last } = work;
  for (let i = 0; i < spots.count; i++) if (rest[i] !== 0) out[i] = out[i]! + rest[i]! * last[i]!;
  return out;
}

/** Nothing is left of spots that are not looked at. */
function prepare(
  wanted: TrackElement,
  spots: TrackSpots,
  starts: Float64Array,
  seconds: Float64Array | null,
  out: Float64Array,
): void {
  const { count } = spots;
  if (work.rest.length < count) for (const name of ['rest', 'last'] as const) work[name] = new Float64Array(2 * count);
  const { rest, last } = work;
  last.fill(Number.NaN, 0, count);
  for (let i = 0; i < count; i++) {
    const from = starts[i]!;
    const isAsked = !Number.isNaN(from);
    if (isAsked) checkTime(spots, wanted, i, from, from + (seconds === null ? 0 : seconds[i]!));
    rest[i] = isAsked ? 1 : 0;
    out[i] = isAsked ? 0 : Number.NaN;
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
  const { rest, last } = work;
  for (let i = 0; i < spots.count; i++) {
    if (rest[i] === 0 || !isKnownAt(candidate, i)) continue;
    const from = starts[i]!;
    const length = seconds === null ? 0 : seconds[i]!;
    const value = sampler(candidate, i, from, from + length);
    if (Number.isNaN(value)) continue;
    last[i] = value;
    if (isLast) continue;
    const weight = rest[i]! * weightOf(candidate, spots, i, from + length / 2);
    out[i] = out[i]! + weight * value;
    rest[i] = rest[i]! - weight;
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
