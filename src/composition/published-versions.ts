/** What is published, for `doctor`, which may not look into the store itself. */

import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import type { DatasetId } from '../model/dataset.js';
import { freshnessOf, isStale } from '../query/layers/freshness.js';
import { createCubeShelf } from '../store/cubes/cube-shelf.js';
import { createTerrainShelf } from '../store/terrain/terrain-shelf.js';
import { openObjects } from './objects.js';

export interface PublishedRun {
  /** Reference time of the newest published run, epoch seconds; null when there is none. */
  readonly referenceTime: number | null;
  /** Whether it is older than the feed's runs should ever be. */
  readonly isLate: boolean;
  /** Age that they should never have, s. */
  readonly lateAfter: number;
}

/** What is published of each dataset: for `doctor`, which may not look into the store itself. */
export async function publishedRuns(
  config: Config,
  log: Log,
  datasets: readonly DatasetId[],
): Promise<ReadonlyMap<DatasetId, PublishedRun>> {
  const objects = openObjects(config);
  const shelf = createCubeShelf({ objects, clock: systemClock, log });
  const runs = new Map<DatasetId, PublishedRun>();
  try {
    for (const dataset of datasets) {
      const cube = await shelf.open(dataset);
      const referenceTime = cube?.description.referenceTime ?? null;
      cube?.release();
      const isLate = referenceTime !== null && isStale(dataset, referenceTime, config.clock.now());
      runs.set(dataset, { referenceTime, isLate, lateAfter: freshnessOf(dataset).staleAfter });
    }
    return runs;
  } finally {
    objects.close();
  }
}

/** Zoom and number of tiles of the published terrain; null when there is none. */
export async function publishedTerrain(
  config: Config,
  log: Log,
): Promise<{ readonly zoom: number; readonly tiles: number } | null> {
  const objects = openObjects(config);
  try {
    const terrain = await createTerrainShelf({ objects, clock: systemClock, log }).open();
    if (terrain === null) return null;
    const { zoom, across, down } = terrain.description.window;
    return { zoom, tiles: across * down };
  } finally {
    objects.close();
  }
}
