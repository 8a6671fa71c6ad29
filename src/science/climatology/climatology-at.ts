/** Climate of one day of the year, from the coefficients of a station or of a place. */

import { snowFractionWang, snowToLiquidRatio } from '../phase.js';
import { GROUPS, RECORD_YEARS, RECORDS, TEMPERATURE_TERMS } from './climatology-layout.js';
import { harmonicSum, logistic } from './harmonics.js';

/** Share of the trend since 1991-2020 that is carried on: the rest is noise (Wilks 2013, J. Appl. Meteor. Climatol. 52, 1753). */
const TREND_SHARE = 0.5;
/** No season is without any chance of a wet day. */
const LEAST_PROBABILITY = 0.002;

/** NaN where the coefficients are. */
export interface ClimateDay {
  /** K, at the height of the coefficients. */
  readonly temperatureMax: number;
  readonly temperatureMin: number;
  /** Chance of at least 1.0 mm, 0..1. */
  readonly probability: number;
  /** Mean amount of a day with at least 1.0 mm, mm. */
  readonly wetDayAmount: number;
}

/**
 * @param coefficients  in the layout of `climatology-layout.ts`; those of records are not read
 * @param slot  day of the year, by `day-slots.ts`
 * @param year  of the day: temperatures follow half of the trend
 */
export function climatologyAt(coefficients: ArrayLike<number>, slot: number, year: number): ClimateDay {
  const { temperatureMax, temperatureMin, wetDays, wetDayAmount } = GROUPS;
  const chance = logistic(harmonicSum(coefficients, wetDays.from, wetDays.count, slot));
  return {
    temperatureMax: temperatureAt(coefficients, temperatureMax.from, slot, year),
    temperatureMin: temperatureAt(coefficients, temperatureMin.from, slot, year),
    probability: Math.max(LEAST_PROBABILITY, chance),
    wetDayAmount: Math.exp(harmonicSum(coefficients, wetDayAmount.from, wetDayAmount.count, slot)),
  };
}

function temperatureAt(coefficients: ArrayLike<number>, from: number, slot: number, year: number): number {
  const slope = coefficients[from + TEMPERATURE_TERMS]!;
  const reference = coefficients[from + TEMPERATURE_TERMS + 1]!;
  const mean = harmonicSum(coefficients, from, TEMPERATURE_TERMS, slot);
  return mean + TREND_SHARE * slope * (year + slot / 366 - reference);
}

export interface SnowClimate {
  /** Share of snow in the precipitation, 0..1. */
  readonly share: number;
  /** Depth of fresh snow per water, mm / mm. */
  readonly depthPerWater: number;
}

/** Evening and morning air is nearer to the minimum, and a wet bulb lies below the air. */
const WET_BULB_DEPRESSION = 1.5;

/**
 * Snow of a day of the year: as observed, or else from the temperature of the wet bulb that the climate suggests.
 *
 * @param day  with the temperatures of the place, K
 */
export function snowClimateAt(
  coefficients: ArrayLike<number>,
  slot: number,
  day: Pick<ClimateDay, 'temperatureMax' | 'temperatureMin'>,
): SnowClimate {
  const { from, count } = GROUPS.snowShare;
  if (!Number.isNaN(coefficients[from]!))
    return {
      share: logistic(harmonicSum(coefficients, from, count - 1, slot)),
      depthPerWater: coefficients[from + count - 1]!,
    };
  const wetBulb = (day.temperatureMax + 2 * day.temperatureMin) / 3 - WET_BULB_DEPRESSION;
  return { share: snowFractionWang(wetBulb), depthPerWater: snowToLiquidRatio(wetBulb) };
}

export interface PercentileOffsets {
  /** 10th and 90th percentile minus the mean, K. */
  readonly p10: number;
  readonly p90: number;
}

export function percentileOffsetsAt(
  coefficients: ArrayLike<number>,
  element: 'temperature_max' | 'temperature_min',
  slot: number,
): PercentileOffsets {
  const { from, count } = element === 'temperature_max' ? GROUPS.percentilesMax : GROUPS.percentilesMin;
  const half = count / 2;
  return {
    p10: harmonicSum(coefficients, from, half, slot),
    p90: harmonicSum(coefficients, from + half, half, slot),
  };
}

export interface RecordOfDay {
  /** K, at the height of the station. */
  readonly value: number;
  readonly year: number;
}

/** Highest maximum or lowest minimum of a date at one station; null where it has fewer than 30 years. */
export function recordAt(climatology: Float32Array, kind: 'high' | 'low', slot: number): RecordOfDay | null {
  if (Number.isNaN(climatology[RECORD_YEARS]!)) return null;
  const value = climatology[RECORDS[kind] + slot]!;
  if (Number.isNaN(value)) return null;
  return { value, year: climatology[RECORDS[kind === 'high' ? 'highYear' : 'lowYear'] + slot]! };
}
