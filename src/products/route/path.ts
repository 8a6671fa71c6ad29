/**
 * The way through the waypoints of a route: great circles from each to the next, measured in metres from the start.
 *
 * Positions at the distance of a waypoint are the waypoint itself, to the bit, but for a longitude of 180, which is
 * −180 here as everywhere else on the path. A waypoint that repeats the one before it adds a leg without length, and the
 * first of the two answers for their distance.
 */

import {
  areAntipodal,
  EARTH_RADIUS_M,
  type GeographicPoint,
  type GreatCircleArc,
  greatCircleArc,
  wrapLongitude,
  writeArcPosition,
} from '../../science/great-circle.js';
import { firstAtLeast } from './nodes.js';

export interface Path {
  /** Of the waypoints, degrees; longitudes in [−180, 180). */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** Of the waypoints from the start, m: first 0, never decreasing, the last is `length`. */
  readonly distances: Float64Array;
  /** m */
  readonly length: number;
  /** Position at a distance from the start, m; before the start the start, beyond the end the end. */
  placeAt(distance: number): GeographicPoint;
  /** The same for many, one entry each, in any order. */
  placesAt(distances: Float64Array): { latitudes: Float64Array; longitudes: Float64Array };
}

interface Waypoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Index of the second waypoint of the first leg between opposite points, −1 if there is none. */
export function antipodalLeg(waypoints: readonly Waypoint[]): number {
  return waypoints.findIndex((to, i) => {
    const from = waypoints[i - 1];
    return from !== undefined && areAntipodal(from.latitude, from.longitude, to.latitude, to.longitude);
  });
}

/**
 * @throws RangeError fewer than 2 waypoints, or a leg between opposite points, on which there is no shortest way
 */
export function createPath(waypoints: readonly Waypoint[]): Path {
  if (waypoints.length < 2) throw new RangeError(`a path has ${waypoints.length} waypoints, needs 2`);
  const opposite = antipodalLeg(waypoints);
  if (opposite >= 0) throw new RangeError(`waypoint ${opposite} lies opposite the one before it`);
  const latitudes = Float64Array.from(waypoints, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(waypoints, ({ longitude }) => wrapLongitude(longitude));
  const arcs: GreatCircleArc[] = [];
  const distances = new Float64Array(waypoints.length);
  for (let i = 1; i < waypoints.length; i++) {
    const arc = greatCircleArc(latitudes[i - 1]!, longitudes[i - 1]!, latitudes[i]!, longitudes[i]!);
    arcs.push(arc);
    distances[i] = distances[i - 1]! + EARTH_RADIUS_M * arc.angle;
  }
  const placesAt = (wanted: Float64Array) => {
    const places = { latitudes: new Float64Array(wanted.length), longitudes: new Float64Array(wanted.length) };
    for (let i = 0; i < wanted.length; i++) {
      const distance = wanted[i]!;
      const next = Math.min(firstAtLeast(distances, distance), distances.length - 1);
      if (distance < distances[next]! && next > 0) {
        const angle = (distance - distances[next - 1]!) / EARTH_RADIUS_M;
        writeArcPosition(arcs[next - 1]!, angle, places.latitudes, places.longitudes, i);
      } else {
        places.latitudes[i] = latitudes[next]!;
        places.longitudes[i] = longitudes[next]!;
      }
    }
    return places;
  };
  const placeAt = (distance: number) => {
    const place = placesAt(Float64Array.of(distance));
    return { latitude: place.latitudes[0]!, longitude: place.longitudes[0]! };
  };
  return { latitudes, longitudes, distances, length: distances[distances.length - 1]!, placeAt, placesAt };
}
