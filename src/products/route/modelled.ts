/** Precipitation of one hour of each sample as the models have it, before radar: as the forecast of the place has it. */

import { HOUR } from '../../model/time.js';
import { QUARTER } from '../../query/time/series.js';
import {
  amountsOfHours,
  type ChanceEvidence,
  chancesOfHours,
  divideAmounts,
  WET_HOUR_TOTAL,
} from '../../query/weather/chances.js';
import { QUARTERS_PER_HOUR, totalOfHour } from '../../query/weather/place/modelled.js';
import { everywhere, later, type Passage } from './passage.js';

/** One hour of each sample; NaN unknown. */
export interface HoursAlong {
  /** Liquid equivalent, mm: quarter k of the hour of sample i stands at 4 i + k. */
  readonly quarters: Float64Array;
  /** Liquid equivalent of each hour, mm. */
  readonly totals: Float64Array;
  /** Of at least 0.1 mm in each hour, 0..1. */
  readonly chances: Float64Array;
  /** 1 where a chance stands on the amount alone. */
  readonly standIns: Float64Array;
}

/** @param hours  beginnings, epoch seconds; NaN: nothing is known of that sample */
export function modelledAlong(passage: Passage, hours: Float64Array): HoursAlong {
  const { track, scratch, count } = passage;
  const quarters = bestQuarters(passage, hours);
  const best = scratch.zeros(count);
  for (let i = 0; i < count; i++) best[i] = totalOfHour(quarters, i);
  const evidence = evidenceAlong(passage, hours, best);
  const [chances, standIns, totals] = [scratch.zeros(count), scratch.zeros(count), scratch.zeros(count)];
  chancesOfHours(evidence, chances, standIns);
  calibrateAlong(passage, hours, chances);
  amountsOfHours(evidence, chances, standIns, (i) => track.rankedMembers(i, hours[i]!), totals);
  divideAmounts(best, totals, quarters);
  return { quarters, totals, chances, standIns };
}

function bestQuarters(passage: Passage, hours: Float64Array): Float64Array {
  const { track, scratch, count } = passage;
  const seconds = everywhere(passage, QUARTER);
  const [quarters, each] = [scratch.zeros(count * QUARTERS_PER_HOUR), scratch.zeros(count)];
  for (let k = 0; k < QUARTERS_PER_HOUR; k++) {
    track.totals('precipitation', later(passage, hours, k * QUARTER), seconds, each);
    for (let i = 0; i < count; i++) quarters[i * QUARTERS_PER_HOUR + k] = each[i]!;
  }
  return quarters;
}

function evidenceAlong({ track, scratch, count }: Passage, hours: Float64Array, totals: Float64Array): ChanceEvidence {
  const { known, exceeding } = track.members(hours, WET_HOUR_TOTAL);
  const { hour, weight, sixHours } = track.blend(hours);
  const leads = scratch.zeros(count);
  const origins = track.leadOrigins(hours);
  for (let i = 0; i < count; i++) leads[i] = (hours[i]! - origins[i]!) / HOUR + 0.5;
  const blend = { blendShare: track.blendShare, blendHour: hour, blendRamp: weight, blendSixHours: sixHours };
  return { known, exceeding, leads, regional: track.regional(hours), ...blend, totals };
}

function calibrateAlong({ calibration, samples }: Passage, hours: Float64Array, chances: Float64Array): void {
  if (calibration === null) return;
  for (let i = 0; i < chances.length; i++) {
    if (Number.isNaN(hours[i]!)) continue;
    const curves = calibration.at(samples.latitudes[i]!, samples.longitudes[i]!);
    if (curves !== null) chances[i] = curves.hour(chances[i]!, hours[i]!);
  }
}
