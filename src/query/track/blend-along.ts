/** What the National Blend says of an hour at every spot (`weather/blend.ts`). */

import { HOUR } from '../../model/time.js';
import { stepAt } from '../time/series.js';
import { SIX_HOURS } from '../weather/blend.js';
import { type Candidate, isKnownAt, weightOf } from './candidates.js';
import { stepValue } from './samplers.js';
import type { BlendChances, TrackSpots } from './track.js';
import { checkTime } from './track-values.js';
import { offsetOf } from './windows.js';

/** @param hourly, sixHourly  candidates of the two elements; none where they are not wanted */
export function blendAlong(
  hourly: readonly Candidate[],
  sixHourly: readonly Candidate[],
  spots: TrackSpots,
  hours: Float64Array,
): BlendChances {
  const unknown = () => new Float64Array(spots.count).fill(Number.NaN);
  const chances = { hour: unknown(), weight: unknown(), sixHours: unknown() };
  for (let i = 0; i < spots.count; i++) {
    const start = hours[i]!;
    if (Number.isNaN(start)) continue;
    const ofHour = hourly.find((candidate) => isKnownAt(candidate, i));
    const ofSix = sixHourly.find((candidate) => isKnownAt(candidate, i));
    if (ofHour !== undefined) {
      checkTime(spots, ofHour, i, start, start + HOUR);
      chances.hour[i] = hourAt(ofHour, i, start);
      chances.weight[i] = weightOf(ofHour, spots, i, start + HOUR / 2);
    }
    if (ofSix !== undefined) chances.sixHours[i] = sixHoursAt(ofSix, i, start);
  }
  return chances;
}

/** The value of the one-hour step that begins at `start`. */
function hourAt(candidate: Candidate, i: number, start: number): number {
  const { windows, cuts } = candidate.version;
  const nodes = windows.gaps[candidate.column]?.get(i)?.nodes ?? cuts.whole.edges;
  const k = stepAt(nodes, start);
  return k >= 1 && nodes[k]! - nodes[k - 1]! <= HOUR ? stepValue(candidate, i, start, false) : Number.NaN;
}

/** The first window of six hours in which the whole hour lies. */
function sixHoursAt({ version: { windows, cuts }, column }: Candidate, i: number, start: number): number {
  const { times } = cuts.whole;
  const offset = offsetOf(windows, column, i);
  const end = windows.first[i]! + windows.count[i]!;
  for (let k = windows.first[i]!; k < end && times[k]! - SIX_HOURS <= start; k++) {
    const value = windows.values[offset + k]!;
    if (times[k]! >= start + HOUR && !Number.isNaN(value)) return value;
  }
  return Number.NaN;
}
