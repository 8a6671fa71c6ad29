/** From an order to the bytes of a tile: the layer's painter, then the encoder. */

import type { TileLayerId, TileOrder, TileReaders } from '../../../model/tile.js';
import { AIR_QUALITY_STYLE, SMOKE_STYLE } from '../styles/air-styles.js';
import { PRECIPITATION_STYLE } from '../styles/rain-styles.js';
import { TILE_STYLES } from '../styles/style-table.js';
import { TEMPERATURE_STYLE } from '../styles/temperature-style.js';
import { paintAlerts } from './alerts/alert-painter.js';
import type { AlertScene } from './alerts/alert-scene.js';
import { paintFires } from './fires/fire-painter.js';
import { paintFireSmoke } from './fires/fire-smoke-painter.js';
import { type Painter, TILE_AREA } from './painter.js';
import { paintRadarFuture } from './radar/radar-future-painter.js';
import { paintRadar } from './radar/radar-painter.js';
import { paintScan } from './radar/scan-painter.js';
import { slicePainter } from './slices/slice-painter.js';
import { EMPTY_TILE, encodeIndexedPng } from './tile-png.js';

export interface PaintingReaders extends TileReaders {
  /** The alerts that are drawn, as they were under the name that an order has for them. */
  alertShapes(version: string): AlertScene;
}

export interface TilePainting {
  /**
   * A PNG of 256 × 256 pixels.
   *
   * @throws ObjectMissingError, ObjectDefectError  a source of the order cannot be read
   */
  draw(order: TileOrder): Promise<Uint8Array>;
}

export function createTilePainting(readers: PaintingReaders): TilePainting {
  const painters = paintersOf(readers);
  return {
    async draw(order) {
      const pixels = new Uint8Array(TILE_AREA);
      const isPainted = await painters[order.layer](order, readers, pixels);
      return isPainted ? encodeIndexedPng(pixels, TILE_STYLES[order.layer].palette) : EMPTY_TILE;
    },
  };
}

function paintersOf({ alertShapes }: PaintingReaders): Readonly<Record<TileLayerId, Painter>> {
  return {
    radar: paintRadar,
    'precipitation-global': slicePainter(PRECIPITATION_STYLE),
    'radar-future': paintRadarFuture,
    'radar-site': paintScan,
    temperature: slicePainter(TEMPERATURE_STYLE),
    'temperature-global': slicePainter(TEMPERATURE_STYLE),
    'air-quality': slicePainter(AIR_QUALITY_STYLE),
    'air-quality-global': slicePainter(AIR_QUALITY_STYLE),
    smoke: slicePainter(SMOKE_STYLE),
    'fire-smoke': paintFireSmoke,
    'smoke-global': slicePainter(SMOKE_STYLE),
    'fire-global': paintFires,
    alerts: async (order, _, pixels) => {
      const [source] = order.sources;
      return source?.kind === 'alerts' && paintAlerts(order, alertShapes(source.version), pixels);
    },
  };
}
