/** `POST /v1/forecast`: request and response. */

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
import {
  allRequired,
  anyRequired,
  CLOSED,
  documentRule,
  nullable,
  nullableInstant,
  nullableRefTo,
  OPEN,
  oneOf,
  refTo,
  setOf,
} from './component.js';
import { FORECAST_ANSWER_EXAMPLE, FORECAST_REQUEST_EXAMPLES } from './examples.js';
import { ForecastLocationSchema, LocationSchema, TimeZoneSchema } from './location.js';
import { UnitOverridesSchema, UnitSystemSchema, UnitsSchema } from './units.js';

const CurrentSectionSchema = Type.Object(
  { variables: setOf(CURRENT_VARIABLES, { description: 'Variables to return.' }) },
  { $id: 'CurrentSection', description: 'Current conditions.', ...CLOSED },
);

const QuarterHourlySectionSchema = Type.Object(
  {
    hours: Type.Integer({
      minimum: 1,
      maximum: HORIZONS['15m'].futureHours,
      description: 'Number of hours from now on, with four records each.',
    }),
    variables: setOf(QUARTER_HOURLY_VARIABLES, { description: 'Variables of each record.' }),
  },
  { $id: 'QuarterHourlySection', description: 'Records for intervals of 15 minutes.', ...CLOSED },
);

const HourlySectionSchema = Type.Object(
  {
    hours: Type.Integer({
      minimum: 1,
      maximum: HORIZONS['1h'].futureHours,
      description: 'Number of hours from the current hour on.',
    }),
    past_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: HORIZONS['1h'].pastHours,
        description: 'Number of hours before the current hour. Default 0.',
      }),
    ),
    variables: setOf(HOURLY_VARIABLES, { description: 'Variables of each record.' }),
  },
  { $id: 'HourlySection', description: 'Records for intervals of one hour.', ...CLOSED },
);

const DailySectionSchema = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: HORIZONS['1d'].futureDays,
        description: 'Number of local days from today on. Cannot be combined with `start` and `end`.',
      }),
    ),
    start: Type.Optional(Type.String({ format: 'date', description: 'First local date. Requires `end`.' })),
    end: Type.Optional(
      Type.String({ format: 'date', description: 'Last local date, inclusive, not before `start`. Requires `start`.' }),
    ),
    variables: setOf(DAILY_VARIABLES, { description: 'Variables of each record.' }),
  },
  {
    $id: 'DailySection',
    description: `Records for local days: either \`days\`, or \`start\` and \`end\`. Dates from ${HORIZONS['1d'].pastDays} days ago to ${HORIZONS['1d'].futureDays - 1} days ahead are available. Past days are what stations observed (\`type\` \`observation\`), or a model's analysis.`,
    ...CLOSED,
    ...documentRule(allRequired('days'), { not: anyRequired('start', 'end') }, allRequired('start', 'end')),
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
    description:
      'A location and the sections to return for it. At least one of `current`, `quarter_hourly`, `hourly` and `daily` is required.',
    examples: FORECAST_REQUEST_EXAMPLES,
    ...CLOSED,
    // `location` is always there: the condition keeps `anyOf` away from `properties`.
    ...documentRule(allRequired('location'), anyRequired('current', 'quarter_hourly', 'hourly', 'daily')),
  },
);

export const WarningSchema = Type.Object(
  {
    code: Type.String({
      description: `Stable, for programs. Codes so far: ${WARNING_CODES.join(', ')}. Later versions may add codes.`,
    }),
    message: Type.String({ description: 'Explanation for people.' }),
    variables: Type.Optional(Type.Array(Type.String(), { description: 'Affected variables.' })),
    source: Type.Optional(Type.String({ description: 'Affected data source.' })),
    count: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of affected records or samples.' })),
  },
  { $id: 'Warning', description: 'A condition that is not an error. Further fields may appear.', ...OPEN },
);

/** A text and no enum, since later products add types. */
const RECORD_TYPE = Type.Optional(Type.String({ description: 'Type of the record, for example `forecast`.' }));

export const ConditionCodeSchema = oneOf(CONDITION_CODES, {
  $id: 'ConditionCode',
  description:
    'Weather condition. By day a sky without other weather is `sun`, `partly` or `cloudy`, by night `clear-night` or `cloudy-night`.',
});

function valueSchema(id: ForecastVariableId) {
  const { type, description } = forecastVariable(id);
  if (id === 'condition') return nullableRefTo(ConditionCodeSchema, description);
  if (id === 'sunrise' || id === 'sunset') return nullableInstant(description);
  return type === 'number' ? nullable('number', { description }) : nullable('string', { description });
}

/** Values of a record. Each is optional, since records have the requested variables only. */
export function valueSchemas(ids: readonly ForecastVariableId[]) {
  return Object.fromEntries(ids.map((id) => [id, Type.Optional(valueSchema(id))]));
}

export const STALE = Type.Boolean({ description: 'True if older data is returned because sources are delayed.' });
export const WARNINGS = Type.Array(refTo(WarningSchema), { description: 'What limits the data in this response.' });

export const InstantRecordSchema = Type.Object(
  {
    time: Type.String({
      format: 'date-time',
      description: 'Start of the interval, UTC. In `current`, the time of the conditions.',
    }),
    type: RECORD_TYPE,
    ...valueSchemas(HOURLY_VARIABLES),
  },
  {
    $id: 'InstantRecord',
    description: 'The requested variables at `time`. Totals and probabilities cover the interval that starts then.',
    ...OPEN,
  },
);

export const DailyRecordSchema = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Local date.' }),
    type: RECORD_TYPE,
    ...valueSchemas(DAILY_VARIABLES),
  },
  { $id: 'DailyRecord', description: 'The requested variables for one local day.', ...OPEN },
);

export const ForecastResponseSchema = Type.Object(
  {
    location: refTo(ForecastLocationSchema),
    units: refTo(UnitsSchema),
    current: Type.Optional(refTo(InstantRecordSchema)),
    quarter_hourly: Type.Optional(
      Type.Array(refTo(InstantRecordSchema), { description: 'Records every 15 minutes, in order of time.' }),
    ),
    hourly: Type.Optional(Type.Array(refTo(InstantRecordSchema), { description: 'Hourly records, in order of time.' })),
    daily: Type.Optional(Type.Array(refTo(DailyRecordSchema), { description: 'Daily records, in order of date.' })),
    updated_at: nullableInstant('When the newest data used was generated.'),
    stale: STALE,
    warnings: WARNINGS,
  },
  {
    $id: 'ForecastResponse',
    description: 'The requested sections.',
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
  ConditionCodeSchema,
  InstantRecordSchema,
  DailyRecordSchema,
  ForecastResponseSchema,
];
