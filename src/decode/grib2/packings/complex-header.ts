/**
 * What sections 5 and 7 of packings 5.2 and 5.3 claim, checked before a value is read.
 *
 *   20 bits of a reference · 22 splitting · 23 missing values · 24-31 substitutes · 32-35 groups
 *   36 smallest width · 37 bits of a width · 38-41 smallest length · 42 length step · 43-46 last length
 *   47 bits of a length · 5.3: 48 order of differences · 49 octets of each extra value
 *
 *   width  = smallest + code                 length = smallest + step × code, but the last one as stated
 */

import { bitField, signMagnitude } from '../../../base/bits.js';
import { GribUnsupportedError } from '../../../base/errors.js';
import { type FieldSections, malformed, octet, octets, type Section } from '../sections.js';
import { packedBits, viewPacked } from './packed-bits.js';
import { readPackedCount, readPackingScale, readPackingTemplate, WIDEST_BITS } from './packing-scale.js';

/** A list of group descriptors in section 7: entry i has `bits` bits at bit `at` + i × `bits`. */
interface DescriptorList {
  readonly at: number;
  readonly bits: number;
}

export interface ComplexHeader {
  readonly view: DataView;
  readonly offset: number;
  readonly scale: number;
  readonly groups: number;
  readonly references: DescriptorList;
  readonly widths: DescriptorList & { readonly base: number };
  readonly lengths: DescriptorList & { readonly base: number; readonly step: number; readonly last: number };
  /** Bit at which the fields of the first group begin. */
  readonly fieldsAt: number;
  /** 0 no missing values, 1 primary, 2 primary and secondary. */
  readonly missingKinds: number;
  /** 0 for packing 5.2. */
  readonly order: number;
  readonly first: readonly number[];
  readonly minimum: number;
}

const GENERAL_SPLITTING = 1;
const WIDEST_EXTRA = 4;

/** @throws GribUnsupportedError for code table entries that are not read, MalformedError when claims do not add up */
export function readComplexHeader({ packing, data, message }: FieldSections): ComplexHeader {
  const { offset, scale, bits } = readPackingScale(packing);
  const extras = readExtras(packing, data);
  const groups = octets(packing, 32, 4);
  const points = readPackedCount(packing);
  if (groups < 1 || groups > points)
    throw malformed(packing, 'octets 32-35', `number of groups is 1 to the ${points} packed points`, groups);
  const lists = layOutLists(packing, groups, bits, extras.octets * 8);
  if (lists.fieldsAt > packedBits(data))
    throw malformed(data, 'octets 6-', `holds ${lists.fieldsAt} bits of group descriptors`, packedBits(data));
  const { order, first, minimum } = extras;
  const missingKinds = readMissingKinds(packing);
  const view = viewPacked(data, message);
  const header = { view, offset, scale, groups, ...lists, missingKinds, order, first, minimum };
  checkGroups(header, packing, data, points);
  return header;
}

function readMissingKinds(packing: Section): number {
  const splitting = octet(packing, 22);
  if (splitting !== GENERAL_SPLITTING)
    throw new GribUnsupportedError('code table 5.4 group splitting method', splitting);
  const management = octet(packing, 23);
  if (management > 2) throw new GribUnsupportedError('code table 5.5 missing value management', management);
  return management;
}

/**
 * First values and minimum of the differences; none for packing 5.2, and for the order 0 without extra octets that
 * ecCodes writes where nobody sets the order. `octets` is what they take in section 7.
 */
function readExtras(packing: Section, data: Section) {
  const [order, width] = readPackingTemplate(packing) === 2 ? [0, 0] : [octet(packing, 48), octet(packing, 49)];
  if (order === 0 && width === 0) return { order, first: [], minimum: 0, octets: 0 };
  if (order !== 1 && order !== 2) throw new GribUnsupportedError('code table 5.6 order of spatial differencing', order);
  if (width > WIDEST_EXTRA) throw new GribUnsupportedError(`extra descriptors of over ${WIDEST_EXTRA} octets`, width);
  const needed = (order + 1) * width;
  if (needed * 8 > packedBits(data))
    throw malformed(data, 'octets 6-', `holds the ${needed} octets of extra descriptors`, packedBits(data) / 8);
  const extra = (i: number) => signMagnitude(data.bytes, 5 + i * width, width);
  return { order, first: order === 1 ? [extra(0)] : [extra(0), extra(1)], minimum: extra(order), octets: needed };
}

function layOutLists(packing: Section, groups: number, referenceBits: number, start: number) {
  const widthBits = descriptorBits(packing, 37);
  const lengthBits = descriptorBits(packing, 47);
  const references = { at: start, bits: referenceBits };
  const widths = { at: wholeOctets(start + groups * referenceBits), bits: widthBits, base: octet(packing, 36) };
  const lengths = {
    at: wholeOctets(widths.at + groups * widthBits),
    bits: lengthBits,
    base: octets(packing, 38, 4),
    step: octet(packing, 42),
    last: octets(packing, 43, 4),
  };
  return { references, widths, lengths, fieldsAt: wholeOctets(lengths.at + groups * lengthBits) };
}

function descriptorBits(packing: Section, at: number): number {
  const bits = octet(packing, at);
  if (bits > WIDEST_BITS) throw malformed(packing, `octet ${at}`, `at most ${WIDEST_BITS} bits`, bits);
  return bits;
}

function wholeOctets(bits: number): number {
  return Math.ceil(bits / 8) * 8;
}

export function groupReference({ view, references }: ComplexHeader, group: number): number {
  return bitField(view, references.at + group * references.bits, references.bits);
}

export function groupWidth({ view, widths }: ComplexHeader, group: number): number {
  return widths.base + bitField(view, widths.at + group * widths.bits, widths.bits);
}

export function groupLength({ view, groups, lengths }: ComplexHeader, group: number): number {
  if (group === groups - 1) return lengths.last;
  return lengths.base + lengths.step * bitField(view, lengths.at + group * lengths.bits, lengths.bits);
}

/** The lengths must add up to the packed points, and their fields must fit in the section. */
function checkGroups(header: ComplexHeader, packing: Section, data: Section, points: number): void {
  let values = 0;
  let bits = header.fieldsAt;
  for (let group = 0; group < header.groups; group++) {
    const width = groupWidth(header, group);
    if (width > WIDEST_BITS) throw malformed(data, `group ${group}`, `width is at most ${WIDEST_BITS} bits`, width);
    const length = groupLength(header, group);
    values += length;
    bits += length * width;
  }
  if (values !== points)
    throw malformed(packing, 'octets 32-47', `lengths of the groups add up to the ${points} packed points`, values);
  if (bits > packedBits(data))
    throw malformed(data, 'octets 6-', `holds the ${bits} bits of its groups`, packedBits(data));
}
