/**
 * Areas on the map: polygons and circles as corners in the Mercator square, made once and drawn at every zoom.
 *
 * Corners are whole sixteenths of a pixel at zoom 12 (2.4 m on the equator); at zoom z they are rounded to sixteenths of its
 * own pixel. Edges are straight in longitude and latitude, as answers take them (`grid/areas.ts`), hence bent on the map:
 * where they are slanted and long they are cut into pieces, so that none is off by more than an eighth of a pixel of zoom 12.
 * Across the date line areas are cut in two, and those that hold a pole go beyond the square's edge.
 *
 * For each zoom corners are thinned: of those that follow each other in one cell, a quarter of a pixel wide, the one most to
 * the west stays, of these that most to the north. That moves an edge by a quarter or a third of a pixel at most, and,
 * because it depends on the corners' places alone, neighbours that share an edge have it in common at every zoom, but in the
 * one cell where they part.
 */

import { RADIANS_PER_DEGREE } from '../../../../grid/angles.js';
import { circleFault, circleRegion } from '../../../../grid/circles.js';
import { cutAtDateLine } from '../../../../grid/date-line-cut.js';
import { plainBoxes } from '../../../../grid/plain-polygons.js';
import { type Region, readRegion } from '../../../../grid/regions.js';
import type { GlobeRing } from '../../../../grid/rings.js';
import { MERCATOR_LIMIT, pixelY, worldPixels } from '../../../../grid/web-mercator.js';
import type { AlertCircle, AlertPolygon } from '../../../../model/alert.js';
import type { TileAddress } from '../../../../model/tile.js';
import { type FillPolygon, type FillRing, type FillTile, fillRing, TILE_UNITS, UNITS } from './polygon-fill.js';

/** Deepest zoom that areas are drawn at. */
export const FINEST_ZOOM = 12;
/** Units of the world's side at that zoom; all corners are in these. */
export const WORLD_UNITS = worldPixels(FINEST_ZOOM) * UNITS;

/** Cells of thinning have 2^2 units of their zoom. */
const CELL_BITS = 2;
/** Furthest that a bent edge may be off the straight piece that is drawn, radians of the map (2 units). */
const BEND = (2 / WORLD_UNITS) * 2 * Math.PI;
/** Degrees of latitude that bend by less than that wherever the map ends. */
const SURELY_STRAIGHT = 0.01;
/** An area narrower than this in the mean is thin, pixels: a fill would leave gaps in it. */
const THIN = 0.5;

/** A polygon at one zoom. */
export interface DrawnPolygon {
  readonly rings: FillPolygon;
  readonly isThin: boolean;
}

export interface ProjectedPolygon {
  /** West, north, east, south, in units of the finest zoom. */
  readonly box: readonly [west: number, north: number, east: number, south: number];
  /** @param zoom  0 … `FINEST_ZOOM` */
  at(zoom: number): DrawnPolygon;
}

/** Where a tile lies among corners that are rounded to its zoom. */
export function fillTile({ z, x, y }: TileAddress): FillTile {
  if (!(z >= 0 && z <= FINEST_ZOOM)) throw new RangeError(`areas are drawn at zoom 0 to ${FINEST_ZOOM}; got ${z}`);
  return { west: x * TILE_UNITS, north: y * TILE_UNITS, shift: FINEST_ZOOM - z };
}

/** What can be drawn of an area; nothing of a ring or circle that cannot be used (`grid/areas.ts`). */
export function projectArea(
  polygons: readonly AlertPolygon[],
  circles: readonly AlertCircle[] = [],
): readonly ProjectedPolygon[] {
  const drawn = polygons.flatMap((polygon) => {
    if (plainBoxes(polygon) !== null) return [createProjected(polygon.map((ring) => [ring]))];
    const region = readRegion(polygon, []);
    return region === null ? [] : [createProjected(degreesOf(region))];
  });
  const round = circles.filter((circle) => circleFault(circle) === null).map(circleRegion);
  return [...drawn, ...round.map((region) => createProjected(degreesOf(region)))];
}

/** Longitude, latitude, longitude, latitude …, within −180..180. */
type DegreeRing = Float64Array;

/** As `FillPolygon`. Holes that go round the axis count with the outer ring, as in `grid/even-odd.ts`. */
function degreesOf({ rings, northPole, southPole }: Region): DegreeRing[][] {
  const cut = (some: readonly GlobeRing[], north: boolean, south: boolean): DegreeRing[] =>
    cutAtDateLine({ rings: some, northPole: north, southPole: south }).rings.map((ring) =>
      Float64Array.from(ring.flat()),
    );
  const around = rings.filter((ring, i) => i === 0 || ring.turns !== 0);
  const holes = rings.filter((ring) => !around.includes(ring));
  return [cut(around, northPole, southPole), ...holes.map((hole) => cut([hole], false, false))];
}

function createProjected(degrees: readonly (readonly DegreeRing[])[]): ProjectedPolygon {
  let pending: readonly (readonly DegreeRing[])[] | null = degrees;
  let corners: FillPolygon = [];
  const drawn: DrawnPolygon[] = [];

  /** From the next finer ones that there are, which gives the same as from all corners: cells lie in cells. */
  function draw(zoom: number): DrawnPolygon {
    if (pending !== null) corners = pending.map((rings) => rings.map((ring) => fillRing(projectRing(ring))));
    pending = null;
    let finer = zoom + 1;
    while (finer <= FINEST_ZOOM && drawn[finer] === undefined) finer++;
    const rings = (drawn[finer]?.rings ?? corners).map((some) => some.map((ring) => thinnedRing(ring, zoom)));
    return { rings, isThin: isThin(rings[0]!, zoom) };
  }

  return {
    box: boxOf(degrees[0]!),
    at(zoom) {
      drawn[zoom] ??= draw(zoom);
      return drawn[zoom];
    },
  };
}

function isThin(rings: readonly FillRing[], zoom: number): boolean {
  let [area, length] = [0, 0];
  for (const { corners } of rings) {
    let twice = 0;
    const [west, north] = [corners[0]!, corners[1]!];
    for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
      const run = corners[i]! - corners[j]!;
      const rise = corners[i + 1]! - corners[j + 1]!;
      twice += (corners[j]! - west) * rise - run * (corners[j + 1]! - north);
      length += Math.sqrt(run * run + rise * rise);
    }
    area += Math.abs(twice) / 2;
  }
  return 2 * area <= THIN * (UNITS << (FINEST_ZOOM - zoom)) * length;
}

function thinnedRing(ring: FillRing, zoom: number): FillRing {
  const corners = thinned(ring.corners, FINEST_ZOOM - zoom + CELL_BITS);
  return corners === ring.corners ? ring : fillRing(corners);
}

/** The same array where every corner stays. @param shift  bits of a cell's side */
function thinned(corners: Int32Array, shift: number): Int32Array {
  const kept = new Int32Array(corners.length);
  const start = firstOfCell(corners, shift);
  let count = 0;
  let [cellX, cellY] = [Number.NaN, Number.NaN];
  for (let n = 0; n < corners.length; n += 2) {
    const i = start + n < corners.length ? start + n : start + n - corners.length;
    const x = corners[i]!;
    const y = corners[i + 1]!;
    if (x >> shift !== cellX || y >> shift !== cellY) count += 2;
    else if (x > kept[count - 2]! || (x === kept[count - 2] && y >= kept[count - 1]!)) continue;
    cellX = x >> shift;
    cellY = y >> shift;
    kept[count - 2] = x;
    kept[count - 1] = y;
  }
  return count === corners.length ? corners : kept.slice(0, count);
}

/** A corner that lies in another cell than the one before it; the first where all lie in one. */
function firstOfCell(corners: Int32Array, shift: number): number {
  for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2)
    if (corners[i]! >> shift !== corners[j]! >> shift || corners[i + 1]! >> shift !== corners[j + 1]! >> shift)
      return i;
  return 0;
}

const unitX = (longitude: number): number => Math.round(((longitude + 180) / 360) * WORLD_UNITS);
/** Finite at the poles too: five worlds beyond the square, as precisely as a double has their latitude. */
const unitY = (latitude: number): number => Math.round(pixelY(latitude, FINEST_ZOOM) * UNITS);

function boxOf(rings: readonly DegreeRing[]): ProjectedPolygon['box'] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i]!);
      east = Math.max(east, ring[i]!);
      south = Math.min(south, ring[i + 1]!);
      north = Math.max(north, ring[i + 1]!);
    }
  return [unitX(west), unitY(north), unitX(east), unitY(south)];
}

function projectRing(ring: DegreeRing): Int32Array {
  const units: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const next = i + 2 < ring.length ? i + 2 : 0;
    const x = ring[i]!;
    const y = ring[i + 1]!;
    const x2 = ring[next]!;
    const y2 = ring[next + 1]!;
    units.push(unitX(x), unitY(y));
    const pieces = piecesOf(x2 - x, y, y2);
    // counted from the western end, so that a neighbour who goes the other way has the same corners
    const isEastward = x2 > x;
    for (let piece = 1; piece < pieces; piece++) {
      const share = (isEastward ? piece : pieces - piece) / pieces;
      units.push(unitX(isEastward ? x + (x2 - x) * share : x2 + (x - x2) * share));
      units.push(unitY(isEastward ? y + (y2 - y) * share : y2 + (y - y2) * share));
    }
  }
  return Int32Array.from(units);
}

/** A piece of Δφ bends by Δφ²/8 · sec φ tan φ, the second derivative of the map's latitude, seen across the edge. */
function piecesOf(run: number, latitude: number, other: number): number {
  const rise = other - latitude;
  if (run === 0 || Math.abs(rise) < SURELY_STRAIGHT) return 1;
  const steepest = Math.min(MERCATOR_LIMIT, Math.max(Math.abs(latitude), Math.abs(other))) * RADIANS_PER_DEGREE;
  const bend = Math.sin(steepest) / Math.cos(steepest) ** 2;
  const across = Math.abs(run) / Math.hypot(run, rise);
  return Math.ceil(Math.abs(rise) * RADIANS_PER_DEGREE * Math.sqrt((bend * across) / (8 * BEND)));
}
