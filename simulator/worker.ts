/** Thread entry: runs the simulated upstream apart from the service, so that making files never delays an answer. */

import { fixedClock, systemClock } from '../src/base/clock.js';
import { serveTasks } from '../src/base/worker-thread.js';
import type { UpstreamTask, UpstreamThreadOptions } from './start-worker.js';
import { type SimulatedUpstream, startSimulatedUpstream } from './upstream.js';

let upstream: SimulatedUpstream;

function open({ now, port = 0, ...rest }: UpstreamThreadOptions): Promise<SimulatedUpstream> {
  const clock = now === null ? systemClock : fixedClock(now);
  return startSimulatedUpstream({ ...rest, port, clock });
}

serveTasks<UpstreamTask, string>({
  async perform(task) {
    if (task.kind === 'open') upstream = await open(task.options);
    else await upstream.close();
    return upstream.url;
  },
});
