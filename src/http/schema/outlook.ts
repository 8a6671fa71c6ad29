/** `POST /v1/outlook`: request and response. */

import { Type } from 'typebox';
import { OUTLOOK_DAYS, OUTLOOK_FIELDS, OUTLOOK_INCLUDES, OUTLOOK_VARIABLES } from '../../model/outlook.js';
import { CLOSED, nullable, nullableInstant, OPEN, oneOf, refTo, setOf } from './component.js';
import { STALE, valueSchemas, WARNINGS } from './forecast.js';
import { ForecastLocationSchema, LocationSchema, TimeZoneSchema } from './location.js';
import { OUTLOOK_ANSWER_EXAMPLE, OUTLOOK_REQUEST_EXAMPLES } from './outlook-examples.js';
import { UnitOverridesSchema, UnitSystemSchema, UnitsSchema } from './units.js';

export const OutlookRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    start: Type.String({
      format: 'date',
      description: `First local date, at least ${OUTLOOK_DAYS.first} days from today.`,
    }),
    end: Type.String({
      format: 'date',
      description: `Last local date, inclusive, at most ${OUTLOOK_DAYS.last} days from today.`,
    }),
    variables: setOf(OUTLOOK_VARIABLES, { description: 'Variables of each record.' }),
    include: Type.Optional(
      Type.Array(oneOf(OUTLOOK_INCLUDES), {
        uniqueItems: true,
        description:
          'Fields to add beside the requested temperatures: the 10th and 90th percentile, and the record of the date with its year. Default: none.',
      }),
    ),
    units: Type.Optional(refTo(UnitSystemSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    unit_overrides: Type.Optional(refTo(UnitOverridesSchema)),
  },
  {
    $id: 'OutlookRequest',
    description: `A location and local dates between day ${OUTLOOK_DAYS.first} and day ${OUTLOOK_DAYS.last} from today.`,
    examples: OUTLOOK_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

const fieldSchemas = OUTLOOK_FIELDS.map(({ id, isYear, description }) => [
  id,
  Type.Optional(isYear ? nullable('integer', { description }) : nullable('number', { description })),
]);

const OutlookRecordSchema = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Local date.' }),
    type: Type.Optional(Type.String({ description: 'Type of the record: `outlook`.' })),
    ...valueSchemas(OUTLOOK_VARIABLES),
    ...Object.fromEntries(fieldSchemas),
  },
  {
    $id: 'OutlookRecord',
    description:
      'The climate of one local day. `precipitation`, `rain_total` and `snow_total` are expected totals: the probability of a wet day times its mean amount.',
    ...OPEN,
  },
);

export const OutlookResponseSchema = Type.Object(
  {
    location: refTo(ForecastLocationSchema),
    units: refTo(UnitsSchema),
    daily: Type.Array(refTo(OutlookRecordSchema), { description: 'One record for each date, in order.' }),
    updated_at: nullableInstant('When the observations behind the climate were published.'),
    stale: STALE,
    warnings: WARNINGS,
  },
  { $id: 'OutlookResponse', description: 'The climate of the requested dates.', examples: [OUTLOOK_ANSWER_EXAMPLE] },
);

export const OUTLOOK_COMPONENTS = [OutlookRequestSchema, OutlookRecordSchema, OutlookResponseSchema];
