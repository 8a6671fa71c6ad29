/** `POST /v1/forecast`. */

import type { FastifyInstance } from 'fastify';
import type { ForecastAnswer } from '../../model/answer.js';
import type { ForecastRequest } from '../../products/forecast/request.js';
import { writeForecastAnswer } from '../columnar-json.js';
import { refTo } from '../schema/component.js';
import { ForecastRequestSchema, ForecastResponseSchema } from '../schema/forecast.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { checkForecastRules } from './forecast-rules.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** What this endpoint needs of the product. */
export type ForecastProduct = WeatherProduct<ForecastRequest, ForecastAnswer>;

const PATH = '/v1/forecast';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'forecast',
  summary: 'Get the forecast for a location',
  description:
    'Returns current conditions and 15-minute, hourly and daily records. Each section has the variables you request. Requires the scope `forecast:read`.',
  body: refTo(ForecastRequestSchema),
  answer: { description: 'The requested sections.', schema: refTo(ForecastResponseSchema) },
});

export function addForecastEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: ForecastProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'forecast',
    path: PATH,
    scope: 'forecast:read',
    schema: SCHEMA,
    product,
    check: checkForecastRules,
    write: writeForecastAnswer,
  });
}
