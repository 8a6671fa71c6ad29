/**
 * Sections 3, 5, 6 and 7 to numbers, in the order of the message.
 *
 * Memory is taken only after every claim was checked against the bytes that are there: the packed points against the
 * grid and the bitmap, the bits against section 7. One array of the grid's size is all there is.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import { countPresent, readBitmap, spreadByBitmap } from './bitmap.js';
import { readPointCount } from './grid-definition.js';
import { planCcsds } from './packings/ccsds.js';
import { planComplex } from './packings/complex.js';
import { planIeee } from './packings/ieee.js';
import { planJpeg2000 } from './packings/jpeg2000.js';
import { readPackedCount, readPackingTemplate, type Unpacking } from './packings/packing-scale.js';
import { planPng } from './packings/png.js';
import { planRunLength } from './packings/run-length.js';
import { planSimple } from './packings/simple.js';
import { type FieldSections, malformed, type Section } from './sections.js';

/** Data representation templates that are read. A packing adds a row here and a module in packings/. */
const PACKINGS: Readonly<Record<number, (sections: FieldSections) => Unpacking>> = {
  0: planSimple,
  2: planComplex,
  3: planComplex,
  4: planIeee,
  40: planJpeg2000,
  41: planPng,
  42: planCcsds,
  200: planRunLength,
};

/**
 * One float32 per grid point in scan order, NaN missing.
 *
 * @throws GribUnsupportedError for a packing or bitmap that is not read, MalformedError when claims do not hold
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
  // Encoders write no data then, not even an empty picture, and may leave section 5 blank.
  if (packed === 0) return new Float32Array(points).fill(Number.NaN);
  const { fill, isBounded } = plan(sections);
  const values = new Float32Array(points);
  fill(values.subarray(points - packed));
  if (!isBounded) refuseInfinite(values, sections.packing);
  if (bitmap) spreadByBitmap(values, packed, bitmap);
  return values;
}

/** A message may scale its values to anything, also to what no 32-bit float holds; infinite weather must not get out. */
function refuseInfinite(values: Float32Array, packing: Section): void {
  for (let i = 0; i < values.length; i++)
    if (Math.abs(values[i]!) === Number.POSITIVE_INFINITY)
      throw malformed(packing, 'octets 12-', 'every value fits a 32-bit float', 'an infinite value');
}
