/**
 * Strongest gust of a record: the largest of the model's gusts at its ends, and between them where the curve through them
 * is not monotone; never below the sustained wind. An end without a model's gust is estimated from its wind.
 */

import { estimatedGust, windSpeed } from '../../science/wind.js';

/**
 * Fills `gusts` where they are unknown and the wind is known.
 *
 * @param u, v, land  one entry per gust: m/s, and the share of land, 0..1
 * @returns whether there was any to fill
 */
export function fillWithEstimates(gusts: Float64Array, u: Float64Array, v: Float64Array, land: Float64Array): boolean {
  let isAny = false;
  for (let i = 0; i < gusts.length; i++) {
    if (!Number.isNaN(gusts[i]!)) continue;
    gusts[i] = estimatedGust(windSpeed(u[i]!, v[i]!), land[i]!);
    if (!Number.isNaN(gusts[i]!)) isAny = true;
  }
  return isAny;
}

/** Raises `gusts` to `others` where those are larger, or alone known. Returns `gusts`. */
export function raiseTo(gusts: Float64Array, others: Float64Array): Float64Array {
  for (let i = 0; i < gusts.length; i++) gusts[i] = largest(gusts[i]!, others[i]!);
  return gusts;
}

/** The larger of two; the known one where the other is NaN. */
export function largest(a: number, b: number): number {
  return b > a || Number.isNaN(a) ? b : a;
}
