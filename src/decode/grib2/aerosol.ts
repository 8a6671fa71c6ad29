/**
 * Aerosol of templates 4.44, 4.46 and 4.48: what it is, how large its particles are, and the light that it is seen in.
 *
 *   12-13 type (code table 4.233) · 14 kind of interval (code table 4.91) · 15-19 first size · 20-24 second size
 *   4.48 only   25 kind of interval · 26-30 first wavelength · 31-35 second wavelength
 */

import { readScaledValue } from './scaled-value.js';
import { octet, octets, type Section } from './sections.js';

export interface Aerosol {
  /** Code table 4.233: 62000 total, 62001 dust, 62008 sea salt, 62009 black carbon, 62010 organic matter … */
  readonly type: number;
  /** Bounds of the particles' diameter, m; null where it is open. */
  readonly sizeFrom: number | null;
  readonly sizeBelow: number | null;
  /** Bounds of the wavelength of optical properties, m; null where it is open or the field is none. */
  readonly wavelengthFrom: number | null;
  readonly wavelengthBelow: number | null;
}

export function readAerosol(section: Section, optical: boolean): Aerosol {
  const [sizeFrom, sizeBelow] = readBounds(section, 14);
  const [wavelengthFrom, wavelengthBelow] = optical ? readBounds(section, 25) : [null, null];
  return { type: octets(section, 12, 2), sizeFrom, sizeBelow, wavelengthFrom, wavelengthBelow };
}

type Bounds = readonly [from: number | null, below: number | null];

/** Code table 4.91. Whether a bound itself belongs to the interval makes no difference to a real number. */
const INTERVALS: Readonly<Record<number, (first: number | null, second: number | null) => Bounds>> = {
  0: (first) => [null, first],
  1: (_, second) => [second, null],
  2: (first, second) => [first, second],
  3: (first) => [first, null],
  4: (_, second) => [null, second],
  5: (first) => [null, first],
  6: (_, second) => [second, null],
  7: (first, second) => [first, second],
  8: (first) => [first, null],
  9: (_, second) => [null, second],
  10: (first, second) => [first, second],
  11: (first) => [first, first],
};

/** An interval of a kind that is not in the table says nothing of the bounds. */
function readBounds(section: Section, at: number): Bounds {
  const bounds = INTERVALS[octet(section, at)];
  return bounds ? bounds(readScaledValue(section, at + 1), readScaledValue(section, at + 6)) : [null, null];
}
