/** Every product, one row each: how it is made, and whether it waits for the first model run. */

import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import type { AlertsProduct } from '../http/endpoints/alerts-endpoint.js';
import type { ProductName } from '../http/endpoints/endpoints.js';
import type { ProductStatus } from '../model/product.js';
import { createForecastProduct } from '../products/forecast/forecast.js';
import { createNowcastProduct, type NowcastDependencies } from '../products/nowcast/nowcast.js';
import { createRouteProduct, type RouteDependencies } from '../products/route/route.js';
import type { DrawnAlerts } from '../products/tiles/frames/drawn-alerts.js';
import type { TilesProduct } from '../products/tiles/tiles.js';
import { NO_ALERTS } from './no-alerts.js';
import { networksOf, openPublished } from './published.js';

/** What products read. */
export type ProductDependencies = Omit<RouteDependencies, 'seconds' | 'isWarming' | 'region'> &
  Pick<NowcastDependencies, 'radar'>;

/** Tells whether the data of a product are being ingested for the first time. */
export interface FirstIngests {
  readonly models: () => boolean;
  readonly radar: () => boolean;
}

const NO_INGESTS: FirstIngests = { models: () => false, radar: () => false };

export interface ProductParts extends ProductDependencies {
  readonly config: Config;
  /** Default: nothing is being ingested. */
  readonly first?: FirstIngests;
  /** Null, or left out: a process without records, or without tiles. */
  readonly alerts?: OpenAlerts | null;
  readonly tiles?: TilesProduct | null;
}

interface WithStatus {
  status(): Promise<ProductStatus>;
}

/** Alerts for responses, for maps and for operators. */
export type OpenAlerts = AlertsProduct & DrawnAlerts & WithStatus;

interface OpenedRow<Product extends WithStatus | null> {
  create(parts: ProductParts): Product;
  /** True: without data it is warming while the first model run is ingested. */
  readonly waitsForModels: boolean;
}

const row = <Product extends WithStatus | null>(
  waitsForModels: boolean,
  create: (parts: ProductParts) => Product,
): OpenedRow<Product> => ({ create, waitsForModels });

/** In the order of `/readyz`. */
const PRODUCTS = {
  forecast: row(true, ({ config: { region }, ...parts }) => createForecastProduct({ ...parts, region })),
  route: row(true, ({ config: { region, requestSeconds: seconds }, first = NO_INGESTS, ...parts }) =>
    createRouteProduct({ ...parts, region, isWarming: first.models, seconds }),
  ),
  nowcast: row(true, ({ config, first = NO_INGESTS, ...parts }) => {
    const networks = networksOf(config);
    return createNowcastProduct({ ...parts, region: config.region, networks, isWarming: first.radar });
  }),
  alerts: row(false, ({ alerts = null }) => alerts),
  tiles: row(false, ({ tiles = null }) => tiles),
} satisfies Readonly<Record<ProductName, OpenedRow<WithStatus | null>>>;

export type Products = { readonly [Name in ProductName]: ReturnType<(typeof PRODUCTS)[Name]['create']> };

export function createProducts(parts: ProductParts): Products {
  const products = Object.entries(PRODUCTS).map(([name, { create }]) => [name, create(parts)] as const);
  return Object.fromEntries(products) as unknown as Products;
}

/**
 * State of every product that there is.
 *
 * @param progress  how far the running ingest is, in words; null when none runs
 */
export function readinessOf(products: Products, progress: string | null): Promise<readonly ProductStatus[]> {
  const states = Object.entries(PRODUCTS).flatMap(([name, { waitsForModels }]) => {
    const status = products[name as ProductName]?.status();
    return status === undefined ? [] : [waitsForModels ? status.then((one) => warming(one, progress)) : status];
  });
  return Promise.all(states);
}

/** Before anything was published, a running ingest makes "unavailable" into "warming", and says how far it is. */
function warming(status: ProductStatus, progress: string | null): ProductStatus {
  if (status.state !== 'unavailable' || progress === null) return status;
  return { ...status, state: 'warming', detail: `the first model run is being prepared: ${progress}` };
}

/** Objects of the data directory, and the products that read nothing else. */
export function openPointProducts(config: Config, log: Log) {
  const { objects, published } = openPublished(config, log);
  return { objects, ...createProducts({ ...published, config }) };
}

/** The same with alerts, and with tiles that are drawn in this thread where they are asked for: loading them takes time. */
export async function openProducts(
  config: Config,
  log: Log,
  { alerts = NO_ALERTS, withTiles }: { readonly alerts?: OpenAlerts | undefined; readonly withTiles: boolean },
) {
  const { objects, pointers, published } = openPublished(config, log);
  const parts = { objects, pointers, shelf: published.shelf, alerts, requests: null };
  const tiles = withTiles ? (await import('./tiles.js')).openTilesHere(config, log, parts) : null;
  return { objects, products: createProducts({ ...published, config, alerts, tiles }) };
}
