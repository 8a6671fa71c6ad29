/** The three public catalogs. Their bodies are made by `products/catalog`; these schemas say what callers rely on. */

import { Type } from 'typebox';
import { EVALUATION_DAYS } from '../../model/accuracy.js';
import { UNIT_SYSTEMS } from '../../model/units.js';
import { oneOf, refTo } from './component.js';

const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const textMap = (description: string) => Type.Record(Type.String(), Type.String(), { description });

const UnitsBySystemSchema = Type.Unsafe<Record<string, string> | null>({
  $id: 'UnitsBySystem',
  type: ['object', 'null'],
  description: 'Default unit in each unit system; null where there is no unit.',
  properties: Object.fromEntries(UNIT_SYSTEMS.map((system) => [system, { type: 'string' }])),
  required: [...UNIT_SYSTEMS],
});

const UnitFamiliesSchema = Type.Object(
  {
    systems: Type.Array(oneOf(UNIT_SYSTEMS)),
    default_system: oneOf(UNIT_SYSTEMS),
    dimensions: Type.Record(
      Type.String(),
      Type.Object({
        allowed: texts('Units that an override may name.'),
        defaults: refTo(UnitsBySystemSchema),
      }),
      { description: 'By dimension.' },
    ),
  },
  { $id: 'UnitFamilies', description: 'Unit systems, and for each dimension its units.' },
);

const VARIABLE_FIELDS = {
  id: text('Name in requests and records.'),
  type: oneOf(['number', 'string']),
  description: text('What it is.'),
  units: refTo(UnitsBySystemSchema),
  intervals: texts('Intervals that it exists at.'),
  unit_family: text('Field of the units object that speaks for it; `none` for texts, indexes and instants.'),
  nullable: Type.Boolean(),
};

const EndpointAvailabilitySchema = Type.Object(
  {
    path: text('Path of the endpoint that the catalog describes.'),
    available: Type.Boolean({ description: 'Whether this version serves it.' }),
    message: text('The same in words.'),
  },
  { $id: 'EndpointAvailability', description: 'Whether this version serves the endpoint that a catalog describes.' },
);

const CatalogVariableSchema = Type.Object(VARIABLE_FIELDS, {
  $id: 'CatalogVariable',
  description: 'One forecast variable.',
});

const HistoricalCatalogVariableSchema = Type.Object(
  { ...VARIABLE_FIELDS, data_kind: oneOf(['observation', 'derived', 'observation_or_analysis']) },
  { $id: 'HistoricalCatalogVariable', description: 'One historical variable.' },
);

const HorizonSchema = Type.Object(
  {
    section: text('Section of the request and of the answer.'),
    future_hours: Type.Optional(Type.Integer({ minimum: 0 })),
    past_hours: Type.Optional(Type.Integer({ minimum: 0 })),
    future_days: Type.Optional(Type.Integer({ minimum: 0, description: 'Counts today.' })),
    past_days: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { $id: 'Horizon', description: 'How far an interval reaches; `current` has no horizon.' },
);

export const ForecastCatalogSchema = Type.Object(
  {
    endpoint: refTo(EndpointAvailabilitySchema),
    variables: Type.Array(refTo(CatalogVariableSchema)),
    intervals: Type.Record(Type.String(), refTo(HorizonSchema), { description: 'Horizons by interval.' }),
    sections: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Variables that each section accepts.',
    }),
    condition_codes: texts('Every value of `condition`.'),
    units: refTo(UnitFamiliesSchema),
  },
  { $id: 'ForecastCatalog', description: 'Forecast variables and intervals.' },
);

export const HistoricalCatalogSchema = Type.Object(
  {
    endpoint: refTo(EndpointAvailabilitySchema),
    variables: Type.Array(refTo(HistoricalCatalogVariableSchema)),
    intervals: Type.Record(Type.String(), Type.Object({ section: Type.String(), coverage: Type.String() })),
    limits: Type.Object({
      maximum_span_years: Type.Integer({ minimum: 1 }),
      maximum_span_days_with_air_quality_index: Type.Integer({ minimum: 1 }),
      latest_date: Type.String(),
    }),
    methodology: textMap('How the values come about, by topic.'),
    units: refTo(UnitFamiliesSchema),
  },
  { $id: 'HistoricalCatalog', description: 'Historical variables, units, limits and methodology.' },
);

const AccuracyVariableSchema = Type.Object(
  {
    id: VARIABLE_FIELDS.id,
    description: VARIABLE_FIELDS.description,
    metrics: texts('Metrics of each record.'),
    intervals: VARIABLE_FIELDS.intervals,
    unit_family: oneOf(['temperature', 'precipitation', 'probability']),
    units: VARIABLE_FIELDS.units,
  },
  { $id: 'AccuracyVariable', description: 'One verified variable.' },
);

const AccuracyIntervalSchema = Type.Object(
  {
    id: oneOf(['1d', '1h', '1m']),
    section: oneOf(['daily', 'hourly', 'minutely']),
    variables: texts('Variables verified at this interval.'),
    leads: Type.Array(Type.Integer({ minimum: 0 }), { description: 'In `lead_unit`.' }),
    lead_unit: oneOf(['day', 'hour', 'minute']),
    lead_field: oneOf(['lead_days', 'lead_hours', 'lead_minutes']),
  },
  { $id: 'AccuracyInterval', description: 'One interval and its leads.' },
);

const MetricSchema = Type.Object(
  {
    id: Type.String(),
    description: Type.String(),
    formula: Type.Optional(Type.String()),
    fields: Type.Optional(texts('Fields of a metric that is an object.')),
  },
  { $id: 'Metric', description: 'Definition of a metric.' },
);

const RegionSchema = Type.Object(
  { id: Type.String(), label: Type.String(), description: Type.String() },
  { $id: 'Region', description: 'A cohort of locations with similar weather.' },
);

const ThresholdSchema = Type.Object(
  { value: Type.Number({ minimum: 0 }), unit: Type.String() },
  { $id: 'Threshold', description: 'From this value on an interval counts as wet.' },
);

const count = () => Type.Integer({ minimum: 1 });

export const AccuracyCatalogSchema = Type.Object(
  {
    endpoint: refTo(EndpointAvailabilitySchema),
    variables: Type.Array(refTo(AccuracyVariableSchema)),
    metrics: Type.Array(refTo(MetricSchema)),
    intervals: Type.Array(refTo(AccuracyIntervalSchema)),
    regions: Type.Array(refTo(RegionSchema)),
    constants: Type.Object({
      wet_thresholds: Type.Record(Type.String(), refTo(ThresholdSchema), { description: 'By interval.' }),
      sample_minimums: Type.Object({ general: count(), daily: count(), precipitation_amount: count() }),
      days: Type.Object(
        { minimum: count(), maximum: count(), default: count() },
        { description: `Trailing dates that a request may ask for, ${EVALUATION_DAYS.default} unless it says.` },
      ),
    }),
    methodology: textMap('How forecasts are verified, by topic.'),
    comparisons: Type.Array(
      Type.Object({
        id: Type.String(),
        description: Type.String(),
        error_skill_score: Type.String(),
        occurrence_skill_score: Type.String(),
      }),
    ),
    units: Type.Object({
      systems: Type.Array(oneOf(UNIT_SYSTEMS)),
      default_system: oneOf(UNIT_SYSTEMS),
      dimensions: Type.Record(
        Type.String(),
        Type.Object({ allowed: Type.Array(Type.String()), defaults: refTo(UnitsBySystemSchema) }),
      ),
      ratios: Type.Object({ minimum: Type.Number(), maximum: Type.Number() }),
    }),
  },
  { $id: 'AccuracyCatalog', description: 'What is verified, at which leads, by which definitions.' },
);

export const CATALOG_COMPONENTS = [
  UnitsBySystemSchema,
  UnitFamiliesSchema,
  EndpointAvailabilitySchema,
  CatalogVariableSchema,
  HistoricalCatalogVariableSchema,
  HorizonSchema,
  ForecastCatalogSchema,
  HistoricalCatalogSchema,
  AccuracyVariableSchema,
  AccuracyIntervalSchema,
  MetricSchema,
  RegionSchema,
  ThresholdSchema,
  AccuracyCatalogSchema,
];
