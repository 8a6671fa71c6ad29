/**
 * In which phase the precipitation of an hour falls, and how deep its snow is (docs/methods/interpolation.md).
 *
 * Phase and snow ratio belong to the hour: its quarters divide their totals by the same shares, so rain and snow add up
 * like the totals do. The phase of an hour is judged by the mean of the air at its two ends, and by the flags of the
 * native step that it lies in. Where no total is known but a rate is (archive files with a single step), the phase at
 * that instant is judged by the flags of the step that ends there, for the condition alone.
 */

import { precipitationParts, snowDepth, snowToLiquidRatio } from '../../science/phase.js';
import { stationPressure, wetBulb } from '../../science/thermo.js';
import type { PhaseFlags } from '../rules/phase-flags.js';
import type { Air } from './air.js';

/** Below this pressure at the place, Pa, the 850 hPa level lies in the mountain. */
const LEVEL_850 = 85_000;

/** What speaks of some hours, one entry per hour; NaN unknown. */
export interface PhaseEvidence {
  /** Liquid equivalent, mm. */
  readonly totals: Float64Array;
  /** mm/h at the beginning, for where a total is unknown; may be empty. */
  readonly rates: Float64Array;
  /** At the two ends of the hours. */
  readonly start: Air;
  readonly end: Air;
  /** At the beginning: of the ground, Pa, and at 850 hPa, K. */
  readonly groundPressure: Float64Array;
  readonly temperature850: Float64Array;
  /** m above mean sea level. */
  readonly elevations: Float64Array;
}

/** Shares of the liquid equivalent of an hour, 0..1; 0 in dry hours, NaN where the phase is unknown. */
export interface PhaseShares {
  readonly rain: Float64Array;
  readonly freezingRain: Float64Array;
  readonly icePellets: Float64Array;
  readonly snow: Float64Array;
  /** Depth of snow and ice pellets per mm of liquid equivalent. */
  readonly depth: Float64Array;
}

/** What the shares of an hour stand on, for those who know its phase otherwise. */
export interface PhaseGround {
  /** K, near the ground, in the middle of the hour. */
  readonly wetBulb: Float64Array;
  /** Depth of snow over its liquid equivalent. */
  readonly snowRatio: Float64Array;
}

/** Phases of some hours as the models have them; NaN unknown, empty where not asked for. */
export interface HourPhases {
  readonly shares: PhaseShares;
  readonly ground: PhaseGround;
}

/** True where any hour has precipitation, or a rate where its total is unknown. */
export function isAnyWet({ totals, rates }: Pick<PhaseEvidence, 'totals' | 'rates'>): boolean {
  return hasPositive(totals) || hasPositive(rates);
}

function hasPositive(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i]! > 0) return true;
  return false;
}

/**
 * @param flagsOf  the models' own flags in hour i, or of the step that ends at its beginning; asked only where it is wet
 * @param shares  all 0; those of the wet hours are set
 * @param ground  where given, set in the wet hours too
 */
export function addPhases(
  evidence: PhaseEvidence,
  flagsOf: (i: number, isStepEnding: boolean) => PhaseFlags,
  shares: PhaseShares,
  ground: PhaseGround | null = null,
): void {
  const { totals, rates, start, end, groundPressure, temperature850: aloft, elevations } = evidence;
  for (let i = 0; i < totals.length; i++) {
    const isKnown = !Number.isNaN(totals[i]!);
    if (!((isKnown ? totals[i]! : (rates[i] ?? 0)) > 0)) continue;
    const { rainFlag, freezingRainFlag, icePelletsFlag, snowFlag } = flagsOf(i, !isKnown);
    const temperature = meanOf(start.temperature[i]!, end.temperature[i]!);
    const humidity = meanOf(start.humidity[i]!, end.humidity[i]!);
    const pressure = airPressure(groundPressure[i]!, elevations[i]!);
    const temperature850 = pressure < LEVEL_850 ? Number.NaN : aloft[i]!;
    const cooled = wetBulb(temperature, humidity, pressure);
    const parts = precipitationParts({
      rainFlag,
      freezingRainFlag,
      icePelletsFlag,
      snowFlag,
      wetBulb: cooled,
      temperature850,
    });
    shares.rain[i] = parts.rain;
    shares.freezingRain[i] = parts.freezingRain;
    shares.icePellets[i] = parts.icePellets;
    shares.snow[i] = parts.snow;
    const ratio = snowToLiquidRatio(warmer(temperature, temperature850));
    shares.depth[i] = snowDepth(parts.snow, parts.icePellets, ratio);
    if (ground === null) continue;
    ground.wetBulb[i] = cooled;
    ground.snowRatio[i] = ratio;
  }
}

/** Mean of the values at the two ends; the one that is known where the other is not. */
function meanOf(start: number, end: number): number {
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
