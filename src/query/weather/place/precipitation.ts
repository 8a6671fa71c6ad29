/**
 * Precipitation of the hours of an answer: how much, how likely, in which phase, how deep as snow.
 *
 *   models   amounts and chances (modelled.ts)
 *   radar    in their place, or beside them, over the next three hours (radar-layer.ts)
 *   phases   of the amounts that are shown
 */

import { HOUR, type TimeSpan } from '../../../model/time.js';
import { readPhaseFlags } from '../../layers/phase-flags.js';
import { type Axis, axisEnd, hasMissing } from '../../time/series.js';
import { type Air, NOTHING } from '../air.js';
import { addPhases, isAnyWet, type PhaseGround, type PhaseShares } from '../phase.js';
import type { Quantity } from '../quantities.js';
import { type ShownFall, shownOn } from './radar-layer.js';
import { elementOn, elevationsOf, type Scene } from './scene.js';

/** Arrays are empty when not asked for. */
export interface Precipitation extends ShownFall {
  /** Rate at the start of each hour, mm/h, for the condition where a total is unknown; empty when none is. */
  readonly rates: Float64Array;
  /** True when any of the hours has precipitation, or a rate where its total is unknown. */
  readonly isWet: boolean;
  /** Of each hour. */
  readonly shares: PhaseShares;
}

/**
 * @param air  at the starts of `hours`, and at the end of the last one
 * @param wanted  whole quarters that are looked at, if not all: radar is read for them alone
 */
export function precipitationOn(
  scene: Scene,
  hours: Axis,
  air: Air,
  wanted: TimeSpan = { start: hours.start, end: axisEnd(hours) },
): Precipitation {
  const { quantities, scratch } = scene;
  const zeros = (wanted: Quantity) => (quantities.has(wanted) ? scratch.zeros(hours.count) : NOTHING);
  const fall = shownOn(scene, hours, wanted);
  const { totals } = fall;
  const needsRates = quantities.has('condition') && hasMissing(totals);
  const rates = needsRates ? elementOn(scene, 'precipitation_rate', hours) : NOTHING;
  const shares = {
    rain: zeros('phase'),
    freezingRain: zeros('phase'),
    icePellets: zeros('phase'),
    snow: zeros('phase'),
    depth: zeros('phase'),
  };
  const isWet = isAnyWet({ totals, rates });
  if (quantities.has('phase') && isWet) addPhasesOn(scene, hours, { totals, rates, air }, shares);
  return { ...fall, rates, isWet, shares };
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
