/** Orders and readers for tests of tiles that are painted from frames in memory. */

import type { GridPosition } from '../../../../grid/grid.js';
import { latitudeOfPixel, longitudeOfPixel } from '../../../../grid/web-mercator.js';
import type { PolarStereographicGrid } from '../../../../model/field.js';
import type { MapSlice } from '../../../../model/map-slice.js';
import type { RadarFrame } from '../../../../model/radar.js';
import type { SliceSource, TileAddress, TileOrder, TileReaders, TileSource } from '../../../../model/tile.js';
import { type Painter, TILE_AREA } from '../painter.js';

/** Of the middle of Germany, pixels of 1 km. */
export const GERMAN: PolarStereographicGrid = {
  kind: 'polar-stereographic',
  columns: 300,
  rows: 300,
  firstX: -300_000,
  firstY: -4_100_000,
  xStep: 1000,
  yStep: -1000,
  pole: 'north',
  centralMeridian: 10,
  trueLatitude: 60,
  earth: { semiMajor: 6_378_137, semiMinor: 6_356_752.3142451802 },
};

export interface RadarTile {
  readonly frames: readonly RadarFrame[];
  readonly slices?: readonly MapSlice[];
  /** Epoch seconds; default that of the first frame. */
  readonly validTime?: number;
}

/** Indexes of the palette; all 0 where the painter painted nothing. */
export async function paintedBy(painter: Painter, address: TileAddress, tile: RadarTile): Promise<Uint8Array> {
  const { frames, slices = [], validTime = frames[0]!.description.validTime } = tile;
  const sources: TileSource[] = frames.map(({ description: { dataset, version } }) => ({
    kind: 'radar',
    dataset,
    version,
  }));
  slices.forEach((_, n) => {
    sources.push({ kind: 'slice', dataset: 'gfs', version: `${n}`, field: 'precipitation_rate', time: 0 });
  });
  const readers = {
    radarFrame: async ({ dataset }: { dataset: string }) =>
      frames.find((frame) => frame.description.dataset === dataset)!,
    slice: async ({ version }: SliceSource) => slices[Number(version)]!,
  } as unknown as TileReaders;
  const order: TileOrder = { layer: 'radar', ...address, sources, validTime };
  const pixels = new Uint8Array(TILE_AREA);
  const isPainted = await painter(order, readers, pixels);
  if (isPainted !== pixels.some((pixel) => pixel !== 0)) throw new Error(`the painter says ${isPainted} of its tile`);
  return pixels;
}

/** Where the centre of a pixel of a tile lies, degrees. */
export function centreOf({ z, x, y }: TileAddress, i: number): { latitude: number; longitude: number } {
  return {
    latitude: latitudeOfPixel(y * 256 + (i >> 8) + 0.5, z),
    longitude: longitudeOfPixel(x * 256 + (i & 255) + 0.5, z),
  };
}

function dbzOf(rate: number): number {
  return rate > 0 ? Math.max(0, 10 * Math.log10(300 * rate ** 1.4)) : rate;
}

/** dBZ between pixels by the rule of the layers, from the rates of the pixels, mm/h, NaN unobserved. */
export function echoBetween(rateAt: (row: number, column: number) => number, { x, y }: GridPosition): number {
  const [top, left] = [Math.floor(y), Math.floor(x)];
  let [sum, held] = [0, 0];
  for (const row of [top, top + 1])
    for (const column of [left, left + 1]) {
      const weight = (1 - Math.abs(y - row)) * (1 - Math.abs(x - column));
      const dbz = dbzOf(rateAt(row, column));
      if (Number.isNaN(dbz) || weight === 0) continue;
      sum += weight * dbz;
      held += weight;
    }
  return held >= 0.5 ? sum / held : Number.NaN;
}
