/** Threads that draw tiles, as Node has them. */

import { startWorkerThread } from './base/worker-thread.js';
import type { DrawingThread } from './products/tiles/drawing/patient-thread.js';

export interface TileThreadData {
  readonly objectsDirectory: string;
  /** Longest time for one read of an object, s. */
  readonly readSeconds: number;
  /** Files that stay open between ranged reads. */
  readonly openFiles: number | undefined;
}

/** Pixels and slices live outside of a thread's heap: what is left for its nursery is little. */
const YOUNG_MEGABYTES = 6;

/** From the compiled entry beside this file. @param onExit  called when the thread ends without being told to */
export function startTileThread(data: TileThreadData, onExit: (error: Error) => void): DrawingThread {
  return startWorkerThread({
    name: 'tile-drawing',
    entry: new URL('./tile-worker.js', import.meta.url),
    data,
    limits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    onExit,
  });
}
