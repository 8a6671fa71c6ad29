/**
 * What chances of rain were worth: pairs of the chance that was given and whether it then rained, and the curve of what is
 * to be given instead.
 *
 *   shrunken frequency of a bin      (k + K p̄) / (n + K)      n pairs of mean chance p̄, of which k came true; K = 50
 *   curve                            isotonic through the bins (science/isotonic.ts), from (0, 0) to a chance of 1
 *
 * Bins are tenths of the chance over 0. An exact 0 is not counted: nothing rained anywhere near, and it stays 0. Pairs of one
 * frame are not independent, so every bin begins as if 50 had been met that came true as they were given: a few never make
 * a certainty, and fewer than 500 in all change nothing.
 *
 * Older pairs count less, half after 36 verifications: six hours, one every ten minutes. Only new pairs make old ones fade;
 * while it is dry everything stays as it is.
 */

import type { CalibrationCounts, LeadCalibration } from '../../model/radar.js';
import { isotonic } from '../isotonic.js';
import { probabilityBin } from '../scores.js';

export const CALIBRATION_BINS = 10;

/** Pairs that each bin begins with, which came true as they were given. */
const PRIOR_PAIRS = 50;
const LEAST_PAIRS = 500;
/** Verifications after which pairs count half. */
const HALF_LIFE = 36;
/** New pairs below which old ones do not fade: a drizzle must not wipe out what storms have taught. */
const LEAST_NEW = 50;

/** Sums of one lead; growing. */
export interface ReliabilityCounts {
  /** Of each bin, by weight. */
  readonly pairs: Float64Array;
  /** Sum of the chances. */
  readonly forecast: Float64Array;
  /** Of the pairs, those where it rained. */
  readonly observed: Float64Array;
}

export function noReliabilityCounts(): ReliabilityCounts {
  const zeros = () => new Float64Array(CALIBRATION_BINS);
  return { pairs: zeros(), forecast: zeros(), observed: zeros() };
}

/** Counts one pair. @param chance  ratio over 0, to 1 @param weight  pairs that it counts as */
export function countPair(counts: ReliabilityCounts, chance: number, hasRained: boolean, weight: number): void {
  const bin = probabilityBin(chance) - 1;
  counts.pairs[bin]! += weight;
  counts.forecast[bin]! += weight * chance;
  if (hasRained) counts.observed[bin]! += weight;
}

const total = (list: ArrayLike<number>) => Array.from(list).reduce((sum, value) => sum + value, 0);

/** What was known, faded, and what is new. @param known  null: nothing */
export function updatedCounts(known: CalibrationCounts | null, fresh: ReliabilityCounts): CalibrationCounts {
  const keep = known === null ? 0 : total(fresh.pairs) < LEAST_NEW ? 1 : 0.5 ** (1 / HALF_LIFE);
  const updated = (name: keyof CalibrationCounts) =>
    Array.from(fresh[name], (value, bin) => value + (keep === 0 ? 0 : keep * known![name][bin]!));
  return { pairs: updated('pairs'), forecast: updated('forecast'), observed: updated('observed') };
}

/** The curve at a lead, min. */
export function calibrationOf(leadMinutes: number, counts: CalibrationCounts): LeadCalibration {
  const samples = total(counts.pairs);
  const curve = samples < LEAST_PAIRS ? { raw: [0, 1], observed: [0, 1] } : curveThrough(counts);
  return { leadMinutes, ...curve, samples, counts };
}

/** Chances at lead 0, where it is known whether it rains: they stand as they are. */
export const CERTAIN_NOW: LeadCalibration = { leadMinutes: 0, raw: [0, 1], observed: [0, 1], samples: 0 };

function curveThrough({ pairs, forecast, observed }: CalibrationCounts): Pick<LeadCalibration, 'raw' | 'observed'> {
  const raws = pairs.map((n, bin) => (n > 0 ? forecast[bin]! / n : (bin + 0.5) / CALIBRATION_BINS));
  const weights = pairs.map((n) => n + PRIOR_PAIRS);
  const frequency = (bin: number, raw: number) => (observed[bin]! + PRIOR_PAIRS * raw) / weights[bin]!;
  const levels = isotonic(
    raws.map((raw, bin) => frequency(bin, raw)),
    weights,
  );
  const curve = { raw: [0], observed: [0] };
  for (let bin = 0, end = 0; bin < raws.length; bin = end) {
    while (end < raws.length && levels[end] === levels[bin]) end += 1;
    addPoint(curve, weightedMean(raws, weights, bin, end), levels[bin]!);
  }
  // The last block stands at its middle; a chance of 1 is told as if it alone were the last bin.
  addPoint(curve, 1, Math.max(curve.observed.at(-1)!, frequency(CALIBRATION_BINS - 1, 1)));
  return curve;
}

function addPoint(curve: { raw: number[]; observed: number[] }, raw: number, observed: number): void {
  if (raw <= curve.raw.at(-1)!) return; // chances of the last bin that are all 1
  curve.raw.push(Math.min(1, raw));
  curve.observed.push(Math.min(1, observed));
}

function weightedMean(values: readonly number[], weights: readonly number[], from: number, end: number): number {
  let [sum, weight] = [0, 0];
  for (let bin = from; bin < end; bin++) {
    sum += weights[bin]! * values[bin]!;
    weight += weights[bin]!;
  }
  return sum / weight;
}
