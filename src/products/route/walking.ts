/**
 * Walking time over hills: Naismith's rule, with Langmuir's correction for the way down.
 *
 *   t = k (0.72 d + 6 a − 2 g + 2 s)      s
 *
 *   d   level distance, m                 an hour for 5 km
 *   a   climb, m                          an hour for 600 m
 *   g   descent on slopes of 5° to 12°    10 minutes less for 300 m
 *   s   descent on steeper slopes         10 minutes more for 300 m
 *   k   5 km/h over the walker's pace on the level
 *
 * Naismith, Scottish Mountaineering Club Journal 2 (1892), 136; Langmuir, Mountaincraft and Leadership (1984); the
 * coefficients are those of GRASS r.walk. Each slope is taken by itself, between two nodes of the profile.
 *
 * The pace scales the whole sum: a runner climbs faster too (docs/decisions/0005-pace-scales-the-whole-sum.md). The
 * best slope, 12° down, takes 1 − 2 tan 12°/0.72 = 0.41 of the time of level ground at any pace, so no time is
 * negative and methods that ask for a floor of 0.4 have it.
 */

import type { Profile } from './profile.js';

const NAISMITH_SPEED = 5 / 3.6; // m/s
const LEVEL = 1 / NAISMITH_SPEED; // 0.72 s/m
const CLIMB = 3600 / 600; // s/m
const DESCENT = 600 / 300; // s/m, less or more
const GENTLE = Math.tan((5 * Math.PI) / 180);
const STEEP = Math.tan((12 * Math.PI) / 180);

/** Seconds for one slope at 5 km/h: `run` m of level distance, `rise` m, negative downhill, NaN counts as level. */
export function slopeSeconds(run: number, rise: number): number {
  const level = LEVEL * run;
  if (rise > 0) return level + CLIMB * rise;
  if (rise < 0) {
    const slope = -rise / run; // without a run infinite, and so steep
    if (slope > STEEP) return level - DESCENT * rise;
    if (slope >= GENTLE) return level + DESCENT * rise;
  }
  return level;
}

/** Seconds from the start to each node: first 0, never decreasing. `speed`: pace on the level, m/s. */
export function walkingTimes({ distances, elevations }: Profile, speed: number): Float64Array {
  const k = NAISMITH_SPEED / speed;
  const seconds = new Float64Array(distances.length);
  for (let i = 1; i < distances.length; i++) {
    const slope = slopeSeconds(distances[i]! - distances[i - 1]!, elevations[i]! - elevations[i - 1]!);
    seconds[i] = seconds[i - 1]! + k * slope;
  }
  return seconds;
}
