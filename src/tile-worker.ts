/**
 * Entry of a thread that draws tiles, and its composition root: it opens the objects of the data directory for itself, so
 * that nothing but orders and finished tiles goes between it and the thread that answers requests. Started by
 * `tile-threads.ts`.
 */

import { existsSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';
import { steadyClock } from './base/clock.js';
import { silentLog } from './base/log.js';
import { serveTasks } from './base/worker-thread.js';
import type { AlertChange, TileOrder } from './model/tile.js';
import { drawHere } from './products/tiles/drawing/draw-here.js';
import { createTileReaders } from './query/maps/tile-readers.js';
import { openDirectoryObjects } from './store/objects/directory-objects.js';
import { limitReads } from './store/objects/read-limit.js';
import type { TileThreadData } from './tile-threads.js';

/** This thread's own name in Linux: "1234/task/1250". */
const THREAD = '/proc/thread-self';

/** Requests that need no tile must not wait for one that is drawn. Elsewhere than in Linux threads have no priority. */
function giveWay(): void {
  if (existsSync(THREAD)) setPriority(Number(basename(readlinkSync(THREAD))), constants.priority.PRIORITY_BELOW_NORMAL);
}

giveWay();
const { objectsDirectory, readSeconds, openFiles } = workerData as TileThreadData;
const objects = openDirectoryObjects(objectsDirectory, openFiles);
const limited = limitReads(objects, {
  seconds: readSeconds,
  clock: steadyClock,
  log: silentLog, // the thread that responds to requests reads from the same store, and logs
});
const drawing = drawHere(createTileReaders({ objects: limited }));

serveTasks<TileOrder, Uint8Array<ArrayBuffer>, AlertChange>({
  async perform(order) {
    try {
      // A copy: the bytes of an empty tile are shared by all of them, others stand in the pool of Buffer, whose `slice`
      // copies nothing; what is transferred is gone here, and from Node 22 on the pool is refused.
      return new Uint8Array(await drawing.draw(order));
    } catch (error) {
      // A file that is open for reading keeps its damaged bytes, also when it has been replaced by a sound one.
      objects.close();
      throw error;
    }
  },
  transfer: ({ buffer }) => [buffer],
  receive: (change) => drawing.showAlerts(change),
});
