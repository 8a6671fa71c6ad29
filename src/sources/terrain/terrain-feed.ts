/** Heights of the ground, fetched once for the region or the globe. */

import type { QueuedFeed } from '../feed.js';

export interface TerrainFeed extends QueuedFeed {
  readonly kind: 'terrain';
}

export const TERRAIN_FEED: TerrainFeed = {
  id: 'terrain',
  kind: 'terrain',
  title: 'Terrain',
  addresses: [
    {
      setting: 'WEATHERGLASS_TERRAIN_URL',
      fallback: 'https://s3.amazonaws.com/elevation-tiles-prod',
      help: 'base address of the terrain tiles',
    },
  ],
  automatic: 'always',
  traffic: null,
  queue: 'regional',
  deadlineSeconds: 1800,
};
