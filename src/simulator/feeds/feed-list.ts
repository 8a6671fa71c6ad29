/** The feeds that the simulated upstream speaks beside GFS, each made when its first path is asked for. */

import type { PlantedStorm } from '../storms.js';
import { createWorld, type World } from '../world.js';
import { createAerosolFeed } from './aerosol.js';
import { createAqmFeed } from './aqm.js';
import { createEcmwfFeed } from './ecmwf.js';
import { createGefsFeed } from './gefs.js';
import { createHrrrFeed } from './hrrr.js';
import { createIconFeed } from './icon.js';
import { createNbmFeed } from './nbm.js';
import type { SimulatedFeed } from './simulated-feed.js';
import { createTerrainFeed } from './terrain.js';

interface FeedEntry {
  /** How its paths begin. */
  readonly paths: RegExp;
  create(world: World, gridStepDegrees: number): SimulatedFeed;
}

const FEEDS: readonly FeedEntry[] = [
  { paths: /^\/hrrr\./, create: createHrrrFeed },
  { paths: /^\/\d{8}\//, create: createEcmwfFeed },
  { paths: /^\/gefs\.\d{8}\/\d\d\/atmos\//, create: createGefsFeed },
  { paths: /^\/blend\./, create: createNbmFeed },
  { paths: /^\/icon-eu\//, create: createIconFeed },
  { paths: /^\/AQMv7\//, create: createAqmFeed },
  { paths: /^\/gefs\.\d{8}\/\d\d\/chem\//, create: createAerosolFeed },
  { paths: /^\/terrarium\//, create: createTerrainFeed },
];

/** Each feed looks at a world of its own, equal to the others, so that neighbouring instants stay in its memory. */
export function createFeeds(
  seed: number,
  storms: readonly PlantedStorm[],
  gridStepDegrees: number,
): readonly SimulatedFeed[] {
  return FEEDS.map(({ paths, create }) => {
    let feed: SimulatedFeed | null = null;
    return {
      find(path) {
        if (!paths.test(path)) return null;
        feed ??= create(createWorld(seed, { storms }), gridStepDegrees);
        return feed.find(path);
      },
    };
  });
}
