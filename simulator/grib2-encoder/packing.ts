/**
 * Sections 5, 6 and 7: the values of a field as integers of 10^−D, by data representation template 5.3 (complex
 * packing with second-order spatial differencing, what NCEP ships), 5.42 (CCSDS, what ECMWF ships), 5.41 (a PNG picture,
 * what MRMS ships) or 5.0 (simple).
 *
 *   X = round(v · 10^D) − R,  R the smallest        v decoded = (R + X) ÷ 10^D, within half a unit of 10^−D
 *   d_i = X_i − 2 X_{i−1} + X_{i−2}                 the first two values and the smallest d go before the groups
 *
 * A constant field takes no bits: one group of width 0 over all points, as NCEP writes it. Missing values (NaN) are
 * left out by a bitmap (section 6) or marked in the stream (missing value management 1); differences skip them.
 */

import { bitWidth, createOctetWriter, type OctetWriter, writeBits } from './bits.js';
import { CCSDS_BLOCK, CCSDS_FLAGS, CCSDS_INTERVAL, codeCcsds } from './ccsds-coding.js';
import { type Groups, MISSING, splitGroups } from './group-splitting.js';
import { encodePng, type PictureBits } from './png-picture.js';

export interface PackingChoice {
  /** D: values are kept to 10^−D; may be negative. */
  readonly decimalScale: number;
  readonly packing?: 'complex' | 'simple' | 'ccsds';
  /** How missing values are told, where there are some. */
  readonly missing?: 'bitmap' | 'management';
}

/** The picture of template 5.41: pixels in a row, and bits of each, however few the values need. */
export interface PicturePacking {
  readonly decimalScale: number;
  readonly columns: number;
  readonly bits: PictureBits;
}

/** Sections 5, 6 and 7, one after the other. */
export type PackedSections = Uint8Array;

const SUBSTITUTE = 9.999e20; // what NCEP writes as substitute for a missing value
const LARGEST_EXACT = 2 ** 24; // integers that a float32 reference value holds exactly

interface Quantised {
  /** Offsets from the reference, `MISSING` where the value is missing. */
  readonly integers: Int32Array;
  readonly reference: number;
  readonly range: number;
  readonly missing: number;
}

/**
 * @param values  float32, NaN missing, in the scan order of the grid
 * @throws RangeError  for infinite values, or a decimal scale that leaves the range of exact integers
 */
export function packValues(values: Float32Array, choice: PackingChoice): PackedSections {
  const quantised = quantise(values, choice.decimalScale);
  if (quantised.missing === 0) return packPresent(quantised, choice, null);
  if (choice.missing === 'management' && (choice.packing ?? 'complex') === 'complex')
    return packComplex(quantised, choice, null);
  const present = quantised.integers.filter((value) => value !== MISSING);
  return packPresent({ ...quantised, integers: present, missing: 0 }, choice, bitmapOf(quantised.integers));
}

/**
 * A field without missing values as a picture; what stands for them is a value like any other, as with MRMS.
 *
 * @throws RangeError  as `packValues`, and for a missing value or more values than the bits tell apart
 */
export function packPicture(values: Float32Array, { decimalScale, columns, bits }: PicturePacking): PackedSections {
  const { integers, reference, range, missing } = quantise(values, decimalScale);
  if (missing > 0 || range >= 2 ** bits)
    throw new RangeError(`${missing} missing values, range ${range}: no picture of ${bits} bits`);
  const section = representation(createOctetWriter(), integers.length, 41, reference, decimalScale);
  const picture = encodePng(integers, columns, integers.length / columns, bits);
  return assemble(section.unsigned(bits, 1).unsigned(0, 1).done(), null, picture);
}

function packPresent(quantised: Quantised, choice: PackingChoice, bitmap: Uint8Array | null): PackedSections {
  if (choice.packing === 'ccsds') return packCcsds(quantised, choice, bitmap);
  // Complex packing cannot say "no values at all": it needs a group.
  return choice.packing === 'simple' || quantised.integers.length === 0
    ? packSimple(quantised, choice, bitmap)
    : packComplex(quantised, choice, bitmap);
}

function quantise(values: Float32Array, decimalScale: number): Quantised {
  const factor = 10 ** decimalScale;
  const integers = new Int32Array(values.length);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let missing = 0;
  for (let i = 0; i < values.length; i++) {
    const scaled = Math.floor(values[i]! * factor + 0.5);
    if (scaled < low) low = scaled;
    if (scaled > high) high = scaled;
    // A NaN compares false and turns 0 here; the second pass tells it from a real zero.
    integers[i] = scaled;
    if (Number.isNaN(scaled)) missing++;
  }
  if (missing === values.length) low = high = 0;
  if (!(Math.abs(low) <= LARGEST_EXACT && high - low < LARGEST_EXACT * 8))
    throw new RangeError(`values ${low} … ${high} in units of 1e${-decimalScale} cannot be packed`);
  for (let i = 0; i < integers.length; i++) integers[i]! -= low;
  if (missing > 0) for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i]!)) integers[i] = MISSING;
  return { integers, reference: low, range: high - low, missing };
}

function bitmapOf(integers: Int32Array): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(integers.length / 8));
  for (let i = 0; i < integers.length; i++) if (integers[i] !== MISSING) bitmap[i >> 3]! |= 128 >> (i & 7);
  return bitmap;
}

function representation(section: OctetWriter, points: number, template: number, reference: number, scale: number) {
  return section
    .unsigned(points, 4)
    .unsigned(template, 2)
    .float32(reference)
    .unsigned(0, 2) // binary scale factor
    .signed(scale, 2);
}

function assemble(representationBytes: Uint8Array, bitmap: Uint8Array | null, data: Uint8Array): PackedSections {
  const all = createOctetWriter(representationBytes.length + (bitmap?.length ?? 0) + data.length + 32);
  all
    .unsigned(representationBytes.length + 5, 4)
    .unsigned(5, 1)
    .bytes(representationBytes);
  all
    .unsigned(6 + (bitmap?.length ?? 0), 4)
    .unsigned(6, 1)
    .unsigned(bitmap ? 0 : 255, 1);
  if (bitmap) all.bytes(bitmap);
  return all
    .unsigned(data.length + 5, 4)
    .unsigned(7, 1)
    .bytes(data)
    .done();
}

function packSimple(q: Quantised, { decimalScale }: PackingChoice, bitmap: Uint8Array | null): PackedSections {
  const width = bitWidth(q.range);
  const data = new Uint8Array(Math.ceil((q.integers.length * width) / 8));
  writeBits(data, 0, q.integers, 0, q.integers.length, 0, width);
  const section = representation(createOctetWriter(), q.integers.length, 0, q.reference, decimalScale);
  return assemble(section.unsigned(width, 1).unsigned(0, 1).done(), bitmap, data);
}

function packCcsds(q: Quantised, { decimalScale }: PackingChoice, bitmap: Uint8Array | null): PackedSections {
  const width = bitWidth(q.range);
  const section = representation(createOctetWriter(), q.integers.length, 42, q.reference, decimalScale);
  section.unsigned(width, 1).unsigned(0, 1);
  section.unsigned(CCSDS_FLAGS, 1).unsigned(CCSDS_BLOCK, 1).unsigned(CCSDS_INTERVAL, 2);
  // A constant field has no data at all: the reference says it.
  const data = width === 0 ? new Uint8Array(0) : codeCcsds(q.integers, width);
  return assemble(section.done(), bitmap, data);
}

function packComplex(q: Quantised, { decimalScale }: PackingChoice, bitmap: Uint8Array | null): PackedSections {
  const section = representation(createOctetWriter(), q.integers.length, 3, q.reference, decimalScale);
  if (q.range === 0 && q.missing === 0) {
    complexHead(section, 0, 0, { count: 1, width: 0, widthBits: 0, length: q.integers.length, lengthBits: 0 });
    section.unsigned(q.integers.length, 4).unsigned(0, 1).unsigned(2, 1).unsigned(1, 1);
    return assemble(section.done(), bitmap, new Uint8Array(3));
  }
  const withMissing = q.missing > 0;
  const differences = differentiate(q.integers, withMissing);
  const groups = splitGroups(q.integers, withMissing);
  const layout = layoutOf(groups, withMissing);
  complexHead(section, layout.referenceBits, withMissing ? 1 : 0, layout);
  section.unsigned(groups.lengths[groups.count - 1]!, 4).unsigned(layout.lengthBits, 1);
  section.unsigned(2, 1).unsigned(differences.octets, 1);
  return assemble(section.done(), bitmap, packGroups(q.integers, groups, layout, differences));
}

interface GroupLayout {
  readonly count: number;
  /** Smallest width and smallest length over the groups, and the bits that what is above them takes. */
  readonly width: number;
  readonly widthBits: number;
  readonly length: number;
  readonly lengthBits: number;
}

/** Octets 20 to 42 of section 5. */
function complexHead(section: OctetWriter, referenceBits: number, management: number, layout: GroupLayout): void {
  section.unsigned(referenceBits, 1).unsigned(0, 1).unsigned(1, 1).unsigned(management, 1);
  section.float32(management > 0 ? SUBSTITUTE : 0).unsigned(0xffffffff, 4);
  section.unsigned(layout.count, 4).unsigned(layout.width, 1).unsigned(layout.widthBits, 1);
  section.unsigned(layout.length, 4).unsigned(1, 1);
}

interface Differences {
  readonly first: number;
  readonly second: number;
  readonly smallest: number;
  /** Octets of each of the three. */
  readonly octets: number;
}

/** Replaces the series by its second differences above the smallest of them, in place; the first two become 0. */
function differentiate(series: Int32Array, withMissing: boolean): Differences {
  const dense = withMissing ? series.filter((value) => value !== MISSING) : series;
  const first = dense[0] ?? 0;
  const second = dense[1] ?? 0;
  let smallest = dense.length > 2 ? MISSING : 0;
  let before = first;
  let last = second;
  for (let i = 2; i < dense.length; i++) {
    const value = dense[i]!;
    const difference = value - 2 * last + before;
    before = last;
    last = value;
    dense[i] = difference;
    if (difference < smallest) smallest = difference;
  }
  dense[0] = 0;
  if (dense.length > 1) dense[1] = 0;
  for (let i = 2; i < dense.length; i++) dense[i]! -= smallest;
  if (withMissing) for (let i = 0, n = 0; i < series.length; i++) if (series[i] !== MISSING) series[i] = dense[n++]!;
  const largest = Math.max(first, second, Math.abs(smallest));
  return { first, second, smallest, octets: Math.max(1, Math.ceil((bitWidth(largest) + 1) / 8)) };
}

function layoutOf(groups: Groups, withMissing: boolean): GroupLayout & { readonly referenceBits: number } {
  let largest = 0;
  let [narrow, wide, short, long] = [32, 0, groups.lengths[0]!, 0];
  for (let g = 0; g < groups.count; g++) {
    largest = Math.max(largest, groups.references[g]!);
    narrow = Math.min(narrow, groups.widths[g]!);
    wide = Math.max(wide, groups.widths[g]!);
    short = Math.min(short, groups.lengths[g]!);
    long = Math.max(long, groups.lengths[g]!);
  }
  return {
    // All bits set in the reference of a group of width 0 says that the whole group is missing.
    referenceBits: bitWidth(largest + (withMissing ? 1 : 0)),
    count: groups.count,
    width: narrow,
    widthBits: bitWidth(wide - narrow),
    length: short,
    lengthBits: bitWidth(long - short),
  };
}

/** Section 7 from octet 6: extra descriptors, references, widths, lengths, values; each part begins on an octet. */
function packGroups(
  series: Int32Array,
  groups: Groups,
  layout: ReturnType<typeof layoutOf>,
  { first, second, smallest, octets }: Differences,
): Uint8Array {
  const { count, starts, lengths, references, widths, empty } = groups;
  const { referenceBits, widthBits, lengthBits } = layout;
  let valueBits = 0;
  for (let g = 0; g < count; g++) {
    valueBits += widths[g]! * lengths[g]!;
    if (empty[g] === 1) references[g] = 2 ** referenceBits - 1;
  }
  const parts = [referenceBits * count, widthBits * count, lengthBits * count, valueBits];
  const size = parts.reduce((sum, bits) => sum + Math.ceil(bits / 8), 3 * octets);
  const data = new Uint8Array(size);
  data.set(createOctetWriter().signed(first, octets).signed(second, octets).signed(smallest, octets).done());
  let bit = 24 * octets;
  bit = wholeOctets(writeBits(data, bit, references, 0, count, 0, referenceBits));
  bit = wholeOctets(writeBits(data, bit, widths, 0, count, layout.width, widthBits));
  bit = wholeOctets(writeBits(data, bit, lengths, 0, count, layout.length, lengthBits));
  const management = layout.referenceBits > 0 && empty.length > 0 && series.includes(MISSING);
  for (let g = 0; g < count; g++) {
    const reference = empty[g] === 1 ? 0 : references[g]!;
    if (management) markMissing(series, starts[g]!, lengths[g]!, reference, widths[g]!);
    bit = writeBits(data, bit, series, starts[g]!, lengths[g]!, reference, widths[g]!);
  }
  return data;
}

function wholeOctets(bit: number): number {
  return (bit + 7) & ~7;
}

/** Missing values of a group become the pattern of all bits set. */
function markMissing(series: Int32Array, start: number, length: number, reference: number, width: number): void {
  const marker = reference + 2 ** width - 1;
  for (let i = start; i < start + length; i++) if (series[i] === MISSING) series[i] = marker;
}
