/**
 * When a route is under way: from its departure at a pace, or by the times that the caller gave for the waypoints. The
 * rules here need the clock or the units; those of the shape of a request were checked before.
 */

import type { RequestFault } from '../../base/errors.js';
import type { TravelMode } from '../../model/route.js';
import { formatInstant, HOUR, parseInstant } from '../../model/time.js';
import { converter } from '../../model/units.js';
import { HORIZONS } from '../../model/variables.js';
import { FLAT_SPEEDS } from './pacing.js';
import type { RouteRequest } from './request.js';

/** 1 km/h is 0.6213711922373341 mph, and that many mph are not 1 km/h to the last bit. */
const SPEED_TOLERANCE = 1e-9;

export interface Timing {
  /** Epoch seconds. */
  readonly departure: number;
  /** Instants of the waypoints where the caller gave them, epoch seconds; null where a pace decides. */
  readonly arrivals: Float64Array | null;
}

/** The last instant that anything is forecast for. */
export function horizonOf(now: number): number {
  return now + HORIZONS['1h'].futureHours * HOUR;
}

/** Faults are added to `faults`; what comes back is then of no use. */
export function timingOf({ path, departure_time = 'now' }: RouteRequest, now: number, faults: RequestFault[]): Timing {
  const instant = (text: string, pointer: string) => instantOf(text, pointer, faults);
  if (path[0]?.time === undefined) {
    const departure = departure_time === 'now' ? now : instant(departure_time, '/departure_time');
    checkStart(departure, now, 'departure_time', '/departure_time', faults);
    return { departure, arrivals: null };
  }
  const arrivals = Float64Array.from(path, ({ time = '' }, i) => instant(time, `/path/${i}/time`));
  checkStart(arrivals[0]!, now, 'path[0].time', '/path/0/time', faults);
  return { departure: arrivals[0]!, arrivals };
}

function instantOf(text: string, pointer: string, faults: RequestFault[]): number {
  const instant = parseInstant(text);
  if (instant === null) {
    const message = `${fieldOf(pointer)} must be an ISO 8601 instant with an offset; got ${JSON.stringify(text)}`;
    faults.push({ pointer, code: 'format', message });
  }
  return instant ?? Number.NaN;
}

function fieldOf(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

function checkStart(start: number, now: number, field: string, pointer: string, faults: RequestFault[]): void {
  const earliest = now - HORIZONS['1h'].pastHours * HOUR;
  const latest = horizonOf(now);
  if (Number.isNaN(start) || (start >= earliest && start <= latest)) return;
  const rule = `must lie from ${formatInstant(earliest)} (48 hours ago) to ${formatInstant(latest)} (384 hours ahead)`;
  const message = `${field} ${rule}; got ${formatInstant(start)}`;
  faults.push({ pointer, code: 'departure_out_of_range', message });
}

/** Pace on the flat, m/s. @param unit  of the request's wind speed, in which the caller said it */
export function paceOf(mode: TravelMode, speed: number | undefined, unit: string, faults: RequestFault[]): number {
  const { usual, slowest, fastest } = FLAT_SPEEDS[mode];
  if (speed === undefined) return usual;
  const { factor } = converter('wind_speed', unit);
  const isWithin =
    speed >= slowest * factor * (1 - SPEED_TOLERANCE) && speed <= fastest * factor * (1 + SPEED_TOLERANCE);
  if (!isWithin) {
    // Inwards, so that a bound that is told is one that may be asked.
    const least = Math.ceil(slowest * factor * 100 - 1e-6) / 100;
    const most = Math.floor(fastest * factor * 100 + 1e-6) / 100;
    const message = `travel.speed must lie from ${least} to ${most} ${unit} for ${mode}; got ${speed}`;
    faults.push({ pointer: '/travel/speed', code: 'speed_out_of_range', message });
  }
  return Math.min(fastest, Math.max(slowest, speed / factor));
}
