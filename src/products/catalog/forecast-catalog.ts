/** The forecast variable catalog: every variable, its units, and how far each interval reaches. */

import { CONDITION_CODES } from '../../model/condition.js';
import { OUTLOOK_DAYS, OUTLOOK_INCLUDES, OUTLOOK_VARIABLES } from '../../model/outlook.js';
import { DIMENSION_IDS } from '../../model/units.js';
import {
  CURRENT_VARIABLES,
  DAILY_VARIABLES,
  FORECAST_VARIABLES,
  FORECAST_VARIABLES_NULLABLE,
  HORIZONS,
  HOURLY_VARIABLES,
  QUARTER_HOURLY_VARIABLES,
} from '../../model/variables.js';
import { catalogVariable } from './catalog-variable.js';
import { endpointAvailability } from './endpoint-availability.js';
import { unitFamilies } from './unit-families.js';

export function forecastCatalog() {
  return {
    endpoint: endpointAvailability('/v1/forecast'),
    variables: FORECAST_VARIABLES.map((variable) => catalogVariable(variable, FORECAST_VARIABLES_NULLABLE)),
    intervals: {
      current: { section: 'current' },
      '15m': hours('quarter_hourly', HORIZONS['15m']),
      '1h': hours('hourly', HORIZONS['1h']),
      '1d': { section: 'daily', future_days: HORIZONS['1d'].futureDays, past_days: HORIZONS['1d'].pastDays },
    },
    sections: {
      current: CURRENT_VARIABLES,
      quarter_hourly: QUARTER_HOURLY_VARIABLES,
      hourly: HOURLY_VARIABLES,
      daily: DAILY_VARIABLES,
    },
    condition_codes: CONDITION_CODES,
    outlook: {
      endpoint: endpointAvailability('/v1/outlook'),
      variables: OUTLOOK_VARIABLES,
      first_day: OUTLOOK_DAYS.first,
      last_day: OUTLOOK_DAYS.last,
      include: OUTLOOK_INCLUDES,
      methodology: OUTLOOK_METHODOLOGY,
    },
    units: unitFamilies(DIMENSION_IDS),
  };
}

function hours(section: string, horizon: { readonly futureHours: number; readonly pastHours: number }) {
  return { section, future_hours: horizon.futureHours, past_hours: horizon.pastHours };
}

const OUTLOOK_METHODOLOGY = {
  summary:
    'The climate of each date, from daily observations of 1991-2020 at up to eight stations within 50 km, else within ' +
    '100 km. It is not a forecast of the weather: beyond day 15 no better one could be verified.',
  temperature:
    'Mean daily maximum and minimum as three annual harmonics, with half of the trend since then, adjusted to the ' +
    'elevation of the place.',
  precipitation_probability: 'Probability of at least 1.0 mm on the date, from counts in windows of 29 days.',
  precipitation:
    'Expected total: the probability times the mean amount of a wet day. It is small on every day and no typical ' +
    'amount of a wet one. rain_total and snow_total are its parts; snow_total is a depth.',
  condition:
    'rain, drizzle or snow from a probability of 50%. Below, the sky as the daily range of temperature of the climate ' +
    'suggests it (Hargreaves and Samani), with the warning condition_estimated.',
  percentiles: 'With include percentiles: the 10th and 90th percentile of the requested daily temperatures.',
  records:
    'With include records: the highest maximum and the lowest minimum of the date at the station with the largest ' +
    'weight among those with 30 years, adjusted to the elevation of the place, and the year.',
  sun: 'sunrise and sunset are computed and exact.',
} as const;
