/** Thread entry: runs the simulated upstream apart from the service, so that making files never delays an answer. */

import { parentPort, workerData } from 'node:worker_threads';
import { fixedClock, systemClock } from '../src/base/clock.js';
import type { UpstreamThreadOptions } from './start-worker.js';
import { startSimulatedUpstream } from './upstream.js';

const { now, port = 0, ...rest } = workerData as UpstreamThreadOptions;
const clock = now === null ? systemClock : fixedClock(now);
const upstream = await startSimulatedUpstream({ ...rest, port, clock });
parentPort?.once('message', () => {
  void upstream.close();
});
parentPort?.postMessage({ url: upstream.url });
