/** What `bench/tiles.ts` draws: a row for each kind of layer, with the data it is drawn from in memory. */

import { GFS, HRRR } from '../src/grid/grids.fixture.js';
import { pixelX, pixelY, TILE_PIXELS } from '../src/grid/web-mercator.js';
import type { DatasetId } from '../src/model/dataset.js';
import type { Grid } from '../src/model/field.js';
import { MAP_FIELDS, type MapFieldId, type MapSlice } from '../src/model/map-slice.js';
import { pack } from '../src/model/packing.js';
import type { TileLayerId, TileOrder, TileSource } from '../src/model/tile.js';
import type { PaintingReaders } from '../src/products/tiles/painting/tile-painter.js';
import { noiseField } from './noise-field.fixture.js';
import { seededRandom } from './seeded-random.fixture.js';

export interface TileFamily {
  readonly name: string;
  readonly readers: PaintingReaders;
  readonly orders: readonly TileOrder[];
}

export const TIME = 1_795_219_200;
const TILES = 48;

/** Readers of which a family replaces those that it needs. */
export const NO_READERS: PaintingReaders = {
  slice: () => Promise.reject(new RangeError('no slices')),
  radarFrame: () => Promise.reject(new RangeError('no radar')),
  scan: () => Promise.reject(new RangeError('no scans')),
  fires: () => Promise.reject(new RangeError('no fires')),
  plumes: () => Promise.reject(new RangeError('no plumes')),
  alertShapes: () => {
    throw new RangeError('no alerts');
  },
};

/** Tiles around random places of a box, of zooms one after the other. */
export function ordersIn(
  layer: TileLayerId,
  sources: readonly TileSource[],
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
  zooms: readonly number[],
): TileOrder[] {
  const random = seededRandom(20261120);
  return Array.from({ length: TILES }, (_, i) => {
    const z = zooms[i % zooms.length]!;
    const x = Math.floor(pixelX(west + random() * (east - west), z) / TILE_PIXELS);
    const y = Math.floor(pixelY(south + random() * (north - south), z) / TILE_PIXELS);
    return { layer, sources, validTime: TIME, z, x, y };
  });
}

export const WORLD = { south: -60, north: 75, west: -180, east: 180 };
export const STATES = { south: 26, north: 48, west: -120, east: -75 };

/** Fields in their unit, from noise of −1..1 and how far north a row lies, −1..1. */
const FIELDS: Readonly<Record<MapFieldId, (noise: number, north: number) => number>> = {
  temperature: (noise, north) => 299 - 45 * north ** 2 + 12 * noise,
  precipitation_rate: (noise) => (noise < 0.15 ? 0 : 12 * (noise - 0.15) ** 2),
  smoke_pm2_5: (noise) => 60 * Math.max(0, noise) ** 2,
  air_quality_index: (noise) => 45 + 40 * noise,
};

/** Noise is the same for all fields of a grid, and costs more than packing it. */
const noises = new Map<Grid, Float32Array>();

function noiseOn(grid: Grid): Float32Array {
  const { columns, rows } = grid;
  const noise = noises.get(grid) ?? noiseField({ columns, rows, width: columns / 6, octaves: 8, seed: 7 });
  noises.set(grid, noise);
  return noise;
}

export function sliceOf(field: MapFieldId, grid: Grid): MapSlice {
  const noise = noiseOn(grid);
  const packing = MAP_FIELDS.find(({ id }) => id === field)!;
  const north = (row: number): number => (grid.kind === 'regular' ? 1 - (2 * row) / (grid.rows - 1) : 0.3 + row / 3000);
  const value = FIELDS[field];
  const values = new Int16Array(noise.length);
  for (let at = 0; at < values.length; at++)
    values[at] = pack(value(noise[at]!, north(Math.floor(at / grid.columns))), packing);
  return { grid, packing, values };
}

function modelFamily(layer: TileLayerId, dataset: DatasetId, field: MapFieldId): TileFamily {
  const isGlobal = dataset === 'gfs' || dataset === 'gefs-aerosol';
  const slice = sliceOf(field, isGlobal ? GFS : HRRR);
  const source: TileSource = { kind: 'slice', dataset, version: 'a', field, time: TIME };
  return {
    name: `${layer}, ${slice.grid.kind}`,
    readers: { ...NO_READERS, slice: () => Promise.resolve(slice) },
    orders: isGlobal
      ? ordersIn(layer, [source], WORLD, [2, 4, 6, 8])
      : ordersIn(layer, [source], STATES, [4, 6, 8, 10]),
  };
}

export const TILE_FAMILIES: readonly (() => TileFamily)[] = [
  () => modelFamily('temperature-global', 'gfs', 'temperature'),
  () => modelFamily('temperature', 'hrrr', 'temperature'),
  () => modelFamily('precipitation-global', 'gfs', 'precipitation_rate'),
  () => modelFamily('smoke', 'hrrr', 'smoke_pm2_5'),
  () => modelFamily('air-quality', 'hrrr', 'air_quality_index'),
  () => modelFamily('air-quality-global', 'gefs-aerosol', 'air_quality_index'),
];
