/** `POST /v1/route`. */

import type { FastifyInstance } from 'fastify';
import type { RequestFault } from '../../base/errors.js';
import type { RouteAnswer } from '../../model/route.js';
import { parseInstant } from '../../model/time.js';
import type { RequestWaypoint, RouteRequest } from '../../products/route/request.js';
import { PATH_BOUNDS } from '../json-body.js';
import { echo, refusalOf } from '../request-faults.js';
import { refTo } from '../schema/component.js';
import { RouteRequestSchema, RouteResponseSchema } from '../schema/route.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type RouteProduct = WeatherProduct<RouteRequest, RouteAnswer>;

const PATH = '/v1/route';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'route',
  summary: 'Get the weather along a route',
  description:
    'Returns the weather along a drive, a bicycle ride or a hike, at the time of arrival at each point. A sample without data has `status: unavailable` and a reason; the other samples are returned as usual. Requires the scope `route:read` (plans `pro` and `business`).',
  body: refTo(RouteRequestSchema),
  answer: { description: 'The weather along the route.', schema: refTo(RouteResponseSchema) },
  problems: {
    'insufficient-scope': {
      detail: 'this credential does not have the scope route:read; plans pro and business have it',
      headers: ['WWW-Authenticate'],
    },
    'payload-too-large': { detail: `the body must be at most ${PATH_BOUNDS.bytes} bytes` },
    'invalid-request': {
      detail: 'path must have at least 2 items; got 1',
      headers: ['RateLimit-Policy', 'RateLimit'],
      errors: [{ pointer: '/path', code: 'min_items', message: 'path must have at least 2 items; got 1' }],
    },
    'product-unavailable': { detail: 'the service is overloaded at the moment', headers: ['Retry-After'] },
  },
});

export function addRouteEndpoint(app: FastifyInstance, deps: WeatherEndpointDependencies, product: RouteProduct): void {
  addWeatherEndpoint(app, deps, {
    name: 'route',
    path: PATH,
    scope: 'route:read',
    schema: SCHEMA,
    bounds: PATH_BOUNDS,
    product,
    check: checkRouteRules,
    write: (answer) => Buffer.from(JSON.stringify(answer)),
    isLasting: hasTimeForAll,
  });
}

/** Reads that were too late for this answer may be in the caches of the store for the next. */
function hasTimeForAll({ samples }: RouteAnswer): boolean {
  return samples.every(({ unavailable_reason }) => unavailable_reason !== 'timeout');
}

/**
 * Checks rules that a schema cannot express. The product checks those that need the clock, the length of the path or a
 * unit of speed.
 *
 * @throws InvalidRequestError  with every broken rule
 */
function checkRouteRules({ path, departure_time, travel }: RouteRequest): void {
  if (path.every(({ time }) => time === undefined)) return;
  const faults: RequestFault[] = [];
  if (departure_time !== undefined) faults.push(secondSource('departure_time'));
  if (travel !== undefined) faults.push(secondSource('travel'));
  const missing = path.findIndex(({ time }) => time === undefined);
  if (missing >= 0) faults.push(missingTime(path, missing));
  for (let i = 1; i < path.length; i++) faults.push(...orderFaults(path[i - 1]!, path[i]!, i));
  if (faults.length > 0) throw refusalOf(faults);
}

function secondSource(field: 'departure_time' | 'travel'): RequestFault {
  const message = `${field} must not be combined with times of waypoints: timing comes from exactly one source`;
  return { pointer: `/${field}`, code: 'mutually_exclusive', message };
}

function missingTime(path: readonly RequestWaypoint[], first: number): RequestFault {
  const given = path.filter(({ time }) => time !== undefined).length;
  const message = `path[${first}].time is required: times stand at all waypoints or at none; got ${given} for ${path.length} waypoints`;
  return { pointer: `/path/${first}/time`, code: 'required', message };
}

/** A later waypoint has a later time; at the same place it may have the same. */
function orderFaults(before: RequestWaypoint, after: RequestWaypoint, i: number): RequestFault[] {
  if (before.time === undefined || after.time === undefined) return [];
  const seconds = parseInstant(after.time)! - parseInstant(before.time)!;
  if (seconds > 0 || (seconds === 0 && isSamePlace(before, after))) return [];
  const but = seconds === 0 ? ' or at the same place' : '';
  const message = `path[${i}].time must be later than that of path[${i - 1}]${but}; got ${echo(after.time)} after ${echo(before.time)}`;
  return [{ pointer: `/path/${i}/time`, code: 'times_not_increasing', message }];
}

/** 180° east is 180° west, and at a pole all meridians meet. */
function isSamePlace(a: RequestWaypoint, b: RequestWaypoint): boolean {
  if (a.latitude !== b.latitude) return false;
  const apart = Math.abs(a.longitude - b.longitude);
  return apart === 0 || apart === 360 || Math.abs(a.latitude) === 90;
}
