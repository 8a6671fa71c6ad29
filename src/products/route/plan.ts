/** A request laid out in time, space and units, before any data is read. */

import { InvalidRequestError, type RequestFault } from '../../base/errors.js';
import { LONGEST_PATH_M, type SampleInterval, type TravelMode } from '../../model/route.js';
import { type Zone, zoneOf } from '../../model/time.js';
import { type RouteUnits, resolveRouteUnits } from '../../model/units.js';
import { DEFAULT_ROUTE_VARIABLES, type ForecastVariableId } from '../../model/variables.js';
import { type Quantity, quantitiesFor } from '../../query/weather/quantities.js';
import { antipodalLeg, createPath, type Path } from './path.js';
import type { RequestWaypoint, RouteRequest } from './request.js';
import { horizonOf, paceOf, type Timing, timingOf } from './timing.js';

export interface RoutePlan extends Timing {
  /** Epoch seconds, on the minute. */
  readonly now: number;
  /** Nothing is forecast after this instant, epoch seconds. */
  readonly horizon: number;
  readonly path: Path;
  /** How the pace is found; a route whose waypoints have times has one too, and does not use it. */
  readonly mode: TravelMode;
  /** Pace on the flat, m/s. */
  readonly speed: number;
  readonly interval: SampleInterval;
  readonly units: RouteUnits;
  /** Null: each sample has its own. */
  readonly zone: Zone | null;
  readonly variables: readonly ForecastVariableId[];
  /** What the variables need. */
  readonly quantities: ReadonlySet<Quantity>;
}

/** @throws InvalidRequestError with every rule that is broken: times, pace, legs, length, zone */
export function planOf(request: RouteRequest, now: number): RoutePlan {
  const { travel = {}, sample = {}, variables = DEFAULT_ROUTE_VARIABLES } = request;
  const faults: RequestFault[] = [];
  const units = resolveRouteUnits(request.units ?? 'metric', request.unit_overrides ?? {});
  const mode = travel.mode ?? 'driving';
  const plan = {
    ...timingOf(request, now, faults),
    now,
    horizon: horizonOf(now),
    mode,
    speed: paceOf(mode, travel.speed, units.wind_speed, faults),
    interval: sample.interval ?? '30m',
    units,
    zone: zoneOfRequest(request, faults),
    variables,
    quantities: quantitiesFor(variables),
  };
  const path = pathOf(request.path, faults);
  if (path === null || faults.length > 0) throw new InvalidRequestError(faults);
  return { ...plan, path };
}

function pathOf(waypoints: readonly RequestWaypoint[], faults: RequestFault[]): Path | null {
  const antipode = antipodalLeg(waypoints);
  if (antipode >= 0) {
    const [from, to] = [waypoints[antipode - 1]!, waypoints[antipode]!];
    const message =
      `path[${antipode}] must not lie opposite path[${antipode - 1}] on the globe, where every way is as short; ` +
      `got ${from.latitude}, ${from.longitude} and ${to.latitude}, ${to.longitude}`;
    faults.push({ pointer: `/path/${antipode}`, code: 'antipodal', message });
    return null;
  }
  const path = createPath(waypoints);
  if (path.length > LONGEST_PATH_M) {
    const [most, got] = [LONGEST_PATH_M, path.length].map((metres) => Math.ceil(metres) / 1000);
    const message = `path must be at most ${most} km long; got ${got} km`;
    faults.push({ pointer: '/path', code: 'path_too_long', message });
  }
  return path;
}

function zoneOfRequest({ timezone = 'auto' }: RouteRequest, faults: RequestFault[]): Zone | null {
  if (timezone === 'auto') return null;
  const zone = zoneOf(timezone);
  const message = `timezone must be "auto" or an IANA zone; got "${timezone}"`;
  if (zone === null) faults.push({ pointer: '/timezone', code: 'unknown_timezone', message });
  return zone;
}
