/** Endpoints of every product: the server adds its routes from this table. */

import type { FastifyInstance } from 'fastify';
import type { TileList } from '../../products/tiles/tile-list.js';
import { addAccuracyEndpoint } from './accuracy-endpoint.js';
import { addAlertsEndpoint } from './alerts-endpoint.js';
import { addForecastEndpoint } from './forecast-endpoint.js';
import { addHistoricalEndpoint } from './historical-endpoint.js';
import { addNowcastEndpoint } from './nowcast-endpoint.js';
import { addOutlookEndpoint } from './outlook-endpoint.js';
import { addRouteEndpoint } from './route-endpoint.js';
import { addTilesEndpoint, type DrawnTileProduct, type TileEndpointDependencies } from './tiles-endpoint.js';
import { addTileListEndpoints } from './tiles-list-endpoint.js';
import type { WeatherEndpointDependencies } from './weather-endpoint.js';

type EndpointDependencies = WeatherEndpointDependencies & TileEndpointDependencies & { readonly baseUrl: string };

const ENDPOINTS = {
  forecast: addForecastEndpoint,
  nowcast: addNowcastEndpoint,
  route: addRouteEndpoint,
  alerts: addAlertsEndpoint,
  historical: addHistoricalEndpoint,
  outlook: addOutlookEndpoint,
  accuracy: addAccuracyEndpoint,
  tiles(app: FastifyInstance, deps: EndpointDependencies, product: DrawnTileProduct & TileList): void {
    addTilesEndpoint(app, deps, product);
    addTileListEndpoints(app, deps, product);
  },
};

export type ProductName = keyof typeof ENDPOINTS;

/** The products that routes serve; null: no routes for it. */
export type ServedProducts = {
  readonly [Name in ProductName]: Parameters<(typeof ENDPOINTS)[Name]>[2] | null;
};

type AddEndpoint = (app: FastifyInstance, deps: EndpointDependencies, product: unknown) => void;

export function addEndpoints(app: FastifyInstance, deps: EndpointDependencies, products: ServedProducts): void {
  for (const [name, add] of Object.entries(ENDPOINTS)) {
    const product = products[name as ProductName];
    if (product !== null) (add as AddEndpoint)(app, deps, product);
  }
}
