/** The service that `hostile.ts` attacks, in a process of its own: the real forecast on cubes in memory, two keys. */

import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import { allLayers, NOW } from './forecast-cube.fixture.js';
import { startSubject } from './http-service.fixture.js';

export interface ServiceStarted {
  readonly port: number;
  readonly authorization: string;
  readonly otherAuthorization: string;
}

/** Reply to any message. */
export interface ServiceMemory {
  /** Resident memory now and at its largest, bytes. */
  readonly resident: number;
  readonly peak: number;
}

const { port, authorization, otherAuthorization } = await startSubject(
  createForecastProduct({ shelf: allLayers, clock: fixedClock(NOW), log: silentLog }),
);
process.send?.({ port, authorization, otherAuthorization } satisfies ServiceStarted);
process.on('message', () => {
  const memory: ServiceMemory = {
    resident: process.memoryUsage.rss(),
    peak: process.resourceUsage().maxRSS * 1024,
  };
  process.send?.(memory);
});
process.once('disconnect', () => process.exit());
