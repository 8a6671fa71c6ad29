/** A route product of made-up weather: the shape of an answer, its waypoints an hour apart. */

import { CONDITION_CODES } from '../../model/condition.js';
import type { RouteAnswer, RouteSample } from '../../model/route.js';
import { formatInstant } from '../../model/time.js';
import { resolveRouteUnits } from '../../model/units.js';
import { DEFAULT_ROUTE_VARIABLES, type ForecastVariableId } from '../../model/variables.js';
import type { RouteRequest } from '../../products/route/request.js';
import type { RouteProduct } from './route-endpoint.js';

/** 2026-11-20T11:00:00Z. */
const DEPARTURE = 1795172400;
const BETWEEN = 3600; // s

function madeUpValue(variable: ForecastVariableId, index: number): number | string {
  return variable === 'condition' ? CONDITION_CODES[index % CONDITION_CODES.length]! : index;
}

function madeUpSample({ path, variables = DEFAULT_ROUTE_VARIABLES }: RouteRequest, index: number): RouteSample {
  const { latitude, longitude, time } = path[index]!;
  return {
    index,
    status: 'ok',
    type: 'forecast',
    time: time ?? formatInstant(DEPARTURE + index * BETWEEN),
    timezone: 'UTC',
    latitude,
    longitude,
    elevation: null,
    distance: index * 10,
    waypoint: true,
    ...Object.fromEntries(variables.map((variable) => [variable, madeUpValue(variable, index)])),
  };
}

/** A sample for each waypoint, and no summary. */
export function madeUpRoute(request: RouteRequest): RouteAnswer {
  const samples = request.path.map((_, index) => madeUpSample(request, index));
  return {
    route: {
      departure_time: samples[0]!.time,
      arrival_time: samples.at(-1)!.time,
      distance: samples.at(-1)!.distance,
      duration_seconds: (samples.length - 1) * BETWEEN,
      mode: request.path[0]!.time === undefined ? (request.travel?.mode ?? 'driving') : null,
      sample_interval: request.sample?.interval ?? '30m',
      timezone: 'UTC',
      coverage_end_time: null,
    },
    units: resolveRouteUnits(request.units ?? 'metric', request.unit_overrides),
    samples,
    summary: { extremes: {}, windows: [] },
    updated_at: formatInstant(DEPARTURE),
    stale: false,
    warnings: [{ code: 'simulated_data', message: 'This weather is made up.' }],
  };
}

/** The fake product; counts what it was asked. `state` may be changed to stand for new data. */
export interface FakeRoute extends RouteProduct {
  state: string;
  asked: RouteRequest[];
  /** Makes the answers; replace it to fail, or to be stale. */
  make: (request: RouteRequest) => RouteAnswer;
}

export function fakeRoute(): FakeRoute {
  const product: FakeRoute = {
    state: 'first',
    asked: [],
    make: madeUpRoute,
    stateKey: async () => product.state,
    answer: async (request) => {
      product.asked.push(request);
      return product.make(request);
    },
  };
  return product;
}
