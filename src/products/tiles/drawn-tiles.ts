/** The bytes of tiles: from memory, from the store, or drawn, once, however many ask. */

import type { TileDrawing } from '../../model/tile.js';
import { createTileCache, type TileStore } from './tile-cache.js';
import { type LocatedTile, type OrderedTile, STALE_SECONDS } from './tile-location.js';
import type { TileRequest } from './tile-request.js';

/** Whether a tile was there, had to be drawn, or is older than it should be. */
export type TileOutcome = 'HIT' | 'MISS' | 'STALE';

export interface DrawnTile extends LocatedTile {
  readonly outcome: TileOutcome;
  readonly bytes: Buffer;
}

export interface DrawnTiles {
  /** @throws whatever drawing does */
  get(tile: OrderedTile): Promise<DrawnTile>;
  /** What was last given for the same place and question, while it is remembered. */
  last(request: TileRequest): DrawnTile | null;
}

export interface DrawnTilesDependencies {
  readonly drawing: TileDrawing;
  readonly cacheBytes: number;
  readonly store: TileStore | null;
}

export function createDrawnTiles({ drawing, cacheBytes, store }: DrawnTilesDependencies): DrawnTiles {
  const cache = createTileCache({ maxBytes: cacheBytes, store });
  const underWay = new Map<string, Promise<Buffer>>();

  async function draw({ tag, order }: OrderedTile): Promise<Buffer> {
    const drawn = await drawing.draw(order);
    const bytes = Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    cache.keep(tag, bytes);
    return bytes;
  }

  function drawOnce(tile: OrderedTile): Promise<Buffer> {
    const drawing = underWay.get(tile.tag);
    if (drawing !== undefined) return drawing;
    const drawn = draw(tile).finally(() => underWay.delete(tile.tag));
    underWay.set(tile.tag, drawn);
    return drawn;
  }

  return {
    async get(tile) {
      const kept = cache.held(tile.tag) ?? (await cache.find(tile.tag));
      const outcome = kept === null ? 'MISS' : 'HIT';
      const bytes = kept ?? (await drawOnce(tile));
      cache.note(questionOf(tile.request), tile.tag);
      return { ...tile, bytes, outcome: tile.isLate ? 'STALE' : outcome };
    },
    last(request) {
      const kept = cache.last(questionOf(request));
      if (kept === null) return null;
      const { key: tag, bytes } = kept;
      return {
        request,
        tag,
        bytes,
        validTime: null,
        maxAge: STALE_SECONDS,
        isLate: true,
        isSimulated: false,
        order: null,
        outcome: 'STALE',
      };
    },
  };
}

/** Place and question in one text. */
function questionOf({ layer, site, time, z, x, y }: TileRequest): string {
  return `${layer}/${site ?? ''}/${time ?? ''}/${z}/${x}/${y}`;
}
