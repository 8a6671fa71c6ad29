/**
 * Tiles that were given within the last second, by the address that asked for them: a map that many look at asks for the same
 * few over and over, and to read an address, find its frame and its bytes costs as much as all the rest of an answer.
 * A second is less than what is published is looked at, so nothing is older for it than it may be.
 */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import type { DrawnTile } from './drawn-tiles.js';
import type { LocatedTile } from './tile-location.js';

export interface RecentTiles {
  /** With its bytes, if they were given. */
  recall(address: string): DrawnTile | LocatedTile | null;
  /** @param tile  without bytes where the client held them */
  remember(address: string, tile: DrawnTile | LocatedTile): void;
}

const SECONDS = 1;
/** A few screens full of map; their bytes are those of the cache of tiles. */
const MOST_TILES = 512;
/** Nobody's map asks with longer ones. */
const LONGEST_ADDRESS = 200;

interface Recent {
  readonly tile: DrawnTile | LocatedTile;
  readonly at: number;
}

/** @param clock  that of the process */
export function createRecentTiles(clock: Clock): RecentTiles {
  const recent = new LRUCache<string, Recent>({ max: MOST_TILES });
  return {
    recall(address) {
      const known = recent.get(address);
      return known !== undefined && Math.abs(clock.now() - known.at) < SECONDS ? known.tile : null;
    },
    remember(address, tile) {
      // Of one that was drawn just now, the next to ask is told that it was there.
      if (('outcome' in tile && tile.outcome === 'MISS') || address.length > LONGEST_ADDRESS) return;
      recent.set(address, { tile, at: clock.now() });
    },
  };
}
