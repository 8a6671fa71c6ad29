import { expect, test } from 'vitest';
import { CONDITION_CODES, WET_CONDITIONS } from './condition.js';
import {
  CURRENT_VARIABLES,
  DAILY_VARIABLES,
  FORECAST_VARIABLES,
  forecastVariable,
  HORIZONS,
  HOURLY_VARIABLES,
  QUARTER_HOURLY_VARIABLES,
  unitsBySystem,
} from './variables.js';

/** The table of the interface, line by line: variable, type, intervals. */
const INTERFACE = `
  temperature number current 15m 1h
  apparent_temperature number current 15m 1h
  temperature_max number 1d
  temperature_min number 1d
  dew_point number current 15m 1h
  condition string current 15m 1h 1d
  humidity number current 15m 1h
  pressure number current 15m 1h
  wind_speed number current 15m 1h
  wind_gust number current 15m 1h
  wind_direction number current 15m 1h
  precipitation number current 15m 1h 1d
  rain_total number current 15m 1h 1d
  snow_total number current 15m 1h 1d
  precipitation_probability number current 15m 1h 1d
  cloud_cover number current 15m 1h
  uv_index number current 15m 1h
  air_quality_index number current 1h
  sunrise string 1d
  sunset string 1d`;

test('the twenty variables, their types and intervals are those of the interface', () => {
  const lines = FORECAST_VARIABLES.map(({ id, type, intervals }) => [id, type, ...intervals].join(' '));
  expect(lines).toEqual(
    INTERFACE.trim()
      .split('\n')
      .map((line) => line.trim()),
  );
});

test('current and hourly accept sixteen, quarter-hourly all of them but air quality', () => {
  expect(CURRENT_VARIABLES).toHaveLength(16);
  expect(HOURLY_VARIABLES).toEqual(CURRENT_VARIABLES);
  expect(QUARTER_HOURLY_VARIABLES).toEqual(CURRENT_VARIABLES.filter((id) => id !== 'air_quality_index'));
});

test('daily accepts the nine of the interface', () => {
  expect(DAILY_VARIABLES).toEqual([
    'temperature_max',
    'temperature_min',
    'condition',
    'precipitation',
    'rain_total',
    'snow_total',
    'precipitation_probability',
    'sunrise',
    'sunset',
  ]);
});

test('horizons: 48 hours of quarter-hours, 384 hours and 48 back, 16 days and 365 back', () => {
  expect(HORIZONS).toEqual({
    '15m': { futureHours: 48, pastHours: 0 },
    '1h': { futureHours: 384, pastHours: 48 },
    '1d': { futureDays: 16, pastDays: 365 },
  });
});

test('units by system come from the dimension, the percentage, the degree, or are none', () => {
  expect(unitsBySystem('wind_speed')).toEqual({ metric: 'km/h', us: 'mph', si: 'm/s' });
  expect(unitsBySystem('percentage')).toEqual({ metric: '%', us: '%', si: '%' });
  expect(unitsBySystem('degrees')).toEqual({ metric: 'degree', us: 'degree', si: 'degree' });
  expect(unitsBySystem('none')).toBeNull();
});

test('a number without a dimension says how many decimals it is printed with', () => {
  const silent = FORECAST_VARIABLES.filter(
    (variable) =>
      variable.type === 'number' &&
      ['percentage', 'degrees', 'none'].includes(variable.unitFamily) &&
      forecastVariable(variable.id).decimals === undefined,
  );
  expect(silent).toEqual([]);
});

test('there are nineteen condition codes, nine of them wet', () => {
  expect(new Set(CONDITION_CODES).size).toBe(19);
  expect(WET_CONDITIONS.size).toBe(9);
  expect([...WET_CONDITIONS].filter((code) => !CONDITION_CODES.includes(code))).toEqual([]);
});

test('an unknown variable is a bug of the caller', () => {
  expect(() => forecastVariable('wind' as never)).toThrow(RangeError);
});
