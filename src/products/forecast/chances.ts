/**
 * How likely precipitation is, hour by hour and day by day (docs/methods/probability.md). The best evidence that there is:
 *
 *   hour   ensemble, averaged with the National Blend as far as that gives hours; the ensemble; the Blend; its six hours
 *          divided; the amount of the forecast itself, which is a stand-in and warned about
 *   day    ensemble, each member's total of the whole day; else the hours of the day together
 *
 * The event is at least 0.1 mm in the hour, 1.0 mm in the local day. What of a day was before a member's run is completed
 * with the forecast's own amounts, which are much the same by then. A member that ends within the day is not: where more
 * than a quarter of the day would be guessed for it, it has no say about the day.
 *
 * Of the ensemble and the Blend, one that is late gives way to one that is in time, as sources of the weather do.
 */

import type { DatasetId } from '../../model/dataset.js';
import { type Layer, weightAt } from '../../query/layers/layer.js';
import { ENSEMBLE, orderOf } from '../../query/layers/layer-table.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import type { Ensemble } from '../../query/layers/members.js';
import { type Axis, HOUR, QUARTER, stepAt } from '../../query/time/series.js';
import type { Scratch } from '../../query/weather/scratch.js';
import { WET_DAY_TOTAL, WET_RATE } from '../../science/condition.js';
import {
  calibrate,
  combineLogit,
  memberProbability,
  type ProbabilityCalibration,
  seasonOf,
} from '../../science/ensemble-probability.js';
import { fallbackProbability, HOUR_PERSISTENCE, splitProbability } from '../../science/probability.js';
import type { Site } from './air.js';

/** Turns chances into those that came true when they were given before; by what kind of place, how far ahead, and when. */
export interface Calibration {
  readonly table: ProbabilityCalibration;
  cohortOf(latitude: number, longitude: number): string;
}

export interface Chances {
  /** Of each hour, 0..1; NaN unknown. */
  readonly hours: Float64Array;
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

/** What the members and amounts of a few hours are compared against: stored amounts are whole hundredths. */
const SLACK = 1e-9;
/** Share of the Blend where it and the ensemble both speak, until scores decide. */
const BLEND_WEIGHT = 0.5;
const SIX_HOURS = 6 * HOUR;
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
  const chances = memberChances(ensemble, hours, scratch);
  if (setting.calibration !== null) calibrateAll(setting, setting.calibration, ensemble, hours, chances);
  addBlend(series, hours, chances);
  const standIns = scratch.zeros(hours.count);
  for (let i = 0; i < chances.length; i++) {
    if (!Number.isNaN(chances[i]!) || Number.isNaN(totals[i]!)) continue;
    chances[i] = fallbackProbability(totals[i]!);
    standIns[i] = 1;
  }
  return {
    hours: chances,
    isUncalibrated: (from, to) => standIns.subarray(Math.max(0, from), Math.max(0, to)).includes(1),
    ofDay: (quarters, first, end) =>
      ensemble === null ? Number.NaN : dayChance(ensemble, hours, { quarters, first, end }, scratch),
  };
}

/** Chance of the event in each hour from the members; NaN where none is known. */
function memberChances(ensemble: Ensemble | null, hours: Axis, scratch: Scratch): Float64Array {
  const chances = scratch.missing(hours.count);
  if (ensemble === null) return chances;
  const hits = scratch.zeros(hours.count);
  const known = scratch.zeros(hours.count);
  ensemble.count(hours, WET_RATE - SLACK, hits, known);
  for (let i = 0; i < chances.length; i++) chances[i] = memberProbability(hits[i]!, known[i]!);
  return chances;
}

function addBlend(series: LayeredPoint, hours: Axis, chances: Float64Array): void {
  const [hourly] = series.layers('probability_1h');
  const [sixHourly] = series.layers('probability_6h');
  if (hourly === undefined && sixHourly === undefined) return;
  const share = blendShare(series);
  for (let i = 0; i < chances.length; i++) {
    const start = hours.start + i * HOUR;
    const ensemble = chances[i]!;
    const blend = hourly === undefined ? Number.NaN : hourAt(hourly, start);
    if (Number.isNaN(ensemble)) chances[i] = Number.isNaN(blend) && sixHourly ? partOfSix(sixHourly, start) : blend;
    else if (!Number.isNaN(blend))
      chances[i] = combineLogit(ensemble, blend, share * weightAt(hourly!, start + HOUR / 2));
  }
}

/** Share of the Blend beside the ensemble. */
function blendShare({ sources }: LayeredPoint): number {
  const isLate = (datasets: readonly DatasetId[]) =>
    sources.find(({ dataset }) => datasets.includes(dataset))?.late ?? false;
  const [ensemble, blend] = [isLate(ENSEMBLE), isLate(orderOf('probability_1h'))];
  if (ensemble === blend) return BLEND_WEIGHT;
  return ensemble ? 1 : 0;
}

/** The value of the one-hour step that begins at `start`. */
function hourAt({ nodes, values }: Layer, start: number): number {
  const k = stepAt(nodes, start);
  return k >= 1 && nodes[k]! - nodes[k - 1]! <= HOUR ? values[k]! : Number.NaN;
}

/** The equal chance of an hour of the six-hour window that it lies in; NaN when it lies in none. */
function partOfSix({ nodes, values }: Layer, start: number): number {
  for (let k = Math.max(0, stepAt(nodes, start)); k < nodes.length && nodes[k]! - SIX_HOURS <= start; k++)
    if (nodes[k]! >= start + HOUR && !Number.isNaN(values[k]!))
      return splitProbability(values[k]!, SIX_HOURS / HOUR, HOUR_PERSISTENCE);
  return Number.NaN;
}

function calibrateAll(
  { series, site }: Setting,
  { table, cohortOf }: Calibration,
  ensemble: Ensemble | null,
  hours: Axis,
  chances: Float64Array,
): void {
  const cohort = cohortOf(site.latitude, site.longitude);
  const issued = ensemble?.referenceTime ?? series.reach.start;
  for (let i = 0; i < chances.length; i++) {
    if (Number.isNaN(chances[i]!)) continue;
    const start = hours.start + i * HOUR;
    const season = seasonOf(new Date(start * 1000).getUTCMonth() + 1, site.latitude);
    chances[i] = calibrate(table, chances[i]!, { cohort, leadSeconds: Math.max(0, start - issued), season });
  }
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
    if (total >= WET_DAY_TOTAL - SLACK) hits++;
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
