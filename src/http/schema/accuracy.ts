/** `POST /v1/accuracy`: request and response. */

import { type TSchema, Type } from 'typebox';
import { ACCURACY_LEADS, type AccuracyInterval, accuracyVariablesOf, EVALUATION_DAYS } from '../../model/accuracy.js';
import { ACCURACY_COMPARISONS, ACCURACY_INCLUDES, type AccuracyScope } from '../../model/accuracy-answer.js';
import { REGIONS } from '../../model/region.js';
import { ACCURACY_ANSWER_EXAMPLE, ACCURACY_REQUEST_EXAMPLES } from './accuracy-examples.js';
import {
  AccuracyErrorsSchema,
  AccuracyPrecipitationSchema,
  AccuracyProbabilitySchema,
  count,
  METRIC_COMPONENTS,
} from './accuracy-metrics.js';
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
          'Comparisons to add to metrics: persistence, the climatological frequency (of the Brier score), and the same forecasts before learned corrections and before radar. Default: none.',
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
  ...METRIC_COMPONENTS,
  MinutelyRecordSchema,
  HourlyRecordSchema,
  DailyRecordSchema,
  AccuracyStationSchema,
  AccuracyResponseSchema,
];
