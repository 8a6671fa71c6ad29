/**
 * How likely precipitation is, hour by hour and day by day (docs/methods/probability.md).
 *
 *   hour   from members, Blend and amounts (`query/weather/chances.ts`)
 *   day    ensemble, each member's total of the whole day; else the hours of the day together
 *
 * The event is at least 0.1 mm in the hour, 1.0 mm in the local day. What of a day was before a member's run is completed
 * with the forecast's own amounts, which are much the same by then. A member that ends within the day is not: where more
 * than a quarter of the day would be guessed for it, it has no say about the day.
 */

import { HOUR } from '../../../model/time.js';
import { WET_DAY_TOTAL } from '../../../science/condition.js';
import { memberProbability } from '../../../science/ensemble-probability.js';
import type { LayeredPoint } from '../../layers/layers.js';
import type { Ensemble } from '../../layers/members.js';
import { weightAt } from '../../rules/weights.js';
import { type Axis, QUARTER } from '../../time/series.js';
import { blendHourAt, blendShareOf, blendSixHoursAt } from '../blend.js';
import { AMOUNT_SLACK, type Calibration, type ChanceEvidence, chancesOfHours, WET_HOUR_TOTAL } from '../chances.js';
import type { Scratch } from '../scratch.js';
import type { Site } from './site.js';

export interface Chances {
  /** Of each hour, 0..1; NaN unknown. */
  readonly hours: Float64Array;
  /** The same before learned corrections: those of days are made of them, and corrected themselves. */
  readonly uncorrectedHours: Float64Array;
  /** True when any of the hours [from, to) stands on the amount alone. */
  isUncalibrated(from: number, to: number): boolean;
  /**
   * Chance of the day's event from the members; NaN where none reaches over enough of the day.
   *
   * @param quarters  liquid equivalent of each quarter of the hours, mm: stands in where a member is unknown
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

/** @param totals  liquid equivalent of each hour, mm; NaN unknown */
export function chancesOn(setting: Setting, hours: Axis, totals: Float64Array): Chances {
  const { series, scratch } = setting;
  const ensemble = series.members;
  const [known, exceeding] = [scratch.zeros(hours.count), scratch.zeros(hours.count)];
  ensemble?.count(hours, WET_HOUR_TOTAL, exceeding, known);
  const evidence = { known, exceeding, ...blendOn(setting, hours, known), totals };
  const [chances, standIns] = [scratch.zeros(hours.count), scratch.zeros(hours.count)];
  chancesOfHours(evidence, chances, standIns);
  return {
    hours: calibratedHours(setting, hours, chances),
    uncorrectedHours: chances,
    isUncalibrated: (from, to) => standIns.subarray(Math.max(0, from), Math.max(0, to)).includes(1),
    ofDay: (quarters, first, end) =>
      ensemble === null ? Number.NaN : dayChance(ensemble, hours, { quarters, first, end }, scratch),
  };
}

type BlendEvidence = Pick<ChanceEvidence, 'blendHour' | 'blendWeight' | 'blendSixHours'>;

/** The six hours are looked up only where neither the members nor an hour of the Blend speak. */
function blendOn({ series, scratch }: Setting, hours: Axis, known: Float64Array): BlendEvidence {
  const blendHour = scratch.missing(hours.count);
  const blendWeight = scratch.zeros(hours.count);
  const blendSixHours = scratch.missing(hours.count);
  const [hourly] = series.layers('probability_1h');
  const [sixHourly] = series.layers('probability_6h');
  const share = blendShareOf(series.sources);
  for (let i = 0; i < blendHour.length && (hourly ?? sixHourly) !== undefined; i++) {
    const start = hours.start + i * HOUR;
    const hour = hourly === undefined ? Number.NaN : blendHourAt(hourly, start);
    blendHour[i] = hour;
    if (!Number.isNaN(hour)) blendWeight[i] = share * weightAt(hourly!, start + HOUR / 2);
    else if (known[i] === 0 && sixHourly !== undefined) blendSixHours[i] = blendSixHoursAt(sixHourly, start);
  }
  return { blendHour, blendWeight, blendSixHours };
}

/** Chances of hours as they came true; the same array where there is nothing to do it by. */
function calibratedHours({ site, calibration, scratch }: Setting, hours: Axis, chances: Float64Array): Float64Array {
  const curves = calibration?.at(site.latitude, site.longitude) ?? null;
  if (curves === null) return chances;
  const calibrated = scratch.zeros(hours.count);
  for (let i = 0; i < calibrated.length; i++) calibrated[i] = curves.hour(chances[i]!, hours.start + i * HOUR);
  return calibrated;
}

/** The quarters [first, end) of a day, and the forecast's own amounts in all that there are, mm. */
interface DayQuarters {
  readonly quarters: Float64Array;
  readonly first: number;
  readonly end: number;
}

function dayChance(ensemble: Ensemble, hours: Axis, day: DayQuarters, scratch: Scratch): number {
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
  return memberProbability(hits, known);
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
