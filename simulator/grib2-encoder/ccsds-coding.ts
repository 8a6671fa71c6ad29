/**
 * Lossless coding of CCSDS 121.0-B (what libaec writes): the data of template 5.42, as ECMWF packs its open data.
 *
 * Samples of n bits are predicted by the one before; the error is mapped to a number that is small when the error is,
 * and blocks of J = 32 of those are coded by whichever of these is shortest:
 *
 *   zero blocks     runs of blocks without any error
 *   splitting       the k low bits as they are, the rest in unary
 *   no compression
 *
 * Every 128 blocks begin with one sample as it is. The second extension of the standard is not used: decoders must
 * bear with its absence. Flags as ECMWF sets them: unsigned samples, big-endian in three octets, with prediction.
 */

import { writeBits } from './bits.js';

export const CCSDS_FLAGS = 0x0e;
export const CCSDS_BLOCK = 32;
/** Blocks between reference samples. */
export const CCSDS_INTERVAL = 128;
/** Zero blocks are counted in segments of so many. */
const SEGMENT = 64;
/** Unary code that says: zero to the end of the segment. */
const REST_OF_SEGMENT = 4;

/** Bits as they grow; zero until written. */
interface BitSink {
  readonly octets: Uint8Array;
  bit: number;
}

/** @param samples  0 ≤ x < 2^bits; @param bits  1 … 30 */
export function codeCcsds(samples: Int32Array, bits: number): Uint8Array {
  const blocks = Math.ceil(samples.length / CCSDS_BLOCK);
  const padded = new Int32Array(blocks * CCSDS_BLOCK).fill(samples[samples.length - 1] ?? 0);
  padded.set(samples);
  // No block is longer than uncompressed: its identifier, a reference, its samples.
  const sink: BitSink = {
    octets: new Uint8Array(Math.ceil((blocks * (CCSDS_BLOCK + 1) * (bits + 1)) / 8) + 8),
    bit: 0,
  };
  for (let first = 0; first < blocks; first += CCSDS_INTERVAL)
    codeInterval(sink, padded, first, Math.min(CCSDS_INTERVAL, blocks - first), bits);
  return sink.octets.subarray(0, Math.ceil(sink.bit / 8));
}

function codeInterval(sink: BitSink, samples: Int32Array, first: number, blocks: number, bits: number): void {
  const errors = mappedErrors(samples.subarray(first * CCSDS_BLOCK, (first + blocks) * CCSDS_BLOCK), bits);
  const reference = samples[first * CCSDS_BLOCK]!;
  const isZero = (block: number) =>
    errors.subarray(block * CCSDS_BLOCK, (block + 1) * CCSDS_BLOCK).every((error) => error === 0);
  for (let block = 0; block < blocks; ) {
    let zeros = 0;
    const segmentEnd = Math.min(blocks, (Math.floor(block / SEGMENT) + 1) * SEGMENT);
    while (block + zeros < segmentEnd && isZero(block + zeros)) zeros++;
    if (zeros > 0) codeZeros(sink, zeros, block + zeros === segmentEnd, bits, block === 0 ? reference : null);
    else
      codeBlock(
        sink,
        errors.subarray(block * CCSDS_BLOCK, (block + 1) * CCSDS_BLOCK),
        bits,
        block === 0 ? reference : null,
      );
    block += Math.max(1, zeros);
  }
}

/** Errors of prediction by the sample before, mapped to 0, 1, 2 … for 0, −1, 1 …; the first is 0. */
function mappedErrors(samples: Int32Array, bits: number): Int32Array {
  const largest = 2 ** bits - 1;
  const errors = new Int32Array(samples.length);
  for (let i = 1; i < samples.length; i++) {
    const before = samples[i - 1]!;
    const error = samples[i]! - before;
    const room = Math.min(before, largest - before);
    if (Math.abs(error) > room) errors[i] = room + Math.abs(error);
    else errors[i] = error >= 0 ? 2 * error : -2 * error - 1;
  }
  return errors;
}

/** Bits of the identifier of a block's coding. */
function identifierBits(bits: number): number {
  return bits <= 8 ? 3 : bits <= 16 ? 4 : 5;
}

function put(sink: BitSink, value: number, width: number): void {
  sink.bit = writeBits(sink.octets, sink.bit, Int32Array.of(value), 0, 1, 0, width);
}

function putUnary(sink: BitSink, value: number): void {
  sink.bit += value;
  sink.octets[sink.bit >> 3]! |= 128 >> (sink.bit & 7);
  sink.bit++;
}

function codeZeros(sink: BitSink, count: number, endsSegment: boolean, bits: number, reference: number | null): void {
  put(sink, 0, identifierBits(bits) + 1);
  if (reference !== null) put(sink, reference, bits);
  if (endsSegment && count > REST_OF_SEGMENT) putUnary(sink, REST_OF_SEGMENT);
  else putUnary(sink, count > REST_OF_SEGMENT ? count : count - 1);
}

function codeBlock(sink: BitSink, block: Int32Array, bits: number, reference: number | null): void {
  const errors = reference === null ? block : block.subarray(1);
  const width = identifierBits(bits);
  const { split, cost } = bestSplit(errors, 2 ** width - 3);
  const plain = cost >= errors.length * bits;
  put(sink, plain ? 2 ** width - 1 : split + 1, width);
  if (reference !== null) put(sink, reference, bits);
  if (plain) {
    sink.bit = writeBits(sink.octets, sink.bit, errors, 0, errors.length, 0, bits);
    return;
  }
  for (const error of errors) putUnary(sink, error >>> split);
  const low = errors.map((error) => error & (2 ** split - 1));
  sink.bit = writeBits(sink.octets, sink.bit, low, 0, low.length, 0, split);
}

/** The number of low bits that makes the block shortest, and its bits then. */
function bestSplit(errors: Int32Array, most: number): { split: number; cost: number } {
  let best = { split: 0, cost: Number.POSITIVE_INFINITY };
  for (let split = 0; split <= most; split++) {
    let cost = errors.length * (split + 1);
    for (const error of errors) cost += error >>> split;
    if (cost >= best.cost) break; // convex: longer from here on
    best = { split, cost };
  }
  return best;
}
