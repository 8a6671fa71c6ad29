/** `POST /v1/accuracy`. */

import type { FastifyInstance } from 'fastify';
import { InvalidRequestError } from '../../base/errors.js';
import type { AccuracyAnswer } from '../../model/accuracy-answer.js';
import type { AccuracyRequest } from '../../products/accuracy/request.js';
import { AccuracyRequestSchema, AccuracyResponseSchema } from '../schema/accuracy.js';
import { refTo } from '../schema/component.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type AccuracyProduct = WeatherProduct<AccuracyRequest, AccuracyAnswer>;

const PATH = '/v1/accuracy';
const UNKNOWN_REGION =
  'scope.region must be one of mountain, arid_interior, pacific_coast, northern_continental, central_plains, humid_east, gulf_coast, tropical, arctic; got "alps"';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'accuracy',
  summary: 'Get the accuracy of past forecasts',
  description:
    'Compares the forecasts of the last 7 to 365 dates, as they were issued, with observations of weather stations: around a location, in a region, or in the whole network. A metric with too few pairs is `null`. Requires the scope `accuracy:read`.',
  body: refTo(AccuracyRequestSchema),
  answer: { description: 'One record for each lead of each requested section.', schema: refTo(AccuracyResponseSchema) },
  problems: {
    'insufficient-scope': {
      detail:
        'this credential does not have the scope accuracy:read, which its plan free has; it is limited to other scopes',
      headers: ['WWW-Authenticate'],
    },
    'invalid-request': {
      detail: UNKNOWN_REGION,
      headers: ['RateLimit-Policy', 'RateLimit'],
      errors: [{ pointer: '/scope/region', code: 'enum', message: UNKNOWN_REGION }],
    },
    'product-unavailable': {
      detail: 'accuracy is unavailable: no forecasts have been verified yet',
      headers: ['Retry-After'],
    },
  },
});

export function addAccuracyEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: AccuracyProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'accuracy',
    path: PATH,
    scope: 'accuracy:read',
    schema: SCHEMA,
    product,
    check: checkSections,
    write: (answer) => Buffer.from(JSON.stringify(answer)),
  });
}

/** A schema would report a missing section as three vague errors. @throws InvalidRequestError  no section */
function checkSections({ minutely, hourly, daily }: AccuracyRequest): void {
  if (minutely ?? hourly ?? daily) return;
  const message = 'the body must have at least one of minutely, hourly, daily; got none';
  throw new InvalidRequestError([{ pointer: '', code: 'section_required', message }]);
}
