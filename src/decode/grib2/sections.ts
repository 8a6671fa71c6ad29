/**
 * The sections of one GRIB2 message, grouped into fields (FM 92 GRIB2, "form of representation").
 *
 *   0 indicator · 1 identification · [2 local] · 3 grid · 4 product · 5 packing · 6 bitmap · 7 data · 8 end
 *
 * One message holds one or more fields: sections 2-7, 3-7 or 4-7 repeat, and what is not repeated stays in force.
 * Octets are numbered from 1 within their section, as in the Manual on Codes, so that code and manual can be read
 * side by side. Every read of a header goes through the functions below and is checked.
 */

import { float32, signMagnitude, uint32, unsigned } from '../../base/bits.js';
import { GribUnsupportedError, MalformedError } from '../../base/errors.js';
import { END_OCTETS, INDICATOR_OCTETS, messageLength } from './message.js';

export interface Section {
  readonly number: number;
  /** Bytes from the start of the message. */
  readonly offset: number;
  /** The whole section with its 5 octets of length and number; a view into the message. */
  readonly bytes: Uint8Array;
}

/** The sections in force for one field. */
export interface FieldSections {
  readonly discipline: number;
  readonly identification: Section;
  readonly grid: Section;
  readonly product: Section;
  readonly packing: Section;
  readonly bitmap: Section;
  /** The latest section 6 of the message, at or before this field, that carries a bitmap of its own (indicator 0). */
  readonly definedBitmap: Section | null;
  readonly data: Section;
  /** The whole message: section 7 is read a few octets past its end, which the four octets of section 8 always allow. */
  readonly message: Uint8Array;
}

const FOLLOWERS: Readonly<Record<number, readonly number[]>> = {
  0: [1],
  1: [2, 3],
  2: [3],
  3: [4],
  4: [5],
  5: [6],
  6: [7],
  7: [2, 3, 4],
};
const SECTION_HEAD = 5;

/**
 * The fields of one message, each as its sections.
 *
 * @param message  from "GRIB" to "7777", nothing before or after
 * @throws GribUnsupportedError for edition 1; MalformedError when lengths or the order of sections do not hold
 */
export function readSections(message: Uint8Array): FieldSections[] {
  checkIndicator(message);
  const fields: FieldSections[] = [];
  const inForce: (Section | undefined)[] = [];
  let definedBitmap: Section | null = null;
  let previous = 0;
  for (const section of walkSections(message)) {
    if (!FOLLOWERS[previous]!.includes(section.number))
      throw new MalformedError(
        `GRIB, byte ${section.offset}`,
        `section ${previous} is followed by ${followers(previous)}`,
        section.number,
      );
    previous = section.number;
    inForce[section.number] = section;
    if (section.number === 6 && octet(section, 6) === 0) definedBitmap = section;
    if (section.number === 7) fields.push(fieldOf(message, inForce, definedBitmap));
  }
  if (previous !== 7) throw new MalformedError('GRIB', 'the last section before section 8 is section 7', previous);
  return fields;
}

function checkIndicator(message: Uint8Array): void {
  const isGrib = message.length >= 8 && uint32(message, 0) === 0x47524942;
  if (!isGrib)
    throw new MalformedError('GRIB', 'section 0 octets 1-4: "GRIB"', message.length === 0 ? 'nothing' : message[0]!);
  if (message[7] === 1) throw new GribUnsupportedError('edition', 1);
  const length = messageLength(message, 0);
  if (length !== message.length)
    throw new MalformedError(
      'GRIB',
      `section 0 octets 9-16: total length is the ${message.length} bytes given`,
      length,
    );
}

function* walkSections(message: Uint8Array): Generator<Section> {
  const end = message.length - END_OCTETS;
  let offset = INDICATOR_OCTETS;
  while (offset < end) {
    const available = end - offset;
    const length = available < SECTION_HEAD ? available : uint32(message, offset);
    const number = message[offset + 4]!;
    if (length < SECTION_HEAD || length > available)
      throw new MalformedError(
        `GRIB, byte ${offset}`,
        `section length is ${SECTION_HEAD} to the ${available} bytes left`,
        length,
      );
    yield { number, offset, bytes: message.subarray(offset, offset + length) };
    offset += length;
  }
}

function followers(number: number): string {
  return `${FOLLOWERS[number]!.join(' or ')}${number === 7 ? ' or the end' : ''}`;
}

/** The order of sections was checked up to here, so 1 and 3 to 7 are there. */
function fieldOf(
  message: Uint8Array,
  inForce: readonly (Section | undefined)[],
  definedBitmap: Section | null,
): FieldSections {
  return {
    discipline: message[6]!,
    identification: inForce[1]!,
    grid: inForce[3]!,
    product: inForce[4]!,
    packing: inForce[5]!,
    bitmap: inForce[6]!,
    definedBitmap,
    data: inForce[7]!,
    message,
  };
}

/** @throws MalformedError when the section ends before octet `last` */
export function requireOctets(section: Section, first: number, last: number): void {
  if (last > section.bytes.length)
    throw new MalformedError(
      `GRIB, byte ${section.offset}`,
      `section ${section.number} octets ${first}-${last} lie inside the section`,
      `length ${section.bytes.length}`,
    );
}

/** One octet, unsigned. */
export function octet(section: Section, at: number): number {
  requireOctets(section, at, at);
  return section.bytes[at - 1]!;
}

/** Unsigned integer of `count` octets. */
export function octets(section: Section, first: number, count: number): number {
  requireOctets(section, first, first + count - 1);
  return unsigned(section.bytes, first - 1, count);
}

/** Sign-and-magnitude integer of `count` octets. */
export function signedOctets(section: Section, first: number, count: number): number {
  requireOctets(section, first, first + count - 1);
  return signMagnitude(section.bytes, first - 1, count);
}

/** IEEE 754 single in four octets; may be NaN or infinite. */
export function floatOctets(section: Section, first: number): number {
  requireOctets(section, first, first + 3);
  return float32(section.bytes, first - 1);
}

/** True when all bits of the octets are one, which is how GRIB says that a header entry is missing. */
export function isMissing(section: Section, first: number, count: number): boolean {
  return octets(section, first, count) === 256 ** count - 1;
}

/** The error for a rule that the octets of a section break. */
export function malformed(section: Section, where: string, rule: string, value: number | string): MalformedError {
  return new MalformedError(`GRIB, byte ${section.offset}`, `section ${section.number} ${where}: ${rule}`, value);
}
