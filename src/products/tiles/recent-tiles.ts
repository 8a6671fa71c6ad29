/**
 * Tiles that were given in the present period, by the address that asked for them: a map that many look at asks for the
 * same few over and over, and to read an address, find its frame and its bytes costs as much as all the rest of an answer.
 * The period is that of the pointers, so a recalled tile is as new as one that is looked up.
 */

import { LRUCache } from 'lru-cache';
import type { Period } from '../../base/shared-value.js';
import type { DrawnTile } from './drawn-tiles.js';
import type { LocatedTile } from './tile-location.js';

export interface RecentTiles {
  /** With its bytes, if they were given. */
  recall(address: string): DrawnTile | LocatedTile | null;
  /** The present period. */
  readonly period: Period;
  /**
   * @param tile  without bytes where the client held them
   * @param since  period in which the tile was located
   */
  remember(address: string, tile: DrawnTile | LocatedTile, since: number): void;
}

/** A few screens full of map; their bytes are those of the cache of tiles. */
const MOST_TILES = 512;
/** Nobody's map asks with longer ones. */
const LONGEST_ADDRESS = 200;

interface Recent {
  readonly tile: DrawnTile | LocatedTile;
  readonly period: number;
}

export function createRecentTiles(period: Period): RecentTiles {
  const recent = new LRUCache<string, Recent>({ max: MOST_TILES });
  return {
    period,
    recall(address) {
      const known = recent.get(address);
      return known?.period === period() ? known.tile : null;
    },
    remember(address, tile, since) {
      // Of one that was drawn just now, the next to ask is told that it was there.
      if (('outcome' in tile && tile.outcome === 'MISS') || address.length > LONGEST_ADDRESS) return;
      recent.set(address, { tile, period: since });
    },
  };
}
