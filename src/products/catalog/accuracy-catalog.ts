/** The accuracy catalog: what is verified, at which leads, by which definitions, and from how many samples on. */

import {
  ACCURACY_LEADS,
  ACCURACY_VARIABLES,
  type AccuracyInterval,
  type AccuracyLeads,
  type AccuracyUnitFamily,
  type AccuracyVariable,
  EVALUATION_DAYS,
  METRICS,
  SAMPLE_MINIMUMS,
  WET_THRESHOLDS,
} from '../../model/accuracy.js';
import { REGIONS } from '../../model/region.js';
import { unitsBySystem } from '../../model/variables.js';
import { LOCAL_REACHES } from '../../query/accuracy/pooled-sums.js';
import { endpointAvailability } from './endpoint-availability.js';
import { unitFamilies } from './unit-families.js';

export function accuracyCatalog() {
  return {
    endpoint: endpointAvailability('/v1/accuracy'),
    variables: ACCURACY_VARIABLES.map(variableRow),
    metrics: METRICS,
    intervals: ACCURACY_LEADS.map(intervalRow),
    regions: REGIONS,
    constants: {
      wet_thresholds: WET_THRESHOLDS,
      sample_minimums: SAMPLE_MINIMUMS,
      days: EVALUATION_DAYS,
    },
    methodology: METHODOLOGY,
    comparisons: [PERSISTENCE, CLIMATOLOGY, UNCORRECTED],
    include: INCLUDED,
    local_radii_km: LOCAL_REACHES,
    units: { ...unitFamilies(['temperature', 'precipitation']), ratios: { minimum: 0, maximum: 1 } },
  };
}

function variableRow({ id, description, metrics, intervals, unitFamily }: AccuracyVariable) {
  return { id, description, metrics, intervals, unit_family: unitFamily, units: unitsOf(unitFamily) };
}

/** Probabilities are ratios without a unit. */
function unitsOf(family: AccuracyUnitFamily) {
  return family === 'probability' ? null : unitsBySystem(family);
}

function intervalRow({ interval, section, field, unit, leads }: AccuracyLeads) {
  return { id: interval, section, variables: variablesAt(interval), leads, lead_unit: unit, lead_field: field };
}

function variablesAt(interval: AccuracyInterval): string[] {
  return ACCURACY_VARIABLES.filter(({ intervals }: AccuracyVariable) => intervals.includes(interval)).map(
    (variable) => variable.id,
  );
}

const METHODOLOGY = {
  verification:
    'Out-of-sample forecasts, archived when they were issued, are compared with quality-controlled station observations, ' +
    'and nowcasts of single minutes with the rate that radar shows at the station.',
  pooling: 'Stations and dates are pooled with sample-weighted error numerators, never as averages of averages.',
  evaluation_period:
    '`days` selects trailing verification dates; the response reports the date that the data actually reach.',
  amount: 'Amount errors include the comparisons where either the forecast or the observation was wet.',
  sample_minimums: 'Below its minimum a metric is null, while `samples` still says how many pairs there were.',
  regions: 'Regions are cohorts of verified locations with similar weather regimes, not geographic polygons.',
  leads:
    'Leads have different valid times, so their samples differ: compare leads by their skill, and see `samples` of each.',
  local:
    'A local scope pools the stations of the smallest radius where a requested variable reaches its minimum at lead 1 day, 24 hours or 60 minutes.',
  observations:
    'Days come from climate stations whose day ends at midnight, else from METAR reports; hours from METAR reports; minutes from radar at the station.',
  amounts_outside_the_us:
    'METAR reports outside the United States have no amounts: wet or dry follows from present weather, and errors of the amount have 0 samples.',
  matched_pairs:
    'The service and a comparison are scored on the pairs that have both; `service_*` is the score of the service on these.',
  minutely_amounts: 'Amounts of minutes are rates: their errors are in the unit of precipitation per hour.',
} as const;

/** Additions to the interface are marked as such, so that clients of another service know that they may be missing there. */
const INCLUDED = {
  stations: 'The stations behind the response, each with its own metrics at one lead: 1 day, 24 hours, 60 minutes.',
  reliability:
    'Addition. Pairs by probability: exactly 0, then tenths, each with its mean probability and how often it was wet. Regions and the network only.',
  confidence:
    "Addition. Bounds of 95% of each score, a ratio R of sums x and n over blocks of 5 consecutive dates (1 date in periods below 25): R plus or minus t * sqrt(m / (m - 1) * sum((x - R n)^2)) / sum(n), with m blocks and Student's t.",
} as const;

const PERSISTENCE = {
  id: 'persistence',
  description: 'The observation at the same time of the previous period, used as a naive forecast.',
  error_skill_score: '1 - service_error / persistence_error',
  occurrence_skill_score: '(service_csi - persistence_csi) / (1 - persistence_csi)',
} as const;

/** An addition to the interface: any probability beats persistence, which says 0 or 1. */
const CLIMATOLOGY = {
  id: 'climatology',
  description:
    "Addition. The frequency of wet hours or days in each station's own observations, as a forecast of the probability.",
  error_skill_score: '1 - service_brier_score / climatology_brier_score',
} as const;

/** An addition to the interface. */
const UNCORRECTED = {
  id: 'uncorrected',
  description: 'Addition. The same forecasts before learned corrections and before radar, of days and hours.',
} as const;
