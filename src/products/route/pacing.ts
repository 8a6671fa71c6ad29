/**
 * When a traveller is where: the timetable of a route from its profile, and how fast one goes by default.
 *
 * Driving keeps its speed throughout: roads are not graded by effort, and the caller's path is the road. Hiking and
 * cycling follow the terrain (`walking.ts`, `cycling.ts`).
 */

import type { TravelMode } from '../../model/route.js';
import { cyclingTimes } from './cycling.js';
import { valueAt } from './nodes.js';
import type { Profile } from './profile.js';
import { walkingTimes } from './walking.js';

/** Nodes along a path, straight in between: both arrays begin with 0 and never decrease. All waypoints are nodes. */
export interface Timetable {
  /** m from the start. */
  readonly distances: Float64Array;
  /** From the departure. Where they grow at one distance, the traveller waits. */
  readonly seconds: Float64Array;
}

/** On the level, m/s; bounds are inclusive. */
export interface FlatSpeeds {
  readonly usual: number;
  readonly slowest: number;
  readonly fastest: number;
}

const kmh = (usual: number, slowest: number, fastest: number): FlatSpeeds => ({
  usual: usual / 3.6,
  slowest: slowest / 3.6,
  fastest: fastest / 3.6,
});

export const FLAT_SPEEDS: Readonly<Record<TravelMode, FlatSpeeds>> = {
  driving: kmh(80, 1, 200),
  cycling: kmh(20, 3, 60),
  hiking: kmh(5, 1, 15),
};

const drivingTimes = ({ distances }: Profile, speed: number) => distances.map((distance) => distance / speed);

const TIMES: Readonly<Record<TravelMode, (profile: Profile, speed: number) => Float64Array>> = {
  driving: drivingTimes,
  cycling: cyclingTimes,
  hiking: walkingTimes,
};

/**
 * @param speed on the level, m/s
 * @throws RangeError a speed that is not positive and finite
 */
export function timetableOf(mode: TravelMode, profile: Profile, speed: number): Timetable {
  if (!(speed > 0 && speed < Number.POSITIVE_INFINITY)) throw new RangeError(`a flat speed of ${speed} m/s`);
  return { distances: profile.distances, seconds: TIMES[mode](profile, speed) };
}

/** m from the start, `seconds` after the departure; the end of the route ever after. */
export function distanceAt({ distances, seconds }: Timetable, at: number): number {
  const last = seconds.length - 1;
  // a leg of a nanometre may take no time that a number can hold; whoever has arrived is at its end all the same
  return at >= seconds[last]! ? distances[last]! : valueAt(seconds, distances, at);
}

/** Seconds from the departure to the arrival at a distance, m: where one waits, the moment at which the wait begins. */
export function secondsAt({ distances, seconds }: Timetable, distance: number): number {
  return valueAt(distances, seconds, distance);
}
