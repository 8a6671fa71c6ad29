/**
 * What belongs to the whole hour in which a sample lies, as in the forecast: quarter hours are the atoms of totals, phase,
 * chance and the quality of the air are those of the hour (docs/methods/forecast.md, "Records").
 */

import { HOUR } from '../../model/time.js';
import { type Air, airOf, NOTHING } from '../../query/weather/air.js';
import { addPhases, isAnyWet, type PhaseGround, type PhaseShares } from '../../query/weather/phase.js';
import { airQualityIndex, POLLUTANTS, WINDOW_HOURS } from '../../science/air-quality-window.js';
import { modelledAlong } from './modelled.js';
import { elementAt, later, meansOf, type Passage } from './passage.js';
import { type BesideAlong, besideAlong, quarterOf, type ShownAlong, shownAlong } from './radar.js';

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
  /** Amounts of the quarters of the hours, mm, and those in which radar counts. */
  readonly quarters: Float64Array;
  readonly seen: ShownAlong['seen'];
}

const NO_FALLS: Falls = {
  totals: NOTHING,
  hourTotals: NOTHING,
  hourRates: NOTHING,
  rates: NOTHING,
  isWet: false,
  quarters: NOTHING,
  seen: [],
};

export interface RecordChances {
  /** Of the records, 0..1, NaN unknown; empty when not asked for. */
  readonly chances: Float64Array;
  /** True where any stands on the amount alone. */
  readonly uncalibrated: boolean;
}

/** Amounts and chances that agree with each other: the models', and over the next hours the radar's with them. */
export function fallsAlong(passage: Passage): { falls: Falls; chances: RecordChances } {
  const { quantities, bins, starts, hours } = passage;
  if (!quantities.has('totals')) return { falls: NO_FALLS, chances: { chances: NOTHING, uncalibrated: false } };
  const {
    quarters,
    totals: hourTotals,
    chances,
    uncalibrated,
    seen,
  } = shownAlong(passage, modelledAlong(passage, hours));
  const totals = hourTotals.map((total, i) => (bins.seconds[i] === HOUR ? total : quarters[quarterOf(passage, i)]!));
  const needsRates = quantities.has('condition') && hourTotals.some(Number.isNaN);
  const hourRates = needsRates ? elementAt(passage, 'precipitation_rate', hours) : NOTHING;
  const rates = hourRates.map((rate, i) => (starts[i] === hours[i] ? rate : Number.NaN));
  const isWet = isAnyWet({ totals: hourTotals, rates: hourRates });
  return { falls: { totals, hourTotals, hourRates, rates, isWet, quarters, seen }, chances: { chances, uncalibrated } };
}

/** @param start, end  the air at the two ends of each record */
export function phasesAlong(
  passage: Passage,
  falls: Falls,
  start: Air,
  end: Air,
): BesideAlong & { readonly shares: PhaseShares } {
  const { quantities, scratch, count } = passage;
  const shares = () => (quantities.has('phase') ? scratch.zeros(count) : NOTHING);
  const phases = { rain: shares(), freezingRain: shares(), icePellets: shares(), snow: shares(), depth: shares() };
  if (!quantities.has('phase')) return { shares: phases, hail: NOTHING, lightning: NOTHING };
  const ground = { wetBulb: scratch.missing(count), snowRatio: scratch.missing(count) };
  if (falls.isWet) addPhasesAlong(passage, falls, start, end, phases, ground);
  return { shares: phases, ...besideAlong(passage, falls.seen, falls.quarters, { shares: phases, ground }) };
}

function addPhasesAlong(
  passage: Passage,
  falls: Falls,
  start: Air,
  end: Air,
  phases: PhaseShares,
  ground: PhaseGround,
): void {
  const { track, hours } = passage;
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
  addPhases(evidence, flagsOf, phases, ground);
}

/** The air at the two ends of the hours: that of the records where all of them are whole hours. */
function airOfHours(passage: Passage, start: Air, end: Air): { start: Air; end: Air } {
  const { bins, hours, quantities, scratch } = passage;
  if (bins.seconds.every((seconds) => seconds === HOUR)) return { start, end };
  const airAt = (times: Float64Array) => airOf((id) => elementAt(passage, id, times), quantities, scratch);
  return { start: airAt(hours), end: airAt(later(passage, hours, HOUR)) };
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
