/** `POST /v1/nowcast`: request and response. */

import { Type } from 'typebox';
import {
  NOWCAST_MINUTES,
  NOWCAST_SOURCES,
  NOWCAST_STATUSES,
  NOWCAST_VARIABLES,
  type NowcastVariable,
} from '../../model/nowcast.js';
import { CLOSED, nullable, nullableInstant, nullableRefTo, OPEN, oneOf, refTo, setOf } from './component.js';
import { ConditionCodeSchema, STALE, WARNINGS } from './forecast.js';
import { ForecastLocationSchema, LocationSchema, TimeZoneSchema } from './location.js';
import { NOWCAST_ANSWER_EXAMPLES, NOWCAST_REQUEST_EXAMPLES } from './nowcast-examples.js';
import { UnitOverridesSchema, UnitSystemSchema, UnitsSchema } from './units.js';

const VARIABLE_IDS = NOWCAST_VARIABLES.map(({ id }) => id);

export const NowcastRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    variables: Type.Optional(setOf(VARIABLE_IDS, { description: 'Variables of each minute. Default: all.' })),
    units: Type.Optional(refTo(UnitSystemSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    unit_overrides: Type.Optional(refTo(UnitOverridesSchema)),
  },
  {
    $id: 'NowcastRequest',
    description: 'A location and the variables to return for its next two hours.',
    examples: NOWCAST_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

function valueSchema({ id, description, unitFamily }: NowcastVariable) {
  if (id === 'condition') return nullableRefTo(ConditionCodeSchema, description);
  if (id === 'source') return nullable('string', { enum: [...NOWCAST_SOURCES, null], description });
  const bounds = unitFamily === 'percentage' ? { minimum: 0, maximum: 100 } : { minimum: 0 };
  return nullable('number', { description, ...bounds });
}

const NowcastMinuteSchema = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the minute, UTC.' }),
    ...Object.fromEntries(NOWCAST_VARIABLES.map((row) => [row.id, Type.Optional(valueSchema(row))])),
  },
  { $id: 'NowcastMinute', description: 'The requested variables for one minute.', ...OPEN },
);

export const NowcastResponseSchema = Type.Object(
  {
    location: refTo(ForecastLocationSchema),
    units: refTo(UnitsSchema),
    status: oneOf(NOWCAST_STATUSES, {
      description:
        '`active`: some minute has at least 0.1 mm/h or a probability of at least 30%. `dry`: no minute has. `pending`: radar covers the location, but its first frame has not arrived yet.',
    }),
    start: Type.String({ format: 'date-time', description: 'Start of the first minute: the current one.' }),
    end: Type.String({
      format: 'date-time',
      description: 'End of the last minute: two hours after `start`, exclusive.',
    }),
    minutes: Type.Array(refTo(NowcastMinuteSchema), {
      maxItems: NOWCAST_MINUTES,
      description: `${NOWCAST_MINUTES} records in order of time. Empty if \`status\` is \`dry\`, or if nothing is known yet.`,
    }),
    updated_at: nullableInstant(
      'Time of the radar frame used. Without radar: when the newest model run used was generated.',
    ),
    stale: STALE,
    radar_pending: Type.Boolean({ description: 'True if radar covers the location but has no recent frame.' }),
    onset_uncertainty_minutes: nullable('integer', {
      minimum: 0,
      description: 'Standard deviation of the arrival time of the first precipitation. Null if none is arriving.',
    }),
    warnings: WARNINGS,
  },
  {
    $id: 'NowcastResponse',
    description: 'Precipitation in the next two hours, minute by minute.',
    examples: NOWCAST_ANSWER_EXAMPLES,
  },
);

export const NOWCAST_COMPONENTS = [NowcastRequestSchema, NowcastMinuteSchema, NowcastResponseSchema];
