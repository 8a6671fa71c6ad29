/**
 * Shape of the earth (code table 3.2), octets 15-30 of every grid template: a sphere or an ellipsoid, m.
 *
 *   15 shape · 16 scale factor and 17-20 scaled radius of a sphere · 21, 22-25 major axis · 26, 27-30 minor axis
 *
 * Shape 8 is a sphere for the projection; that its results are named in WGS84 changes no number here.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import { LARGEST_RADIUS, SMALLEST_RADIUS } from '../../grid/limits.js';
import type { EarthShape } from '../../model/field.js';
import { isMissing, malformed, octet, octets, type Section, signedOctets } from './sections.js';

const sphere = (radius: number): EarthShape => ({ semiMajor: radius, semiMinor: radius });

/** Shapes that need no number of the producer. */
const KNOWN_SHAPES: Readonly<Record<number, EarthShape>> = {
  0: sphere(6_367_470),
  2: { semiMajor: 6_378_160, semiMinor: 6_356_775 }, // IAU 1965; the table's flattening of 1/297 contradicts its axes
  4: { semiMajor: 6_378_137, semiMinor: 6_378_137 * (1 - 1 / 298.257222101) }, // IAG-GRS80
  5: { semiMajor: 6_378_137, semiMinor: 6_378_137 * (1 - 1 / 298.257223563) }, // WGS84
  6: sphere(6_371_229),
  8: sphere(6_371_200),
  9: { semiMajor: 6_377_563.396, semiMinor: 6_356_256.909 }, // Airy 1830, OSGB 1936
};

/** @throws GribUnsupportedError for a shape that is not in the table, MalformedError for radii of no earth */
export function readEarthShape(section: Section): EarthShape {
  const shape = octet(section, 15);
  if (shape === 1) return sphere(readRadius(section, 16, 1));
  if (shape === 3) return { semiMajor: readRadius(section, 21, 1000), semiMinor: readRadius(section, 26, 1000) };
  if (shape === 7) return { semiMajor: readRadius(section, 21, 1), semiMinor: readRadius(section, 26, 1) };
  const known = KNOWN_SHAPES[shape];
  if (!known) throw new GribUnsupportedError('code table 3.2 shape of the earth', shape);
  return known;
}

/** Scaled value / 10^factor × `unit`, m. A missing factor is none. */
function readRadius(section: Section, factorOctet: number, unit: number): number {
  const factor = isMissing(section, factorOctet, 1) ? 0 : signedOctets(section, factorOctet, 1);
  const radius = (octets(section, factorOctet + 1, 4) / 10 ** factor) * unit;
  if (!(radius >= SMALLEST_RADIUS && radius <= LARGEST_RADIUS))
    throw malformed(
      section,
      `octets ${factorOctet}-${factorOctet + 4}`,
      `radius of the earth is ${SMALLEST_RADIUS} to ${LARGEST_RADIUS} m`,
      radius,
    );
  return radius;
}
