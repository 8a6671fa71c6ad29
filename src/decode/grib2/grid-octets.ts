/**
 * What the grid definition templates have in common: numbers of columns and rows, and angles.
 *
 * Angles are in 10⁻⁶ degree unless a basic angle is given (note 1 of template 3.0); lengths of projected grids in mm.
 */

import { isMissing, malformed, octets, type Section, signedOctets } from './sections.js';

/** More points than this are refused: twice the largest grid of any feed (MRMS, 24.5 million), 200 MB of values. */
export const MOST_POINTS = 50_000_000;

export const MICRODEGREE = 1e-6;

/** @param first  octet of a number of columns or rows */
export function axisLength(section: Section, first: number, what: string): number {
  const length = octets(section, first, 4);
  if (length < 1 || length > MOST_POINTS)
    throw malformed(section, where(first), `number of ${what} is 1 to ${MOST_POINTS}`, length);
  return length;
}

/** Degrees of one unit of the angles, which octets 39-46 state in the templates that have a basic angle. */
export function angleUnit(section: Section): number {
  const basicAngle = octets(section, 39, 4);
  if (basicAngle === 0 || isMissing(section, 39, 4)) return MICRODEGREE;
  const subdivisions = octets(section, 43, 4);
  if (subdivisions === 0) throw malformed(section, 'octets 43-46', 'subdivisions of the basic angle are not 0', 0);
  return basicAngle / subdivisions;
}

/** Multiplying by 1e-6 gives 40.300000000000004 for 40300000; dividing gives the nearest double. */
export function angle(section: Section, first: number, unit = MICRODEGREE): number {
  const value = signedOctets(section, first, 4);
  return unit === MICRODEGREE ? value / 1e6 : value * unit;
}

/** Degrees within ±90. */
export function latitude(section: Section, first: number, unit = MICRODEGREE): number {
  const value = angle(section, first, unit);
  if (!(Math.abs(value) <= 90)) throw malformed(section, where(first), 'latitude is within ±90°', value);
  return value;
}

/** Degrees within ±360. */
export function longitude(section: Section, first: number, unit = MICRODEGREE): number {
  const value = angle(section, first, unit);
  if (!(Math.abs(value) <= 360)) throw malformed(section, where(first), 'longitude is within ±360°', value);
  return value;
}

/** The four octets from `first`, as errors name them. */
export function where(first: number): string {
  return `octets ${first}-${first + 3}`;
}
