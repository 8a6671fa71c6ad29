/**
 * Precipitation of the hours of an answer: how much, how likely, in which phase, how deep as snow.
 *
 *   models   amounts and chances (modelled.ts)
 *   radar    in their place, or beside them, over the next three hours (radar-layer.ts)
 *   phases   of the amounts that are shown
 */

import { HOUR, type TimeSpan } from '../../../model/time.js';
import { readPhaseFlags } from '../../layers/phase-flags.js';
import type { BesideRain, RadarView } from '../../radar/radar-view.js';
import { type Axis, axisEnd, hasMissing, QUARTER } from '../../time/series.js';
import { type Air, NOTHING } from '../air.js';
import { addPhases, type HourPhases, isAnyWet, type PhaseGround, type PhaseShares } from '../phase.js';
import type { Quantity } from '../quantities.js';
import { QUARTERS_PER_HOUR } from './modelled.js';
import { type BesideQuarter, quarterBeside, setHourPhase } from './radar-beside.js';
import { type ShownFall, shownOn } from './radar-layer.js';
import { elementOn, elevationsOf, type Scene } from './scene.js';

/** Arrays are empty when not asked for. */
export interface Precipitation extends ShownFall {
  /** Rate at the start of each hour, mm/h, for the condition where a total is unknown; empty when none is. */
  readonly rates: Float64Array;
  /** True when any of the hours has precipitation, or a rate where its total is unknown. */
  readonly isWet: boolean;
  /** Phases of each hour. */
  readonly shares: PhaseShares;
  /** Phase, hail and lightning of quarters with radar; null: none are known but from the models. */
  readonly beside: BesideQuarters | null;
}

/** Quarters from `first` on, an index among those of the hours. */
export interface BesideQuarters {
  readonly first: number;
  readonly quarters: readonly BesideQuarter[];
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
  const beside = quantities.has('phase') && fall.radar !== null ? (scene.radar?.beside ?? null) : null;
  const ground =
    beside === null ? null : { wetBulb: scratch.missing(hours.count), snowRatio: scratch.missing(hours.count) };
  if (quantities.has('phase') && isWet) addPhasesOn(scene, hours, { totals, rates, air }, shares, ground);
  const quartersBeside = beside === null ? null : besideOn(scene.radar!, beside(), fall, { shares, ground: ground! });
  return { ...fall, rates, isWet, shares, beside: quartersBeside };
}

/** What radar tells beside the rate in its quarters; the shares of their hours become those of their quarters. */
function besideOn(view: RadarView, beside: BesideRain, fall: ShownFall, phases: HourPhases): BesideQuarters {
  const { hours, quarters } = fall;
  const seen = fall.radar!;
  const first = (seen.start - hours.start) / QUARTER;
  const hourOf = (k: number) => Math.floor((first + k) / QUARTERS_PER_HOUR);
  const found = Array.from(seen.totals, (_, k) => quarterBeside(view, beside, seen, k, phases, hourOf(k)));
  for (let hour = hourOf(0); hour <= hourOf(found.length - 1); hour++) {
    const ofHour = quarters.subarray(hour * QUARTERS_PER_HOUR, (hour + 1) * QUARTERS_PER_HOUR);
    setHourPhase(phases.shares, hour, ofHour, (k) => found[hour * QUARTERS_PER_HOUR + k - first]?.phase ?? null);
  }
  return { first, quarters: found };
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
