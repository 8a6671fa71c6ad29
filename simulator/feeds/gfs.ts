/** GFS among the feeds of the simulated upstream; its files are made and kept by `gfs-files.ts`. */

import type { GfsFiles } from '../gfs-files.js';
import { availableAt, parseGfsPath } from '../upstream-path.js';
import type { SimulatedFeed } from './simulated-feed.js';

export function createGfsFeed(files: GfsFiles, latencySeconds: number): SimulatedFeed {
  return {
    find(path) {
      const file = parseGfsPath(path);
      if (file === null) return null;
      const { referenceTime, hour, index } = file;
      return {
        key: `gfs ${referenceTime} ${hour}`,
        availableAt: availableAt(file, latencySeconds),
        isIndex: index,
        make: () => files.file(referenceTime, hour),
        isKept: () => files.has(referenceTime, hour),
      };
    },
  };
}
