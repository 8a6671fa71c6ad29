/**
 * Frames at the resolution of a zoom: the pixels themselves where a pixel of the tile is not much larger, else cells of as
 * many pixels as a pixel of the tile is long in the middle of the grid (science/radar/echo-field.ts). MRMS, 0.01°: cells of
 * 2 × 2 pixels at zoom 6, 14 rows × 18 columns at zoom 3; whole from zoom 7 on.
 */

import { columnsBeforeSeam, isGlobal, placeOf } from '../../../../grid/grid.js';
import { pixelX, pixelY, worldPixels } from '../../../../grid/web-mercator.js';
import type { Grid } from '../../../../model/field.js';
import type { RadarFrame, TiledField } from '../../../../model/radar.js';
import { type EchoField, echoField, pooledEchoes } from '../../../../science/radar/echo-field.js';
import type { CellScale } from '../../../../science/radar/echo-window.js';

export interface RadarLevel {
  readonly echoes: EchoField;
  readonly scale: CellScale;
}

const known = new WeakMap<TiledField, Map<number, RadarLevel>>();

/** Kept for as long as the frame's field is. All zooms of a frame of MRMS take 10 MB beside its own 18. */
export function radarLevel({ field, description: { grid } }: RadarFrame, zoom: number): RadarLevel {
  const kept = known.get(field) ?? new Map<number, RadarLevel>();
  known.set(field, kept);
  const level = kept.get(zoom) ?? levelOf(field, grid, zoom);
  kept.set(zoom, level);
  return level;
}

function levelOf(field: TiledField, grid: Grid, zoom: number): RadarLevel {
  const around = isGlobal(grid) ? columnsBeforeSeam(grid) : 0;
  const { rowFactor, columnFactor } = cellFactors(grid, zoom, around);
  const echoes = rowFactor * columnFactor === 1 ? echoField(field) : pooledEchoes(field, rowFactor, columnFactor);
  return { echoes, scale: { rowFactor, columnFactor, around: around / columnFactor } };
}

/** Pixels of the grid along a pixel of the zoom, whole; cells must go round the globe without a rest. */
function cellFactors(grid: Grid, zoom: number, around: number): Pick<CellScale, 'rowFactor' | 'columnFactor'> {
  const [row, column] = [(grid.rows - 1) / 2, (grid.columns - 1) / 2];
  let columnFactor = factorFor(grid, zoom, [row, column - 0.5], [row, column + 0.5]);
  while (around % columnFactor !== 0) columnFactor--;
  return { rowFactor: factorFor(grid, zoom, [row - 0.5, column], [row + 0.5, column]), columnFactor };
}

type Cell = readonly [row: number, column: number];

function factorFor(grid: Grid, zoom: number, from: Cell, to: Cell): number {
  const [a, b] = [placeOf(grid, ...from), placeOf(grid, ...to)];
  const world = worldPixels(zoom);
  const across = Math.abs(pixelX(b.longitude, zoom) - pixelX(a.longitude, zoom));
  const down = pixelY(b.latitude, zoom) - pixelY(a.latitude, zoom);
  const length = Math.hypot(Math.min(across, world - across), down);
  return Math.max(1, Math.round(1 / length));
}
