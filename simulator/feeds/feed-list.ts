/** The feeds that the simulated upstream speaks beside GFS, each made when its first path is asked for. */

import type { Clock } from '../../src/base/clock.js';
import { plainRadar, type RadarSetting } from '../radar/radar-setting.js';
import type { PlantedStorm } from '../storms.js';
import { createWorld, type World } from '../world.js';
import { createAerosolFeed } from './aerosol.js';
import { createAlertZonesFeed } from './alert-zones.js';
import { createAlertsFeed } from './alerts.js';
import { createAqmFeed } from './aqm.js';
import { createDwdRvFeed } from './dwd-rv.js';
import { createEcmwfFeed } from './ecmwf.js';
import { createFirmsFeed } from './firms.js';
import { createGefsFeed } from './gefs.js';
import { createGhcnDailyFeed } from './ghcn-daily.js';
import { createHmsFeed } from './hms.js';
import { createHrrrFeed } from './hrrr.js';
import { createIconFeed } from './icon.js';
import { createMetarCacheFeed } from './metar-cache.js';
import { createMrmsFeed } from './mrms.js';
import { createNbmFeed } from './nbm.js';
import { createNexradFeed } from './nexrad.js';
import { createRrqpeFeed } from './rrqpe.js';
import type { SimulatedFeed } from './simulated-feed.js';
import { createTerrainFeed } from './terrain.js';

interface FeedEntry {
  /** How its paths begin. */
  readonly paths: RegExp;
  create(world: World, gridStepDegrees: number, radar: RadarSetting): SimulatedFeed;
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
  {
    paths: /^\/(alerts\/active|feeds|api\/v1\/warnings|cap|json|cap-alerts|today\/alerts|\d{8}\/WXO-DD)(\/|$)/,
    create: (world, _, { clock }) => createAlertsFeed(world, clock),
  },
  { paths: /^\/(gis|source\/gis|api\/v4|meteoalarm-pm-group|NUTS_|ows)/, create: createAlertZonesFeed },
  { paths: /^\/($|CONUS\/)/, create: (world, _, radar) => createMrmsFeed(world, radar) },
  { paths: /^\/($|[A-Z]{3}_N0B_)/, create: (world, _, radar) => createNexradFeed(world, radar) },
  { paths: /^\/($|BLEND\/)/, create: (world, _, radar) => createRrqpeFeed(world, radar) },
  {
    paths: /^\/(suomi-npp-viirs-c2|noaa-2[01]-viirs-c2|modis-c6\.1)\//,
    create: (world, _, { clock }) => createFirmsFeed(world, clock),
  },
  { paths: /^\/Smoke_Polygons\//, create: (world, _, { clock }) => createHmsFeed(world, clock) },
  {
    paths: /^\/(ghcnd-|csv(\.gz)?\/by_)/,
    create: (world, _, { clock }) => createGhcnDailyFeed(world, clock),
  },
  { paths: /^\/data\/cache\//, create: (world, _, { clock }) => createMetarCacheFeed(world, clock) },
  { paths: /^\/composite\/rv\//, create: (world, _, radar) => createDwdRvFeed(world, radar) },
];

/** Each feed looks at a world of its own, equal to the others, so that neighbouring instants stay in its memory. */
export function createFeeds(
  seed: number,
  storms: readonly PlantedStorm[],
  gridStepDegrees: number,
  clock: Clock,
  radar: RadarSetting = plainRadar(clock),
): readonly SimulatedFeed[] {
  return FEEDS.map(({ paths, create }) => {
    let feed: SimulatedFeed | null = null;
    return {
      find(path, query) {
        if (!paths.test(path)) return null;
        feed ??= create(createWorld(seed, { storms }), gridStepDegrees, radar);
        return feed.find(path, query);
      },
    };
  });
}
