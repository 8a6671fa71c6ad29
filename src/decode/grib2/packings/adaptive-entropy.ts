/**
 * The adaptive entropy coder of the space agencies, read. Source: CCSDS 121.0-B-3, "Lossless Data Compression" (2020).
 *
 * Samples come in blocks of J; a reference interval is a run of blocks that needs nothing from before it. Each block
 * begins with an option of m bits, and its integers δ, one for each sample, are coded as that says:
 *
 *   0, bit 0   zero blocks: the unary number of blocks whose δ are all 0 (5 stands for "to the end of the segment"
 *              of 64 blocks or of the interval, larger ones count one too many)
 *   0, bit 1   second extension: pairs of δ as one unary number
 *   k + 1      split samples: the high parts of all δ in unary, then their k low bits
 *   2^m − 1    no compression: δ in n bits each
 *
 * With the preprocessor on, the first sample of an interval stands in the place of its δ, after the option.
 *
 * What costs time is that unary numbers have no known place: they are cut out of whole words with leading-zero counts.
 * All other bits are one load each. Options only make δ; sample-unfolding.ts makes values of them.
 */

import { bitField, WIDEST_SINGLE_LOAD } from '../../../base/bits.js';
import {
  type SampleFormat,
  type SampleScale,
  type SampleWriter,
  sampleWriter,
  writeBlock,
  writeReference,
  writeZeros,
} from './sample-unfolding.js';

export interface EntropyCode extends SampleFormat {
  /** m, bits of a block's option. */
  readonly optionBits: number;
  /** J: 8, 16, 32 or 64. */
  readonly blockSize: number;
  /** Blocks of a reference interval. */
  readonly intervalBlocks: number;
  /** Each reference interval begins on a whole octet. */
  readonly isPadded: boolean;
}

export interface EntropyInput {
  readonly view: DataView;
  /** Bits that may be read; four octets behind them exist. */
  readonly end: number;
  /** Makes the error for bits that break a rule of the code. */
  readonly defect: (rule: string, value: number) => Error;
}

interface Reader extends EntropyCode, EntropyInput {
  /** δ of the block, each a pattern of 32 bits. */
  readonly block: Int32Array;
  /** The largest δ there is, 2^n − 1. */
  readonly most: number;
  /** The option of all ones. */
  readonly noCompression: number;
  at: number;
  /** The sample in the first place of the interval. */
  reference: number;
}

const INSIDE = 'coded samples end inside the section, bit';
/** Blocks of a segment, which runs of zero blocks do not leave. */
const SEGMENT = 64;
/** The number of zero blocks that says "all the rest". */
const REST_OF_SEGMENT = 5;

/** Bits that the samples take at the very least: one zero-block code for each segment, one reference for each interval. */
export function fewestBits(code: EntropyCode, samples: number): number {
  const blocks = Math.ceil(samples / code.blockSize);
  const intervals = Math.ceil(blocks / code.intervalBlocks);
  const segments = Math.ceil(blocks / Math.min(SEGMENT, code.intervalBlocks));
  return segments * (code.optionBits + 2) + (code.hasPreprocessor ? intervals * code.bits : 0);
}

/** Fills `out` with offset + scale × sample; throws what `input.defect` makes. */
export function readSamples(code: EntropyCode, input: EntropyInput, scale: SampleScale, out: Float32Array): void {
  const block = new Int32Array(code.blockSize);
  const reader: Reader = {
    ...code,
    ...input,
    block,
    most: 2 ** code.bits - 1,
    noCompression: 2 ** code.optionBits - 1,
    at: 0,
    reference: 0,
  };
  const writer = sampleWriter(code, scale, out);
  while (writer.filled < out.length) {
    readInterval(reader, writer);
    if (code.isPadded) reader.at = (reader.at + 7) & ~7;
  }
}

function readInterval(reader: Reader, writer: SampleWriter): void {
  const { intervalBlocks, hasPreprocessor, block, blockSize } = reader;
  for (let done = 0; done < intervalBlocks && writer.filled < writer.out.length; ) {
    const hasReference = hasPreprocessor && done === 0;
    const from = hasReference ? 1 : 0;
    const zeroBlocks = readBlock(reader, done, from);
    if (hasReference) writeReference(writer, reader.reference);
    if (zeroBlocks > 0) writeZeros(writer, zeroBlocks * blockSize - from);
    else writeBlock(writer, block, from);
    done += Math.max(1, zeroBlocks);
  }
}

/** One block, its δ from `from` on and what stands before them as the reference; or the number of zero blocks. */
function readBlock(reader: Reader, done: number, from: number): number {
  const { optionBits, bits, block, noCompression } = reader;
  const option = readFew(reader, optionBits);
  if (option > 0 && option < noCompression) {
    if (from === 1) reader.reference = readBits(reader, bits);
    readSplit(reader, option - 1, from);
    return 0;
  }
  if (option === noCompression) {
    readUncompressed(reader);
    reader.reference = block[0]!;
    return 0;
  }
  const isZero = readFew(reader, 1) === 0;
  if (from === 1) reader.reference = readBits(reader, bits);
  if (isZero) return readZeroBlocks(reader, done);
  readSecondExtension(reader);
  return 0;
}

/** 1 to 25 bits. */
function readFew(reader: Reader, width: number): number {
  const { view, at } = reader;
  reader.at = at + width;
  if (reader.at > reader.end) throw reader.defect(INSIDE, reader.at);
  return (view.getInt32(at >>> 3) << (at & 7)) >>> (32 - width);
}

function readBits(reader: Reader, width: number): number {
  const { view, at } = reader;
  reader.at = at + width;
  if (reader.at > reader.end) throw reader.defect(INSIDE, reader.at);
  return bitField(view, at, width);
}

function readZeroBlocks(reader: Reader, done: number): number {
  const { block, intervalBlocks } = reader;
  readUnaries(reader, 0, 1);
  const code = block[0]! + 1;
  const left = intervalBlocks - done;
  if (code === REST_OF_SEGMENT) return Math.min(left, SEGMENT - (done % SEGMENT));
  const blocks = code > REST_OF_SEGMENT ? code - 1 : code;
  if (blocks > left) throw reader.defect(`zero blocks stay inside their interval, of which ${left} are left`, blocks);
  return blocks;
}

/** γ = (a + b)(a + b + 1) / 2 + b for the pair a, b. All 91 numbers of pairs with a sum up to 12. */
const PAIR_SUM = Uint8Array.from({ length: 91 }, (_, code) => Math.floor((Math.sqrt(8 * code + 1) - 1) / 2));

/** One number a pair: expanded from the last to the first, where the numbers stood. */
function readSecondExtension(reader: Reader): void {
  const { block, blockSize, most } = reader;
  const pairs = blockSize / 2;
  readUnaries(reader, 0, pairs);
  for (let pair = pairs - 1; pair >= 0; pair--) {
    const code = block[pair]!;
    if (code >= PAIR_SUM.length) throw reader.defect('numbers of the second extension are 0 to 90', code);
    const sum = PAIR_SUM[code]!;
    const second = code - (sum * (sum + 1)) / 2;
    if (sum > most && (second > most || sum - second > most)) throw reader.defect(`δ is at most ${most}`, sum);
    block[2 * pair + 1] = second;
    block[2 * pair] = sum - second;
  }
}

function readUncompressed(reader: Reader): void {
  const { view, block, blockSize, bits, at } = reader;
  reader.at = at + blockSize * bits;
  if (reader.at > reader.end) throw reader.defect(INSIDE, reader.at);
  for (let i = 0; i < blockSize; i++) block[i] = bitField(view, at + i * bits, bits);
}

function readSplit(reader: Reader, low: number, from: number): void {
  const { view, block, blockSize, bits } = reader;
  if (low >= bits) throw reader.defect(`low bits of samples of n = ${bits} bits are fewer than n`, low);
  const high = readUnaries(reader, from, blockSize);
  if (high > reader.most >>> low) throw reader.defect(`high parts of ${low} low bits fit n bits`, high);
  if (low === 0) return;
  let { at } = reader;
  reader.at = at + (blockSize - from) * low;
  if (reader.at > reader.end) throw reader.defect(INSIDE, reader.at);
  if (low > WIDEST_SINGLE_LOAD)
    for (let i = from; i < blockSize; i++, at += low) block[i] = (block[i]! << low) | bitField(view, at, low);
  else {
    const down = 32 - low;
    for (let i = from; i < blockSize; i++, at += low)
      block[i] = (block[i]! << low) | ((view.getInt32(at >>> 3) << (at & 7)) >>> down);
  }
}

/**
 * Unary numbers (as many zeros as the number says, then a one) into `block` from `from` to before `to`; gives all their
 * bits together. `word` holds the next bits from its highest one on, zeros behind them; `left` is how many they are. All
 * numbers that end in a word are cut out of it before the next one is loaded, which is a seventh faster than asking
 * before each number whether a new word is due.
 */
function readUnaries(reader: Reader, from: number, to: number): number {
  const { view, block, end } = reader;
  let { at } = reader;
  let seen = 0;
  let zeros = 0;
  for (let i = from; i < to; ) {
    if (at >= end) throw reader.defect(INSIDE, at);
    const skip = at & 7;
    let word = view.getInt32(at >>> 3) << skip;
    let left = 32 - skip;
    at += left;
    while (word !== 0 && i < to) {
      const leading = Math.clz32(word);
      zeros += leading;
      block[i++] = zeros;
      seen |= zeros;
      zeros = 0;
      word = (word << leading) << 1;
      left -= leading + 1;
    }
    if (i === to) at -= left;
    zeros += left;
  }
  if (at > end) throw reader.defect(INSIDE, at);
  reader.at = at;
  return seen;
}
