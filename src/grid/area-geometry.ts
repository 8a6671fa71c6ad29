/**
 * Areas of alerts as GeoJSON (RFC 7946): cut at the date line, rings closed and by the right-hand rule (outer ones
 * counterclockwise), holes with the ring around them, six decimals (0.1 m).
 */

import type { AlertCircle, AlertPolygon } from '../model/alert.js';
import { circleFault, circleRegion } from './circles.js';
import { type Corner, cutAtDateLine } from './date-line-cut.js';
import { type Region, readRegion } from './regions.js';
import { simplifyRegion } from './ring-simplification.js';

const DECIMALS = 1e6;

export interface PolygonGeometry {
  readonly type: 'Polygon';
  readonly coordinates: Corner[][];
}

export interface MultiPolygonGeometry {
  readonly type: 'MultiPolygon';
  readonly coordinates: Corner[][][];
}

export type AreaGeometry = PolygonGeometry | MultiPolygonGeometry;

/**
 * All polygons and circles, side by side even where they overlap; null where none of them covers anything.
 *
 * Circles are polygons of 64 corners on the sphere and are not simplified.
 *
 * @param tolerance  degrees that a polygon's edge may be moved; 0 leaves every corner that is not on a straight line
 */
export function areaGeometry(
  polygons: readonly AlertPolygon[],
  circles: readonly AlertCircle[],
  tolerance: number,
): AreaGeometry | null {
  if (!(tolerance >= 0)) throw new RangeError(`tolerance ${tolerance} degrees is not 0 or more`);
  const regions = polygons.map((polygon) => readRegion(polygon, [])).filter((region) => region !== null);
  const rounds = circles.filter((circle) => circleFault(circle) === null).map(circleRegion);
  const simple = regions.map((region) => simplifyRegion(region, tolerance));
  const pieces = [...simple, ...rounds].flatMap(piecesOf);
  if (pieces.length === 0) return null;
  if (pieces.length === 1) return { type: 'Polygon', coordinates: pieces[0]! };
  return { type: 'MultiPolygon', coordinates: pieces };
}

/** Polygons that together are the region, ready to be printed. */
function piecesOf(region: Region): Corner[][][] {
  const { rings, isCut } = cutAtDateLine(region);
  const rounded = rings.map(roundRing);
  const polygons = isCut ? nestRings(rounded.filter(hasWidth)) : [rounded];
  return polygons
    .filter(([outer]) => hasWidth(outer!))
    .map(([outer, ...holes]) => [closed(outer!, 1), ...holes.filter(hasWidth).map((hole) => closed(hole, -1))]);
}

function roundRing(ring: readonly Corner[]): Corner[] {
  const rounded = ring.map(([longitude, latitude]): Corner => [roundDegrees(longitude), roundDegrees(latitude)]);
  return rounded.filter(([longitude, latitude], i) => {
    const before = rounded.at(i - 1)!;
    return longitude !== before[0] || latitude !== before[1];
  });
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS + 0; // no −0
}

/** Some corner lies off the line through the first corner and the one furthest from it. */
function hasWidth(ring: readonly Corner[]): boolean {
  if (ring.length < 3) return false;
  const [x, y] = ring[0]!;
  let [run, rise, length] = [0, 0, 0];
  for (const [longitude, latitude] of ring) {
    const distance = Math.hypot(longitude - x, latitude - y);
    if (distance > length) [run, rise, length] = [longitude - x, latitude - y, distance];
  }
  const half = (0.5 / DECIMALS) * length;
  return ring.some(([longitude, latitude]) => Math.abs(run * (latitude - y) - rise * (longitude - x)) > half);
}

function closed(ring: readonly Corner[], direction: 1 | -1): Corner[] {
  const directed = doubleArea(ring) * direction < 0 ? ring.toReversed() : ring;
  return [...directed, directed[0]!];
}

/**
 * Sorts rings that come in any order into polygons: a ring inside an odd number of others is a hole.
 *
 * @param rings  that do not cross each other. @returns polygons, outer ring first
 */
function nestRings(rings: readonly Corner[][]): Corner[][][] {
  const bySize = [...rings].sort((a, b) => Math.abs(doubleArea(b)) - Math.abs(doubleArea(a)));
  const polygons: Corner[][][] = [];
  /** The polygon whose outer ring each ring is; undefined of a hole. */
  const polygonOf = new Map<Corner[], Corner[][]>();
  for (const [i, ring] of bySize.entries()) {
    const around = bySize.slice(0, i).filter((larger) => surrounds(larger, ring));
    const parent = around.length % 2 === 1 ? polygonOf.get(around.at(-1)!) : undefined;
    if (parent !== undefined) parent.push(ring);
    else {
      polygonOf.set(ring, [ring]);
      polygons.push(polygonOf.get(ring)!);
    }
  }
  return polygons;
}

/** Square degrees; positive where the ring runs counterclockwise. */
export function doubleArea(ring: readonly Corner[]): number {
  let area = 0;
  let [x, y] = ring.at(-1)!;
  for (const [nextX, nextY] of ring) {
    area += (x - ring[0]![0]) * (nextY - y) - (nextX - x) * (y - ring[0]![1]);
    [x, y] = [nextX, nextY];
  }
  return area;
}

/** Asked of the middle of one edge, not of a corner: rings that touch do so at corners or along the date line. */
function surrounds(outer: readonly Corner[], inner: readonly Corner[]): boolean {
  const [first, second] = edgeOffTheLine(inner);
  const [x, y] = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  let isInside = false;
  let from = outer.at(-1)!;
  for (const to of outer) {
    if (from[0] > x !== to[0] > x && y > from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]))
      isInside = !isInside;
    from = to;
  }
  return isInside;
}

function edgeOffTheLine(ring: readonly Corner[]): readonly [Corner, Corner] {
  const start = ring.findIndex((corner, i) => corner[0] !== ring[(i + 1) % ring.length]![0]);
  const first = Math.max(0, start);
  return [ring[first]!, ring[(first + 1) % ring.length]!];
}
