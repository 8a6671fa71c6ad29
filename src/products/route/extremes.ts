/**
 * Where along a route each requested variable is at its lowest and highest.
 *
 * States of the air have both; wind, amounts, chances and indexes only a highest, for their lowest says nothing. A
 * condition and a direction have neither.
 */

import { highest, isNumberVariable, type NumberVariable, numbersOf, type SummaryInput } from './summary.js';

export type Aggregate = 'min' | 'max';

export interface Extreme {
  readonly variable: NumberVariable;
  readonly aggregate: Aggregate;
  /** The first sample that has the value. */
  readonly index: number;
  /** Canonical unit. */
  readonly value: number;
}

const BOTH: readonly Aggregate[] = ['min', 'max'];
const HIGHEST: readonly Aggregate[] = ['max'];

const AGGREGATES: Readonly<Record<NumberVariable, readonly Aggregate[]>> = {
  temperature: BOTH,
  apparent_temperature: BOTH,
  dew_point: BOTH,
  humidity: BOTH,
  pressure: BOTH,
  wind_speed: HIGHEST,
  wind_gust: HIGHEST,
  wind_direction: [],
  precipitation: HIGHEST,
  rain_total: HIGHEST,
  snow_total: HIGHEST,
  precipitation_probability: HIGHEST,
  cloud_cover: HIGHEST,
  uv_index: HIGHEST,
  air_quality_index: HIGHEST,
};

/** In the order of the request; a variable that is unknown everywhere has none. */
export function extremesOf({ count, isOk, weather, variables }: SummaryInput): Extreme[] {
  const extremes: Extreme[] = [];
  for (const variable of variables) {
    if (!isNumberVariable(variable)) continue;
    const values = numbersOf(variable, weather);
    for (const aggregate of AGGREGATES[variable]) {
      const sign = aggregate === 'max' ? 1 : -1;
      const index = highest(0, count - 1, (i) => (isOk(i) ? sign * values[i]! : Number.NaN));
      if (index >= 0) extremes.push({ variable, aggregate, index, value: values[index]! });
    }
  }
  return extremes;
}
