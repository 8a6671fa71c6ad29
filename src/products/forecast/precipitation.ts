/**
 * Precipitation of the hours of an answer: how much, in which phase, how deep as snow, how likely.
 *
 * Quarters of an hour are the atoms. Hours and local days are sums of them, so that all sections of one answer agree,
 * also where a local midnight falls on a half hour. Phase and snow ratio belong to the hour: its quarters divide their
 * totals by the same shares, so rain and snow add up like the totals do (docs/methods/interpolation.md).
 *
 * The phase of an hour is judged by the mean of the air at its two ends, and by the flags of the native step that it
 * lies in. Where no total is known but a rate is (archive files with a single step), the phase at that instant is judged
 * by the flags of the step that ends there, for the condition alone.
 */

import { readPhaseFlags } from '../../query/layers/phase-flags.js';
import { type Axis, HOUR, hasMissing, QUARTER } from '../../query/time/series.js';
import type { Quantity } from '../../query/weather/quantities.js';
import { precipitationParts, snowDepth, snowToLiquidRatio } from '../../science/phase.js';
import { QUARTER_HOUR_PERSISTENCE, splitProbability } from '../../science/probability.js';
import { stationPressure, wetBulb } from '../../science/thermo.js';
import { type Air, elementOn, NOTHING, type Scene } from './air.js';
import { type Chances, chancesOn } from './chances.js';

export const QUARTERS_PER_HOUR = HOUR / QUARTER;

/** Below this pressure at the place, Pa, the 850 hPa level lies in the mountain. */
const LEVEL_850 = 85_000;

export interface Precipitation {
  /** The hours; quarter k of hour i stands at 4 i + k. */
  readonly hours: Axis;
  /** Liquid equivalent of each quarter of an hour, mm; NaN unknown. This and the rest are empty when not asked for. */
  readonly quarters: Float64Array;
  /** Liquid equivalent of each hour, mm; NaN when a quarter of it is unknown. */
  readonly totals: Float64Array;
  /** Rate at the start of each hour, mm/h, for the condition where a total is unknown; empty when none is. */
  readonly rates: Float64Array;
  /** True when any of the hours has precipitation, or a rate where its total is unknown. */
  readonly isWet: boolean;
  /** Shares of the liquid equivalent, 0..1; 0 in dry hours, NaN where the phase is unknown. */
  readonly rain: Float64Array;
  readonly freezingRain: Float64Array;
  readonly icePellets: Float64Array;
  readonly snow: Float64Array;
  /** Depth of snow and ice pellets per mm of liquid equivalent. */
  readonly depth: Float64Array;
  /** Chance of at least 0.1 mm in the hour, 0..1. */
  readonly probability: Float64Array;
  /** Of the days; null when not asked for. */
  readonly chances: Chances | null;
}

/** The equal chance of each quarter of an hour, from that of the hour. */
export function quarterProbability(hourProbability: number): number {
  return splitProbability(hourProbability, QUARTERS_PER_HOUR, QUARTER_HOUR_PERSISTENCE);
}

/** @param air  at the starts of `hours`, and at the end of the last one */
export function precipitationOn(scene: Scene, hours: Axis, air: Air): Precipitation {
  const { series, quantities, scratch } = scene;
  const zeros = (wanted: Quantity) => (quantities.has(wanted) ? scratch.zeros(hours.count) : NOTHING);
  const totals = zeros('totals');
  const quarterAxis = { start: hours.start, step: QUARTER, count: totals.length * QUARTERS_PER_HOUR };
  const quarters = series.totals('precipitation', quarterAxis, scratch.zeros(quarterAxis.count));
  for (let i = 0; i < totals.length; i++)
    totals[i] = quarters[4 * i]! + quarters[4 * i + 1]! + quarters[4 * i + 2]! + quarters[4 * i + 3]!;
  const needsRates = quantities.has('condition') && hasMissing(totals);
  const rates = needsRates ? elementOn(scene, 'precipitation_rate', hours) : NOTHING;
  const chances = quantities.has('probability') ? chancesOn(scene, hours, totals) : null;
  const precipitation = {
    hours,
    quarters,
    totals,
    rates,
    isWet: hasPositive(totals) || hasPositive(rates),
    rain: zeros('phase'),
    freezingRain: zeros('phase'),
    icePellets: zeros('phase'),
    snow: zeros('phase'),
    depth: zeros('phase'),
    probability: chances?.hours ?? NOTHING,
    chances,
  };
  if (quantities.has('phase') && precipitation.isWet) addPhase(precipitation, scene, air);
  return precipitation;
}

function hasPositive(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i]! > 0) return true;
  return false;
}

function addPhase(precipitation: Precipitation, scene: Scene, air: Air): void {
  const { hours, totals, rates } = precipitation;
  const { series, site } = scene;
  const flags = readPhaseFlags(series);
  const groundPressure = elementOn(scene, 'pressure_surface', hours);
  const aloft = elementOn(scene, 'temperature_850hpa', hours);
  for (let i = 0; i < hours.count; i++) {
    const known = !Number.isNaN(totals[i]!);
    if (!((known ? totals[i]! : (rates[i] ?? 0)) > 0)) continue;
    const start = hours.start + i * HOUR;
    const { rainFlag, freezingRainFlag, icePelletsFlag, snowFlag } = known
      ? flags.ofHour(start)
      : flags.ofStepEnding(start);
    const temperature = meanOfEnds(air.temperature, i);
    const pressure = airPressure(groundPressure[i]!, site.elevation);
    const temperature850 = pressure < LEVEL_850 ? Number.NaN : aloft[i]!;
    const parts = precipitationParts({
      rainFlag,
      freezingRainFlag,
      icePelletsFlag,
      snowFlag,
      wetBulb: wetBulb(temperature, meanOfEnds(air.humidity, i), pressure),
      temperature850,
    });
    precipitation.rain[i] = parts.rain;
    precipitation.freezingRain[i] = parts.freezingRain;
    precipitation.icePellets[i] = parts.icePellets;
    precipitation.snow[i] = parts.snow;
    precipitation.depth[i] = snowDepth(
      parts.snow,
      parts.icePellets,
      snowToLiquidRatio(warmer(temperature, temperature850)),
    );
  }
}

/** Mean of the values at the start and the end of record i; the one that is known where the other is not. */
function meanOfEnds(instants: Float64Array, i: number): number {
  const start = instants[i]!;
  const end = instants[i + 1]!;
  if (Number.isNaN(start)) return end;
  return Number.isNaN(end) ? start : (start + end) / 2;
}

/** Pressure at the place, Pa; of the standard atmosphere where no model gives it. */
function airPressure(known: number, elevation: number): number {
  if (!Number.isNaN(known)) return known;
  return stationPressure(101_325, Number.isNaN(elevation) ? 0 : elevation, 288.15);
}

/** The warmer of two levels below 500 hPa stands for the warmest air there; NaN when neither is known. */
function warmer(ground: number, aloft: number): number {
  return aloft > ground || Number.isNaN(ground) ? aloft : ground;
}
