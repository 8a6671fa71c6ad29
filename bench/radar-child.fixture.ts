/**
 * What goes on beside the server of `nowcast.ts`, in processes of its own: `poll` is a poll of MRMS as the service's ingest
 * does it, over and over into a store that nobody reads; `turn` puts another frame and its companions in the place of the
 * newest one, over and over, so that the server always has some to read.
 *
 * Told what to do by one JSON argument; says `{ frames }` to its parent after each of them; ends when told "end".
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from '../src/base/log.js';
import { ignoreProgress } from '../src/base/progress.js';
import { pollRadar } from '../src/ingest/radar/poll-radar.js';
import { RADAR_DATASETS } from '../src/model/radar.js';
import { feedOf } from '../src/sources/feeds.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { encodeDocument } from '../src/store/versions/json-document.js';
import { readPointer } from '../src/store/versions/pointer.js';
import { versionOf } from '../src/store/versions/timed-version.js';
import { pointerKey } from '../src/store/versions/version-keys.js';

export interface RadarChildOrder {
  readonly work: 'poll' | 'turn';
  /** Of the store. */
  readonly directory: string;
  readonly url: string;
  /** Valid times, epoch seconds, the newest last: polled for one after the other, or turned through. */
  readonly times: readonly number[];
  /** Polls end after the last time; else they begin again with an empty store. */
  readonly isOnce?: boolean;
  /** Between two turns. */
  readonly pauseMilliseconds?: number;
}

const LATENCY = 170; // s from a valid time to when the frame is there
const order = JSON.parse(process.argv[2]!) as RadarChildOrder;
let isEnding = false;
let frames = 0;
process.on('message', () => {
  isEnding = true;
});
process.once('disconnect', () => process.exit());

async function pollAt(validTime: number): Promise<void> {
  const objects = openDirectoryObjects(join(order.directory, 'objects'));
  const feed = feedOf('radar', 'mrms');
  const rate = feed.products[0]!;
  const until = {
    ...rate,
    framesIn: (...words: Parameters<typeof rate.framesIn>) =>
      rate.framesIn(...words).filter((file) => file.validTime <= validTime),
  };
  try {
    await pollRadar(
      {
        objects,
        directory: join(order.directory, 'staging'),
        source: { baseUrl: order.url, simulated: false },
        clock: { now: () => validTime + LATENCY },
        log: silentLog,
        progress: ignoreProgress,
        region: null,
        random: () => 0.5,
      },
      { ...feed, products: [until] },
    );
  } finally {
    objects.close();
  }
}

async function poll(): Promise<void> {
  do {
    for (const time of order.times) {
      if (isEnding) return;
      await pollAt(time);
      process.send?.({ frames: ++frames });
    }
    if (!order.isOnce) rmSync(order.directory, { recursive: true }); // with what the polls remember
  } while (!order.isOnce);
}

/** As a publication does it, but in any order of the times. */
async function turn(): Promise<void> {
  const objects = openDirectoryObjects(join(order.directory, 'objects'));
  const datasets = RADAR_DATASETS.filter(({ network }) => network === 'mrms');
  const first = await readPointer(objects, 'mrms-rate');
  for (let n = 0; !isEnding; n++) {
    const version = versionOf(order.times[n % order.times.length]!);
    for (const { id } of datasets) await objects.put(pointerKey(id), encodeDocument({ ...first, version }));
    process.send?.({ frames: ++frames });
    await wait(order.pauseMilliseconds);
  }
  objects.close();
}

await (order.work === 'poll' ? poll() : turn());
process.disconnect();
