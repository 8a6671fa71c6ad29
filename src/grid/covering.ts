/**
 * The smallest block of a grid that holds every cell which a place of a region needs, its four neighbours included.
 *
 * Where rows are parallels and columns meridians, the block follows from the region's edges alone. Elsewhere the region's
 * outline is walked in the grid's coordinates: a map is continuous, so the extremes of x and y lie on the outline. With
 * 1,000 steps a side the outline of a whole hemisphere, 2,500 cells in radius, bulges by 0.012 cell between two steps
 * (c²/8r); 0.05 are added.
 *
 * Where rounding leaves it open whether an edge lies on a grid line, the block has one row or column more.
 */

import type { Box } from '../model/box.js';
import type { GaussianGrid, Grid, MercatorGrid, PlaneAxes, RegularGrid, RotatedGrid } from '../model/field.js';
import { eastOf, wrapLongitude } from './angles.js';
import { type Cone, coneGeometry, type PlanePoint, toPlane } from './conformal-cone.js';
import { gaussianRows } from './gaussian.js';
import type { Geometry } from './geometry.js';
import { lambertCone } from './lambert.js';
import { mercatorMeridians, mercatorY } from './mercator.js';
import { columnsOfCircle, goesRound, type Meridians } from './meridians.js';
import { polarCone } from './polar-stereographic.js';
import { fromRotated, rotatedGeometry, toRotated } from './rotated.js';

export interface GridBlock {
  readonly firstRow: number;
  readonly rows: number;
  readonly firstColumn: number;
  /** May run past the last column of a grid that goes round the globe, and goes on at its first. */
  readonly columns: number;
}

/** First and last index, both included; empty when the last is below the first. */
type Range = readonly [first: number, last: number];

const STEPS_PER_SIDE = 1000;
/** Of a cell: more than the outline bulges between two steps. */
const BULGE = 0.05;

/** Null when no place of the region lies on the grid. */
export function cellsCovering(grid: Grid, region: Box): GridBlock | null {
  switch (grid.kind) {
    case 'regular':
      return blockOf(regularRows(grid, region.south, region.north), columnsOf(grid, region));
    case 'gaussian':
      return blockOf(gaussianRange(grid, region), columnsOf(grid, region));
    case 'mercator':
      return blockOf(mercatorRange(grid, region), columnsOf(mercatorMeridians(grid), region));
    case 'rotated':
      return rotatedBlock(grid, region);
    case 'lambert':
      return coneBlock(grid, lambertCone(grid.earth, grid.centralMeridian, grid.standardParallels), region);
    case 'polar-stereographic':
      return coneBlock(grid, polarCone(grid.earth, grid.pole, grid.centralMeridian, grid.trueLatitude), region);
  }
}

function blockOf([firstRow, lastRow]: Range, [firstColumn, lastColumn]: Range): GridBlock | null {
  const rows = lastRow - firstRow + 1;
  const columns = lastColumn - firstColumn + 1;
  return rows < 1 || columns < 1 ? null : { firstRow, rows, firstColumn, columns };
}

/** Whole indices around two positions, inside 0 … count − 1. */
function around(count: number, one: number, other: number): Range {
  return [Math.max(0, Math.floor(Math.min(one, other))), Math.min(count - 1, Math.ceil(Math.max(one, other)))];
}

function regularRows({ rows, firstLatitude, latitudeStep }: RowsOfParallels, south: number, north: number): Range {
  return around(rows, (south - firstLatitude) / latitudeStep, (north - firstLatitude) / latitudeStep);
}

type RowsOfParallels = Pick<RegularGrid, 'rows' | 'firstLatitude' | 'latitudeStep'>;

function mercatorRange(grid: MercatorGrid, { south, north }: Box): Range {
  const position = (latitude: number) => (mercatorY(grid, latitude) - grid.firstY) / grid.yStep;
  return around(grid.rows, position(south), position(north));
}

function gaussianRange(grid: GaussianGrid, { south, north }: Box): Range {
  const latitudes = gaussianRows(grid);
  const southward = grid.rowStep === 1;
  const before = latitudes.findLastIndex((latitude) => (southward ? latitude >= north : latitude <= south));
  const after = latitudes.findIndex((latitude) => (southward ? latitude <= south : latitude >= north));
  return [Math.max(0, before), after === -1 ? grid.rows - 1 : after];
}

/** The last column may lie past the end of a grid that goes round, which then goes on at the first. */
function columnsOf(meridians: Meridians, { west, east }: Pick<Box, 'west' | 'east'>): Range {
  return columnsWithin(meridians, west, widthOf(west, east));
}

/** Degrees from west to east; where both are one meridian, as −180 and 180 are, all the way round. */
function widthOf(west: number, east: number): number {
  return eastOf(west, east) || 360;
}

function columnsWithin(meridians: Meridians, west: number, width: number): Range {
  const { columns, firstLongitude, longitudeStep } = meridians;
  const begin = eastOf(firstLongitude, west);
  if (goesRound(meridians)) {
    const first = Math.floor(begin / longitudeStep);
    const last = Math.ceil((begin + width) / longitudeStep);
    return last - first + 1 >= columnsOfCircle(meridians) ? [0, columns - 1] : [first, last];
  }
  // A region may meet both ends of the columns and leave out some in between, which are taken too.
  const ends = [begin, begin - 360]
    .map((from) => [Math.floor(from / longitudeStep), Math.ceil((from + width) / longitudeStep)] as const)
    .filter(([first, last]) => first < columns && last >= 0);
  if (ends.length === 0) return [0, -1];
  const first = Math.min(...ends.map(([first]) => first));
  const last = Math.max(...ends.map(([, last]) => last));
  return [Math.max(0, first), Math.min(columns - 1, last)];
}

/** Places along the region's edge, once round, counterclockwise from its south-western corner. */
function* outlineOf({ south, west, north, east }: Box): Generator<readonly [latitude: number, longitude: number]> {
  const width = widthOf(west, east);
  const share = (i: number) => i / STEPS_PER_SIDE;
  for (let i = 0; i < STEPS_PER_SIDE; i++) yield [south, west + share(i) * width];
  for (let i = 0; i < STEPS_PER_SIDE; i++) yield [south + share(i) * (north - south), west + width];
  for (let i = 0; i < STEPS_PER_SIDE; i++) yield [north, west + width - share(i) * width];
  for (let i = 0; i <= STEPS_PER_SIDE; i++) yield [north - share(i) * (north - south), west];
}

function contains({ south, west, north, east }: Box, latitude: number, longitude: number): boolean {
  return latitude >= south && latitude <= north && eastOf(west, longitude) <= widthOf(west, east);
}

/**
 * The outline never entering the grid's area, that area lies inside the region as a whole or not at all; without this
 * test a region beside a corner of the grid would seem to cover it, since only its bounding box does.
 */
function overlaps({ position, place }: Geometry, region: Box): boolean {
  for (const [latitude, longitude] of outlineOf(region)) if (position(latitude, longitude) !== null) return true;
  const corner = place(0, 0);
  return contains(region, corner.latitude, corner.longitude);
}

function coneBlock(grid: PlaneAxes, cone: Cone, region: Box): GridBlock | null {
  if (!overlaps(coneGeometry(grid, cone), region)) return null;
  const columns: number[] = [];
  const rows: number[] = [];
  const reach = ({ x, y }: PlanePoint) => {
    columns.push((x - grid.firstX) / grid.xStep);
    rows.push((y - grid.firstY) / grid.yStep);
  };
  for (const [latitude, longitude] of outlineOf(region)) reach(toPlane(cone, latitude, longitude));
  // The plane is cut opposite to the central meridian, and what borders on the cut is outline too.
  const cut = cone.centralMeridian + 180;
  if (contains(region, region.south, cut))
    for (const side of [-1e-9, 1e-9])
      for (const latitude of [region.south, region.north]) reach(toPlane(cone, latitude, cut + side));
  return blockOf(bulging(grid.rows, rows), bulging(grid.columns, columns));
}

function bulging(count: number, positions: readonly number[]): Range {
  return around(count, Math.min(...positions) - BULGE, Math.max(...positions) + BULGE);
}

/** The outline in the turned system, longitudes going on past ±180; all columns where a pole of it lies inside. */
function rotatedBlock(grid: RotatedGrid, region: Box): GridBlock | null {
  const geometry = rotatedGeometry(grid);
  if (!overlaps(geometry, region)) return null;
  const outline = Array.from(outlineOf(region), ([latitude, longitude]) => toRotated(grid, latitude, longitude));
  const latitudes = outline.map(({ latitude }) => latitude);
  let east = outline[0]!.longitude;
  const easts = outline.map(({ longitude }) => {
    east += wrapLongitude(longitude - east);
    return east;
  });
  const poles = [-90, 90].filter((pole) => {
    const { latitude, longitude } = fromRotated(grid, pole, 0);
    return contains(region, latitude, longitude);
  });
  const bulge = BULGE * Math.abs(grid.latitudeStep);
  const rows = regularRows(grid, Math.min(...latitudes, ...poles) - bulge, Math.max(...latitudes, ...poles) + bulge);
  const west = Math.min(...easts) - BULGE * grid.longitudeStep;
  const width = Math.max(...easts) + BULGE * grid.longitudeStep - west;
  const whole: Range = [0, grid.columns - 1];
  return blockOf(rows, poles.length > 0 || width >= 360 ? whole : columnsWithin(grid, west, width));
}
