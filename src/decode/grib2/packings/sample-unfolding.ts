/**
 * From the integers δ of the adaptive entropy coder to values: the preprocessor undone, and scaled.
 *
 * δ is the difference from the sample before, folded into an unsigned integer: even ones go up by δ/2, odd ones down by
 * (δ + 1)/2, as long as both directions are possible; beyond that all of δ goes to the side that has room.
 *
 *   θ = min(x − least, most − x)      ⌈δ/2⌉ ≤ θ   x + δ/2  or  x − (δ + 1)/2      otherwise   least + δ  or  most − δ
 *
 * Source: CCSDS 121.0-B-3, the unit-delay predictor and its prediction error mapper. Without the preprocessor δ is the
 * sample itself.
 */

export interface SampleFormat {
  /** n, bits of a sample: 1 to 32. */
  readonly bits: number;
  readonly isSigned: boolean;
  readonly hasPreprocessor: boolean;
}

/** Values are offset + scale × sample. */
export interface SampleScale {
  readonly offset: number;
  readonly scale: number;
}

/** Where the next sample goes, and the one before it. */
export interface SampleWriter extends SampleScale {
  readonly out: Float32Array;
  /** Range of a sample. */
  readonly least: number;
  readonly most: number;
  /** Bits above a sample in a pattern of 32, all equal to its sign when it has one. */
  readonly spare: number;
  readonly unfold: (writer: SampleWriter, block: Int32Array, from: number, count: number) => void;
  filled: number;
  previous: number;
}

/** Up to here unsigned samples, and everything on the way to them, are 32-bit integers, which the machine has. */
const WIDEST_INTEGER = 31;

export function sampleWriter(format: SampleFormat, { offset, scale }: SampleScale, out: Float32Array): SampleWriter {
  const { bits, isSigned, hasPreprocessor } = format;
  const unfold = !hasPreprocessor ? writePlain : isSigned || bits > WIDEST_INTEGER ? unfoldWide : unfoldNarrow;
  const least = isSigned ? -(2 ** (bits - 1)) : 0;
  return { out, offset, scale, least, most: least + 2 ** bits - 1, spare: 32 - bits, unfold, filled: 0, previous: 0 };
}

/** The sample that stands first in a reference interval. */
export function writeReference(writer: SampleWriter, pattern: number): void {
  writer.previous = sampleOf(writer, pattern);
  writer.out[writer.filled++] = writer.offset + writer.scale * writer.previous;
}

/** The δ of `block` from `from` on; what does not fit into the output fills up its last block and is dropped. */
export function writeBlock(writer: SampleWriter, block: Int32Array, from: number): void {
  const count = Math.min(block.length - from, writer.out.length - writer.filled);
  writer.unfold(writer, block, from, count);
  writer.filled += count;
}

/** `count` samples whose δ are 0. */
export function writeZeros(writer: SampleWriter, count: number): void {
  const { out, offset, scale, filled, previous } = writer;
  writer.filled = Math.min(filled + count, out.length);
  out.fill(offset + scale * previous, filled, writer.filled);
}

function sampleOf({ least, spare }: SampleWriter, pattern: number): number {
  return least < 0 ? (pattern << spare) >> spare : pattern >>> 0;
}

function unfoldNarrow(writer: SampleWriter, block: Int32Array, from: number, count: number): void {
  const { out, offset, scale, most, filled } = writer;
  const middle = (most >>> 1) + 1;
  let sample = writer.previous;
  for (let i = 0; i < count; i++) {
    const delta = block[from + i]!;
    // below the middle the room is x itself, above it most − x, which without borrow is an exclusive or
    const flip = (sample & middle) === 0 ? 0 : most;
    const isBothWays = (delta + 1) >>> 1 <= (flip ^ sample);
    sample = isBothWays ? sample + ((delta >>> 1) ^ -(delta & 1)) : flip ^ delta;
    out[filled + i] = offset + scale * sample;
  }
  writer.previous = sample;
}

function unfoldWide(writer: SampleWriter, block: Int32Array, from: number, count: number): void {
  const { out, offset, scale, least, most, filled } = writer;
  let sample = writer.previous;
  for (let i = 0; i < count; i++) {
    const delta = block[from + i]! >>> 0;
    const isLow = sample - least <= most - sample;
    const room = isLow ? sample - least : most - sample;
    if (Math.ceil(delta / 2) > room) sample = isLow ? least + delta : most - delta;
    else sample += delta % 2 === 0 ? delta / 2 : -(delta + 1) / 2;
    out[filled + i] = offset + scale * sample;
  }
  writer.previous = sample;
}

function writePlain(writer: SampleWriter, block: Int32Array, from: number, count: number): void {
  const { out, offset, scale, filled } = writer;
  for (let i = 0; i < count; i++) out[filled + i] = offset + scale * sampleOf(writer, block[from + i]!);
}
