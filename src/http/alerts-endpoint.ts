/** `POST /v1/alerts`. */

import type { FastifyInstance } from 'fastify';
import type { AlertsAnswer } from '../model/alert-answer.js';
import type { AlertsRequest } from '../products/alerts/request.js';
import { AlertsRequestSchema, AlertsResponseSchema } from './schema/alerts.js';
import { refTo } from './schema/component.js';
import { weatherOperation } from './schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** What this endpoint needs of the product. */
export type AlertsProduct = WeatherProduct<AlertsRequest, AlertsAnswer>;

const PATH = '/v1/alerts';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'alerts',
  summary: 'Public alerts at a point',
  description:
    'The warnings of public authorities that hold at exactly this point now, in full, aligned with the Common Alerting Protocol. An empty list means that none is known; `warnings` say where one could be missing.',
  body: refTo(AlertsRequestSchema),
  answer: { description: 'Active alerts, the most severe first.', schema: refTo(AlertsResponseSchema) },
  problems: {
    'insufficient-scope': {
      detail:
        'this credential does not have the scope alerts:read, which its plan free has; it is limited to other scopes',
      headers: ['WWW-Authenticate'],
    },
    'invalid-request': {
      detail: 'location.latitude must be at most 90; got 91',
      headers: ['RateLimit-Policy', 'RateLimit'],
      errors: [
        { pointer: '/location/latitude', code: 'maximum', message: 'location.latitude must be at most 90; got 91' },
      ],
    },
    'product-unavailable': {
      detail: 'alerts is unavailable: the first polls are running: NWS alerts',
      headers: ['Retry-After'],
    },
  },
});

export function addAlertsEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: AlertsProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'alerts',
    path: PATH,
    scope: 'alerts:read',
    schema: SCHEMA,
    product,
    check: () => undefined, // the schema says it all
    write: (answer) => Buffer.from(JSON.stringify(answer)),
  });
}
