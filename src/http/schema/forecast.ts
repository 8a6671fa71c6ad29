/** `POST /v1/forecast`: request and answer. */

import { Type } from 'typebox';
import { CONDITION_CODES } from '../../model/condition.js';
import {
  CURRENT_VARIABLES,
  DAILY_VARIABLES,
  type ForecastVariableId,
  forecastVariable,
  HORIZONS,
  HOURLY_VARIABLES,
  QUARTER_HOURLY_VARIABLES,
} from '../../model/variables.js';
import { WARNING_CODES } from '../../model/warning.js';
import { CLOSED, nullable, nullableInstant, refTo, setOf } from './component.js';
import { FORECAST_ANSWER_EXAMPLE, FORECAST_REQUEST_EXAMPLES } from './examples.js';
import { ForecastLocationSchema, LocationSchema, TimeZoneSchema } from './location.js';
import { UnitOverridesSchema, UnitSystemSchema, UnitsSchema } from './units.js';

const CurrentSectionSchema = Type.Object(
  { variables: setOf(CURRENT_VARIABLES, { description: 'Variables of the record.' }) },
  { $id: 'CurrentSection', description: 'The weather now.', ...CLOSED },
);

const QuarterHourlySectionSchema = Type.Object(
  {
    hours: Type.Integer({ minimum: 1, maximum: HORIZONS['15m'].futureHours, description: 'Hours ahead.' }),
    variables: setOf(QUARTER_HOURLY_VARIABLES, { description: 'Variables of each record.' }),
  },
  { $id: 'QuarterHourlySection', description: 'Records of 15 minutes.', ...CLOSED },
);

const HourlySectionSchema = Type.Object(
  {
    hours: Type.Integer({ minimum: 1, maximum: HORIZONS['1h'].futureHours, description: 'Hours ahead.' }),
    past_hours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: HORIZONS['1h'].pastHours, default: 0, description: 'Hours before now.' }),
    ),
    variables: setOf(HOURLY_VARIABLES, { description: 'Variables of each record.' }),
  },
  { $id: 'HourlySection', description: 'Records of one hour.', ...CLOSED },
);

const DailySectionSchema = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: HORIZONS['1d'].futureDays,
        description: 'Days from today on. Excludes `start` and `end`.',
      }),
    ),
    start: Type.Optional(Type.String({ format: 'date', description: 'First local date; needs `end`.' })),
    end: Type.Optional(Type.String({ format: 'date', description: 'Last local date, inclusive; needs `start`.' })),
    variables: setOf(DAILY_VARIABLES, { description: 'Variables of each record.' }),
  },
  {
    $id: 'DailySection',
    description: 'Records of one local day: either `days`, or `start` and `end`.',
    ...CLOSED,
  },
);

export const ForecastRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    units: Type.Optional(refTo(UnitSystemSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    unit_overrides: Type.Optional(refTo(UnitOverridesSchema)),
    current: Type.Optional(refTo(CurrentSectionSchema)),
    quarter_hourly: Type.Optional(refTo(QuarterHourlySectionSchema)),
    hourly: Type.Optional(refTo(HourlySectionSchema)),
    daily: Type.Optional(refTo(DailySectionSchema)),
  },
  {
    $id: 'ForecastRequest',
    description: 'A point and the sections wanted for it; at least one section.',
    examples: FORECAST_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

export const WarningSchema = Type.Object(
  {
    code: Type.String({
      description: `Stable and machine-readable. Known codes: ${WARNING_CODES.join(', ')}. New ones may come.`,
    }),
    message: Type.String({ description: 'For people.' }),
    variables: Type.Optional(Type.Array(Type.String(), { description: 'Variables that it is about.' })),
    source: Type.Optional(Type.String({ description: 'Source of data that it is about.' })),
    count: Type.Optional(Type.Integer({ minimum: 0, description: 'How many records or samples it is about.' })),
  },
  { $id: 'Warning', description: 'A notice that is not an error. Other fields may appear.' },
);

/** What kind of record it is; later products add kinds. */
const RECORD_TYPE = Type.Optional(Type.String({ description: 'Kind of the record, for example `forecast`.' }));

function valueSchema(id: ForecastVariableId) {
  const { type, description } = forecastVariable(id);
  if (id === 'condition') return nullable('string', { enum: [...CONDITION_CODES, null], description });
  if (id === 'sunrise' || id === 'sunset') return nullableInstant(description);
  return type === 'number' ? nullable('number', { description }) : nullable('string', { description });
}

/** Records hold the variables that were asked for, so each is optional; records are open to new fields. */
export function valueSchemas(ids: readonly ForecastVariableId[]) {
  return Object.fromEntries(ids.map((id) => [id, Type.Optional(valueSchema(id))]));
}

export const InstantRecordSchema = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the interval, UTC.' }),
    type: RECORD_TYPE,
    ...valueSchemas(HOURLY_VARIABLES),
  },
  { $id: 'InstantRecord', description: 'The selected variables at an instant, or over the interval that it begins.' },
);

export const DailyRecordSchema = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Local date.' }),
    type: RECORD_TYPE,
    ...valueSchemas(DAILY_VARIABLES),
  },
  { $id: 'DailyRecord', description: 'The selected variables over one local day.' },
);

export const ForecastResponseSchema = Type.Object(
  {
    location: refTo(ForecastLocationSchema),
    units: refTo(UnitsSchema),
    current: Type.Optional(refTo(InstantRecordSchema)),
    quarter_hourly: Type.Optional(Type.Array(refTo(InstantRecordSchema))),
    hourly: Type.Optional(Type.Array(refTo(InstantRecordSchema))),
    daily: Type.Optional(Type.Array(refTo(DailyRecordSchema))),
    updated_at: nullableInstant('When the data behind the answer was made.'),
    stale: Type.Boolean({ description: 'True only when older data is served because its sources are degraded.' }),
    warnings: Type.Array(refTo(WarningSchema)),
  },
  {
    $id: 'ForecastResponse',
    description: 'The sections that were requested, and only those.',
    examples: [FORECAST_ANSWER_EXAMPLE],
  },
);

export const FORECAST_COMPONENTS = [
  LocationSchema,
  TimeZoneSchema,
  UnitSystemSchema,
  UnitOverridesSchema,
  CurrentSectionSchema,
  QuarterHourlySectionSchema,
  HourlySectionSchema,
  DailySectionSchema,
  ForecastRequestSchema,
  ForecastLocationSchema,
  UnitsSchema,
  WarningSchema,
  InstantRecordSchema,
  DailyRecordSchema,
  ForecastResponseSchema,
];
