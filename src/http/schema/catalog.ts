/** The three public catalogs. `products/catalog` makes their bodies; clients rely on these schemas. */

import { Type } from 'typebox';
import { EVALUATION_DAYS } from '../../model/accuracy.js';
import { UNIT_SYSTEMS } from '../../model/units.js';
import { oneOf, refTo } from './component.js';
import { ConditionCodeSchema } from './forecast.js';

const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const count = (description: string) => Type.Integer({ minimum: 1, description });
const textMap = (description: string) => Type.Record(Type.String(), Type.String(), { description });

const UnitsBySystemSchema = Type.Unsafe<Record<string, string> | null>({
  $id: 'UnitsBySystem',
  type: ['object', 'null'],
  description: 'Default unit in each unit system. Null if the variable has no unit.',
  properties: Object.fromEntries(UNIT_SYSTEMS.map((system) => [system, text(`Unit in the system \`${system}\`.`)])),
  required: [...UNIT_SYSTEMS],
});

const UNIT_FAMILIES = {
  systems: Type.Array(oneOf(UNIT_SYSTEMS), { description: 'Values of `units`.' }),
  default_system: oneOf(UNIT_SYSTEMS, { description: 'Unit system of requests without `units`.' }),
  dimensions: Type.Record(
    Type.String(),
    Type.Object({
      allowed: texts('Units that `unit_overrides` accepts.'),
      defaults: refTo(UnitsBySystemSchema),
    }),
    { description: 'Units by dimension.' },
  ),
};

const UnitFamiliesSchema = Type.Object(UNIT_FAMILIES, {
  $id: 'UnitFamilies',
  description: 'Unit systems, and the units of each dimension.',
});

const VARIABLE_FIELDS = {
  id: text('Name of the variable in requests and records.'),
  type: oneOf(['number', 'string'], { description: 'Type of its values.' }),
  description: text('What the variable is.'),
  units: refTo(UnitsBySystemSchema),
  intervals: texts('Intervals that have the variable.'),
  unit_family: text('Field of the units object with its unit. `none` for text, indexes and times.'),
  nullable: Type.Boolean({ description: 'True if values can be null.' }),
};

const EndpointAvailabilitySchema = Type.Object(
  {
    path: text('Path of the endpoint that the catalog describes.'),
    available: Type.Boolean({ description: 'True if this version serves the endpoint.' }),
    message: text('The same in words.'),
  },
  { $id: 'EndpointAvailability', description: 'Whether this version serves the endpoint that a catalog describes.' },
);

const CatalogVariableSchema = Type.Object(VARIABLE_FIELDS, {
  $id: 'CatalogVariable',
  description: 'One forecast variable.',
});

const HistoricalCatalogVariableSchema = Type.Object(
  {
    ...VARIABLE_FIELDS,
    data_kind: oneOf(['observation', 'derived', 'observation_or_analysis'], { description: 'Origin of its values.' }),
  },
  { $id: 'HistoricalCatalogVariable', description: 'One historical variable.' },
);

const reach = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

const HorizonSchema = Type.Object(
  {
    section: text('Section of the request and the response.'),
    future_hours: reach('Hours ahead.'),
    past_hours: reach('Hours back.'),
    future_days: reach('Days ahead, today included.'),
    past_days: reach('Days back.'),
  },
  { $id: 'Horizon', description: 'How far an interval reaches. `current` has no horizon.' },
);

export const ForecastCatalogSchema = Type.Object(
  {
    endpoint: refTo(EndpointAvailabilitySchema),
    variables: Type.Array(refTo(CatalogVariableSchema), { description: 'All forecast variables.' }),
    intervals: Type.Record(Type.String(), refTo(HorizonSchema), { description: 'Horizon of each interval.' }),
    sections: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Variables of each section.',
    }),
    condition_codes: Type.Array(refTo(ConditionCodeSchema), { description: 'All values of `condition`.' }),
    outlook: Type.Object(
      {
        endpoint: refTo(EndpointAvailabilitySchema),
        variables: texts('Variables of an outlook.'),
        first_day: count('First day of an outlook, counted from today.'),
        last_day: count('Last day of an outlook, counted from today.'),
        include: texts('Optional fields of an outlook.'),
        methodology: textMap('How the values of an outlook are made, by topic.'),
      },
      { description: 'Variables, range and method of `/v1/outlook`.' },
    ),
    units: refTo(UnitFamiliesSchema),
  },
  { $id: 'ForecastCatalog', description: 'Forecast variables, intervals and units.' },
);

export const HistoricalCatalogSchema = Type.Object(
  {
    endpoint: refTo(EndpointAvailabilitySchema),
    variables: Type.Array(refTo(HistoricalCatalogVariableSchema), { description: 'All historical variables.' }),
    intervals: Type.Record(
      Type.String(),
      Type.Object({ section: text('Section of the response.'), coverage: text('Dates that are covered.') }),
      { description: 'Coverage of each interval.' },
    ),
    limits: Type.Object(
      {
        maximum_span_years: count('Longest request, years.'),
        maximum_span_days_with_air_quality_index: count('Longest request that includes `air_quality_index`, days.'),
        latest_date: text('Latest date of a request, in words.'),
        earliest_observation: text('First date that the service keeps observations of, in words.'),
      },
      { description: 'Limits of a request.' },
    ),
    methodology: textMap('How the values are made, by topic.'),
    units: refTo(UnitFamiliesSchema),
  },
  { $id: 'HistoricalCatalog', description: 'Historical variables, units, limits and methodology.' },
);

const AccuracyVariableSchema = Type.Object(
  {
    id: VARIABLE_FIELDS.id,
    description: VARIABLE_FIELDS.description,
    metrics: texts('Metrics in each record.'),
    intervals: VARIABLE_FIELDS.intervals,
    unit_family: oneOf(['temperature', 'precipitation', 'probability'], { description: 'Dimension of its errors.' }),
    units: VARIABLE_FIELDS.units,
  },
  { $id: 'AccuracyVariable', description: 'A verified variable.' },
);

const AccuracyIntervalSchema = Type.Object(
  {
    id: oneOf(['1d', '1h', '1m'], { description: 'Name of the interval.' }),
    section: oneOf(['daily', 'hourly', 'minutely'], { description: 'Section of the request and the response.' }),
    variables: texts('Variables verified at this interval.'),
    leads: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Verified lead times, in `lead_unit`.' }),
    lead_unit: oneOf(['day', 'hour', 'minute'], { description: 'Unit of the lead times.' }),
    lead_field: oneOf(['lead_days', 'lead_hours', 'lead_minutes'], { description: 'Field of the lead time.' }),
  },
  { $id: 'AccuracyInterval', description: 'An interval and its lead times.' },
);

const MetricSchema = Type.Object(
  {
    id: text('Name of the metric.'),
    description: text('What the metric measures.'),
    formula: Type.Optional(text('Formula, if it is a single one.')),
    fields: Type.Optional(texts('Fields of the metric, if it is an object.')),
  },
  { $id: 'Metric', description: 'Definition of a metric.' },
);

const RegionSchema = Type.Object(
  { id: text('Name of the region in requests.'), label: text('Title.'), description: text('Weather of the region.') },
  { $id: 'Region', description: 'A group of verified locations with similar weather.' },
);

const ThresholdSchema = Type.Object(
  { value: Type.Number({ minimum: 0, description: 'The threshold.' }), unit: text('Unit of the threshold.') },
  { $id: 'Threshold', description: 'An interval with at least this amount counts as wet.' },
);

export const AccuracyCatalogSchema = Type.Object(
  {
    endpoint: refTo(EndpointAvailabilitySchema),
    variables: Type.Array(refTo(AccuracyVariableSchema), { description: 'All verified variables.' }),
    metrics: Type.Array(refTo(MetricSchema), { description: 'All metrics.' }),
    intervals: Type.Array(refTo(AccuracyIntervalSchema), { description: 'All intervals.' }),
    regions: Type.Array(refTo(RegionSchema), { description: 'All regions.' }),
    constants: Type.Object(
      {
        wet_thresholds: Type.Record(Type.String(), refTo(ThresholdSchema), {
          description: 'Wet threshold of each interval.',
        }),
        sample_minimums: Type.Object(
          {
            general: count('Minimum of metrics without a minimum of their own.'),
            daily: count('Minimum of daily metrics.'),
            precipitation_amount: count('Minimum of errors of the precipitation amount.'),
          },
          { description: 'Fewest samples that a metric needs. With fewer samples it is null.' },
        ),
        days: Type.Object(
          { minimum: count('Fewest days.'), maximum: count('Most days.'), default: count('Days if not given.') },
          { description: `Number of past days that a request can evaluate. Default ${EVALUATION_DAYS.default}.` },
        ),
      },
      { description: 'Constants of the verification.' },
    ),
    methodology: textMap('How forecasts are verified, by topic.'),
    comparisons: Type.Array(
      Type.Object({
        id: text('Name of the comparison in requests.'),
        description: text('What forecasts are compared with.'),
        error_skill_score: Type.Optional(text('Formula of the skill of errors.')),
        occurrence_skill_score: Type.Optional(text('Formula of the skill of occurrence.')),
      }),
      { description: 'Values of `compare_to`.' },
    ),
    include: textMap('Values of `include`.'),
    local_radii_km: Type.Array(Type.Number({ minimum: 0 }), { description: 'Radii of local scopes, km.' }),
    units: Type.Object(
      {
        ...UNIT_FAMILIES,
        ratios: Type.Object(
          {
            minimum: Type.Number({ description: 'Lowest ratio.' }),
            maximum: Type.Number({ description: 'Highest ratio.' }),
          },
          { description: 'Range of ratios.' },
        ),
      },
      { description: 'Unit systems, and the units of each dimension.' },
    ),
  },
  { $id: 'AccuracyCatalog', description: 'Verified variables, metrics, lead times and methodology.' },
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
