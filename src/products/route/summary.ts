/** What windows and extremes are made from: the weather of all samples in canonical units, before any rounding. */

import type { ForecastVariableId } from '../../model/variables.js';
import { FIELD_OF, isWeatherVariable, type WeatherVariable } from '../../query/weather/fields.js';
import type { AlongWeather } from './along.js';

export interface SummaryInput {
  /** Samples, in the order of their index. */
  readonly count: number;
  /** False where the sample is unavailable: it is in no window and no extreme. */
  readonly isOk: (index: number) => boolean;
  readonly weather: AlongWeather;
  /** Those requested: only they count. */
  readonly variables: ReadonlySet<ForecastVariableId>;
}

/** A variable that is a number along a route; a condition is a text. */
export type NumberVariable = Exclude<WeatherVariable, 'condition'>;

export function isNumberVariable(variable: ForecastVariableId): variable is NumberVariable {
  return isWeatherVariable(variable) && variable !== 'condition';
}

/** Values of `variable`, one per sample, canonical unit, NaN unknown. */
export function numbersOf(variable: NumberVariable, weather: AlongWeather): Float64Array {
  return weather[FIELD_OF[variable]];
}

/**
 * The sample in [start, end] with the highest rank; the first of equals. −1 when no rank is known.
 *
 * @param rankOf  NaN where it is unknown
 */
export function highest(start: number, end: number, rankOf: (index: number) => number): number {
  let found = -1;
  let best = Number.NaN;
  for (let i = start; i <= end; i++) {
    const rank = rankOf(i);
    if (rank > best || (found < 0 && !Number.isNaN(rank))) {
      found = i;
      best = rank;
    }
  }
  return found;
}
