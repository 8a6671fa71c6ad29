/**
 * What belongs to the whole hour in which a sample lies, as in the forecast: quarter hours are the atoms of totals, phase,
 * chance and the quality of the air are those of the hour (docs/methods/forecast.md, "Records").
 */

import { HOUR } from '../../model/time.js';
import { QUARTER } from '../../query/time/series.js';
import { type Air, airOf, NOTHING } from '../../query/weather/air.js';
import { chancesOfHours, WET_HOUR_TOTAL } from '../../query/weather/chances.js';
import { addPhases, isAnyWet, type PhaseShares } from '../../query/weather/phase.js';
import { airQualityIndex, POLLUTANTS, WINDOW_HOURS } from '../../science/air-quality-window.js';
import { quarterProbability } from '../../science/probability.js';
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

export function fallsAlong(passage: Passage): Falls {
  const { quantities, starts, hours } = passage;
  if (!quantities.has('totals'))
    return { totals: NOTHING, hourTotals: NOTHING, hourRates: NOTHING, rates: NOTHING, isWet: false };
  const { totals, hourTotals } = totalsAlong(passage);
  const needsRates = quantities.has('condition') && hourTotals.some(Number.isNaN);
  const hourRates = needsRates ? elementAt(passage, 'precipitation_rate', hours) : NOTHING;
  const rates = hourRates.map((rate, i) => (starts[i] === hours[i] ? rate : Number.NaN));
  const isWet = isAnyWet({ totals: hourTotals, rates: hourRates });
  return { totals, hourTotals, hourRates, rates, isWet };
}

function totalsAlong(passage: Passage): Pick<Falls, 'totals' | 'hourTotals'> {
  const { track, bins, starts, hours, scratch, count } = passage;
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

export function chancesAlong(passage: Passage, { hourTotals }: Falls): RecordChances {
  const { track, quantities, hours, scratch, count } = passage;
  if (!quantities.has('probability')) return { chances: NOTHING, uncalibrated: false };
  const { known, exceeding } = track.members(hours, WET_HOUR_TOTAL);
  const { hour, weight, sixHours } = track.blend(hours);
  const blendWeight = scratch.zeros(count);
  for (let i = 0; i < count; i++) blendWeight[i] = track.blendShare * weight[i]!;
  const [chances, standIns] = [scratch.zeros(count), scratch.zeros(count)];
  const blend = { blendHour: hour, blendWeight, blendSixHours: sixHours };
  chancesOfHours({ known, exceeding, ...blend, totals: hourTotals }, chances, standIns);
  calibrateAlong(passage, chances);
  divideAlong(passage, chances);
  return { chances, uncalibrated: standIns.includes(1) };
}

function calibrateAlong({ calibration, samples, hours }: Passage, chances: Float64Array): void {
  if (calibration === null) return;
  for (let i = 0; i < chances.length; i++) {
    const curves = calibration.at(samples.latitudes[i]!, samples.longitudes[i]!);
    if (curves !== null) chances[i] = curves.hour(chances[i]!, hours[i]!);
  }
}

/** Chances of hours become those of the quarters that stand in their place. */
function divideAlong({ bins }: Passage, chances: Float64Array): void {
  for (let i = 0; i < chances.length; i++) if (bins.seconds[i] !== HOUR) chances[i] = quarterProbability(chances[i]!);
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
