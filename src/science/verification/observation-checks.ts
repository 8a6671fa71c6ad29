/**
 * Quality control of hourly observations before they are paired with forecasts, and never by the error of a forecast: a
 * rule that knew the forecast would remove the errors that are to be found.
 *
 *   range      outside what was ever observed at the ground
 *   step       contradicts the hours before and after by more than 10 K an hour
 *   flatline   the same temperature for more than 12 hours, of thermometers that report tenths
 *   buddies    more than 5 σ away from the stations around it
 */

import { HOUR } from '../../model/time.js';
import type { HourlySeries } from '../station-day.js';
import { PLAUSIBLE, stepSuspects } from '../stations/report-checks.js';
import type { ObservedDays } from './count-station.js';

/** mm; the record of a day is 1825 mm (Foc-Foc, La Réunion, 1966). */
export const DAY_TOTAL_BOUNDS = [0, 1825] as const;

const isOutside = (value: number, [least, most]: readonly [number, number]) => value < least || value > most;

/** The series without what breaks a rule of its own station; the original stays as it is. */
export function checkHours(series: HourlySeries): HourlySeries {
  const temperatures = Float32Array.from(series.temperatures, (value) =>
    isOutside(value, PLAUSIBLE.temperature) ? Number.NaN : value,
  );
  const known = [...temperatures.keys()]
    .filter((n) => !Number.isNaN(temperatures[n]!))
    .map((n) => ({ n, time: series.start + n * HOUR, temperature: temperatures[n]! }));
  const suspects = [...stepSuspects(known)].map(({ n }) => n);
  for (const n of [...suspects, ...flatHours(temperatures)]) temperatures[n] = Number.NaN;
  const amounts = Float32Array.from(series.amounts, (value) =>
    isOutside(value, PLAUSIBLE.precipitation) ? Number.NaN : value,
  );
  return { ...series, temperatures, amounts };
}

/** The days without values that were never observed at the ground. */
export function checkDays(days: ObservedDays): ObservedDays {
  const within = (values: ArrayLike<number>, bounds: readonly [number, number]) =>
    Float64Array.from(values, (value) => (isOutside(value, bounds) ? Number.NaN : value));
  return {
    firstDay: days.firstDay,
    temperatureMax: within(days.temperatureMax, PLAUSIBLE.temperature),
    temperatureMin: within(days.temperatureMin, PLAUSIBLE.temperature),
    precipitation: within(days.precipitation, DAY_TOTAL_BOUNDS),
  };
}

/** Hours from the first to the last of equal values. */
const FLAT_HOURS = 12;
/** Thermometers that report whole degrees stand still for longer: on an island for half a day. */
const FLAT_HOURS_OF_WHOLE_DEGREES = 24;

/** Hours of stretches of one temperature; a missing hour neither ends nor lengthens a stretch. */
function flatHours(temperatures: Float32Array): number[] {
  const longest = hasWholeDegrees(temperatures) ? FLAT_HOURS_OF_WHOLE_DEGREES : FLAT_HOURS;
  const flat: number[] = [];
  let stretch: number[] = [];
  const close = () => {
    if (stretch.length > 0 && stretch.at(-1)! - stretch[0]! >= longest) flat.push(...stretch);
    stretch = [];
  };
  for (const [n, value] of temperatures.entries()) {
    if (Number.isNaN(value)) continue;
    if (stretch.length > 0 && temperatures[stretch[0]!] !== value) close();
    stretch.push(n);
  }
  close();
  return flat;
}

/** True when every known temperature is a whole degree Celsius. */
function hasWholeDegrees(temperatures: Float32Array): boolean {
  return temperatures.every((value) => {
    const celsius = value - 273.15;
    return Number.isNaN(value) || Math.abs(celsius - Math.round(celsius)) < 0.02;
  });
}

/** Fewer neighbours do not tell which station is wrong. */
const LEAST_BUDDIES = 4;
/** Neighbours lie within this distance and difference in height, km and m. */
export const BUDDY_DISTANCE = 100;
export const BUDDY_HEIGHT = 300;
const BUDDY_SIGMAS = 5;
/** Stations that agree by chance do not make a difference of 2 K an error, K. */
const LEAST_SIGMA = 1.5;
/** σ of a normal distribution from its median absolute deviation. */
const SIGMA_OF_DEVIATION = 1.4826;

/**
 * Temperatures without those that lie far from the neighbours at the same hour. What counts is the departure from the
 * median of the neighbours, less the usual departure of the station: a cold valley is no error. σ is that of the
 * neighbours around their median, at least 1.5 K. After the buddy check of TITAN (Båserud et al. 2020, Adv. Sci. Res. 17, 153).
 *
 * @param temperatures  K, by hour; NaN missing
 * @param neighbours  the same hours of the stations around it
 */
export function checkBuddies(temperatures: ArrayLike<number>, neighbours: readonly ArrayLike<number>[]): Float32Array {
  const checked = Float32Array.from(temperatures);
  const medians = new Float32Array(checked.length).fill(Number.NaN);
  const sigmas = new Float32Array(checked.length);
  for (let n = 0; n < checked.length; n++) {
    const values = neighbours.map((series) => series[n] ?? Number.NaN).filter((value) => !Number.isNaN(value));
    if (values.length < LEAST_BUDDIES) continue;
    const middle = median(values);
    medians[n] = middle;
    const deviation = median(values.map((value) => Math.abs(value - middle)));
    sigmas[n] = Math.max(LEAST_SIGMA, SIGMA_OF_DEVIATION * deviation);
  }
  const departures = checked.map((value, n) => value - medians[n]!);
  const usual = median([...departures].filter((value) => !Number.isNaN(value)));
  for (const [n, departure] of departures.entries())
    if (Math.abs(departure - usual) > BUDDY_SIGMAS * sigmas[n]!) checked[n] = Number.NaN;
  return checked;
}

/** NaN without values. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return sorted.length === 0 ? Number.NaN : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
