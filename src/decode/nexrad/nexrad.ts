/**
 * NEXRAD Level 3: products that a weather radar of the United States made of a turn of its antenna, by the Interface
 * Control Document for the RPG to Class 1 User (2620001), with the products of `product-table.ts`.
 *
 *   [heading of text] [message: header and description, 120 octets] [symbology, often packed by bzip2: radials]
 *
 * Levels stay octets, with the value of each of 256 beside them: a quarter of the memory of values, and whoever draws them
 * needs 256 colours and no comparison.
 */

import { UnsupportedError } from '../../base/errors.js';
import type { RadialProduct } from '../../model/radial-product.js';
import { refuse } from './defect.js';
import { elevationAngleOf, messageCode, readDescription, sweepTime } from './description.js';
import { readHeading } from './heading.js';
import { levelValues } from './level-values.js';
import { level2Refusal } from './level2.js';
import { MESSAGE_NAMES, PRODUCT_NAMES } from './product-names.js';
import { PRODUCT_TABLE, SUPPORTED_PRODUCTS } from './product-table.js';
import { readRadials } from './radials.js';
import { radialPacket } from './symbology.js';

/** Packed; real ones have 240 kB, and 700 kB in wide-spread rain. */
export const LARGEST_NEXRAD_FILE = 4 << 20;

/**
 * @param bytes  a whole file, with its heading or without
 * @throws MalformedError  bytes that break a rule
 * @throws UnsupportedError  a product that is not in the table, a message without a product, Level 2, or packed by gzip
 */
export async function decodeNexrad(bytes: Uint8Array): Promise<RadialProduct> {
  const refusal = await level2Refusal(bytes);
  if (refusal !== null) throw refusal;
  if (bytes.length > LARGEST_NEXRAD_FILE) refuse(`a file has at most ${LARGEST_NEXRAD_FILE} octets`, bytes.length);
  const { office, site, octets } = readHeading(bytes);
  const message = bytes.subarray(octets);
  const code = messageCode(message);
  if (code !== null && MESSAGE_NAMES[code] !== undefined) throw unsupported(`message ${code}, ${MESSAGE_NAMES[code]}`);
  const description = readDescription(message);
  const row = PRODUCT_TABLE.get(description.code);
  if (row === undefined)
    throw unsupported(`product ${description.code}, ${PRODUCT_NAMES[description.code] ?? 'unknown'}`);
  const { values, rangeFolded } = levelValues(description, row);
  const elevationAngle = elevationAngleOf(description, row);
  const { firstGate, gates, starts, widths, levels } = readRadials(await radialPacket(description));
  return {
    site,
    office,
    latitude: description.latitude,
    longitude: description.longitude,
    height: description.height,
    code: description.code,
    name: row.name,
    quantity: row.quantity,
    validTime: sweepTime(description, row),
    volumeTime: description.volumeTime,
    volumeCoveragePattern: description.volumeCoveragePattern,
    elevationAngle,
    firstGate: firstGate * row.gateSpacing,
    gateSpacing: row.gateSpacing,
    gates,
    starts,
    widths,
    levels,
    levelValues: values,
    rangeFolded,
  };
}

function unsupported(kind: string): UnsupportedError {
  return new UnsupportedError('NEXRAD Level 3', kind, SUPPORTED_PRODUCTS);
}
