/** Quality rules for what weather stations report: bounds of values, and steps of temperature in time. docs/methods/stations.md */

import type { ReportQuantity } from '../../model/station-report.js';
import { HOUR } from '../../model/time.js';

/**
 * Bounds of the quantities, in their units: what lies outside was never observed at the ground (WMO archive of extremes),
 * and is a fault of the sensor or of the line.
 */
export const PLAUSIBLE: Readonly<Record<ReportQuantity, readonly [least: number, most: number]>> = {
  temperature: [183, 330],
  dew_point: [170, 310],
  wind_direction: [0, 360],
  wind_speed: [0, 100],
  wind_gust: [0, 120],
  altimeter: [86_000, 109_000],
  pressure_msl: [86_000, 109_000],
  visibility: [0, 200_000],
  cloud_cover: [0, 1],
  ceiling: [0, 30_000],
  precipitation: [0, 305],
};

/** K in an hour, and less than an hour apart. */
const STEP = 10;

export interface TimedTemperature {
  /** Epoch seconds. */
  readonly time: number;
  /** K, known. */
  readonly temperature: number;
}

/** True when the air can have changed from one observation to the other. */
function agree(a: TimedTemperature, b: TimedTemperature): boolean {
  const hours = Math.max(1, Math.abs(a.time - b.time) / HOUR);
  return Math.abs(a.temperature - b.temperature) <= STEP * hours;
}

/**
 * Temperatures that contradict their neighbours in time: those that agree with none of the two before and the two after. It
 * takes a third observation to tell which of two is wrong; until then the later one is suspect.
 *
 * @param known  of one station, in the order of time
 */
export function stepSuspects<Observation extends TimedTemperature>(
  known: readonly Observation[],
): ReadonlySet<Observation> {
  return new Set(known.filter((_, n) => isSuspect(known, n)));
}

/** Two neighbours on each side: an observation beside a spike agrees with the one behind it. */
function isSuspect(known: readonly TimedTemperature[], n: number): boolean {
  const neighbours = [n - 2, n - 1, n + 1, n + 2].flatMap((other) => known[other] ?? []);
  if (neighbours.length === 0 || neighbours.some((other) => agree(other, known[n]!))) return false;
  // The first one is wrong only if those after it are of one mind.
  const [, second, third] = known;
  return n > 0 || (third !== undefined && agree(second!, third));
}
