/** `POST /v1/route`. */

import type { FastifyInstance } from 'fastify';
import type { RouteAnswer } from '../../model/route.js';
import type { RouteRequest } from '../../products/route/request.js';
import { PATH_BOUNDS } from '../json-body.js';
import { refTo } from '../schema/component.js';
import { RouteRequestSchema, RouteResponseSchema } from '../schema/route.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { checkRouteRules } from './route-rules.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** What this endpoint needs of the product. */
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

/** What came too late for this answer may be in the caches of the store for the next. */
function hasTimeForAll({ samples }: RouteAnswer): boolean {
  return samples.every(({ unavailable_reason }) => unavailable_reason !== 'timeout');
}
