/**
 * Climatology of one station as one array of numbers, so that a store can keep all stations as an array [station, number].
 *
 * Float32, NaN where the station has too few observations. Harmonic coefficients are those of `harmonics.ts`.
 *
 *   index       count  content
 *   0           7      daily maximum, K: mean of 1991-2020, 3 harmonics
 *   7           1      its trend, K a year
 *   8           1      year, with fraction, to which the mean belongs
 *   9           9      daily minimum, the same
 *   18          7      log odds of a day with at least 1.0 mm of precipitation, 3 harmonics
 *   25          5      logarithm of the mean amount of such a day, mm, 2 harmonics
 *   30          7      log odds of the share of snow in the precipitation, 3 harmonics
 *   37          1      depth of fresh snow per water, mm / mm
 *   38          5, 5   10th and 90th percentile of the maximum minus its mean, K, 2 harmonics each
 *   48          5, 5   the same of the minimum
 *   58          1, 1   first and last year of the records; NaN: fewer than 30 years
 *   60          4      0
 *   64          366    highest maximum by slot of the year, K
 *   430         366    its year; the latest where there are several
 *   796         366    lowest minimum by slot of the year, K
 *   1162        366    its year
 */

import { DAY_SLOTS } from '../stations/day-slots.js';

/** A group of numbers that are known together or not at all. */
export interface CoefficientGroup {
  readonly from: number;
  readonly count: number;
}

export const GROUPS = {
  temperatureMax: { from: 0, count: 9 },
  temperatureMin: { from: 9, count: 9 },
  wetDays: { from: 18, count: 7 },
  wetDayAmount: { from: 25, count: 5 },
  snowShare: { from: 30, count: 8 },
  percentilesMax: { from: 38, count: 10 },
  percentilesMin: { from: 48, count: 10 },
} as const satisfies Readonly<Record<string, CoefficientGroup>>;

/** Harmonic coefficients of the mean of a temperature; after them come its trend and the year of the mean. */
export const TEMPERATURE_TERMS = 7;

/** Numbers before the records. */
export const COEFFICIENT_COUNT = 64;
/** First and last year of the records. */
export const RECORD_YEARS = 58;

export const RECORDS = {
  high: COEFFICIENT_COUNT,
  highYear: COEFFICIENT_COUNT + DAY_SLOTS,
  low: COEFFICIENT_COUNT + 2 * DAY_SLOTS,
  lowYear: COEFFICIENT_COUNT + 3 * DAY_SLOTS,
} as const;

/** Length of the array of a station. */
export const CLIMATOLOGY_LENGTH = COEFFICIENT_COUNT + 4 * DAY_SLOTS;
