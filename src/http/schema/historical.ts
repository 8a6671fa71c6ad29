/** `POST /v1/historical`: request and response. */

import { Type } from 'typebox';
import {
  HISTORICAL_INCLUDES,
  HISTORICAL_SPAN,
  HISTORICAL_VARIABLES,
  type HistoricalVariable,
} from '../../model/historical.js';
import { CLOSED, nullable, nullableInstant, OPEN, oneOf, refTo, setOf } from './component.js';
import { STALE, WARNINGS } from './forecast.js';
import { HISTORICAL_ANSWER_EXAMPLE, HISTORICAL_REQUEST_EXAMPLES } from './historical-examples.js';
import { LATITUDE, LONGITUDE, LocationSchema, TimeZoneSchema } from './location.js';
import { ObservationUnitOverridesSchema, ObservationUnitsSchema, UnitSystemSchema } from './units.js';

const VARIABLE_IDS = HISTORICAL_VARIABLES.map(({ id }) => id);

export const HistoricalRequestSchema = Type.Object(
  {
    location: refTo(LocationSchema),
    start: Type.String({ format: 'date', description: 'First local date.' }),
    end: Type.String({
      format: 'date',
      description: 'Last local date, inclusive: a completed one, not before `start`.',
    }),
    variables: setOf(VARIABLE_IDS, { description: 'Variables of each record.' }),
    include: Type.Optional(
      Type.Array(oneOf(HISTORICAL_INCLUDES), {
        uniqueItems: true,
        description: 'Optional parts: the stations behind the values, and the sources of their data. Default: none.',
      }),
    ),
    units: Type.Optional(refTo(UnitSystemSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    unit_overrides: Type.Optional(refTo(ObservationUnitOverridesSchema)),
  },
  {
    $id: 'HistoricalRequest',
    description: `A location and completed local dates, at most ${HISTORICAL_SPAN.years} calendar years. With \`air_quality_index\`, at most ${HISTORICAL_SPAN.daysWithAirQuality} days.`,
    examples: HISTORICAL_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

const value = ({ description }: HistoricalVariable) => Type.Optional(nullable('number', { description }));

const HistoricalRecordSchema = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Local date.' }),
    ...Object.fromEntries(HISTORICAL_VARIABLES.map((row) => [row.id, value(row)])),
  },
  { $id: 'HistoricalRecord', description: 'The requested variables for one local day.', ...OPEN },
);

const VARIABLES = Type.Array(oneOf(VARIABLE_IDS), { description: 'Requested variables with values from it.' });

const HistoricalStationSchema = Type.Object(
  {
    id: Type.String({ description: 'Identifier in its network.' }),
    name: Type.String({ description: 'Name in its network.' }),
    network: Type.String({ description: 'Network that publishes its observations.' }),
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    elevation: nullable('number', { description: 'Metres above sea level.' }),
    distance_km: Type.Number({ minimum: 0, description: 'Distance from the requested point, km.' }),
    elevation_difference_m: nullable('number', {
      description: 'Elevation of the requested point minus that of the station, metres.',
    }),
    weight: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Mean over the requested days of its share in the first requested variable.',
    }),
    variables: VARIABLES,
    days: Type.Integer({ minimum: 1, description: 'Number of days that it contributed.' }),
  },
  { $id: 'HistoricalStation', description: 'A station behind the values.', ...OPEN },
);

const HistoricalSourceSchema = Type.Object(
  {
    id: Type.String({ description: 'Network and source flag, or `analysis` and model.' }),
    name: Type.String({ description: 'Name of the source.' }),
    type: oneOf(['observation', 'analysis'], { description: 'Kind of data.' }),
    attribution: Type.String({ description: 'Credit to give.' }),
    license: Type.String({ description: 'Terms of use, in short.' }),
    variables: VARIABLES,
    stations: Type.Integer({
      minimum: 0,
      description: 'Number of stations with data from this source; 0 for an analysis.',
    }),
    start: Type.String({ format: 'date', description: 'First requested date that it covers.' }),
    end: Type.String({ format: 'date', description: 'Last requested date that it covers.' }),
  },
  { $id: 'HistoricalSource', description: 'Where data come from.', ...OPEN },
);

export const HistoricalResponseSchema = Type.Object(
  {
    location: Type.Object(
      {
        latitude: Type.Number(LATITUDE),
        longitude: Type.Number(LONGITUDE),
        timezone: Type.String({ description: 'IANA time zone of local dates.' }),
      },
      { description: 'The requested point.' },
    ),
    units: refTo(ObservationUnitsSchema),
    start: Type.String({ format: 'date', description: 'First local date.' }),
    end: Type.String({ format: 'date', description: 'Last local date, inclusive.' }),
    daily: Type.Array(refTo(HistoricalRecordSchema), { description: 'One record for each date, in order.' }),
    sources: Type.Optional(
      Type.Array(refTo(HistoricalSourceSchema), { description: 'Sources of the data, if requested.' }),
    ),
    stations: Type.Optional(
      Type.Array(refTo(HistoricalStationSchema), { description: 'Stations, the largest weight first, if requested.' }),
    ),
    updated_at: nullableInstant('When the observations were published.'),
    stale: STALE,
    warnings: WARNINGS,
  },
  {
    $id: 'HistoricalResponse',
    description: 'Daily observations at a point, or an analysis where no station observed.',
    examples: [HISTORICAL_ANSWER_EXAMPLE],
  },
);

export const HISTORICAL_COMPONENTS = [
  ObservationUnitOverridesSchema,
  ObservationUnitsSchema,
  HistoricalRequestSchema,
  HistoricalRecordSchema,
  HistoricalStationSchema,
  HistoricalSourceSchema,
  HistoricalResponseSchema,
];
