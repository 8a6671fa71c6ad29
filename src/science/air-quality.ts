/**
 * The US air quality index, and the means that it is made from.
 *
 *   I = (I_high − I_low) / (BP_high − BP_low) × (C − BP_low) + I_low        rounded to an integer
 *
 *   C   concentration, truncated (never rounded) to the table's decimals
 *   BP  the row of the table (`air-quality-tables.ts`) that holds C
 *
 * Above 500 the last row goes on with its own slope: the appendix caps nothing. Overall index: the largest.
 *
 * NowCast of particles (EPA, Technical Assistance Document 2024): of the 12 newest hours c₁ … c₁₂
 *
 *   w = max(0.5, c_min / c_max)      Σ w^(i−1) cᵢ / Σ w^(i−1)  over the hours that are known
 *
 * which follows a change within hours and is a plain mean where there is none. EPA's NowCast of ozone is a regression
 * fitted to monitors and is not done here: the trailing mean of eight hours takes its place.
 */

import { AIR_QUALITY_TABLES, type BreakpointRow, type Pollutant, type PollutantTable } from './air-quality-tables.js';

/** Of one step of the last decimal: what float32 leaves of 225.4 must not be truncated to 225.3. */
const TRUNCATION_SLACK = 1e-4;

const NOWCAST_HOURS = 12;
/** Of the three newest hours so many must be known. */
const NOWCAST_NEWEST = 2;
const LEAST_WEIGHT = 0.5;

const OZONE_HOURS = 8;
const OZONE_LEAST_HOURS = 6;

/**
 * Index of one concentration, in the table's unit and of its averaging time. Below zero counts as none. NaN: unknown, or
 * below the first row of a table that does not begin at nothing (ozone of one hour).
 */
export function usAqi(pollutant: Pollutant, concentration: number): number {
  if (Number.isNaN(concentration)) return Number.NaN;
  const table = AIR_QUALITY_TABLES[pollutant];
  const scale = 10 ** table.decimals;
  const steps = Math.floor(Math.max(0, concentration) * scale + TRUNCATION_SLACK);
  const row = rowOf(table, steps, scale);
  return row === null ? Number.NaN : indexIn(row, steps, scale, table.openEnded);
}

/** Index of a mean of fine particles over 24 h, or of their NowCast, µg/m³. */
export function pm2_5Index(concentration: number): number {
  return usAqi('pm2_5', concentration);
}

/** Index of a mean of coarse particles over 24 h, or of their NowCast, µg/m³. */
export function pm10Index(concentration: number): number {
  return usAqi('pm10', concentration);
}

/** Index of ozone: of the mean of eight hours and, from 0.125 ppm on, of one hour; the larger. Both in ppm. */
export function ozoneIndex(ppm8h: number, ppm1h: number): number {
  return overallIndex(usAqi('ozone_8h', ppm8h), usAqi('ozone_1h', ppm1h));
}

/** The largest of the indexes that are known; NaN when none is. */
export function overallIndex(...indexes: readonly number[]): number {
  const known = indexes.filter((index) => !Number.isNaN(index));
  return known.length === 0 ? Number.NaN : Math.max(...known);
}

/**
 * NowCast of hourly particles, in their unit.
 *
 * @param newestFirst  hourly means, the newest first, NaN missing; hours behind the twelfth do not count
 * @returns NaN when fewer than two of the three newest are known
 */
export function nowCast(newestFirst: ArrayLike<number>): number {
  const hours = Array.from(newestFirst).slice(0, NOWCAST_HOURS);
  if (countKnown(hours.slice(0, 3)) < NOWCAST_NEWEST) return Number.NaN;
  const known = hours.filter((value) => !Number.isNaN(value));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const weight = most > 0 ? Math.max(LEAST_WEIGHT, least / most) : 1;
  let [sum, weights] = [0, 0];
  for (const [i, value] of hours.entries()) {
    if (Number.isNaN(value)) continue;
    sum += weight ** i * value;
    weights += weight ** i;
  }
  return sum / weights;
}

/**
 * Mean of the eight newest hours of ozone, in its unit.
 *
 * @param newestFirst  hourly means, the newest first, NaN missing
 * @returns NaN when fewer than six of the eight are known
 */
export function ozoneMean(newestFirst: ArrayLike<number>): number {
  const known = Array.from(newestFirst)
    .slice(0, OZONE_HOURS)
    .filter((value) => !Number.isNaN(value));
  if (known.length < OZONE_LEAST_HOURS) return Number.NaN;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function countKnown(values: readonly number[]): number {
  return values.filter((value) => !Number.isNaN(value)).length;
}

/** The row that holds the concentration, else the last; null below the first. `steps` are of the last decimal. */
function rowOf({ rows }: PollutantTable, steps: number, scale: number): BreakpointRow | null {
  if (steps < Math.round(rows[0]!.concentration[0] * scale)) return null;
  return rows.find(({ concentration }) => steps <= Math.round(concentration[1] * scale)) ?? rows.at(-1)!;
}

function indexIn({ concentration, index }: BreakpointRow, steps: number, scale: number, openEnded: boolean): number {
  const [low, high] = concentration.map((bound) => Math.round(bound * scale)) as [number, number];
  const inside = openEnded ? steps : Math.min(steps, high);
  return Math.round(((index[1] - index[0]) / (high - low)) * (inside - low) + index[0]);
}
