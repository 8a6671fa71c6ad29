/**
 * The weather that is met along a route, in canonical units, one entry per sample; NaN (null for conditions) unknown,
 * empty where it is not wanted. States are those of the instant of arrival; totals, chances, gusts and conditions are
 * those of the record, 15 minutes or an hour, in which it lies.
 */

import type { ConditionCode } from '../../model/condition.js';

export interface AlongWeather {
  readonly temperature: Float64Array;
  readonly apparentTemperature: Float64Array;
  readonly dewPoint: Float64Array;
  readonly humidity: Float64Array;
  readonly pressure: Float64Array;
  readonly windSpeed: Float64Array;
  readonly windDirection: Float64Array;
  readonly windGust: Float64Array;
  readonly cloud: Float64Array;
  readonly uv: Float64Array;
  readonly precipitation: Float64Array;
  readonly rain: Float64Array;
  readonly snow: Float64Array;
  readonly probability: Float64Array;
  readonly airQuality: Float64Array;
  readonly condition: readonly (ConditionCode | null)[];
}
