/** Tables of records from the weather and from days. */

import type { Column, RecordTable, UnitsObject } from '../../../model/answer.js';
import type { ForecastVariableId } from '../../../model/variables.js';
import type { Axis } from '../../../query/time/series.js';
import { FIELD_OF, isWeatherVariable } from '../../../query/weather/fields.js';
import type { Weather } from '../../../query/weather/weather.js';
import type { Days } from '../weather/days.js';
import { nullColumn, numberColumn, textColumn } from './columns.js';

/** What a record stands on: observations of stations, the model's own past, or its future. */
export type RecordType = 'observation' | 'analysis' | 'forecast';

type DayField = Exclude<keyof Days, 'uncalibrated' | 'observed' | 'analysed'>;

const DAYS_OF = {
  temperature_max: 'temperatureMax',
  temperature_min: 'temperatureMin',
  condition: 'condition',
  precipitation: 'precipitation',
  rain_total: 'rain',
  snow_total: 'snow',
  precipitation_probability: 'probability',
} as const satisfies Partial<Record<ForecastVariableId, DayField>>;

/** Values of one variable: numbers in canonical units, texts, or null where nothing here answers it. */
export type Values = Float64Array | readonly (string | null)[] | null;

/** Values of the records of `axis`, cut out of weather that was computed on `computed`, which may lie otherwise. */
export function weatherValues(variable: ForecastVariableId, weather: Weather, computed: Axis, axis: Axis): Values {
  if (!isWeatherVariable(variable)) return null;
  const values = weather[FIELD_OF[variable]];
  const shift = (axis.start - computed.start) / axis.step;
  if (!(values instanceof Float64Array)) return textsOf(values, shift, axis.count);
  if (shift >= 0 && shift + axis.count <= computed.count) return values.subarray(shift, shift + axis.count);
  const out = new Float64Array(axis.count).fill(Number.NaN);
  const from = Math.max(0, -shift);
  const to = Math.min(axis.count, computed.count - shift);
  if (from < to) out.set(values.subarray(from + shift, to + shift), from);
  return out;
}

function textsOf(texts: readonly (string | null)[], shift: number, count: number): readonly (string | null)[] {
  if (shift === 0 && texts.length === count) return texts;
  return Array.from({ length: count }, (_, i) => texts[i + shift] ?? null);
}

/** Values of local days; null for sunrise and sunset, which are no weather. */
export function dayValues(variable: ForecastVariableId, days: Days): Values {
  const field = (DAYS_OF as Partial<Record<ForecastVariableId, DayField>>)[variable];
  return field === undefined ? null : days[field];
}

export interface TableDraft {
  readonly label: 'time' | 'date';
  readonly labels: readonly string[];
  readonly types: readonly RecordType[];
  readonly variables: readonly ForecastVariableId[];
  readonly valuesOf: (variable: ForecastVariableId) => Values;
}

export function tableOf(draft: TableDraft, units: UnitsObject): RecordTable {
  const columns: Column[] = [textColumn('type', draft.types)];
  for (const variable of draft.variables) {
    const values = draft.valuesOf(variable);
    if (values === null) columns.push(nullColumn(variable, draft.labels.length));
    else if (values instanceof Float64Array) columns.push(numberColumn(variable, values, units));
    else columns.push(textColumn(variable, values));
  }
  return { label: draft.label, labels: draft.labels, columns };
}
