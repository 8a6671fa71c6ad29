/** `POST /v1/outlook`. */

import type { FastifyInstance } from 'fastify';
import type { ForecastAnswer } from '../../model/answer.js';
import type { OutlookRequest } from '../../products/outlook/request.js';
import { writeForecastAnswer } from '../columnar-json.js';
import { refTo } from '../schema/component.js';
import { OutlookRequestSchema, OutlookResponseSchema } from '../schema/outlook.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type OutlookProduct = WeatherProduct<OutlookRequest, ForecastAnswer>;

const PATH = '/v1/outlook';
const TOO_EARLY = 'start must be from 2026-12-05 to 2027-11-20, days 15 to 365 from today; got 2026-12-04';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'outlook',
  summary: 'Get the climate outlook for a location',
  description:
    'Returns the climate of each date between day 15 and day 365 from today, from the observations of 1991-2020 at stations around the location. It is not a forecast. Requires the scope `forecast:read`.',
  body: refTo(OutlookRequestSchema),
  answer: { description: 'One record for each local date.', schema: refTo(OutlookResponseSchema) },
  problems: {
    'invalid-request': {
      detail: TOO_EARLY,
      headers: ['RateLimit-Policy', 'RateLimit'],
      errors: [{ pointer: '/start', code: 'date_out_of_range', message: TOO_EARLY }],
    },
    'product-unavailable': {
      detail: 'outlook is unavailable: no station series have been published yet',
      headers: ['Retry-After'],
    },
  },
});

export function addOutlookEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: OutlookProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'outlook',
    path: PATH,
    scope: 'forecast:read',
    schema: SCHEMA,
    product,
    check: () => undefined, // rules of dates need the zone of the place, so the product checks them
    write: writeForecastAnswer,
  });
}
