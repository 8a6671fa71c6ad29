/**
 * Samples of a route, cut by time: every waypoint at its arrival, and between them one each `interval` after departure.
 *
 *   t_k = departure + k × interval, k = 0, 1, …
 *
 * A t_k within a second of a waypoint's arrival is that waypoint. Waypoints are never merged with each other: repeated
 * points and waits stay as many samples as the caller gave. Beyond the horizon only waypoints are kept.
 *
 * Paced arrivals are whole seconds after departure. No pace is known better, and a walk of 3:24:00 that comes out of
 * floating point as 12 239.999999 s would be printed as 3:23:59.
 *
 * No request needs more than 1,928 samples: a departure lies at most 48 h back and the horizon 384 h ahead, which are
 * 432 h or 1,728 quarter hours after departure, and there are at most 200 waypoints, the first of which is t_0.
 */

import { distanceAt, secondsAt, type Timetable } from './pacing.js';
import type { Path } from './path.js';
import type { SampleColumns } from './sample.js';

/** A t_k this near to a waypoint is the waypoint, seconds. */
const MERGED_SECONDS = 1;
/** Ceiling of memory; above what any request needs. */
const MOST_SAMPLES = 2000;

export interface CutInput {
  /** Epoch seconds; the arrival at the first waypoint. */
  readonly departure: number;
  /** Seconds between t_k. */
  readonly interval: number;
  readonly path: Path;
  /** Last instant that has a forecast, epoch seconds. */
  readonly horizon: number;
  /** Instants at which the caller says to be at the waypoints; constant ground speed between them. */
  readonly arrivals?: Float64Array | undefined;
  /** The pace where the caller gave no instants. */
  readonly timetable?: Timetable | undefined;
}

export interface CutSamples {
  readonly samples: SampleColumns;
  /** Sample of each waypoint. */
  readonly waypointIndexes: Int32Array;
  /** Some of the route lies beyond the horizon. */
  readonly isTruncated: boolean;
  /** Last sample that is not beyond the horizon; −1 when all are. */
  readonly lastWithin: number;
}

/** @throws RangeError when the route has no timing, or needs more than 2,000 samples */
export function cutSamples({ departure, interval, path, horizon, arrivals, timetable }: CutInput): CutSamples {
  const timing = arrivals ? timingBy(arrivals, path) : pacedTiming(departure, path, timetable);
  const order = orderOf(timing.arrivals, interval, horizon);
  const samples = placeSamples(order, path, timing.timetable);
  return {
    samples,
    waypointIndexes: indexesOfWaypoints(order.waypoints, path.distances.length),
    isTruncated: timing.arrivals.at(-1)! > horizon,
    lastWithin: samples.times.findLastIndex((time) => time <= horizon),
  };
}

interface Timing {
  /** Instant of each waypoint, epoch seconds. */
  readonly arrivals: Float64Array;
  /** From the departure on. */
  readonly timetable: Timetable;
}

function timingBy(arrivals: Float64Array, { distances }: Path): Timing {
  return { arrivals, timetable: { distances, seconds: arrivals.map((time) => time - arrivals[0]!) } };
}

function pacedTiming(departure: number, { distances }: Path, timetable: Timetable | undefined): Timing {
  if (timetable === undefined) throw new RangeError('a route has either arrivals or a timetable');
  const arrivals = distances.map((distance) => departure + Math.round(secondsAt(timetable, distance)));
  return { arrivals, timetable };
}

/** When the samples are, and which of them are waypoints. */
interface Order {
  readonly times: Float64Array;
  /** Number of the waypoint; −1 between waypoints. */
  readonly waypoints: Int32Array;
}

/** Merges two rows that are sorted already; waypoints keep their order, also at the same instant. */
function orderOf(arrivals: Float64Array, interval: number, horizon: number): Order {
  const departure = arrivals[0]!;
  const lastStep = Math.floor((Math.min(arrivals.at(-1)!, horizon) - departure) / interval);
  const most = arrivals.length + Math.max(0, lastStep);
  if (!(interval > 0 && most <= MOST_SAMPLES))
    throw new RangeError(`a route has at most ${MOST_SAMPLES} samples; ${most} at intervals of ${interval} s`);
  const times = new Float64Array(most);
  const waypoints = new Int32Array(most);
  let count = 0;
  let next = 0;
  const passWaypointsUntil = (time: number) => {
    for (; next < arrivals.length && arrivals[next]! <= time; next++) {
      times[count] = arrivals[next]!;
      waypoints[count++] = next;
    }
  };
  for (let step = 0; step <= lastStep; step++) {
    const time = departure + step * interval;
    passWaypointsUntil(time + MERGED_SECONDS);
    if (time - arrivals[next - 1]! <= MERGED_SECONDS) continue;
    times[count] = time;
    waypoints[count++] = -1;
  }
  passWaypointsUntil(Number.POSITIVE_INFINITY);
  return { times: times.slice(0, count), waypoints: waypoints.slice(0, count) };
}

/**
 * Waypoints lie exactly where the caller put them. What lies between them is held between their distances, for the
 * last bits of an interpolation could pass one.
 */
function placeSamples({ times, waypoints }: Order, path: Path, timetable: Timetable): SampleColumns {
  const distances = new Float64Array(times.length);
  let passed = 0;
  for (let i = 0; i < times.length; i++) {
    if (waypoints[i]! >= 0) passed = waypoints[i]!;
    const from = path.distances[passed]!;
    const to = path.distances[passed + 1] ?? path.length;
    const onTheWay = Math.min(to, Math.max(from, distanceAt(timetable, times[i]! - times[0]!)));
    distances[i] = waypoints[i]! >= 0 ? from : onTheWay;
  }
  const { latitudes, longitudes } = path.placesAt(distances);
  for (let i = 0; i < times.length; i++) {
    if (waypoints[i]! < 0) continue;
    latitudes[i] = path.latitudes[waypoints[i]!]!;
    longitudes[i] = path.longitudes[waypoints[i]!]!;
  }
  const marks = Uint8Array.from(waypoints, (waypoint) => (waypoint < 0 ? 0 : 1));
  return { count: times.length, times, latitudes, longitudes, distances, waypoints: marks };
}

function indexesOfWaypoints(waypoints: Int32Array, count: number): Int32Array {
  const indexes = new Int32Array(count);
  for (let i = 0; i < waypoints.length; i++) if (waypoints[i]! >= 0) indexes[waypoints[i]!] = i;
  return indexes;
}
