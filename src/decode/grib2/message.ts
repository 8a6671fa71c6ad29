/**
 * Framing: where the GRIB messages of a file begin and end (FM 92 GRIB, sections 0 and 8).
 *
 *   octets 1-4    "GRIB"
 *   octet  8      edition
 *   octets 9-16   total length, edition 2      (edition 1: octets 5-7)
 *   last 4        "7777"
 *
 * Files may hold bulletin headers, padding or blank space between messages, which is passed over. Messages of edition 1
 * are framed too, so that a file that mixes the editions can be walked; reading their fields is refused by name.
 */

import { uint32, uint64, unsigned } from '../../base/bits.js';
import { GribUnsupportedError, MalformedError } from '../../base/errors.js';

/** One whole message, from "GRIB" to "7777". `bytes` is a view, nothing is copied. */
export interface GribMessageFrame {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

const GRIB = 0x47524942;
const END = 0x37373737;
export const INDICATOR_OCTETS = 16;
export const END_OCTETS = 4;
const SHORTEST_EDITION_1 = 8 + END_OCTETS;

/**
 * The messages of `bytes` in file order, passing over anything between them.
 *
 * @throws MalformedError when a message claims to end outside the file or does not end with "7777"
 * @throws GribUnsupportedError for an edition other than 1 and 2
 */
export function* frameMessages(bytes: Uint8Array): Generator<GribMessageFrame> {
  let offset = findIndicator(bytes, 0);
  while (offset >= 0) {
    const length = messageLength(bytes, offset);
    yield { offset, bytes: bytes.subarray(offset, offset + length) };
    offset = findIndicator(bytes, offset + length);
  }
}

function findIndicator(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x47, from); at >= 0; at = bytes.indexOf(0x47, at + 1))
    if (at + 8 <= bytes.length && uint32(bytes, at) === GRIB) return at;
  return -1;
}

/** Length of the message that begins at `at`, checked against the bytes that are there. */
export function messageLength(bytes: Uint8Array, at: number): number {
  const edition = bytes[at + 7]!;
  if (edition !== 1 && edition !== 2) throw new GribUnsupportedError('edition', edition);
  const available = bytes.length - at;
  if (edition === 2 && available < INDICATOR_OCTETS)
    throw new MalformedError(`GRIB, byte ${at}`, 'section 0 octets 1-16: the indicator section is whole', available);
  const length = edition === 2 ? uint64(bytes, at + 8) : unsigned(bytes, at + 4, 3);
  const shortest = edition === 2 ? INDICATOR_OCTETS + END_OCTETS : SHORTEST_EDITION_1;
  const octets = edition === 2 ? '9-16' : '5-7';
  if (length < shortest || length > available)
    throw new MalformedError(
      `GRIB, byte ${at}`,
      `section 0 octets ${octets}: total length is ${shortest} to the ${available} bytes that are there`,
      length,
    );
  if (uint32(bytes, at + length - END_OCTETS) !== END)
    throw new MalformedError(
      `GRIB, byte ${at + length - 4}`,
      'section 8: the message ends with "7777"',
      endText(bytes, at + length),
    );
  return length;
}

function endText(bytes: Uint8Array, end: number): string {
  return Array.from(bytes.subarray(end - END_OCTETS, end), (octet) => octet.toString(16).padStart(2, '0')).join(' ');
}
