/** Which array of the weather answers which variable, of a forecast's records and of a route's samples. */

import type { ForecastVariableId } from '../../model/variables.js';
import type { Weather } from './weather.js';

export const FIELD_OF = {
  temperature: 'temperature',
  apparent_temperature: 'apparentTemperature',
  dew_point: 'dewPoint',
  condition: 'condition',
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
} as const satisfies Partial<Record<ForecastVariableId, keyof Weather>>;

/** A variable that records of weather have: any but those of whole days. */
export type WeatherVariable = keyof typeof FIELD_OF;

export function isWeatherVariable(variable: ForecastVariableId): variable is WeatherVariable {
  return Object.hasOwn(FIELD_OF, variable);
}
