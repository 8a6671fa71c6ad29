/** `POST /v1/accuracy`: request and response. */

import { type TSchema, Type } from 'typebox';
import { ACCURACY_LEADS, type AccuracyInterval, accuracyVariablesOf, EVALUATION_DAYS } from '../../model/accuracy.js';
import { ACCURACY_COMPARISONS, ACCURACY_INCLUDES, type AccuracyScope } from '../../model/accuracy-answer.js';
import { REGIONS } from '../../model/region.js';
import { ACCURACY_ANSWER_EXAMPLE, ACCURACY_REQUEST_EXAMPLES } from './accuracy-examples.js';
import {
  allRequired,
  anyRequired,
  CLOSED,
  documentOnly,
  documentRule,
  nullable,
  OPEN,
  oneOf,
  refTo,
  setOf,
} from './component.js';
import { STALE, WARNINGS } from './forecast.js';
import { LATITUDE, LONGITUDE, LocationSchema } from './location.js';
import { ObservationUnitOverridesSchema, ObservationUnitsSchema, UnitSystemSchema } from './units.js';

const REGION = oneOf(
  REGIONS.map(({ id }) => id),
  { description: 'Region id, from `/v1/accuracy/catalog`.' },
);

const LocalScopeSchema = Type.Object(
  { type: oneOf(['local'], { description: 'Always `local`.' }), location: refTo(LocationSchema) },
  { $id: 'LocalAccuracyScope', description: 'The stations within 40, 80 or 160 km of a location.', ...CLOSED },
);

const RegionScopeSchema = Type.Object(
  { type: oneOf(['region'], { description: 'Always `region`.' }), region: REGION },
  { $id: 'RegionAccuracyScope', description: 'The stations of a weather region.', ...CLOSED },
);

const NetworkScopeSchema = Type.Object(
  { type: oneOf(['network'], { description: 'Always `network`.' }) },
  { $id: 'NetworkAccuracyScope', description: 'All stations.', ...CLOSED },
);

const SCOPES = [
  ['local', 'LocalAccuracyScope'],
  ['region', 'RegionAccuracyScope'],
  ['network', 'NetworkAccuracyScope'],
] as const;

const AccuracyScopeSchema = Type.Unsafe<AccuracyScope>({
  $id: 'AccuracyScope',
  type: 'object',
  description: 'The stations to evaluate: around a location, of a region, or all.',
  oneOf: SCOPES.map(([, name]) => ({ $ref: `${name}#` })),
  discriminator: { propertyName: 'type' },
  // The validator reads the values from the schemas; clients would take the names of the schemas for them.
  ...documentOnly({
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(SCOPES.map(([type, name]) => [type, `#/components/schemas/${name}`])),
    },
  }),
});

const rowOf = (interval: AccuracyInterval) => ACCURACY_LEADS.find((row) => row.interval === interval)!;

const leadsOf = (interval: AccuracyInterval) => {
  const { leads, unit } = rowOf(interval);
  return Type.Optional(
    Type.Unsafe<number[]>({
      type: 'array',
      items: { type: 'integer', enum: [...leads] },
      minItems: 1,
      uniqueItems: true,
      description: `Lead times, each a number of ${unit}s. Default: all.`,
    }),
  );
};

const variablesOf = (interval: AccuracyInterval) =>
  setOf(accuracyVariablesOf(interval), { description: 'Variables of each record.' });

const MinutelySectionSchema = Type.Object(
  { variables: variablesOf('1m'), lead_minutes: leadsOf('1m') },
  { $id: 'MinutelyAccuracySection', description: 'Accuracy of nowcasts of single minutes.', ...CLOSED },
);

const HourlySectionSchema = Type.Object(
  { variables: variablesOf('1h'), lead_hours: leadsOf('1h') },
  { $id: 'HourlyAccuracySection', description: 'Accuracy of forecasts of hours.', ...CLOSED },
);

const DailySectionSchema = Type.Object(
  { variables: variablesOf('1d'), lead_days: leadsOf('1d') },
  { $id: 'DailyAccuracySection', description: 'Accuracy of forecasts of local days. Lead 1 is tomorrow.', ...CLOSED },
);

export const AccuracyRequestSchema = Type.Object(
  {
    scope: refTo(AccuracyScopeSchema),
    days: Type.Optional(
      Type.Integer({
        minimum: EVALUATION_DAYS.minimum,
        maximum: EVALUATION_DAYS.maximum,
        description: `Number of dates, up to the last one with observations. Default ${EVALUATION_DAYS.default}.`,
      }),
    ),
    units: Type.Optional(refTo(UnitSystemSchema)),
    unit_overrides: Type.Optional(refTo(ObservationUnitOverridesSchema)),
    include: Type.Optional(
      Type.Array(oneOf(ACCURACY_INCLUDES), {
        uniqueItems: true,
        description:
          'Optional parts: the stations with their own metrics, reliability tables of probabilities, and bounds of 95% of each score. Default: none.',
      }),
    ),
    compare_to: Type.Optional(
      Type.Array(oneOf(ACCURACY_COMPARISONS), {
        uniqueItems: true,
        description:
          'Comparisons to add to metrics: persistence, the climatological frequency (of the Brier score), and the same forecasts before learned corrections. Default: none.',
      }),
    ),
    minutely: Type.Optional(refTo(MinutelySectionSchema)),
    hourly: Type.Optional(refTo(HourlySectionSchema)),
    daily: Type.Optional(refTo(DailySectionSchema)),
  },
  {
    $id: 'AccuracyRequest',
    description:
      'A scope, a period, and the sections to return. At least one of `minutely`, `hourly` and `daily` is required.',
    examples: ACCURACY_REQUEST_EXAMPLES,
    ...CLOSED,
    // `scope` is always there: the condition keeps `anyOf` away from `properties`.
    ...documentRule(allRequired('scope'), anyRequired('minutely', 'hourly', 'daily')),
  },
);

const score = (description: string) => nullable('number', { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
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

const AccuracyErrorsSchema = Type.Object(
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
        { description: 'Persistence, for the pairs that have it. Present with `compare_to: persistence`.', ...OPEN },
      ),
    ),
    uncorrected: Type.Optional(
      Type.Object(
        { ...ERRORS, samples: SAMPLES },
        { description: 'Forecasts before learned corrections. Present with `compare_to: uncorrected`.', ...OPEN },
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
        { description: 'Persistence, for the pairs that have it. Present with `compare_to: persistence`.', ...OPEN },
      ),
    ),
  },
  { $id: 'AccuracyOccurrence', description: 'Wet or dry. Scores are ratios; null with too few pairs.', ...OPEN },
);

const AccuracyPrecipitationSchema = Type.Object(
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

const AccuracyProbabilitySchema = Type.Object(
  {
    ...PROBABILITY,
    samples: SAMPLES,
    confidence: confidenceOf(PROBABILITY),
    persistence: Type.Optional(
      Type.Object(
        { ...PROBABILITY, samples: SAMPLES, service_brier_score: SERVICE_BRIER, skill_score: SKILL },
        { description: 'Persistence says 0 or 1. Present with `compare_to: persistence`.', ...OPEN },
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
          ...OPEN,
        },
      ),
    ),
    uncorrected: Type.Optional(
      Type.Object(
        { ...PROBABILITY, samples: SAMPLES },
        { description: 'Forecasts before learned corrections. Present with `compare_to: uncorrected`.', ...OPEN },
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

const METRICS: Readonly<Record<string, TSchema & { $id?: string }>> = {
  temperature: AccuracyErrorsSchema,
  temperature_max: AccuracyErrorsSchema,
  temperature_min: AccuracyErrorsSchema,
  precipitation: AccuracyPrecipitationSchema,
  precipitation_probability: AccuracyProbabilitySchema,
};

function recordOf($id: string, interval: AccuracyInterval) {
  const { field, unit } = rowOf(interval);
  const metrics = accuracyVariablesOf(interval).map((id) => [id, Type.Optional(refTo(METRICS[id]!))]);
  return Type.Object(
    { [field]: count(`Lead time, ${unit}s.`), ...Object.fromEntries(metrics) },
    { $id, description: 'Metrics of the requested variables at one lead.', ...OPEN },
  );
}

const MinutelyRecordSchema = recordOf('MinutelyAccuracyRecord', '1m');
const HourlyRecordSchema = recordOf('HourlyAccuracyRecord', '1h');
const DailyRecordSchema = recordOf('DailyAccuracyRecord', '1d');

const AccuracyStationSchema = Type.Object(
  {
    id: Type.String({ description: 'ICAO identifier.' }),
    name: Type.String({ description: 'Name of the station.' }),
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    elevation: Type.Number({ description: 'Metres above sea level.' }),
    region: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...REGIONS.map(({ id }) => id), null],
      description: 'Weather region. Null if it has none.',
    }),
    distance_km: Type.Optional(
      Type.Number({ minimum: 0, description: 'Distance from the location of a local scope.' }),
    ),
    cell: Type.Object(
      { latitude: Type.Number(LATITUDE), longitude: Type.Number(LONGITUDE) },
      { description: 'Centre of its cell of 0.25 degrees, one verified area.' },
    ),
    daily: Type.Optional(refTo(DailyRecordSchema)),
    hourly: Type.Optional(refTo(HourlyRecordSchema)),
    minutely: Type.Optional(refTo(MinutelyRecordSchema)),
  },
  {
    $id: 'AccuracyStation',
    description:
      'A station with pairs, and its own metrics at one lead of each requested section: 1 day, 24 hours, 60 minutes.',
    ...OPEN,
  },
);

const date = (description: string) => Type.String({ format: 'date', description });

export const AccuracyResponseSchema = Type.Object(
  {
    scope: refTo(AccuracyScopeSchema),
    evaluation_period: Type.Object(
      {
        start: date('First local date.'),
        end: date('Last local date, inclusive.'),
        days: count('Number of dates.'),
        data_through: nullable('string', {
          format: 'date',
          description: 'Last date with at least 80% of its observations. Null if there is none.',
        }),
      },
      { description: 'Dates of the evaluation.' },
    ),
    coverage: Type.Object(
      {
        available: Type.Boolean({ description: 'False if the scope has too few pairs; all scores are then null.' }),
        radius_km: Type.Optional(
          Type.Number({ minimum: 0, description: 'Radius of a local scope that is available.' }),
        ),
        basis: Type.String({ description: 'Stations and kinds of observations, in words.' }),
        verified_areas: count('Number of cells of 0.25 degrees with pairs.'),
      },
      { description: 'Stations behind the metrics.' },
    ),
    units: refTo(ObservationUnitsSchema),
    daily: Type.Optional(
      Type.Array(refTo(DailyRecordSchema), { description: 'One record for each lead, if requested.' }),
    ),
    hourly: Type.Optional(
      Type.Array(refTo(HourlyRecordSchema), { description: 'One record for each lead, if requested.' }),
    ),
    minutely: Type.Optional(
      Type.Array(refTo(MinutelyRecordSchema), { description: 'One record for each lead, if requested.' }),
    ),
    stations: Type.Optional(
      Type.Array(refTo(AccuracyStationSchema), { description: 'Stations with pairs, if requested.' }),
    ),
    updated_at: Type.String({ format: 'date-time', description: 'When the last dates were verified.' }),
    stale: STALE,
    warnings: WARNINGS,
  },
  { $id: 'AccuracyResponse', description: 'Accuracy of issued forecasts.', examples: [ACCURACY_ANSWER_EXAMPLE] },
);

export const ACCURACY_COMPONENTS = [
  LocalScopeSchema,
  RegionScopeSchema,
  NetworkScopeSchema,
  AccuracyScopeSchema,
  MinutelySectionSchema,
  HourlySectionSchema,
  DailySectionSchema,
  AccuracyRequestSchema,
  BoundsSchema,
  AccuracyErrorsSchema,
  AccuracyOccurrenceSchema,
  AccuracyPrecipitationSchema,
  ReliabilityBinSchema,
  AccuracyProbabilitySchema,
  MinutelyRecordSchema,
  HourlyRecordSchema,
  DailyRecordSchema,
  AccuracyStationSchema,
  AccuracyResponseSchema,
];
