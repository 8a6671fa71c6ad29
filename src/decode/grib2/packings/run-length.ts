/**
 * Packing 5.200: levels in runs, as the Japan Meteorological Agency packs radar and satellite pictures.
 *
 *   section 5   12 bits N of a packed number · 13-14 highest level V used here · 15-16 highest level of the table
 *               17 decimal scale D of the table · 18- the table, two octets for each level from 1 up
 *   section 7   numbers up to V are levels; the ones above V that follow a level are the digits of its run, lowest first:
 *               run = 1 + Σ (digitₖ − V − 1) × (2^N − 1 − V)^k
 *
 * Level 0 is "no data" and becomes NaN, level k the k-th entry of the table / 10^D. Source: FM 92 GRIB2, template 7.200.
 */

import { bitField } from '../../../base/bits.js';
import { GribUnsupportedError } from '../../../base/errors.js';
import {
  type FieldSections,
  malformed,
  octet,
  octets,
  requireOctets,
  type Section,
  signedOctets,
} from '../sections.js';
import { packedBits, viewPacked } from './packed-bits.js';
import { readPackedCount, type Unpacking } from './packing-scale.js';

const FIRST_TABLE_OCTET = 18;
const WIDEST_NUMBER = 16;

interface Runs {
  readonly view: DataView;
  readonly numbers: number;
  readonly bits: number;
  readonly highest: number;
  /** Value of each level from 0 to `highest`. */
  readonly values: Float32Array;
  readonly section: Section;
}

/** @throws GribUnsupportedError for numbers of other widths, MalformedError when levels or runs do not add up */
export function planRunLength({ packing, data, message }: FieldSections): Unpacking {
  const bits = octet(packing, 12);
  if (bits === 0 || bits > WIDEST_NUMBER) throw new GribUnsupportedError('bits of a run-length number', bits);
  const values = readLevelValues(packing);
  const highest = values.length - 1;
  if (highest >= 2 ** bits) throw malformed(packing, 'octets 13-14', `levels fit ${bits} bits`, highest);
  const numbers = Math.floor(packedBits(data) / bits);
  const runs = { view: viewPacked(data, message), numbers, bits, highest, values, section: data };
  checkRuns(runs, readPackedCount(packing));
  return { fill: (out) => fillRuns(runs, out), isBounded: true };
}

function readLevelValues(packing: Section): Float32Array {
  const highest = octets(packing, 13, 2);
  const entries = octets(packing, 15, 2);
  if (highest > entries) throw malformed(packing, 'octets 13-14', `levels are in the table of ${entries}`, highest);
  requireOctets(packing, FIRST_TABLE_OCTET, FIRST_TABLE_OCTET - 1 + 2 * entries);
  const divisor = 10 ** signedOctets(packing, 17, 1);
  const values = new Float32Array(highest + 1).fill(Number.NaN);
  for (let level = 1; level <= highest; level++)
    values[level] = octets(packing, FIRST_TABLE_OCTET + 2 * (level - 1), 2) / divisor;
  if (values.includes(Number.POSITIVE_INFINITY))
    throw malformed(packing, 'octet 17', 'values of the levels fit a 32-bit float', divisor);
  return values;
}

/** Walks all runs once without writing, so that memory is taken only for a field that is whole. */
function checkRuns(runs: Runs, points: number): void {
  let filled = 0;
  for (const [, length] of walkRuns(runs, points)) filled += length;
  if (filled !== points)
    throw malformed(runs.section, 'octets 6-', `runs add up to the ${points} packed points`, filled);
}

function fillRuns(runs: Runs, out: Float32Array): void {
  let filled = 0;
  for (const [level, length] of walkRuns(runs, out.length)) {
    out.fill(runs.values[level]!, filled, filled + length);
    filled += length;
  }
}

/** Level and length of each run, until `points` are reached; bits behind them are there to fill up the last octet. */
function* walkRuns(
  { view, numbers, bits, highest, section }: Runs,
  points: number,
): Generator<readonly [number, number]> {
  const base = 2 ** bits - 1 - highest;
  let filled = 0;
  for (let i = 0; i < numbers && filled < points; ) {
    const level = bitField(view, bits * i++, bits);
    if (level > highest)
      throw malformed(section, 'octets 6-', `a run begins with a level of at most ${highest}`, level);
    let length = 1;
    for (let weight = 1; i < numbers; i++, weight *= base) {
      const digit = bitField(view, bits * i, bits);
      if (digit <= highest) break;
      if (digit > highest + 1) length += (digit - highest - 1) * weight;
    }
    if (length > points - filled)
      throw malformed(section, 'octets 6-', `a run stays inside the ${points} packed points`, filled + length);
    filled += length;
    yield [level, length];
  }
}
