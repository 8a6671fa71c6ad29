/**
 * Forecast variables: one row for each quantity that the interface answers. Validation, catalogs, columns and the
 * reference documentation are all made from this table.
 */

import { DIMENSIONS, type Dimension, UNIT_SYSTEMS, type UnitSystem } from './units.js';

export const INTERVALS = ['current', '15m', '1h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Which field of the units object speaks for the variable; `none` for texts, indexes and instants. */
export type UnitFamily = Dimension | 'percentage' | 'degrees' | 'none';

export interface ForecastVariable {
  readonly id: string;
  readonly type: 'number' | 'string';
  readonly description: string;
  readonly intervals: readonly Interval[];
  readonly unitFamily: UnitFamily;
  /** Digits after the decimal point where the family is no dimension; dimensions have theirs in `units.ts`. */
  readonly decimals?: number;
}

const RECORDS = ['current', '15m', '1h'] as const;
const ALL = ['current', '15m', '1h', '1d'] as const;
const DAYS = ['1d'] as const;

export const FORECAST_VARIABLES = [
  {
    id: 'temperature',
    type: 'number',
    description: 'Air temperature, nominally 2 m above ground, adjusted to the effective elevation.',
    intervals: RECORDS,
    unitFamily: 'temperature',
  },
  {
    id: 'apparent_temperature',
    type: 'number',
    description:
      'Perceived temperature as the US NWS defines it: wind chill in cold, heat index in heat, else air temperature.',
    intervals: RECORDS,
    unitFamily: 'temperature',
  },
  {
    id: 'temperature_max',
    type: 'number',
    description: 'Highest air temperature of the local day.',
    intervals: DAYS,
    unitFamily: 'temperature',
  },
  {
    id: 'temperature_min',
    type: 'number',
    description: 'Lowest air temperature of the local day.',
    intervals: DAYS,
    unitFamily: 'temperature',
  },
  {
    id: 'dew_point',
    type: 'number',
    description: 'Dew point 2 m above ground, with respect to water at all temperatures.',
    intervals: RECORDS,
    unitFamily: 'temperature',
  },
  {
    id: 'condition',
    type: 'string',
    description: 'Weather condition.',
    intervals: ALL,
    unitFamily: 'none',
  },
  {
    id: 'humidity',
    type: 'number',
    description: 'Relative humidity 2 m above ground, with respect to water at all temperatures.',
    intervals: RECORDS,
    unitFamily: 'percentage',
    decimals: 0,
  },
  {
    id: 'pressure',
    type: 'number',
    description: 'Air pressure reduced to mean sea level.',
    intervals: RECORDS,
    unitFamily: 'pressure',
  },
  {
    id: 'wind_speed',
    type: 'number',
    description: 'Sustained wind speed 10 m above ground.',
    intervals: RECORDS,
    unitFamily: 'wind_speed',
  },
  {
    id: 'wind_gust',
    type: 'number',
    description: 'Strongest gust of the interval, never below the sustained wind.',
    intervals: RECORDS,
    unitFamily: 'wind_speed',
  },
  {
    id: 'wind_direction',
    type: 'number',
    description: 'Direction the wind comes from, clockwise from true north. North is 360, calm is 0.',
    intervals: RECORDS,
    unitFamily: 'degrees',
    decimals: 0,
  },
  {
    id: 'precipitation',
    type: 'number',
    description: 'Precipitation over the interval, liquid equivalent.',
    intervals: ALL,
    unitFamily: 'precipitation',
  },
  {
    id: 'rain_total',
    type: 'number',
    description: 'Rain and freezing rain over the interval.',
    intervals: ALL,
    unitFamily: 'precipitation',
  },
  {
    id: 'snow_total',
    type: 'number',
    description: 'Depth of new snow and ice pellets over the interval, not a water equivalent.',
    intervals: ALL,
    unitFamily: 'precipitation',
  },
  {
    id: 'precipitation_probability',
    type: 'number',
    description: 'Probability of at least 0.1 mm/h over the interval; for days, of at least 1.0 mm.',
    intervals: ALL,
    unitFamily: 'percentage',
    decimals: 0,
  },
  {
    id: 'cloud_cover',
    type: 'number',
    description: 'Share of the sky covered by clouds.',
    intervals: RECORDS,
    unitFamily: 'percentage',
    decimals: 0,
  },
  {
    id: 'uv_index',
    type: 'number',
    description: 'UV index, reduced by the forecast clouds.',
    intervals: RECORDS,
    unitFamily: 'none',
    decimals: 1,
  },
  {
    id: 'air_quality_index',
    type: 'number',
    description: 'US air quality index, where available.',
    intervals: ['current', '1h'],
    unitFamily: 'none',
    decimals: 0,
  },
  {
    id: 'sunrise',
    type: 'string',
    description: 'Time of sunrise on the local date. Null if the sun does not rise.',
    intervals: DAYS,
    unitFamily: 'none',
  },
  {
    id: 'sunset',
    type: 'string',
    description: 'Time of sunset on the local date. Null if the sun does not set.',
    intervals: DAYS,
    unitFamily: 'none',
  },
] as const satisfies readonly ForecastVariable[];

export type ForecastVariableId = (typeof FORECAST_VARIABLES)[number]['id'];

/** Any variable may be null in any record. */
export const FORECAST_VARIABLES_NULLABLE = true;

function variablesOf(...intervals: readonly Interval[]): readonly ForecastVariableId[] {
  return FORECAST_VARIABLES.filter((variable: ForecastVariable) =>
    variable.intervals.some((interval) => intervals.includes(interval)),
  ).map((variable) => variable.id);
}

/** What each section may ask for, in the order of the table. */
export const CURRENT_VARIABLES = variablesOf('current', '1h');
export const QUARTER_HOURLY_VARIABLES = variablesOf('15m');
export const HOURLY_VARIABLES = variablesOf('1h');
export const DAILY_VARIABLES = variablesOf('1d');
/** The interface names none for routes; those of an hour are what can be met on the way. */
export const ROUTE_VARIABLES = variablesOf('1h');
/** Where a route names none: the variables of the interface's examples. */
export const DEFAULT_ROUTE_VARIABLES = [
  'temperature',
  'condition',
  'precipitation_probability',
  'wind_gust',
] as const satisfies readonly ForecastVariableId[];

/** How far the intervals reach, in hours or local days; `futureDays` counts today. `current` has no horizon. */
export const HORIZONS = {
  '15m': { futureHours: 48, pastHours: 0 },
  '1h': { futureHours: 384, pastHours: 48 },
  '1d': { futureDays: 16, pastDays: 365 },
} as const;

const BY_ID: ReadonlyMap<string, ForecastVariable> = new Map(FORECAST_VARIABLES.map((row) => [row.id, row]));

/** @throws RangeError for an id that is not in the table. */
export function forecastVariable(id: ForecastVariableId): ForecastVariable {
  const variable = BY_ID.get(id);
  if (variable === undefined) throw new RangeError(`no forecast variable "${id}"`);
  return variable;
}

/** Unit of a family in each system, as catalogs show it; null for the family `none`. */
export function unitsBySystem(family: UnitFamily): Readonly<Record<UnitSystem, string>> | null {
  if (family === 'none') return null;
  if (family !== 'percentage' && family !== 'degrees') return DIMENSIONS[family].defaults;
  const unit = family === 'percentage' ? '%' : 'degree';
  return Object.fromEntries(UNIT_SYSTEMS.map((system) => [system, unit])) as Record<UnitSystem, string>;
}
