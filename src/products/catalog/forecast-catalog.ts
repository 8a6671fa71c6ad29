/** The forecast variable catalog: every variable, its units, and how far each interval reaches. */

import { CONDITION_CODES } from '../../model/condition.js';
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
    units: unitFamilies(DIMENSION_IDS),
  };
}

function hours(section: string, horizon: { readonly futureHours: number; readonly pastHours: number }) {
  return { section, future_hours: horizon.futureHours, past_hours: horizon.pastHours };
}
