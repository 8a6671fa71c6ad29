/** Displacements of frames, kept for the leads that are asked for: the pictures of the next two hours share them. */

import type { RadarFrame } from '../../../model/radar.js';
import { type Displacement, displacementOf } from '../../../science/radar/displacement.js';

/** A lead every ten minutes, and those of the frame before while a newer one comes. */
const MOST_LEADS = 16;

const known = new WeakMap<RadarFrame, Map<number, Displacement>>();

/** Null where nothing moves. @param minutes  of lead, from 0 */
export function displacementOfFrame(frame: RadarFrame, minutes: number): Displacement | null {
  if (frame.motion === null || minutes === 0) return null;
  const kept = known.get(frame) ?? new Map<number, Displacement>();
  known.set(frame, kept);
  const displacement =
    kept.get(minutes) ?? displacementOf(frame.motion, frame.field.rows, frame.field.columns, minutes);
  kept.delete(minutes);
  kept.set(minutes, displacement);
  if (kept.size > MOST_LEADS) kept.delete(kept.keys().next().value!);
  return displacement;
}
