/**
 * What belongs to the whole hour in which a sample lies, as in the forecast: quarter hours are the atoms of totals, phase,
 * chance and the quality of the air are those of the hour (docs/methods/forecast.md, "Records").
 */

import { HOUR } from '../../model/time.js';
import { QUARTER } from '../../query/time/series.js';
import { type Air, airOf, NOTHING } from '../../query/weather/air.js';
import {
  amountsOfHours,
  type ChanceEvidence,
  chancesOfHours,
  dividedAmount,
  WET_HOUR_TOTAL,
} from '../../query/weather/chances.js';
import { addPhases, isAnyWet, type PhaseShares } from '../../query/weather/phase.js';
import { quarterChance } from '../../science/agreement.js';
import { airQualityIndex, POLLUTANTS, WINDOW_HOURS } from '../../science/air-quality-window.js';
import { elementAt, everywhere, later, meansOf, type Passage } from './passage.js';

/** One entry per sample, NaN unknown, empty when not asked for. */
export interface Falls {
  /** Liquid equivalent of the sample's record and of its hour, mm. */
  readonly totals: Float64Array;
  readonly hourTotals: Float64Array;
  /** mm/h at the beginning of the hour, where its total is unknown; empty when none is. */
  readonly hourRates: Float64Array;
  /** The same, where the hour begins with the record. */
  readonly rates: Float64Array;
  readonly isWet: boolean;
}

const NO_FALLS: Falls = { totals: NOTHING, hourTotals: NOTHING, hourRates: NOTHING, rates: NOTHING, isWet: false };

/** Totals by the best source: of each sample's record and of its hour, mm. */
export type BestFalls = Pick<Falls, 'totals' | 'hourTotals'>;

/** @param amounts  of the hours, mm, in place of the best source's */
function fallsOf(passage: Passage, best: BestFalls, amounts: Float64Array): Falls {
  const { quantities, bins, starts, hours } = passage;
  const totals = best.totals.map((total, i) =>
    bins.seconds[i] === HOUR ? amounts[i]! : dividedAmount(total, best.hourTotals[i]!, amounts[i]!),
  );
  const needsRates = quantities.has('condition') && amounts.some(Number.isNaN);
  const hourRates = needsRates ? elementAt(passage, 'precipitation_rate', hours) : NOTHING;
  const rates = hourRates.map((rate, i) => (starts[i] === hours[i] ? rate : Number.NaN));
  const isWet = isAnyWet({ totals: amounts, rates: hourRates });
  return { totals, hourTotals: amounts, hourRates, rates, isWet };
}

export function bestFallsAlong(passage: Passage): BestFalls {
  const { track, quantities, bins, starts, hours, scratch, count } = passage;
  if (!quantities.has('totals')) return NO_FALLS;
  const [totals, hourTotals] = [scratch.zeros(count), scratch.zeros(count)];
  const seconds = everywhere(passage, QUARTER);
  const quarter = scratch.zeros(count);
  for (let k = 0; k < HOUR / QUARTER; k++) {
    const begins = later(passage, hours, k * QUARTER);
    track.totals('precipitation', begins, seconds, quarter);
    for (let i = 0; i < count; i++) {
      hourTotals[i] = hourTotals[i]! + quarter[i]!;
      if (starts[i] === begins[i]) totals[i] = quarter[i]!;
    }
  }
  for (let i = 0; i < count; i++) if (bins.seconds[i] === HOUR) totals[i] = hourTotals[i]!;
  return { totals, hourTotals };
}

/** @param start, end  the air at the two ends of each record */
export function phasesAlong(passage: Passage, falls: Falls, start: Air, end: Air): PhaseShares {
  const { quantities, track, hours, scratch, count } = passage;
  const shares = () => (quantities.has('phase') ? scratch.zeros(count) : NOTHING);
  const phases = { rain: shares(), freezingRain: shares(), icePellets: shares(), snow: shares(), depth: shares() };
  if (!falls.isWet || !quantities.has('phase')) return phases;
  const evidence = {
    totals: falls.hourTotals,
    rates: falls.hourRates,
    ...airOfHours(passage, start, end),
    groundPressure: elementAt(passage, 'pressure_surface', hours),
    temperature850: elementAt(passage, 'temperature_850hpa', hours),
    elevations: track.elevations,
  };
  const flagsOf = (i: number, isStepEnding: boolean) =>
    isStepEnding ? track.flagsOfStepEnding(i, hours[i]!) : track.flags(i, hours[i]!);
  addPhases(evidence, flagsOf, phases);
  return phases;
}

/** The air at the two ends of the hours: that of the records where all of them are whole hours. */
function airOfHours(passage: Passage, start: Air, end: Air): { start: Air; end: Air } {
  const { bins, hours, quantities, scratch } = passage;
  if (bins.seconds.every((seconds) => seconds === HOUR)) return { start, end };
  const airAt = (times: Float64Array) => airOf((id) => elementAt(passage, id, times), quantities, scratch);
  return { start: airAt(hours), end: airAt(later(passage, hours, HOUR)) };
}

export interface RecordChances {
  /** Of the records, 0..1, NaN unknown. */
  readonly chances: Float64Array;
  /** True where any stands on the amount alone. */
  readonly uncalibrated: boolean;
}

/** Chances of the records, and the amounts that agree with them in place of the best source's. */
export function pooledAlong(passage: Passage, falls: BestFalls): { falls: Falls; chances: RecordChances } {
  const { track, quantities, hours, scratch, count } = passage;
  if (!quantities.has('totals')) return { falls: NO_FALLS, chances: { chances: NOTHING, uncalibrated: false } };
  const evidence = evidenceAlong(passage, falls);
  const [chances, standIns, amounts] = [scratch.zeros(count), scratch.zeros(count), scratch.zeros(count)];
  chancesOfHours(evidence, chances, standIns);
  calibrateAlong(passage, chances);
  amountsOfHours(evidence, chances, standIns, (i) => track.rankedMembers(i, hours[i]!), amounts);
  const pooled = fallsOf(passage, falls, amounts);
  divideAlong(passage, pooled, chances);
  return { falls: pooled, chances: { chances, uncalibrated: standIns.includes(1) } };
}

function evidenceAlong({ track, hours, scratch, count }: Passage, { hourTotals }: BestFalls): ChanceEvidence {
  const { known, exceeding } = track.members(hours, WET_HOUR_TOTAL);
  const { hour, weight, sixHours } = track.blend(hours);
  const leads = scratch.zeros(count);
  const origins = track.leadOrigins(hours);
  for (let i = 0; i < count; i++) leads[i] = (hours[i]! - origins[i]!) / HOUR + 0.5;
  const blend = { blendShare: track.blendShare, blendHour: hour, blendRamp: weight, blendSixHours: sixHours };
  return { known, exceeding, leads, regional: track.regional(hours), ...blend, totals: hourTotals };
}

function calibrateAlong({ calibration, samples, hours }: Passage, chances: Float64Array): void {
  if (calibration === null) return;
  for (let i = 0; i < chances.length; i++) {
    const curves = calibration.at(samples.latitudes[i]!, samples.longitudes[i]!);
    if (curves !== null) chances[i] = curves.hour(chances[i]!, hours[i]!);
  }
}

/** Chances of hours become those of the quarters that stand in their place. */
function divideAlong({ bins }: Passage, { totals }: Falls, chances: Float64Array): void {
  for (let i = 0; i < chances.length; i++)
    if (bins.seconds[i] !== HOUR) chances[i] = quarterChance(chances[i]!, totals[i]!);
}

/** Index of each sample's hour, from the hours before it. */
export function airQualityAlong(passage: Passage): Float64Array {
  const { track, quantities, hours, scratch, count } = passage;
  if (!quantities.has('airQuality')) return NOTHING;
  const out = scratch.missing(count);
  if (!POLLUTANTS.some((id) => track.has(id))) return out;
  const windows = POLLUTANTS.map(() => scratch.missing(count * WINDOW_HOURS));
  for (let back = 0; back < WINDOW_HOURS; back++) {
    const earlier = later(passage, hours, -back * HOUR);
    for (const [k, id] of POLLUTANTS.entries()) {
      const means = meansOf(passage, id, earlier);
      for (let i = 0; i < means.length; i++) windows[k]![i * WINDOW_HOURS + back] = means[i]!;
    }
  }
  for (let i = 0; i < count; i++) {
    const [fine, coarse, ozone] = windows.map((all) => all.subarray(i * WINDOW_HOURS, (i + 1) * WINDOW_HOURS));
    out[i] = airQualityIndex(fine!, coarse!, ozone!);
  }
  return out;
}
