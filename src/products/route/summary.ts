/** What windows and extremes are made from: the weather of all samples in canonical units, before any rounding. */

import type { ForecastVariableId } from '../../model/variables.js';
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

export type NumberField = Exclude<keyof AlongWeather, 'condition'>;

/** Which array answers which variable; `condition` is a text and has none. */
const FIELDS = {
  temperature: 'temperature',
  apparent_temperature: 'apparentTemperature',
  dew_point: 'dewPoint',
  humidity: 'humidity',
  pressure: 'pressure',
  wind_speed: 'windSpeed',
  wind_gust: 'windGust',
  wind_direction: 'windDirection',
  precipitation: 'precipitation',
  rain_total: 'rain',
  snow_total: 'snow',
  precipitation_probability: 'probability',
  cloud_cover: 'cloud',
  uv_index: 'uv',
  air_quality_index: 'airQuality',
} as const satisfies Partial<Record<ForecastVariableId, NumberField>>;

/** A variable that is a number along a route. */
export type NumberVariable = keyof typeof FIELDS;

export function isNumberVariable(variable: ForecastVariableId): variable is NumberVariable {
  return Object.hasOwn(FIELDS, variable);
}

/** Values of `variable`, one per sample, canonical unit, NaN unknown. */
export function numbersOf(variable: NumberVariable, weather: AlongWeather): Float64Array {
  return weather[FIELDS[variable]];
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
