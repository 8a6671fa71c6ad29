/**
 * Azimuths in whole tenths of a degree, as radars tell them, for the many pixels of a map.
 *
 *   tenth = ⌊10 atan2(east, north)⌋        of 0 … 360°, clockwise from north
 *
 * An arc tangent costs more than all else that a pixel needs, so one from a table says which tenth it is: within an eighth of
 * the circle arctan s, straight between its values at 0, 1/2048 … 1, is off by less than 1.2e-5 tenths (h²/8 of its
 * steepest bend, 0.65), and the other eighths are its mirror images. Closer than twice that to the border of a tenth the
 * arc tangent itself decides, so that nothing depends on the table.
 */

import { RADIANS_PER_DEGREE } from './angles.js';

const TENTHS = 3600;
const STEPS = 2048;
const DOUBT = 2.4e-5;
/** Tenths of a degree; one more than is needed, for what lies behind the last. */
const ARCS = Float64Array.from({ length: STEPS + 2 }, (_, n) => (10 * Math.atan(n / STEPS)) / RADIANS_PER_DEGREE);

/** 0 … 3599; 0 of the origin itself. @param east, north  of any length */
export function azimuthTenth(east: number, north: number): number {
  const [across, along] = [Math.abs(east), Math.abs(north)];
  const isSteep = across > along;
  const share = STEPS * (isSteep ? along / across : across / along);
  const below = share | 0;
  const arc = ARCS[below]! + (share - below) * (ARCS[below + 1]! - ARCS[below]!);
  let azimuth = isSteep ? 900 - arc : arc;
  if (north < 0) azimuth = 1800 - azimuth;
  if (east < 0) azimuth = TENTHS - azimuth;
  const tenth = azimuth | 0;
  const rest = azimuth - tenth;
  return rest > DOUBT && rest < 1 - DOUBT ? tenth : exactTenth(east, north);
}

function exactTenth(east: number, north: number): number {
  const azimuth = Math.atan2(east, north) / RADIANS_PER_DEGREE;
  return Math.floor((azimuth < 0 ? azimuth + 360 : azimuth) * 10) % TENTHS;
}
