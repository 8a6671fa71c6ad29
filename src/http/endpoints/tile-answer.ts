/** What a tile is sent with: its tag, for how long it may be kept, when it shows the world, and whose data it is of. */

import type { FastifyReply } from 'fastify';
import type { TileLayerId } from '../../model/tile.js';
import { formatInstant } from '../../model/time.js';
import type { DrawnTile } from '../../products/tiles/drawn-tiles.js';
import type { LocatedTile } from '../../products/tiles/tile-location.js';
import type { Meters } from '../metrics.js';
import { holds } from './representation.js';

export interface TileAnswer {
  /**
   * Answers 304 where the client holds the tile.
   *
   * @param held  `If-None-Match` of the request
   * @returns whether it did
   */
  sendUnchanged(held: string | undefined, reply: FastifyReply, tile: LocatedTile): boolean;
  send(reply: FastifyReply, tile: DrawnTile): FastifyReply;
}

export function createTileAnswer(
  tiles: Meters['tiles'],
  attributionOf: (layer: TileLayerId, isSimulated: boolean) => string,
): TileAnswer {
  const heads = new WeakMap<LocatedTile, Record<string, string>>();

  /** Of the same tile the same; its bytes may follow or not. */
  function headOf(tile: LocatedTile): Record<string, string> {
    const known = heads.get(tile);
    if (known !== undefined) return known;
    const { tag, maxAge, isLate, isSimulated, validTime, request } = tile;
    const made = {
      etag: `"${tag}"`,
      'cache-control': `private, max-age=${maxAge}`,
      'x-service-tile-cache': isLate ? 'STALE' : 'HIT',
      'x-attribution': attributionOf(request.layer, isSimulated),
      ...(validTime !== null && { 'x-service-tile-time': formatInstant(Math.floor(validTime)) }),
    };
    heads.set(tile, made);
    return made;
  }

  return {
    sendUnchanged(held, reply, tile) {
      if (!holds(held, `"${tile.tag}"`)) return false;
      tiles.inc({ layer: tile.request.layer, outcome: 'unchanged' });
      reply.headers(headOf(tile)).code(304).send();
      return true;
    },
    send(reply, tile) {
      tiles.inc({ layer: tile.request.layer, outcome: tile.outcome.toLowerCase() });
      reply.headers(headOf(tile));
      return reply.header('x-service-tile-cache', tile.outcome).type('image/png').send(tile.bytes);
    },
  };
}
