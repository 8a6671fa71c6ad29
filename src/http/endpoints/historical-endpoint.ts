/** `POST /v1/historical`. */

import type { FastifyInstance } from 'fastify';
import type { HistoricalAnswer } from '../../model/historical.js';
import type { HistoricalRequest } from '../../products/historical/request.js';
import { writeHistoricalAnswer } from '../columnar-json.js';
import { refTo } from '../schema/component.js';
import { HistoricalRequestSchema, HistoricalResponseSchema } from '../schema/historical.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type HistoricalProduct = WeatherProduct<HistoricalRequest, HistoricalAnswer>;

const PATH = '/v1/historical';
const TOO_LATE = 'end must be at most 2026-11-19, the last completed local date; got 2026-11-20';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'historical',
  summary: 'Get daily observations of the past',
  description:
    'Returns observations of completed local dates at a location, combined from the weather stations around it. A missing observation is `null`. Requires the scope `historical:read`.',
  body: refTo(HistoricalRequestSchema),
  answer: { description: 'One record for each local date.', schema: refTo(HistoricalResponseSchema) },
  problems: {
    'insufficient-scope': {
      detail:
        'this credential does not have the scope historical:read, which its plan free has; it is limited to other scopes',
      headers: ['WWW-Authenticate'],
    },
    'invalid-request': {
      detail: TOO_LATE,
      headers: ['RateLimit-Policy', 'RateLimit'],
      errors: [{ pointer: '/end', code: 'date_out_of_range', message: TOO_LATE }],
    },
    'product-unavailable': {
      detail: 'historical is unavailable: no station series have been published yet',
      headers: ['Retry-After'],
    },
  },
});

export function addHistoricalEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: HistoricalProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'historical',
    path: PATH,
    scope: 'historical:read',
    schema: SCHEMA,
    product,
    check: () => undefined, // rules of dates need the zone of the place, so the product checks them
    write: writeHistoricalAnswer,
  });
}
