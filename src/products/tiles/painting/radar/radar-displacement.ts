/** Displacements of frames, kept for the leads that are asked for: the pictures of the next two hours share them. */

import type { RadarFrame } from '../../../../model/radar.js';
import { type Displacement, displacementOf } from '../../../../science/radar/displacement.js';
import type { CellScale } from '../../../../science/radar/echo-window.js';

/** Leads every ten minutes at two resolutions. A mesh of MRMS takes 3 MB, those of small zooms less than 1 MB. */
const MOST_KEPT = 24;
/** Of the motion's nodes, where cells are pixels of the frame: 8 pixels on MRMS. */
const FINEST_DIVISIONS = 4;

const known = new WeakMap<RadarFrame, Map<string, Displacement>>();

/**
 * Null where nothing moves.
 *
 * @param minutes  of lead, from 0
 * @param scale  that the frame is read at: larger cells need no finer mesh than they are themselves
 */
export function displacementOfFrame(
  frame: RadarFrame,
  minutes: number,
  { columnFactor }: CellScale,
): Displacement | null {
  const { motion, field } = frame;
  if (motion === null || minutes === 0) return null;
  const kept = known.get(frame) ?? new Map<string, Displacement>();
  known.set(frame, kept);
  const divisions = Math.max(1, Math.round(FINEST_DIVISIONS / columnFactor));
  const key = `${minutes} ${divisions}`;
  const displacement = kept.get(key) ?? displacementOf(motion, field.rows, field.columns, minutes, divisions);
  kept.delete(key);
  kept.set(key, displacement);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return displacement;
}
