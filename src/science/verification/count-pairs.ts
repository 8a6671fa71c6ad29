/**
 * Adds single pairs of forecast and observation to a row of sums (sums-layout.ts).
 *
 * A pair counts where both sides are known. NaN on either side is no pair and changes nothing: `NaN >= threshold` is false
 * and would pass for a dry observation. A pair without persistence counts for the service and not for the comparison.
 */

import { EVENT_EPSILON, PROBABILITY_BINS, probabilityBin } from '../scores.js';
import { ERROR_SUMS, OCCURRENCE_SUMS, PROBABILITY_SUMS } from './sums-layout.js';

const S = ERROR_SUMS;
const P = PROBABILITY_SUMS;

/** An amount of precipitation, and whether it was wet where only that is known. */
export interface WetAmount {
  /** mm, or mm/h; NaN: not known. */
  readonly amount: number;
  /** 1 wet, 0 dry; NaN: not known. */
  readonly wet: number;
}

/** 1 where an amount reaches the threshold, 0 where it does not; NaN stays NaN. */
export function wetOf(amount: number, threshold: number): number {
  return Number.isNaN(amount) ? Number.NaN : amount >= threshold - EVENT_EPSILON ? 1 : 0;
}

/**
 * Adds the error of one forecast.
 *
 * @param at  first sum of the block
 * @param persistence  what persistence forecasts; NaN: not known
 */
export function countError(
  row: Float64Array,
  at: number,
  forecast: number,
  observed: number,
  persistence: number,
): void {
  const error = forecast - observed;
  countPlainError(row, at, forecast, observed);
  const other = persistence - observed;
  if (Number.isNaN(error) || Number.isNaN(other)) return;
  row[at + S.matched]! += 1;
  row[at + S.matchedAbsolute]! += Math.abs(error);
  row[at + S.matchedError]! += error;
  row[at + S.matchedSquared]! += error * error;
  row[at + S.persistenceAbsolute]! += Math.abs(other);
  row[at + S.persistenceError]! += other;
  row[at + S.persistenceSquared]! += other * other;
}

/** Adds the error of one forecast to a block without persistence: `samples` to `squared`. */
export function countPlainError(row: Float64Array, at: number, forecast: number, observed: number): void {
  const error = forecast - observed;
  if (Number.isNaN(error)) return;
  row[at + S.samples]! += 1;
  row[at + S.absolute]! += Math.abs(error);
  row[at + S.error]! += error;
  row[at + S.squared]! += error * error;
}

/** Blocks of precipitation in a row, and where it begins to be wet. */
export interface PrecipitationBlocks {
  readonly occurrence: number;
  readonly amount: number;
  /** mm, or mm/h. */
  readonly threshold: number;
}

/** Adds one forecast of an amount: its occurrence, and its error where the forecast or the observation was wet. */
export function countPrecipitation(
  row: Float64Array,
  blocks: PrecipitationBlocks,
  forecast: number,
  observed: WetAmount,
  persistence: WetAmount,
): void {
  const expected = wetOf(forecast, blocks.threshold);
  if (Number.isNaN(expected) || Number.isNaN(observed.wet)) return;
  countTable(row, blocks.occurrence + OCCURRENCE_SUMS.service, expected, observed.wet);
  if (!Number.isNaN(persistence.wet)) {
    countTable(row, blocks.occurrence + OCCURRENCE_SUMS.matched, expected, observed.wet);
    countTable(row, blocks.occurrence + OCCURRENCE_SUMS.persistence, persistence.wet, observed.wet);
  }
  if (expected === 1 || observed.wet === 1)
    countError(row, blocks.amount, forecast, observed.amount, persistence.amount);
}

function countTable(row: Float64Array, at: number, forecast: number, observed: number): void {
  const cell = forecast === 1 ? (observed === 1 ? 0 : 1) : observed === 1 ? 2 : 3;
  row[at + cell]! += 1;
}

/** Forecasts of the same event by others: NaN where they say nothing. */
export interface References {
  /** 1 wet, 0 dry. */
  readonly persistence: number;
  /** Climatological frequency of the event, 0..1. */
  readonly climatology: number;
}

/** First sums of the block of a probability, and of its reliability bins. */
export interface EventBlocks {
  readonly at: number;
  readonly bins: number;
}

/** Adds one probability to a block without references: `samples` to `observed`, and the bins. */
export function countPlainEvent(row: Float64Array, { at, bins }: EventBlocks, probability: number, wet: number): void {
  const error = probability - wet;
  if (Number.isNaN(error)) return;
  row[at + P.samples]! += 1;
  row[at + P.squared]! += error * error;
  row[at + P.forecast]! += probability;
  row[at + P.observed]! += wet;
  const bin = bins + probabilityBin(probability);
  row[bin]! += 1;
  row[bin + PROBABILITY_BINS]! += probability;
  row[bin + 2 * PROBABILITY_BINS]! += wet;
}

/**
 * Adds one probability.
 *
 * @param probability  0..1
 * @param wet  1 where the event came, 0 where it did not
 */
export function countEvent(
  row: Float64Array,
  blocks: EventBlocks,
  probability: number,
  wet: number,
  references: References,
): void {
  const error = probability - wet;
  if (Number.isNaN(error)) return;
  countPlainEvent(row, blocks, probability, wet);
  const { at } = blocks;
  const squared = error * error;
  const { persistence, climatology } = references;
  if (!Number.isNaN(persistence)) {
    row[at + P.matched]! += 1;
    row[at + P.matchedSquared]! += squared;
    row[at + P.matchedForecast]! += probability;
    row[at + P.matchedObserved]! += wet;
    row[at + P.persistenceSquared]! += (persistence - wet) ** 2;
    row[at + P.persistenceForecast]! += persistence;
  }
  if (Number.isNaN(climatology)) return;
  row[at + P.referred]! += 1;
  row[at + P.referredSquared]! += squared;
  row[at + P.climatologySquared]! += (climatology - wet) ** 2;
}
