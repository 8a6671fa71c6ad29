/**
 * How far a minute can be relied on: the quality of what was seen, worn down by the time since.
 *
 *   q exp(−τ / L)        τ lead, L lifetime of the pattern (e-folding of the Lagrangian correlation), both min
 *
 * L is best known from how the last nowcasts of the same surroundings came true. Where it is not, it is that of widespread
 * rain, or half of that where something convective is near: reflectivity of 40 dBZ or more.
 */

import { rateOfReflectivity } from './reflectivity.js';

const SHORTEST_MINUTES = 30;
const LONGEST_MINUTES = 180;
const STRATIFORM_MINUTES = 90;
const CONVECTIVE_MINUTES = 45;

/** mm/h from which rain counts as convective, 12.24: that of 40 dBZ. */
export const INTENSE_RATE = rateOfReflectivity(40, 'convective');

/** Lifetime of the pattern, min: the measured one between 30 and 180; where that is NaN, by kind of rain. */
export function patternLifetime(measuredMinutes: number, hasIntense: boolean): number {
  if (Number.isNaN(measuredMinutes)) return hasIntense ? CONVECTIVE_MINUTES : STRATIFORM_MINUTES;
  return Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, measuredMinutes));
}

/** Ratio 0..1. `quality` is the radar quality index, 0..1, or 1 where none is told. */
export function nowcastConfidence(quality: number, leadMinutes: number, lifetimeMinutes: number): number {
  return quality * Math.exp(-leadMinutes / lifetimeMinutes);
}
