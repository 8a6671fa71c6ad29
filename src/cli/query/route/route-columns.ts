/** Columns of the table of a route: one for each variable that samples may have, in the order in which they stand. */

import type { RouteSample } from '../../../model/route.js';
import type { RouteUnits } from '../../../model/units.js';
import type { ForecastVariableId } from '../../../model/variables.js';
import { aligned } from '../../text-table.js';
import { isAmount } from './hourly-rates.js';
import { compassPoint, unitSign } from './route-words.js';

export interface VariableColumn {
  readonly id: ForecastVariableId;
  readonly heading: string;
  /** In a sentence: "wind gust up to 54 km/h". */
  readonly words: string;
  readonly unit: (units: RouteUnits) => string;
  /** As the table shows it; the answer may have more digits. */
  readonly decimals: (units: RouteUnits) => number;
}

type Row = readonly [
  id: ForecastVariableId,
  heading: string,
  words: string,
  unit: keyof RouteUnits | null,
  decimals: number | ((unit: string) => number),
];

/** Hundredths of a millimetre are no news; inches need them. */
const ofAmounts = (unit: string) => ({ mm: 1, in: 2 })[unit] ?? 6;
const ofPressures = (unit: string) => (unit === 'inHg' ? 2 : 0);

const ROWS: readonly Row[] = [
  ['temperature', 'temp', 'temperature', 'temperature', 1],
  ['apparent_temperature', 'feels', 'feels like', 'temperature', 1],
  ['dew_point', 'dew', 'dew point', 'temperature', 1],
  ['humidity', 'humid', 'humidity', 'percentage', 0],
  ['wind_speed', 'wind', 'wind', 'wind_speed', 0],
  ['wind_gust', 'gust', 'gusts', 'wind_speed', 0],
  ['precipitation', 'precip', 'precipitation', 'precipitation', ofAmounts],
  ['rain_total', 'rain', 'rain', 'precipitation', ofAmounts],
  ['snow_total', 'snow', 'new snow', 'precipitation', ofAmounts],
  ['precipitation_probability', 'chance', 'chance of precipitation', 'percentage', 0],
  ['cloud_cover', 'cloud', 'cloud cover', 'percentage', 0],
  ['uv_index', 'UV', 'UV index', null, 1],
  ['air_quality_index', 'AQI', 'air quality index', null, 0],
  ['pressure', 'press', 'pressure', 'pressure', ofPressures],
];

export const NUMBER_COLUMNS: readonly VariableColumn[] = ROWS.map(([id, heading, words, unit, decimals]) => ({
  id,
  heading,
  words,
  unit: (units) => (unit === null ? '' : `${unitSign(units[unit])}${isAmount(id) ? '/h' : ''}`),
  decimals: (units) => (typeof decimals === 'number' ? decimals : decimals(unit === null ? '' : units[unit])),
}));

/** A number of a sample as its column shows it; a dash where it is unknown. The wind has its direction before it. */
export function cellOf(column: VariableColumn, sample: RouteSample, units: RouteUnits): string {
  const number = numberText(column, sample[column.id], units);
  const direction = sample.wind_direction;
  if (column.id !== 'wind_speed' || typeof direction !== 'number') return number;
  return `${aligned(compassPoint(direction), 2, 'right')} ${aligned(number, 3, 'right')}`;
}

function numberText(column: VariableColumn, value: unknown, units: RouteUnits): string {
  return typeof value === 'number' ? value.toFixed(column.decimals(units)).replace(/^-(0\.?0*)$/, '$1') : '-';
}

/** In a sentence: "54 km/h", "80%". */
export function valueText(column: VariableColumn, value: number, units: RouteUnits): string {
  const unit = column.unit(units);
  return `${numberText(column, value, units)}${unit === '' || unit === '%' ? unit : ` ${unit}`}`;
}
