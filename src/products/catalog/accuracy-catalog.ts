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
    comparisons: [PERSISTENCE],
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
} as const;

const PERSISTENCE = {
  id: 'persistence',
  description: 'The observation at the same time of the previous period, used as a naive forecast.',
  error_skill_score: '1 - service_error / persistence_error',
  occurrence_skill_score: '(service_csi - persistence_csi) / (1 - persistence_csi)',
} as const;
