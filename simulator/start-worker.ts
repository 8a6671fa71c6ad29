/** Starts the simulated upstream in a thread of its own. Needs the compiled `worker.js` beside this file. */

import { startWorkerThread, type WorkerThread } from '../src/base/worker-thread.js';
import type { SimulatorOptions } from './upstream.js';

/** Plain values only, since they cross into a thread: the clock is an instant to stand still at, or null to run. */
export interface UpstreamThreadOptions extends Omit<SimulatorOptions, 'clock' | 'port'> {
  readonly now: number | null;
  readonly port?: number;
}

export interface UpstreamThread {
  /** Base address without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** The response to both is the base address. */
export type UpstreamTask =
  | { readonly kind: 'open'; readonly options: UpstreamThreadOptions }
  | { readonly kind: 'close' };

/** Objects made for one field live no longer than that: a larger nursery (48 MB) only takes memory, 3% of time aside. */
const YOUNG_MEGABYTES = 12;
/**
 * Five times what lives there. Where there is no limit in sight the heap grows to four times of it between two
 * collections: observed 166 MB in place of 69, and 650 of the whole demo in place of 460.
 */
const OLD_MEGABYTES = 256;

export async function startUpstreamThread(options: UpstreamThreadOptions): Promise<UpstreamThread> {
  let isOpen = false;
  const thread = startWorkerThread<UpstreamTask, string>({
    name: 'simulated-upstream',
    entry: new URL('./worker.js', import.meta.url),
    limits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES, maxOldGenerationSizeMb: OLD_MEGABYTES },
    onExit(error) {
      // An uncaught exception of the process: a demo without its upstream must not go on silently.
      if (isOpen) throw error;
    },
  });
  try {
    const url = await thread.run({ kind: 'open', options });
    isOpen = true;
    let closing: Promise<void> | null = null;
    return {
      url,
      close() {
        closing ??= closeThread(thread);
        return closing;
      },
    };
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

async function closeThread(thread: WorkerThread<UpstreamTask, string>): Promise<void> {
  try {
    await thread.run({ kind: 'close' });
  } finally {
    await thread.terminate();
  }
}
