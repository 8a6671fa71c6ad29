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
      latest_date: 'the last date that is over in the effective time zone and in that of the place',
      earliest_observation: '1 January 51 years ago, and later where the stored series begin later',
    },
    methodology: METHODOLOGY,
    units: unitFamilies(['temperature', 'precipitation']),
  };
}

function catalogRow(variable: HistoricalVariable) {
  return { ...catalogVariable(variable, true), data_kind: variable.dataKind };
}

const METHODOLOGY = {
  summary:
    'Quality-controlled daily observations of weather stations (GHCN-Daily), combined at the point. Where no station ' +
    "observed, the service's own daily analysis of a weather model from the day on which its record begins.",
  temperature:
    'Up to eight stations within 50 km, else within 100 km, each moved to the effective elevation by a lapse rate of the ' +
    'season and weighted by distance and by difference in height. A minimum that was read in the morning has a quarter ' +
    'of its weight beside one of a midnight day.',
  precipitation:
    'Wet when the weighted share of wet stations is at least one half; the amount is then the weighted mean of the wet ' +
    'ones. No adjustment for elevation. A trace counts as 0. A zero that was presumed for want of a report has half of ' +
    'its weight. Local extremes are smoothed: of days with at least 25 mm, 76% to 90% remain.',
  rain_total:
    'Precipitation less the water of the snow that fell with it; null when the phase cannot be separated from the ' +
    'observed snowfall, in a cold climate on up to half of the wet days of winter.',
  snow_total: 'Depth of new snow as measured by observers, combined as precipitation is.',
  air_quality_index:
    "Index of the daily means of fine and coarse particles in the service's own analysis (GEFS-Aerosol), by the US " +
    'breakpoints of 2024; without ozone. With the warning analysis_fallback; null before its record begins and where ' +
    'that model is not ingested.',
  analysis:
    'Where no station within 100 km observed a variable on any of the requested days, it comes from the analysis: ' +
    'extremes and totals of the local day from the shortest forecasts of GFS, temperatures adjusted to the effective ' +
    'elevation. The response has the warning analysis_fallback, and sources name the model with type analysis.',
  missing:
    'A missing observation is null, never 0 and never an estimate from neighbouring days. Single gaps are not filled ' +
    'from the analysis. Where no station within 100 km observed a variable and no analysis reaches back, it is null ' +
    'with a warning. The last one to three days may not have come in yet.',
  local_days:
    'A day is the one that stations report: the local date of the place in most networks. A time zone with another ' +
    'offset than that of the place cannot be honoured and gives the warning day_boundary_local.',
  provenance:
    'With include, the response lists the stations with their weights and the sources of their data with attribution ' +
    'and licence.',
} as const;
