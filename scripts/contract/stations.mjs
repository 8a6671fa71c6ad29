/** Files of the simulated weather stations around New York, the place of the examples. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SEED = 1;
const STATIONS = ['USW00094728', 'USC00100231'];

/**
 * Writes fifty years of each station and the list of all stations. The demo would load the whole simulated network, which
 * takes minutes.
 *
 * @param now  ISO 8601
 */
export async function writeStationFiles(directory, now) {
  const { createWorld } = await import('../../dist/simulator/world.js');
  const { createGhcnDailyFeed } = await import('../../dist/simulator/feeds/ghcn-daily.js');
  const feed = createGhcnDailyFeed(createWorld(SEED), { now: () => Date.parse(now) / 1000 });
  mkdirSync(directory, { recursive: true });
  for (const path of ['/ghcnd-stations.txt', ...STATIONS.map((id) => `/csv/by_station/${id}.csv`)]) {
    const file = feed.find(path);
    await file.prepare();
    writeFileSync(join(directory, path.split('/').at(-1)), file.make().grib);
  }
}
