/**
 * Sections 3, 5, 6 and 7 to numbers, in the order of the message.
 *
 * Memory is taken only after every claim was checked against the bytes that are there: the packed points against the
 * grid and the bitmap, the bits against section 7. One array of the grid's size is all there is.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import { countPresent, readBitmap, spreadByBitmap } from './bitmap.js';
import { planComplex } from './complex-packing.js';
import { readPointCount } from './grid-definition.js';
import { readPackedCount, readPackingScale, readPackingTemplate } from './packing-scale.js';
import { type FieldSections, malformed, type Section } from './sections.js';
import { planSimple } from './simple-packing.js';

type PlanUnpacking = (sections: FieldSections) => (out: Float32Array) => void;

/** Data representation templates that are read. A packing adds a row here and a module beside this one. */
const PACKINGS: Readonly<Record<number, PlanUnpacking>> = {
  0: planSimple,
  2: planComplex,
  3: planComplex,
};

/**
 * One float32 per grid point in scan order, NaN missing.
 *
 * @throws GribUnsupportedError for a packing or bitmap that is not read, GribMalformedError when claims do not hold
 */
export function unpackValues(sections: FieldSections): Float32Array {
  const points = readPointCount(sections.grid);
  const template = readPackingTemplate(sections.packing);
  const plan = PACKINGS[template];
  if (!plan) throw new GribUnsupportedError('data representation template', `5.${template}`);
  const bitmap = readBitmap(sections, points);
  const present = bitmap ? countPresent(bitmap, points) : points;
  const packed = readPackedCount(sections.packing);
  if (packed !== present) {
    const rule = `number of packed points is the ${present} points ${bitmap ? 'that the bitmap has' : 'of the grid'}`;
    throw malformed(sections.packing, 'octets 6-9', rule, packed);
  }
  const unpack = plan(sections);
  const values = new Float32Array(points);
  unpack(values.subarray(points - packed));
  refuseInfinite(values, sections.packing);
  if (bitmap) spreadByBitmap(values, packed, bitmap);
  return values;
}

/** With smaller ones nothing overflows: differences of 33 bits, summed twice over the most points, stay below 10^26. */
const SAFE_SCALE = 1e12;
const SAFE_OFFSET = 1e38;

/** E and D may be anything, also such that no 32-bit float holds the value; infinite weather must not get out. */
function refuseInfinite(values: Float32Array, packing: Section): void {
  const { scale, offset } = readPackingScale(packing);
  if (scale < SAFE_SCALE && Math.abs(offset) < SAFE_OFFSET) return;
  if (values.includes(Number.POSITIVE_INFINITY) || values.includes(Number.NEGATIVE_INFINITY))
    throw malformed(packing, 'octets 12-19', 'every value fits a 32-bit float', 'an infinite value');
}
