/**
 * What the accuracy record measures: variables, metrics, leads, thresholds and sample minimums, as tables. Numbers are
 * those of the interface ("Accuracy catalog content"); the formulas stand beside the metrics.
 */

export type AccuracyInterval = '1m' | '1h' | '1d';
export type AccuracyUnitFamily = 'temperature' | 'precipitation' | 'probability';

export interface AccuracyVariable {
  readonly id: string;
  readonly description: string;
  readonly metrics: readonly string[];
  readonly intervals: readonly AccuracyInterval[];
  readonly unitFamily: AccuracyUnitFamily;
}

const ERRORS = ['mean_absolute_error', 'bias', 'root_mean_square_error', 'samples'] as const;

export const ACCURACY_VARIABLES = [
  {
    id: 'temperature',
    description: 'Air temperature at the hour.',
    metrics: ERRORS,
    intervals: ['1h'],
    unitFamily: 'temperature',
  },
  {
    id: 'temperature_max',
    description: 'Highest air temperature of the local day.',
    metrics: ERRORS,
    intervals: ['1d'],
    unitFamily: 'temperature',
  },
  {
    id: 'temperature_min',
    description: 'Lowest air temperature of the local day.',
    metrics: ERRORS,
    intervals: ['1d'],
    unitFamily: 'temperature',
  },
  {
    id: 'precipitation',
    description: 'Liquid-equivalent total: whether it was wet, and how much it was.',
    metrics: ['occurrence', 'amount'],
    intervals: ['1m', '1h', '1d'],
    unitFamily: 'precipitation',
  },
  {
    id: 'precipitation_probability',
    description: 'Chance of precipitation against what then happened.',
    metrics: ['brier_score', 'bias', 'samples'],
    intervals: ['1m', '1h', '1d'],
    unitFamily: 'probability',
  },
] as const satisfies readonly AccuracyVariable[];

export type AccuracyVariableId = (typeof ACCURACY_VARIABLES)[number]['id'];

/** Variables of an interval, in the order of the table. */
export function accuracyVariablesOf(interval: AccuracyInterval): AccuracyVariableId[] {
  return ACCURACY_VARIABLES.filter(({ intervals }: AccuracyVariable) => intervals.includes(interval)).map(
    ({ id }) => id,
  );
}

export interface AccuracyLeads {
  readonly interval: AccuracyInterval;
  /** Section of the request and of the answer. */
  readonly section: 'minutely' | 'hourly' | 'daily';
  /** Field of the request; without its plural, of the records. */
  readonly field: 'lead_minutes' | 'lead_hours' | 'lead_days';
  readonly unit: 'minute' | 'hour' | 'day';
  readonly leads: readonly number[];
}

export const ACCURACY_LEADS = [
  {
    interval: '1d',
    section: 'daily',
    field: 'lead_days',
    unit: 'day',
    leads: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  },
  { interval: '1h', section: 'hourly', field: 'lead_hours', unit: 'hour', leads: [0, 1, 2, 3, 6, 12, 24] },
  { interval: '1m', section: 'minutely', field: 'lead_minutes', unit: 'minute', leads: [5, 15, 30, 60, 90, 115] },
] as const satisfies readonly AccuracyLeads[];

/** From here on an interval counts as wet. */
export const WET_THRESHOLDS = {
  '1d': { value: 1.0, unit: 'mm' },
  '1h': { value: 0.1, unit: 'mm' },
  '1m': { value: 0.1, unit: 'mm/h' },
} as const satisfies Readonly<Record<AccuracyInterval, { value: number; unit: string }>>;

/** Fewer matched pairs than this and the values of a metric are null; `general` holds for hours and minutes. */
export const SAMPLE_MINIMUMS = { general: 12, daily: 6, precipitation_amount: 6 } as const;

/** Trailing verification dates that a request may ask for. */
export const EVALUATION_DAYS = { minimum: 7, maximum: 365, default: 30 } as const;

export interface MetricDefinition {
  readonly id: string;
  readonly description: string;
  /** In terms of e = forecast - observation, p = probability as a ratio, o = 1 where it was wet, else 0. */
  readonly formula?: string;
  /** Fields of a metric that is an object. */
  readonly fields?: readonly string[];
}

export const METRICS: readonly MetricDefinition[] = [
  { id: 'mean_absolute_error', description: 'Mean size of the error.', formula: 'sum |e| / n' },
  { id: 'bias', description: 'Mean error; positive when the forecast is too high.', formula: 'sum e / n' },
  {
    id: 'root_mean_square_error',
    description: 'Size of the error with large ones weighing more.',
    formula: 'sqrt(sum e^2 / n)',
  },
  { id: 'samples', description: 'Matched pairs of forecast and observation.' },
  {
    id: 'occurrence',
    description: 'Wet or dry, counted at the wet threshold of the interval.',
    fields: [
      'critical_success_index',
      'probability_of_detection',
      'false_alarm_ratio',
      'frequency_bias',
      'accuracy',
      'hits',
      'misses',
      'false_alarms',
      'correct_negatives',
      'samples',
    ],
  },
  {
    id: 'amount',
    description: 'Errors of the amount over the pairs where the forecast or the observation was wet.',
    fields: ERRORS,
  },
  {
    id: 'brier_score',
    description: 'Mean square error of the probability; 0 is perfect.',
    formula: 'sum (p - o)^2 / n',
  },
];
