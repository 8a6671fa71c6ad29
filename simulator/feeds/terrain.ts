/** The simulated Terrarium tiles as a feed: /terrarium/{zoom}/{x}/{y}.png, there since ever. */

import { isTile, terrariumTile } from '../terrarium-tiles.js';
import type { SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/terrarium\/(\d{1,2})\/(\d{1,5})\/(\d{1,5})\.png$/;

export function createTerrainFeed(): SimulatedFeed {
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [zoom, x, y] = match.slice(1).map(Number) as [number, number, number];
      if (!isTile(zoom, x, y)) return null;
      return {
        key: path,
        availableAt: 0,
        isIndex: false,
        contentType: 'image/png',
        make: () => ({ grib: terrariumTile(zoom, x, y), index: null }),
      };
    },
  };
}
