/** `POST /v1/nowcast`: request and answer. */

import { Type } from 'typebox';
import { CONDITION_CODES } from '../../model/condition.js';
import {
  NOWCAST_MINUTES,
  NOWCAST_SOURCES,
  NOWCAST_STATUSES,
  NOWCAST_VARIABLES,
  type NowcastVariable,
} from '../../model/nowcast.js';
import { CLOSED, nullable, nullableInstant, oneOf, refTo, setOf } from './component.js';
import { WarningSchema } from './forecast.js';
import { ForecastLocationSchema, LocationSchema, TimeZoneSchema } from './location.js';
import { NOWCAST_ANSWER_EXAMPLES, NOWCAST_REQUEST_EXAMPLES } from './nowcast-examples.js';
import { UnitOverridesSchema, UnitSystemSchema, UnitsSchema } from './units.js';

const VARIABLE_IDS = NOWCAST_VARIABLES.map(({ id }) => id);

export const NowcastRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    variables: Type.Optional(
      setOf(VARIABLE_IDS, { default: VARIABLE_IDS, description: 'Variables of each minute; default all.' }),
    ),
    units: Type.Optional(refTo(UnitSystemSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    unit_overrides: Type.Optional(refTo(UnitOverridesSchema)),
  },
  {
    $id: 'NowcastRequest',
    description: 'A point, and what is wanted of its next two hours.',
    examples: NOWCAST_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

function valueSchema({ id, description, unitFamily }: NowcastVariable) {
  if (id === 'condition') return nullable('string', { enum: [...CONDITION_CODES, null], description });
  if (id === 'source') return nullable('string', { enum: [...NOWCAST_SOURCES, null], description });
  const bounds = unitFamily === 'percentage' ? { minimum: 0, maximum: 100 } : { minimum: 0 };
  return nullable('number', { description, ...bounds });
}

const NowcastMinuteSchema = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the minute, UTC.' }),
    ...Object.fromEntries(NOWCAST_VARIABLES.map((row) => [row.id, Type.Optional(valueSchema(row))])),
  },
  { $id: 'NowcastMinute', description: 'The selected variables over one minute.' },
);

export const NowcastResponseSchema = Type.Object(
  {
    location: refTo(ForecastLocationSchema),
    units: refTo(UnitsSchema),
    status: oneOf(NOWCAST_STATUSES, {
      description:
        '`active`: precipitation in some minute; `dry`: in none; `pending`: radar watches over the place, and its first fresh frame has yet to come.',
    }),
    start: Type.String({ format: 'date-time', description: 'The minute that has begun.' }),
    end: Type.String({ format: 'date-time', description: 'Two hours later, exclusive.' }),
    minutes: Type.Array(refTo(NowcastMinuteSchema), {
      maxItems: NOWCAST_MINUTES,
      description: `${NOWCAST_MINUTES} records, or none: when it is dry, and when nothing is known yet.`,
    }),
    updated_at: nullableInstant('When the radar frame, or without one the model run, behind the answer was made.'),
    stale: Type.Boolean({ description: 'True only when older data is served because its sources are degraded.' }),
    radar_pending: Type.Boolean({ description: 'True when the radar that watches over the place has no fresh frame.' }),
    onset_uncertainty_minutes: nullable('integer', {
      minimum: 0,
      description: 'One standard deviation of when the first precipitation arrives; null where none is seen to arrive.',
    }),
    warnings: Type.Array(refTo(WarningSchema)),
  },
  {
    $id: 'NowcastResponse',
    description: 'The next two hours at a point.',
    examples: NOWCAST_ANSWER_EXAMPLES,
  },
);

export const NOWCAST_COMPONENTS = [NowcastRequestSchema, NowcastMinuteSchema, NowcastResponseSchema];
