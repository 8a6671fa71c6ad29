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
 *
 * Nothing here takes memory: a map of the index is 80 million calls, and with arrays that were cut and filtered each took
 * twenty times as long.
 */

import { AIR_QUALITY_TABLES, type Pollutant, type PollutantTable } from './air-quality-tables.js';

/** Of one step of the last decimal: what float32 leaves of 225.4 must not be truncated to 225.3. */
const TRUNCATION_SLACK = 1e-4;

const NOWCAST_HOURS = 12;
/** Of the three newest hours so many must be known. */
const NOWCAST_NEWEST = 2;
const LEAST_WEIGHT = 0.5;

const OZONE_HOURS = 8;
const OZONE_LEAST_HOURS = 6;

/** A row of a table in steps of the last decimal. */
interface SteppedRow {
  readonly low: number;
  readonly high: number;
  readonly index: number;
  /** Of the index, per step. */
  readonly slope: number;
}

interface SteppedTable {
  /** Steps per unit. */
  readonly scale: number;
  readonly openEnded: boolean;
  readonly rows: readonly SteppedRow[];
}

function inSteps({ decimals, openEnded, rows }: PollutantTable): SteppedTable {
  const scale = 10 ** decimals;
  return {
    scale,
    openEnded,
    rows: rows.map(({ concentration, index }) => {
      const [low, high] = concentration.map((bound) => Math.round(bound * scale)) as [number, number];
      return { low, high, index: index[0], slope: (index[1] - index[0]) / (high - low) };
    }),
  };
}

const STEPPED = Object.fromEntries(
  Object.entries(AIR_QUALITY_TABLES).map(([pollutant, table]) => [pollutant, inSteps(table)]),
) as Readonly<Record<Pollutant, SteppedTable>>;

/**
 * Index of one concentration, in the table's unit and of its averaging time. Below zero counts as none. NaN: unknown, or
 * below the first row of a table that does not begin at nothing (ozone of one hour).
 */
export function usAqi(pollutant: Pollutant, concentration: number): number {
  return indexIn(STEPPED[pollutant], concentration);
}

function indexIn({ scale, openEnded, rows }: SteppedTable, concentration: number): number {
  if (Number.isNaN(concentration)) return Number.NaN;
  const steps = Math.floor(Math.max(0, concentration) * scale + TRUNCATION_SLACK);
  if (steps < rows[0]!.low) return Number.NaN;
  let k = 0;
  while (k < rows.length - 1 && steps > rows[k]!.high) k++;
  const { low, high, index, slope } = rows[k]!;
  const inside = openEnded || steps < high ? steps : high;
  return Math.round(slope * (inside - low) + index);
}

/** Index of a mean of fine particles over 24 h, or of their NowCast, µg/m³. */
export function pm2_5Index(concentration: number): number {
  return indexIn(STEPPED.pm2_5, concentration);
}

/** Index of a mean of coarse particles over 24 h, or of their NowCast, µg/m³. */
export function pm10Index(concentration: number): number {
  return indexIn(STEPPED.pm10, concentration);
}

/** Index of ozone: of the mean of eight hours and, from 0.125 ppm on, of one hour; the larger. Both in ppm. */
export function ozoneIndex(ppm8h: number, ppm1h: number): number {
  return larger(indexIn(STEPPED.ozone_8h, ppm8h), indexIn(STEPPED.ozone_1h, ppm1h));
}

/** The largest of the indexes that are known; NaN when none is. */
export function overallIndex(a: number, b: number, c = Number.NaN): number {
  return larger(larger(a, b), c);
}

/** Of two the larger; the other where one is NaN. */
function larger(a: number, b: number): number {
  return a >= b || Number.isNaN(b) ? a : b;
}

/**
 * NowCast of hourly particles, in their unit.
 *
 * @param newestFirst  hourly means, the newest first, NaN missing; hours behind the twelfth do not count
 * @param newest  where in it the newest hour stands
 * @returns NaN when fewer than two of the three newest are known
 */
export function nowCast(newestFirst: ArrayLike<number>, newest = 0): number {
  const end = Math.min(newestFirst.length, newest + NOWCAST_HOURS);
  if (countKnown(newestFirst, newest, Math.min(end, newest + 3)) < NOWCAST_NEWEST) return Number.NaN;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = newest; i < end; i++) {
    const value = newestFirst[i]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const ratio = most > 0 ? Math.max(LEAST_WEIGHT, least / most) : 1;
  let sum = 0;
  let weights = 0;
  let weight = 1;
  for (let i = newest; i < end; i++) {
    const value = newestFirst[i]!;
    if (!Number.isNaN(value)) {
      sum += weight * value;
      weights += weight;
    }
    weight *= ratio;
  }
  return sum / weights;
}

/**
 * Mean of the eight newest hours of ozone, in its unit.
 *
 * @param newestFirst  hourly means, the newest first, NaN missing
 * @param newest  where in it the newest hour stands
 * @returns NaN when fewer than six of the eight are known
 */
export function ozoneMean(newestFirst: ArrayLike<number>, newest = 0): number {
  const end = Math.min(newestFirst.length, newest + OZONE_HOURS);
  let known = 0;
  let sum = 0;
  for (let i = newest; i < end; i++) {
    const value = newestFirst[i]!;
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return known < OZONE_LEAST_HOURS ? Number.NaN : sum / known;
}

function countKnown(values: ArrayLike<number>, from: number, to: number): number {
  let known = 0;
  for (let i = from; i < to; i++) if (!Number.isNaN(values[i]!)) known++;
  return known;
}
