/** What the National Blend says of an hour at every spot (`weather/blend.ts`). */

import { HOUR } from '../../model/time.js';
import { blendSixHoursAt, hourStepAt } from '../weather/blend.js';
import { type Candidate, isKnownAt, weightOf } from './candidates.js';
import { edgesAt, stepValue } from './samplers.js';
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
  return hourStepAt(edgesAt(candidate, i), start) < 0 ? Number.NaN : stepValue(candidate, i, start, false);
}

/** The first window of six hours in which the whole hour lies. */
function sixHoursAt({ version: { windows, cuts }, column }: Candidate, i: number, start: number): number {
  const first = windows.first[i]!;
  const end = first + windows.count[i]!;
  const offset = offsetOf(windows, column, i);
  const nodes = cuts.whole.times.subarray(first, end);
  return blendSixHoursAt({ nodes, values: windows.values.subarray(offset + first, offset + end) }, start);
}
