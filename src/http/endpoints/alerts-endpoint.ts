/** `POST /v1/alerts`. */

import type { FastifyInstance } from 'fastify';
import type { AlertsAnswer } from '../../model/alert-answer.js';
import type { AlertsRequest } from '../../products/alerts/request.js';
import { AlertsRequestSchema, AlertsResponseSchema } from '../schema/alerts.js';
import { refTo } from '../schema/component.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type AlertsProduct = WeatherProduct<AlertsRequest, AlertsAnswer>;

const PATH = '/v1/alerts';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'alerts',
  summary: 'Get active public alerts at a location',
  description:
    'Returns the official alerts that are active at exactly this location, aligned with the Common Alerting Protocol (CAP). An empty list means that no alert is known; `warnings` tell whether an alert could be missing. Requires the scope `alerts:read`.',
  body: refTo(AlertsRequestSchema),
  answer: { description: 'Active alerts, most severe first.', schema: refTo(AlertsResponseSchema) },
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
