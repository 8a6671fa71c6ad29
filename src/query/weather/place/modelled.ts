/**
 * Amounts and chances of precipitation as the models have them, before radar.
 *
 * Quarters of an hour are the atoms. Hours and local days are sums of them, so that all sections of one answer agree,
 * also where a local midnight falls on a half hour (docs/methods/interpolation.md).
 */

import { HOUR } from '../../../model/time.js';
import { type Axis, QUARTER } from '../../time/series.js';
import { NOTHING } from '../air.js';
import { divideAmounts } from '../chances.js';
import { type Chances, chancesOn } from './chances.js';
import type { FallScene } from './site.js';

export const QUARTERS_PER_HOUR = HOUR / QUARTER;

/** Arrays are empty when not asked for. */
export interface ModelledFall {
  /** Quarter k of hour i stands at 4 i + k. */
  readonly hours: Axis;
  /** Liquid equivalent of each quarter of an hour, mm; NaN unknown. */
  readonly quarters: Float64Array;
  /** The same by the best source alone: what the chances of days are made of. */
  readonly bestQuarters: Float64Array;
  /** Liquid equivalent of each hour, mm; NaN when a quarter of it is unknown. */
  readonly totals: Float64Array;
  /** Chances of the hours and days; null when not asked for. */
  readonly chances: Chances | null;
}

export function modelledOn(scene: FallScene, hours: Axis): ModelledFall {
  const { series, quantities, scratch } = scene;
  const totals = quantities.has('totals') ? scratch.zeros(hours.count) : NOTHING;
  const quarterAxis = { start: hours.start, step: QUARTER, count: totals.length * QUARTERS_PER_HOUR };
  const quarters = series.totals('precipitation', quarterAxis, scratch.zeros(quarterAxis.count));
  for (let i = 0; i < totals.length; i++) totals[i] = totalOfHour(quarters, i);
  if (totals.length === 0) return { hours, quarters, bestQuarters: quarters, totals, chances: null };
  // What the best source says goes into the pool, and the pool's amounts take its place.
  const chances = chancesOn(scene, hours, totals);
  const bestQuarters = scratch.zeros(quarters.length);
  bestQuarters.set(quarters);
  divideAmounts(totals, chances.amounts, quarters);
  totals.set(chances.amounts);
  return { hours, quarters, bestQuarters, totals, chances };
}

/** Total of hour i from its quarters. */
export function totalOfHour(quarters: Float64Array, i: number): number {
  return quarters[4 * i]! + quarters[4 * i + 1]! + quarters[4 * i + 2]! + quarters[4 * i + 3]!;
}
