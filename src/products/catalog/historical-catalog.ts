/** The historical variable catalog: variables, units, how long a span may be, and how the values come about. */

import { HISTORICAL_SPAN, HISTORICAL_VARIABLES, type HistoricalVariable } from '../../model/historical.js';
import { catalogVariable } from './catalog-variable.js';
import { endpointAvailability } from './endpoint-availability.js';
import { unitFamilies } from './unit-families.js';

export function historicalCatalog() {
  return {
    endpoint: endpointAvailability('/v1/historical'),
    variables: HISTORICAL_VARIABLES.map(catalogRow),
    intervals: { '1d': { section: 'daily', coverage: 'completed local dates' } },
    limits: {
      maximum_span_years: HISTORICAL_SPAN.years,
      maximum_span_days_with_air_quality_index: HISTORICAL_SPAN.daysWithAirQuality,
      latest_date: 'yesterday in the effective time zone',
    },
    methodology: METHODOLOGY,
    units: unitFamilies(['temperature', 'precipitation']),
  };
}

function catalogRow(variable: HistoricalVariable) {
  return { ...catalogVariable(variable, true), data_kind: variable.dataKind };
}

const METHODOLOGY = {
  summary: 'Quality-controlled station observations, combined at the point and assigned to local days.',
  temperature:
    'Up to eight stations within 50 km, else within 100 km, each moved to the effective elevation by a lapse rate and ' +
    'weighted by distance and by difference in height.',
  precipitation:
    'Wet when the weighted share of wet stations is at least one half; the amount is then the weighted mean of the wet ' +
    'ones. No adjustment for elevation. A trace counts as 0.',
  rain_total:
    'Precipitation less the water of the snow that fell with it; null when the phase cannot be separated from the ' +
    'observed snowfall.',
  snow_total: 'Depth of new snow as measured by observers.',
  air_quality_index:
    'Daily US index from reference monitors within 50 km, else from an analysis, which a warning names. The ' +
    'breakpoints of 2024 hold for all years.',
  missing: 'A missing observation is null, never 0 and never an estimate from neighbouring days.',
  local_days: 'A day is the local date of the effective time zone, 23 to 25 hours long where clocks change.',
} as const;
