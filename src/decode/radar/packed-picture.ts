/**
 * The pixels of GRIB2 packing 5.41 as they are stored, where they can be used without unpacking: one field in a message,
 * every point of the grid in the picture, grey of 8 or 16 bits or RGB of 24, rows of columns that run
 * eastward.
 */

import { readGridDefinition } from '../grib2/grid-definition.js';
import { packedOctets } from '../grib2/packings/packed-bits.js';
import { readPackedCount, readPackingScale, readPackingTemplate } from '../grib2/packings/packing-scale.js';
import { malformed, octet, readSections } from '../grib2/sections.js';
import { readPng } from '../png.js';

export interface PackedPicture {
  readonly rows: number;
  readonly columns: number;
  readonly bits: 8 | 16 | 24;
  /** Value = offset + scale × pixel. */
  readonly offset: number;
  readonly scale: number;
  /** Row-major, big-endian. */
  readonly data: Uint8Array;
}

const PNG_TEMPLATE = 41;
const NO_BITMAP = 255;

/**
 * Null: the message has to be unpacked in the ordinary way.
 *
 * @throws MalformedError  a picture that is broken, or of another size than the grid
 */
export function readPackedPicture(message: Uint8Array): PackedPicture | null {
  const [sections, ...others] = readSections(message);
  if (sections === undefined || others.length > 0) return null;
  const { packing, bitmap, data, grid } = sections;
  if (readPackingTemplate(packing) !== PNG_TEMPLATE || octet(bitmap, 6) !== NO_BITMAP) return null;
  const { layout, points } = readGridDefinition(grid);
  const { offset, scale, bits: stated } = readPackingScale(packing);
  if (layout === null || stated === 0 || readPackedCount(packing) !== points) return null;
  const { westward, columnsFirst, alternating } = layout.scanning;
  if (westward || columnsFirst || alternating) return null;
  const defect = (rule: string, value: number | string) => malformed(data, 'octets 6-', rule, value);
  const picture = readPng(packedOctets(data), { pixels: points, defect });
  const { rows, columns } = layout.grid;
  if (picture.width * picture.height !== points)
    throw defect(`the PNG picture has the ${points} packed points`, `${picture.width} × ${picture.height}`);
  const bits = picture.channels === 2 ? 0 : picture.channels * picture.bitDepth;
  return bits === 8 || bits === 16 || bits === 24 ? { rows, columns, bits, offset, scale, data: picture.data } : null;
}
