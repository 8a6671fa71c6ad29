/**
 * What the levels of a product stand for, by halfwords 31 to 46 of its description.
 *
 *   linear   31 lowest value, 32 increment, in tenths; 33 how many. Level 0 is below the threshold, 1 range folded (in a
 *            hybrid scan: not looked at), 2 the lowest value, 3 one increment more … (dBZ, m/s)
 *   table    one halfword for each of 16 levels: the lowest value of an interval (dBZ, knots)
 *              bit 15 the low octet is a word: 1 below threshold, 2 no data, 3 range folded
 *              bit 14, 13, 12 in units of 0.01, 0.05, 0.1 | bit 8 negative | bits 0-7 the number
 *
 * The largest value of a sweep stands in halfword 47, rounded: with level 2 as the lowest value all files at hand agree with
 * it, also those of product 32, whose number of levels (256) counts the two words.
 */

import { refuse } from './defect.js';
import type { ProductDescription } from './description.js';
import type { ProductRow } from './product-table.js';

/** m/s */
const KNOT = 1852 / 3600;
const LEVELS = 256;
const FIRST = 31;
const TABLE_LEVELS = 16;
const RANGE_FOLDED_WORD = 3;
const LINEAR_RANGE_FOLDED = 1;
const LINEAR_LOWEST = 2;

export interface LevelValues {
  /** Of 256 levels; NaN for words and for levels that are not used. */
  readonly values: Float32Array;
  readonly rangeFolded: number | null;
}

export function levelValues(description: ProductDescription, row: ProductRow): LevelValues {
  return row.levels === 'linear' ? linearValues(description, row) : tableValues(description, row);
}

function linearValues({ halfword }: ProductDescription, { hybrid }: ProductRow): LevelValues {
  const [lowest, increment, count] = [halfword(FIRST), halfword(FIRST + 1), halfword(FIRST + 2)];
  if (increment <= 0) refuse('halfword 32 is a positive increment', increment);
  if (count < 1 || count > LEVELS) refuse('halfword 33 is a number of levels, 1..256', count);
  const values = new Float32Array(LEVELS).fill(Number.NaN);
  const end = Math.min(LEVELS, LINEAR_LOWEST + count);
  for (let level = LINEAR_LOWEST; level < end; level++)
    values[level] = (lowest + (level - LINEAR_LOWEST) * increment) / 10;
  return { values, rangeFolded: hybrid ? null : LINEAR_RANGE_FOLDED };
}

function tableValues({ halfword }: ProductDescription, { quantity }: ProductRow): LevelValues {
  const values = new Float32Array(LEVELS).fill(Number.NaN);
  let rangeFolded: number | null = null;
  for (let level = 0; level < TABLE_LEVELS; level++) {
    const threshold = halfword(FIRST + level) & 0xffff;
    if (threshold & 0x8000) {
      if ((threshold & 0xff) === RANGE_FOLDED_WORD) rangeFolded = level;
    } else values[level] = thresholdValue(threshold) * (quantity === 'radial-velocity' ? KNOT : 1);
  }
  return { values, rangeFolded };
}

function thresholdValue(threshold: number): number {
  const unit = threshold & 0x4000 ? 100 : threshold & 0x2000 ? 20 : threshold & 0x1000 ? 10 : 1;
  const sign = threshold & 0x0100 ? -1 : 1;
  return (sign * (threshold & 0xff)) / unit;
}
