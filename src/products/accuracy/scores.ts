/**
 * Scores as the response has them: in its units, rounded, and with bounds.
 *
 * Errors are differences, so units are converted without offset: 1 K is 1.8 °F. Errors have two decimals or those of the
 * unit of precipitation, ratios four.
 */

import type { AccuracyBounds } from '../../model/accuracy-answer.js';
import { type Conversion, roundScaled } from '../../model/units.js';
import { type Interval, type Ratio, ratioInterval } from '../../science/verification/confidence.js';
import { type Block, type DateRows, PROBABILITY_SUMS } from '../../science/verification/sums-layout.js';

/** Sums of one lead: a row with its blocks. */
export interface LeadSums {
  readonly row: Float64Array;
  /** First number of a block in the row; null: the interval does not have it. */
  at(block: Block): number | null;
  /** Rows of the blocks of dates that the row is the sum of; null: confidence is not asked for. */
  readonly blocks: DateRows | null;
}

/** Fields that are asked for beside the metrics. */
export interface ShownFields {
  readonly persistence: boolean;
  readonly climatology: boolean;
  readonly uncorrected: boolean;
  /** Null: asked for, but the scope has no bins. */
  readonly reliability: boolean | null;
}

/** Numbers of the widest block. */
export const WIDEST_BLOCK = Object.keys(PROBABILITY_SUMS).length;

/** Blocks of uncorrected forecasts have four sums; the others of the block are then 0. */
export function firstSums(row: Float64Array, at: number): Float64Array {
  const block = new Float64Array(WIDEST_BLOCK);
  block.set(row.subarray(at, at + 4));
  return block;
}

/** Factor and decimals of a value. */
export type Scale = Pick<Conversion, 'factor' | 'decimals'>;

const RATIO: Scale = { factor: 1, decimals: 4 };

/** Rounds a value in canonical units to one of the response. */
export interface Said {
  (value: number): number;
  (value: number | null): number | null;
}

export const scaled = ({ factor, decimals }: Scale) =>
  ((value) => (value === null ? null : roundScaled(value * factor, decimals) / 10 ** decimals)) as Said;

/** Four decimals, without a unit. */
export const ratio = scaled(RATIO);

export type Bounds = (interval: Interval | null, range?: readonly [number, number]) => AccuracyBounds | null;

/** Ranges of scores. */
export const NOT_NEGATIVE = [0, Number.POSITIVE_INFINITY] as const;
export const SHARE = [0, 1] as const;

/** Bounds in the units of the response, within the range that a score can have. */
export const boundsIn =
  (say: Said): Bounds =>
  (interval, [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]) =>
    interval === null ? null : { low: say(Math.max(least, interval.low)), high: say(Math.min(most, interval.high)) };

/** Interval of Σ x / Σ n over the blocks; null where the score itself is null. */
export function intervalOf(blocks: DateRows, score: number | null, of: Ratio): Interval | null {
  return score === null ? null : ratioInterval(blocks, of, 1);
}
