/** Shapes of areas as the lists of issuers have them: what the list says of an area, and its polygons. */

import { MalformedError } from '../../base/errors.js';
import type { AlertPolygon, Ring } from '../../model/alert.js';

export interface ShapeRecord {
  readonly properties: Readonly<Record<string, unknown>>;
  /** Degrees. Empty where the list has no shape. */
  readonly polygons: readonly AlertPolygon[];
}

/** Of a whole file. The largest real one, municipalities of Germany, has some 3 million. */
const MOST_POINTS = 20_000_000;

/** Turns coordinates into polygons, and counts the points of all of them. */
export interface PolygonReader {
  /**
   * @param coordinates  of a GeoJSON MultiPolygon
   * @param where  names the area in errors
   * @throws MalformedError  a point that is none on the globe, or too many
   */
  read(coordinates: unknown, where: string): AlertPolygon[];
}

export function createPolygonReader(mostPoints = MOST_POINTS): PolygonReader {
  let left = mostPoints;
  function ringOf(points: unknown, where: string): Ring {
    const list = listOf(points, where);
    left -= list.length;
    if (left < 0) throw new MalformedError(where, `must have at most ${mostPoints} points`);
    const isOpen = list.length > 0 && !isSamePoint(list[0], list.at(-1));
    const ring = new Float64Array(2 * (list.length + Number(isOpen)));
    for (const [n, point] of list.entries()) putPoint(ring, n, point, where);
    if (isOpen) putPoint(ring, list.length, list[0], where);
    return ring;
  }
  return {
    read: (coordinates, where) =>
      listOf(coordinates, where)
        .map((polygon) => listOf(polygon, where).map((ring) => ringOf(ring, where)))
        .filter(([outer]) => outer !== undefined && outer.length >= 8),
  };
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new MalformedError(where, 'coordinates must be lists of lists of points', typeof value);
}

function isSamePoint(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) && a[0] === b[0] && a[1] === b[1];
}

function putPoint(ring: Ring, n: number, point: unknown, where: string): void {
  const [longitude, latitude] = Array.isArray(point) ? (point as unknown[]) : [];
  const isOnGlobe = typeof longitude === 'number' && Math.abs(longitude) <= 360;
  if (!isOnGlobe || typeof latitude !== 'number' || !(Math.abs(latitude) <= 90))
    throw new MalformedError(where, 'a point must be longitude and latitude in degrees', `${point}`.slice(0, 60));
  ring[2 * n] = longitude;
  ring[2 * n + 1] = latitude;
}
