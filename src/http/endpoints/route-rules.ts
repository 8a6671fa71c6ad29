/**
 * Rules of a route request that a schema cannot say. Those that need the clock, the length of the path or a unit of speed
 * are the product's.
 */

import type { RequestFault } from '../../base/errors.js';
import { parseInstant } from '../../model/time.js';
import type { RequestWaypoint, RouteRequest } from '../../products/route/request.js';
import { echo, refusalOf } from '../request-faults.js';

/** @throws InvalidRequestError with every broken rule. */
export function checkRouteRules({ path, departure_time, travel }: RouteRequest): void {
  if (path.every(({ time }) => time === undefined)) return;
  const faults: RequestFault[] = [];
  if (departure_time !== undefined) faults.push(secondSource('departure_time'));
  if (travel !== undefined) faults.push(secondSource('travel'));
  const missing = path.findIndex(({ time }) => time === undefined);
  if (missing >= 0) faults.push(missingTime(path, missing));
  for (let i = 1; i < path.length; i++) faults.push(...orderFaults(path[i - 1]!, path[i]!, i));
  if (faults.length > 0) throw refusalOf(faults);
}

function secondSource(field: 'departure_time' | 'travel'): RequestFault {
  const message = `${field} must not be combined with times of waypoints: timing comes from exactly one source`;
  return { pointer: `/${field}`, code: 'mutually_exclusive', message };
}

function missingTime(path: readonly RequestWaypoint[], first: number): RequestFault {
  const given = path.filter(({ time }) => time !== undefined).length;
  const message = `path[${first}].time is required: times stand at all waypoints or at none; got ${given} for ${path.length} waypoints`;
  return { pointer: `/path/${first}/time`, code: 'required', message };
}

/** A later waypoint has a later time; at the same place it may have the same. */
function orderFaults(before: RequestWaypoint, after: RequestWaypoint, i: number): RequestFault[] {
  if (before.time === undefined || after.time === undefined) return [];
  const seconds = parseInstant(after.time)! - parseInstant(before.time)!;
  if (seconds > 0 || (seconds === 0 && isSamePlace(before, after))) return [];
  const but = seconds === 0 ? ' or at the same place' : '';
  const message = `path[${i}].time must be later than that of path[${i - 1}]${but}; got ${echo(after.time)} after ${echo(before.time)}`;
  return [{ pointer: `/path/${i}/time`, code: 'times_not_increasing', message }];
}

/** 180° east is 180° west, and at a pole all meridians meet. */
function isSamePlace(a: RequestWaypoint, b: RequestWaypoint): boolean {
  if (a.latitude !== b.latitude) return false;
  const apart = Math.abs(a.longitude - b.longitude);
  return apart === 0 || apart === 360 || Math.abs(a.latitude) === 90;
}
