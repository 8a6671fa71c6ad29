/**
 * Precipitation of the hours of an answer: how much, in which phase, how deep as snow, how likely.
 *
 * Quarters of an hour are the atoms. Hours and local days are sums of them, so that all sections of one answer agree,
 * also where a local midnight falls on a half hour (docs/methods/interpolation.md).
 */

import { HOUR } from '../../../model/time.js';
import { readPhaseFlags } from '../../layers/phase-flags.js';
import { type Axis, hasMissing, QUARTER } from '../../time/series.js';
import { type Air, NOTHING } from '../air.js';
import { divideAmounts } from '../chances.js';
import { addPhases, isAnyWet, type PhaseGround, type PhaseShares } from '../phase.js';
import type { Quantity } from '../quantities.js';
import { type Chances, chancesOn } from './chances.js';
import { elementOn, elevationsOf, type Scene } from './scene.js';

export const QUARTERS_PER_HOUR = HOUR / QUARTER;

/** Arrays are empty when not asked for. */
export interface Precipitation {
  /** The hours; quarter k of hour i stands at 4 i + k. */
  readonly hours: Axis;
  /** Liquid equivalent of each quarter of an hour, mm; NaN unknown. */
  readonly quarters: Float64Array;
  /** The same by the best source alone: what the chances of days are made of. */
  readonly bestQuarters: Float64Array;
  /** Liquid equivalent of each hour, mm; NaN when a quarter of it is unknown. */
  readonly totals: Float64Array;
  /** Rate at the start of each hour, mm/h, for the condition where a total is unknown; empty when none is. */
  readonly rates: Float64Array;
  /** True when any of the hours has precipitation, or a rate where its total is unknown. */
  readonly isWet: boolean;
  /** Of each hour. */
  readonly shares: PhaseShares;
  /** Chance of at least 0.1 mm in the hour, 0..1. */
  readonly probability: Float64Array;
  /** Of the days; null when not asked for. */
  readonly chances: Chances | null;
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
  // What the best source says goes into the pool, and the pool's amounts take its place.
  const chances = quantities.has('totals') ? chancesOn(scene, hours, totals) : null;
  const bestQuarters = chances === null ? quarters : scratch.zeros(quarters.length);
  if (chances !== null) {
    bestQuarters.set(quarters);
    divideAmounts(totals, chances.amounts, quarters);
    totals.set(chances.amounts);
  }
  const shares = {
    rain: zeros('phase'),
    freezingRain: zeros('phase'),
    icePellets: zeros('phase'),
    snow: zeros('phase'),
    depth: zeros('phase'),
  };
  const isWet = isAnyWet({ totals, rates });
  if (quantities.has('phase') && isWet) addPhasesOn(scene, hours, { totals, rates, air }, shares);
  const probability = chances?.hours ?? NOTHING;
  return { hours, quarters, bestQuarters, totals, rates, isWet, shares, probability, chances };
}

/** What fell, and through what air: of each hour, and of its end. */
interface Fallen {
  readonly totals: Float64Array;
  readonly rates: Float64Array;
  readonly air: Air;
}

/** Sets the shares, and the ground that they stand on, of the hours in which something fell. */
export function addPhasesOn(
  scene: Scene,
  hours: Axis,
  { totals, rates, air }: Fallen,
  shares: PhaseShares,
  ground: PhaseGround | null = null,
): void {
  const flags = readPhaseFlags(scene.series);
  const end = {
    temperature: air.temperature.subarray(1),
    dewPoint: air.dewPoint.subarray(1),
    humidity: air.humidity.subarray(1),
  };
  const evidence = {
    totals,
    rates,
    start: air,
    end,
    groundPressure: elementOn(scene, 'pressure_surface', hours),
    temperature850: elementOn(scene, 'temperature_850hpa', hours),
    elevations: elevationsOf(scene, hours.count),
  };
  const flagsOf = (i: number, isStepEnding: boolean) => {
    const start = hours.start + i * HOUR;
    return isStepEnding ? flags.ofStepEnding(start) : flags.ofHour(start);
  };
  addPhases(evidence, flagsOf, shares, ground);
}
