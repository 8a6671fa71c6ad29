/** Threads that draw tiles, as Node has them. */

import { Worker } from 'node:worker_threads';
import type { AlertChange, TileOrder } from './model/tile.js';
import { type DrawingErrorRecord, fromRecord } from './products/tiles/drawing/drawing-error.js';
import type { DrawingEvents, DrawingThread } from './products/tiles/drawing/drawing-thread.js';

export interface TileThreadData {
  readonly objectsDirectory: string;
  /** Longest time for one read of an object, s. */
  readonly readSeconds: number;
  /** Files that stay open between ranged reads. */
  readonly openFiles: number | undefined;
}

export type TileThreadRequest =
  | { readonly number: number; readonly order: TileOrder }
  | { readonly change: AlertChange };

export type TileThreadAnswer =
  | { readonly number: number; readonly bytes: Uint8Array }
  | { readonly number: number; readonly error: DrawingErrorRecord };

/** Pixels and slices live outside of a thread's heap: what is left for its nursery is little. */
const YOUNG_MEGABYTES = 6;

/** From the compiled entry beside this file: a thread does not load TypeScript. */
export function startTileThread(data: TileThreadData, events: DrawingEvents): DrawingThread {
  const worker = new Worker(new URL('./tile-worker.js', import.meta.url), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  let isEnding = false;
  worker.on('message', (answer: TileThreadAnswer) => {
    events.answered(answer.number, 'bytes' in answer ? answer.bytes : fromRecord(answer.error));
  });
  worker.on('error', (error) => events.ended(error));
  worker.on('exit', (code) => {
    if (!isEnding) events.ended(new Error(`it ended with code ${code}`));
  });
  return {
    draw: (number, order) => worker.postMessage({ number, order } satisfies TileThreadRequest),
    showAlerts: (change) => worker.postMessage({ change } satisfies TileThreadRequest),
    async end() {
      isEnding = true;
      await worker.terminate();
    },
  };
}
