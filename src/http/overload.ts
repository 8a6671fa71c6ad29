/**
 * Tells when the process is too busy to respond in time, by the mean delay of its event loop.
 *
 * The histogram of `perf_hooks` needs no file descriptor. A watch of the resident memory does: `process.memoryUsage`
 * opens a file under /proc, throws EMFILE when descriptors run out, and in a timer that ends the process.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface OverloadLimits {
  /** Mean delay of the event loop from which the process counts as overloaded, milliseconds; 0: it never does. */
  readonly eventLoopDelay: number;
  /** Time over which the mean is taken, milliseconds. */
  readonly sampleInterval: number;
}

/** With a delay of a second, responses come too late to be of use. */
const OVERLOAD: OverloadLimits = { eventLoopDelay: 1000, sampleInterval: 1000 };
/** Between two measurements, milliseconds. */
const RESOLUTION = 10;
const NANOSECONDS = 1e6; // in a millisecond

export interface OverloadWatch {
  isOverloaded(): boolean;
  end(): void;
}

export function watchOverload(changes: Partial<OverloadLimits> = {}): OverloadWatch {
  const { eventLoopDelay, sampleInterval } = { ...OVERLOAD, ...changes };
  if (eventLoopDelay === 0) return { isOverloaded: () => false, end: () => undefined };
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  let isOverloaded = false;
  const timer = setInterval(() => {
    // The histogram measures from timer to timer, so an idle loop shows its resolution.
    isOverloaded = delays.mean / NANOSECONDS - RESOLUTION > eventLoopDelay;
    delays.reset();
  }, sampleInterval).unref();
  return {
    isOverloaded: () => isOverloaded,
    end() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
