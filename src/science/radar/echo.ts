/**
 * Rain as an echo, which is how pictures of radar show it: dBZ of a rate, and back.
 *
 *   E = max(0, 10 log₁₀(300 R^1.4))        dBZ of R in mm/h; no rain is 0 dBZ, and so is less than 0.017 mm/h
 *
 * Always by the relation of convective rain, whatever falls, so that a colour means the same rate everywhere.
 */

import { UNOBSERVED } from '../../model/radar.js';
import { reflectivityOfRate, uncappedRate } from './reflectivity.js';

const tables = new Map<number, Float32Array>();

/** dBZ, from 0; NaN stays NaN. */
export function echoOfRate(rate: number): number {
  return Math.max(0, reflectivityOfRate(rate, 'convective'));
}

/** mm/h; none at 0 dBZ and below. NaN stays NaN. */
export function rateOfEcho(dbz: number): number {
  return dbz <= 0 ? 0 : uncappedRate(dbz, 'convective');
}

/** dBZ of all packed rates of a step, mm/h; NaN of `UNOBSERVED`. One table for all fields of that step. */
export function echoesOfPacked(step: number): Float32Array {
  const known = tables.get(step);
  if (known) return known;
  const made = Float32Array.from({ length: UNOBSERVED + 1 }, (_, packed) =>
    packed === UNOBSERVED ? Number.NaN : echoOfRate(packed * step),
  );
  tables.set(step, made);
  return made;
}
