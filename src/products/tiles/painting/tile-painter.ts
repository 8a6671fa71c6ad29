/** From an order to the bytes of a tile: the layer's painter, then the encoder. */

import type { TileLayerId, TileOrder, TileReaders } from '../../../model/tile.js';
import { AIR_QUALITY_STYLE, SMOKE_STYLE } from '../styles/air-styles.js';
import { PRECIPITATION_STYLE } from '../styles/rain-styles.js';
import { TILE_STYLES } from '../styles/style-table.js';
import { TEMPERATURE_STYLE } from '../styles/temperature-style.js';
import { type Painter, TILE_AREA } from './painter.js';
import { slicePainter } from './slice-painter.js';
import { EMPTY_TILE, encodeIndexedPng } from './tile-png.js';

const PAINTERS: Readonly<Partial<Record<TileLayerId, Painter>>> = {
  'precipitation-global': slicePainter(PRECIPITATION_STYLE),
  temperature: slicePainter(TEMPERATURE_STYLE),
  'temperature-global': slicePainter(TEMPERATURE_STYLE),
  'air-quality': slicePainter(AIR_QUALITY_STYLE),
  'air-quality-global': slicePainter(AIR_QUALITY_STYLE),
  smoke: slicePainter(SMOKE_STYLE),
  'smoke-global': slicePainter(SMOKE_STYLE),
};

export interface TilePainting {
  /**
   * A PNG of 256 × 256 pixels.
   *
   * @throws ObjectMissingError, ObjectDefectError  a source of the order cannot be read
   */
  draw(order: TileOrder): Promise<Uint8Array>;
}

export function createTilePainting(readers: TileReaders): TilePainting {
  return {
    async draw(order) {
      const pixels = new Uint8Array(TILE_AREA);
      const isPainted = await PAINTERS[order.layer]?.(order, readers, pixels);
      return isPainted ? encodeIndexedPng(pixels, TILE_STYLES[order.layer].palette) : EMPTY_TILE;
    },
  };
}
