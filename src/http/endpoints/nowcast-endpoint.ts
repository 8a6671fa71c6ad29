/** `POST /v1/nowcast`. */

import type { FastifyInstance } from 'fastify';
import type { NowcastAnswer } from '../../model/nowcast.js';
import type { NowcastRequest } from '../../products/nowcast/request.js';
import { writeNowcastAnswer } from '../columnar-json.js';
import { refTo } from '../schema/component.js';
import { NowcastRequestSchema, NowcastResponseSchema } from '../schema/nowcast.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type NowcastProduct = WeatherProduct<NowcastRequest, NowcastAnswer>;

const PATH = '/v1/nowcast';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'nowcast',
  summary: 'Get a two-hour precipitation nowcast',
  description:
    'Returns precipitation for each of the next 120 minutes, from radar where it covers the location and from models elsewhere. If no minute reaches 0.1 mm/h or a probability of 30%, `status` is `dry` and `minutes` is empty. Requires the scope `nowcast:read` (plans `pro` and `business`).',
  body: refTo(NowcastRequestSchema),
  answer: { description: 'The nowcast.', schema: refTo(NowcastResponseSchema) },
  problems: {
    'insufficient-scope': {
      detail: 'this credential does not have the scope nowcast:read; plans pro and business have it',
      headers: ['WWW-Authenticate'],
    },
    'invalid-request': {
      detail: 'variables[0] must be one of condition, precipitation, …; got "temperature"',
      headers: ['RateLimit-Policy', 'RateLimit'],
      errors: [
        {
          pointer: '/variables/0',
          code: 'enum',
          message: 'variables[0] must be one of condition, precipitation, …; got "temperature"',
        },
      ],
    },
    'product-unavailable': {
      detail: 'nowcast is unavailable: no radar covers this place, and no model run has been ingested yet',
      headers: ['Retry-After'],
    },
  },
});

export function addNowcastEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: NowcastProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'nowcast',
    path: PATH,
    scope: 'nowcast:read',
    schema: SCHEMA,
    product,
    check: () => undefined, // the schema says it all
    write: writeNowcastAnswer,
  });
}
