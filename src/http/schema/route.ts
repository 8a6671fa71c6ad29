/** `POST /v1/route`: request and answer. */

import { Type } from 'typebox';
import {
  MOST_WAYPOINTS,
  SAMPLE_INTERVALS,
  type SampleInterval,
  TRAVEL_MODES,
  UNAVAILABLE_REASONS,
  WINDOW_TYPES,
} from '../../model/route.js';
import { DEFAULT_ROUTE_VARIABLES, ROUTE_VARIABLES } from '../../model/variables.js';
import { CLOSED, nullable, nullableInstant, oneOf, refTo, setOf } from './component.js';
import { valueSchemas, WarningSchema } from './forecast.js';
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
      instant('Arrival, with an offset. At all waypoints or at none, and not together with `travel`.'),
    ),
  },
  { $id: 'Waypoint', description: 'A point that the route leads through.', ...CLOSED },
);

const TravelSchema = Type.Object(
  {
    mode: Type.Optional(
      oneOf(TRAVEL_MODES, {
        default: 'driving',
        description: 'Hiking and cycling are paced by the climbs and descents of the terrain, driving is not.',
      }),
    ),
    speed: Type.Optional(
      Type.Number({
        description:
          'Pace on flat ground in the unit of wind speed. Driving 1 to 200 km/h, 80 unless said; cycling 3 to 60, 20; hiking 1 to 15, 5.',
        examples: [4.5],
      }),
    ),
  },
  { $id: 'Travel', description: 'How the route is travelled.', ...CLOSED },
);

const SamplingSchema = Type.Object(
  { interval: Type.Optional(oneOf(INTERVALS, { default: '30m', description: 'Time between samples.' })) },
  { $id: 'Sampling', description: 'How the route is cut into samples: by time.', ...CLOSED },
);

/** A departure: an instant, or "now". The name of a check that the validator is given. */
export const DEPARTURE_FORMAT = 'departure';

export const RouteRequestSchema = Type.Object(
  {
    path: Type.Array(refTo(WaypointSchema), {
      minItems: 2,
      maxItems: MOST_WAYPOINTS,
      description: 'Waypoints in the order of travel, joined by great circles; at most 20,000 km.',
    }),
    departure_time: Type.Optional(
      Type.String({
        format: DEPARTURE_FORMAT,
        default: 'now',
        description: 'An instant with an offset, or `now`. Not together with times of waypoints.',
        examples: ['now', '2026-11-21T08:30:00+01:00'],
      }),
    ),
    travel: Type.Optional(refTo(TravelSchema)),
    sample: Type.Optional(refTo(SamplingSchema)),
    timezone: Type.Optional(refTo(TimeZoneSchema)),
    units: Type.Optional(refTo(UnitSystemSchema)),
    unit_overrides: Type.Optional(refTo(RouteUnitOverridesSchema)),
    variables: Type.Optional(
      setOf(ROUTE_VARIABLES, {
        default: DEFAULT_ROUTE_VARIABLES,
        description: 'Variables of each sample; those of an hour of the forecast.',
      }),
    ),
  },
  {
    $id: 'RouteRequest',
    description: 'A path, when it is travelled, and the variables wanted along it.',
    examples: ROUTE_REQUEST_EXAMPLES,
    ...CLOSED,
  },
);

const RouteTravelledSchema = Type.Object(
  {
    departure_time: instant('At the start of the path.'),
    arrival_time: instant('At its end, also where that lies beyond the horizon.'),
    distance: Type.Number({ minimum: 0, description: 'Length of the path, in the unit of distance.' }),
    duration_seconds: index('From departure to arrival, seconds.'),
    mode: nullable('string', { enum: [...TRAVEL_MODES, null], description: 'Null when the caller gave times.' }),
    sample_interval: Type.Optional(oneOf(INTERVALS, { description: 'Time between samples.' })),
    timezone: Type.Optional(Type.String({ description: 'IANA time zone at the departure.' })),
    coverage_end_time: nullableInstant('The last sample that the forecast reaches when the route is truncated.'),
  },
  { $id: 'RouteTravelled', description: 'The whole route.' },
);

const SampleSchema = Type.Object(
  {
    index: index('Place in `samples`.'),
    status: oneOf(['ok', 'unavailable'], { description: 'Whether there is weather for this sample.' }),
    unavailable_reason: Type.Optional(
      oneOf(UNAVAILABLE_REASONS, { description: 'Only when the status is `unavailable`.' }),
    ),
    type: Type.Optional(oneOf(['analysis', 'forecast'], { description: 'Before now, or after it.' })),
    time: instant('Arrival, with the offset of the zone.'),
    timezone: nullable('string', { description: 'IANA time zone of `time`.' }),
    latitude: Type.Number(LATITUDE),
    longitude: Type.Number(LONGITUDE),
    elevation: nullable('number', {
      description:
        'Height of the ground, in the unit of elevation; where it is null, values are for the ground of the models.',
    }),
    distance: Type.Optional(
      Type.Number({ minimum: 0, description: 'From the start of the route, in the unit of distance.' }),
    ),
    waypoint: Type.Boolean({ description: "True for the caller's own waypoints." }),
    ...valueSchemas(ROUTE_VARIABLES),
  },
  {
    $id: 'RouteSample',
    description:
      'The selected variables where and when the route is met: at the instant, or over the record it lies in. An unavailable sample has none.',
  },
);

const PLACE = {
  index: index('Of the sample.'),
  latitude: Type.Number(LATITUDE),
  longitude: Type.Number(LONGITUDE),
  time: instant('Of the sample.'),
};

const ExtremeSchema = Type.Object(
  { ...PLACE, value: Type.Number({ description: 'In the unit of the variable.' }) },
  { $id: 'RouteExtreme', description: 'A largest or smallest value, where and when it is met first.' },
);

const PeakSchema = Type.Object(
  {
    ...PLACE,
    value: Type.Unsafe<number | string>({ type: ['number', 'string'], description: 'A value, or a condition code.' }),
  },
  { $id: 'RoutePeak', description: 'The worst of a window, where and when it is met first.' },
);

const WindowSchema = Type.Object(
  {
    type: oneOf(WINDOW_TYPES),
    start_index: index('First sample.'),
    end_index: index('Last sample, inclusive.'),
    start_time: instant('Of the first sample.'),
    end_time: instant('Of the last sample.'),
    peak: Type.Optional(refTo(PeakSchema)),
  },
  {
    $id: 'RouteWindow',
    description:
      'Consecutive samples of the same hazard: a wet condition or a probability of 50% and more; 0 degC and less; gusts of 60 km/h and more, or wind of 40 km/h and more where gusts are not requested.',
  },
);

const SummarySchema = Type.Object(
  {
    extremes: Type.Record(Type.String(), refTo(ExtremeSchema), {
      description: 'By variable and aggregate, as in `temperature_min` and `wind_gust_max`; of requested variables.',
    }),
    windows: Type.Array(refTo(WindowSchema)),
  },
  { $id: 'RouteSummary', description: 'What stands out on the way.' },
);

export const RouteResponseSchema = Type.Object(
  {
    route: refTo(RouteTravelledSchema),
    units: refTo(RouteUnitsSchema),
    samples: Type.Array(refTo(SampleSchema), { description: 'In the order of travel.' }),
    summary: refTo(SummarySchema),
    updated_at: nullableInstant('When the data behind the answer was made.'),
    stale: Type.Boolean({ description: 'True only when older data is served because its sources are degraded.' }),
    warnings: Type.Array(refTo(WarningSchema)),
  },
  {
    $id: 'RouteResponse',
    description: `The weather along a route; where none are named, of ${listed(DEFAULT_ROUTE_VARIABLES)}.`,
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
