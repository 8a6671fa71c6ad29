/** A product of made-up tiles: always there, one byte pattern for each tag; counts what it was asked. */

import type { DrawnTile } from '../../products/tiles/drawn-tiles.js';
import { TILE_LAYERS } from '../../products/tiles/layer-table.js';
import type { TileList } from '../../products/tiles/tile-list.js';
import type { LocatedTile } from '../../products/tiles/tile-location.js';
import type { DrawnTileProduct } from './tiles-endpoint.js';

export interface FakeTiles extends DrawnTileProduct, TileList {
  /** Stands for the versions that tiles are made from. */
  frame: string;
  outcome: DrawnTile['outcome'];
  asked: LocatedTile[];
  bytes(tile: LocatedTile): Promise<DrawnTile>;
}

export function fakeTiles(): FakeTiles {
  const tiles: FakeTiles = {
    frame: 'frame',
    outcome: 'MISS',
    asked: [],
    attributionOf: (layer) => TILE_LAYERS[layer].attribution,
    period: () => 0,
    recall: () => null,
    remember: () => undefined,
    async locate(request) {
      const { layer, z, x, y } = request;
      return {
        request,
        tag: `${tiles.frame}-${z}-${x}-${y}`,
        validTime: 1795170960,
        maxAge: TILE_LAYERS[layer].cadence,
        isLate: false,
        isSimulated: false,
        order: null,
      };
    },
    async bytes(tile) {
      tiles.asked.push(tile);
      return { ...tile, outcome: tiles.outcome, bytes: Buffer.from(tile.tag) };
    },
    list: async () => ({ layers: [], warnings: [] }),
    tileJson: async ({ layer }, baseUrl) => ({
      tilejson: '3.0.0',
      name: layer,
      description: layer,
      attribution: TILE_LAYERS[layer].attribution,
      scheme: 'xyz',
      tiles: [`${baseUrl}/v1/map-tiles/${layer}/{z}/{x}/{y}`],
      minzoom: 0,
      maxzoom: TILE_LAYERS[layer].maxZoom,
      bounds: [-180, -85.0511, 180, 85.0511],
      legend: [],
      unit: null,
      time: null,
    }),
  };
  return tiles;
}
