/** Days of the past as stations observed them, in the terms of a forecast's days. */

import type { HistoryQuantity } from '../../../query/history/history.js';
import { WET_DAY_TOTAL } from '../../../science/condition.js';

export interface ObservedDays {
  /** Number of days; the first is the first of the answer. */
  readonly count: number;
  /** K and mm, one value a day; NaN not observed. Quantities that were not read are not there. */
  readonly values: ReadonlyMap<HistoryQuantity, Float64Array>;
}

/** K, mm; NaN not observed. Snow is a depth. */
export interface ObservedDay {
  readonly temperatureMax: number;
  readonly temperatureMin: number;
  readonly precipitation: number;
  readonly rain: number;
  readonly snow: number;
}

export function observedDay({ values }: ObservedDays, i: number): ObservedDay {
  const of = (quantity: HistoryQuantity) => values.get(quantity)?.[i] ?? Number.NaN;
  return {
    temperatureMax: of('temperature_max'),
    temperatureMin: of('temperature_min'),
    precipitation: of('precipitation'),
    rain: of('rain_total'),
    snow: of('snow_total'),
  };
}

/** True where one of both was observed: a model's minimum may lie above an observed maximum. */
export function hasTemperatures(day: ObservedDay | null): day is ObservedDay {
  return day !== null && !(Number.isNaN(day.temperatureMax) && Number.isNaN(day.temperatureMin));
}

export function hasFall(day: ObservedDay | null): day is ObservedDay {
  return day !== null && !(Number.isNaN(day.precipitation) && Number.isNaN(day.snow));
}

/** 1 or 0: the day was wet, or it was not; NaN unknown. Amounts count as they are printed. */
export function observedProbability({ precipitation }: ObservedDay): number {
  if (Number.isNaN(precipitation)) return Number.NaN;
  return Math.round(precipitation * 100) / 100 >= WET_DAY_TOTAL ? 1 : 0;
}
