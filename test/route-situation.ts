/** Routes over cubes in memory: what the tests of `products/route` and of its faults ask. */

import { fixedClock } from '../src/base/clock.js';
import type { Deadline } from '../src/base/deadline.js';
import { silentLog } from '../src/base/log.js';
import type { Box } from '../src/model/box.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { ElementId } from '../src/model/element.js';
import type { RouteAnswer, RouteSample } from '../src/model/route.js';
import type { RouteRequest } from '../src/products/route/request.js';
import { createRouteProduct, type RouteDependencies } from '../src/products/route/route.js';
import type { WatchedRadar } from '../src/query/radar/radar-view.js';
import { deadlineByHand } from './deadline-by-hand.js';
import { NOW, RUN, START } from './forecast-situation.js';
import { createMemoryCube, type FieldOf, type MemoryCubeOptions, shelfOf, timesFrom } from './memory-cube.js';

/** Fields that tell places and times apart, straight in both: a blend of four cells is exact. */
export const PLAIN_FIELDS: Readonly<Partial<Record<ElementId, FieldOf>>> = {
  temperature: (time, latitude) => 280 + latitude / 10 + (time - RUN) / 360_000,
  dew_point: (_, latitude) => 274 + latitude / 10,
  pressure_msl: (_, latitude) => 101_000 + 10 * latitude,
  wind_u: () => 3,
  wind_v: () => 4,
  wind_gust: () => 9,
  precipitation: () => 0.4,
  cloud_cover: () => 0.5,
  visibility: () => 20_000,
  ozone: () => 300,
  rain_flag: () => 1,
};

interface RouteSituation extends Partial<MemoryCubeOptions>, WatchedRadar {
  readonly now?: number;
  readonly shelf?: CubeShelf;
  readonly elevationAt?: RouteDependencies['elevationAt'];
  /** Default one that never passes. */
  readonly startDeadline?: (seconds: number) => Deadline;
  readonly isWarming?: boolean;
  readonly region?: Box;
}

/** By default over GFS alone, by the hour, 48 hours before its run and 384 after. */
export function routeProductOf({
  now = NOW,
  shelf,
  elevationAt,
  startDeadline,
  isWarming,
  region,
  radar,
  networks,
  ...cube
}: RouteSituation = {}) {
  const options = { times: timesFrom(START, 48 + 385), referenceTime: RUN, fields: PLAIN_FIELDS, ...cube };
  return createRouteProduct({
    shelf: shelf ?? shelfOf(createMemoryCube(options)),
    clock: fixedClock(now),
    log: silentLog,
    seconds: 5,
    startDeadline: startDeadline ?? deadlineByHand,
    ...(elevationAt && { elevationAt }),
    ...(isWarming !== undefined && { isWarming: () => isWarming }),
    ...(region && { region }),
    ...(radar && { radar }),
    ...(networks && { networks }),
  });
}

export function routeAnswer(situation: RouteSituation, request: RouteRequest): Promise<RouteAnswer> {
  return routeProductOf(situation).answer(request);
}

/** A terrain; NaN where it has none. */
export function terrainOf(
  heightAt: (latitude: number, longitude: number) => number,
): NonNullable<RouteDependencies['elevationAt']> {
  const single = async (latitude: number, longitude: number) => {
    const height = heightAt(latitude, longitude);
    return Number.isNaN(height) ? null : height;
  };
  const along = async (latitudes: Float64Array, longitudes: Float64Array) =>
    latitudes.map((latitude, i) => heightAt(latitude, longitudes[i]!));
  return Object.assign(single, { along });
}

export const statuses = ({ samples }: RouteAnswer) =>
  samples.map(({ status, unavailable_reason }) => unavailable_reason ?? status);

export const warningCodes = ({ warnings }: RouteAnswer) => warnings.map(({ code }) => code);

export const instantsOf = (samples: readonly RouteSample[]) => samples.map(({ time }) => Date.parse(time) / 1000);
