/**
 * Where the spots of a track lie on a grid: the cells around each with their bilinear weights, and how far the edge is.
 * Sources that stand on one grid share this.
 */

import { bilinearWeights, edgeDistance } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import { fieldMean } from '../layers/point.js';
import type { TrackSpots } from './track.js';

/** Cells around a spot. */
export const CORNERS = 4;

export interface SpotPlaces {
  readonly columns: number;
  /** Four to a spot, y × columns + x; where there are fewer the first stands again, with the weight 0. */
  readonly cells: Int32Array;
  readonly weights: Float64Array;
  /** From each spot to the edge of the grid, m: 0 outside, infinite round the globe. */
  readonly edges: Float64Array;
  /** 1 where the grid reaches. */
  readonly covers: Uint8Array;
  readonly coversAny: boolean;
}

/** Places the spots on any grid, on equal ones once. */
export function createPlacing(spots: TrackSpots): (grid: Grid) => SpotPlaces {
  const known = new Map<string, SpotPlaces>();
  return (grid) => {
    const key = JSON.stringify(grid);
    const places = known.get(key) ?? placeSpots(grid, spots);
    known.set(key, places);
    return places;
  };
}

function placeSpots(grid: Grid, { count, latitudes, longitudes }: TrackSpots): SpotPlaces {
  const places = {
    columns: grid.columns,
    cells: new Int32Array(CORNERS * count),
    weights: new Float64Array(CORNERS * count),
    edges: new Float64Array(count),
    covers: new Uint8Array(count),
    coversAny: false,
  };
  for (let i = 0; i < count; i++) {
    const corners = bilinearWeights(grid, latitudes[i]!, longitudes[i]!);
    if (corners.length === 0) continue;
    places.covers[i] = 1;
    places.coversAny = true;
    places.edges[i] = edgeDistance(grid, latitudes[i]!, longitudes[i]!);
    for (let corner = 0; corner < CORNERS; corner++) {
      const { cell, weight } = corners[corner] ?? { ...corners[0]!, weight: 0 };
      places.cells[CORNERS * i + corner] = cell.y * grid.columns + cell.x;
      places.weights[CORNERS * i + corner] = weight;
    }
  }
  return places;
}

/** A static field at each spot; NaN where too many of its corners are missing, and outside. */
export function fieldAt(field: Float32Array, { cells, weights, covers }: SpotPlaces): Float64Array {
  const values = new Float64Array(covers.length).fill(Number.NaN);
  for (let i = 0; i < covers.length; i++)
    if (covers[i] !== 0) values[i] = fieldMean(field, cells, weights, CORNERS * i, CORNERS * (i + 1));
  return values;
}
