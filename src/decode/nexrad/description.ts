/**
 * The first two blocks of a Level 3 message (ICD 2620001, figures 3-3 and 3-6), 120 octets, highest octet first. The ICD
 * counts halfwords of two octets from 1:
 *
 *    1 code | 2 date | 3-4 time | 5-6 length of the message in octets | 7 source | 8 destination | 9 blocks
 *   10 −1 | 11-12 latitude, 13-14 longitude in 0.001° | 15 height in feet | 16 code | 17 mode | 18 coverage pattern
 *   21 date, 22-23 time of the volume scan | 24 date, 25-26 time of the product
 *   27-28, 30, 47-53 as each product has them: 30 elevation angle in 0.1°, 50 seconds since the volume scan in its upper
 *   eleven bits, 51 whether the rest is packed by bzip2 | 31-46 levels | 55-56 where the symbology begins, in halfwords
 *
 * Dates are days, 1 January 1970 is day 1; times are seconds of the day.
 */

import { DAY } from '../../model/time.js';
import { refuse } from './defect.js';
import type { ProductRow } from './product-table.js';

export const DESCRIPTION_OCTETS = 120;
const FEET = 0.3048;

export interface ProductDescription {
  readonly code: number;
  readonly latitude: number;
  readonly longitude: number;
  /** m */
  readonly height: number;
  readonly volumeCoveragePattern: number;
  readonly volumeTime: number;
  readonly generationTime: number;
  /** A halfword by its number, with a sign. */
  halfword(number: number): number;
  /** Octets from the beginning of the message, as it is when unpacked. */
  readonly symbologyOffset: number;
  /** All octets of the message. */
  readonly message: Uint8Array;
}

const HEADER_OCTETS = 18;

/** Code of a message whose header is whole (halfwords 1 to 10), whatever follows it; else null. */
export function messageCode(bytes: Uint8Array): number | null {
  if (bytes.length < HEADER_OCTETS + 2) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getInt32(8);
  const isWhole = length > HEADER_OCTETS && length <= bytes.length && view.getInt16(HEADER_OCTETS) === -1;
  return isWhole ? view.getInt16(0) : null;
}

/** @throws MalformedError */
export function readDescription(bytes: Uint8Array): ProductDescription {
  if (bytes.length < DESCRIPTION_OCTETS) refuse(`a message has ${DESCRIPTION_OCTETS} octets at least`, bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const halfword = (number: number) => view.getInt16(2 * (number - 1));
  const word = (number: number) => view.getInt32(2 * (number - 1));
  const time = (date: number) => (view.getUint16(2 * (date - 1)) - 1) * DAY + word(date + 1);
  const length = word(5);
  if (length < DESCRIPTION_OCTETS || length > bytes.length)
    refuse('the message is as long as halfwords 5-6 say', `${length} of ${bytes.length} octets`);
  if (halfword(10) !== -1) refuse('halfword 10 divides the blocks (-1)', halfword(10));
  if (halfword(16) !== halfword(1)) refuse('halfword 16 is the code of the message', halfword(16));
  const [latitude, longitude] = [word(11) / 1000, word(13) / 1000];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    refuse('the radar is at degrees of latitude and longitude', `${latitude}, ${longitude}`);
  return {
    code: halfword(1),
    latitude,
    longitude,
    height: halfword(15) * FEET,
    volumeCoveragePattern: halfword(18),
    volumeTime: time(21),
    generationTime: time(24),
    halfword,
    symbologyOffset: 2 * word(55),
    message: bytes.subarray(0, length),
  };
}

/** Degrees; null of a product that several elevations were put together for. */
export function elevationAngleOf({ halfword }: ProductDescription, { hybrid }: ProductRow): number | null {
  if (hybrid) return null;
  const tenths = halfword(30);
  if (tenths < -20 || tenths > 900) refuse('halfword 30 is an angle of elevation of -2..90 degrees', tenths / 10);
  return tenths / 10;
}

/**
 * When the sweep was measured: the volume scan with the seconds since then, which is 71 s for the first turn in clear air.
 * In files of 2015, from airports' radars, and of hybrid products there are none (0); then when the product was made, some
 * seconds after the sweep.
 */
export function sweepTime(description: ProductDescription, { levels, hybrid }: ProductRow): number {
  const told = levels === 'linear' && !hybrid ? (description.halfword(50) & 0xffff) >>> 5 : 0;
  return told > 0 ? description.volumeTime + told : description.generationTime;
}
