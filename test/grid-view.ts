/**
 * What a grid makes of the simulated world at a few places: the corners around each place with their bilinear weights, and
 * the world at those corners alone. A coarse grid sees smooth hills and no shower; a forecast and the truth seen through
 * the same grid differ by the error of the forecast and by nothing else.
 *
 * Geometry comes from the simulator's lattices and not from `src/grid`, so that what is served is held against something
 * that was made another way.
 */

import { aqmLattice } from '../simulator/feeds/aqm.js';
import { hrrrLattice } from '../simulator/feeds/hrrr.js';
import { nbmLattice } from '../simulator/feeds/nbm.js';
import { cellCentres, type LambertLattice, planeOf } from '../simulator/lambert-lattice.js';
import { coarserGrid, globalGrid } from '../simulator/places.js';
import { type Points, pointsAt } from '../simulator/points.js';
import type { World } from '../simulator/world.js';
import type { DatasetId } from '../src/model/dataset.js';
import type { RegularGrid } from '../src/model/field.js';

export interface PlaceOnEarth {
  readonly latitude: number;
  readonly longitude: number;
}

/** A cell beside a place. */
interface Corner {
  readonly y: number;
  readonly x: number;
  readonly weight: number;
}

export interface GridView {
  /** All corners of all places, each once. */
  readonly points: Points;
  /** Row and column of each point. */
  readonly cells: readonly { readonly y: number; readonly x: number }[];
  /** Bilinear means of values at the points, one for each place; NaN where the place lies outside the grid. */
  mean(values: ArrayLike<number>): Float64Array;
}

/** A lattice, or the rows and columns of a latitude/longitude grid round the globe. */
export type AnyLattice = LambertLattice | RegularGrid;

/** Of the simulated upstream at this grid step. ECMWF's rows and columns are those of GFS, counted from elsewhere. */
export function latticeOf(dataset: DatasetId, gridStepDegrees: number): AnyLattice {
  if (dataset.startsWith('hrrr')) return hrrrLattice(gridStepDegrees);
  if (dataset === 'nbm') return nbmLattice(gridStepDegrees);
  if (dataset === 'aqm') return aqmLattice(gridStepDegrees);
  return dataset.startsWith('gefs') ? coarserGrid(gridStepDegrees) : globalGrid(gridStepDegrees);
}

export function createGridView(lattice: AnyLattice, places: readonly PlaceOnEarth[], world: World): GridView {
  const cells: { y: number; x: number }[] = [];
  const known = new Map<string, number>();
  const pointOf = ({ y, x }: Corner): number => {
    const key = `${y} ${x}`;
    const point = known.get(key) ?? cells.push({ y, x }) - 1;
    known.set(key, point);
    return point;
  };
  const around = places.map((place) => cornersOf(lattice, place).map((one) => ({ ...one, point: pointOf(one) })));
  const { latitudes, longitudes } = centresOf(lattice, cells);
  return {
    points: pointsAt(latitudes, longitudes, world.waves),
    cells,
    mean: (values) =>
      Float64Array.from(around, (corners) =>
        corners.length === 0
          ? Number.NaN
          : corners.reduce((sum, { point, weight }) => sum + weight * values[point]!, 0),
      ),
  };
}

/** Four, of which some may weigh nothing; none outside. */
function cornersOf(lattice: AnyLattice, place: PlaceOnEarth): Corner[] {
  const { rows, columns } = lattice;
  const [x, y] = positionOf(lattice, place);
  const isRound = lattice.kind === 'regular';
  if (!(y >= 0 && y <= rows - 1 && x >= 0) || (x > columns - 1 && !isRound)) return [];
  const left = isRound ? Math.floor(x) : Math.min(Math.floor(x), columns - 2);
  const top = Math.min(Math.floor(y), rows - 2);
  return [0, 1, 2, 3].map((i) => {
    const [east, south] = [i & 1, i >> 1];
    const weight = (east ? x - left : 1 - x + left) * (south ? y - top : 1 - y + top);
    return { y: top + south, x: (left + east) % columns, weight };
  });
}

/** Fractional column and row. */
function positionOf(lattice: AnyLattice, { latitude, longitude }: PlaceOnEarth): [x: number, y: number] {
  if (lattice.kind === 'regular') {
    const east = (((longitude - lattice.firstLongitude) % 360) + 360) % 360;
    return [east / lattice.longitudeStep, (latitude - lattice.firstLatitude) / lattice.latitudeStep];
  }
  const first = planeOf(lattice, lattice.firstLatitude, lattice.firstLongitude);
  const { x, y } = planeOf(lattice, latitude, longitude);
  return [(x - first.x) / lattice.spacing, (y - first.y) / lattice.spacing];
}

function centresOf(lattice: AnyLattice, cells: readonly { y: number; x: number }[]) {
  if (lattice.kind !== 'regular')
    return cellCentres(
      lattice,
      cells.map(({ y, x }) => y * lattice.columns + x),
    );
  return {
    latitudes: Float64Array.from(cells, ({ y }) => lattice.firstLatitude + y * lattice.latitudeStep),
    longitudes: Float64Array.from(cells, ({ x }) => lattice.firstLongitude + x * lattice.longitudeStep),
  };
}
