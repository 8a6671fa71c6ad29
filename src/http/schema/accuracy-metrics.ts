/** Metrics of `POST /v1/accuracy`, by kind of variable. */

import { Type } from 'typebox';
import { nullable, OPEN, refTo } from './component.js';

const score = (description: string) => nullable('number', { description });
/** A number of pairs, dates or areas. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });
const SAMPLES = count('Matched pairs of forecast and observation.');
const SKILL = score('1 is perfect, 0 as good as the comparison, negative worse.');

const BoundsSchema = Type.Unsafe<{ low: number; high: number } | null>({
  $id: 'AccuracyBounds',
  type: ['object', 'null'],
  description: 'Bounds of a score with a confidence of 95%. Null if the score is null or too few dates have pairs.',
  properties: {
    low: { type: 'number', description: 'Lower bound.' },
    high: { type: 'number', description: 'Upper bound.' },
  },
  required: ['low', 'high'],
});

/** Bounds by name of the score. */
function confidenceOf(scores: object) {
  const bounds = Object.keys(scores).map((name) => [name, refTo(BoundsSchema)]);
  return Type.Optional(
    Type.Object(Object.fromEntries(bounds), { description: 'Bounds of each score, with `include: confidence`.' }),
  );
}

const ERRORS = {
  mean_absolute_error: score('Mean size of the error.'),
  bias: score('Mean error; positive if forecasts are too high.'),
  root_mean_square_error: score('Root of the mean squared error.'),
};

export const AccuracyErrorsSchema = Type.Object(
  {
    ...ERRORS,
    samples: SAMPLES,
    confidence: confidenceOf(ERRORS),
    persistence: Type.Optional(
      Type.Object(
        {
          ...ERRORS,
          samples: SAMPLES,
          service_mean_absolute_error: score('Error of the service for the same pairs.'),
          service_root_mean_square_error: score('Error of the service for the same pairs.'),
          skill_score: SKILL,
        },
        { description: 'Persistence, for the pairs that have it. Present with `compare_to: persistence`.' },
      ),
    ),
    uncorrected: Type.Optional(
      Type.Object(
        { ...ERRORS, samples: SAMPLES },
        {
          description: 'Forecasts before learned corrections and before radar. Present with `compare_to: uncorrected`.',
        },
      ),
    ),
  },
  {
    $id: 'AccuracyErrors',
    description:
      'Errors in the unit of the variable; those of minutely precipitation per hour. Null with too few pairs.',
    ...OPEN,
  },
);

const OCCURRENCE = {
  critical_success_index: score('Hits / (hits + misses + false alarms).'),
  probability_of_detection: score('Hits / (hits + misses).'),
  false_alarm_ratio: score('False alarms / (hits + false alarms).'),
  frequency_bias: score('(Hits + false alarms) / (hits + misses).'),
  accuracy: score('(Hits + correct negatives) / samples.'),
};
const COUNTS = {
  hits: count('Forecast wet, observed wet.'),
  misses: count('Forecast dry, observed wet.'),
  false_alarms: count('Forecast wet, observed dry.'),
  correct_negatives: count('Forecast dry, observed dry.'),
  samples: SAMPLES,
};

const AccuracyOccurrenceSchema = Type.Object(
  {
    ...OCCURRENCE,
    ...COUNTS,
    confidence: confidenceOf(OCCURRENCE),
    persistence: Type.Optional(
      Type.Object(
        {
          ...OCCURRENCE,
          ...COUNTS,
          service_critical_success_index: score('Index of the service for the same pairs.'),
          skill_score: SKILL,
        },
        { description: 'Persistence, for the pairs that have it. Present with `compare_to: persistence`.' },
      ),
    ),
  },
  { $id: 'AccuracyOccurrence', description: 'Wet or dry. Scores are ratios; null with too few pairs.', ...OPEN },
);

export const AccuracyPrecipitationSchema = Type.Object(
  { occurrence: refTo(AccuracyOccurrenceSchema), amount: refTo(AccuracyErrorsSchema) },
  {
    $id: 'AccuracyPrecipitation',
    description: 'Whether it was wet, and errors of the amount where the forecast or the observation was wet.',
    ...OPEN,
  },
);

const ReliabilityBinSchema = Type.Object(
  {
    from: Type.Number({ minimum: 0, maximum: 1, description: 'Probabilities above this. 0 to 0 is exactly 0.' }),
    to: Type.Number({ minimum: 0, maximum: 1, description: 'Probabilities up to this.' }),
    mean_probability: Type.Number({ minimum: 0, maximum: 1, description: 'Mean of the forecast probabilities.' }),
    observed_frequency: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the pairs that were wet.' }),
    samples: SAMPLES,
  },
  { $id: 'ReliabilityBin', description: 'Forecasts of similar probability, and how often it was wet.', ...OPEN },
);

const PROBABILITY = {
  brier_score: score('Mean squared error of the probability; 0 is perfect.'),
  bias: score('Mean probability minus observed frequency.'),
};
const SERVICE_BRIER = score('Brier score of the service for the same pairs.');

export const AccuracyProbabilitySchema = Type.Object(
  {
    ...PROBABILITY,
    samples: SAMPLES,
    confidence: confidenceOf(PROBABILITY),
    persistence: Type.Optional(
      Type.Object(
        { ...PROBABILITY, samples: SAMPLES, service_brier_score: SERVICE_BRIER, skill_score: SKILL },
        { description: 'Persistence says 0 or 1. Present with `compare_to: persistence`.' },
      ),
    ),
    climatology: Type.Optional(
      Type.Object(
        {
          brier_score: PROBABILITY.brier_score,
          service_brier_score: SERVICE_BRIER,
          skill_score: SKILL,
          samples: SAMPLES,
        },
        {
          description: 'The frequency of wet intervals at each station. Present with `compare_to: climatology`.',
        },
      ),
    ),
    uncorrected: Type.Optional(
      Type.Object(
        { ...PROBABILITY, samples: SAMPLES },
        {
          description: 'Forecasts before learned corrections and before radar. Present with `compare_to: uncorrected`.',
        },
      ),
    ),
    reliability: Type.Optional(
      Type.Unsafe<object[] | null>({
        type: ['array', 'null'],
        items: refTo(ReliabilityBinSchema),
        description: 'Bins with pairs, the lowest first. Null in local scopes. Present with `include: reliability`.',
      }),
    ),
  },
  { $id: 'AccuracyProbability', description: 'Probabilities from 0 to 1. Null with too few pairs.', ...OPEN },
);

export const METRIC_COMPONENTS = [
  BoundsSchema,
  AccuracyErrorsSchema,
  AccuracyOccurrenceSchema,
  AccuracyPrecipitationSchema,
  ReliabilityBinSchema,
  AccuracyProbabilitySchema,
];
