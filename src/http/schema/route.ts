/** `POST /v1/route`: request and response. */

import { Type } from 'typebox';
import type { ConditionCode } from '../../model/condition.js';
import {
  MOST_WAYPOINTS,
  SAMPLE_INTERVALS,
  type SampleInterval,
  TRAVEL_MODES,
  UNAVAILABLE_REASONS,
  WINDOW_TYPES,
} from '../../model/route.js';
import { INSTANT } from '../../model/time.js';
import { DEFAULT_ROUTE_VARIABLES, ROUTE_VARIABLES } from '../../model/variables.js';
import {
  AND_OTHERS,
  allRequired,
  anyRequired,
  CLOSED,
  documentOnly,
  documentRule,
  nullable,
  nullableInstant,
  OPEN,
  oneOf,
  refTo,
  setOf,
} from './component.js';
import { ConditionCodeSchema, STALE, valueSchemas, WARNINGS } from './forecast.js';
import { LATITUDE, LONGITUDE, TimeZoneSchema } from './location.js';
import { ROUTE_ANSWER_EXAMPLE, ROUTE_REQUEST_EXAMPLES } from './route-examples.js';
import { RouteUnitOverridesSchema, RouteUnitsSchema, UnitSystemSchema } from './units.js';

const INTERVALS = Object.keys(SAMPLE_INTERVALS) as SampleInterval[];

const instant = (description: string) => Type.String({ format: 'date-time', description });
const index = (description: string) => Type.Integer({ minimum: 0, description });
const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const WaypointSchema = Type.Object(
  {
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    time: Type.Optional(
      instant('Time of arrival, ISO 8601 with `Z` or an offset. Set it at all waypoints or at none; times increase.'),
    ),
  },
  { $id: 'Waypoint', description: 'A point on the route.', ...CLOSED },
);

const TravelSchema = Type.Object(
  {
    mode: Type.Optional(
      oneOf(TRAVEL_MODES, {
        description: 'Default `driving`. The pace of `hiking` and `cycling` depends on climbs and descents.',
      }),
    ),
    speed: Type.Optional(
      Type.Number({
        description:
          'Pace on flat ground, in the unit of wind speed of this request. `driving`: 1 to 200 km/h, default 80. `cycling`: 3 to 60 km/h, default 20. `hiking`: 1 to 15 km/h, default 5.',
        examples: [4.5],
      }),
    ),
  },
  { $id: 'Travel', description: 'Mode of travel and pace.', ...CLOSED },
);

const SamplingSchema = Type.Object(
  { interval: Type.Optional(oneOf(INTERVALS, { description: 'Time between samples. Default `30m`.' })) },
  { $id: 'Sampling', description: 'How often the weather is sampled along the route.', ...CLOSED },
);

/** Format of a departure, an instant or "now", checked by `formats.ts`. */
export const DEPARTURE_FORMAT = 'departure';

const TIMED = { type: 'object', ...allRequired('time') };

export const RouteRequestSchema = Type.Object(
  {
    path: Type.Array(refTo(WaypointSchema), {
      minItems: 2,
      maxItems: MOST_WAYPOINTS,
      description: 'Waypoints in order of travel, joined by great circles. The path may be up to 20,000 km long.',
    }),
    departure_time: Type.Optional(
      Type.String({
        format: DEPARTURE_FORMAT,
        description:
          'ISO 8601 with `Z` or an offset, or `now`. Default `now`. From 48 hours ago to 384 hours ahead. Cannot be combined with times of waypoints.',
        examples: ['now', '2026-11-21T08:30:00+01:00'],
        ...documentOnly({ pattern: `^(?:now|${INSTANT.source.slice(1, -1)})$` }),
      }),
    ),
    travel: Type.Optional(refTo(TravelSchema)),
    sample: Type.Optional(refTo(SamplingSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    units: Type.Optional(refTo(UnitSystemSchema)),
    unit_overrides: Type.Optional(refTo(RouteUnitOverridesSchema)),
    variables: Type.Optional(
      setOf(ROUTE_VARIABLES, {
        description: `Variables of each sample. Default: ${listed(DEFAULT_ROUTE_VARIABLES)}.`,
      }),
    ),
  },
  {
    $id: 'RouteRequest',
    description:
      'A path and the variables to return along it. Either all waypoints have a `time`, or `departure_time` and `travel` set the times.',
    examples: ROUTE_REQUEST_EXAMPLES,
    ...CLOSED,
    ...documentRule(
      { ...AND_OTHERS, properties: { path: { type: 'array', contains: TIMED } } },
      {
        ...AND_OTHERS,
        properties: { path: { type: 'array', items: TIMED } },
        not: anyRequired('departure_time', 'travel'),
      },
    ),
  },
);

const RouteTravelledSchema = Type.Object(
  {
    departure_time: instant('Time at the start of the path.'),
    arrival_time: instant('Time at the end of the path, even if it is beyond the forecast.'),
    distance: Type.Number({ minimum: 0, description: 'Length of the path, in the unit of distance.' }),
    duration_seconds: index('Seconds from departure to arrival.'),
    mode: nullable('string', {
      enum: [...TRAVEL_MODES, null],
      description: 'Mode of travel. Null if the waypoints had times.',
    }),
    sample_interval: Type.Optional(oneOf(INTERVALS, { description: 'Time between samples.' })),
    timezone: Type.Optional(Type.String({ description: 'IANA time zone at the start of the path.' })),
    coverage_end_time: nullableInstant(
      'Time of the last sample within the forecast, if the route is longer. Otherwise null.',
    ),
  },
  { $id: 'RouteTravelled', description: 'The route as a whole.' },
);

const SampleSchema = Type.Object(
  {
    index: index('Position in `samples`, from 0.'),
    status: oneOf(['ok', 'unavailable'], { description: '`ok` if this sample has weather.' }),
    unavailable_reason: Type.Optional(
      oneOf(UNAVAILABLE_REASONS, { description: 'Present if `status` is `unavailable`.' }),
    ),
    type: Type.Optional(
      oneOf(['analysis', 'forecast'], { description: '`analysis` for times before now, `forecast` for later times.' }),
    ),
    time: instant('Time of arrival, with the offset of `timezone`.'),
    timezone: nullable('string', { description: 'IANA time zone of `time`.' }),
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    elevation: nullable('number', {
      description:
        'Elevation of the terrain, in the unit of elevation. If null, values are for the elevation of the models.',
    }),
    distance: Type.Optional(
      Type.Number({ minimum: 0, description: 'Distance from the start of the route, in the unit of distance.' }),
    ),
    waypoint: Type.Boolean({ description: "True for the request's waypoints, false for samples between them." }),
    ...valueSchemas(ROUTE_VARIABLES),
  },
  {
    $id: 'RouteSample',
    description:
      'The requested variables at one point of the route, at the time of arrival. An unavailable sample has no variables.',
    ...OPEN,
  },
);

const PLACE = {
  index: index('Index of the sample.'),
  latitude: Type.Number(LATITUDE),
  longitude: Type.Number(LONGITUDE),
  time: instant('Time of the sample.'),
};

const ExtremeSchema = Type.Object(
  { ...PLACE, value: Type.Number({ description: 'The value, in the unit of the variable.' }) },
  {
    $id: 'RouteExtreme',
    description: 'The largest or smallest value along the route, at the first sample that has it.',
  },
);

const PeakSchema = Type.Object(
  {
    ...PLACE,
    value: Type.Unsafe<number | ConditionCode>({
      description: 'A number in the unit of the variable, or a condition code.',
      anyOf: [{ type: 'number' }, refTo(ConditionCodeSchema)],
    }),
  },
  { $id: 'RoutePeak', description: 'The most severe value of a window, at the first sample that has it.' },
);

const WindowSchema = Type.Object(
  {
    type: oneOf(WINDOW_TYPES, { description: 'Kind of hazard.' }),
    start_index: index('Index of the first sample.'),
    end_index: index('Index of the last sample, inclusive.'),
    start_time: instant('Time of the first sample.'),
    end_time: instant('Time of the last sample.'),
    peak: Type.Optional(refTo(PeakSchema)),
  },
  {
    $id: 'RouteWindow',
    description:
      'Consecutive samples with the same hazard. `precipitation`: a condition with precipitation, or a probability of at least 50%. `freezing`: at most 0 degC. `high_wind`: gusts of at least 60 km/h, or sustained wind of at least 40 km/h if gusts were not requested. Further fields may appear.',
    ...OPEN,
  },
);

const SummarySchema = Type.Object(
  {
    extremes: Type.Record(Type.String(), refTo(ExtremeSchema), {
      description: 'Extremes of the requested variables, by name: `temperature_min`, `wind_gust_max` and so on.',
    }),
    windows: Type.Array(refTo(WindowSchema), { description: 'Stretches with a hazard, in order of travel.' }),
  },
  { $id: 'RouteSummary', description: 'Extremes and hazards along the route.' },
);

export const RouteResponseSchema = Type.Object(
  {
    route: refTo(RouteTravelledSchema),
    units: refTo(RouteUnitsSchema),
    samples: Type.Array(refTo(SampleSchema), { description: 'Samples in order of travel.' }),
    summary: refTo(SummarySchema),
    updated_at: nullableInstant('When the newest data used was generated.'),
    stale: STALE,
    warnings: WARNINGS,
  },
  {
    $id: 'RouteResponse',
    description: 'The weather along a route.',
    examples: [ROUTE_ANSWER_EXAMPLE],
  },
);

export const ROUTE_COMPONENTS = [
  WaypointSchema,
  TravelSchema,
  SamplingSchema,
  RouteUnitOverridesSchema,
  RouteRequestSchema,
  RouteTravelledSchema,
  RouteUnitsSchema,
  SampleSchema,
  ExtremeSchema,
  PeakSchema,
  WindowSchema,
  SummarySchema,
  RouteResponseSchema,
];
