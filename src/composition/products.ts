/** Every product, one row each: how it is made, and whether it waits for the first model run. */

import { ProductUnavailableError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import type { AlertsProduct } from '../http/endpoints/alerts-endpoint.js';
import type { ProductName } from '../http/endpoints/endpoints.js';
import type { OpenAccuracy } from '../model/accuracy-record.js';
import type { ProductStatus } from '../model/product.js';
import { VERIFICATION_STATIONS } from '../model/verification-stations.js';
import { createAccuracyProduct } from '../products/accuracy/accuracy.js';
import { createForecastProduct } from '../products/forecast/forecast.js';
import { createHistoricalProduct, type HistoricalDependencies } from '../products/historical/historical.js';
import { createNowcastProduct, type NowcastDependencies } from '../products/nowcast/nowcast.js';
import { createOutlookProduct } from '../products/outlook/outlook.js';
import { createRouteProduct, type RouteDependencies, type RouteProduct } from '../products/route/route.js';
import type { OpenStations } from '../products/station-data.js';
import type { DrawnAlerts } from '../products/tiles/frames/drawn-alerts.js';
import type { TilesProduct } from '../products/tiles/tiles.js';
import { fittedClimatologies } from '../query/climatology/station-climatologies.js';
import { networksOf, openPublished, type ReadOptions } from './published.js';

/** Dependencies of the products. */
export type ProductDependencies = Omit<RouteDependencies, 'seconds' | 'isWarming' | 'region'> &
  Pick<NowcastDependencies, 'radar'> &
  Pick<HistoricalDependencies, 'analysis' | 'stationDays'> & {
    readonly stations: OpenStations;
    readonly accuracy: OpenAccuracy;
  };

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

interface OpenedRow<Product> {
  create(parts: ProductParts): Product;
  /** True: without data it is warming while the first model run is ingested. */
  readonly waitsForModels: boolean;
  /** State of the product; null: it is not there. @param forecast  state of forecasts, which is looked up once */
  status(product: Product, forecast: Promise<ProductStatus>): Promise<ProductStatus> | null;
}

const row = <Product extends WithStatus | null>(
  waitsForModels: boolean,
  create: (parts: ProductParts) => Product,
): OpenedRow<Product> => ({ create, waitsForModels, status: (product) => product?.status() ?? null });

/** In the order of `/readyz`. */
const PRODUCTS = {
  forecast: row(true, ({ config, ...parts }) =>
    createForecastProduct({ ...parts, region: config.region, networks: networksOf(config) }),
  ),
  route: {
    create: ({ config, first = NO_INGESTS, ...parts }: ProductParts) => {
      const { region, requestSeconds: seconds } = config;
      return createRouteProduct({ ...parts, region, networks: networksOf(config), isWarming: first.models, seconds });
    },
    waitsForModels: true,
    // a route reads the sources of a forecast
    status: async (_: RouteProduct, forecast: Promise<ProductStatus>) => ({ ...(await forecast), product: 'route' }),
  },
  nowcast: row(true, ({ config, first = NO_INGESTS, ...parts }) => {
    const networks = networksOf(config);
    return createNowcastProduct({ ...parts, region: config.region, networks, isWarming: first.radar });
  }),
  alerts: row(false, ({ alerts = null }) => alerts),
  historical: row(false, (parts) => createHistoricalProduct(parts)),
  outlook: row(false, (parts) => createOutlookProduct({ ...parts, climatologies: fittedClimatologies() })),
  accuracy: row(false, (parts) => createAccuracyProduct({ ...parts, verified: VERIFICATION_STATIONS })),
  tiles: row(false, ({ tiles = null }) => tiles),
} satisfies Readonly<Record<ProductName, unknown>>;

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
  const forecast = products.forecast.status();
  const rows = Object.entries(PRODUCTS) as [ProductName, OpenedRow<unknown>][];
  const states = rows.flatMap(([name, { waitsForModels, status }]) => {
    const product = products[name];
    const found = name === 'forecast' ? forecast : status(product, forecast);
    return found === null ? [] : [waitsForModels ? found.then((one) => warming(one, progress)) : found];
  });
  return Promise.all(states);
}

/** Before anything was published, a running ingest makes "unavailable" into "warming", and says how far it is. */
function warming(status: ProductStatus, progress: string | null): ProductStatus {
  if (status.state !== 'unavailable' || progress === null) return status;
  return { ...status, state: 'warming', detail: `the first model run is being prepared: ${progress}` };
}

/** Objects of the data directory, and the products that read nothing else. */
export function openPointProducts(config: Config, log: Log, options: ReadOptions = {}) {
  const { objects, published } = openPublished(config, log, options);
  return { objects, ...createProducts({ ...published, config }) };
}

/** The same with alerts, and with tiles that are drawn in this thread where they are asked for: loading them takes time. */
export async function openProducts(
  config: Config,
  log: Log,
  options: {
    readonly alerts?: OpenAlerts | undefined;
    readonly withTiles: boolean;
    /** Log of the tiles; default: that of the other products. */
    readonly tileLog?: Log;
  },
) {
  const { alerts = NO_ALERTS, withTiles, tileLog = log } = options;
  const { objects, pointers, published } = openPublished(config, log);
  const parts = { objects, pointers, shelf: published.shelf, alerts, requests: null };
  const tiles = withTiles ? (await import('./tiles.js')).openTilesHere(config, tileLog, parts) : null;
  return { objects, products: createProducts({ ...published, config, alerts, tiles }) };
}

/** In place of alerts, where a command has no records. */
const NO_ALERTS: OpenAlerts = {
  stateKey: async () => 'none',
  answer: () => Promise.reject(new ProductUnavailableError('alerts', 'the records are not open', 0)),
  drawn: () => Promise.reject(new ProductUnavailableError('alerts', 'the records are not open', 0)),
  status: async () => ({
    ...{ product: 'alerts', state: 'unavailable', updatedAt: null, referenceTime: null },
    detail: 'the records are not open',
  }),
};
