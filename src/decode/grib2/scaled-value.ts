/**
 * A number as section 4 writes levels, limits and sizes: an octet of scale and four of value, both sign and magnitude,
 * for value × 10^−scale. Either of them with all bits set means that there is no number.
 */

import { isMissing, type Section, signedOctets } from './sections.js';

/** The number whose scale is octet `first` and whose value are the four behind it. Dividing keeps 254 / 10³ exact. */
export function readScaledValue(section: Section, first: number): number | null {
  if (isMissing(section, first, 1) || isMissing(section, first + 1, 4)) return null;
  const scale = signedOctets(section, first, 1);
  const value = signedOctets(section, first + 1, 4);
  return scale < 0 ? value * 10 ** -scale : value / 10 ** scale;
}
