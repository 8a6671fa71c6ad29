/** What the products read from the data directory, and the products that are made of it. */

import { systemClock } from '../base/clock.js';
import type { Config } from '../base/config.js';
import type { Log } from '../base/log.js';
import { chosenAlertFeeds } from '../ingest/alerts/alert-feed-table.js';
import { watchedPlaces } from '../ingest/alerts/watched-places.js';
import { chosenRadarFeeds } from '../ingest/radar/radar-feed-table.js';
import type { RadarNetworkId } from '../model/radar.js';
import type { AlertRecords } from '../model/records.js';
import { type AlertsProduct, createAlertsProduct } from '../products/alerts/alerts.js';
import { createForecastProduct } from '../products/forecast/forecast.js';
import { createNowcastProduct, type NowcastDependencies } from '../products/nowcast/nowcast.js';
import { createRouteProduct, type RouteDependencies } from '../products/route/route.js';
import { createElevationLookup } from '../query/place/elevation.js';
import { createCubeShelf } from '../store/grids/cube-shelf.js';
import { createRadarShelf } from '../store/radar/radar-shelf.js';
import { openObjects } from './objects.js';

/** What the products read: one shelf, with one cache, for all of them. */
export function openPublished(config: Config, log: Log) {
  const objects = openObjects(config);
  // Pointers age by the machine's clock: a service whose weather clock stands still must see new versions too.
  const shelf = createCubeShelf({ objects, clock: systemClock, log });
  const radar = createRadarShelf({ objects, clock: systemClock, log });
  const elevationAt = createElevationLookup({ objects, log });
  return { objects, published: { shelf, radar, clock: config.clock, log, elevationAt, machineClock: systemClock } };
}

/** Objects of the data directory, and the products at a point that read nothing else. */
export function openPointProducts(config: Config, log: Log) {
  const { objects, published } = openPublished(config, log);
  const nowcast = createNowcastProduct({ ...published, networks: networksOf(config) });
  return { objects, forecast: createForecastProduct(published), nowcast };
}

export type ProductDependencies = Omit<RouteDependencies, 'seconds' | 'isWarming'> & Pick<NowcastDependencies, 'radar'>;

/** Whether what a product stands on is being taken in for the very first time. */
export interface FirstTurns {
  readonly models: () => boolean;
  readonly radar: () => boolean;
}

export const NO_TURNS: FirstTurns = { models: () => false, radar: () => false };

export function createProducts(config: Config, deps: ProductDependencies, first: FirstTurns) {
  return {
    forecast: createForecastProduct(deps),
    nowcast: createNowcastProduct({ ...deps, networks: networksOf(config), isWarming: first.radar }),
    route: createRouteProduct({ ...deps, isWarming: first.models, seconds: config.routeSeconds }),
  };
}

export function networksOf({ radarFeeds, region }: Config): readonly RadarNetworkId[] {
  return chosenRadarFeeds(radarFeeds, region).map(({ id }) => id);
}

/** Answers from its records once it is refreshed. */
export function createAlerts(
  config: Config,
  records: AlertRecords,
  { untried }: { readonly untried?: () => readonly string[] },
): AlertsProduct {
  const { alertFeeds, region, clock, profile } = config;
  const feeds = chosenAlertFeeds(alertFeeds, region).map((feed) => ({
    ...feed,
    places: (branch: string | null) => watchedPlaces(feed, branch),
  }));
  return createAlertsProduct({ records, feeds, clock, simulated: profile === 'demo', ...(untried && { untried }) });
}
