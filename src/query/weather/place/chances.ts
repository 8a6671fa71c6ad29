/**
 * How likely precipitation is, hour by hour and day by day, and the amounts that agree with it (docs/methods/probability.md).
 *
 *   hour   from the best source, members and Blend (`query/weather/chances.ts`)
 *   day    each member's total of the whole day, and the best source's; without members the hours of the day together
 *
 * The event is at least 0.1 mm in the hour, 1.0 mm in the local day. What of a day was before a member's run is completed
 * with the best source's amounts, which are much the same by then. A member that ends within the day is not: where more
 * than a quarter of the day would be guessed for it, it has no say about the day.
 */

import type { CubeDescription } from '../../../model/cube.js';
import { HOUR } from '../../../model/time.js';
import { WET_DAY_TOTAL } from '../../../science/condition.js';
import { memberProbability } from '../../../science/ensemble-probability.js';
import { daySourceWeight, type PoolLead } from '../../../science/precipitation-pool.js';
import { fallbackDayProbability } from '../../../science/probability.js';
import type { Layer } from '../../layers/layer.js';
import type { LayeredPoint } from '../../layers/layers.js';
import type { Ensemble } from '../../layers/members.js';
import { GLOBAL_SOURCES, WEATHER_SOURCES } from '../../rules/layer-table.js';
import { leadOrigin, regionalShare, weightAt } from '../../rules/weights.js';
import { type Axis, QUARTER } from '../../time/series.js';
import { blendHourAt, blendShareOf, blendSixHoursAt } from '../blend.js';
import {
  AMOUNT_SLACK,
  amountsOfHours,
  type Calibration,
  type ChanceEvidence,
  chancesOfHours,
  WET_HOUR_TOTAL,
} from '../chances.js';
import type { Scratch } from '../scratch.js';
import type { Site } from './site.js';

export interface Chances {
  /** Of each hour, 0..1; NaN unknown. */
  readonly hours: Float64Array;
  /** The same before learned corrections: those of days are made of them, and corrected themselves. */
  readonly uncorrectedHours: Float64Array;
  /** Liquid equivalent of each hour that agrees with its chance, mm; NaN unknown. */
  readonly amounts: Float64Array;
  /** True when any of the hours [from, to) stands on the amount alone. */
  isUncalibrated(from: number, to: number): boolean;
  /**
   * Chance of the day's event from the members and the best source; NaN where no member reaches over enough of the day.
   *
   * @param quarters  liquid equivalent of each quarter of the hours by the best source, mm: stands in where a member is unknown
   * @param first, end  the quarters [first, end) of the day
   */
  ofDay(quarters: Float64Array, first: number, end: number): number;
}

/** Share of a day, after a member has begun, over which it may be unknown. */
const GUESSED_SHARE = 0.25;
const QUARTERS_PER_HOUR = HOUR / QUARTER;

interface Setting {
  readonly series: LayeredPoint;
  readonly site: Site;
  readonly scratch: Scratch;
  readonly calibration: Calibration | null;
}

/** @param totals  liquid equivalent of each hour by the best source, mm; NaN unknown */
export function chancesOn(setting: Setting, hours: Axis, totals: Float64Array): Chances {
  const { series, scratch } = setting;
  const ensemble = series.members;
  const [known, exceeding] = [scratch.zeros(hours.count), scratch.zeros(hours.count)];
  ensemble?.count(hours, WET_HOUR_TOTAL, exceeding, known);
  const leads = leadsOn(setting, hours);
  const regional = regionalOn(setting, hours);
  const evidence = { known, exceeding, leads, regional, ...blendOn(setting, hours, known), totals };
  const [chances, standIns, amounts] = [
    scratch.zeros(hours.count),
    scratch.zeros(hours.count),
    scratch.zeros(hours.count),
  ];
  chancesOfHours(evidence, chances, standIns);
  const calibrated = calibratedHours(setting, hours, chances);
  const rankedAt = (i: number) => ensemble!.rankedAt(hours.start + i * HOUR);
  amountsOfHours(evidence, calibrated, standIns, rankedAt, amounts);
  return {
    hours: calibrated,
    uncorrectedHours: chances,
    amounts,
    isUncalibrated: (from, to) => standIns.subarray(Math.max(0, from), Math.max(0, to)).includes(1),
    ofDay: (quarters, first, end) =>
      ensemble === null ? Number.NaN : dayChance(setting, ensemble, hours, { quarters, first, end }),
  };
}

function leadsOn({ series, scratch }: Setting, { start, count }: Axis): Float64Array {
  const run = series.members?.referenceTime ?? Number.NaN;
  const runs = runsAt(series);
  const leads = scratch.zeros(count);
  for (let i = 0; i < count; i++) {
    const middle = start + (i + 0.5) * HOUR;
    leads[i] = (middle - leadOrigin(run, runs, middle)) / HOUR;
  }
  return leads;
}

function runsAt({ sources }: LayeredPoint): CubeDescription[] {
  return sources.flatMap(({ dataset, description }) => (WEATHER_SOURCES.includes(dataset) ? [description] : []));
}

/** Share of regional models in the amount of each hour. */
function regionalOn({ series, scratch }: Setting, { start, count }: Axis): Float64Array {
  const shares = scratch.zeros(count);
  for (let i = 0; i < count; i++) shares[i] = regionalAt(series, start + (i + 0.5) * HOUR);
  return shares;
}

/** Share of regional models in the amount at a time, 0..1. */
export function regionalAt(series: Pick<LayeredPoint, 'layers'>, time: number): number {
  return regionalShare(series.layers('precipitation'), isGlobal, (layer) => weightAt(layer, time));
}

function isGlobal({ dataset }: Layer): boolean {
  return GLOBAL_SOURCES.includes(dataset);
}

type BlendEvidence = Pick<ChanceEvidence, 'blendShare' | 'blendHour' | 'blendRamp' | 'blendSixHours'>;

/** The six hours are looked up only where neither the members nor an hour of the Blend speak. */
function blendOn({ series, scratch }: Setting, hours: Axis, known: Float64Array): BlendEvidence {
  const blendHour = scratch.missing(hours.count);
  const blendRamp = scratch.zeros(hours.count);
  const blendSixHours = scratch.missing(hours.count);
  const [hourly] = series.layers('probability_1h');
  const [sixHourly] = series.layers('probability_6h');
  for (let i = 0; i < blendHour.length && (hourly ?? sixHourly) !== undefined; i++) {
    const start = hours.start + i * HOUR;
    const hour = hourly === undefined ? Number.NaN : blendHourAt(hourly, start);
    blendHour[i] = hour;
    if (!Number.isNaN(hour)) blendRamp[i] = weightAt(hourly!, start + HOUR / 2);
    else if (known[i] === 0 && sixHourly !== undefined) blendSixHours[i] = blendSixHoursAt(sixHourly, start);
  }
  return { blendShare: blendShareOf(series.sources), blendHour, blendRamp, blendSixHours };
}

/**
 * Chances of hours as they came true; the same array where there is nothing to do it by.
 */
function calibratedHours({ site, calibration, scratch }: Setting, hours: Axis, chances: Float64Array): Float64Array {
  const curves = calibration?.at(site.latitude, site.longitude) ?? null;
  if (curves === null) return chances;
  const calibrated = scratch.zeros(hours.count);
  for (let i = 0; i < calibrated.length; i++) calibrated[i] = curves.hour(chances[i]!, hours.start + i * HOUR);
  return calibrated;
}

/** The quarters [first, end) of a day, and the best source's amounts in all that there are, mm. */
interface DayQuarters {
  readonly quarters: Float64Array;
  readonly first: number;
  readonly end: number;
}

function dayChance({ series, scratch }: Setting, ensemble: Ensemble, hours: Axis, day: DayQuarters): number {
  const span = { start: hours.start + day.first * QUARTER, end: hours.start + day.end * QUARTER };
  const totals = ensemble.totalsWithin(span, scratch.zeros(ensemble.members));
  // An hour that is cut is divided evenly, as the forecast's own are not: such days, and those that a member does not
  // know all of, go hour by hour.
  const isWhole = day.first >= 0 && day.first % QUARTERS_PER_HOUR === 0 && day.end % QUARTERS_PER_HOUR === 0;
  const firstHour = Math.max(0, Math.floor(day.first / QUARTERS_PER_HOUR));
  const count = Math.max(0, Math.ceil(day.end / QUARTERS_PER_HOUR) - firstHour);
  const hoursOfDay = { start: hours.start + firstHour * HOUR, step: HOUR, count };
  const amounts = scratch.zeros(count);
  let hits = 0;
  let known = 0;
  for (let member = 0; member < totals.length; member++) {
    const total =
      isWhole && !Number.isNaN(totals[member]!)
        ? totals[member]!
        : dayTotal(ensemble.totals(member, hoursOfDay, amounts), firstHour, day);
    if (Number.isNaN(total)) continue;
    known++;
    if (total >= WET_DAY_TOTAL - AMOUNT_SLACK) hits++;
  }
  const middle = (span.start + span.end) / 2;
  const origin = leadOrigin(ensemble.referenceTime, runsAt(series), middle);
  const lead = { hours: (middle - origin) / HOUR, regional: regionalAt(series, middle) };
  return withBestSource(memberProbability(hits, known), day, lead);
}

/** The chance by the members, and by the best source's total. */
function withBestSource(members: number, { quarters, first, end }: DayQuarters, lead: PoolLead): number {
  let total = 0;
  for (let quarter = Math.max(0, first); quarter < end; quarter++) total += quarters[quarter] ?? Number.NaN;
  if (Number.isNaN(members) || Number.isNaN(total)) return members;
  const weight = daySourceWeight(lead);
  return weight * fallbackDayProbability(total) + (1 - weight) * members;
}

/**
 * One member's total of a day, mm; NaN where too much of it would be guessed.
 *
 * @param amounts  of the member in each hour from `firstHour` on, NaN unknown: then the forecast's quarters stand in
 */
function dayTotal(amounts: Float64Array, firstHour: number, { quarters, first, end }: DayQuarters): number {
  let total = 0;
  let hasBegun = false;
  let guessed = 0;
  for (let quarter = Math.max(0, first); quarter < end; ) {
    const hour = Math.floor(quarter / QUARTERS_PER_HOUR);
    const next = Math.min(end, (hour + 1) * QUARTERS_PER_HOUR);
    const amount = amounts[hour - firstHour]!;
    if (Number.isNaN(amount)) {
      for (let q = quarter; q < next; q++) total += quarters[q]! || 0;
      if (hasBegun) guessed += next - quarter;
    } else {
      total += (amount * (next - quarter)) / QUARTERS_PER_HOUR;
      hasBegun = true;
    }
    quarter = next;
  }
  return hasBegun && guessed <= GUESSED_SHARE * (end - first) ? total : Number.NaN;
}
