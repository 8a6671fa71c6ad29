/**
 * Packing 5.42: the packed integers in the adaptive entropy code of CCSDS 121.0-B, as libaec writes it.
 *
 *   section 5   20 bits of a sample · 22 flags · 23 block size · 24-25 blocks of a reference interval
 *   flags       1 signed samples · 8 preprocessor · 16 restricted options · 32 each interval begins on a whole octet
 *
 * The other flags say how libaec lays out what it unpacks (2 three octets, 4 highest octet first), which nobody sees.
 */

import { GribUnsupportedError } from '../../../base/errors.js';
import { type FieldSections, malformed, octet, octets, type Section } from '../sections.js';
import { type EntropyCode, fewestBits, readSamples } from './adaptive-entropy.js';
import { packedBits, viewPacked } from './packed-bits.js';
import { constantField, isSafe, readPackedCount, readPackingScale, type Unpacking } from './packing-scale.js';

const SIGNED = 1;
const PREPROCESSOR = 8;
const RESTRICTED = 16;
const PADDED = 32;

const BLOCK_SIZES = [8, 16, 32, 64];
const LONGEST_INTERVAL = 4096;
const WIDEST_RESTRICTED = 4;

/** @throws GribUnsupportedError for other block sizes, MalformedError when section 7 cannot hold the points */
export function planCcsds({ packing, data, message }: FieldSections): Unpacking {
  const header = readPackingScale(packing);
  if (header.bits === 0) return constantField(header);
  const code = readEntropyCode(packing, header.bits);
  const needed = fewestBits(code, readPackedCount(packing));
  const end = packedBits(data);
  if (needed > end) throw malformed(data, 'octets 6-', `holds the ${needed} bits that its points need at least`, end);
  const defect = (rule: string, value: number) => malformed(data, 'octets 6-', rule, value);
  const input = { view: viewPacked(data, message), end, defect };
  return { fill: (out) => readSamples(code, input, header, out), isBounded: isSafe(header) };
}

function readEntropyCode(packing: Section, bits: number): EntropyCode {
  const flags = octet(packing, 22);
  const blockSize = octet(packing, 23);
  const intervalBlocks = octets(packing, 24, 2);
  if (!BLOCK_SIZES.includes(blockSize)) throw new GribUnsupportedError('CCSDS block size', blockSize);
  if (intervalBlocks === 0 || intervalBlocks > LONGEST_INTERVAL)
    throw malformed(packing, 'octets 24-25', `a reference interval is 1 to ${LONGEST_INTERVAL} blocks`, intervalBlocks);
  const isRestricted = (flags & RESTRICTED) !== 0;
  if (isRestricted && bits > WIDEST_RESTRICTED && bits <= 8)
    throw malformed(packing, 'octet 22', `restricted options are for at most ${WIDEST_RESTRICTED} bits`, bits);
  return {
    bits,
    isSigned: (flags & SIGNED) !== 0,
    hasPreprocessor: (flags & PREPROCESSOR) !== 0,
    optionBits: optionBitsOf(bits, isRestricted),
    blockSize,
    intervalBlocks,
    isPadded: (flags & PADDED) !== 0,
  };
}

/** Samples of more bits have more ways to be split. */
function optionBitsOf(bits: number, isRestricted: boolean): number {
  if (bits > 16) return 5;
  if (bits > 8) return 4;
  if (isRestricted) return bits > 2 ? 2 : 1;
  return 3;
}
